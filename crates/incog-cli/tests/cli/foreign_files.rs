//! A job may name any file; nothing of what stands in it is printed unless it is the table.

use crate::stage::{JOB, Stage};

/// Texts that are none of what they are taken for, each with a word that must not appear.
const FOREIGN: [&str; 9] = [
    "root:secret:0:0\nbin:secret:1:1\n",
    "secret;a\nsecret;b\n",
    "secret\nsecret;secret;secret\n",
    "a;secret1;x;*\nb;secret1;y;*\n",
    "x = \"secret\"\ninput = 5\noutput = { secret = 1 }\n",
    "input = { path = \"secret\" }\n",
    "{\"incog\": {\"secret\": 1}}",
    "\"secret\"",
    "<secret><a></secret>",
];

fn check(stage: &Stage, arguments: &[&str]) {
    let ran = stage.run(arguments);
    // A list of keys may say that one is unknown; a key of a job is no text of another file.
    let shown = format!("{}{}", ran.out, ran.err).replace("unknown key \"secret\"", "");
    assert!(ran.code != 0 && !shown.contains("secret"), "{arguments:?}: {shown}");
}

#[test]
fn files_that_are_something_else() {
    for text in FOREIGN {
        let stage = Stage::new();
        stage.write("shadow", text.as_bytes());
        let hierarchy = "hierarchy = \"shadow\"\n[columns.disease]";
        stage.write("job.toml", JOB.replace("[columns.disease]", hierarchy).as_bytes());
        check(&stage, &["anonymize", "job.toml"]);
        check(&stage, &["hierarchy", "build", "people.csv", "zip", "--how", "\"shadow\""]);
        check(&stage, &["hierarchy", "check", "shadow", "people.csv", "zip"]);
        check(&stage, &["verify", "shadow"]);
        check(&stage, &["trajectories", "shadow"]);
        check(&stage, &["audit", "people.csv", "shadow"]);
        check(&stage, &["init", "shadow"]);
        for name in ["foreign.toml", "foreign.gpx", "foreign.geojson", "foreign.plt", "foreign.w4m"] {
            stage.write(name, text.as_bytes());
            stage.write(
                "trips.toml",
                format!("input = \"{name}\"\noutput = \"o.csv\"\n[privacy]\nk = 2\n").as_bytes(),
            );
            check(&stage, &["trajectories", "trips.toml"]);
        }
        check(&stage, &["anonymize", "foreign.toml"]);
    }
}

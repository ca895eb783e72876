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

/// Laboratory values such as `<0,6`, an amount to the cent, and a sum below the table without a
/// name: `init` and `anonymize`, and nothing else.
#[test]
fn amounts_and_laboratory_values_are_published_at_once() {
    let stage = Stage::new();
    let row = |n: usize| {
        let draw = |salt: usize, below: usize| (n + 1) * (2 * salt + 7919) / 7 % 9973 % below;
        let age = 20 + draw(1, 70);
        let zip = ["1067", "10115", "48143", "50667"][draw(2, 4)];
        let creatinine = ["<0,6", "0,8", "1,1", "1,4", "-", "2,3"][draw(3, 6)];
        let bill = format!("{}.{:03},{:02}", 1 + draw(4, 9), draw(5, 1000), draw(6, 100));
        let diagnosis = ["I50.1", "E11.9", "J44.0", "K35.8"][draw(7, 4)];
        format!("{};{age};{zip};{creatinine};{bill};{diagnosis}\n", 70_000 + n)
    };
    let rows: String = (0..600).map(row).collect();
    let header = "Fallnummer;Alter;PLZ;Kreatinin;Rechnungsbetrag;Diagnose\n";
    stage.write("lab.csv", format!("{header}{rows};;;;3.123.456,78;\n").as_bytes());
    let ran = stage.run(&["init", "lab.csv", "-o", "lab.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("skipped 1 line below the table"), "{}", ran.err);
    let job = stage.read("lab.toml");
    for column in ["Kreatinin", "Rechnungsbetrag"] {
        assert!(job.contains(&format!("[columns.\"{column}\"]\nrole = \"sensitive\"")), "{job}");
    }
    let ran = stage.run(&["anonymize", "lab.toml", "-o", "out.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // 1067 has lost its zero: it is no neighbour of 10115.
    assert!(!stage.read("out.csv").contains("1***"), "{}", stage.read("out.csv"));
    assert_eq!(stage.run(&["verify", "out.csv.report.json"]).code, 0);
}

/// A contract that has several rows stands for a person where no column says who people are.
#[test]
fn contracts_are_counted_where_nobody_else_can_be() {
    let stage = Stage::new();
    let row = |n: usize| format!("{},{},{}\n", 10_000 + n / 2, 20 + n / 2 * 7 % 50, ["flu", "pox"][n % 2]);
    let rows: String = (0..400).map(row).collect();
    stage.write("claims.csv", format!("policy_no,age,illness\n{rows}").as_bytes());
    let ran = stage.run(&["init", "claims.csv", "-o", "-"]);
    assert!(ran.out.contains("unit = \"policy_no\""), "{}", ran.out);
}

//! What columns become, from `incog key new` to a second verifier.

use crate::stage::Stage;
use std::path::Path;
use std::process::Command;

const TABLE: &str = "who,age,seen,cost\nAnna,21,2024-01-05,1011\nanna ,21,2024-02-05,1042\nBob,24,2024-01-09,2500\n\
    Cleo,24,2024-03-01,1000\nDan,33,2024-03-02,705\nEve,38,2024-03-02,NA\nFinn,38,2024-04-30,900\nGus,33,2024-04-30,910\n";

const JOB: &str = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
    hierarchy = { intervals = [10, 40] }\n[columns.who]\nrole = \"person\"\npublish = { pseudonym = \"key.txt\", purpose = \"test\" }\n\
    [columns.seen]\npublish = { shift_days = \"key.txt\" }\n[columns.cost]\nrole = \"sensitive\"\npublish = { round = 100 }\n\
    [privacy]\nk-anonymity = 2\n";

fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("people.csv", TABLE.as_bytes());
    stage.write("job.toml", JOB.as_bytes());
    stage
}

#[test]
fn a_release_with_pseudonyms_is_made_and_verified_with_and_without_the_key() {
    let stage = stage();
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 1 && ran.err.contains("incog key new"), "{}", ran.err);
    assert_eq!(stage.run(&["key", "new", "key.txt"]).code, 0);
    let again = stage.run(&["key", "new", "key.txt"]);
    assert!(again.code == 1 && again.err.contains("never overwrites a key"), "{}", again.err);
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let release = stage.read("out.csv");
    assert!(release.contains(",2500") && !release.contains("1042") && !release.contains("nna"), "{release}");
    std::fs::rename(stage.path("key.txt"), stage.path("elsewhere.txt")).unwrap();
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(ran.code == 0 && ran.out.contains("not shown  who is released as pseudonym"), "{}", ran.out);
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--key", "elsewhere.txt"]);
    assert!(ran.code == 0 && ran.out.contains("proved     who is released as pseudonym"), "{}", ran.out);
    assert_eq!(stage.run(&["key", "new", "other.txt"]).code, 0);
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--key", "other.txt"]);
    assert!(ran.code == 1 && ran.out.contains("REFUTED    who is released as pseudonym"), "{}", ran.out);
}

/// The second verifier, which shares no code with the first, proves the same.
#[test]
fn the_second_verifier_makes_treated_columns_again() {
    let stage = stage();
    stage.run(&["key", "new", "key.txt"]);
    assert_eq!(stage.run(&["anonymize", "job.toml", "--internal"]).code, 0);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
    let run = |more: &[&str]| {
        let mut command = Command::new("python3");
        command.current_dir(stage.path("")).arg(&script).args([
            "people.csv",
            "out.csv",
            "out.csv.report.json",
        ]);
        command.args(more).output()
    };
    let Ok(without) = run(&[]) else {
        eprintln!("not run: there is no python3");
        return;
    };
    let text = |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(without.status.success() && text(&without).contains("who: form"), "{}", text(&without));
    let with = run(&["--key", "key.txt"]).unwrap();
    assert!(with.status.success() && !text(&with).contains("who: values"), "{}", text(&with));
    // A pseudonym that is somebody else's.
    let release = stage.read("out.csv");
    let row = release.lines().nth(1).unwrap();
    let other = release.lines().skip(2).find_map(|line| {
        let name = line.split(',').next()?;
        (!row.starts_with(name)).then(|| name.to_owned())
    });
    let (_, rest) = row.split_once(',').unwrap();
    stage.write("out.csv", release.replace(row, &format!("{},{rest}", other.unwrap())).as_bytes());
    assert!(!run(&["--key", "key.txt"]).unwrap().status.success());
}

#[test]
fn treatments_are_listed_with_what_they_do_not_do() {
    let ran = Stage::new().run(&["list", "treatments"]);
    assert!(ran.code == 0 && ran.out.contains("pseudonym") && ran.out.contains("but: "), "{}", ran.out);
}

#[test]
fn who_has_which_pseudonym_is_told_to_the_owner_on_demand() {
    let stage = stage();
    stage.run(&["key", "new", "key.txt"]);
    assert_eq!(stage.run(&["anonymize", "job.toml", "--pseudonym-table", "who.csv"]).code, 0);
    let table = stage.read("who.csv");
    assert_eq!(table.lines().count(), 9, "{table}");
    let pseudonym = |name: &str| {
        let line = table.lines().find(|line| line.ends_with(name)).unwrap();
        line.split(',').nth(1).unwrap().to_owned()
    };
    assert_eq!(pseudonym(",Anna"), pseudonym(",anna "));
    assert!(stage.read("out.csv").contains(&pseudonym(",Bob")));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(stage.path("who.csv")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let again = stage.run(&["anonymize", "job.toml", "--force", "--pseudonym-table", "who.csv"]);
    assert!(again.code == 2 && again.err.contains("--pseudonym-table"), "{}", again.err);
}

/// What noise and rounding cost is told to the steward, and to nobody else.
#[test]
fn the_internal_report_tells_what_changed() {
    let stage = stage();
    stage.run(&["key", "new", "key.txt"]);
    assert_eq!(stage.run(&["anonymize", "job.toml", "--internal"]).code, 0);
    let report = |name: &str| -> serde_json::Value { serde_json::from_str(&stage.read(name)).unwrap() };
    let changed = &report("out.csv.internal.json")["columns"][3]["changed"];
    // 1011, 1042, 2500, 1000, 705, 900, 910 become 1000, 1000, 2500, 1000, 700, 900, 900.
    assert_eq!((&changed["records"], &changed["numbers"]["records"]), (&4.into(), &7.into()));
    assert_eq!(changed["numbers"]["before"]["mean"], 8068.0 / 7.0);
    assert_eq!(changed["numbers"]["after"]["mean"], 8000.0 / 7.0);
    assert_eq!(
        changed["numbers"]["after"]["quantiles"],
        serde_json::json!([700.0, 900.0, 1000.0, 1000.0, 2500.0])
    );
    assert!(!stage.read("out.csv.report.json").contains("\"changed\""));
    let ran = stage.run(&["verify", "--verbose", "out.csv.internal.json"]);
    assert!(
        ran.code == 0 && ran.out.contains("proved     columns[3].changed.numbers.after.mean"),
        "{}",
        ran.out
    );
}

/// Two records that look the same, of which only the key tells who is who: no honest release is
/// refuted for taking them the other way round.
#[test]
fn without_the_key_records_that_look_alike_refute_nothing() {
    let stage = Stage::new();
    let succeeds = |arguments: &[&str]| {
        let ran = stage.run(arguments);
        assert_eq!(ran.code, 0, "{}", ran.err);
    };
    succeeds(&["key", "new", "key.txt"]);
    let who =
        "[columns.who]\nrole = \"household\"\npublish = { pseudonym = \"key.txt\", purpose = \"a study\" }\n";
    let rest = "[waivers]\n\"who: linked rows\" = \"made up\"\n";
    // All costs are published as 4.
    let limited = "[columns.cost]\nrole = \"insensitive\"\npublish = { top_quantile = 0.5 }\n";
    let age = "[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { flat = true }\n";
    stage.write("in.csv", b"age,cost,who\n30,4,Bob\n51,4,Bob\n72,9,Carl\n24,700,Dora\n");
    let job = format!(
        "input = \"in.csv\"\noutput = \"out.csv\"\n{age}{limited}{who}[privacy]\nk-anonymity = 2\n{rest}"
    );
    stage.write("job.toml", job.as_bytes());
    // The two providers bring one and two people.
    let provider = "[columns.clinic]\nrole = \"provider\"\n";
    stage.write(
        "two.csv",
        b"age,clinic,who\n30,A,Bob\n51,A,Anna\n72,B,Anna\n53,B,Anna\n24,B,Bob\n95,B,Anna\n66,B,Anna\n",
    );
    let job = format!(
        "input = \"two.csv\"\noutput = \"two.out.csv\"\n{age}{provider}{who}[privacy]\nk-anonymity = 2\nm-privacy = 1\n{rest}"
    );
    stage.write("two.toml", job.as_bytes());
    succeeds(&["anonymize", "job.toml"]);
    succeeds(&["anonymize", "two.toml"]);
    std::fs::remove_file(stage.path("key.txt")).unwrap();
    for report in ["out.csv.report.json", "two.out.csv.report.json"] {
        let ran = stage.run(&["verify", "--verbose", report]);
        assert!(ran.code == 0 && ran.out.contains("not shown  who is released as pseudonym"), "{}", ran.out);
    }
}

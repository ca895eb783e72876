//! What can go wrong with a ledger: kills, forgers, other tables and jobs.

use crate::nights::{attacked, done, names, night, publish, run, stage};
use crate::stage::Stage;
use std::process::Command;

/// The lines of a ledger, of a series of two nights.
fn two_nights() -> (Stage, Vec<String>) {
    let stage = stage("customers", 100, 4, "max_delay = 0\n");
    (1..=2).for_each(|number| drop(done(publish(&stage, number))));
    let lines = stage.read("releases.ledger").lines().map(str::to_owned).collect();
    (stage, lines)
}

#[test]
fn a_ledger_that_was_changed_is_refused() {
    let (stage, lines) = two_nights();
    assert_eq!(lines.len(), 3);
    let whole = stage.read("releases.ledger");
    let without_second = format!("{}\n{}\n", lines[0], lines[2]);
    for changed in [
        whole.replacen("\"k\":5", "\"k\":2", 1),
        whole.replacen("\"left\":[]", "\"left\": []", 1),
        without_second,
        whole.replacen(' ', "  ", 1),
    ] {
        assert_ne!(changed, whole);
        stage.write("releases.ledger", changed.as_bytes());
        let refused = publish(&stage, 3);
        assert!(refused.code == 1 && refused.err.contains("seal"), "{}", refused.err);
        assert!(!stage.files().contains(&"r003.csv".to_owned()));
    }
    stage.write("releases.ledger", whole.as_bytes());
    stage.write_secret("secret.key", "0123456789abcdef0123456789abcdef\n");
    let refused = publish(&stage, 3);
    assert!(refused.code == 1 && refused.err.contains("secret"), "{}", refused.err);
    stage.write_secret("secret.key", "8c1f7e0b5d2a49e6b3c70f18a6d49e52\n");
    done(publish(&stage, 3));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let path = stage.path("releases.ledger");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        let refused = publish(&stage, 4);
        assert!(refused.code == 1 && refused.err.contains("chmod 600"), "{}", refused.err);
    }
}

/// What a kill leaves in the ledger: half a line, or a line whose release never appeared.
#[test]
fn a_run_that_was_killed_is_made_good_by_the_next_one() {
    let (stage, lines) = two_nights();
    let half = format!("{}{}", stage.read("releases.ledger"), &lines[2][..100]);
    stage.write("releases.ledger", half.as_bytes());
    done(publish(&stage, 3));
    assert_eq!(stage.read("releases.ledger").lines().count(), 4);
    // The line stands, the release does not: whoever is in it counts as published, and stays so.
    let third = stage.read("r003.csv");
    for name in stage.files().iter().filter(|name| name.starts_with("r003")) {
        std::fs::remove_file(stage.path(name)).unwrap();
    }
    done(publish(&stage, 3));
    assert_eq!(stage.read("r003.csv"), third);
    assert_eq!(stage.read("releases.ledger").lines().count(), 5);
    done(stage.run(&["verify", "r003.csv.internal.json"]));
}

/// Kills spread over the time of a run; whatever is left, the next run goes on, and the releases
/// that appeared stand any comparison.
#[test]
#[cfg(unix)]
fn a_series_outlives_kills_at_any_moment() {
    let stage = stage("hospital", 300, 12, "max_delay = 1\n");
    let mut killed = 0;
    for number in 1..=12u32 {
        let release = night(&stage, number);
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("incog"));
        command.current_dir(stage.path("")).args(["anonymize", "night.toml", "-o", &release, "--quiet"]);
        if number == 1 {
            command.arg("--new-series");
        }
        let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(u64::from(number) * 8));
        let _ = child.kill();
        killed += u32::from(child.wait().unwrap().code().is_none());
        let ran = run(&stage, &["-o", &release, "--force"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    assert!(killed > 0, "no run was killed");
    done(attacked(&stage, &names("r", 12), &[]));
    done(stage.run(&["verify", "r012.csv.report.json"]));
}

#[test]
fn a_ledger_is_for_one_run_at_a_time() {
    let (stage, _) = two_nights();
    let held = std::fs::File::options().read(true).write(true).open(stage.path("releases.ledger")).unwrap();
    held.lock().unwrap();
    let refused = publish(&stage, 3);
    assert!(refused.code == 1 && refused.err.contains("another run"), "{}", refused.err);
    drop(held);
    done(publish(&stage, 3));
}

#[test]
fn a_dry_run_writes_nothing() {
    let stage = stage("customers", 100, 1, "");
    night(&stage, 1);
    let before = stage.files();
    let ran = done(run(&stage, &["-o", "r001.csv", "--dry-run"]));
    assert!(ran.err.contains("dry run") && ran.err.contains("k-anonymity"), "{}", ran.err);
    assert_eq!(stage.files(), before);
}

#[test]
fn a_table_or_job_of_another_form_is_refused() {
    let (stage, _) = two_nights();
    night(&stage, 3);
    let whole = stage.read("export.csv");
    fn refused(stage: &Stage, table: String, job: &dyn Fn(String) -> String, part: &str) {
        stage.write("export.csv", table.as_bytes());
        stage.write("other.toml", job(stage.read("night.toml")).as_bytes());
        let ran = stage.run(&["anonymize", "other.toml", "-o", "r003.csv"]);
        assert!(ran.code == 1 && ran.err.contains(part), "{part}: {} {}", ran.code, ran.err);
        assert!(!stage.files().contains(&"r003.csv".to_owned()));
    }
    let with_column = whole.replace("value\n", "value,note\n").replacen('\n', "#", 1).replace('\n', ",x\n");
    let with_column = with_column.replacen('#', "\n", 1);
    let publishes = |job: String| job.replace("[privacy]", "note = { role = \"insensitive\" }\n[privacy]");
    refused(&stage, with_column, &publishes, "other published columns");
    refused(
        &stage,
        format!("{whole}p000001,20,1010,f,nurse,plus\n"),
        &std::convert::identity,
        "one person for each record",
    );
    refused(
        &stage,
        format!("{whole},20,1010,f,nurse,plus\n"),
        &std::convert::identity,
        "one person for each record",
    );
    refused(&stage, whole.clone(), &|job| job.replace("k-anonymity = 5", "k-anonymity = 4"), "k = 5");
    refused(&stage, whole.clone(), &|job| job.replace("[5, 10, 20, 40]", "[5, 15, 45]"), "\"age\"");
    refused(
        &stage,
        whole.clone(),
        &|job| job.replace("role = \"person\"", "role = \"identifier\""),
        "role = \"person\"",
    );
    refused(
        &stage,
        whole.clone(),
        &|job| job.replace("kind = \"local\"", "kind = \"global\""),
        "recoding.kind",
    );
    refused(
        &stage,
        whole.clone(),
        &|job| job.replace("kind = \"local\"", "kind = \"local\"\ncells = \"strict\""),
        "recoding.cells",
    );
    refused(&stage, whole.clone(), &|job| job.replace("l-diversity = 3", "t-closeness = 0.3"), "t-closeness");
    refused(&stage, whole.clone(), &|job| job.replace("{ mask = \"right\" }", "{ fanout = 2 }"), "hierarchy");
    refused(&stage, whole.clone(), &|job| job.replace(", hierarchy = { flat = true }", ""), "hierarchy");
    refused(&stage, whole.clone(), &|job| job + "max_delay = -1\n", "max_delay");
    refused(&stage, whole, &|job| job.replace("ledger = \"releases.ledger\"", "max_stale = 3"), "ledger");
    let ran = stage.run(&["plan", "night.toml", "-o", "plan.json"]);
    assert!(ran.code == 1 && ran.err.contains("incog anonymize"), "{}", ran.err);
}

/// Who has left does not come back, so a table that lacks most people is taken for a mistake.
#[test]
fn half_an_export_is_refused() {
    let (stage, lines) = two_nights();
    night(&stage, 3);
    let whole: Vec<String> = stage.read("export.csv").lines().map(str::to_owned).collect();
    for (rows, part) in [(1, "no rows"), (40, "check that the table is whole")] {
        stage.write("export.csv", format!("{}\n", whole[..rows].join("\n")).as_bytes());
        let ran = stage.run(&["anonymize", "night.toml", "-o", "r003.csv"]);
        assert!(ran.code == 1 && ran.err.contains(part), "{}", ran.err);
        assert_eq!(stage.read("releases.ledger").lines().count(), lines.len());
    }
    done(publish(&stage, 3));
}

#[test]
fn the_first_release_says_that_a_series_begins() {
    let stage = stage("customers", 100, 2, "");
    assert!(done(publish(&stage, 1)).err.contains("a series begins"));
    assert!(!done(publish(&stage, 2)).err.contains("a series begins"));
}

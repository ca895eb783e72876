//! What a series does not let the steward do.

use crate::nights::{done, night, publish, run, stage};

/// Labels stay for good, so classes that a limit left as they were are not published.
#[test]
fn a_search_that_was_cut_short_begins_no_series() {
    let stage = stage("customers", 300, 1, "[search]\nmax_evaluations = 1\n");
    let release = night(&stage, 1);
    let refused = run(&stage, &["-o", &release]);
    assert!(refused.code == 5 && refused.err.contains("would keep these labels for good"), "{}", refused.err);
    assert!(!stage.path(&release).exists());
}

/// The report of a night is not proved by the table of another one.
#[test]
fn verify_asks_for_the_table_of_that_night() {
    let stage = stage("customers", 300, 1, "");
    done(publish(&stage, 1));
    done(stage.run(&["verify", "r001.csv.report.json"]));
    let table = stage.read("export.csv").replace(",plus", ",basic");
    stage.write("export.csv", table.as_bytes());
    let refused = stage.run(&["verify", "r001.csv.report.json"]);
    assert!(
        refused.code == 1 && refused.err.contains("are not in the table as they came"),
        "{}",
        refused.err
    );
}

#[test]
fn explore_says_what_only_a_series_shows() {
    let stage = stage("customers", 300, 1, "");
    night(&stage, 1);
    for varied in ["releases.max_stale=1,3", "releases.m_invariance=true,false"] {
        let refused = stage.run(&["explore", "night.toml", "--vary", varied]);
        assert!(refused.code == 1 && refused.err.contains("who comes and leaves"), "{}", refused.err);
    }
}

//! Models about several sensitive columns hold for each of them by itself, and jointly only when
//! asked.

use incog::audit::{AuditRequest, SensitiveRequest, measure};
use incog::report::PrivacyFacts;
use incog::runs::FileRuns;
use incog::verify_report;
use incog::{Control, Event, Job, ReleaseOutcome};
use incog_data::Table;
use incog_io::{ReadOptions, read_table};
use std::fs;
use std::path::Path;

/// Everyone in place x has HIV and nobody else has, but each in another ward: no combination stands
/// out.
const PEOPLE: &str = "place,diagnosis,ward\nx,HIV,1\nx,HIV,2\nx,HIV,3\n\
                      y,flu,1\ny,flu,2\ny,flu,3\ny,flu,4\ny,flu,5\ny,flu,6\n";

const COLUMNS: &str = r#"
input = "people.csv"
output = "out.csv"
[columns.place]
role = "quasi-identifier"
[columns.diagnosis]
role = "sensitive"
[columns.ward]
role = "sensitive"
"#;

fn release(folder: &Path, privacy: &str) -> ReleaseOutcome {
    fs::write(folder.join("people.csv"), PEOPLE).unwrap();
    let limit = if privacy.contains("[suppression]") { "" } else { "[suppression]\nlimit = 1.0\n" };
    let job = Job::from_toml(&format!("{COLUMNS}{limit}[privacy]\n{privacy}\n"), folder).unwrap();
    let outcome = job.run().unwrap();
    let verification = verify_report(&outcome.report_json).unwrap();
    assert!(verification.holds, "{}", verification.to_text());
    outcome
}

fn read(path: &Path) -> Table {
    read_table(path, &ReadOptions::default()).unwrap().table
}

/// The largest Euclidean distance of a class of the release, by column.
fn distances(folder: &Path) -> [f64; 2] {
    let original = read(&folder.join("people.csv"));
    let request = AuditRequest {
        quasi_identifiers: vec!["place".into()],
        sensitive: ["diagnosis", "ward"].map(SensitiveRequest::new).into(),
        original: Some((&original).into()),
        ..AuditRequest::default()
    };
    let measurement = measure(&read(&folder.join("out.csv")), &request).unwrap();
    ["diagnosis", "ward"].map(|name| measurement.sensitive(name).unwrap().t.euclidean)
}

fn listed(outcome: &ReleaseOutcome) -> Vec<(Option<&str>, f64)> {
    let entry = |facts: &PrivacyFacts| facts.required;
    outcome.report.privacy.iter().map(|facts| (facts.column.as_deref(), entry(facts))).collect()
}

#[test]
fn every_column_is_close_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = release(folder.path(), "t-closeness = 0.5");
    assert!(distances(folder.path()).iter().all(|t| *t <= 0.5), "{:?}", distances(folder.path()));
    assert_eq!(listed(&outcome), [(Some("diagnosis"), 0.5), (Some("ward"), 0.5)]);
}

#[test]
fn combinations_are_close_when_asked_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = release(folder.path(), "t-closeness = { t = 0.5, joint = true }");
    assert_eq!(outcome.report.solution.rows_kept, 9);
    assert_eq!(listed(&outcome), [(Some("diagnosis x ward"), 0.5)]);
    assert!(distances(folder.path())[0] > 0.9, "which is why it has to be asked by name");
}

#[test]
fn both_can_be_demanded() {
    let folder = tempfile::tempdir().unwrap();
    let privacy = "t-closeness = [{ t = 0.6 }, { t = 0.5, joint = true, distance = \"equal\" }]\n\
                   l-diversity = [{ l = 2, column = \"ward\" }, { l = 3, joint = true }]";
    let outcome = release(folder.path(), privacy);
    let columns: Vec<_> = listed(&outcome).into_iter().map(|(column, _)| column.unwrap()).collect();
    let joint = "diagnosis x ward";
    assert_eq!(columns, ["ward", joint, "diagnosis", "ward", joint]);
    assert!(distances(folder.path()).iter().all(|t| *t <= 0.6));
}

#[test]
fn diversity_is_demanded_of_every_column() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = release(folder.path(), "l-diversity = 2");
    assert_eq!(listed(&outcome), [(Some("diagnosis"), 2.0), (Some("ward"), 2.0)]);
    assert!(outcome.report.solution.levels["place"] > 0, "all of place x share a diagnosis");
}

#[test]
fn shares_are_bounded_in_every_column() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = release(folder.path(), "alpha-k-anonymity = { k = 3, alpha = 0.7 }");
    assert_eq!(outcome.report.solution.rows_kept, 9);
    assert_eq!(listed(&outcome), [(None, 3.0), (Some("diagnosis"), 0.7), (Some("ward"), 0.7)]);
    let entries: Vec<String> = outcome.report.privacy.iter().map(PrivacyFacts::name).collect();
    let names = [
        "alpha-k-anonymity (k)",
        "alpha-k-anonymity (alpha) of diagnosis",
        "alpha-k-anonymity (alpha) of ward",
    ];
    assert_eq!(entries, names);
    let achieved: Vec<Option<f64>> = outcome.report.privacy.iter().map(|facts| facts.achieved).collect();
    // Six of nine have flu, two of nine each of the first wards.
    assert_eq!(achieved, [Some(9.0), Some(6.0 / 9.0), Some(2.0 / 9.0)]);
}

#[test]
fn as_many_stay_as_the_share_of_their_value_allows() {
    let folder = tempfile::tempdir().unwrap();
    let outcome =
        release(folder.path(), "alpha-k-anonymity = { k = 2, alpha = 0.5, column = \"diagnosis\" }");
    assert_eq!(outcome.report.solution.rows_kept, 6, "three with flu beside three with HIV");
}

/// Six of nine have flu, so all of y gain (1 - 2/3) / (2/3), and x, who all have HIV, gain 2.
#[test]
fn values_gain_no_more_than_beta_allows() {
    let asked = |privacy: &str| {
        let folder = tempfile::tempdir().unwrap();
        let outcome = release(folder.path(), privacy);
        (fs::read_to_string(&outcome.report_json).unwrap(), outcome.report)
    };
    let (public, basic) = asked("beta-likeness = { beta = 0.5, kind = \"basic\", column = \"diagnosis\" }");
    let [fact] = &basic.privacy[..] else { panic!("one demand") };
    assert_eq!((fact.name(), fact.satisfied), ("beta-likeness (basic) of diagnosis".to_owned(), true));
    assert_eq!(basic.solution.rows_kept, 6, "those of y");
    assert_eq!(fact.achieved, Some(0.5));
    assert!(public.contains("an upper bound; the exact figure would reveal suppressed records"), "{public}");
    let (_, enhanced) = asked("beta-likeness = { beta = 2.5, column = \"diagnosis\" }");
    let facts: Vec<(f64, bool)> =
        enhanced.privacy.iter().map(|fact| (fact.required, fact.satisfied)).collect();
    assert_eq!(facts, [(2.5, true), (1.0, true)]);
    // 1/2 is more than -ln 2/3, and 2 more than -ln 1/3: neither class may stay by itself.
    assert!(enhanced.solution.levels["place"] > 0);
}

#[test]
fn every_class_has_every_value_below_delta() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = release(folder.path(), "delta-disclosure = { delta = 1.2, column = \"diagnosis\" }");
    assert!(outcome.report.privacy[0].satisfied);
    assert!(outcome.report.solution.levels["place"] > 0, "x has no flu, y no HIV");
}

#[test]
fn numbers_differ_and_lie_apart() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = release(folder.path(), "k-e-anonymity = { k = 3, e = 2, column = \"ward\" }");
    let achieved: Vec<Option<f64>> = outcome.report.privacy.iter().map(|facts| facts.achieved).collect();
    assert_eq!(achieved, [Some(3.0), Some(2.0)]);
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("people.csv"), PEOPLE).unwrap();
    let job =
        Job::from_toml(&format!("{COLUMNS}[privacy]\nk-e-anonymity = {{ k = 3, e = 2 }}\n"), other.path());
    let refused = job.unwrap().run().unwrap_err().to_string();
    assert!(refused.contains("2 of the 2 values of column \"diagnosis\" are not"), "{refused}");
}

#[test]
fn the_highest_risk_is_limited() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = release(folder.path(), "maximum-risk = 0.34\np-sensitive-k-anonymity = { p = 1, k = 3 }");
    let achieved: Vec<Option<f64>> = outcome.report.privacy.iter().map(|facts| facts.achieved).collect();
    assert_eq!(achieved, [Some(1.0 / 3.0), Some(3.0), Some(1.0), Some(3.0)]);
}

/// All of y have flu, which is not named.
#[test]
fn only_named_values_are_bounded() {
    let hiv = "alpha-k-anonymity = { k = 3, alpha = 0.4, column = \"diagnosis\", values = [\"HIV\"] }";
    let folder = tempfile::tempdir().unwrap();
    let outcome = release(folder.path(), hiv);
    assert_eq!((outcome.report.solution.rows_kept, outcome.report.solution.levels["place"]), (6, 0));
    let whole = tempfile::tempdir().unwrap();
    let outcome = release(whole.path(), &format!("{hiv}\n[suppression]\nlimit = 0"));
    let [size, share] = &outcome.report.privacy[..] else { panic!("two demands") };
    assert_eq!((size.achieved, share.achieved), (Some(9.0), Some(3.0 / 9.0)));
    assert_eq!(share.name(), "alpha-k-anonymity (alpha of HIV) of diagnosis");
}

#[test]
fn values_are_named_with_their_column() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), PEOPLE).unwrap();
    let refused = |said: &str| {
        let privacy = format!("alpha-k-anonymity = {{ k = 3, alpha = 0.4, {said} }}");
        Job::from_toml(&format!("{COLUMNS}[suppression]\nlimit = 1.0\n[privacy]\n{privacy}\n"), folder.path())
            .unwrap_err()
            .to_string()
    };
    let whose = refused("values = [\"HIV\"]");
    assert!(whose.contains("to the column that has these values"), "{whose}");
    let none = refused("column = \"diagnosis\", values = []");
    assert!(none.contains("it lists no value"), "{none}");
}

/// Were a value refused that no record has, a release would say of each value it names that
/// somebody has it: here she who is suppressed.
#[test]
fn a_named_value_tells_nobody_who_has_it() {
    let released = |of_one: &str| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("people.csv"), format!("{PEOPLE}z,{of_one},7\n")).unwrap();
        let privacy =
            "alpha-k-anonymity = { k = 3, alpha = 0.6, column = \"diagnosis\", values = [\"gout\"] }";
        let job = format!(
            "{COLUMNS}[privacy]\n{privacy}\n[suppression]\nlimit = 0.2\n[search]\nalgorithm = \"exhaustive\"\n"
        );
        let mut notes = Vec::new();
        let mut observe = |event| {
            if let Event::Note(note) = event
                && !note.starts_with("no model protects")
            {
                notes.push(note);
            }
        };
        let outcome =
            Job::from_toml(&job, folder.path()).unwrap().run_with(&Control::default(), &mut observe).unwrap();
        assert_eq!(outcome.report.solution.rows_suppressed, Some(1));
        let verification = verify_report(&outcome.report_json).unwrap();
        assert!(verification.holds, "{}", verification.to_text());
        let mut public: serde_json::Value = serde_json::from_str(&outcome.public_json).unwrap();
        public["search"]["seconds"] = 0.into();
        public["page"] = 0.into();
        (fs::read_to_string(outcome.release).unwrap(), public, notes)
    };
    let ((release, report, notes), (other, other_report, noted)) = (released("gout"), released("flu"));
    assert_eq!((release, report), (other, other_report));
    assert_eq!(notes, [""; 0]);
    let [note] = &noted[..] else { panic!("{noted:?}") };
    assert!(note.contains("the value \"gout\" of column \"diagnosis\", which no record has"), "{note}");
}

/// All missing values are one; another marker of theirs would name nobody, though whoever reads the
/// release takes it for missing.
#[test]
fn what_is_missing_is_named_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let run = |people: &str, value: &str| {
        fs::write(folder.path().join("people.csv"), people).unwrap();
        let privacy = format!(
            "alpha-k-anonymity = {{ k = 2, alpha = 0.5, column = \"diagnosis\", values = [\"{value}\"] }}"
        );
        let job = Job::from_toml(
            &format!("{COLUMNS}[suppression]\nlimit = 1.0\n[privacy]\n{privacy}\n"),
            folder.path(),
        )
        .unwrap();
        job.replacing_output(true).run().map(|outcome| outcome.report.privacy[1].achieved)
    };
    let two_markers = "place,diagnosis,ward\nx,?,1\nx,NA,2\nx,flu,3\nx,flu,4\n";
    let refused = run(two_markers, "?").unwrap_err().to_string();
    assert!(
        refused.contains("all missing values of the column count as \"\", so name that one"),
        "{refused}"
    );
    assert_eq!(run(two_markers, "").unwrap(), Some(0.5));
    assert_eq!(run(&two_markers.replace("NA", "?"), "?").unwrap(), Some(0.5));
    assert_eq!(run("place,diagnosis,ward\nx,cold,1\nx,flu,2\n", "?").unwrap(), Some(0.0));
}

/// Of a mean of 12 / 4 = 3, six or more are drawn of 8.83 % of the classes that are seen, five or
/// more of 19.4 %.
#[test]
fn classes_are_large_enough_in_the_population() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = release(folder.path(), "k-map = { k = 12, sampling_fraction = 0.25 }");
    assert_eq!(outcome.report.solution.rows_kept, 6, "those of y");
    let [chance] = &outcome.report.privacy[..] else { panic!("one demand") };
    assert_eq!(chance.name(), "k-map (k = 12, estimated, zero-truncated Poisson)");
    assert!((chance.achieved.unwrap() - 0.0883).abs() < 5e-5, "{chance}");
    let refused = Job::from_toml(&format!("{COLUMNS}[privacy]\nk-map = 5\n"), folder.path()).unwrap_err();
    assert!(refused.to_string().contains("sampling_fraction"), "{refused}");
}

/// A model that comes down to a number of records is called by its own name where it cannot be met.
#[test]
fn what_cannot_be_met_has_the_name_that_was_asked() {
    let folder = tempfile::tempdir().unwrap();
    let unmet = |privacy: &str| {
        let text = format!("{COLUMNS}[suppression]\nlimit = 1.0\n[privacy]\n{privacy}\n");
        Job::from_toml(&text, folder.path()).unwrap().run().unwrap_err().to_string()
    };
    fs::write(folder.path().join("people.csv"), PEOPLE).unwrap();
    let map = unmet("k-map = { k = 1000000000, sampling_fraction = 0.5 }");
    assert!(map.contains("k-map demands at least 500028657,") && !map.contains("k-anonymity"), "{map}");
    let parts = [
        ("alpha-k-anonymity = { k = 1000, alpha = 1 }", "alpha-k-anonymity demands at least 1000,"),
        ("p-sensitive-k-anonymity = { p = 1, k = 1000 }", "p-sensitive-k-anonymity demands at least 1000,"),
        (
            "p-sensitive-k-anonymity = { p = 1000, k = 1000 }",
            "p-sensitive-k-anonymity demands at least 1000,",
        ),
    ];
    for (asked, told) in parts {
        let found = unmet(asked);
        let others = ["k-anonymity asks", "l-diversity asks"].map(|other| format!("models: {other}"));
        assert!(found.contains(told) && !others.iter().any(|other| found.contains(other)), "{found}");
    }
    let risk = unmet("maximum-risk = 0.0001");
    assert!(risk.contains("maximum-risk demands at least 10000,") && !risk.contains("k-anonymity"), "{risk}");
}

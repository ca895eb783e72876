use crate::INSTANCES;
use incog_lab::LabError;
use incog_lab::runs::{Options, Row, SuiteResults, run_suite};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn suite_text() -> String {
    let head = r#"
    name = "small"
    title = "A small suite"
    seeds = 2
    [limits]
    evaluations = 200
"#;
    let rest = r#"
    [[algorithms]]
    name = "optimal"
    deterministic = true
    unlimited = true
    [[algorithms]]
    name = "haef"
    parameters = { population = 10 }
    [[algorithms]]
    name = "not-there-yet"
"#;
    format!("{head}{INSTANCES}{rest}")
}

fn options(folder: &Path, threads: usize) -> Options {
    let suite = folder.join("suite.toml");
    std::fs::write(&suite, suite_text()).unwrap();
    let command = vec!["test".to_owned()];
    Options { suite, quick: false, folder: folder.join("results"), threads, command }
}

fn run(options: &Options) -> SuiteResults {
    run_suite(options, &AtomicBool::new(false), &|_, _| {}).unwrap()
}

/// Everything that must not depend on threads, interruptions and the machine.
fn timeless(results: &SuiteResults) -> Vec<Row> {
    results.rows.iter().map(|row| Row { seconds: 0.0, ..row.clone() }).collect()
}

#[test]
fn a_suite_runs_and_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let results = run(&options(folder.path(), 2));
    assert_eq!(results.rows.len(), 2 * (1 + 2));
    assert_eq!(results.manifest.missing_algorithms, ["not-there-yet"]);
    for rows in results.rows.chunk_by(|a, b| a.key.instance == b.key.instance) {
        let optimum = rows[0].objective.unwrap();
        assert_eq!(rows[0].stopped, "proved");
        assert_eq!(rows[0].number("transparency"), Some(optimum));
        for row in &rows[1..] {
            assert!(row.objective.unwrap() <= optimum + 1e-9, "{}", row.key.algorithm);
            assert!(row.evaluations <= 200);
        }
    }
}

#[test]
fn results_do_not_depend_on_threads() {
    let (one, three) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (one, three) = (run(&options(one.path(), 1)), run(&options(three.path(), 3)));
    assert_eq!(timeless(&one), timeless(&three));
    assert_eq!(one.traces, three.traces);
}

#[test]
fn a_run_killed_at_any_byte_of_the_last_row_goes_on_to_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 1);
    let whole = timeless(&run(&options));
    let path = options.folder.join("runs.csv");
    let bytes = std::fs::read(&path).unwrap();
    let last = bytes[..bytes.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    for cut in last..=bytes.len() {
        std::fs::write(&path, &bytes[..cut]).unwrap();
        assert_eq!(timeless(&run(&options)), whole, "cut at byte {cut}");
    }
}

#[test]
fn a_table_without_a_whole_header_begins_again() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 2);
    let whole = timeless(&run(&options));
    let path = options.folder.join("runs.csv");
    for cut in [0, 1, 9] {
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..cut]).unwrap();
        assert_eq!(timeless(&run(&options)), whole);
    }
}

#[test]
fn an_interrupted_suite_keeps_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 1);
    let interrupt = AtomicBool::new(false);
    let stop_after_two = |done: usize, _: usize| interrupt.store(done >= 2, Ordering::Relaxed);
    let error = run_suite(&options, &interrupt, &stop_after_two).unwrap_err();
    assert!(matches!(error, LabError::Interrupted { done: 2, all: 10 }), "{error}");
    let again = run(&options);
    let elsewhere = tempfile::tempdir().unwrap();
    assert_eq!(timeless(&again), timeless(&run(&super::runner::options(elsewhere.path(), 2))));
}

#[test]
fn results_of_another_suite_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 1);
    run(&options);
    let before = std::fs::read(options.folder.join("runs.csv")).unwrap();
    std::fs::write(&options.suite, suite_text().replace("seeds = 2", "seeds = 3")).unwrap();
    let error = run_suite(&options, &AtomicBool::new(false), &|_, _| {}).unwrap_err();
    assert!(matches!(error, LabError::OtherResults { .. }), "{error}");
    assert_eq!(std::fs::read(options.folder.join("runs.csv")).unwrap(), before);
}

#[test]
fn a_wrong_parameter_ends_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 1);
    std::fs::write(&options.suite, suite_text().replace("population", "populaton")).unwrap();
    let error = run_suite(&options, &AtomicBool::new(false), &|_, _| {}).unwrap_err();
    assert!(error.to_string().starts_with("haef on \"D9 k=2\": search.haef has no parameter"), "{error}");
}

#[test]
fn other_terms_are_local_recodings_other_objectives_and_other_limits() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 2);
    let more = r#"
    [[algorithms]]
    name = "auto"
    label = "local"
    deterministic = true
    unlimited = true
    local = { effort = "fast" }
    [[algorithms]]
    name = "auto"
    label = "for another objective"
    deterministic = true
    unlimited = true
    objective = "gen-loss"
    [[algorithms]]
    name = "optimal"
    label = "suppressing nobody"
    deterministic = true
    unlimited = true
    suppression = 0.0
"#;
    std::fs::write(&options.suite, suite_text() + more).unwrap();
    let results = run(&options);
    let of = |label: &str, instance: &str| {
        let key = |row: &&Row| row.key.algorithm == label && row.key.instance == instance;
        results.rows.iter().find(key).unwrap().clone()
    };
    for instance in ["D9 k=2", "D9 k=5"] {
        let (best, local) = (of("optimal", instance), of("local", instance));
        let value = |row: &Row| row.objective.unwrap();
        // A local recoding loses no more, and no more than its bound allows.
        assert!(value(&local) >= value(&best) && local.bound.unwrap() >= value(&local));
        assert!(local.levels.is_empty() && local.number("accuracy").is_none());
        assert_eq!(local.number("transparency"), local.objective);
        let other = of("for another objective", instance);
        assert!(value(&other) <= value(&best) + 1e-9 && other.bound.is_none());
        let whole = of("suppressing nobody", instance);
        assert!(value(&whole) <= value(&best) + 1e-9);
        assert_eq!(whole.number("suppressed"), Some(0.0));
    }
}

/// A search that only generalizes and looks at three nodes from the bottom on is allowed none of
/// them.
#[test]
fn a_run_that_finds_nothing_says_so_and_what_it_took() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 1);
    let more = r#"
    [[algorithms]]
    name = "dfs"
    deterministic = true
    limits = { evaluations = 3 }
"#;
    std::fs::write(&options.suite, suite_text() + more).unwrap();
    let results = run(&options);
    let rows: Vec<&Row> = results.rows.iter().filter(|row| row.key.algorithm == "dfs").collect();
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert_eq!((row.objective, row.evaluations, row.stopped.as_str()), (None, 3, "budget"));
        assert_eq!(row.number("feasible"), Some(0.0));
    }
}

#[test]
fn a_record_gives_back_the_runs() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), 2);
    let shown = "\n[[tables]]\nname = \"los\"\ntitle = \"Suppressed\"\nmeasure = \"los\"\n";
    std::fs::write(&options.suite, suite_text() + shown).unwrap();
    let results = run(&options);
    incog_lab::write_record(&results, &options.suite).unwrap();
    let record = incog_lab::Record::read(&options.suite).unwrap().unwrap();
    assert_eq!(record.manifest, results.manifest);
    for (kept, made) in record.rows.iter().zip(&results.rows) {
        assert_eq!((&kept.key, kept.objective, &kept.levels), (&made.key, made.objective, &made.levels));
        assert_eq!((kept.number("los"), kept.number("transparency")), (made.number("los"), None));
        assert!((kept.seconds - made.seconds).abs() <= 0.0005);
    }
    let place = options.suite.parent().unwrap().join("record/small");
    let page = std::fs::read_to_string(place.join("results.md")).unwrap();
    assert_eq!(page, incog_lab::results_page(&record).unwrap());
    let readme = incog_lab::readme(options.suite.parent().unwrap()).unwrap();
    assert!(
        readme.starts_with("# A small suite") && readme.contains("6 runs of 2 algorithms on 2 instances"),
        "{readme}"
    );
}

//! A table that stays open: what is decided of it is what a run decides, whatever was decided
//! before.

use incog::GateError;
use incog::open_table::{Decision, OpenTable};
use incog::runs::FileRuns;
use incog::{Control, IncogError, Job};
use std::fs;
use std::path::Path;

/// 200 records; `nr` counts them, which the gate finds dangerous to publish.
fn table() -> String {
    let row = |n: usize| {
        format!("{n},{},{},{}\n", 20 + n * 7 % 50, 1000 + n * 13 % 90, ["flu", "gout", "cold"][n % 3])
    };
    (0..200).map(row).fold("nr,age,zip,illness\n".to_owned(), |text, row| text + &row)
}

fn job(folder: &Path, k: u64, nr: &str, more: &str) -> Job {
    let text = format!(
        "input = 'people.csv'\noutput = 'r-{k}.csv'\n[columns.nr]\nrole = '{nr}'\n[columns.age]\nrole = 'quasi-identifier'\n\
         hierarchy = {{ intervals = [5, 10, 20] }}\n[columns.zip]\nrole = 'quasi-identifier'\nhierarchy = {{ mask = 'right' }}\n\
         [columns.illness]\nrole = 'sensitive'\n[privacy]\nk-anonymity = {k}\n[suppression]\nlimit = 0.1\n{more}"
    );
    Job::from_toml(&text, folder).unwrap()
}

fn opened() -> (tempfile::TempDir, OpenTable) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), table()).unwrap();
    let table = OpenTable::read(&job(folder.path(), 2, "identifier", "")).unwrap();
    (folder, table)
}

fn decide(table: &OpenTable, job: &Job, earlier: Option<&Decision>) -> Result<Decision, IncogError> {
    table.decide(job, earlier, &Control::default(), &mut |_| {})
}

#[test]
fn what_is_seen_is_what_a_run_makes() {
    let (folder, table) = opened();
    let mut earlier: Option<Decision> = None;
    for k in [2, 3, 5, 9, 4] {
        for more in ["", "[recoding]\nkind = 'local'\n"] {
            let job =
                job(folder.path(), k, "identifier", more).replacing_output(true).replacing_better_ones(true);
            let alone = decide(&table, &job, None).unwrap();
            let after = decide(&table, &job, earlier.as_ref()).unwrap();
            assert_eq!(alone.plan().recoding, after.plan().recoding, "{k} {more}");
            let seen = table.release(&after, 5, &Control::default()).unwrap();
            let made = job.run().unwrap().report;
            assert_eq!((&seen.report.solution, &seen.report.utility), (&made.solution, &made.utility));
            assert_eq!(
                (&seen.report.privacy, &seen.report.risk.distribution),
                (&made.privacy, &made.risk.distribution)
            );
            assert!(
                seen.report.risk.before.is_some() && made.risk.before.is_none(),
                "told where somebody sees it"
            );
            assert_eq!(seen.report.columns, made.columns);
            let figures = after.figures().unwrap();
            assert_eq!(Some(figures.found.suppressed), made.solution.rows_suppressed);
            let losses: Vec<Option<f64>> = figures.columns.iter().map(|column| Some(column.loss)).collect();
            let told = made.columns.iter().filter(|column| column.role == "quasi-identifier");
            assert_eq!(losses, told.map(|column| column.information_loss).collect::<Vec<_>>());
            assert_eq!(seen.first.len(), 5);
            earlier = Some(after);
        }
    }
}

/// A decision that the gate let pass does not open it for another job.
#[test]
fn the_gate_is_asked_whenever_its_answer_may_differ() {
    let (folder, table) = opened();
    let is_unsafe = |result: Result<Decision, IncogError>| match result {
        Err(IncogError::Gate(GateError::Unsafe(dangers))) => {
            dangers.findings().iter().map(|finding| finding.key()).collect()
        }
        Ok(_) => Vec::new(),
        Err(other) => panic!("{other}"),
    };
    let harmless = decide(&table, &job(folder.path(), 3, "identifier", ""), None).unwrap();
    let open = is_unsafe(decide(&table, &job(folder.path(), 3, "insensitive", ""), Some(&harmless)));
    assert!(!open.is_empty());
    let waivers: String = open.iter().map(|key| format!("'{key}' = 'made up'\n")).collect();
    let waived = job(folder.path(), 3, "insensitive", &format!("[waivers]\n{waivers}"));
    let answered = decide(&table, &waived, Some(&harmless)).unwrap();
    // Equal columns, without the waiver.
    assert_eq!(is_unsafe(decide(&table, &job(folder.path(), 3, "insensitive", ""), Some(&answered))), open);
    assert!(decide(&table, &waived, Some(&answered)).is_ok());
    let undecided = decide(&table, &job(folder.path(), 3, "undecided", ""), Some(&answered));
    assert!(matches!(undecided, Err(IncogError::Gate(GateError::Undecided { .. }))));
}

#[test]
fn what_is_dropped_stops() {
    let (folder, table) = opened();
    let control = Control::default();
    control.abort();
    let job = job(folder.path(), 3, "identifier", "");
    assert!(matches!(table.decide(&job, None, &control, &mut |_| {}), Err(IncogError::Aborted(_))));
}

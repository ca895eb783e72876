//! The checkpoint of a search with islands, in one process.

use incog::plan::PlanError;
use incog::report::SearchFacts;
use incog::runs::FileRuns;
use incog::{CheckpointError, Control, Event, IncogError, Job, ReleaseOutcome};
use incog::{PlanStageError, ToolError};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// A job with a search that only its budget ends, which keeps its state where it is told to.
fn job(folder: &Path, output: &str) -> Job {
    let row =
        |n: usize| format!("{},{},{}\n", 20 + (n * 7) % 60, 100 + (n * 13) % 17, ["flu", "gout"][n % 2]);
    let rows: String = (0..60).map(row).collect();
    std::fs::write(folder.join("people.csv"), format!("age,zip,ill\n{rows}")).unwrap();
    let text = format!(
        "input = \"people.csv\"\noutput = \"{output}\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
         hierarchy = {{ intervals = [2, 4, 8, 16, 32], origin = 0 }}\n[columns.zip]\nrole = \"quasi-identifier\"\n\
         [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 3\n[suppression]\nlimit = 0.5\n\
         [utility]\nobjective = \"transparency\"\n[search]\nalgorithm = \"id-dga\"\nmax_evaluations = 60000\nthreads = 1\n"
    );
    let path = folder.join(format!("{output}.toml"));
    std::fs::write(&path, text).unwrap();
    Job::from_toml_file(&path)
        .unwrap()
        .keeping_checkpoints(Some(folder.join("state")), Duration::from_secs(3600))
}

/// A search that comes to its own end without a release leaves no state behind: going on from there
/// finds nothing either.
#[test]
fn nothing_is_kept_of_a_search_that_found_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv.toml");
    drop(job(folder.path(), "out.csv"));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("k-anonymity = 3", "k-anonymity = 100")).unwrap();
    let job = Job::from_toml_file(&path).unwrap();
    let error = job.keeping_checkpoints(Some(folder.path().join("state")), Duration::ZERO).run().unwrap_err();
    assert!(matches!(error, IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_)))), "{error}");
    assert_eq!(names(folder.path()), ["out.csv.toml", "people.csv"]);
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// From when the first run begins to read until it has published, a second one is refused, and
/// leaves everything as it is.
#[test]
fn a_checkpoint_is_for_one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (job(folder.path(), "first.csv"), job(folder.path(), "second.csv"));
    let mut asked = 0;
    first
        .run_with(&Control::default(), &mut |event| {
            if matches!(event, Event::Reading | Event::Searching { .. } | Event::Writing) {
                let refused = second.run().unwrap_err();
                let is_taken = |error: &CheckpointError| {
                    matches!(error, CheckpointError::Taken { path } if *path == folder.path().join("state"))
                };
                assert!(matches!(&refused, IncogError::Tool(ToolError::Checkpoint(error)) if is_taken(error)), "{refused}");
                asked += 1;
            }
        })
        .unwrap();
    assert_eq!(asked, 3);
    second.run().unwrap();
    let mut left = vec!["people.csv".to_owned()];
    for output in ["first.csv", "second.csv"] {
        left.extend(["", ".report.html", ".report.json", ".toml"].map(|ending| format!("{output}{ending}")));
    }
    left.sort();
    assert_eq!(names(folder.path()), left);
}

/// Runs a job whose place for the checkpoint goes away when the search begins, and ends the search
/// from outside; what it notes.
fn notes_of_one_that_cannot_keep(job: &Job, folder: &Path) -> String {
    let (control, mut notes) = (Control::default(), Vec::new());
    let ended = job.run_with(&control, &mut |event| match event {
        Event::Searching { .. } => std::fs::remove_dir_all(folder.join(".state.incog")).unwrap(),
        // What islands have found is known when they meet.
        Event::Progress(point) if point.evaluations > 0 => control.stop(),
        Event::Note(note) => notes.push(note),
        _ => {}
    });
    assert!(ended.unwrap().stopped.is_from_outside());
    notes.join("\n")
}

/// Where nothing could be written, nobody is told that there was nothing to keep.
#[test]
fn a_checkpoint_that_cannot_be_written_is_told_as_that() {
    for every in [Duration::ZERO, Duration::from_secs(3600)] {
        let folder = tempfile::tempdir().unwrap();
        let job = job(folder.path(), "out.csv").keeping_checkpoints(Some(folder.path().join("state")), every);
        let notes = notes_of_one_that_cannot_keep(&job, folder.path());
        assert!(notes.contains("cannot write the checkpoint"), "{notes}");
        assert!(
            notes.contains("its checkpoint could not be written") && !notes.contains("first checkpoint"),
            "{notes}"
        );
        assert!(folder.path().join("out.csv").exists() && !folder.path().join("state").exists());
    }
}

/// A link would be locked and removed in the place of the file that it leads to.
#[cfg(unix)]
#[test]
fn a_checkpoint_is_no_link() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path(), "out.csv");
    let before = names(folder.path());
    for is_there in [false, true] {
        let [real, link] = ["real", "state"].map(|name| folder.path().join(name));
        if is_there {
            std::fs::write(&real, "mine").unwrap();
        }
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let refused = job.run().unwrap_err();
        assert!(
            matches!(&refused, IncogError::Tool(ToolError::Checkpoint(CheckpointError::Link { path })) if *path == link),
            "{refused}"
        );
        assert!(link.is_symlink() && real.exists() == is_there);
        std::fs::remove_file(&link).unwrap();
    }
    std::fs::remove_file(folder.path().join("real")).unwrap();
    assert_eq!(names(folder.path()), before);
}

/// Runs a job, and ends its search from outside after some time; whether it went on from a
/// checkpoint.
fn run_for(job: &Job, time: Duration) -> (Result<ReleaseOutcome, IncogError>, bool) {
    let (control, mut goes_on) = (Control::default(), false);
    let ended = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !control.has_begun_search() {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(time);
            control.stop();
        });
        job.run_with(&control, &mut |event| {
            goes_on |= matches!(event, Event::Note(note) if note.contains("resuming the search from the checkpoint"));
        })
    });
    (ended, goes_on)
}

/// Ended from outside again and again, each run goes on from the last meeting of the one before, to
/// the same release.
#[test]
fn runs_that_are_ended_go_on_to_the_same_release() {
    let [whole, parts] = [(), ()].map(|()| tempfile::tempdir().unwrap());
    let expected = job(whole.path(), "out.csv").run().unwrap();
    let job = job(parts.path(), "out.csv").replacing_output(true).replacing_better_ones(true);
    let (mut ended, mut went_on) = (0, 0);
    let last = loop {
        let was_kept = parts.path().join("state").exists();
        let (run, goes_on) = run_for(&job, Duration::from_millis(5 * (ended + 1)));
        assert_eq!(goes_on, was_kept);
        went_on += u64::from(goes_on);
        match run {
            Ok(run) if !run.stopped.is_from_outside() => break run,
            Ok(_) | Err(IncogError::Plan(PlanStageError::Plan(PlanError::NothingFound(_)))) => ended += 1,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(went_on > 0, "the search was over before its state was kept");
    let release = |folder: &TempDir| std::fs::read(folder.path().join("out.csv")).unwrap();
    assert_eq!(release(&parts), release(&whole));
    // All that is told of it but for its seconds, also how it was approached.
    let [last, expected] =
        [last, expected].map(|run| SearchFacts { seconds: 0.0, ..run.report.search.unwrap() });
    assert_eq!(last, expected);
    assert!(!parts.path().join("state").exists());
}

//! Why the ledger of a series cannot be used.

use incog_card::Stop;
use std::path::PathBuf;
use thiserror::Error;

/// Why the ledger of a series cannot be used.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// It cannot be opened, read or written.
    #[error("{}: cannot use the ledger: {source}", path.display())]
    File {
        /// The ledger.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// It, or its head, is not there, and nobody said that a series begins.
    #[error(
        "{}: this file of the series is missing or empty; restore the newest copy, because a new series shows \
         what became of people in the old one. If these people were never published, run once with \
         --new-series",
        path.display()
    )]
    Missing {
        /// The ledger.
        path: PathBuf,
    },
    /// A series begins that has begun.
    #[error("{}: this series has {runs} releases; leave --new-series out", path.display())]
    Begun {
        /// The ledger.
        path: PathBuf,
        /// Releases that have appeared.
        runs: u64,
    },
    /// It is older than the newest release.
    #[error(
        "{}: the ledger has {runs} runs, but {appeared} releases have appeared; it is an old copy, or was \
         cut off. Restore the newest copy, because forgotten people would be published twice",
        path.display()
    )]
    Behind {
        /// The ledger.
        path: PathBuf,
        /// Runs that it has.
        runs: u64,
        /// Releases that have appeared.
        appeared: u64,
    },
    /// It lacks a release whose report names it.
    #[error(
        "{}: the ledger does not have the release of {}, so the ledger and its head are old copies. Restore \
         the newest copy of both, because forgotten people would be published twice. If that release is of \
         another series, publish into another folder",
        path.display(), report.display()
    )]
    Restored {
        /// The ledger.
        path: PathBuf,
        /// The report of the release.
        report: PathBuf,
    },
    /// It is another table than that of the night.
    #[error(
        "{}: {missing} people who came with this release are not in the table as they came; name the table \
         of that night (--input)",
        path.display()
    )]
    OtherTable {
        /// The ledger.
        path: PathBuf,
        /// People who came with the release.
        missing: usize,
    },
    /// The search for classes of newcomers was ended before it was done.
    #[error(
        "the search for classes of newcomers was ended ({stopped}), and they would keep these labels for \
         good; nothing was published. Give the search more time (search.max_seconds) or more evaluations"
    )]
    CutShort {
        /// Why it ended.
        stopped: Stop,
    },
    /// Another run has it.
    #[error("{}: another run uses this ledger; try again when it has ended", path.display())]
    InUse {
        /// The ledger.
        path: PathBuf,
    },
    /// Others may read it.
    #[error("{}: other users can read the ledger, which tells who is in the releases; protect it with: chmod 600", path.display())]
    Open {
        /// The ledger.
        path: PathBuf,
    },
    /// A line was changed, or another secret sealed it.
    #[error(
        "{}: line {line} does not have the seal of this series; somebody changed the ledger, or the job \
         names another secret (release.secret)",
        path.display()
    )]
    Broken {
        /// The ledger.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// Another version of incog wrote it.
    #[error(
        "{}: the ledger has form {form}, and this version of incog keeps form {kept}; go on with the version \
         that wrote it. Otherwise begin a new series: name a new file in releases.ledger, list the newest \
         internal report of the old series in releases.earlier, and run once with --new-series",
        path.display()
    )]
    OtherForm {
        /// The ledger.
        path: PathBuf,
        /// Its form.
        form: u32,
        /// The form that this version reads and writes.
        kept: u32,
    },
    /// The job asks for something else than the series.
    #[error(
        "{}: the series was begun with {key} = {then}, and now the job and the table have {now}; go back to \
         that, because a new series of these people would show what became of them in the old one",
        path.display()
    )]
    OtherTerms {
        /// The ledger.
        path: PathBuf,
        /// The setting that differs.
        key: &'static str,
        /// Its former value.
        then: String,
        /// Its value in the job.
        now: String,
    },
    /// Somebody has several records, or none says who.
    #[error(
        "column {column:?} must name one person for each record: {records} records name nobody, or \
         somebody named before (7 and 007 are one); publish one record for each person, or leave releases.ledger out"
    )]
    NotOneRecord {
        /// The column of people.
        column: String,
        /// How many records are wrong.
        records: usize,
    },
    /// A hierarchy gives other labels than before.
    #[error(
        "the labels of column {column:?} are not those of the earlier releases, so an attacker who compares \
         them would see who came and went; restore its hierarchy (its rule in the job, or its file)"
    )]
    OtherLabels {
        /// The column.
        column: String,
    },
    /// Most people of the last release are not in the table as they were: probably a mistake.
    #[error(
        "{missing} of {people} people whose records were up to date are missing in the table, or have \
         other labels; they could not come back once they left the releases, so check that the table is \
         whole and its columns are as before"
    )]
    MostLeft {
        /// People who are missing or have changed, and were there as they were in the last run.
        missing: usize,
        /// People who were there as they were in the last run.
        people: usize,
    },
    /// No class of newcomers meets the models, and nobody else is in the release.
    #[error(
        "nobody can be published: no class of newcomers meets the models (people who wait: {waiting}); relax \
         the models, or coarsen a hierarchy"
    )]
    Nobody {
        /// People who wait.
        waiting: usize,
    },
    /// The written release is not the one of the ledger: a defect of the program.
    #[error(
        "the written release is not the one that the ledger describes (a defect of incog; please report it)"
    )]
    OtherRelease,
    /// The verifier has no ledger, or one of another series.
    #[error(
        "{}: the ledger does not have this release, so nobody can tell who was in it; name the job file \
         whose ledger has it (--job)",
        path.display()
    )]
    NotInLedger {
        /// The ledger.
        path: PathBuf,
    },
    /// A command that does not keep the series.
    #[error("the job has a ledger (releases.ledger), which only incog anonymize keeps; run incog anonymize")]
    OtherCommand,
}

impl LedgerError {
    /// The exit code of the command: 3 where nobody can be published, otherwise 1.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Nobody { .. } => 3,
            Self::CutShort { .. } => 5,
            _ => 1,
        }
    }
}

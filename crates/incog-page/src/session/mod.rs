//! What is open: a table, and the job that is being made for it.
//!
//! The job is the only value that changes, as a job file key by key. Every change makes a new
//! revision of it, which is decided by the library as the command would decide the file; whoever
//! changes says which revision was seen, so two tabs cannot undo each other's work unseen.

mod change;
mod decision;
mod exploration;
mod hierarchy_files;
mod open_file;
mod outcome;
mod save_files;
mod task;
mod tree_edit;
mod uploads;

pub(crate) use change::{MOST_STEPS, of_json, put};
pub use exploration::AXES;
pub use open_file::{Header, OpenError};
pub use outcome::{Decided, Outcome, Saved, Saving, TradeOff};
pub use save_files::Names;
pub(crate) use save_files::{check_names, shell_word};
pub(crate) use task::{DIED, beside};
pub use tree_edit::TreeEdit;
use uploads::Uploads;

use crate::watched_state::WatchedState;

use incog::explore::Neighbours;
use incog::job::{JobFile, ProposedColumn};
use incog::open_table::{Decision, OpenTable};
use incog::{Control, Job, JobError};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, MutexGuard};
use thiserror::Error;

/// An open table with its job; clones are the same one.
#[derive(Clone)]
pub struct Session(Arc<Inner>);

struct Inner {
    opened: Opened,
    state: WatchedState<State>,
}

/// What does not change while the page is open.
pub struct Opened {
    /// The table.
    pub table: OpenTable,
    /// What was opened, as somebody named it.
    pub name: PathBuf,
    /// What is proposed for the columns.
    pub proposed: Vec<ProposedColumn>,
    /// The folder in which files are saved; paths of the job are relative to it.
    pub folder: PathBuf,
    /// What the page proposes to save as.
    names: Names,
    /// The job as it was opened.
    at_first: JobFile,
    /// The files that the job names: no other may be named.
    files: BTreeSet<String>,
    /// Hierarchy files that were opened in the page, gone with the process.
    uploads: Uploads,
}

/// What changes.
pub struct State {
    /// The number of the job, from 1 on.
    pub revision: u64,
    /// The job.
    pub job: JobFile,
    /// What came of it.
    pub outcome: Arc<Outcome>,
    /// What stands under a trade-off, if one was asked for.
    pub trade_off: TradeOff,
    /// What is one step from the release of a revision.
    pub neighbours: Option<(u64, Result<Arc<Neighbours>, String>)>,
    /// What was saved last.
    pub saving: Saving,
    decision: Option<Arc<Decision>>,
    deciding: Option<Arc<Control>>,
    others: Vec<Arc<Control>>,
    is_looking: bool,
    ended: bool,
}

/// Why something is not done.
#[derive(Debug, Error)]
pub enum ChangeError {
    /// Somebody else was faster.
    #[error("the job was changed in another tab; this tab now shows that job")]
    Stale,
    /// The page is about to end.
    #[error("the page is closing")]
    Ended,
    /// The path leads to no key that may be changed here.
    #[error("this key can only be changed in the job file")]
    NoKey,
    /// A file that nobody opened.
    #[error("files can only be named in the job file: the page reads no other files")]
    NoFile,
    /// A waiver without a reason.
    #[error("a waiver needs a reason: who accepts it, and why")]
    NoReason,
    /// The value is none that the key takes.
    #[error("{0}")]
    Refused(String),
    /// The column is none of the table.
    #[error("the table has no such column")]
    NoColumn,
    /// More than is kept of hierarchy files.
    #[error(
        "the hierarchy files that were opened in this page have more than {most} MiB together; start it again"
    )]
    TooMuch {
        /// Most MiB.
        most: u64,
    },
    /// Something of that kind is still running.
    #[error("this is still running")]
    Running,
}

impl Session {
    fn new(opened: Opened, job: JobFile) -> Self {
        let state = State {
            revision: 1,
            job,
            outcome: Arc::new(Outcome::Searching(Vec::new())),
            trade_off: TradeOff::None,
            neighbours: None,
            saving: Saving::None,
            decision: None,
            deciding: None,
            others: Vec::new(),
            is_looking: false,
            ended: false,
        };
        Self(Arc::new(Inner { opened, state: WatchedState::new(state) }))
    }

    /// What does not change.
    pub fn opened(&self) -> &Opened {
        &self.0.opened
    }

    /// What changes, for as long as the guard is held.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.get()
    }

    /// The job of a file as it stands, with all checks that need no table.
    pub fn job(&self, file: &JobFile) -> Result<Job, JobError> {
        let job = Job::from_file(file, &self.0.opened.folder)?;
        Ok(job.drawing_by(self.0.opened.table.draw_key().clone()))
    }

    /// Waits until there is something after `sequence`, but not for ever; tells what is there.
    pub fn wait(&self, sequence: u64) -> Value {
        let (state, sequence) = self.0.state.wait(sequence, |state| state.ended);
        json!({
            "sequence": sequence,
            "revision": state.revision,
            "phase": state.outcome.phase(),
            "saving": state.saving.is_running(),
            "exploring": state.trade_off.is_running(),
            "first": "Columns",
        })
    }

    /// Changes the state by a closure, and tells those who wait.
    fn tell<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        self.0.state.tell(change)
    }

    /// Ends whatever is running.
    pub fn end(&self) {
        let running = self.tell(|state| {
            state.ended = true;
            let deciding = state.deciding.take();
            deciding.into_iter().chain(state.others.drain(..)).collect::<Vec<_>>()
        });
        running.iter().for_each(|control| control.abandon());
        // Not left to the end of the last clone: one may be held for as long as the process lives.
        self.0.opened.uploads.remove();
    }

    /// Whether files are being written.
    pub fn is_saving(&self) -> bool {
        self.state().saving.is_running()
    }
}

impl State {
    /// The next revision, of which nothing is known yet; returns its number.
    fn next(&mut self, job: JobFile) -> u64 {
        self.job = job;
        self.outcome = Arc::new(Outcome::Searching(Vec::new()));
        self.revision += 1;
        self.revision
    }

    /// Lets a change in that was made of what is there now.
    fn check(&self, revision: u64) -> Result<(), ChangeError> {
        if self.ended {
            return Err(ChangeError::Ended);
        }
        if self.revision == revision { Ok(()) } else { Err(ChangeError::Stale) }
    }
}

impl Opened {
    /// Where files are saved.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the page proposes to save as.
    pub fn names(&self) -> &Names {
        &self.names
    }
}

//! Trajectories that are open, and the job that is being made for them.
//!
//! As with a table (`session`), the job is the only value that changes, and every change of it is
//! decided by the library as the command decides the file. A change that only asks for another
//! compromise of the front is not searched again.

mod change;
mod parts;
mod save_files;

pub use parts::trip_part;

use crate::session::{ChangeError, DIED, Names, OpenError, Saving, beside};
use crate::watched_state::WatchedState;
use incog::io::read_job_text;
use incog::trajectories::{
    OpenTrajectories, SearchedTrajectories, SeenTrajectories, TrajectoryError, TrajectoryJob, TripFinding,
};
use incog::{Control, IncogError};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::{Arc, MutexGuard};

/// Open trajectories with their job; clones are the same.
#[derive(Clone)]
pub struct TripSession(Arc<Inner>);

struct Inner {
    opened: OpenedTrips,
    state: WatchedState<TripState>,
}

/// What does not change while the page is open.
pub struct OpenedTrips {
    /// The points.
    trajectories: OpenTrajectories,
    /// What was opened, as somebody named it.
    name: PathBuf,
    /// Where files are saved.
    folder: PathBuf,
    names: Names,
}

/// What changes.
pub struct TripState {
    revision: u64,
    job: TrajectoryJob,
    outcome: Arc<TripOutcome>,
    searched: Option<Arc<SearchedTrajectories>>,
    saving: Saving,
    deciding: Option<Arc<Control>>,
    writing: Option<Arc<Control>>,
    ended: bool,
}

/// What came of a job.
pub enum TripOutcome {
    /// It is being looked for.
    Searching,
    /// Why there is no release.
    Refused(String),
    /// These findings block publication.
    Unsafe(Vec<(TripFinding, usize)>),
    /// A release, made in memory and measured.
    Seen(Box<SeenTrajectories>),
}

impl TripOutcome {
    fn phase(&self) -> &'static str {
        match self {
            Self::Searching => "searching",
            Self::Refused(_) => "refused",
            Self::Unsafe(_) => "unsafe",
            Self::Seen(_) => "seen",
        }
    }
}

impl TripSession {
    /// Whether a file is a job of trajectories: a job file that can be read as one. What is wrong
    /// with any other is said by whoever opens it as a table's.
    pub fn is_job(path: &Path) -> bool {
        let is_toml = path.extension().is_some_and(|ending| ending == "toml");
        let text = is_toml.then(|| read_job_text(path).ok()).flatten();
        text.is_some_and(|text| {
            let table: toml::Table = toml::from_str(&text).unwrap_or_default();
            // k stands in [privacy] of no job of a table.
            let privacy = table.get("privacy").and_then(toml::Value::as_table);
            privacy.is_some_and(|privacy| privacy.contains_key("k"))
        })
    }

    /// Opens a job.
    ///
    /// # Errors
    /// When it or its points cannot be read.
    pub fn open(path: &Path, folder: Option<&Path>) -> Result<Self, OpenError> {
        let absolute = |path: &Path| {
            path.canonicalize().map_err(|source| OpenError::Folder { path: path.to_owned(), source })
        };
        let file = absolute(path)?;
        let folder = match folder {
            Some(folder) => absolute(folder)?,
            None => file.parent().unwrap_or(Path::new("/")).to_owned(),
        };
        let job = TrajectoryJob::from_toml_file(&file).map_err(IncogError::from)?;
        let trajectories = OpenTrajectories::read(&job).map_err(IncogError::from)?;
        let release = job.output.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let names = Names::proposed(&folder, release);
        let opened = OpenedTrips { trajectories, name: path.to_owned(), folder, names };
        let state = TripState {
            revision: 1,
            job,
            outcome: Arc::new(TripOutcome::Searching),
            searched: None,
            saving: Saving::None,
            deciding: None,
            writing: None,
            ended: false,
        };
        Ok(Self(Arc::new(Inner { opened, state: WatchedState::new(state) })))
    }

    fn opened(&self) -> &OpenedTrips {
        &self.0.opened
    }

    fn state(&self) -> MutexGuard<'_, TripState> {
        self.0.state.get()
    }

    /// Waits for news, and tells what is there.
    pub fn wait(&self, sequence: u64) -> Value {
        let (state, sequence) = self.0.state.wait(sequence, |state| state.ended);
        json!({
            "sequence": sequence,
            "revision": state.revision,
            "phase": state.outcome.phase(),
            "saving": state.saving.is_running(),
            "exploring": false,
            "first": "Points",
        })
    }

    /// Drops the search under way, and looks for the release of the job as it is now.
    pub fn solve(&self) {
        let control = Arc::new(Control::default());
        let (revision, job, searched, dropped) = {
            let mut state = self.state();
            if state.ended {
                return;
            }
            let dropped = state.deciding.replace(control.clone());
            (state.revision, state.job.clone(), state.searched.clone(), dropped)
        };
        dropped.iter().for_each(|dropped| dropped.abort());
        let (session, dead, ending) = (self.clone(), self.clone(), control.clone());
        let work = move || session.decide(revision, &job, searched, &control);
        beside(&ending, work, move || dead.put(revision, TripOutcome::Refused(DIED.to_owned())));
    }

    fn decide(
        &self,
        revision: u64,
        job: &TrajectoryJob,
        known: Option<Arc<SearchedTrajectories>>,
        control: &Control,
    ) {
        let known = known.filter(|known| known.serves(job));
        let searched =
            known.map_or_else(|| self.opened().trajectories.search(job, control).map(Arc::new), Ok);
        if control.is_stopped() {
            return;
        }
        let seen = searched.and_then(|searched| {
            self.state().searched = Some(searched.clone());
            searched.release(job)
        });
        self.put(
            revision,
            match seen {
                Ok(seen) => TripOutcome::Seen(Box::new(seen)),
                Err(TrajectoryError::Unsafe { dangers, .. }) => TripOutcome::Unsafe(
                    dangers.0.iter().map(|danger| (danger.finding, danger.trajectories)).collect(),
                ),
                Err(error) => TripOutcome::Refused(error.to_string()),
            },
        );
    }

    fn put(&self, revision: u64, outcome: TripOutcome) {
        self.0.state.tell(|state| {
            if state.revision == revision {
                state.outcome = Arc::new(outcome);
            }
        });
    }

    /// Ends whatever is running.
    pub fn end(&self) {
        let running = self.0.state.tell(|state| {
            state.ended = true;
            [state.deciding.take(), state.writing.take()]
        });
        running.iter().flatten().for_each(|control| control.abandon());
    }

    /// Whether files are being written.
    pub fn is_saving(&self) -> bool {
        self.state().saving.is_running()
    }
}

impl TripState {
    /// Lets a change in that was made of what is there now.
    fn check(&self, revision: u64) -> Result<(), ChangeError> {
        if self.ended {
            return Err(ChangeError::Ended);
        }
        if self.revision == revision { Ok(()) } else { Err(ChangeError::Stale) }
    }

    fn next(&mut self, job: TrajectoryJob) -> u64 {
        self.job = job;
        self.outcome = Arc::new(TripOutcome::Searching);
        self.revision += 1;
        self.revision
    }
}

//! What a search with islands may have around it: other processes, and a file in which its state is
//! kept.

use super::spec::Job;
use incog_transport::Transport;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How a search with islands is shared and kept; not part of the job file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Islands {
    /// Where the state is kept.
    pub checkpoint: Option<Checkpoint>,
    /// The other processes.
    pub ranks: Option<Ranks>,
}

/// A file in which the state of a search is kept, and how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The file.
    pub path: PathBuf,
    /// The time between two writings.
    pub every: Duration,
}

/// The way to the other processes of a run.
#[derive(Clone)]
pub struct Ranks(pub Arc<dyn Transport>);

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {} of {}", self.0.rank(), self.0.ranks())
    }
}

impl PartialEq for Ranks {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Job {
    /// Sets the file in which the state of a search with islands is kept, and how often
    /// (`--checkpoint`). Where there is such a file of the same job and table, the search goes on
    /// from there; it is removed when the search has come to its end and the release is published.
    #[must_use]
    pub fn keeping_checkpoints(mut self, path: Option<PathBuf>, every: Duration) -> Self {
        self.islands.checkpoint = path.map(|path| Checkpoint { path, every });
        self
    }

    /// Shares a search with islands with the other processes of a run, each of which has read the
    /// same job and table. The first of them publishes the release; all others call
    /// `Job::search_along`.
    #[must_use]
    pub fn among(mut self, ranks: Arc<dyn Transport>) -> Self {
        self.islands.ranks = Some(Ranks(ranks));
        self
    }

    /// The file in which the state of the search is kept, if it is.
    pub fn checkpoint(&self) -> Option<&Path> {
        self.islands.checkpoint.as_ref().map(|checkpoint| checkpoint.path.as_path())
    }
}

//! What a page is about: a table, or trajectories.

use crate::session::{Header, OpenError, Session};
use crate::trips::TripSession;
use std::path::Path;

/// What a page is about; clones are the same.
#[derive(Clone)]
pub enum OpenSubject {
    /// A table, and the job that is made for it.
    Table(Session),
    /// Points of moving objects, and the job that is made for them.
    Trips(TripSession),
}

impl OpenSubject {
    /// Opens a job file (`.toml`) of either kind, or a table, of which a job is proposed; files are
    /// saved in `folder`, or beside what is opened.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(path: &Path, header: Header, folder: Option<&Path>) -> Result<Self, OpenError> {
        if TripSession::is_job(path) {
            return Ok(Self::Trips(TripSession::open(path, folder)?));
        }
        Ok(Self::Table(Session::open(path, header, folder)?))
    }

    /// Looks for the release of the job as it is now.
    pub(crate) fn solve(&self) {
        match self {
            Self::Table(session) => session.solve(),
            Self::Trips(session) => session.solve(),
        }
    }

    /// Ends whatever is running.
    pub(crate) fn end(&self) {
        match self {
            Self::Table(session) => session.end(),
            Self::Trips(session) => session.end(),
        }
    }

    /// Whether files are being written.
    pub(crate) fn is_saving(&self) -> bool {
        match self {
            Self::Table(session) => session.is_saving(),
            Self::Trips(session) => session.is_saving(),
        }
    }
}

impl From<Session> for OpenSubject {
    fn from(session: Session) -> Self {
        Self::Table(session)
    }
}

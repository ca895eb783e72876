//! What came of a job.

use incog::explore::Exploration;
use incog::open_table::{Figures, SeenRelease};
use incog::plan::TracePoint;
use std::path::PathBuf;

/// What came of a job.
pub enum Outcome {
    /// It is being looked for; the course of the search so far.
    Searching(Vec<TracePoint>),
    /// The job contradicts itself, or the table.
    Refused(String),
    /// These columns have to be decided first.
    Undecided(Vec<String>),
    /// These findings keep it from being published: name and explanation.
    Unsafe(Vec<(String, String)>),
    /// A release.
    Decided(Box<Decided>),
}

/// A release that was decided on.
pub struct Decided {
    /// What its tuples tell.
    pub figures: Figures,
    /// What should be looked at.
    pub notes: Vec<String>,
    /// The course of the search.
    pub course: Vec<TracePoint>,
    /// The release as it would be published, once it is made; or why it could not be.
    pub seen: Option<Result<SeenRelease, String>>,
}

impl Outcome {
    /// Where it stands, in a word.
    pub fn phase(&self) -> &'static str {
        match self {
            Self::Searching(_) => "searching",
            Self::Refused(_) => "refused",
            Self::Undecided(_) => "undecided",
            Self::Unsafe(_) => "unsafe",
            Self::Decided(decided) if decided.seen.is_none() => "decided",
            Self::Decided(_) => "seen",
        }
    }
}

/// A trade-off.
pub enum TradeOff {
    /// Nobody has asked.
    None,
    /// Points that are done, and all.
    Running(usize, usize),
    /// That of the job of a revision.
    Found(u64, Box<Exploration>),
    /// Why there is none.
    Refused(String),
}

impl TradeOff {
    /// Whether it is being made.
    pub fn is_running(&self) -> bool {
        matches!(self, Self::Running(..))
    }
}

/// Files.
pub enum Saving {
    /// Nobody has asked.
    None,
    /// They are being written.
    Running,
    /// They are there.
    Done(Saved),
    /// Why not all of them are there, and those that are.
    Refused(String, Vec<PathBuf>),
}

/// What was saved.
pub struct Saved {
    /// The revision it is of.
    pub revision: u64,
    /// All files.
    pub files: Vec<PathBuf>,
    /// Equivalent command.
    pub command: String,
    /// Whether the bound was met.
    pub is_proved: bool,
}

impl Saving {
    /// Whether files are being written.
    pub fn is_running(&self) -> bool {
        matches!(self, Self::Running)
    }
}

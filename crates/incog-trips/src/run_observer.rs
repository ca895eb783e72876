//! Whoever follows a run of trajectories, and may get its release instead of a file.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TripEvent {
    /// The points are being read.
    Reading,
    /// Clusters are being looked for.
    Searching,
    /// So many clusterings were looked at, of so many at most where that is known.
    Evaluated(u64, Option<u64>),
    /// The release is being written and measured.
    Publishing,
}

/// Whoever follows a run.
#[derive(Clone, Copy)]
pub struct Followed<'a> {
    /// Is told how far it is.
    pub observe: &'a (dyn Fn(TripEvent) + Sync),
    /// Gets the release, instead of the file that the job names.
    pub receiver: Option<TripReceiver<'a>>,
}

impl Default for Followed<'_> {
    /// Nobody.
    fn default() -> Self {
        Self { observe: &|_| {}, receiver: None }
    }
}

/// Who gets a release once it is measured; its reports are beside the output that the job names,
/// and call it so.
#[derive(Debug, Clone, Copy)]
pub struct TripReceiver<'a> {
    /// Where the release is made, of which nobody else should be able to read.
    pub folder: &'a Path,
    /// Where it goes, such as a pipe.
    pub stream: &'a File,
}

impl TripReceiver<'_> {
    /// The file that the release is made in.
    pub(crate) fn made_in(&self, output: &Path) -> PathBuf {
        self.folder.join(output.file_name().unwrap_or_default())
    }

    /// Hands the release on.
    pub(crate) fn hand_on(&self, output: &Path) -> io::Result<()> {
        io::copy(&mut File::open(self.made_in(output))?, &mut &*self.stream).map(drop)
    }
}

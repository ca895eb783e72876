//! A table that is read, or a release that is handed on, elsewhere than at the paths that a report
//! tells.

use super::spec::Job;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the bytes of a job's table and release really are.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Elsewhere {
    /// The file of the table.
    input: Option<PathBuf>,
    /// The file of the population.
    population: Option<PathBuf>,
    /// Who gets the release.
    receiver: Option<Receiver>,
}

/// Who gets a release once it is measured, instead of a file.
#[derive(Debug, Clone)]
struct Receiver {
    /// Where the release is made.
    folder: PathBuf,
    /// Where it goes, such as a pipe.
    stream: Arc<File>,
}

impl PartialEq for Receiver {
    fn eq(&self, other: &Self) -> bool {
        self.folder == other.folder && Arc::ptr_eq(&self.stream, &other.stream)
    }
}

impl Job {
    /// Reads the table from this file; reports and messages go on calling it [`Job::input`].
    #[must_use]
    pub fn reading(mut self, file: impl Into<PathBuf>) -> Self {
        self.elsewhere.input = Some(file.into());
        self
    }

    /// Reads the people of the population from this file; reports and messages go on calling it by
    /// the path in the job.
    pub fn counting_in(mut self, file: impl Into<PathBuf>) -> Self {
        self.elsewhere.population = Some(file.into());
        self
    }

    /// Where the table of the population really is, if it is elsewhere.
    pub fn population_elsewhere(&self) -> Option<&Path> {
        self.elsewhere.population.as_deref()
    }

    /// Hands the release on to `stream` instead of writing it to [`Job::output`], which stays its
    /// name in the reports, and beside which these are. It is made in `folder`, of which nobody
    /// else should be able to read, and not a byte of it is handed on before it was read back and
    /// measured; the reports appear after the last one.
    #[must_use]
    pub fn handing_on(mut self, folder: impl Into<PathBuf>, stream: File) -> Self {
        self.elsewhere.receiver = Some(Receiver { folder: folder.into(), stream: Arc::new(stream) });
        self
    }

    /// The file that the table is read from.
    pub fn input_file(&self) -> &Path {
        self.elsewhere.input.as_deref().unwrap_or(&self.input)
    }

    /// The file that the release is made in, where it is handed on.
    pub fn handed_on(&self) -> Option<PathBuf> {
        let receiver = self.elsewhere.receiver.as_ref()?;
        Some(receiver.folder.join(self.output.file_name()?))
    }

    /// Hands the release on, if somebody waits for it.
    pub fn hand_on(&self) -> io::Result<()> {
        let (Some(receiver), Some(made)) = (&self.elsewhere.receiver, self.handed_on()) else {
            return Ok(());
        };
        io::copy(&mut File::open(made)?, &mut &*receiver.stream).map(drop)
    }
}

//! The file of `incog explore --resume`.

use crate::output::Done;
use crate::output::Failure;
use crate::write_file::write_private_file;
use incog::explore::{KeptPoints, Point};
use incog::{Job, Objective};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often points are written; what is found in between is lost if the process is killed.
const STEP: Duration = Duration::from_secs(1);

/// Points in a file that only its owner can read.
pub struct KeptFile {
    path: PathBuf,
    reads: Vec<PathBuf>,
    kept: Mutex<(KeptPoints, Instant)>,
}

impl KeptFile {
    /// The points that the file has. It is written at once, so that a place that cannot be written
    /// to is known before anything is looked for.
    pub fn open(path: &Path, job: &Job, metrics: &[Objective]) -> Result<Self, Failure> {
        let kept = KeptPoints::read(path, job, metrics)?;
        let kept = Mutex::new((kept, Instant::now()));
        let file = Self { path: path.to_owned(), reads: job.files_read(), kept };
        file.write()?;
        Ok(file)
    }

    /// What it has.
    pub fn known(&self) -> KeptPoints {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    /// Keeps a point. Should the file be gone meanwhile, the end says so.
    pub fn keep(&self, point: &Point) {
        let mut guard = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        guard.0.keep(point);
        if guard.1.elapsed() > STEP {
            guard.1 = Instant::now();
            let _ = self.put(&guard.0);
        }
    }

    /// Writes all of them.
    pub fn write(&self) -> Done {
        self.put(&self.known())
    }

    fn put(&self, kept: &KeptPoints) -> Done {
        write_private_file(&self.path, true, &self.reads, kept.to_json())
    }
}

//! No job writes to a file it reads, and its outputs are different files.
//!
//! The run checks this again for every file it writes ([`incog_io::Staging`]); here the message can
//! give the line of the job.

use super::check::{Checked, at};
use super::error::JobProblem;
use super::spec::Job;
use incog_io::is_same_file;
use std::path::Path;

pub(super) fn check_outputs(job: &Job) -> Checked<()> {
    let trace = job.trace.as_deref().map(|trace| ("search.trace", trace));
    let outputs = std::iter::once(("output", job.output.as_path())).chain(trace);
    for (key, output) in outputs {
        check_output(job, key, output)?;
    }
    match trace.filter(|(_, trace)| is_same_file(&job.output, trace)) {
        None => Ok(()),
        Some((key, _)) => {
            let (first, second) = ("output".into(), key.into());
            let why = "they are the same file; choose different names";
            Err(at(key, JobProblem::Contradiction { first, second, why }))
        }
    }
}

fn check_output(job: &Job, key: &'static str, output: &Path) -> Checked<()> {
    match job.files_read().into_iter().find(|read| is_same_file(read, output)) {
        None => Ok(()),
        Some(read) => {
            let problem = JobProblem::SameFile { key, output: output.to_owned(), read };
            Err(at(key, problem))
        }
    }
}

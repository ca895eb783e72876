//! A plan instead of a release.

use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::decide::decision::Decided;
use crate::publish::decide::plan_file::PlanFile;
use crate::publish::decide::search_files::SearchFiles;
use crate::publish::spine::Sink;
use incog_io::Staging;
use std::path::{Path, PathBuf};

/// The claimed file of a plan.
pub(in crate::publish) struct PlanSink {
    path: PathBuf,
    staging: Staging,
}

impl PlanSink {
    /// Claims the file of a plan, and those that its search leaves.
    pub fn claim(
        job: &Job,
        path: &Path,
        context: &mut Context<'_>,
    ) -> Result<(Self, SearchFiles), IncogError> {
        let mut targets = vec![path.to_owned()];
        let files = SearchFiles::new(job, &mut targets, context.control)?;
        let staging = context.control.take::<IncogError>(targets, job.force, &job.files_read())?;
        Ok((Self { path: path.to_owned(), staging }, files))
    }
}

impl Sink for PlanSink {
    type Outcome = PlanFile;

    fn publish(
        mut self,
        job: &Job,
        decided: Decided<'_>,
        context: &mut Context<'_>,
    ) -> Result<PlanFile, IncogError> {
        let Decided { prepared, plan, files } = decided;
        files.write(&prepared.problem, &plan, &mut self.staging, context)?;
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let file = PlanFile::new(job, &prepared.problem, plan, folder)?;
        self.staging.write(0, file.to_json())?;
        self.staging.keep_private(0)?;
        self.staging.commit()?;
        files.end(&file.plan);
        Ok(file)
    }
}

/// A plan that no file has yet.
pub(in crate::publish) struct PlanInMemory;

impl Sink for PlanInMemory {
    type Outcome = PlanFile;

    fn publish(
        self,
        job: &Job,
        Decided { prepared, plan, .. }: Decided<'_>,
        _: &mut Context<'_>,
    ) -> Result<PlanFile, IncogError> {
        PlanFile::new(job, &prepared.problem, plan, Path::new(""))
    }
}

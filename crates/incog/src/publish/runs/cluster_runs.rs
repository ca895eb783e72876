//! A table of a cluster, which counts its records.

use crate::IncogError;
use crate::job::{Job, JobError, JobProblem, Place};
use crate::publish::context::Context;
use crate::publish::decide::decision::Decision;
use crate::publish::decide::search_files::SearchFiles;
use crate::publish::event::Event;
use crate::publish::sink::cluster_sink::{ClusterDecision, ClusterSink, RELEASE};
use crate::publish::source::cluster::ClusterSource;
use crate::publish::source::rows::check_for_rows;
use crate::publish::spine::publish;
use crate::publish::threads::on_threads;
use incog_disclosure::read::counted_rows::CountedRows;
use incog_io::Control;

/// Publishing a table of a cluster.
pub trait ClusterRuns {
    /// The job.
    fn job(&self) -> &Job;

    /// Decides how to publish a table of a cluster, which has counted it by
    /// [`Job::counted_columns`]. The records are those that the job publishes of a file with the
    /// same ones.
    ///
    /// What is published is made of the counts and of nothing else, so that it does not matter
    /// whether the table changes, or would be another one if it were computed again. The job's
    /// `input` is what the report calls the table.
    ///
    /// # Errors
    /// As [`MemoryRuns::run_on`](crate::runs::MemoryRuns::run_on).
    fn decide_counted(
        &self,
        counted: CountedRows,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ClusterDecision, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let decision = Decision::Search(SearchFiles::default());
            let context = &mut Context::new(control, observe);
            publish(&in_cluster(job)?, ClusterSource(counted), decision, ClusterSink, context)
        })
    }
}

impl ClusterRuns for Job {
    fn job(&self) -> &Job {
        self
    }
}

/// The job with a release in a cluster.
fn in_cluster(job: &Job) -> Result<Job, JobError> {
    check_for_rows(job)?;
    if job.counted.is_some() {
        let why = "the table was counted before incog received it";
        return Err(JobError::new(
            Place::default(),
            JobProblem::Idle { key: "input.counts".to_owned(), why },
        ));
    }
    let mut made = job.clone().with_output(RELEASE);
    for name in job.terms.columns.keys().filter(|name| !job.counts_by(name)) {
        made.terms.columns.entry(name.clone()).and_modify(|column| column.may_be_absent = true);
    }
    Ok(made)
}

//! A table of a cluster, which counts its records.

use crate::IncogError;
use crate::job::{Job, JobError, JobProblem, Place};
use crate::publish::context::Context;
use crate::publish::decide::decision::Decision;
use crate::publish::decide::search_files::SearchFiles;
use crate::publish::event::Event;
use crate::publish::read::counted_rows::CountedRows;
use crate::publish::sink::cluster_sink::{ClusterDecision, ClusterSink, RELEASE};
use crate::publish::source::cluster::ClusterSource;
use crate::publish::spine::publish;
use incog_io::Control;

impl Job {
    /// Decides how to publish a table of a cluster, which has counted it by
    /// [`Job::counted_columns`]. The records are those that the job publishes of a file with the
    /// same ones.
    ///
    /// What is published is made of the counts and of nothing else, so that it does not matter
    /// whether the table changes, or would be another one if it were computed again. The job's
    /// `input` is what the report calls the table.
    ///
    /// # Errors
    /// As [`Job::run_on`].
    pub fn decide_counted(
        &self,
        counted: CountedRows,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ClusterDecision, IncogError> {
        self.on_threads(control, || {
            let decision = Decision::Search(SearchFiles::default());
            let context = &mut Context::new(control, observe);
            publish(&self.in_cluster()?, ClusterSource(counted), decision, ClusterSink, context)
        })
    }

    /// The job with a release in a cluster.
    fn in_cluster(&self) -> Result<Self, JobError> {
        self.check_for_rows()?;
        if self.counted.is_some() {
            let why = "the table was counted before incog received it";
            return Err(JobError::new(
                Place::default(),
                JobProblem::Idle { key: "input.counts".to_owned(), why },
            ));
        }
        let mut job = self.clone().with_output(RELEASE);
        for name in self.terms.columns.keys().filter(|name| !self.counts_by(name)) {
            job.terms.columns.entry(name.clone()).and_modify(|column| column.may_be_absent = true);
        }
        Ok(job)
    }
}

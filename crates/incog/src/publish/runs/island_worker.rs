//! Taking part in the search of a run of several processes.

use crate::IncogError;
use crate::PlanStageError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::decide::checkpoint_file::around;
use crate::publish::decide::search::Sinks;
use crate::publish::event::Event;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::threads::on_threads;
use incog_io::Control;
use incog_plan::{PlanError, SolveError};
use incog_search::evolutionary::islands::{IslandsError, Transport, is_begun};

/// Taking part in a search of several processes.
pub trait IslandWorker {
    /// The job.
    fn job(&self) -> &Job;

    /// Takes part in the search of a run of several processes ([`Job::among`]), and publishes
    /// nothing: the first process does, from the same result. Ends without an error, too, when the
    /// first process calls the search off, and says why itself.
    ///
    /// # Errors
    /// When this process cannot take part in a search that the first one begins, or another process
    /// is lost.
    fn search_along(&self, control: &Control) -> Result<(), IncogError> {
        let job = self.job();
        let Some(ranks) = &job.islands.ranks else { return Ok(()) };
        on_threads(&job.terms, control, || {
            let read = PreparedProblem::read(job);
            let prepared = match read {
                Ok((prepared, _)) => prepared,
                Err(error) => return unless_called_off(&*ranks.0, error),
            };
            let sinks = Sinks { islands: around(&job.islands, &prepared, None, None), ..Sinks::default() };
            match prepared.search(sinks, &mut Context::new(control, &mut |_: Event| {})) {
                Err(IncogError::Plan(PlanStageError::Plan(PlanError::Search(error)))) => {
                    refused(&*ranks.0, error)
                }
                // The first process finds the same, and says so.
                Ok(_)
                | Err(IncogError::Plan(PlanStageError::Plan(
                    PlanError::Infeasible(_) | PlanError::NothingFound(_),
                ))) => Ok(()),
                Err(error) => Err(error),
            }
        })
    }
}

impl IslandWorker for Job {
    fn job(&self) -> &Job {
        self
    }
}

/// A search that cannot be run is refused by the first process, too, if that has the same job.
fn refused(ranks: &dyn Transport, error: SolveError) -> Result<(), IncogError> {
    match error {
        SolveError::Islands(IslandsError::CalledOff) => Ok(()),
        SolveError::Islands(_) => Err(PlanError::from(error).into()),
        error => unless_called_off(ranks, PlanError::from(error).into()),
    }
}

/// The error, unless the first process has failed as well before the search and says so itself.
fn unless_called_off(ranks: &dyn Transport, error: IncogError) -> Result<(), IncogError> {
    match is_begun(ranks) {
        Ok(false) => Ok(()),
        Ok(true) => Err(error),
        Err(lost) => Err(PlanError::from(SolveError::from(IslandsError::from(lost))).into()),
    }
}

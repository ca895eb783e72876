//! A table that was read, and the problem that its job poses.

use super::input::Input;
use super::noise;
use super::run::Event;
use crate::IncogError;
use crate::job::Job;
use incog_data::RowMap;
use incog_io::Control;
use incog_plan::{Plan, ReleaseProblem, SearchTrace, Watch, plan_watched};

/// A table that was read, and the problem that its job poses.
pub(super) struct Posed {
    /// The table, with noisy records where it takes them.
    pub input: Input,
    /// The problem.
    pub problem: ReleaseProblem,
    /// Which row of the table has which tuple.
    pub rows: RowMap,
}

impl Posed {
    /// Reads the input of a job.
    pub fn read(job: &Job) -> Result<Self, IncogError> {
        Self::of(noise::pad(Input::read(job)?)?)
    }

    /// The problem of a table.
    pub fn of(input: Input) -> Result<Self, IncogError> {
        let (tuples, rows) = input.tuples()?;
        let problem = input.job.request().problem(tuples)?;
        Ok(Self { input, problem, rows })
    }

    /// Decides how to publish the table.
    pub fn search(
        &self,
        trace: Option<&mut SearchTrace>,
        control: &Control,
        observe: &mut dyn FnMut(Event),
    ) -> Result<Plan, IncogError> {
        let qids = self.problem.tuples().quasi_identifiers().iter();
        let lattice_nodes = qids.map(|qid| f64::from(qid.max_level - qid.min_level) + 1.0).product();
        observe(Event::Searching { lattice_nodes });
        let mut improved = |point| observe(Event::Progress(point));
        let watch = Watch { interrupt: control.stop_flag(), observe: &mut improved, trace };
        Ok(plan_watched(&self.input.job.request(), &self.problem, watch)?)
    }
}

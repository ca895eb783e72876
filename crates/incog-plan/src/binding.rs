//! Turns a request into the search problem that it poses for a table.

use crate::{PlanError, ReleaseProblem, Request, records_of_share};
use incog_data::Tuples;
use incog_privacy::{Binding, Conjunction, ParameterError, bind_all};
use std::sync::Arc;

impl Request {
    /// All models bound to a table.
    pub(crate) fn bind(&self, tuples: &Tuples) -> Result<Conjunction, ParameterError> {
        bind_all(&self.models, &self.binding(tuples))
    }

    /// The table as models see it.
    pub(crate) fn binding<'a>(&'a self, tuples: &'a Tuples) -> Binding<'a> {
        Binding::new(tuples, self.provider.as_deref(), self.unit.as_deref(), &self.missing_is_no_value)
    }

    /// The search problem that this request poses for a table.
    ///
    /// # Errors
    /// When a model or the metric does not fit the table, or there is nothing to search.
    pub fn problem(&self, tuples: impl Into<Arc<Tuples>>) -> Result<ReleaseProblem, PlanError> {
        let tuples = tuples.into();
        self.check_scope(&tuples)?;
        let models = self.bind(&tuples)?;
        let metric = self.objective.metric(models.required_k())?;
        let limit = records_of_share(self.suppression_limit, tuples.real_rows());
        Ok(ReleaseProblem::new(tuples, models, metric, limit)?)
    }
}

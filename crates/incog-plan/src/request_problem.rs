//! Turns a request into the search problem that it poses for a table.

use crate::model_refusal::check_scope;
use crate::{PlanError, ReleaseProblem, Request, records_of_share};
use incog_data::Tuples;
use incog_privacy::{Binding, Conjunction, ParameterError, bind_all};
use std::sync::Arc;

/// All models bound to a table.
pub(crate) fn bind(request: &Request, tuples: &Tuples) -> Result<Conjunction, ParameterError> {
    bind_all(&request.models, &binding(request, tuples))
}

/// The table as models see it.
pub(crate) fn binding<'a>(request: &'a Request, tuples: &'a Tuples) -> Binding<'a> {
    let (provider, unit) = (request.provider.as_deref(), request.unit.as_deref());
    Binding::new(tuples, provider, unit, &request.missing_is_no_value).with_own_k(request.own_k.as_deref())
}

/// The search problem that a request poses for a table.
///
/// # Errors
/// When a model or the metric does not fit the table, or there is nothing to search.
pub fn release_problem(
    request: &Request,
    tuples: impl Into<Arc<Tuples>>,
) -> Result<ReleaseProblem, PlanError> {
    let tuples = tuples.into();
    check_scope(request, &tuples)?;
    let models = bind(request, &tuples)?;
    let metric = request.objective.metric(models.required_k())?;
    let limit = records_of_share(request.suppression_limit, tuples.real_rows());
    Ok(ReleaseProblem::new(tuples, models, metric, limit)?)
}

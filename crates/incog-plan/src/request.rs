//! What is asked of a search.

use crate::binding::Binding;
use crate::{PlanError, ReleaseProblem, SearchSettings};
use incog_data::Tuples;
use incog_privacy::ModelSpec;
use incog_utility::Objective;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What must hold, what may be suppressed, what is optimized and how it is looked for: everything a search is asked,
/// and nothing of files.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The privacy models, all of which must hold.
    pub models: Vec<ModelSpec>,
    /// The attribute of the cells that names the provider of a record, if there is one; the others are sensitive.
    pub provider: Option<String>,
    /// The sensitive attributes whose missing values count as no value; elsewhere they are one value more.
    pub missing_is_no_value: BTreeSet<String>,
    /// The share of the records that may be suppressed, 0 to 1.
    pub suppression_limit: f64,
    /// What is optimized.
    pub objective: Objective,
    /// How it is looked for.
    pub search: SearchSettings,
}

impl Request {
    /// A request for these models: nothing may be suppressed, the objective is the transparency degree, and the search
    /// is `auto`.
    pub fn new(models: impl IntoIterator<Item = ModelSpec>) -> Self {
        Self {
            models: models.into_iter().collect(),
            provider: None,
            missing_is_no_value: BTreeSet::new(),
            suppression_limit: 0.0,
            objective: Objective::of("transparency"),
            search: SearchSettings::default(),
        }
    }

    /// The problem that this poses for a table.
    ///
    /// # Errors
    /// When a model or the metric does not fit the table, or there is nothing to search.
    pub fn problem(&self, tuples: impl Into<Arc<Tuples>>) -> Result<ReleaseProblem, PlanError> {
        let tuples = tuples.into();
        let binding = Binding { request: self, tuples: &tuples };
        let (models, metric) = (binding.conjunction()?, self.objective.metric(binding.required_k()?)?);
        let limit = records_of_share(self.suppression_limit, tuples.real_rows());
        Ok(ReleaseProblem::new(tuples, models, metric, limit)?)
    }
}

/// How many of `rows` records a share of them is: `floor(share * rows)`.
pub fn records_of_share(share: f64, rows: u64) -> u64 {
    // A share such as 0.29 of 100 must give 29 although the product is 28.999999999999996.
    ((share * rows as f64) * (1.0 + f64::EPSILON)).floor().min(rows as f64) as u64
}

//! Sensitive columns that no model protects.

use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_audit::criteria;
use incog_privacy::{CriterionSubject, Of, draws_records};

/// A sentence about the sensitive columns whose values no model looks at: everybody in a class may
/// share one, and k people who all have it are no protection. `None` where there are none, or where
/// a draw hides who is in the release.
pub(in crate::publish) fn note(prepared: &PreparedProblem) -> Option<String> {
    let terms = &prepared.input.terms;
    if terms.models.iter().any(|model| draws_records(model.name())) {
        return None;
    }
    let records = prepared.input.real_records();
    let counted = records.counted();
    let demand = terms.demand(counted.table());
    let criteria = criteria(&demand, counted);
    let is_protected = |column: &str| {
        criteria.iter().any(|criterion| match criterion.about() {
            Of::Values(CriterionSubject::Column(name)) => name == column,
            Of::Values(CriterionSubject::Combinations(names)) => names.iter().any(|name| name == column),
            _ => false,
        })
    };
    let open: Vec<String> = demand
        .sensitive
        .iter()
        .map(|(name, _)| name)
        .filter(|name| !is_protected(name) && !demand.aggregated.contains(*name))
        .map(|name| format!("{name:?}"))
        .collect();
    (!open.is_empty()).then(|| {
        format!(
            "no model protects {}: all records of a class may have the same value there, and then everybody \
             learns it; add l-diversity or t-closeness to limit that",
            open.join(", ")
        )
    })
}

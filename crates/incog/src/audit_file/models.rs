//! The models of a job, measured on an audited table.

use crate::job::Terms;
use incog_audit::{
    AuditError, AuditRequest, Demand, Evidence, Figure, Judgement, PrivacyFacts, Unshown, judge,
};
use incog_data::{CountedTable, Hierarchy};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// A model that a job demands, and what the audited table has of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditedModel {
    /// What is required and what was measured.
    #[serde(flatten)]
    pub facts: PrivacyFacts,
    /// Why the table alone does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_shown: Option<String>,
}

/// Measures the models of the terms on a table, with the columns of an audit. `request.original` is
/// the table that distances are measured against; without it, the table itself.
pub(super) fn measured_models(
    terms: &Terms,
    table: CountedTable<'_>,
    request: &AuditRequest<'_>,
    hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
) -> Result<Vec<AuditedModel>, AuditError> {
    let demand =
        Demand { quasi_identifiers: request.quasi_identifiers.clone(), ..terms.demand(table.table()) };
    let original = request.original.unwrap_or(table);
    let evidence = Evidence { original, release: table, hierarchies, population: None };
    let model = |judgement: Judgement| {
        let criterion = &judgement.criterion;
        let is_aggregated = demand.aggregated.iter().any(|column| criterion.is_about(column));
        let why = match judgement.figure {
            _ if is_aggregated => Some(Unshown::Aggregates),
            Figure::NotShown(why) => Some(why),
            Figure::Measured { .. } => None,
        };
        let facts = judgement.facts();
        let facts = match why {
            Some(_) => PrivacyFacts { achieved: None, against_release: None, satisfied: false, ..facts },
            None => facts,
        };
        AuditedModel { facts, not_shown: why.map(|why| why.to_string()) }
    };
    Ok(judge(&demand, &evidence)?.into_iter().map(model).collect())
}

/// A figure with four decimals at most.
fn short(figure: f64) -> String {
    ((figure * 1e4).round() / 1e4).to_string()
}

/// A line for each model: what is required, what was measured, and whether it holds.
pub(super) fn models_text(models: &[AuditedModel]) -> String {
    let mut text = String::new();
    for AuditedModel { facts, not_shown } in models {
        let (name, demand) = (facts.name(), facts.demand(short));
        _ = match not_shown {
            Some(why) => writeln!(text, "{name}: not shown (required: {demand}): {why}"),
            None => {
                let holds = if facts.satisfied { "holds" } else { "does not hold" };
                writeln!(text, "{name}: {holds}: {} (required: {demand})", facts.figure(short))
            }
        };
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}

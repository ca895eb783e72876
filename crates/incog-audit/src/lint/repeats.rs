//! Of several findings about one column, the one with the clearest advice.

use super::{Finding, Rule, Severity};
use std::collections::BTreeMap;

/// What says that a column tells people apart, the clearest first.
const TELLS_APART: [Rule; 6] = [
    Rule::Identifying,
    Rule::RowNumber,
    Rule::SinglesOut,
    Rule::UniqueTexts,
    Rule::NearIdentifier,
    Rule::RareValues,
];

/// Of the findings that say of one column that it tells people apart, only the gravest stays, and
/// of equally grave ones the clearest: a steward needs one role for it, not two.
///
/// ```
/// use incog_audit::{Finding, Rule, Severity, without_repeats};
/// let finding = |rule: Rule| Finding {
///     severity: Severity::Warning,
///     rule,
///     column: "bill".into(),
///     about: None,
///     message: String::new(),
/// };
/// let found = vec![finding(Rule::RareValues), finding(Rule::SinglesOut), finding(Rule::Variants)];
/// let rules: Vec<Rule> = without_repeats(found).iter().map(|finding| finding.rule).collect();
/// assert_eq!(rules, [Rule::SinglesOut, Rule::Variants]);
/// ```
pub fn without_repeats(findings: Vec<Finding>) -> Vec<Finding> {
    let mut clearest: BTreeMap<String, (Severity, usize)> = BTreeMap::new();
    for finding in &findings {
        if let Some(weight) = weight(finding) {
            let best = clearest.entry(finding.column.clone()).or_insert(weight);
            *best = weight.min(*best);
        }
    }
    let is_clearest = |finding: &Finding| {
        weight(finding).is_none_or(|weight| clearest.get(&finding.column) == Some(&weight))
    };
    findings.into_iter().filter(is_clearest).collect()
}

/// What stays has the least; `None` of what says something else.
fn weight(finding: &Finding) -> Option<(Severity, usize)> {
    let clearness = TELLS_APART.iter().position(|one| *one == finding.rule)?;
    Some((finding.severity, clearness))
}

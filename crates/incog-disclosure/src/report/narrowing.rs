//! Where reasoning about overlapping labels leaves no doubt.

use crate::job::Terms;
use incog_audit::{Judgement, least_by_size};
use incog_request::SearchSettings;

/// The size above which a class of a local release can give any of its records away, so that a
/// search that ended by itself has put each into the cheapest class with labels for it. `None`
/// where the terms do not say that: more than sizes is demanded, people are counted, or the search
/// is one by itself, which need not have moved records at its end.
pub fn certain_above(terms: &Terms, judgements: &[Judgement]) -> Option<u64> {
    let is_recipe = terms.search.algorithm == SearchSettings::default().algorithm;
    let least = least_by_size(judgements.iter().map(|judgement| &judgement.criterion));
    least.filter(|_| is_recipe && terms.unit.column().is_none())
}

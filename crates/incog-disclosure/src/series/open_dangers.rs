//! What is dangerous about a release beside earlier ones.

use super::SeriesFindings;
use crate::job::{Role, Terms};
use incog_attack::{SensitiveSeries, SeriesFacts};
use incog_audit::{Finding, Rule, Severity};
use incog_card::is_planted;

/// The dangers of a release beside earlier ones, without those that somebody answers for.
pub fn open_dangers(terms: &Terms, found: &SeriesFindings) -> Vec<Finding> {
    if is_planted("earlier releases are not compared") {
        return Vec::new();
    }
    let redraws = found.redraws.anew.iter().cloned();
    let open = dangers(terms, &found.facts).into_iter().chain(redraws);
    open.filter(|finding| !terms.waivers.contains_key(&finding.key())).collect()
}

fn dangers(terms: &Terms, facts: &SeriesFacts) -> Vec<Finding> {
    let who = if facts.unit == "record" { "records" } else { "people" };
    let danger = |rule, column: String, message| Finding {
        severity: Severity::Danger,
        rule,
        column,
        about: None,
        message,
    };
    let few = (facts.below_k > 0).then(|| {
        let known: Vec<&str> = terms.with_role(Role::QuasiIdentifier).collect();
        let message = format!(
            "{} {who} share the classes of all releases with fewer than {} in total, some with only {} (releases.min_k)",
            facts.below_k,
            facts.k,
            facts.smallest.unwrap_or_default()
        );
        danger(Rule::FewTogether, known.join(" + "), message)
    });
    let of_column = |one: &SensitiveSeries| {
        let together = (one.below_l > 0).then(|| {
            let message = format!(
                "for {} {who}, all releases together leave fewer than {} values (for {} only one), although each release \
                 alone leaves more (releases.min_l)",
                one.below_l, facts.l, one.disclosed
            );
            danger(Rule::ToldTogether, one.column.clone(), message)
        });
        let moved = (one.arrivals + one.departures > 0).then(|| {
            let message = format!(
                "classes gained {} and lost {} records with fewer than {} values, so anybody who knows who joined or left \
                 learns their values (releases.min_l)",
                one.arrivals, one.departures, facts.l
            );
            danger(Rule::ToldByDifference, one.column.clone(), message)
        });
        together.into_iter().chain(moved)
    };
    few.into_iter().chain(facts.sensitive.iter().flat_map(of_column)).collect()
}

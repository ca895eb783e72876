//! What a public report must say of a search: work, time and gap in steps.

use incog_audit::{FollowsFrom, follows_from};
use incog_card::Stop;
use incog_disclosure::job::JobFile;
use incog_disclosure::report::{PublicColumn, RecodingKind, SearchFacts};
use incog_report::{gap_upwards, seconds_upwards, work_upwards};

/// A search, and what its release tells of it.
pub(super) struct SearchToTell<'a> {
    pub search: &'a SearchFacts,
    pub objective: &'a str,
    pub recoding: RecodingKind,
    /// The value of the release, as the report tells it.
    pub value: Option<f64>,
    pub maximize: bool,
    pub columns: &'a [PublicColumn],
}

/// What the search says of itself, in steps.
pub(super) fn told_search(report: &SearchToTell<'_>, told: &JobFile) -> SearchFacts {
    let recoding = report.recoding;
    let is_proved = report.search.stopped == Stop::Proved.name();
    let nodes = lattice_nodes(report, told);
    let mut facts = report.search.clone();
    if follows_from(report.objective) == Some(FollowsFrom::Values) {
        // No value is told, so nothing from which it follows; nor that groups lose nothing.
        let hides_proof = is_proved && recoding == RecodingKind::Microaggregation;
        if hides_proof {
            facts.stopped = Stop::Converged.name().to_owned();
        }
        facts.upper_bound = None;
        facts.gap = if is_proved && !hides_proof { Some(0.0) } else { None };
    } else {
        facts.gap = facts.gap.map(gap_upwards);
        facts.upper_bound =
            report.value.zip(facts.gap).map(|(value, gap)| bound(value, gap, report.maximize));
    }
    // Who proves has looked at all nodes; which there are, the published levels say.
    if is_proved && recoding == RecodingKind::Global {
        facts.evaluations = facts.evaluations.min(nodes as u64);
    }
    facts.evaluations = work_upwards(facts.evaluations);
    facts.seconds = seconds_upwards(facts.seconds);
    facts.lattice_nodes = two_digits(nodes);
    facts.convergence = Vec::new();
    facts.concealed = None;
    facts
}

/// The bound that value and gap say.
fn bound(value: f64, gap: f64, maximize: bool) -> f64 {
    let sign = if maximize { 1.0 } else { -1.0 };
    if gap > 0.0 { two_digits(value + sign * (gap * value.abs())) } else { value }
}

/// The nodes between the levels that the told job allows, of the published hierarchies.
fn lattice_nodes(report: &SearchToTell<'_>, told: &JobFile) -> f64 {
    let mut nodes = 1.0;
    for column in report.columns {
        let Some(levels) = column.attribute.as_ref().and_then(|attribute| attribute.levels) else {
            continue;
        };
        let (top, said) = (i64::from(levels) - 1, told.columns.get(&column.name));
        let highest = said.and_then(|said| said.max_level).map_or(top, |highest| highest.min(top));
        let lowest = said.and_then(|said| said.min_level).map_or(0, |lowest| lowest.min(highest));
        nodes *= (highest - lowest + 1) as f64;
    }
    nodes
}

/// A figure as its first two digits say it, read from the decimal text.
pub(super) fn two_digits(figure: f64) -> f64 {
    if figure == 0.0 || !figure.is_finite() {
        return figure;
    }
    format!("{figure:.1e}").parse().unwrap_or(figure)
}

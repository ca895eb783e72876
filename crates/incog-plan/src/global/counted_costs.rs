//! What suppressed records cost at least and at most, from how many there are.

use super::costs::Costs;
use incog_data::Tuples;

/// By attribute and level: what the suppression of records adds, the least first.
pub(super) struct CountedCosts(Vec<Vec<Steps>>);

/// Records that add the same: the number of records up to these and the sum of what they add, from
/// the least on.
type Steps = Vec<(u64, f64)>;

impl CountedCosts {
    /// `None` where suppressed records cost nothing of their own.
    pub fn new(tuples: &Tuples, costs: &Costs) -> Option<Self> {
        let of_attribute = |attribute: usize| {
            let qid = &tuples.quasi_identifiers()[attribute];
            let records = tuples.records_by_code(attribute);
            (0..=qid.max_level).map(|level| steps(costs.added(attribute, level)?, &records)).collect()
        };
        (0..tuples.quasi_identifiers().len()).map(of_attribute).collect::<Option<_>>().map(Self)
    }

    /// By attribute and level: the terms at least, with so many records suppressed.
    pub fn at_least(&self, costs: &Costs, records: u64) -> Vec<Vec<f64>> {
        let of_level = |attribute: usize, level: u8, steps: &Steps| {
            costs.term_with(attribute, level, sum_of(steps, records))
        };
        let of_attribute = |(attribute, levels): (usize, &Vec<Steps>)| {
            (0u8..).zip(levels).map(|(level, steps)| of_level(attribute, level, steps)).collect()
        };
        self.0.iter().enumerate().map(of_attribute).collect()
    }

    /// What the terms of these levels add up to at least and at most with so many records
    /// suppressed.
    pub fn range(&self, costs: &Costs, levels: &[u8], records: u64) -> (f64, f64) {
        let mut range = (0.0, 0.0);
        for (attribute, (&level, steps)) in levels.iter().zip(&self.0).enumerate() {
            let steps = &steps[usize::from(level)];
            let (all, most) = steps.last().copied().unwrap_or_default();
            let term = |added: f64| costs.term_with(attribute, level, added);
            range.0 += term(sum_of(steps, records));
            range.1 += term(most - sum_of(steps, all.saturating_sub(records)));
        }
        range
    }
}

fn steps(added: impl Iterator<Item = f64>, records: &[u64]) -> Option<Steps> {
    let mut each: Vec<(f64, u64)> = added.zip(records.iter().copied()).collect();
    each.sort_by(|a, b| a.0.total_cmp(&b.0));
    let sum = |until: &mut (u64, f64), (added, records): (f64, u64)| {
        *until = (until.0 + records, until.1 + added * records as f64);
        Some(*until)
    };
    Some(each.into_iter().scan((0, 0.0), sum).collect())
}

/// What so many records add, those first that add the least.
fn sum_of(steps: &Steps, records: u64) -> f64 {
    let place = steps.partition_point(|(until, _)| *until < records);
    let (before, sum) = place.checked_sub(1).map_or((0, 0.0), |last| steps[last]);
    match steps.get(place) {
        Some((until, all)) if *until > before => {
            sum + (all - sum) * (records - before) as f64 / (until - before) as f64
        }
        _ => sum,
    }
}

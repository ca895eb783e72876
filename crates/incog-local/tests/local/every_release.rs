//! The best release of a small table, by trying all partitions of its records into classes and
//! suppressed ones: the plain oracle, in floating-point numbers and from the metric's own tables.

use incog_data::{CellCount, ClassView, Tuples};
use incog_privacy::Conjunction;
use incog_utility::{Metric, Separable};
use std::collections::BTreeMap;

/// The least that a release loses that suppresses at most `limit` records, minimized; `None` if
/// there is no release that publishes a record.
///
/// Classes may have equal labels here, as if they could be told apart. For models that hold for
/// unions of what holds it makes no difference, and for others it makes the best release better, if
/// anything.
pub fn least_loss(tuples: &Tuples, models: &Conjunction, metric: &dyn Metric, limit: u64) -> Option<f64> {
    least_losses(tuples, models, metric, limit, 0)[0]
}

/// The least loss of all releases that keep a set of attributes: each of these has, in some class,
/// a label that does not stand for all values of the table. Entry `set` is about the releases that
/// keep exactly those of the first `attributes` attributes.
pub fn least_losses(
    tuples: &Tuples,
    models: &Conjunction,
    metric: &dyn Metric,
    limit: u64,
    attributes: usize,
) -> Vec<Option<f64>> {
    let separable = metric.separable(tuples).unwrap();
    let records: Vec<(u32, u32)> = (0..tuples.len())
        .flat_map(|tuple| {
            let cells = tuples.cells(tuple).iter();
            cells.flat_map(move |cell| std::iter::repeat_n((tuple as u32, cell.cell), cell.count as usize))
        })
        .collect();
    let all = 1usize << records.len();
    let class_cost: Vec<f64> =
        (0..all).map(|set| cost_of_class(tuples, models, &separable, &records, set)).collect();
    let shown: Vec<usize> = (0..all).map(|set| shown_by_class(tuples, &records, set, attributes)).collect();
    let suppressed = separable.suppressed.as_ref().map(|costs| {
        (0..costs.len())
            .map(|a| term(&separable, a, costs[a].iter().copied().fold(0.0, f64::max)))
            .sum::<f64>()
    });
    // least[set][b][shown]: the cheapest way to publish all but b records of a set.
    let nothing = vec![vec![f64::INFINITY; 1 << attributes]; records.len() + 1];
    let mut least = vec![nothing; all];
    least[0][0][0] = 0.0;
    for set in 1..all {
        let first = set & set.wrapping_neg();
        let without_first = least[set - first].clone();
        for (costs, known) in least[set][1..].iter_mut().zip(without_first) {
            costs.iter_mut().zip(known).for_each(|(cost, known)| *cost = known + suppressed.unwrap_or(0.0));
        }
        let others = set - first;
        let mut part = others;
        loop {
            let class = part | first;
            if class_cost[class] < f64::INFINITY {
                let rest = least[set - class].clone();
                for (costs, known) in least[set].iter_mut().zip(rest) {
                    for (mask, known) in known.into_iter().enumerate() {
                        let cost = &mut costs[mask | shown[class]];
                        *cost = cost.min(known + class_cost[class]);
                    }
                }
            }
            if part == 0 {
                break;
            }
            part = (part - 1) & others;
        }
    }
    let rows = records.len();
    let base = (separable.additive.finish)(
        (0..separable.kept.len()).map(|a| (separable.additive.term)(a, 0.0)).sum(),
    );
    let most = rows.saturating_sub(1).min(usize::try_from(limit).unwrap());
    (0..1 << attributes)
        .map(|mask: usize| {
            let losses = (0..=most).map(|gone| {
                let share = if suppressed.is_some() { 1.0 } else { rows as f64 / (rows - gone) as f64 };
                base + least[all - 1][gone][mask] * share
            });
            losses.reduce(f64::min).filter(|loss| *loss < f64::INFINITY)
        })
        .collect()
}

/// The attributes of which a class of these records can show a label that does not stand for all
/// values of the table.
fn shown_by_class(tuples: &Tuples, records: &[(u32, u32)], set: usize, attributes: usize) -> usize {
    let members: Vec<usize> = (0..records.len()).filter(|place| set >> place & 1 == 1).collect();
    let Some(&first) = members.first() else { return 0 };
    let shows = (0..attributes).filter(|&attribute| {
        let qid = &tuples.quasi_identifiers()[attribute];
        (qid.min_level..=qid.max_level).any(|level| {
            let labels: Vec<u32> = (0..tuples.len())
                .map(|tuple| qid.label_code(level, tuples.codes(tuple)[attribute]))
                .collect();
            let shared = labels[records[first].0 as usize];
            members.iter().all(|&place| labels[records[place].0 as usize] == shared)
                && labels.iter().any(|&label| label != shared)
        })
    });
    shows.map(|attribute| 1 << attribute).sum()
}

/// What a sum of costs of one attribute adds to the value.
fn term(separable: &Separable, attribute: usize, sum: f64) -> f64 {
    (separable.additive.term)(attribute, sum) - (separable.additive.term)(attribute, 0.0)
}

/// What a class of these records costs with the cheapest labels that all of them have; infinity if
/// it does not meet the models or there are none.
fn cost_of_class(
    tuples: &Tuples,
    models: &Conjunction,
    separable: &Separable,
    records: &[(u32, u32)],
    set: usize,
) -> f64 {
    let members: Vec<(u32, u32)> =
        (0..records.len()).filter(|place| set >> place & 1 == 1).map(|place| records[place]).collect();
    if members.is_empty() {
        return f64::INFINITY;
    }
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    members.iter().for_each(|(_, cell)| *counts.entry(*cell).or_default() += 1);
    let cells: Vec<CellCount> = counts.into_iter().map(|(cell, count)| CellCount { cell, count }).collect();
    if !models.holds(&ClassView::new(&cells)) {
        return f64::INFINITY;
    }
    let of_attribute = |(attribute, qid): (usize, &incog_data::QuasiIdentifier)| {
        let code = |tuple: u32| tuples.codes(tuple as usize)[attribute];
        let shared = |level: &u8| {
            let label = qid.label_code(*level, code(members[0].0));
            members.iter().all(|(tuple, _)| qid.label_code(*level, code(*tuple)) == label)
        };
        let cost = |level: u8| {
            let each = separable.kept[attribute][usize::from(level)][code(members[0].0) as usize];
            term(separable, attribute, each * members.len() as f64)
        };
        (qid.min_level..=qid.max_level).filter(shared).map(cost).fold(f64::INFINITY, f64::min)
    };
    tuples.quasi_identifiers().iter().enumerate().map(of_attribute).sum()
}

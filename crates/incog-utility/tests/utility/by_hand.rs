//! Four records computed by hand: ages 31, 35 (both f), 42, 48 (both m); ages generalize to 30-39,
//! 40-49 and *, sex to *. At levels [1, 0] there are two classes of two records, and the second
//! one is suppressed or not.

use incog_data::{Classes, ColumnBuilder, Hierarchy, Kept, Levels, QuasiIdentifier, Tuples};
use incog_utility::{
    Ambiguity, AverageClassSize, ClassSize, CpgenFitness, Discernibility, Entropy, GenLoss, Height,
    KlDivergence, KlSum, Loss, Metric, Precision, SquaredError, SuppressedEntropy, SuppressedPrecision,
    Transparency,
};
use std::sync::Arc;

fn four_records(weights: [f64; 2]) -> Tuples {
    let columns = [("age", ["31", "35", "42", "48"]), ("sex", ["f", "f", "m", "m"])].map(|(name, values)| {
        let mut builder = ColumnBuilder::new(name);
        values.iter().for_each(|value| builder.push(value));
        builder.finish(&[])
    });
    let age = [["31", "30-39", "*"], ["35", "30-39", "*"], ["42", "40-49", "*"], ["48", "40-49", "*"]];
    let hierarchies = [
        Hierarchy::new(age.iter().map(|row| row.to_vec())).unwrap(),
        Hierarchy::new([["f", "*"], ["m", "*"]]).unwrap(),
    ];
    let qids = columns.iter().zip(hierarchies).zip(weights).map(|((column, hierarchy), weight)| {
        let mut qid = QuasiIdentifier::new(column, Arc::new(hierarchy)).unwrap();
        qid.weight = weight;
        qid
    });
    Tuples::new(qids.collect(), &columns.iter().collect::<Vec<_>>(), &[], 4).unwrap()
}

fn whole(tuples: &Tuples) -> Classes<'_> {
    Classes::group(tuples, &Levels::from(vec![1, 0]))
}

/// Only the class of the younger two stays.
fn half(tuples: &Tuples) -> Classes<'_> {
    let mut first = true;
    whole(tuples).retain(|_| if std::mem::take(&mut first) { Kept::All } else { Kept::Nothing })
}

#[test]
fn values() {
    let gen_loss = [10.0 / 68.0, ((8.0 / 17.0 + 2.0) / 4.0 + 0.5) / 2.0];
    let cases: [(&dyn Metric, f64, f64); 16] = [
        (&Transparency, 6.0, 3.0),
        (&Precision { suppressed: SuppressedPrecision::NotCounted }, 0.25, 0.25),
        (&Precision { suppressed: SuppressedPrecision::Lost }, 0.25, (0.75 + 0.5) / 2.0),
        (&Height, 1.0, 1.0),
        (&GenLoss, (4.0 + 4.0 + 6.0 + 6.0) / 17.0 / 4.0 / 2.0, gen_loss[1]),
        // Age: sum 2 and 3 in 1..4; sex: sum 2 and 3 in 2..4.
        (&Loss, (4.0f64 / 3.0).sqrt() - 1.0, (5.0f64 / 3.0 * 1.5).sqrt() - 1.0),
        (&ClassSize, 2.0, 2.0),
        (&AverageClassSize { k: 2 }, 1.0, 1.0),
        (&CpgenFitness { alpha: 0.6, beta: 0.4, k: 2 }, 0.6 * gen_loss[0] + 0.4, 0.6 * gen_loss[1] + 0.4),
        (&Discernibility, 8.0, 12.0),
        (&Ambiguity, 8.0, 2.0 * 2.0 + 2.0 * 8.0),
        (&Entropy { suppressed: SuppressedEntropy::Hidden }, 4.0, 4.0),
        (&Entropy { suppressed: SuppressedEntropy::Lost }, 4.0, (2.0 + 4.0) + (0.0 + 2.0)),
        // Each of the suppressed two is expected with 2/4 spread over 8 combinations, 1/16.
        (&KlDivergence { over: KlSum::Tuples }, 0.0, 2.0 * 0.25 * 2.0),
        (&KlDivergence { over: KlSum::Records }, 0.0, 2.0 * 0.25 * 2.0),
        // Of ages alone, whose mean is 39.
        (&SquaredError, (8.0 + 18.0) / 170.0, (8.0 + 9.0 + 81.0) / 170.0),
    ];
    let tuples = four_records([1.0, 1.0]);
    for (metric, all, of_half) in cases {
        let found = (metric.value(&whole(&tuples)), metric.value(&half(&tuples)));
        let close = (found.0 - all).abs() < 1e-12 && (found.1 - of_half).abs() < 1e-12;
        assert!(close, "{}: {found:?} where {all} and {of_half} are expected", metric.name());
    }
}

#[test]
fn weights() {
    // Only age counts.
    let tuples = four_records([3.0, 0.0]);
    let classes = whole(&tuples);
    assert_eq!(Transparency.value(&classes), 4.0);
    assert_eq!(Precision::default().value(&classes), 0.5);
    assert!((GenLoss.value(&classes) - 20.0 / 68.0).abs() < 1e-12);
    assert!((Loss.value(&classes) - 1.0 / 3.0).abs() < 1e-12);
    // Weights that say nothing are as none.
    let tuples = four_records([0.0, 0.0]);
    assert_eq!(Transparency.value(&whole(&tuples)), 6.0);
}

#[test]
fn losses_of_single_attributes() {
    let tuples = four_records([1.0, 1.0]);
    assert_eq!(Loss::per_attribute(&half(&tuples)), [2.0 / 3.0, 0.5]);
    assert_eq!(GenLoss::per_attribute(&half(&tuples)), [(8.0 / 17.0 + 2.0) / 4.0, 0.5]);
}

#[test]
fn no_records() {
    let tuples = Tuples::new(Vec::new(), &[], &[], 0).unwrap();
    let classes = Classes::group(&tuples, &Levels::bottom(0));
    for metric in crate::variants::metrics() {
        assert_eq!((metric.value(&classes), metric.normalized(&classes)), (0.0, 0.0), "{}", metric.name());
    }
}

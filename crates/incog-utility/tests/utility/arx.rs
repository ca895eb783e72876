//! Figures of ARX 3.9.2 on adult_30162.csv with its own hierarchies, nine quasi-identifiers in the
//! order sex, age, race, marital-status, education, native-country, workclass, occupation,
//! salary-class; classes of fewer than k records are suppressed. The levels are those ARX reports
//! as optimal; an exhaustive search agrees with them.

use crate::adult;
use incog_utility::{
    Ambiguity, AverageClassSize, ClassSize, Discernibility, Entropy, Height, KlDivergence, Loss, Metric,
    Precision, SuppressedPrecision, class_summaries,
};

/// `k`, levels, suppressed records and the loss.
const LOSS: [(u64, [u8; 9], u64, f64); 12] = [
    (2, [0, 4, 1, 1, 3, 2, 0, 2, 0], 0, 0.5296955144342308),
    (2, [0, 3, 0, 1, 2, 1, 1, 1, 0], 573, 0.2093709911332433),
    (2, [0, 3, 0, 0, 1, 1, 0, 1, 0], 2_093, 0.1617597757412803),
    (5, [0, 4, 1, 1, 3, 2, 2, 1, 0], 0, 0.5731509655590044),
    (5, [0, 3, 0, 2, 2, 1, 1, 2, 0], 506, 0.3137130352819242),
    (5, [0, 3, 0, 0, 2, 1, 1, 1, 0], 2_553, 0.22041192847984292),
    (10, [0, 4, 1, 1, 3, 2, 2, 1, 0], 0, 0.5731509655590044),
    (10, [0, 4, 0, 1, 2, 1, 1, 2, 0], 592, 0.34233670356549895),
    (10, [0, 3, 0, 0, 2, 1, 1, 1, 0], 3_983, 0.261394038912103),
    (50, [0, 4, 1, 1, 3, 2, 2, 1, 0], 0, 0.5731509655590044),
    (50, [0, 4, 0, 1, 3, 2, 1, 2, 0], 527, 0.46760492453765745),
    (50, [0, 3, 0, 1, 2, 0, 1, 2, 0], 5_124, 0.3590735854845517),
];

fn assert_close(name: &str, found: f64, expected: f64) {
    let error = (found - expected).abs() / expected.abs();
    assert!(error <= 1e-9, "{name}: {found} where ARX has {expected}, relative error {error:e}");
}

#[test]
fn loss() {
    let Some(tuples) = adult::tuples() else { return };
    for (k, levels, suppressed, loss) in LOSS {
        let classes = adult::k_anonymous(&tuples, &levels, k);
        assert_eq!(classes.suppressed(), suppressed, "k {k}, levels {levels:?}");
        assert_close("loss", Loss.value(&classes), loss);
    }
}

#[test]
fn precision() {
    let metric = Precision { suppressed: SuppressedPrecision::Lost };
    check(&metric, [0, 4, 0, 1, 1, 1, 1, 2, 0], 511, 0.43565180126084574);
}

#[test]
fn height() {
    check(&Height, [0, 1, 1, 1, 1, 2, 1, 2, 0], 563, 9.0);
}

#[test]
fn discernibility() {
    check(&Discernibility, [0, 0, 1, 2, 3, 2, 2, 1, 1], 105, 7_220_555.0);
}

#[test]
fn class_size() {
    check(&ClassSize, [1, 0, 1, 2, 3, 2, 2, 0, 1], 419, 47.35007849293564);
    check(&AverageClassSize { k: 5 }, [1, 0, 1, 2, 3, 2, 2, 0, 1], 419, 47.35007849293564 / 5.0);
}

#[test]
fn entropy() {
    check(&Entropy::default(), [0, 0, 1, 1, 3, 2, 2, 1, 1], 309, 285_604.749644758);
}

#[test]
fn ambiguity() {
    check(&Ambiguity, [0, 0, 1, 2, 3, 2, 2, 2, 0], 60, 1.3912437504e11);
}

#[test]
fn kl_divergence() {
    check(&KlDivergence::default(), [1, 4, 0, 2, 2, 0, 0, 2, 1], 560, 32.16164145527793);
}

/// Compares one metric at the node that ARX finds optimal for k = 5 and a limit of 2 %.
fn check(metric: &dyn Metric, levels: [u8; 9], suppressed: u64, expected: f64) {
    let Some(tuples) = adult::tuples() else { return };
    let classes = adult::k_anonymous(&tuples, &levels, 5);
    assert_eq!(classes.suppressed(), suppressed, "{}, levels {levels:?}", metric.name());
    assert_close(metric.name(), metric.value(&classes), expected);
    if let Some(form) = metric.class_form(&tuples) {
        let mut summaries = class_summaries(&classes).into_iter();
        assert_close(metric.name(), form.value(&levels, &mut summaries), expected);
    }
}

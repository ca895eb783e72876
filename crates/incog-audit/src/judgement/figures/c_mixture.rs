//! What the worst class has for each of the numbers that c stands for.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use super::{k_anonymity, provider_diversity};
use incog_privacy::{Criterion, Of};

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    match criterion.about() {
        Of::Records => k_anonymity::figure(criterion, measured),
        Of::Values(_) => Ok(measured.values(criterion).map(|one| one.distinct_l as f64)),
        _ => provider_diversity::figure(criterion, measured),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use incog_privacy::{Census, Criterion, CriterionFigure, ModelSpec};
    use proptest::prelude::*;

    /// A share of a whole, at least 1. 0.6 of 5 is 3, whatever floating point makes of it.
    fn share(c: f64, whole: u64, round: fn(f64) -> f64) -> f64 {
        let exact = whole as f64 * c;
        let near = exact.round();
        let is_whole = (exact - near).abs() <= 1e-9 * near.max(1.0);
        (if is_whole { near } else { round(exact) }).max(1.0)
    }

    proptest! {
        /// CPGEN eq. 1, worked out a second time.
        #[test]
        fn c_stands_for_shares_of_the_table(
            thousandths in 1..=1000u32,
            records in 0..100_000u64,
            people in prop::option::of(0..100_000u64),
            values in prop::collection::vec(0..200u64, 0..4),
            providers in 0..50u64,
        ) {
            let c = f64::from(thousandths) / 1000.0;
            let sensitive: Vec<(String, u64)> =
                values.iter().enumerate().map(|(place, &values)| (place.to_string(), values)).collect();
            let mixture = ModelSpec::named("c-mixture", [("c", c.into())]).unwrap();
            let criteria = mixture.criteria(&Census { records, people, sensitive, providers, has_own_k: false });
            let required: Vec<f64> = criteria.iter().map(Criterion::required).collect();
            prop_assert_eq!(criteria[0].asked_size() as f64, share(c, records, f64::floor));
            prop_assert_eq!(criteria[0].follows_from_suppressed(), people.map(|_| CriterionFigure::Required));
            let mut expected = vec![share(c, people.unwrap_or(records), f64::floor)];
            expected.extend(values.iter().map(|&values| share(c, values, f64::ceil)));
            expected.push(share(c, providers, f64::ceil));
            prop_assert_eq!(required, expected);
        }
    }
}

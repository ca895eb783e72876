//! How far the share of a value in a class is from that in the whole table, as a ratio.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use crate::measure::ClassValues;
use crate::value_shares::ratio;
use incog_privacy::Criterion;

/// `None` where a class lacks a value of the table, so that no delta would do.
pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let Some(reference) = measured.reference(criterion) else { return Ok(None) };
    let of_class = |class: &ClassValues| match reference.is_complete(&class.all) {
        true => reference.shares(&class.all).map(|(before, after)| ratio(before, after)).fold(0.0, f64::max),
        false => f64::INFINITY,
    };
    let worst = measured.class_values(criterion).iter().map(of_class).reduce(f64::max);
    Ok(worst.filter(|ratio| ratio.is_finite()))
}

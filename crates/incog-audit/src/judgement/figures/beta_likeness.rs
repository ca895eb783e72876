//! The largest gain that the share of a value has in any class.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use crate::measure::ClassValues;
use crate::value_shares::gain;
use incog_privacy::Criterion;

/// `None` where a class has a value that the table has not, so that no beta would do.
pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let in_logarithms = criterion.variant().is_some_and(|variant| variant.contains("-ln p"));
    let gain = |(before, after): (f64, f64)| {
        let gain = gain(before, after);
        // A value that everybody has gains nothing.
        if in_logarithms && gain > 0.0 { gain / -before.ln() } else { gain }
    };
    let Some(reference) = measured.reference(criterion) else { return Ok(None) };
    let worst = measured
        .class_values(criterion)
        .iter()
        .map(|class: &ClassValues| reference.shares(&class.all).map(gain).fold(0.0, f64::max))
        .reduce(f64::max);
    Ok(worst.filter(|gain| gain.is_finite()))
}

//! The smallest class, and the largest share that a value has in any class.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use super::k_anonymity;
use crate::measure::ClassValues;
use incog_privacy::{Criterion, Of, Value};

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let Of::Values(_) = criterion.about() else { return k_anonymity::figure(criterion, measured) };
    let named = match criterion.asked().get("values") {
        Some(Value::Texts(values)) => Some(measured.codes_of(criterion, values)),
        _ => None,
    };
    let is_meant = |value: u32| named.as_ref().is_none_or(|codes| codes.contains(&value));
    Ok(measured
        .class_values(criterion)
        .iter()
        .map(|class: &ClassValues| largest_share(class, is_meant))
        .reduce(f64::max))
}

fn largest_share(class: &ClassValues, is_meant: impl Fn(u32) -> bool) -> f64 {
    let counts = || class.all.iter().map(|&(_, count)| count);
    let meant = class.all.iter().filter(|(value, _)| is_meant(*value));
    meant.map(|&(_, count)| count).max().unwrap_or(0) as f64 / counts().sum::<u64>().max(1) as f64
}

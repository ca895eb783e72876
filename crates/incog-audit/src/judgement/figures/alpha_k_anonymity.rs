//! The smallest class, and the largest share that a value has in any class.

use super::super::Unshown;
use super::super::measured::MeasuredCrowds;
use super::k_anonymity;
use crate::measure::ClassValues;
use incog_privacy::{Criterion, Of};

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    match criterion.of() {
        Of::Values(_) => Ok(measured.class_values(criterion).iter().map(largest_share).reduce(f64::max)),
        Of::Records | Of::Providers | Of::Coalitions => k_anonymity::figure(criterion, measured),
    }
}

fn largest_share(class: &ClassValues) -> f64 {
    let counts = || class.all.iter().map(|&(_, count)| count);
    counts().max().unwrap_or(0) as f64 / counts().sum::<u64>().max(1) as f64
}

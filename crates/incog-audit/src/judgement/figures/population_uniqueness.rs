//! The share of the population that is estimated to be unique by the published labels.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use crate::risk::share_of_population_uniques;
use incog_privacy::Criterion;

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    // It was read when the model was made.
    let fraction = criterion.asked().number("sampling_fraction").unwrap_or(f64::NAN);
    Ok(share_of_population_uniques(&measured.sizes(), fraction))
}

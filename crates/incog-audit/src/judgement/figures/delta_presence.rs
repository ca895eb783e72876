//! How sure one may be that somebody of the population is in the table: at most, and at least.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::{Criterion, Direction};

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let found = measured.in_population()?;
    Ok(match criterion.direction() {
        Direction::AtLeast => found.lowest_presence(),
        Direction::AtMost | Direction::Below => found.highest_presence(),
    })
}

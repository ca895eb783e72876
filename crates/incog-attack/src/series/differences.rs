//! What a class has more than it had, or had more than it has.

use super::class_values::ClassValues;
use super::known_release::KnownRelease;
use std::collections::HashMap;

/// Records of who came to a class, and of who left it, where these have fewer than `l` values, and
/// fewer than the class.
pub(super) fn differences(
    l: u64,
    sensitive: usize,
    present: &KnownRelease<'_>,
    earlier: &[KnownRelease<'_>],
) -> (u64, u64) {
    let Some(now) = &present.sensitive[sensitive] else { return (0, 0) };
    let place_of: HashMap<&[String], usize> =
        present.labels.iter().enumerate().map(|(place, labels)| (labels.as_slice(), place)).collect();
    let (mut arrivals, mut departures) = (0, 0);
    for release in earlier.iter().filter(|release| has_columns_of(release, present)) {
        let Some(then) = &release.sensitive[sensitive] else { continue };
        for (labels, before) in release.labels.iter().zip(then) {
            let Some(&place) = place_of.get(labels.as_slice()) else { continue };
            arrivals += told(&now[place], before, l);
            departures += told(before, &now[place], l);
        }
    }
    (arrivals, departures)
}

/// Records that a class has more than the other, where there are any and they have too few values.
fn told(class: &ClassValues, other: &ClassValues, l: u64) -> u64 {
    let Some(more) = class.more_than(other) else { return 0 };
    let is_told = !other.records.is_empty() && (more.len() as u64) < l.min(class.distinct());
    if is_told { more.values().sum() } else { 0 }
}

fn has_columns_of(release: &KnownRelease<'_>, present: &KnownRelease<'_>) -> bool {
    let names = |release: &KnownRelease<'_>| {
        release.known.iter().map(|bound| bound.name.to_owned()).collect::<Vec<_>>()
    };
    names(release) == names(present)
}

//! The search over the sizes of a part.

use crate::projection::Histogram;

/// The largest part of at most `limit` records that `nearest` finds near enough; empty if none is.
///
/// `possible(n)` tells whether a part of `n` records would be near enough if records could be
/// divided. That is monotone: the shares that a part of `n` records may have lie in the box
/// `0..=count/n`, and the box of a larger `n` lies inside that of a smaller one. So bisection finds
/// the largest possible size. Whether whole records suffice is not monotone, so from there on every
/// smaller size is tried.
pub(crate) fn largest_part(
    limit: u64,
    possible: impl Fn(u64) -> bool,
    nearest: impl Fn(u64) -> Option<Histogram>,
) -> Histogram {
    let (mut largest, mut impossible) = (0, limit + 1);
    while largest + 1 < impossible {
        let middle = largest + (impossible - largest) / 2;
        if possible(middle) {
            largest = middle;
        } else {
            impossible = middle;
        }
    }
    (1..=largest).rev().find_map(nearest).unwrap_or_default()
}

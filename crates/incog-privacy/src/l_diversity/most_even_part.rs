//! The most even part of a class.
//!
//! Entropy and recursive l-diversity ask for evenness: with `p` the shares of the sensitive values,
//! entropy is Schur-concave in `p`, and `r1 - c*(r_l + ... + r_m) < 0` reads, divided by the size,
//! `p_1 + c*(p_1 + ... + p_(l-1)) < c` with `p` descending, whose left side is Schur-convex. Both
//! are therefore easier to meet the lower `p` is in the order of majorization. Of all parts of one
//! size, the lowest in that order cuts every value at one height `cap` (some of the cut ones at
//! `cap + 1`, to hit the size).
//!
//! Let `F` be the size at `cap`, and `p0` its shares. Raising `j` of the `g` cut values by one
//! record gives shares that majorize `p0`: the sum of its `i` largest is at least
//! `(i*cap + min(i, j)) / (F + j) >= i*cap / F` for `i <= g`, as `F >= cap*max(i, j)`, and equal in
//! what is left out below. So sizes between two caps are never better than the lower cap, and a
//! higher cap is never better than a lower one. Bisection finds the largest cap that is good
//! enough, and trying each `j` the largest size above it: the result is the largest part.

use crate::projection::Histogram;
use smallvec::SmallVec;

/// The most even part of some size, as its counts.
pub(super) struct Evened<'a> {
    /// Counts of the class, ascending.
    counts: &'a [u64],
    cap: u64,
    /// How many of the cut values have one more than `cap`.
    raised: u64,
    /// Counts up to `cap`, which stay whole.
    whole: usize,
    /// Records.
    pub size: u64,
}

impl<'a> Evened<'a> {
    fn new(counts: &'a [u64], cap: u64, raised: u64) -> Self {
        let whole = counts.partition_point(|&count| count <= cap);
        let cut = (counts.len() - whole) as u64;
        let size = counts[..whole].iter().sum::<u64>() + cut * cap + raised;
        Self { counts, cap, raised, whole, size }
    }

    fn cut(&self) -> u64 {
        (self.counts.len() - self.whole) as u64
    }

    /// The counts in descending order, without zeros, and the number of values that have each.
    pub fn runs(&self) -> impl Iterator<Item = (u64, u64)> {
        let cut = [(self.cap + 1, self.raised), (self.cap, self.cut() - self.raised)];
        let whole = self.counts[..self.whole].iter().rev().map(|&count| (count, 1));
        cut.into_iter().filter(|&(count, values)| count > 0 && values > 0).chain(whole)
    }
}

/// The largest part of at most `limit` records whose counts are good enough; empty if there is
/// none.
///
/// `enough` must be Schur-concave: true of all counts that are majorized by good ones.
pub(super) fn largest_even(
    histogram: &Histogram,
    limit: u64,
    enough: impl Fn(&Evened<'_>) -> bool,
) -> Histogram {
    let mut counts: SmallVec<[u64; 16]> = histogram.iter().map(|bin| bin.count).collect();
    counts.sort_unstable();
    let fits = |evened: &Evened<'_>| evened.size <= limit && enough(evened);
    let (mut cap, mut above) = (0, counts.last().map_or(1, |most| most + 1));
    while cap + 1 < above {
        let middle = cap + (above - cap) / 2;
        if fits(&Evened::new(&counts, middle, 0)) {
            cap = middle;
        } else {
            above = middle;
        }
    }
    let flat = Evened::new(&counts, cap, 0);
    let most = flat.cut().min(limit.saturating_sub(flat.size));
    let raised = (1..=most).rev().find(|&raised| fits(&Evened::new(&counts, cap, raised)));
    cut_at(histogram, cap, raised.unwrap_or(0))
}

/// How many records without a value may stay beside the largest part with values; none beside an
/// empty part, since a class needs values. A larger part with values leaves no less room, so both
/// together are the largest part of all.
pub(super) fn beside(part: &Histogram, limit: u64) -> u64 {
    match part.iter().map(|bin| bin.count).sum::<u64>() {
        0 => 0,
        size => limit.saturating_sub(size),
    }
}

fn cut_at(histogram: &Histogram, cap: u64, mut raised: u64) -> Histogram {
    let mut part = histogram.clone();
    for bin in part.iter_mut().filter(|bin| bin.count > cap) {
        bin.count = cap + u64::from(raised > 0);
        raised = raised.saturating_sub(1);
    }
    part
}

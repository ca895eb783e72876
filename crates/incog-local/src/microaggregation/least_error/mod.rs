//! What no grouping can lose less than: three lower bounds, of which the highest counts.

mod neighbours;
mod prices;
mod univariate;

use super::points::NumericPoints;
use crate::work_budget::WorkBudget;
use incog_search::{Budget, Stop};
use neighbours::Neighbours;

/// Of more records not all pairs are looked at.
const MOST_RECORDS: usize = 50_000;

/// As many neighbours are kept of all records together, or 2k of each.
const KEPT: usize = 1 << 22;

/// A lower bound on the squared error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeastError {
    /// No grouping of all records into groups of at least k records (or people) has a lower one.
    pub error: f64,
    /// A grouping that has no more than this is the best there is; 0 where only one that loses
    /// nothing is known to be.
    pub reached_at: f64,
}

/// A squared error that no grouping of all records into groups of at least k records (or people) is
/// below.
///
/// Fewer than 2k records are one group, whose error is known. Otherwise the highest of three bounds
/// counts; k people have at least k records, so in each proof groups are of g >= k records.
///
/// **Columns by themselves.** The squared error adds up over columns, and in a single column the
/// best groups are runs of k to 2k - 1 records in the order of their numbers, which a shortest path
/// finds (Hansen and Mukherjee 2003, doi:10.1109/TKDE.2003.1209020). The sum over columns of these
/// least errors is a bound, and with one column the least error itself.
///
/// **Nearest records.** The error of a group G of g records is the sum of the squared distances of
/// all its ordered pairs, divided by 2g; so the share of record i is `1/(2g)` times the sum of its
/// squared distances to the other g - 1. That sum is at least `S(g - 1)`, the sum of its g - 1
/// least squared distances to any records. And `S(m) / (m + 1)` never falls as m grows:
/// `m S(m) >= (m + 1) S(m - 1)` says no more than `m d >= S(m - 1)` for the m-th least distance d,
/// which is at least each of the m - 1 terms of the sum. So the share of record i is at least
/// `S(k - 1) / (2k)`. Add up over all records.
///
/// **Prices of records.** Let x of two records be 1/g if they are in the same group of g, else 0.
/// The error is the sum over all pairs of their squared distance d times x; the x of a record add
/// up to (g - 1)/g >= (k - 1)/k over all others; and 0 <= x <= 1/k. Any numbers u >= 0, a price for
/// each record, therefore bound the error from below:
///
/// ```text
/// sum over pairs d x = sum over pairs (d - u_i - u_j) x + sum over records u_i (sum of its x)
///                   >= (k - 1)/k * sum over records u_i - 1/k * sum over pairs max(0, u_i + u_j - d)
/// ```
///
/// Prices are raised and lowered one after the other to where that is the most (the dual of a
/// fractional b-matching). They may stop at any moment. Unlike the second bound, this one sees that
/// a record cannot be the neighbour of more than its group.
///
/// Distances of all pairs of more than 50,000 records are not looked at: there the first bound
/// stands alone. Where `budget` ends the work, what is known so far counts. Steps are distances.
pub fn least_error(points: &NumericPoints, k: usize, budget: Budget<'_>) -> LeastError {
    if points.len() < 2 * k {
        return LeastError { error: points.total_error(), reached_at: f64::INFINITY };
    }
    let (by_column, reached_at) = univariate::bound(points, k);
    let mut work = WorkBudget::new(budget, None);
    let kept = (KEPT / points.len()).max(2 * k).min(points.len() - 1);
    let looks_at_pairs = points.len() <= MOST_RECORDS && k > 1;
    let by_pairs = if looks_at_pairs { of_pairs(points, k, kept, &mut work) } else { 0.0 };
    LeastError { error: by_column.max(by_pairs), reached_at }
}

/// The better of the two bounds that look at pairs, with so many neighbours of each record.
pub(super) fn of_pairs(points: &NumericPoints, k: usize, kept: usize, work: &mut WorkBudget<'_>) -> f64 {
    let (nearest, neighbours): (f64, Result<Neighbours, Stop>) = Neighbours::new(points, k, kept, work);
    match neighbours {
        Ok(neighbours) => nearest.max(prices::bound(&neighbours, k, work)),
        Err(_) => nearest,
    }
}

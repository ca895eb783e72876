//! Whether two columns that chance perturbs are draws around the values of one.

mod affine;
mod one_fact;
mod recoding;

pub(crate) use affine::line;
pub use one_fact::draws_of_one_fact;

use crate::singling::{Blur, PublishedColumn};
use affine::{Perturbed, tells_within_noise};
use recoding::determines;

/// Of the agreement that chance does not give, so large a share makes a copy.
const NEARLY_ALL: f64 = 0.75;

/// Fewer rows show nothing.
const FEWEST_ROWS: usize = 20;

/// Rows that are looked at, evenly spaced.
const SAMPLE: usize = 4_000;

/// Whether the original of one column tells that of the other to within a part of its perturbation.
/// Examples are the pay of two years, a number in another unit or with a constant added, codes with
/// their names, and a number with a threshold of it. Chance that is drawn for each of the two
/// averages away. Both columns are originals; their blurs say how each is perturbed.
///
/// ```
/// use incog_audit::{Blur, PublishedColumn, is_copy};
/// use incog_privacy::Role;
/// let row = |row: u32| [row * row, 12 * row * row + 500, row * 7 % 11];
/// let rows: Vec<[String; 3]> = (0..40).map(|number| row(number).map(|cell| cell.to_string())).collect();
/// let rows = rows.iter().map(|row| row.iter().map(String::as_str));
/// let table = incog_data::Table::from_rows(["month", "year", "visits"], rows, &[])?;
/// let noisy = |place: usize, reach: f64| PublishedColumn {
///     column: &table.columns()[place], role: Role::Insensitive, blur: Blur::Numbers(reach),
/// };
/// assert!(is_copy(noisy(0, 200.0), noisy(1, 2_400.0)));
/// assert!(!is_copy(noisy(0, 200.0), noisy(2, 2.0)));
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn is_copy(first: PublishedColumn<'_>, second: PublishedColumn<'_>) -> bool {
    let pair = [first, second];
    let is_category = pair.map(|one| matches!(one.blur, Blur::None | Blur::Replaced(_)));
    let recodes =
        |one: usize, other: usize| is_category[other] && determines(pair[one].column, pair[other].column);
    if recodes(0, 1) || recodes(1, 0) {
        return true;
    }
    let read = pair.map(Perturbed::new);
    tells_within_noise(&read[0], &read[1]) || tells_within_noise(&read[1], &read[0])
}

/// How far apart the rows of a sample stand.
fn step(rows: usize) -> usize {
    rows.div_ceil(SAMPLE).max(1)
}

#[cfg(test)]
mod tests;

//! Values that are so exact that few people have one.

use super::{Knowable, Known, says_something};
use crate::numbers::{day_of, number_of};

/// A number of at most so many significant digits is a coarse one.
const COARSE_DIGITS: usize = 2;

/// Whether most different values of a column are exact: amounts of three digits or more, days that
/// are not the first of a month, and codes.
pub(super) fn is_exact(known: &Known<'_>) -> bool {
    let column = known.published.column;
    let said = (0u32..).zip(column.dictionary.iter()).zip(&known.of_code);
    let said = said.filter(|((code, _), records)| **records > 0 && says_something(column, *code));
    let (mut all, mut exact) = (0, 0);
    for ((_, text), _) in said {
        all += 1;
        exact += usize::from(match known.knowable {
            Knowable::Amount => number_of(text).is_some() && significant_digits(text) > COARSE_DIGITS,
            Knowable::Date => day_of(text).is_some() && !is_first_of_month(text),
            Knowable::Code => true,
            Knowable::Category => false,
        });
    }
    exact * 2 > all
}

/// `1200` and `0.012` have two, `1200.00` has six, since its cents are said.
fn significant_digits(text: &str) -> usize {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    let has_places = text.contains(['.', ',']);
    if has_places { digits.len() } else { digits.trim_end_matches('0').len() }
}

fn is_first_of_month(text: &str) -> bool {
    let text = text.trim();
    text.get(8..10) == Some("01") || text.starts_with("01.") || text.starts_with("1.")
}

#[cfg(test)]
mod tests {
    use super::significant_digits;

    #[test]
    fn zeros_at_the_end_count_behind_the_point_only() {
        assert_eq!(
            ["1200", "0.012", "1200.00", "9149,30", "7", "0", "-450"].map(significant_digits),
            [2, 2, 6, 6, 1, 0, 2]
        );
    }
}

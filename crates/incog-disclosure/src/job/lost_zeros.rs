//! Postal codes whose leading zeros a spreadsheet has dropped.

use incog_data::{Column, ColumnKind};
use incog_roles::column_kind;

/// What a job file says of such a column.
pub(super) const WHY: &str = "some codes have 4 digits and others 5: a spreadsheet may have dropped leading \
    zeros (01067 became 1067); restore them first";

/// Whether a column of postal codes has codes of four and of five digits, and none that begins with
/// a zero.
pub(super) fn lacks_zeros(column: &Column) -> bool {
    if column_kind(&column.name) != ColumnKind::PostalCode {
        return false;
    }
    let present = (0..).zip(column.dictionary.iter()).filter(|(code, _)| !column.missing.contains(code));
    let codes: Vec<&str> = present.map(|(_, text)| text.trim()).collect();
    let are_digits = codes.iter().all(|code| code.bytes().all(|byte| byte.is_ascii_digit()));
    let has_length = |length: usize| codes.iter().any(|code| code.len() == length);
    are_digits
        && has_length(4)
        && has_length(5)
        && !codes.iter().any(|code: &&str| !(4..=5).contains(&code.len()) || code.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_data::ColumnBuilder;

    fn lacks(values: [&str; 2]) -> bool {
        let mut builder = ColumnBuilder::new("PLZ");
        values.iter().for_each(|value| builder.push(value));
        lacks_zeros(&builder.finish(&[]))
    }

    #[test]
    fn codes_of_two_lengths_lack_zeros() {
        assert!(lacks(["1067", "50667"]));
        assert!(!lacks(["01067", "50667"]));
    }
}

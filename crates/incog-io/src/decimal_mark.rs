//! Numbers with a decimal comma, or with separators between thousands.

use crate::column_codes::ColumnCodes;
use incog_data::Table;

/// The sign before the decimals of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalMark {
    /// `1.234,56`, `1 234,56` or `1'234,56`.
    Comma,
    /// `1,234.56`, `1 234.56` or `1'234.56`.
    Point,
}

/// A number in another form than that of computers.
struct Number {
    /// The number in that form.
    plain: String,
    /// How many separators stand between its thousands.
    groups: usize,
    /// How many decimals it has, if it has the mark.
    decimals: Option<usize>,
}

impl DecimalMark {
    /// Both, with the text that a job gives.
    pub const ALL: [(&'static str, Self); 2] = [(",", Self::Comma), (".", Self::Point)];

    /// The text that a job gives.
    pub fn name(self) -> &'static str {
        if self == Self::Comma { "," } else { "." }
    }

    /// The columns of a table that this mark explains and the form of computers does not: all
    /// values are numbers with it, and one could be nothing else.
    fn explains(self, table: &Table) -> Vec<&str> {
        let columns = table.columns().iter().filter(|column| {
            let mut is_sure = false;
            let all = (0..).zip(column.dictionary.iter()).all(|(code, text)| {
                column.missing.contains(&code)
                    || self.number(text).inspect(|number| is_sure |= self.is_sure(number)).is_some()
            });
            all && is_sure
        });
        columns.map(|column| column.name.as_str()).collect()
    }

    fn is_sure(self, number: &Number) -> bool {
        match self {
            // 1,234 may be English.
            Self::Comma => {
                number.decimals.is_some_and(|decimals| decimals != 3 || number.groups > 0)
                    || number.decimals.is_some()
                        && number.plain.trim_start_matches(['-', '+']).starts_with("0.")
            }
            Self::Point => number.groups > 1 || number.groups > 0 && number.decimals.is_some(),
        }
    }

    /// Reads a number; `None` where the text is none with this mark.
    fn number(self, text: &str) -> Option<Number> {
        let (mark, other) = if self == Self::Comma { (',', '.') } else { ('.', ',') };
        let text = text.trim();
        let (sign, digits) = match text.strip_prefix(['-', '\u{2212}']) {
            Some(digits) => ("-", digits),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = match digits.split_once(mark) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (digits, None),
        };
        let separators = [other, ' ', '\'', '\u{2019}', '\u{a0}', '\u{202f}'];
        let separator = whole.chars().find(|sign| separators.contains(sign));
        let groups: Vec<&str> = match separator {
            Some(separator) => whole.split(separator).collect(),
            None => vec![whole],
        };
        let are_digits = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (first, rest) = groups.split_first()?;
        let is_grouped =
            rest.iter().all(|group| group.len() == 3) && first.len() <= 3 && !first.starts_with('0');
        if !groups.iter().chain(&fraction).all(are_digits) || !(rest.is_empty() || is_grouped) {
            return None;
        }
        let fraction_text = fraction.map(|fraction| format!(".{fraction}")).unwrap_or_default();
        let plain = format!("{sign}{}{fraction_text}", groups.concat());
        Some(Number { plain, groups: rest.len(), decimals: fraction.map(str::len) })
    }

    /// The column with its numbers in the form of computers, if all of its values but those that
    /// are missing are numbers with this mark; the column as it is otherwise.
    ///
    /// A column in which each value has one separator and none has the mark stays: `12.345` may be
    /// a number with three decimals.
    pub(crate) fn read_column(self, column: ColumnCodes, missing_markers: &[&str]) -> ColumnCodes {
        let (mut is_other, mut is_clear) = (false, false);
        let plain: Option<Vec<Option<String>>> = column
            .values()
            .map(|text| {
                if missing_markers.contains(&text.trim()) {
                    return Some(None);
                }
                let number = self.number(text)?;
                is_other |= number.groups > 0 || self == Self::Comma && number.decimals.is_some();
                is_clear |= number.groups != 1 || number.decimals.is_some();
                Some(Some(number.plain))
            })
            .collect();
        match plain {
            Some(plain) if is_other && is_clear => column.with_values(&plain),
            _ => column,
        }
    }
}

/// The decimal mark of a table that was read without one, and the columns that show it.
///
/// `None` where all numbers are in the form of computers.
pub fn detect_decimal_mark(table: &Table) -> Option<(DecimalMark, Vec<&str>)> {
    let found = [DecimalMark::Comma, DecimalMark::Point].map(|mark| (mark, mark.explains(table)));
    found.into_iter().find(|(_, columns)| !columns.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mark: DecimalMark, values: &[&str]) -> Vec<String> {
        let mut column = ColumnCodes::default();
        values.iter().for_each(|value| column.push(value));
        let column = mark.read_column(column, &["", "NA"]).finish("x", &[]);
        (0..values.len()).map(|row| column.value(row).to_owned()).collect()
    }

    #[test]
    fn numbers_are_read_as_their_country_writes_them() {
        let comma = |values: &[&str]| read(DecimalMark::Comma, values);
        assert_eq!(comma(&["1.234,56", "-0,5", "7", "", "NA"]), ["1234.56", "-0.5", "7", "", "NA"]);
        assert_eq!(comma(&["1 234,5", "1\u{a0}234,5", "1\u{202f}234,5"]), ["1234.5"; 3]);
        assert_eq!(comma(&["1.234.567", "\u{2212}3"]), ["1234567", "-3"]);
        assert_eq!(comma(&["1.234", "999"]), ["1234", "999"]);
        let point = |values: &[&str]| read(DecimalMark::Point, values);
        assert_eq!(point(&["1'234.50", "2", "+3"]), ["1234.50", "2", "3"]);
        assert_eq!(point(&["1,234,567.5", "12.25"]), ["1234567.5", "12.25"]);
    }

    #[test]
    fn other_texts_stay() {
        for values in [
            ["01.03.1990", "1,5"],
            ["0.234", "1,5"],
            ["12.5", "1,5"],
            ["52.123", "13.456"],
            ["01067", "80331"],
            ["1,2,3", "1,5"],
            ["1.23,5", "1,5"],
            ["E11,9", "1,5"],
            ["1,", "1,5"],
            [",5", "1,5"],
        ] {
            assert_eq!(read(DecimalMark::Comma, &values), values);
        }
        assert_eq!(read(DecimalMark::Point, &["12.5", "7"]), ["12.5", "7"]);
    }

    #[test]
    fn a_mark_is_found_where_nothing_else_can_be() {
        let found = |values: [&str; 2]| {
            let table = Table::from_rows(["x"], values.map(|value| [value]), &[]).ok()?;
            detect_decimal_mark(&table).map(|(mark, _)| mark)
        };
        assert_eq!(found(["1,5", "2"]), Some(DecimalMark::Comma));
        assert_eq!(found(["1.234,5", "2"]), Some(DecimalMark::Comma));
        assert_eq!(found(["0,123", "2"]), Some(DecimalMark::Comma));
        assert_eq!(found(["1,234.5", "2"]), Some(DecimalMark::Point));
        assert_eq!(found(["1'234'000", "2"]), Some(DecimalMark::Point));
        for unsure in [["1,234", "2,345"], ["1.5", "2"], ["1,5", "a"], ["1.234", "2"]] {
            assert_eq!(found(unsure), None, "{unsure:?}");
        }
    }
}

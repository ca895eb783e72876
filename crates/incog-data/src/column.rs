//! One column of a table as dictionary codes.

use crate::{Dictionary, DictionaryBuilder, NarrowCodes, code_counts};

/// What the values of a column are, found by looking at all of them; missing values do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// Whole numbers that fit 64 bits.
    Integer,
    /// Numbers with a fraction or exponent.
    Decimal,
    /// Calendar dates, ISO 8601 (`2024-03-01`), with or without a time after them.
    Date,
    /// Anything else.
    Text,
}

impl ValueType {
    /// The narrowest type that all `values` fit; [`ValueType::Text`] when there are none.
    ///
    /// ```
    /// use incog_data::ValueType;
    /// assert_eq!(ValueType::infer(["3", "-4"]), ValueType::Integer);
    /// assert_eq!(ValueType::infer(["3", "4.5"]), ValueType::Decimal);
    /// assert_eq!(ValueType::infer(["2024-03-01"]), ValueType::Date);
    /// assert_eq!(ValueType::infer(["3", "x"]), ValueType::Text);
    /// ```
    pub fn infer<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        let (mut integer, mut decimal, mut date, mut any) = (true, true, true, false);
        for value in values {
            any = true;
            let value = value.trim();
            integer = integer && value.parse::<i64>().is_ok();
            decimal = decimal && value.parse::<f64>().is_ok_and(f64::is_finite);
            date = date && is_date(value);
            if !(integer || decimal || date) {
                return Self::Text;
            }
        }
        match (any, integer, decimal, date) {
            (false, ..) => Self::Text,
            (_, true, ..) => Self::Integer,
            (_, _, true, _) => Self::Decimal,
            (_, _, _, true) => Self::Date,
            _ => Self::Text,
        }
    }

    /// Whether the values are numbers.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal)
    }
}

fn is_date(value: &str) -> bool {
    value.get(..10).is_some_and(|day| chrono::NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok())
        && matches!(value.as_bytes().get(10), None | Some(b'T' | b' '))
}

/// A named column: one code per row, and the dictionary that says what the codes mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The name in the header.
    pub name: String,
    /// What the values are.
    pub value_type: ValueType,
    /// The distinct values; every one occurs in at least one row of the table it was read from.
    pub dictionary: Dictionary,
    /// One code a row.
    pub codes: NarrowCodes,
    /// The codes whose values stand for "missing" (empty, `NA`, `?`), ascending.
    pub missing: Vec<u32>,
}

impl Column {
    /// The value in `row`.
    pub fn value(&self, row: usize) -> &str {
        self.dictionary.get(self.codes.at(row))
    }

    /// Whether this code stands for a missing value.
    pub fn is_missing(&self, code: u32) -> bool {
        self.missing.contains(&code)
    }

    /// The rows of each code.
    ///
    /// ```
    /// let mut builder = incog_data::ColumnBuilder::new("ill");
    /// ["flu", "gout", "flu"].iter().for_each(|value| builder.push(value));
    /// assert_eq!(builder.finish(&[]).counts(), [2, 1]);
    /// ```
    pub fn counts(&self) -> Vec<u64> {
        code_counts(&self.codes, self.dictionary.len())
    }

    /// For each code, whether a row has it; after rows were taken out, some values occur only in
    /// the dictionary.
    pub fn used(&self) -> Vec<bool> {
        self.counts().into_iter().map(|count| count > 0).collect()
    }

    /// The code itself, or, for any missing value, the first code that stands for "missing".
    pub fn one_missing(&self, code: u32) -> u32 {
        match self.missing.first() {
            Some(&first) if self.is_missing(code) => first,
            _ => code,
        }
    }

    /// The column of these rows, in this order.
    ///
    /// # Panics
    /// When the column has no such row.
    pub fn of_rows(&self, rows: &[u32]) -> Self {
        self.with_codes(self.codes.of_items(rows.iter().map(|&row| row as usize)))
    }

    /// The column with these codes in the place of its own, which are not copied.
    pub(crate) fn with_codes(&self, codes: NarrowCodes) -> Self {
        Self {
            name: self.name.clone(),
            value_type: self.value_type,
            dictionary: self.dictionary.clone(),
            codes,
            missing: self.missing.clone(),
        }
    }

    /// The codes that are not missing, each with its text.
    pub fn present(&self) -> impl Iterator<Item = (u32, &str)> {
        (0u32..).zip(self.dictionary.iter()).filter(|(code, _)| !self.is_missing(*code))
    }

    /// The texts that stand for "missing" in it, without the spaces around them, each once.
    pub fn missing_texts(&self) -> Vec<&str> {
        let mut texts: Vec<&str> =
            self.missing.iter().map(|&code| self.dictionary.get(code).trim()).collect();
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// The column with one value, `text`, in place of all that stand for "missing".
    ///
    /// It has the code of the first of them. `text` must not be one of the values that are not
    /// missing.
    pub fn with_missing_as(self, text: &str) -> Self {
        let is_so = |code: &u32| self.dictionary.get(*code) == text;
        if self.missing.is_empty() || self.missing.len() == 1 && self.missing.iter().all(is_so) {
            return self;
        }
        let mut values = DictionaryBuilder::default();
        let value_of = |code: u32| if self.is_missing(code) { text } else { self.dictionary.get(code) };
        let code_of: Vec<u32> =
            (0..self.dictionary.len() as u32).map(|code| values.insert(value_of(code))).collect();
        let codes = self.codes.renamed(&code_of);
        let missing = values.find(text).into_iter().collect();
        Self { dictionary: values.finish(), codes, missing, name: self.name, value_type: self.value_type }
    }
}

/// Makes a [`Column`] value by value.
///
/// ```
/// use incog_data::{ColumnBuilder, ValueType};
/// let mut builder = ColumnBuilder::new("age");
/// for value in ["31", "?", "31"] { builder.push(value); }
/// let age = builder.finish(&["", "NA", "?"]);
/// assert_eq!((age.value_type, age.codes, age.missing), (ValueType::Integer, [0, 1, 0].into(), vec![1]));
/// ```
#[derive(Debug)]
pub struct ColumnBuilder {
    name: String,
    values: DictionaryBuilder,
    codes: NarrowCodes,
}

impl ColumnBuilder {
    /// An empty column with this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), values: DictionaryBuilder::default(), codes: NarrowCodes::new() }
    }

    /// Adds the value of the next row.
    pub fn push(&mut self, value: &str) {
        let code = self.values.insert(value);
        self.codes.push(code);
    }

    /// The column; values equal to one of `missing_markers` count as missing.
    pub fn finish(self, missing_markers: &[&str]) -> Column {
        let dictionary = self.values.finish();
        let is_marker = |value: &str| missing_markers.contains(&value.trim());
        let missing = (0u32..)
            .zip(dictionary.iter())
            .filter(|(_, value)| is_marker(value))
            .map(|(code, _)| code)
            .collect();
        let value_type = ValueType::infer(dictionary.iter().filter(|value| !is_marker(value)));
        Column { name: self.name, value_type, dictionary, codes: self.codes, missing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_missing_becomes_one_value() {
        let mut builder = ColumnBuilder::new("ill");
        ["flu", " NA", "", "gout", "NA", "?", "flu"].iter().for_each(|value| builder.push(value));
        let column = builder.finish(&["", "NA", "?"]);
        assert_eq!(column.missing_texts(), ["", "?", "NA"]);
        let one = column.with_missing_as("");
        assert_eq!(one.dictionary.iter().collect::<Vec<_>>(), ["flu", "", "gout"]);
        assert_eq!((one.codes, one.missing), ([0, 1, 1, 2, 1, 1, 0].into(), vec![1]));
    }

    #[test]
    fn nothing_missing_changes_nothing() {
        let mut builder = ColumnBuilder::new("ill");
        builder.push("flu");
        let column = builder.finish(&["", "NA", "?"]);
        assert_eq!(column.clone().with_missing_as(""), column);
    }
}

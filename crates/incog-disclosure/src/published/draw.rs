//! Which of several equal records stay: drawn by a keyed hash of their published content.

use crate::DisclosureError;
use crate::draw_key::DrawKey;
use crate::secret::Secret;
use incog_data::{Column, Table};
use sha2::{Digest, Sha256};
use std::cmp::Ordering;

/// From here on a number does not fit, in millionths, into a whole number that every engine has.
const TOO_LARGE: f64 = 9e12;

/// Longest text that is read as a number: engines disagree about longer ones.
const LONGEST_NUMBER: usize = 30;

/// What decides which of several equal records stay: the secret of the job, or a key that was made
/// for this run.
///
/// Nothing that is published tells it, so nobody else can tell which of two records would have
/// stayed.
#[derive(Clone)]
pub struct KeyedDraw {
    secret: Secret,
    fresh: Option<String>,
}

impl KeyedDraw {
    /// By the secret, if there is one; otherwise by the key of these terms.
    pub fn new(secret: Option<&Secret>, key: &DrawKey) -> Result<Self, DisclosureError> {
        match secret {
            Some(secret) => Ok(Self { secret: secret.clone(), fresh: None }),
            None => Ok(Self::by_key(key.text()?)),
        }
    }

    /// By the text of a key.
    pub fn by_key(text: &str) -> Self {
        Self { secret: Secret::of_text(text), fresh: Some(text.to_owned()) }
    }

    /// By a secret.
    pub fn by_secret(secret: &Secret) -> Self {
        Self { secret: secret.clone(), fresh: None }
    }

    /// The key, where it is not the secret of the job.
    pub fn fresh(&self) -> Option<&str> {
        self.fresh.as_deref()
    }

    /// A number from 0 to `below` - 1, drawn for this text.
    pub fn number(&self, purpose: &str, text: &str, below: usize) -> usize {
        let drawn = u128::from(self.secret.hash(purpose, text));
        ((drawn * below as u128) >> 64) as usize
    }

    /// What the content of every record is hashed behind.
    fn key(&self) -> String {
        format!("{}:", self.secret.digest("which records stay", ""))
    }

    /// A column whose values, still different ones, begin with what they have drawn.
    pub fn of_values(&self, column: &Column) -> Column {
        let drawn = self.hashes(column).into_iter().zip(column.dictionary.iter());
        let texts: Vec<String> = drawn.map(|(hash, value)| format!("{hash:016x}{value}")).collect();
        Column { dictionary: texts.iter().map(String::as_str).collect(), ..column.clone() }
    }

    /// The hash of each value of a column.
    fn hashes(&self, column: &Column) -> Vec<u64> {
        let purpose = format!("which records stay: {}", column.name);
        column.dictionary.iter().map(|value| self.secret.hash(&purpose, value)).collect()
    }
}

/// The tie-break hashes that the rows of a table get from their published content.
///
/// A hash is made of the first 64 bits of the SHA-256 of a key and the content: what each published
/// column, by its name, says of the record (`content`). It depends neither on the order of rows
/// nor on who holds them, a file or an engine.
pub struct TieBreaker<'a> {
    key: String,
    columns: Vec<&'a Column>,
}

impl<'a> TieBreaker<'a> {
    /// `published` are the columns of the table that are published, in any order.
    pub fn new(table: &'a Table, published: &[usize], draw: &KeyedDraw) -> Self {
        let mut columns: Vec<&Column> = published.iter().map(|&place| &table.columns()[place]).collect();
        columns.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Self { key: draw.key(), columns }
    }

    /// The tie-break hash of a row.
    pub fn hash(&self, row: u32) -> u64 {
        let mut text = self.key.clone();
        self.columns.iter().for_each(|column| write_content(&mut text, column, row as usize));
        let digest = Sha256::digest(text.as_bytes());
        digest.iter().take(8).fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    /// Sorts rows by what comes before their hashes, by these, and, where hashes are equal, by the
    /// texts of their cells.
    pub fn sort<K: Ord>(&self, rows: &mut [(K, u64, u32)]) {
        self.sort_by_rows(rows, |row| row);
    }

    /// Like `sort`, for things made from rows: `row` says from which.
    pub fn sort_by_rows<K: Ord>(&self, drawn: &mut [(K, u64, u32)], row: impl Fn(u32) -> u32) {
        drawn.sort_unstable_by(|a, b| {
            let by_text = || self.by_text(row(a.2), row(b.2));
            (&a.0, a.1).cmp(&(&b.0, b.1)).then_with(by_text).then(a.2.cmp(&b.2))
        });
    }

    fn by_text(&self, a: u32, b: u32) -> Ordering {
        let texts = |column: &&'a Column| column.value(a as usize).cmp(column.value(b as usize));
        self.columns.iter().map(texts).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

fn write_content(text: &mut String, column: &Column, row: usize) {
    if column.missing.binary_search(&column.codes.at(row)).is_ok() {
        text.push('-');
    } else {
        text.push_str(&content(column.value(row)));
    }
}

/// What a value says, written the same way for a cell of a file, of a data frame and of a database.
///
/// `-` stands for a missing value, which is no value of this function. A number is `n` and its
/// millionths, rounded down (1.50 and 1.5 are `n1500000`), or only `n?` from 9·10¹² on, unless it
/// is written as a whole number. A date is `d` and its day, without the time. Anything else is `t`,
/// the number of its characters, `:`, and itself.
fn content(value: &str) -> String {
    let trimmed = value.trim_matches(' ');
    match number(trimmed) {
        Some(number) if number.abs() < TOO_LARGE => format!("n{}", (number * 1e6).floor() as i64),
        Some(_) if !is_whole(trimmed) => "n?".to_owned(),
        _ if is_date(trimmed) => format!("d{}", &trimmed[..10]),
        _ => format!("t{}:{value}", value.chars().count()),
    }
}

/// A number of at most 30 characters, with an exponent of at most two digits.
fn number(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_short = text.len() <= LONGEST_NUMBER && matches!(exponent.len(), 1 | 2);
    let is_plain = exponent.bytes().all(|byte| byte.is_ascii_digit())
        && digits.bytes().any(|byte| byte.is_ascii_digit());
    if is_short && is_plain { text.parse().ok() } else { None }
}

fn is_whole(text: &str) -> bool {
    text.strip_prefix(['+', '-']).unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text begins as `2024-03-01` does, with a time or nothing behind it.
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let form = b"0000-00-00";
    bytes.len() >= form.len()
        && bytes
            .iter()
            .zip(form)
            .all(|(byte, form)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form })
        && matches!(bytes.get(10), None | Some(b'T' | b' '))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_value_says_the_same_however_it_is_written() {
        for (value, expected) in [
            ("1.50", "n1500000"),
            ("1.5", "n1500000"),
            ("15e-1", "n1500000"),
            ("+7", "n7000000"),
            ("007", "n7000000"),
            (" 7", "n7000000"),
            ("-0.0000005", "n-1"),
            ("0.29", "n290000"),
            ("9000000000000", "t13:9000000000000"),
            ("9e12", "n?"),
            ("1e400", "t5:1e400"),
            ("inf", "t3:inf"),
            ("NaN", "t3:NaN"),
            ("e5", "t2:e5"),
            (".", "t1:."),
            ("2024-03-01", "d2024-03-01"),
            ("2024-03-01T10:30:00", "d2024-03-01"),
            ("2024-03-01x", "t11:2024-03-01x"),
            ("ä b", "t3:ä b"),
            ("", "t0:"),
        ] {
            assert_eq!(content(value), expected, "{value:?}");
        }
    }

    #[test]
    fn a_lot_is_the_beginning_of_a_plain_sha_256() {
        let table = Table::from_rows(["zip", "ill", "n"], [["?", "flu", "7"]], &["?"]).unwrap();
        let ties = TieBreaker::new(&table, &[0, 1, 2], &KeyedDraw::by_key("5"));
        let key = Secret::of_text("5").digest("which records stay", "");
        let digest = Sha256::digest(format!("{key}:t3:flun7000000-"));
        assert_eq!(ties.hash(0).to_be_bytes(), digest[..8]);
    }
}

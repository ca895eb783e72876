//! What others may know of the values of a column.

use crate::numbers::{day_of, number_of};
use incog_data::{Column, ColumnKind, ValueType};
use incog_privacy::Role;
use incog_roles::column_kind;
use serde::{Deserialize, Serialize};

/// A text column with more distinct values than one for so many records is no category.
const RECORDS_OF_A_CATEGORY: u64 = 10;

/// So few texts are categories in any table.
const FEW: u64 = 10;

/// Categories beside released labels are looked up where there are more than this: hobbies,
/// villages, employers.
const FEW_KINDS: usize = 20;

/// What others may know of the values of a column, or look up elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Knowable {
    /// Amounts and measures: a bill, an income, a weight.
    Amount,
    /// Days and times.
    Date,
    /// Codes of things and events: a case, a batch, a receipt.
    Code,
    /// Categories, such as diagnoses: words or codes that many records share.
    Category,
}

impl Knowable {
    /// What the values of a published column are; `of_code` has the records of each.
    pub(super) fn from_values(column: &Column, role: Role, of_code: &[u64]) -> Self {
        let shares = Shares::new(column, of_code);
        let is_shared = shares.distinct <= FEW || shares.distinct * RECORDS_OF_A_CATEGORY <= shares.records;
        let is_diagnosis = is_diagnosis(column, &shares);
        if is_shared && is_diagnosis && role == Role::Sensitive {
            return Self::Category;
        }
        match column.value_type {
            ValueType::Integer | ValueType::Decimal => Self::Amount,
            ValueType::Date => Self::Date,
            ValueType::Text if shares.is_most(shares.days) => Self::Date,
            ValueType::Text if shares.is_most(shares.numbers) => Self::Amount,
            ValueType::Text if is_shared || is_diagnosis => Self::Category,
            ValueType::Text => Self::Code,
        }
    }

    /// Whether most records of a column have a number or a day, whatever others say: `<0,6` among
    /// `0,8`. `of_code` has the records of each value.
    ///
    /// ```
    /// use incog_audit::Knowable;
    /// use incog_data::ColumnBuilder;
    /// let mut builder = ColumnBuilder::new("creatinine");
    /// ["0,8", "<0,6", "1,1"].iter().for_each(|value| builder.push(value));
    /// assert!(Knowable::are_numbers_or_days(&builder.finish(&[]), &[1, 1, 1]));
    /// ```
    pub fn are_numbers_or_days(column: &Column, of_code: &[u64]) -> bool {
        let shares = Shares::new(column, of_code);
        shares.is_most(shares.numbers) || shares.is_most(shares.days)
    }

    /// What two columns are together: what somebody may know only if both are.
    pub(super) fn and(self, other: Self) -> Self {
        if self == Self::Category { self } else { other }
    }

    /// Whether one more column of this kind, with so many values, is looked up beside the released
    /// labels: few categories divide every class of k and name nobody.
    pub(super) fn is_looked_up(self, distinct: usize) -> bool {
        match self {
            Self::Amount | Self::Date | Self::Code => true,
            Self::Category => distinct > FEW_KINDS,
        }
    }
}

/// Records whose value is of a kind.
struct Shares {
    records: u64,
    distinct: u64,
    days: u64,
    numbers: u64,
    icd: u64,
}

impl Shares {
    fn new(column: &Column, of_code: &[u64]) -> Self {
        let mut shares = Self { records: 0, distinct: 0, days: 0, numbers: 0, icd: 0 };
        for ((code, value), &records) in (0u32..).zip(column.dictionary.iter()).zip(of_code) {
            if records == 0 || column.is_missing(code) {
                continue;
            }
            shares.records += records;
            shares.distinct += 1;
            shares.days += if day_of(value).is_some() { records } else { 0 };
            shares.numbers += if number_of(value).is_some() { records } else { 0 };
            shares.icd += if looks_like_icd(value) { records } else { 0 };
        }
        shares
    }

    fn is_most(&self, records: u64) -> bool {
        records * 2 > self.records
    }
}

/// Codes of diseases, by the name of the column or by their form. Numbers with a name from medicine
/// are measures, unless the name says that they are codes.
fn is_diagnosis(column: &Column, shares: &Shares) -> bool {
    let name = column.name.to_lowercase();
    let says_code = ["diag", "icd", "drg", "dx"].iter().any(|word| name.contains(word));
    let is_text = column.value_type == ValueType::Text && !shares.is_most(shares.numbers);
    says_code || shares.is_most(shares.icd) || is_text && is_about_health(&column.name)
}

fn is_about_health(name: &str) -> bool {
    matches!(column_kind(name), ColumnKind::Diagnosis | ColumnKind::Health)
}

/// `I50.1`, `E119`
fn looks_like_icd(value: &str) -> bool {
    let value = value.trim().as_bytes();
    let [letter, tens, ones, rest @ ..] = value else { return false };
    let rest = rest.strip_prefix(b".").unwrap_or(rest);
    letter.is_ascii_uppercase()
        && tens.is_ascii_digit()
        && ones.is_ascii_alphanumeric()
        && rest.len() <= 4
        && rest.iter().all(u8::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knowable(name: &str, role: Role, values: &[&str]) -> Knowable {
        let mut builder = incog_data::ColumnBuilder::new(name);
        values.iter().for_each(|value| builder.push(value));
        let column = builder.finish(&["", "NA"]);
        Knowable::from_values(&column, role, &column.counts())
    }

    #[test]
    fn kinds_follow_from_values_and_roles() {
        let words = ["flu", "gout", "flu", "flu", "gout", "flu", "flu", "gout", "flu", "flu"].repeat(2);
        assert_eq!(knowable("illness", Role::Sensitive, &words), Knowable::Category);
        assert_eq!(knowable("hobby", Role::Insensitive, &words), Knowable::Category);
        assert_eq!(knowable("costs", Role::Sensitive, &["1.50", "NA", "2.25"]), Knowable::Amount);
        assert_eq!(knowable("costs", Role::Sensitive, &["1.50", "n.a.", "2.25"]), Knowable::Amount);
        assert_eq!(knowable("seen", Role::Insensitive, &["31.12.2024", "1.1.2024"]), Knowable::Date);
        let cases: Vec<String> = (0..20).map(|row| format!("F-{row}")).collect();
        let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
        assert_eq!(knowable("case", Role::Sensitive, &cases), Knowable::Code);
        assert_eq!(knowable("what", Role::Sensitive, &["I50.1", "E119", "J44"]), Knowable::Category);
        let drg = ["194", "195", "194", "194", "194", "194", "194", "194", "194", "194"].repeat(2);
        assert_eq!(knowable("APR DRG Code", Role::Sensitive, &drg), Knowable::Category);
        assert_eq!(knowable("glucose", Role::Sensitive, &drg), Knowable::Amount);
    }
}

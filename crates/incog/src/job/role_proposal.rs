//! A first guess at the role of a column, for a person to confirm.

use incog_data::{Column, ValueType};
use std::fmt;

/// The roles proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposedRole {
    /// Names one person; dropped from the release.
    Identifier,
    /// Narrows the candidates down to a few people, in combination with other columns.
    QuasiIdentifier,
    /// What must not be learned about a person.
    Sensitive,
    /// Published as it is.
    Insensitive,
}

/// Why a role is proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoleReason {
    /// The name of the column contains this word.
    Name {
        /// The word.
        word: &'static str,
    },
    /// The name contains this word and the values are (nearly) unique.
    NameAndUnique {
        /// The word.
        word: &'static str,
        /// Distinct values that are not missing.
        distinct: usize,
        /// Rows where the value is not missing.
        rows: usize,
    },
    /// Whole numbers that count the rows.
    RowNumber,
    /// At least nine of ten values differ from all others.
    Unique {
        /// Distinct values that are not missing.
        distinct: usize,
        /// Rows where the value is not missing.
        rows: usize,
    },
    /// The column has dates, which are often known to others.
    Date,
    /// All rows have the same value, or none has a value.
    Constant,
    /// Nothing speaks for another role.
    NothingFound,
}

impl fmt::Display for RoleReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { word } => write!(formatter, "the name says {word:?}"),
            Self::NameAndUnique { word, distinct, rows } => {
                write!(formatter, "the name says {word:?}, and {rows} rows have {distinct} different values")
            }
            Self::RowNumber => formatter.write_str("the values number the rows"),
            Self::Unique { distinct, rows } => {
                write!(formatter, "{rows} rows have {distinct} different values")
            }
            Self::Date => formatter.write_str("dates are often known to others"),
            Self::Constant => formatter.write_str("all rows have the same value"),
            Self::NothingFound => formatter.write_str("nothing in name or values speaks for another role"),
        }
    }
}

/// A role and the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleProposal {
    /// The role.
    pub role: ProposedRole,
    /// Why.
    pub reason: RoleReason,
}

/// Words that name a person whatever the values are.
const IDENTIFIER: &[&str] = &[
    "ssn",
    "email",
    "mail",
    "phone",
    "telephone",
    "mobile",
    "passport",
    "mrn",
    "iban",
    "surname",
    "lastname",
    "firstname",
    "fullname",
    "username",
    "uuid",
    "guid",
];

/// Words that name a person when the values are mostly different.
const IDENTIFIER_IF_UNIQUE: &[&str] = &[
    "id",
    "name",
    "number",
    "nr",
    "nbr",
    "no",
    "key",
    "account",
    "address",
    "street",
    "record",
    "ip",
    "url",
    "patient",
    "encounter",
    "customer",
    "user",
    "card",
];

const SENSITIVE: &[&str] = &[
    "diagnosis",
    "diagnoses",
    "diag",
    "disease",
    "illness",
    "condition",
    "procedure",
    "drug",
    "medication",
    "treatment",
    "severity",
    "mortality",
    "drg",
    "dx",
    "ccsr",
    "icd",
    "hiv",
    "outcome",
    "income",
    "salary",
    "wage",
    "earnings",
    "charge",
    "cost",
    "expenditure",
    "expend",
    "saving",
    "debt",
    "asset",
    "balance",
    "bill",
    "pay",
    "payment",
    "payer",
    "default",
    "credit",
    "loan",
    "crime",
    "offence",
    "offense",
    "religion",
    "gain",
    "loss",
];

const QUASI_IDENTIFIER: &[&str] = &[
    "zip",
    "zipcode",
    "postcode",
    "postal",
    "plz",
    "age",
    "agegroup",
    "birth",
    "birthday",
    "birthdate",
    "dob",
    "yob",
    "sex",
    "gender",
    "race",
    "ethnicity",
    "ethnic",
    "county",
    "city",
    "town",
    "state",
    "province",
    "country",
    "nationality",
    "native",
    "region",
    "area",
    "district",
    "municipality",
    "place",
    "location",
    "facility",
    "hospital",
    "school",
    "marital",
    "marriage",
    "industry",
    "industrial",
    "study",
    "hour",
    "los",
    "specialty",
    "education",
    "degree",
    "occupation",
    "job",
    "profession",
    "workclass",
    "language",
    "admission",
    "admitted",
    "discharge",
    "discharged",
    "disposition",
    "stay",
    "relationship",
    "household",
    "weight",
    "height",
    "date",
];

/// Proposes a role from the column's name, type and uniqueness, in this order: names of persons,
/// numbers of rows, words for what is sensitive, words for what others may know, (nearly) unique
/// text and whole numbers, dates. The lists are a guess that errs towards protection; a person decides.
///
/// ```
/// use incog::job::{ProposedRole, propose_role};
/// use incog_data::ColumnBuilder;
/// let mut builder = ColumnBuilder::new("Zip Code - 3 digits");
/// for zip in ["100", "101", "100"] { builder.push(zip); }
/// let proposal = propose_role(&builder.finish(&[]));
/// assert_eq!(proposal.role, ProposedRole::QuasiIdentifier);
/// assert_eq!(proposal.reason.to_string(), "the name says \"zip\"");
/// ```
pub fn propose_role(column: &Column) -> RoleProposal {
    use ProposedRole::{Identifier, Insensitive, QuasiIdentifier, Sensitive};
    let words = words(&column.name);
    let named = |list: &[&'static str]| list.iter().copied().find(|word| words.iter().any(|w| w == word));
    let distinct = column.dictionary.len() - column.missing.len();
    let rows = column.codes.iter().filter(|&&code| !column.is_missing(code)).count();
    let unique_share = distinct as f64 / rows.max(1) as f64;
    let propose = |role, reason| RoleProposal { role, reason };

    if let Some(word) = named(IDENTIFIER) {
        return propose(Identifier, RoleReason::Name { word });
    }
    if let Some(word) = named(IDENTIFIER_IF_UNIQUE).filter(|_| rows >= 2 && unique_share >= 0.5) {
        return propose(Identifier, RoleReason::NameAndUnique { word, distinct, rows });
    }
    if numbers_rows(column) {
        return propose(Identifier, RoleReason::RowNumber);
    }
    if distinct <= 1 {
        return propose(Insensitive, RoleReason::Constant);
    }
    if let Some(word) = named(SENSITIVE) {
        return propose(Sensitive, RoleReason::Name { word });
    }
    if let Some(word) = named(QUASI_IDENTIFIER) {
        return propose(QuasiIdentifier, RoleReason::Name { word });
    }
    match column.value_type {
        ValueType::Text | ValueType::Integer if rows >= 20 && unique_share >= 0.9 => {
            propose(Identifier, RoleReason::Unique { distinct, rows })
        }
        ValueType::Date => propose(QuasiIdentifier, RoleReason::Date),
        _ => propose(Insensitive, RoleReason::NothingFound),
    }
}

/// The words of a name in lower case: split at characters that are not letters and where lower case changes to upper
/// case; also with the plural's s taken off, and each with the next one in one word.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for letter in name.chars() {
        if !letter.is_alphabetic() || (letter.is_uppercase() && after_small) {
            words.push(String::new());
        }
        after_small = letter.is_lowercase();
        if let (true, Some(word)) = (letter.is_alphabetic(), words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    let singular: Vec<String> =
        words.iter().filter_map(|word| Some(word.strip_suffix('s')?.to_owned())).collect();
    let pairs: Vec<String> = words.windows(2).map(|pair| pair.concat()).collect();
    words.extend(singular);
    words.extend(pairs);
    words
}

/// Whether the values are whole numbers that rise by one from row to row.
fn numbers_rows(column: &Column) -> bool {
    if column.value_type != ValueType::Integer || column.codes.len() < 3 || !column.missing.is_empty() {
        return false;
    }
    let number = |row: usize| column.value(row).trim().parse::<i64>().ok();
    let Some(first) = number(0) else { return false };
    (0..column.codes.len())
        .all(|row| first.checked_add(row as i64).is_some_and(|next| number(row) == Some(next)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_data::ColumnBuilder;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn role(name: &str, values: impl IntoIterator<Item = String>) -> ProposedRole {
        let mut builder = ColumnBuilder::new(name);
        values.into_iter().for_each(|value| builder.push(&value));
        propose_role(&builder.finish(&["", "?"])).role
    }

    fn repeated(name: &str) -> ProposedRole {
        role(name, (0..40).map(|n| format!("v{}", n % 4)))
    }

    #[test]
    fn reads_names() {
        use ProposedRole::{Identifier, Insensitive, QuasiIdentifier, Sensitive};
        for (name, expected) in [
            ("SSN", Identifier),
            ("e-mail", Identifier),
            ("FullName", Identifier),
            ("MARRIAGE", QuasiIdentifier),
            ("first_name", Identifier),
            ("admission_type_id", QuasiIdentifier),
            ("Facility Name", QuasiIdentifier),
            ("Hospital County", QuasiIdentifier),
            ("Age Group", QuasiIdentifier),
            ("marital-status", QuasiIdentifier),
            ("MaritalStatus", QuasiIdentifier),
            ("Total Charges", Sensitive),
            ("salary-class", Sensitive),
            ("APR Severity of Illness Description", Sensitive),
            ("diag_1", Sensitive),
            ("BILL_AMT1", Sensitive),
            ("wattage", Insensitive),
            ("colour", Insensitive),
        ] {
            assert_eq!(repeated(name), expected, "{name}");
        }
    }

    #[test]
    fn reads_values() {
        use ProposedRole::{Identifier, Insensitive, QuasiIdentifier};
        assert_eq!(role("FullName", (0..40).map(|n| format!("n{n}"))), Identifier);
        assert_eq!(role("x", (5..45).map(|n| n.to_string())), Identifier);
        assert_eq!(role("x", (0..40).map(|n| format!("t{n}"))), Identifier);
        assert_eq!(role("x", (0..40).map(|n| format!("0.{n}"))), Insensitive);
        assert_eq!(role("year", (0..40).map(|_| "2024".to_owned())), Insensitive);
        assert_eq!(role("x", (0..40).map(|n| format!("2024-01-{:02}", 1 + n % 20))), QuasiIdentifier);
        assert_eq!(role("x", []), Insensitive);
    }

    proptest! {
        #[test]
        fn any_values_have_a_proposal(
            values in prop_oneof![
                vec("\\PC{0,12}", 1..30), vec("[0-9]{1,6}", 1..30),
                vec("(19|20)[0-9]{2}-0[1-9]-[0-2][0-9]", 1..30),
            ],
            name in "(age|zip|x)",
        ) {
            let mut builder = ColumnBuilder::new(&name);
            values.iter().for_each(|value| builder.push(value));
            let proposal = propose_role(&builder.finish(&["", "?"]));
            prop_assert!(!proposal.reason.to_string().is_empty());
        }
    }
}

//! What one column shows by itself.

use super::formulas::formulas;
use super::variants::{Variants, missing, name_spelling};
use super::{Finding, Rule, Severity};
use incog_data::{Column, Hierarchy, ValueType};
use incog_privacy::Role;
use incog_roles::stands_for_nothing;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

/// Tables smaller than this are too small to call a column unusual.
const FEWEST_ROWS: usize = 10;

/// What several spellings of one person do.
const COUNTED_APART: &str = "each spelling counts as a person, so a class of k may have fewer than k people; write each \
     person in one way";

/// A value in fewer rows than this is rare.
const RARE: usize = 5;

/// A number with this many digits after the point is called too precise.
const DIGITS: usize = 5;

pub(super) fn lint_column(
    column: &Column,
    of_code: &[u64],
    is_in_order: bool,
    role: Role,
    hierarchy: Option<&Hierarchy>,
) -> Vec<Finding> {
    if role == Role::Identifier {
        return Vec::new();
    }
    let profile = ColumnProfile::new(column, of_code, is_in_order);
    let mut found = Vec::new();
    let mut add = |severity, rule, message: String| {
        found.push(Finding { severity, rule, column: column.name.clone(), about: None, message });
    };
    if role.is_unit() {
        if let Some(message) = spelled_in_several_ways(&profile) {
            add(Severity::Danger, Rule::Variants, message);
        }
        return found;
    }
    let numbered = row_number(&profile).map(|message| (Severity::Danger, Rule::RowNumber, message));
    let ordered =
        || original_order(&profile).map(|message| (Severity::Warning, Rule::OriginalOrder, message));
    if let Some((severity, rule, message)) = numbered.or_else(ordered).filter(|_| profile.rows >= FEWEST_ROWS)
    {
        add(severity, rule, message);
    } else if let Some(message) = near_identifier(&profile, role) {
        add(Severity::Warning, Rule::NearIdentifier, message);
    }
    if let Some(message) = rare_values(&profile).filter(|_| role == Role::Insensitive) {
        add(Severity::Warning, Rule::RareValues, message);
    }
    if let Some(message) = mixed_types(&profile) {
        add(Severity::Warning, Rule::MixedTypes, message);
    }
    if let Some(message) = excess_precision(&profile) {
        add(Severity::Warning, Rule::ExcessPrecision, message);
    }
    if let Some(message) = time_of_day(&profile) {
        add(Severity::Warning, Rule::TimeOfDay, message);
    }
    if let Some(message) = formulas(&column.name, profile.values()) {
        add(Severity::Warning, Rule::Formula, message);
    }
    if let Some(message) = hierarchy.and_then(|hierarchy| not_covered(&profile, hierarchy)) {
        add(Severity::Danger, Rule::NotCovered, message);
    }
    if let Some(message) = variants(&profile, role) {
        // Diversity and closeness count them: a class of one diagnosis in two spellings has two
        // values.
        let severity = if role == Role::Sensitive { Severity::Danger } else { Severity::Warning };
        add(severity, Rule::Variants, message);
    }
    if let Some(message) = codes_for_missing(&profile, role) {
        add(Severity::Warning, Rule::Variants, message);
    }
    if profile.rows > 1 && profile.distinct() == 1 {
        add(
            Severity::Note,
            Rule::Constant,
            "all rows have the same value, so the column carries no \
            information"
                .to_owned(),
        );
    }
    found
}

/// A column with what all the rules need to know about it.
struct ColumnProfile<'a> {
    column: &'a Column,
    /// Rows of each code.
    counts: Vec<usize>,
    /// Rows with a value.
    rows: usize,
    is_missing: Vec<bool>,
    /// Whether its rows stand in the order of the table.
    is_in_order: bool,
}

impl<'a> ColumnProfile<'a> {
    fn new(column: &'a Column, of_code: &[u64], is_in_order: bool) -> Self {
        let counts: Vec<usize> = of_code.iter().map(|&count| count as usize).collect();
        let is_missing: Vec<bool> = (0u32..)
            .zip(&counts)
            .map(|(code, _)| column.is_missing(code) || column.dictionary.get(code) == "*")
            .collect();
        let rows =
            counts.iter().zip(&is_missing).filter(|(_, missing)| !**missing).map(|(count, _)| count).sum();
        Self { column, counts, rows, is_missing, is_in_order }
    }

    /// Values that occur and are not missing, with their rows.
    fn values(&self) -> impl Iterator<Item = (&str, usize)> {
        let values = self.column.dictionary.iter().zip(&self.counts).zip(&self.is_missing);
        values
            .filter(|((_, count), missing)| **count > 0 && !**missing)
            .map(|((value, count), _)| (value, *count))
    }

    /// What stands for a missing value in this job, if some row has none: all of it counts as one
    /// value.
    fn missing_text(&self) -> Option<&'static str> {
        let is_there = self
            .column
            .missing
            .iter()
            .any(|code| self.counts.get(*code as usize).is_some_and(|rows| *rows > 0));
        is_there.then_some("")
    }

    fn distinct(&self) -> usize {
        self.values().count()
    }

    /// Rows whose value is of a kind, and distinct values of it.
    fn rows_where(&self, is_it: impl Fn(&str) -> bool) -> usize {
        self.values().filter(|(value, _)| is_it(value)).map(|(_, count)| count).sum()
    }
}

/// Texts that look like one value.
fn variants(profile: &ColumnProfile<'_>, role: Role) -> Option<String> {
    let texts = profile.values().map(|(value, _)| value).chain(profile.missing_text());
    let variants = Variants::among(texts)?;
    let why = why_variants_matter(role);
    Some(format!(
        "{} of its values look like only {}, apart from {}: {why}; write each value in one way",
        variants.texts,
        variants.values,
        variants.named()
    ))
}

/// Numbers that may be the column's own or stand for a missing value, beside others that do.
fn codes_for_missing(profile: &ColumnProfile<'_>, role: Role) -> Option<String> {
    if !profile.values().any(|(value, _): (&str, usize)| missing::is_code(value)) {
        return None;
    }
    let texts: Vec<&str> = profile.values().map(|(value, _)| value).chain(profile.missing_text()).collect();
    let possible = missing::possible(&texts);
    (possible > 1).then(|| {
        format!(
            "{possible} of its values may stand for a missing one (numbers such as -9 or 999 beyond all others, words, empty cells): {}; if they do, \
             write them in one way",
            why_variants_matter(role)
        )
    })
}

/// What several spellings of one value do.
fn why_variants_matter(role: Role) -> &'static str {
    match role {
        Role::Sensitive => {
            "l-diversity and t-closeness count them as different values, so a class can look more diverse \
             than it is"
        }
        Role::QuasiIdentifier => "records with different spellings do not match",
        _ => "the spelling can distinguish a record from others",
    }
}

/// Whole numbers that differ by one from row to row.
fn row_number(profile: &ColumnProfile<'_>) -> Option<String> {
    let column = profile.column;
    let is_complete = profile.is_in_order && profile.rows == column.codes.len();
    // Numbers that count are all different, and so are their texts.
    if column.value_type != ValueType::Integer || !is_complete || profile.distinct() < profile.rows {
        return None;
    }
    let numbers: Option<Vec<i64>> =
        (0..profile.rows).map(|row| column.value(row).trim().parse().ok()).collect();
    let steps = |step: i64| {
        numbers.as_ref().is_some_and(|n| n.windows(2).all(|two| two[0].checked_add(step) == Some(two[1])))
    };
    (profile.rows > 1 && (steps(1) || steps(-1))).then(|| {
        "numbers the rows: anybody with the original table can find every record; leave it out".to_owned()
    })
}

/// Rows sorted by a column that has different values in most rows.
fn original_order(profile: &ColumnProfile<'_>) -> Option<String> {
    let column = profile.column;
    if !profile.is_in_order || profile.rows < column.codes.len() || profile.distinct() * 2 < profile.rows {
        return None;
    }
    let number = |code: u32| column.dictionary.get(code).trim().parse::<f64>().unwrap_or(f64::NAN);
    let compare = |a: u32, b: u32| match column.value_type.is_number() {
        true => number(a).total_cmp(&number(b)),
        false => column.dictionary.get(a).cmp(column.dictionary.get(b)),
    };
    let never = |wrong: Ordering| {
        column.codes.iter().zip(column.codes.iter().skip(1)).all(|(a, b)| compare(a, b) != wrong)
    };
    (never(Ordering::Greater) || never(Ordering::Less)).then(|| {
        format!(
            "the rows are sorted by this column, which has {} values in {} rows: the position of a row \
             reveals its value even if the column is generalized; shuffle the release, or sort it by \
             released values",
            profile.distinct(),
            profile.rows
        )
    })
}

/// Names or numbers that are one person's, but count as several people's.
fn spelled_in_several_ways(profile: &ColumnProfile<'_>) -> Option<String> {
    let names = || profile.values().map(|(value, _)| value);
    let Some(variants) = Variants::among_names(names()) else { return numbered_in_several_ways(names()) };
    Some(format!(
        "{} of its values look like only {} people, apart from {}: {COUNTED_APART}",
        variants.texts,
        variants.values,
        variants.named()
    ))
}

/// Numbers of people, such as `P-001` and `P1`, that signs and zeros alone tell apart.
fn numbered_in_several_ways<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut spellings: BTreeMap<String, usize> = BTreeMap::new();
    names.for_each(|name| *spellings.entry(number_of_person(name)).or_default() += 1);
    spellings.retain(|_, texts| *texts > 1);
    let (texts, people) = (spellings.values().sum::<usize>(), spellings.len());
    (texts > 0).then(|| {
        format!(
            "{texts} of its values look like only {people} people, apart from blanks, hyphens, other signs \
             and leading zeros: {COUNTED_APART}"
        )
    })
}

/// The number of a person without signs between letters and digits, and without zeros that digits
/// begin with. Signs between two digits stay: `1-23` and `12-3` are two people.
fn number_of_person(name: &str) -> String {
    let signs: Vec<char> = name_spelling(name).chars().collect();
    let mut number = String::with_capacity(signs.len());
    for (place, &sign) in signs.iter().enumerate() {
        let last = number.chars().last();
        let is_before_digits = last.is_none_or(|last| !last.is_ascii_digit());
        let next = signs.get(place + 1);
        let is_zero = sign == '0' && is_before_digits && next.is_some_and(char::is_ascii_digit);
        let parts_digits = !is_before_digits && next.is_some_and(char::is_ascii_digit);
        let parts_letters =
            last.is_some_and(char::is_alphabetic) && next.is_some_and(|next| next.is_alphabetic());
        let is_between = !sign.is_alphanumeric() && !parts_digits && !parts_letters;
        if !is_zero && !is_between {
            number.push(if sign.is_alphanumeric() { sign } else { ' ' });
        }
    }
    number
}

fn near_identifier(profile: &ColumnProfile<'_>, role: Role) -> Option<String> {
    let unique = profile.values().filter(|(_, count)| *count == 1).count();
    // Measured amounts are nearly all different by nature; in a sensitive column that is to be
    // expected.
    let is_measured = profile.column.value_type == ValueType::Decimal && role == Role::Sensitive;
    (profile.rows >= FEWEST_ROWS && unique * 10 >= profile.rows * 9 && !is_measured).then(|| {
        let advice = match role {
            Role::QuasiIdentifier => "generalize it, or leave it out (role: identifier)",
            _ => "give it the role identifier or quasi-identifier",
        };
        let rows = profile.rows;
        format!(
            "{unique} of {rows} rows have a value that no other row has, so it identifies records; {advice}"
        )
    })
}

fn rare_values(profile: &ColumnProfile<'_>) -> Option<String> {
    let rare: Vec<usize> = profile.values().map(|(_, count)| count).filter(|&count| count < RARE).collect();
    let unique = rare.iter().filter(|&&count| count == 1).count();
    (!rare.is_empty() && profile.rows >= FEWEST_ROWS).then(|| {
        format!(
            "published unchanged, with {} values in fewer than {RARE} rows each ({} rows, {unique} of them \
             with a unique value): anybody who knows such a value finds the person; give it the role \
             quasi-identifier",
            rare.len(),
            rare.iter().sum::<usize>()
        )
    })
}

fn mixed_types(profile: &ColumnProfile<'_>) -> Option<String> {
    if profile.column.value_type != ValueType::Text {
        return None;
    }
    let of_type =
        |wanted: fn(ValueType) -> bool| profile.rows_where(|value| wanted(ValueType::infer([value])));
    let numbers = of_type(ValueType::is_number);
    let dates = of_type(|found| found == ValueType::Date);
    let (most, what) = if numbers >= dates { (numbers, "numbers") } else { (dates, "dates") };
    let others = profile.rows - most;
    (others > 0 && most >= 4 * others).then(|| {
        format!(
            "{most} rows have {what}, and {others} rows have other values; correct them, or list the markers \
             of missing values"
        )
    })
}

fn excess_precision(profile: &ColumnProfile<'_>) -> Option<String> {
    if profile.column.value_type != ValueType::Decimal {
        return None;
    }
    let digits = |value: &str| value.trim().split_once('.').map_or(0, |(_, digits)| digits.len());
    let precise = profile.rows_where(|value| digits(value) >= DIGITS);
    (precise * 2 > profile.rows).then(|| {
        format!(
            "{precise} of {} rows have {DIGITS} or more decimal places, so their values are almost unique; \
             round them",
            profile.rows
        )
    })
}

fn time_of_day(profile: &ColumnProfile<'_>) -> Option<String> {
    if profile.column.value_type != ValueType::Date {
        return None;
    }
    let midnight = |time: &str| time.chars().all(|c| !c.is_ascii_digit() || c == '0');
    let timed = profile.rows_where(|value| value.trim().get(10..).is_some_and(|time| !midnight(time)));
    (timed > 0).then(|| {
        format!(
            "{timed} rows have a date with a time of day, which almost identifies the event; keep only \
            the day"
        )
    })
}

fn not_covered(profile: &ColumnProfile<'_>, hierarchy: &Hierarchy) -> Option<String> {
    let known: HashSet<&str> = hierarchy.labels(0).iter().collect();
    let all = profile.column.dictionary.iter().zip(&profile.counts).filter(|(_, count)| **count > 0);
    let outside: Vec<usize> =
        all.filter(|(value, _)| !known.contains(value)).map(|(_, count)| *count).collect();
    (!outside.is_empty()).then(|| {
        let (values, rows) = (outside.len(), outside.iter().sum::<usize>());
        format!(
            "{values} values in {rows} rows are missing from the hierarchy, so they cannot be \
            generalized; add them"
        )
    })
}

/// That the people whom a column names have several rows, perhaps under several spellings.
pub(super) fn people_with_several_rows(column: &Column, of_code: &[u64]) -> Option<String> {
    let profile = ColumnProfile::new(column, of_code, false);
    several_rows(&profile).or_else(|| spelled_in_several_ways(&profile))
}

fn several_rows(profile: &ColumnProfile<'_>) -> Option<String> {
    let several = profile.values().filter(|(_, count)| *count > 1);
    let people = several.filter(|(value, _)| !stands_for_nothing(value));
    let repeated: Vec<usize> = people.map(|(_, count)| count).collect();
    let most = repeated.iter().max()?;
    let rows: usize = repeated.iter().sum();
    Some(format!(
        "{} of {} values occur in several rows ({rows} rows, up to {most} for one value): if the column identifies \
         people, give it the role person, so that people are counted and not rows",
        repeated.len(),
        profile.distinct()
    ))
}

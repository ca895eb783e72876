//! What a released text stands for, read as somebody would who has the release and knows which
//! values there are.

use crate::label_places::Places;
use crate::values::Values;
use incog_data::DateUnit;

/// What a released text stands for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Meaning {
    /// Any value: `*`, or a cell that was emptied where the original has none that is missing.
    Anything,
    /// These values, ascending by code; none where nobody has it.
    Values(Vec<u32>),
    /// A number that nobody has.
    Number(f64),
    /// A text that no rule reads.
    Unread,
}

impl Meaning {
    /// Whether it stands for a value, perhaps among others.
    pub fn has(&self, value: u32) -> bool {
        match self {
            Self::Anything => true,
            Self::Values(values) => values.binary_search(&value).is_ok(),
            Self::Number(_) | Self::Unread => false,
        }
    }

    /// Whether it stands for nothing that another one does not; `values` is how many there are.
    pub fn is_within(&self, other: &Self, values: usize) -> bool {
        match (self, other) {
            (_, Self::Anything) => true,
            (Self::Values(own), Self::Values(others)) => {
                own.len() <= others.len() && own.iter().all(|value| others.binary_search(value).is_ok())
            }
            (Self::Anything, Self::Values(others)) => others.len() == values,
            _ => self == other,
        }
    }

    /// Reads a text: as a label of the hierarchies, for the values that have a place there, and for
    /// all others by how it is written.
    pub fn parse(text: &str, values: &Values<'_>, places: &Places<'_>) -> Self {
        let text = text.trim();
        let Some((mut found, unsaid)) = places.locate(text) else {
            return Self::as_written(text, values);
        };
        if !unsaid.is_empty() {
            let written = Self::as_written(text, values);
            let stands_for = |value: &u32| match &written {
                Self::Anything => text == "*",
                written => written.has(*value),
            };
            found.extend(unsaid.into_iter().filter(stands_for));
            found.sort_unstable();
        }
        Self::Values(found)
    }

    /// Reads a text as it is written: as a value; as `*`; as a number; as `[20, 30)`, `20-29`,
    /// `<20` or `90+`; as words in braces; as a date cut short; as a value with its end masked.
    pub fn as_written(text: &str, values: &Values<'_>) -> Self {
        if let Some(code) = values.find(text) {
            return Self::Values(values.equal_to(code));
        }
        if text == "*" || ["", "NA", "?"].contains(&text) {
            return Self::Anything;
        }
        if let Some(number) = finite(text).filter(|_| values.is_number) {
            let found = values.of_number(number);
            return if found.is_empty() { Self::Number(number) } else { Self::Values(found.to_vec()) };
        }
        let spans = values.is_number.then(|| Span::parse(text)).flatten();
        if let Some(span) = spans {
            return Self::Values(values.matching(|number| span.has(number)));
        }
        let found = in_braces(text, values).unwrap_or_else(|| by_pattern(text, values));
        if found.is_empty() { Self::Unread } else { Self::Values(found) }
    }
}

pub(crate) fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Numbers from one end to another.
struct Span {
    low: f64,
    high: f64,
    has_low: bool,
    has_high: bool,
}

impl Span {
    fn has(&self, number: f64) -> bool {
        let above = if self.has_low { number >= self.low } else { number > self.low };
        above && if self.has_high { number <= self.high } else { number < self.high }
    }

    fn parse(text: &str) -> Option<Self> {
        let whole = |low, high, has_low, has_high| Some(Self { low, high, has_low, has_high });
        let after = |prefixes: [&str; 2]| {
            prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)).and_then(finite)
        };
        if let Some(high) = after(["<=", "≤"]) {
            return whole(f64::NEG_INFINITY, high, false, true);
        }
        if let Some(low) = after([">=", "≥"]) {
            return whole(low, f64::INFINITY, true, false);
        }
        if let Some(high) = text.strip_prefix('<').and_then(finite) {
            return whole(f64::NEG_INFINITY, high, false, false);
        }
        if let Some(low) = text.strip_prefix('>').and_then(finite) {
            return whole(low, f64::INFINITY, false, false);
        }
        if let Some(low) = text.strip_suffix('+').and_then(finite) {
            return whole(low, f64::INFINITY, true, false);
        }
        Self::in_brackets(text).or_else(|| {
            let (low, high) = two_numbers(text)?;
            whole(low, high, true, true)
        })
    }

    /// `[20, 30)`, `[20, 30[`, `]20; 30]`, with `-inf` and `inf` as ends.
    fn in_brackets(text: &str) -> Option<Self> {
        let (first, last) = (text.chars().next()?, text.chars().last()?);
        if text.len() < 2 || !"[](".contains(first) || !"[])".contains(last) {
            return None;
        }
        let inside = &text[1..text.len() - 1];
        let end = |text: &str| text.trim().parse::<f64>().ok().filter(|number| !number.is_nan());
        let split = [';', ','].iter().find_map(|mark| inside.split_once(*mark));
        let (low, high) = match split {
            Some((low, high)) => (end(low)?, end(high)?),
            None => two_numbers(inside)?,
        };
        Some(Self { low, high, has_low: first == '[', has_high: last == ']' })
    }
}

/// `20-29`, `20..29`, `-5--1`.
fn two_numbers(text: &str) -> Option<(f64, f64)> {
    let splits = ["..", "–", "-"].into_iter().flat_map(|mark| text.match_indices(mark));
    let ends = |(place, mark): (usize, &str)| {
        let (low, high) = (finite(&text[..place])?, finite(&text[place + mark.len()..])?);
        (low <= high).then_some((low, high))
    };
    splits.filter(|(place, _)| *place > 0).find_map(ends)
}

/// `{a, b}`; `None` where there are no braces.
fn in_braces(text: &str, values: &Values<'_>) -> Option<Vec<u32>> {
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    let mut found: Vec<u32> = inside.split([',', ';']).filter_map(|word| values.find(word.trim())).collect();
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// Dates cut short (`2024`, `2024-03`, `2024-Q1`, `2020-2029`), hours and weekdays, and masks
/// (`1132*`); of these all values as long as the mask, or, where there are none, all that begin
/// like it.
fn by_pattern(text: &str, values: &Values<'_>) -> Vec<u32> {
    if values.is_date {
        return values
            .matching_text(|date| is_in_span_of_dates(date, text) || DateUnit::is_told_by(date, text));
    }
    if !text.contains('*') {
        return Vec::new();
    }
    let fits = |value: &str| {
        value.chars().count() == text.chars().count()
            && value
                .chars()
                .zip(text.chars())
                .all(|(of_value, of_mask)| of_mask == '*' || of_mask == of_value)
    };
    let found = values.matching_text(fits);
    match text.strip_suffix('*') {
        Some(start) if found.is_empty() && !start.contains('*') => {
            values.matching_text(|value| value.starts_with(start))
        }
        _ => found,
    }
}

fn is_in_span_of_dates(date: &str, label: &str) -> bool {
    let Some((year, month)) = date.get(..4).zip(date.get(5..7)) else { return false };
    let (Ok(year), Ok(month)) = (year.parse::<u32>(), month.parse::<u32>()) else { return false };
    if let Some((of_year, quarter)) = label.split_once("-Q") {
        return of_year.parse() == Ok(year) && quarter.parse() == Ok(month.div_ceil(3));
    }
    let years = label.split_once('-').filter(|(_, last)| last.len() == 4);
    if let Some((Ok(first), Ok(last))) =
        years.map(|(first, last)| (first.parse::<u32>(), last.parse::<u32>()))
    {
        return (first..=last).contains(&year);
    }
    label.len() >= 4
        && date.strip_prefix(label).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', 'T', ' ']))
}

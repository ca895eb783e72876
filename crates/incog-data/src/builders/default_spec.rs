//! Which hierarchy to propose for a column.

use super::order::first_number;
use super::{DateLevels, DateUnit, Fanout, HierarchySpec, Intervals, Mask, Order, Values};
use crate::{Column, ValueType};

/// Up to this many categories go straight to the root.
const FEW: usize = 12;

/// Longest code that is masked character by character.
const LONGEST_CODE: usize = 12;

pub(super) fn default_for(column: &Column) -> HierarchySpec {
    let values = Values::of(column);
    let proposal = propose(&values, column);
    // A value that looks like a label of another one can spoil any proposal but this one.
    if proposal.build_from(&values).is_ok() { proposal } else { HierarchySpec::Flat }
}

fn propose(values: &Values<'_>, column: &Column) -> HierarchySpec {
    let present = values.present();
    if present.len() <= 2 {
        return HierarchySpec::Flat;
    }
    match values.value_type() {
        ValueType::Date => HierarchySpec::Date(DateLevels {
            units: vec![DateUnit::Month, DateUnit::Quarter, DateUnit::Year, DateUnit::Decade],
            format: None,
        }),
        ValueType::Integer if are_digit_codes(values) => HierarchySpec::Mask(Mask::default()),
        ValueType::Integer | ValueType::Decimal => intervals(values, column),
        ValueType::Text if present.iter().all(|value| is_band(value)) => grouped(present.len(), 2),
        ValueType::Text if are_text_codes(present) => HierarchySpec::Mask(Mask::default()),
        ValueType::Text if present.len() <= FEW => HierarchySpec::Flat,
        ValueType::Text => grouped(present.len(), 4),
    }
}

/// Four doubling widths, of which the narrowest is the first 1, 2 or 5 times a power of ten that
/// splits the usual range into at most 20.
fn intervals(values: &Values<'_>, column: &Column) -> HierarchySpec {
    let span = usual_span(column);
    let whole = values.value_type() == ValueType::Integer;
    if !span.is_finite() || span <= if whole { 3.0 } else { 0.0 } {
        return HierarchySpec::Flat;
    }
    let least = if whole { (span / 20.0).max(2.0) } else { span / 20.0 };
    let exponent = least.log10().floor() as i32;
    let round = |digit: u32, exponent: i32| format!("{digit}e{exponent}").parse::<f64>().unwrap_or(least);
    let steps = [round(1, exponent), round(2, exponent), round(5, exponent), round(1, exponent + 1)];
    let narrowest = steps.into_iter().find(|&step| step >= least).unwrap_or(steps[3]);
    let widths: Vec<f64> =
        [1.0, 2.0, 4.0, 8.0].iter().map(|times| narrowest * times).filter(|&width| width < span).collect();
    HierarchySpec::Intervals(Intervals { widths, origin: 0.0 })
}

/// Records at either end of a column whose values do not count towards its usual range; a quarter where records
/// are few.
const AT_THE_ENDS: usize = 10;

/// The span of the values between the ends: widths appear in the job, the report and the labels, so a few records must
/// not decide them.
fn usual_span(column: &Column) -> f64 {
    let number = |value: &str| value.trim().parse::<f64>().unwrap_or(f64::NAN);
    let of_code: Vec<f64> = column.dictionary.iter().map(number).collect();
    let mut numbers: Vec<f64> =
        column.codes.iter().map(|&code| of_code[code as usize]).filter(|number| !number.is_nan()).collect();
    let skipped = AT_THE_ENDS.min(numbers.len() / 4);
    let last = numbers.len().saturating_sub(1 + skipped);
    if numbers.is_empty() {
        return f64::NAN;
    }
    let high = *numbers.select_nth_unstable_by(last, f64::total_cmp).1;
    let low = *numbers.select_nth_unstable_by(skipped, f64::total_cmp).1;
    high - low
}

/// Groups of at least `least` neighbours, wide enough that four levels of them reach the root.
fn grouped(values: usize, least: usize) -> HierarchySpec {
    let fanout = (values as f64).powf(0.2).ceil() as usize;
    HierarchySpec::Fanout(Fanout { fanout: fanout.max(least), order: Order::Natural })
}

/// Digits of one length that a name or a leading zero shows to be a code, or that are many and long.
fn are_digit_codes(values: &Values<'_>) -> bool {
    let present = values.present();
    let length = present[0].len();
    let alike = |value: &&str| value.len() == length && value.bytes().all(|byte| byte.is_ascii_digit());
    let name = values.column().to_lowercase();
    let named = ["zip", "post", "plz", "code"].iter().any(|word| name.contains(word));
    let zero = present.iter().any(|value| value.starts_with('0'));
    let many = length >= 5 && present.len() >= 20;
    (3..=LONGEST_CODE).contains(&length) && present.iter().all(alike) && (named || zero || many)
}

/// Short words without spaces, most of them of one length and with a digit: `NL805`, `I50`.
fn are_text_codes(present: &[&str]) -> bool {
    let is_short =
        |value: &&str| value.chars().count() <= LONGEST_CODE && !value.contains(char::is_whitespace);
    let has_digit = |value: &&&str| value.bytes().any(|byte| byte.is_ascii_digit());
    let most = |count: usize| count * 5 >= present.len() * 4;
    let length = present[present.len() / 2].len();
    present.iter().all(is_short)
        && most(present.iter().filter(has_digit).count())
        && most(present.iter().filter(|value| value.len() == length).count())
}

/// `30 to 49`, `70 or Older`, `[10-20)`, `<18`, `120 +`, `5`: a number and the words of a range.
fn is_band(value: &str) -> bool {
    const WORDS: &[&str] = &[
        "to", "and", "or", "older", "younger", "more", "less", "than", "over", "under", "above", "below",
        "plus", "up", "years", "year", "days", "day", "months", "month", "k",
    ];
    let value = value.to_lowercase();
    first_number(&value).is_some()
        && value
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty())
            .all(|word| WORDS.contains(&word))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ColumnBuilder;

    fn default(name: &str, values: &[&str]) -> HierarchySpec {
        let mut builder = ColumnBuilder::new(name);
        values.iter().for_each(|value| builder.push(value));
        default_for(&builder.finish(&["", "?"]))
    }

    fn fanout(fanout: usize) -> HierarchySpec {
        HierarchySpec::Fanout(Fanout { fanout, order: Order::Natural })
    }

    #[test]
    fn proposes_by_type_and_name() {
        let mask = HierarchySpec::Mask(Mask::default());
        assert_eq!(default("zip", &["11323", "11327", "90210", "?"]), mask);
        assert_eq!(default("area", &["012", "100", "999"]), mask);
        assert_eq!(default("diagnosis", &["I50", "I51", "E11", "J44"]), mask);
        assert_eq!(default("sex", &["f", "m"]), HierarchySpec::Flat);
        assert_eq!(default("race", &["White", "Black", "Other"]), HierarchySpec::Flat);
        assert_eq!(
            default("age", &["0 to 17", "18 to 29", "30 to 49", "50 to 69", "70 or Older"]),
            fanout(2)
        );
        assert_eq!(default("stay", &["1", "2", "3", "120 +"]), fanout(2));
        assert!(matches!(default("d", &["2024-01-01", "2023-01-01", "2022-01-01"]), HierarchySpec::Date(_)));
        let widths = vec![0.5, 1.0, 2.0, 4.0];
        assert_eq!(
            default("ratio", &["-4.5", "0", "1.25"]),
            HierarchySpec::Intervals(Intervals { widths, origin: 0.0 })
        );
        let towns: Vec<String> = (0u8..40)
            .map(|n| format!("{} town", char::from(b'A' + n % 26)).repeat(1 + n as usize / 26))
            .collect();
        assert_eq!(default("town", &towns.iter().map(String::as_str).collect::<Vec<_>>()), fanout(4));
    }

    #[test]
    fn falls_back_to_flat() {
        assert_eq!(default("x", &["1e300", "1", "2.5"]), HierarchySpec::Flat);
        assert_eq!(default("x", &["1e-300", "0", "2e-300"]), HierarchySpec::Flat);
    }
}

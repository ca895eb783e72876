//! Widths and ends of intervals that suit the numbers of a column.

use super::super::{HierarchySpec, Intervals, Values};
use crate::{Column, ValueType};

/// Ages in years as people group them; who is 90 or older is one group, as HIPAA's Safe Harbor
/// asks. Fractions of which all lie within a few years are ages in decades or centuries: they get
/// the intervals of other numbers.
pub(super) fn ages(values: &Values<'_>) -> Option<HierarchySpec> {
    let numbers = values.present().iter().map(|value| value.trim().parse::<f64>().ok());
    let ages = numbers.collect::<Option<Vec<f64>>>()?;
    let least = ages.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ages.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let are_years = values.value_type() == ValueType::Integer || most - least >= FEWEST_YEARS;
    (least >= 0.0 && most <= 125.0 && are_years).then(|| {
        let widths = vec![5.0, 10.0, 20.0, 40.0];
        HierarchySpec::Intervals(Intervals { widths, top: Some(90.0), ..Intervals::default() })
    })
}

/// Ages with fractions that lie closer together are not counted in years.
const FEWEST_YEARS: f64 = 10.0;

/// Four doubling widths, of which the narrowest is the first 1, 2 or 5 times a power of ten that
/// splits the middle of the data into at most 20; with an open end where the values far from the
/// middle would need many more.
pub(super) fn intervals(values: &Values<'_>, column: &Column) -> HierarchySpec {
    let Some(middle) = Middle::from_column(column) else { return HierarchySpec::Flat };
    let span = middle.high - middle.low;
    let whole = values.value_type() == ValueType::Integer;
    if !span.is_finite() || span <= if whole { 3.0 } else { 0.0 } {
        return HierarchySpec::Flat;
    }
    let least = if whole { (span / 20.0).max(2.0) } else { span / 20.0 };
    let narrowest = nice(least);
    let all = [1.0, 2.0, 4.0, 8.0].map(|times| narrowest * times);
    let widths: Vec<f64> = all.into_iter().filter(|&width| width < span).collect();
    let far = 5.0 * narrowest;
    let ends = Intervals {
        bottom: (middle.low - middle.lowest > far)
            .then(|| decimal((middle.low / narrowest).floor() * narrowest)),
        top: (middle.highest - middle.high > far)
            .then(|| decimal((middle.high / narrowest).ceil() * narrowest)),
        ..Intervals::default()
    };
    let with_ends = HierarchySpec::Intervals(Intervals { widths: widths.clone(), ..ends });
    let is_possible = with_ends.build_from(values).is_ok();
    if is_possible {
        with_ends
    } else {
        HierarchySpec::Intervals(Intervals { widths, ..Intervals::default() })
    }
}

/// The first 1, 2 or 5 times a power of ten that is not less.
fn nice(least: f64) -> f64 {
    let exponent = least.log10().floor() as i32;
    let round = |digit: u32, exponent: i32| format!("{digit}e{exponent}").parse::<f64>().unwrap_or(least);
    let steps = [round(1, exponent), round(2, exponent), round(5, exponent), round(1, exponent + 1)];
    steps.into_iter().find(|&step| step >= least).unwrap_or(steps[3])
}

/// The decimal number meant where binary arithmetic left 0.30000000000000004.
fn decimal(number: f64) -> f64 {
    format!("{number:.12e}").parse().unwrap_or(number)
}

/// Records at either end of a column whose values count for nothing; a quarter where records are
/// few, but always one. Widths and ends appear in the job, the report and the labels, so a few
/// records must not decide them.
const AT_THE_ENDS: usize = 10;

/// One record in this many is at either side of the middle.
const BESIDE_THE_MIDDLE: usize = 20;

/// Where the numbers of a column are.
struct Middle {
    /// Nearly the least and the greatest.
    lowest: f64,
    highest: f64,
    /// Where nine tenths of the records are; all but the ends where the middle is a single value.
    low: f64,
    high: f64,
}

impl Middle {
    fn from_column(column: &Column) -> Option<Self> {
        let number = |value: &str| value.trim().parse::<f64>().unwrap_or(f64::NAN);
        let of_code: Vec<f64> = column.dictionary.iter().map(number).collect();
        let codes = column.codes.iter().map(|code| of_code[code as usize]);
        let mut numbers: Vec<f64> = codes.filter(|number| !number.is_nan()).collect();
        if numbers.len() < 3 {
            return None;
        }
        numbers.sort_unstable_by(f64::total_cmp);
        let last = numbers.len() - 1;
        let at_the_ends = (numbers.len() / 4).clamp(1, AT_THE_ENDS);
        let beside = (numbers.len() / BESIDE_THE_MIDDLE).max(at_the_ends);
        let (lowest, highest) = (numbers[at_the_ends], numbers[last - at_the_ends]);
        let (low, high) = (numbers[beside], numbers[last - beside]);
        let (low, high) = if low < high { (low, high) } else { (lowest, highest) };
        Some(Self { lowest, highest, low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ColumnBuilder;

    fn spec_of(numbers: impl Iterator<Item = u32>) -> HierarchySpec {
        let mut builder = ColumnBuilder::new("n");
        numbers.for_each(|number| builder.push(&number.to_string()));
        let column = builder.finish(&[]);
        intervals(&Values::from_column(&column), &column)
    }

    #[test]
    fn a_long_tail_is_one_interval() {
        let amounts = (0..1000u32).map(|n| n * 10).chain((1..=50).map(|n| n * 100_000));
        let widths = vec![500.0, 1000.0, 2000.0, 4000.0];
        assert_eq!(
            spec_of(amounts),
            HierarchySpec::Intervals(Intervals { widths, top: Some(10_000.0), ..Intervals::default() })
        );
    }

    #[test]
    fn even_numbers_have_no_open_end() {
        let widths = vec![5.0, 10.0, 20.0, 40.0];
        assert_eq!(
            spec_of((0..1000).map(|n| n % 100)),
            HierarchySpec::Intervals(Intervals { widths, ..Intervals::default() })
        );
    }

    #[test]
    fn one_record_far_out_of_three_decides_no_width() {
        assert_eq!(spec_of([9, 12, 7_112_448].into_iter()), HierarchySpec::Flat);
        assert_eq!(spec_of([9, 12, 900].into_iter()), HierarchySpec::Flat);
    }

    #[test]
    fn ten_records_far_out_change_nothing() {
        let far = (0..1000u32).map(|n| n % 100).chain((1..=10).map(|n| n * 1_000_000));
        assert_eq!(spec_of(far), spec_of((0..1000).map(|n| n % 100)));
    }
}

//! One value that stands for those of all records of a class.

use crate::Column;
use crate::decimal::{floor_scaled, format_scaled, plain};
use crate::outward_rounding::{End, outward};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Digits that a mean, or the middle of two numbers, has at most: as many as any program keeps that
/// reads it.
const MOST_SIGNIFICANT: u32 = 15;

/// Digits before and after the point together that the numbers of a column may take: sums of four
/// billion of them are exact in 128 bits.
const MOST_DIGITS: usize = 26;

/// Which value stands for those of a class (micro-aggregation; Defays and Nanopoulos 1993;
/// Domingo-Ferrer and Mateo-Sanz 2002, doi:10.1109/69.979982).
///
/// What is missing is left out; a class of which all values are missing has no aggregate.
///
/// ```
/// use incog_data::Aggregate;
/// let values = || [("1200", 2), ("3400", 1), ("800.5", 1)];
/// assert_eq!(Aggregate::Mean.apply(values()).unwrap(), "1650.125");
/// assert_eq!(Aggregate::Median.apply(values()).unwrap(), "1200");
/// assert_eq!(Aggregate::Mode.apply(values()).unwrap(), "1200");
/// assert_eq!(Aggregate::Range.apply(values()).unwrap(), "0..5000");
/// assert_eq!(Aggregate::Mean.apply([]), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aggregate {
    /// The arithmetic mean, with two decimal places more than the numbers have that it is made of
    /// and at most 15 significant digits, halves rounded away from zero.
    Mean,
    /// The middle number, or the mean of the two middle ones, exact up to 15 significant digits.
    Median,
    /// The most frequent value; of several the least number, or the first text in the order of
    /// their characters.
    Mode,
    /// Two bounds around the numbers, `0..5000`, none of which is one of them: both ends are
    /// rounded outward to a multiple of the least of 1, 2, 5, 10, 20, … that is more than the
    /// numbers lie apart. One number where all are equal.
    Range,
}

/// A column of which some values are no numbers, or too long ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotNumbers {
    /// How many different values are none.
    pub others: usize,
    /// How many different values there are, without those that stand for "missing".
    pub values: usize,
}

impl Aggregate {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Mean, Self::Median, Self::Mode, Self::Range];

    /// The name in a job file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Median => "median",
            Self::Mode => "mode",
            Self::Range => "range",
        }
    }

    /// Whether it can be taken of a column: all but the mode are of numbers, of at most 26 digits
    /// before and after the point together.
    ///
    /// # Errors
    /// How many values are none.
    pub fn check(self, column: &Column) -> Result<(), NotNumbers> {
        if self == Self::Mode {
            return Ok(());
        }
        let lengths: Vec<Option<(usize, usize)>> = column.present().map(|(_, value)| digits(value)).collect();
        let most = |of: fn(&(usize, usize)) -> usize| lengths.iter().flatten().map(of).max().unwrap_or(0);
        let (whole, places) = (most(|length| length.0), most(|length| length.1));
        let is_long = |length: &(usize, usize)| {
            whole + places > MOST_DIGITS && (length.0 == whole || length.1 == places)
        };
        let others = lengths.iter().filter(|length| length.as_ref().is_none_or(is_long)).count();
        if others == 0 { Ok(()) } else { Err(NotNumbers { others, values: lengths.len() }) }
    }

    /// The aggregate of these values, each with how many records have it; `None` where there are
    /// none, or where some are no numbers and it takes numbers.
    pub fn apply<'v>(self, values: impl IntoIterator<Item = (&'v str, u64)>) -> Option<String> {
        let mut counted: BTreeMap<&str, u64> = BTreeMap::new();
        values.into_iter().for_each(|(value, count)| *counted.entry(value).or_default() += count);
        let values: Vec<(&str, u64)> = counted.into_iter().filter(|(_, count)| *count > 0).collect();
        if values.is_empty() {
            return None;
        }
        match self {
            Self::Mode => mode(values),
            Self::Mean => Numbers::parse(&values)?.mean(),
            Self::Median => Numbers::parse(&values)?.median(),
            Self::Range => Numbers::parse(&values)?.range(),
        }
    }
}

/// Digits before and after the point.
fn digits(value: &str) -> Option<(usize, usize)> {
    let text = plain(value)?;
    let unsigned = text.trim_start_matches('-');
    Some(unsigned.split_once('.').map_or((unsigned.len(), 0), |(whole, places)| (whole.len(), places.len())))
}

/// The most frequent value.
fn mode(mut values: Vec<(&str, u64)>) -> Option<String> {
    let number = |value: &str| value.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let are_numbers = values.iter().all(|(value, _)| number(value).is_some());
    let by_size = |a: &str, b: &str| match (number(a), number(b)) {
        (Some(a), Some(b)) if are_numbers => a.total_cmp(&b),
        _ => Ordering::Equal,
    };
    values.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| by_size(a.0, b.0)).then_with(|| a.0.cmp(b.0)));
    values.first().map(|(value, _)| (*value).to_owned())
}

/// Numbers as whole multiples of one power of ten, ascending, each with how many records have it.
struct Numbers {
    places: u32,
    scaled: Vec<(i128, u64)>,
}

impl Numbers {
    fn parse(values: &[(&str, u64)]) -> Option<Self> {
        let places = values.iter().map(|(value, _)| digits(value).map(|(_, places)| places as u32));
        let places = places.collect::<Option<Vec<u32>>>()?.into_iter().max()?;
        let scaled = values.iter().map(|&(value, count)| Some((floor_scaled(value, places)?, count)));
        let mut scaled: Vec<(i128, u64)> = scaled.collect::<Option<_>>()?;
        scaled.sort_unstable();
        Some(Self { places, scaled })
    }

    fn count(&self) -> u64 {
        self.scaled.iter().map(|(_, count)| count).sum()
    }

    fn mean(&self) -> Option<String> {
        let products = self.scaled.iter().map(|&(number, count)| number.checked_mul(count.into()));
        let sum = products.sum::<Option<i128>>()?;
        quotient(sum, self.count().into(), self.places, self.places + 2)
    }

    fn median(&self) -> Option<String> {
        let last = self.count().checked_sub(1)?;
        let (low, high) = (self.at(last / 2)?, self.at(last.div_ceil(2))?);
        if low == high {
            return Some(format_scaled(low, self.places));
        }
        quotient(low + high, 2, self.places, self.places + 1)
    }

    fn range(&self) -> Option<String> {
        let (least, greatest) = (self.scaled.first()?.0, self.scaled.last()?.0);
        if least == greatest {
            return Some(format_scaled(least, self.places));
        }
        let is_nobodys = |number| self.scaled.binary_search_by_key(&number, |(number, _)| *number).is_err();
        let bound = |end, outermost| outward(end, outermost, greatest - least, is_nobodys);
        let (lower, upper) = (bound(End::Lower, least), bound(End::Upper, greatest));
        Some(format!("{}..{}", format_scaled(lower, self.places), format_scaled(upper, self.places)))
    }

    /// The number at a place among those of all records, from 0.
    fn at(&self, place: u64) -> Option<i128> {
        let mut before = 0;
        let found = self.scaled.iter().find(|(_, count)| {
            before += count;
            place < before
        });
        found.map(|(number, _)| *number)
    }
}

/// `sum / 10^places / count`, rounded to `wanted` places or 15 significant digits, halves away from
/// zero.
fn quotient(sum: i128, count: i128, places: u32, wanted: u32) -> Option<String> {
    let whole = sum.unsigned_abs() / count.unsigned_abs() / 10u128.pow(places);
    let digits = whole.checked_ilog10().map_or(0, |log| log + 1);
    let kept = wanted.min(MOST_SIGNIFICANT.saturating_sub(digits));
    let (raised, divisor) = match kept.checked_sub(places) {
        Some(more) => (sum.checked_mul(10i128.pow(more))?, count),
        None => (sum, count.checked_mul(10i128.pow(places - kept))?),
    };
    let away = raised.signum() * divisor / 2;
    Some(format_scaled((raised.checked_add(away)?) / divisor, kept))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ColumnBuilder;

    fn apply(aggregate: Aggregate, values: &[&str]) -> Option<String> {
        aggregate.apply(values.iter().map(|value| (*value, 1)))
    }

    #[test]
    fn by_hand() {
        use Aggregate::{Mean, Median, Mode, Range};
        for (aggregate, values, expected) in [
            (Mean, &["1", "2"][..], "1.5"),
            (Mean, &["1", "1", "2"], "1.33"),
            (Mean, &["1", "2", "2"], "1.67"),
            (Mean, &["-1", "-2", "-2"], "-1.67"),
            (Mean, &["0.5", "0.25"], "0.375"),
            (Mean, &["0", "0", "0", "0", "0", "0", "0", "0.04"], "0.005"),
            (Mean, &["07", "7.0", "0.7e1"], "7"),
            (Mean, &["-3", "3"], "0"),
            (Mean, &["123456789012345", "123456789012346"], "123456789012346"),
            (Mean, &["0.30000000000000004", "0.30000000000000004"], "0.3"),
            (Median, &["9", "1", "5"], "5"),
            (Median, &["9", "1", "5", "6"], "5.5"),
            (Median, &["-0.5", "-0.25"], "-0.375"),
            (Mode, &["b", "a", "b", "c"], "b"),
            (Mode, &["b", "a"], "a"),
            (Mode, &["10", "9"], "9"),
            (Mode, &["10", "9", "x"], "10"),
            (Range, &["10", "9", "-2.50"], "-20..20"),
            (Range, &["1200", "1900"], "1000..2000"),
            (Range, &["0", "4"], "-5..5"),
            (Range, &["7", "7.0"], "7"),
        ] {
            assert_eq!(apply(aggregate, values).as_deref(), Some(expected), "{aggregate:?} {values:?}");
        }
        for aggregate in Aggregate::ALL {
            assert_eq!(apply(aggregate, &[]), None);
            assert_eq!(aggregate.apply([("4", 0)]), None);
        }
        assert_eq!(apply(Mean, &["1", "x"]), None);
    }

    #[test]
    fn what_is_no_number_is_counted() {
        let column = |values: &[&str]| {
            let mut builder = ColumnBuilder::new("income");
            values.iter().for_each(|value| builder.push(value));
            builder.finish(&["NA"])
        };
        let words = column(&["1", "x", "x", "NA", "2024-01-01"]);
        assert_eq!(Aggregate::Mean.check(&words), Err(NotNumbers { others: 2, values: 3 }));
        assert_eq!(Aggregate::Mode.check(&words), Ok(()));
        assert_eq!(Aggregate::Range.check(&column(&["1", "NA", "-2.5e3"])), Ok(()));
        let long = column(&["1", "123456789012345678", "0.1234567891"]);
        assert_eq!(Aggregate::Mean.check(&long), Err(NotNumbers { others: 2, values: 3 }));
    }

    #[test]
    fn the_longest_sums_are_exact() {
        let most = "99999999999999999999999999";
        assert_eq!(Aggregate::Mean.apply([(most, 4_000_000_000)]).as_deref(), Some(most));
    }
}

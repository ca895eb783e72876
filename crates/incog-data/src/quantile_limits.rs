//! Top and bottom codes at quantiles of the numbers that are published.

use crate::decimal::{floor_scaled, plain};

/// A million, the whole of which shares are told in millionths.
const WHOLE: u64 = 1_000_000;

/// At which quantiles numbers are coded, in millionths (Hundepool et al., Statistical disclosure
/// control, Wiley, 2012, section 3.4.3).
///
/// The p-quantile of n numbers is the least of them that p n or more of them do not exceed (Hyndman
/// and Fan 1996, doi:10.1080/00031305.1996.10473566, definition 1). Numbers above that of `top`
/// become it, as the first of its spellings has it, and so do those below that of `bottom`.
///
/// ```
/// use incog_data::QuantileLimits;
/// let limits = QuantileLimits { bottom: Some(250_000), top: Some(750_000) };
/// let values = || [("1", 1), ("2", 1), ("30", 1), ("400", 1)];
/// let coded = limits.resolve(values()).unwrap();
/// assert_eq!(values().map(|(value, _)| coded.coded(value).unwrap_or(value)), ["1", "2", "30", "30"]);
/// assert_eq!(limits.resolve([]), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuantileLimits {
    /// The quantile below which numbers are coded.
    pub bottom: Option<u32>,
    /// The quantile above which numbers are coded.
    pub top: Option<u32>,
}

/// The numbers below and above which others are coded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodedLimits {
    places: u32,
    bottom: Option<(i128, String)>,
    top: Option<(i128, String)>,
}

impl QuantileLimits {
    /// The limits of these numbers, each with how many records have it; `None` where there are
    /// none, or some are none.
    pub fn resolve<'v>(self, values: impl IntoIterator<Item = (&'v str, u64)>) -> Option<CodedLimits> {
        let values: Vec<(&str, u64)> = values.into_iter().filter(|(_, count)| *count > 0).collect();
        let places = values.iter().map(|(value, _)| places(value)).collect::<Option<Vec<u32>>>()?;
        let places = places.into_iter().max()?;
        let scaled = values.iter().map(|&(value, count)| Some((floor_scaled(value, places)?, value, count)));
        let mut scaled: Vec<(i128, &str, u64)> = scaled.collect::<Option<_>>()?;
        scaled.sort_unstable();
        let at = |share: Option<u32>| {
            let number = quantile(&scaled, share?)?;
            let first = scaled.iter().find(|(other, ..)| *other == number)?;
            Some((number, first.1.to_owned()))
        };
        Some(CodedLimits { places, bottom: at(self.bottom), top: at(self.top) })
    }

    /// At which place of `count` numbers in their order, from 1, the quantile of a share in
    /// millionths stands.
    ///
    /// ```
    /// assert_eq!(incog_data::QuantileLimits::place(950_000, 20), 19);
    /// ```
    pub fn place(share: u32, count: u64) -> u64 {
        let place = (u128::from(count) * u128::from(share)).div_ceil(WHOLE.into());
        u64::try_from(place).unwrap_or(count).clamp(1, count.max(1))
    }
}

impl CodedLimits {
    /// What a number becomes; `None` where it stays, or is none.
    pub fn coded(&self, value: &str) -> Option<&str> {
        let shared = self.places.max(places(value)?);
        let value = floor_scaled(value, shared)?;
        let raised = |limit: i128| limit.checked_mul(10i128.pow(shared - self.places));
        let top = self.top.as_ref().filter(|(top, _)| raised(*top).is_some_and(|top| value > top));
        let beyond = top.or(self
            .bottom
            .as_ref()
            .filter(|(bottom, _)| raised(*bottom).is_some_and(|bottom| value < bottom)));
        beyond.map(|(_, text)| text.as_str())
    }
}

/// Decimal places of a number of at most 35 digits.
fn places(value: &str) -> Option<u32> {
    Some(plain(value)?.split_once('.').map_or(0, |(_, fraction)| fraction.len() as u32))
}

/// The quantile of numbers in their order; `None` of none.
fn quantile(sorted: &[(i128, &str, u64)], share: u32) -> Option<i128> {
    let place = QuantileLimits::place(share, sorted.iter().map(|(.., count)| count).sum());
    let mut before = 0;
    let found = sorted.iter().find(|(.., count)| {
        before += count;
        place <= before
    });
    found.map(|(number, ..)| *number)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let coded = |bottom, top, values: &[(&str, u64)]| {
            let limits = QuantileLimits { bottom, top }.resolve(values.iter().copied()).unwrap();
            values
                .iter()
                .map(|(value, _)| limits.coded(value).unwrap_or(value).to_owned())
                .collect::<Vec<_>>()
        };
        // 19 of 20 do not exceed 5.
        assert_eq!(coded(None, Some(950_000), &[("5.0", 19), ("5.01", 1)]), ["5.0", "5.0"]);
        assert_eq!(coded(None, Some(950_001), &[("5.0", 19), ("5.01", 1)]), ["5.0", "5.01"]);
        assert_eq!(
            coded(Some(100_000), None, &[("-3", 1), ("-2.50", 1), ("1e3", 8)]),
            ["-3", "-2.50", "1e3"]
        );
        assert_eq!(
            coded(Some(100_001), None, &[("-3", 1), ("-2.50", 1), ("1e3", 8)]),
            ["-2.50", "-2.50", "1e3"]
        );
        assert_eq!(coded(Some(1), Some(999_999), &[("7", 1)]), ["7"]);
    }

    #[test]
    fn what_is_no_number_has_no_limits() {
        let limits = QuantileLimits { bottom: None, top: Some(500_000) };
        assert_eq!(limits.resolve([("1", 1), ("x", 1)]), None);
        assert_eq!(
            limits
                .resolve([("1", 1), ("x", 0)])
                .and_then(|limits| limits.coded("2").map(str::to_owned))
                .as_deref(),
            Some("1")
        );
        assert_eq!(limits.resolve([("1", 1)]).and_then(|limits| limits.coded("x").map(str::to_owned)), None);
    }
}

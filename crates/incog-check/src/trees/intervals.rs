//! Hierarchies of intervals of numbers.

use crate::heap::*;
use crate::numbers::{Decimal, ceil, floor, plain};
use crate::reading::order::{is_whole, number};

/// Intervals of growing widths, one of which begins at `origin`.
///
/// All numbers from `top` up are one, and all below `bottom`; a wider interval that holds one of
/// the two is open as a whole.
#[derive(Debug, Clone)]
pub(crate) struct IntervalRule {
    pub widths: Vec<Decimal>,
    pub origin: Decimal,
    pub bottom: Option<Decimal>,
    pub top: Option<Decimal>,
    /// Labels as `[20, 30)` also for whole numbers.
    pub is_interval: bool,
}

impl IntervalRule {
    /// Widths that begin with `(max - min) / 2^(levels - 1)`, up to two digits, and double.
    pub fn doubling(levels: usize, values: &[String], is_interval: bool) -> Option<Self> {
        let numbers: Vec<f64> = values.iter().map(|value| number(value)).collect::<Option<_>>()?;
        let whole = !values.is_empty() && values.iter().all(|value| is_whole(value));
        let low = numbers.iter().copied().reduce(f64::min).unwrap_or(0.0);
        let high = numbers.iter().copied().reduce(f64::max).unwrap_or(0.0);
        let divisor = (0..levels.checked_sub(1)?.min(1000)).fold(1.0, |divisor, _| divisor * 2.0);
        let width = (high - low + f64::from(u8::from(whole))) / divisor;
        let zero = Decimal::from_f64(0.0)?;
        let mut rule = Self { widths: Vec::new(), origin: zero, bottom: None, top: None, is_interval };
        if width <= 0.0 {
            return Some(rule);
        }
        let exponent: i32 = format!("{width:e}").split_once('e')?.1.parse().ok()?;
        let unit: f64 = format!("1e{}", exponent - 1).parse().ok()?;
        let mut width = rounded(ceil(width / unit - 1e-9) * unit)?;
        if whole {
            width = f64::max(ceil(width), 2.0);
        }
        let origin = rounded(floor(low / width) * width)?;
        rule.origin = Decimal::from_f64(origin)?;
        let doubled = core::iter::successors(Some(width), |width| Some(width * 2.0)).take(levels - 1);
        for width in doubled {
            let width = rounded(width)?;
            if origin + width <= high {
                rule.widths.push(Decimal::from_f64(width)?);
            }
        }
        Some(rule)
    }
}

/// To thirteen digits.
fn rounded(number: f64) -> Option<f64> {
    format!("{number:.12e}").parse().ok()
}

/// The labels of each value at the levels between value and root; `None` where a value is no number
/// or has more digits than are counted exactly.
pub(crate) fn labels(rule: &IntervalRule, values: &[String]) -> Option<Vec<Vec<String>>> {
    let numbers: Vec<Decimal> = values.iter().map(|value| Decimal::parse(value)).collect::<Option<_>>()?;
    let ends = [rule.origin].into_iter().chain(rule.bottom).chain(rule.top);
    let all = numbers.iter().copied().chain(rule.widths.iter().copied()).chain(ends);
    let places = all.map(|number| number.places).max().unwrap_or(0);
    let scale = ScaledIntervals {
        origin: rule.origin.scaled(places)?,
        bottom: scaled_end(rule.bottom, places)?,
        top: scaled_end(rule.top, places)?,
        one: 10i128.checked_pow(places)?,
        places,
        is_whole: values.iter().all(|value| is_whole(value)) && rule.origin.places == 0 && !rule.is_interval,
    };
    let widths: Vec<i128> = rule.widths.iter().map(|width| width.scaled(places)).collect::<Option<_>>()?;
    if widths.iter().any(|width| *width <= 0) {
        return None;
    }
    let numbers: Vec<i128> =
        numbers.into_iter().map(|number| number.scaled(places)).collect::<Option<_>>()?;
    let mut widest = widths.last().into_iter().flat_map(|width| {
        let scale = &scale;
        numbers.iter().filter_map(|number| scale.bounds(*number, *width).0)
    });
    let is_negative = widest.any(|begin| begin < 0);
    let mut found = vec![];
    for number in &numbers {
        found.push(widths.iter().map(|width| scale.label(*number, *width, is_negative)).collect());
    }
    Some(found)
}

/// `Some(None)` where there is no end, `None` where it has too many digits.
fn scaled_end(end: Option<Decimal>, places: u32) -> Option<Option<i128>> {
    end.map_or(Some(None), |end| end.scaled(places).map(Some))
}

/// A rule whose numbers are whole, in units of `1 / one`.
struct ScaledIntervals {
    origin: i128,
    bottom: Option<i128>,
    top: Option<i128>,
    one: i128,
    places: u32,
    is_whole: bool,
}

impl ScaledIntervals {
    fn begin(&self, number: i128, width: i128) -> i128 {
        self.origin + width * (number - self.origin).div_euclid(width)
    }

    /// Where the interval of a number begins and where the next one does; `None` where it is open.
    fn bounds(&self, number: i128, width: i128) -> (Option<i128>, Option<i128>) {
        let begin = self.begin(number, width);
        if let Some(top) = self.top.map(|top| self.begin(top, width)).filter(|top| begin >= *top) {
            return (Some(top), None);
        }
        // The first interval that begins at the bottom or above.
        let first = self.bottom.map(|bottom| self.origin - width * (self.origin - bottom).div_euclid(width));
        if let Some(first) = first.filter(|first| begin < *first) {
            return (None, Some(first));
        }
        (Some(begin), Some(begin + width))
    }

    /// `20-24` where all numbers are whole, `-10..-6` where also one is negative, else `[20, 25)`.
    fn label(&self, number: i128, width: i128, is_negative: bool) -> String {
        let is_whole = self.is_whole && width % self.one == 0;
        let (begin, end) = self.bounds(number, width);
        let last = end.map(|end| plain(end - if is_whole { self.one } else { 0 }, self.places));
        let [begin, end] = [begin, end].map(|bound| bound.map(|bound| plain(bound, self.places)));
        match (begin, end, last) {
            (None, Some(end), _) if is_whole => format!("<{end}"),
            (None, Some(end), _) => format!("(-inf, {end})"),
            (Some(begin), Some(_), Some(last)) if is_whole && begin == last => begin,
            (Some(begin), Some(_), Some(last)) if is_whole => {
                format!("{begin}{}{last}", if is_negative { ".." } else { "-" })
            }
            (Some(begin), Some(end), _) => format!("[{begin}, {end})"),
            (Some(begin), None, _) if is_whole => format!("{begin}+"),
            (Some(begin), None, _) => format!("[{begin}, inf)"),
            (None, None, _) => String::from("*"),
        }
    }
}

//! Arithmetic: exact decimals, and the functions of floating-point numbers that `core` lacks.

use crate::heap::*;

/// A number that was written in digits, exactly: `mantissa / 10^places`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decimal {
    mantissa: i128,
    /// Digits behind the point.
    pub places: u32,
}

/// More digits are refused, so that no product overflows.
const MOST_DIGITS: usize = 18;

impl Decimal {
    /// Reads `-12.50`, `1e3` or `.5`; `None` for other texts and for more than 18 digits.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (number, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
            None => (text, 0),
        };
        let is_negative = number.starts_with('-');
        let number = number.strip_prefix(['-', '+']).unwrap_or(number);
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits = whole.len() + fraction.len();
        let are_digits = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        if digits == 0 || digits > MOST_DIGITS || !are_digits {
            return None;
        }
        let mantissa: i128 = format!("{whole}{fraction}").parse().ok()?;
        let mut places = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        let mut mantissa = if is_negative { -mantissa } else { mantissa };
        while places > 0 && mantissa % 10 == 0 {
            (mantissa, places) = (mantissa / 10, places - 1);
        }
        if mantissa == 0 {
            places = 0;
        }
        let limit = MOST_DIGITS as i32;
        if !(-limit..=limit).contains(&places) {
            return None;
        }
        if places < 0 {
            mantissa = mantissa.checked_mul(10i128.pow(places.unsigned_abs()))?;
        }
        Some(Self { mantissa, places: places.max(0).unsigned_abs() })
    }

    /// The shortest decimal that is read back as this number.
    pub fn from_f64(value: f64) -> Option<Self> {
        Self::parse(&value.to_string())
    }

    /// The number times `10^places`, if that is whole and not too large.
    pub fn scaled(self, places: u32) -> Option<i128> {
        self.mantissa.checked_mul(10i128.checked_pow(places.checked_sub(self.places)?)?)
    }

    /// The largest whole number that is no more than `count` times this number.
    pub fn times_rounded_down(self, count: usize) -> Option<i128> {
        Some(self.mantissa.checked_mul(count as i128)?.div_euclid(10i128.pow(self.places)))
    }

    /// The least whole number whose reciprocal is no more than this positive number.
    pub fn reciprocal_rounded_up(self) -> Option<u64> {
        let power = 10i128.pow(self.places);
        (self.mantissa > 0).then(|| (power + self.mantissa - 1) / self.mantissa)?.try_into().ok()
    }
}

/// `scaled / 10^places` in digits.
pub(crate) fn plain(scaled: i128, places: u32) -> String {
    let power = 10i128.pow(places).unsigned_abs();
    let (whole, rest) = (scaled.unsigned_abs() / power, scaled.unsigned_abs() % power);
    let fraction = format!("{rest:0width$}", width = places as usize);
    let fraction = if places == 0 { "" } else { fraction.trim_end_matches('0') };
    let sign = if scaled < 0 { "-" } else { "" };
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// A sum with the rounding errors of its steps carried along (Neumaier 1974).
///
/// For `n` terms the error is at most one unit in the last place of the sum, and about
/// `n^2 2^-106` times the sum of the absolute terms.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CarefulSum {
    sum: f64,
    carried: f64,
}

impl CarefulSum {
    pub fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        if sum.is_finite() {
            let (large, small) = if abs(self.sum) >= abs(term) { (self.sum, term) } else { (term, self.sum) };
            self.carried += (large - sum) + small;
        }
        self.sum = sum;
    }

    pub fn value(self) -> f64 {
        self.sum + self.carried
    }
}

/// The sum of some terms; see [`CarefulSum`].
pub(crate) fn sum(terms: impl IntoIterator<Item = f64>) -> f64 {
    let mut sum = CarefulSum::default();
    terms.into_iter().for_each(|term| sum.add(term));
    sum.value()
}

/// The absolute value.
pub(crate) fn abs(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !(1 << 63))
}

/// The largest whole number that is no more than `x`; `x` itself from `2^52` on.
pub(crate) fn floor(x: f64) -> f64 {
    if abs(x) >= 4_503_599_627_370_496.0 || x.is_nan() {
        return x;
    }
    let cut = x as i64 as f64;
    if cut > x { cut - 1.0 } else { cut }
}

/// The least whole number that is no less than `x`.
pub(crate) fn ceil(x: f64) -> f64 {
    -floor(-x)
}

/// `ln(1 + x)` for `x` from 0 to 1, by the series of the inverse hyperbolic tangent.
///
/// With `z = x / (2 + x) <= 1/3`, the terms left out are below `9^-20`.
pub(crate) fn ln_1p(x: f64) -> f64 {
    let z = x / (2.0 + x);
    let (square, mut power, mut terms) = (z * z, z, [0.0; 20]);
    for (place, term) in terms.iter_mut().enumerate() {
        *term = power / (2 * place + 1) as f64;
        power *= square;
    }
    2.0 * sum(terms.into_iter().rev())
}

/// `exp(x) - 1`, by its Taylor series up to 0.5 and doubling of the argument beyond.
pub(crate) fn exp_m1(x: f64) -> f64 {
    if !x.is_finite() || abs(x) > 0.5 {
        if x > 709.0 || x.is_nan() {
            return if x.is_nan() { x } else { f64::INFINITY };
        }
        if x < -40.0 {
            return -1.0;
        }
        let half = exp_m1(x / 2.0);
        return half * (half + 2.0);
    }
    let (mut term, mut terms) = (1.0, [0.0; 20]);
    for (place, slot) in terms.iter_mut().enumerate() {
        term *= x / (place + 1) as f64;
        *slot = term;
    }
    sum(terms.into_iter().rev())
}

/// The natural logarithm of a positive normal number.
pub(crate) fn ln(x: f64) -> f64 {
    let exponent = ((x.to_bits() >> 52) & 0x7ff) as i64 - 1023;
    let fraction = f64::from_bits(x.to_bits() & !(0x7ff << 52) | 1023 << 52);
    exponent as f64 * core::f64::consts::LN_2 + ln_1p(fraction - 1.0)
}

/// The square root of a number from 0 on, by Newton's method from above.
pub(crate) fn sqrt(x: f64) -> f64 {
    if x <= 0.0 || !x.is_finite() {
        return x;
    }
    let mut root = if x > 1.0 { x } else { 1.0 };
    loop {
        let next = (root + x / root) / 2.0;
        if next >= root {
            return root;
        }
        root = next;
    }
}

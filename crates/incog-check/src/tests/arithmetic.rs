//! Decimals against whole numbers, sums against exact ones, functions against those of `std`.

use super::lists;
use crate::numbers::{CarefulSum, Decimal, abs, ceil, exp_m1, floor, ln, ln_1p, plain, sqrt};

/// Every decimal from -9.99 to 9.99 with up to two digits behind the point.
#[test]
fn decimals_are_read_written_and_rounded_exactly() {
    for hundredths in -999i128..=999 {
        let text = plain(hundredths, 2);
        let read = Decimal::parse(&text).unwrap();
        assert_eq!(read.scaled(2), Some(hundredths), "{text}");
        assert_eq!(plain(read.scaled(5).unwrap(), 5), text);
        for count in 0..40usize {
            let exact = hundredths * count as i128;
            let rounded = read.times_rounded_down(count).unwrap();
            assert!(rounded * 100 <= exact && exact < (rounded + 1) * 100, "{text} * {count}");
        }
        let least = read.reciprocal_rounded_up();
        assert_eq!(least.is_some(), hundredths > 0);
        if let Some(least) = least {
            // 1 / least <= number, and 1 / (least - 1) > number.
            assert!(100 <= hundredths * i128::from(least));
            assert!(least == 1 || 100 > hundredths * i128::from(least - 1));
        }
        assert_eq!(Decimal::from_f64(hundredths as f64 / 100.0), Some(read));
    }
}

#[test]
fn decimals_in_other_spellings() {
    let pairs = [("1e3", "1000"), ("-1.50", "-1.5"), ("+.5", "0.5"), ("250E-3", "0.25"), ("-0.0", "0")];
    for (one, other) in pairs {
        assert_eq!(Decimal::parse(one).unwrap(), Decimal::parse(other).unwrap());
    }
    for wrong in ["", ".", "-", "1e", "e3", "1.2.3", "--1", "1e99", "1234567890123456789", "1_0", "0x1"] {
        assert_eq!(Decimal::parse(wrong), None, "{wrong}");
    }
}

/// Every number of eighths up to 100, and numbers near 2^52.
#[test]
fn whole_numbers_are_those_of_std() {
    let large = (-8i64..8).map(|near| (1i64 << 52) as f64 + near as f64 / 2.0);
    let eighths = (-800..=800).map(|number| f64::from(number) / 8.0);
    for x in eighths.chain(large).chain([f64::INFINITY, f64::NEG_INFINITY, 1e300, -0.0, f64::MIN_POSITIVE]) {
        assert_eq!(floor(x), x.floor(), "{x}");
        assert_eq!(ceil(x), x.ceil(), "{x}");
        assert_eq!(abs(x), x.abs(), "{x}");
    }
}

/// Every multiple of 1/4096 in the range in which they are used: at most four units in the last
/// place from `std`.
#[test]
fn functions_are_those_of_std() {
    fn is_near(own: f64, std: f64, what: &str, x: f64) {
        assert!((own - std).abs() <= 4.0 * f64::EPSILON * std.abs(), "{what}({x}) = {own}, not {std}");
    }
    for step in 0..=4096 {
        let x = f64::from(step) / 4096.0;
        is_near(ln_1p(x), x.ln_1p(), "ln_1p", x);
        is_near(sqrt(x * 16.0), (x * 16.0).sqrt(), "sqrt", x);
        if step > 0 && step < 4096 {
            // Near 1 the logarithm is small against its terms.
            assert!((ln(x) - x.ln()).abs() <= 4.0 * f64::EPSILON * x.ln().abs().max(1.0), "ln({x})");
        }
    }
    for step in -16 * 256..=16 * 256 {
        let x = f64::from(step) / 256.0;
        assert!((exp_m1(x) - x.exp_m1()).abs() <= 64.0 * f64::EPSILON * x.exp_m1().abs(), "exp_m1({x})");
    }
    assert_eq!(exp_m1(f64::INFINITY), f64::INFINITY);
    assert_eq!(exp_m1(f64::NEG_INFINITY), -1.0);
    assert_eq!(sqrt(f64::INFINITY), f64::INFINITY);
}

/// Every sum of five terms out of eleven whose sizes differ by up to 2^54, against whole numbers.
#[test]
fn sums_carry_their_rounding() {
    let sizes: [i128; 5] = [0, 1, 3, (1 << 53) + 2, 1 << 54];
    let terms: Vec<i128> = sizes.iter().flat_map(|&size| [size, -size]).chain([7]).collect();
    for list in lists(&terms, 5) {
        let mut sum = CarefulSum::default();
        list.iter().for_each(|&term| sum.add(term as f64));
        let exact: i128 = list.iter().sum();
        let off = (sum.value() - exact as f64).abs();
        assert!(off <= f64::EPSILON * (exact as f64).abs(), "{list:?}: {} for {exact}", sum.value());
    }
}

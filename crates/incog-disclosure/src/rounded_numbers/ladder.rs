//! The bases that numbers may be rounded to: 1, 2 and 5 times each power of ten.

use incog_card::Value;

/// The finest base is that of so many decimal places at most.
const MOST_PLACES: u32 = 9;

/// The coarsest base, 1e15.
const LAST: i32 = 45;

/// The place of a base among 1, 2, 5, 10, 20, 50, ... (0, 1, 2, 3, ...) and their tenths,
/// hundredths, ... (below 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Base(i32);

impl Base {
    /// The base that changes no number of so many decimal places, as far as bases are that fine.
    pub fn finest(places: u32) -> Self {
        Self(-3 * places.min(MOST_PLACES) as i32)
    }

    /// The next coarser one.
    pub fn next(self) -> Option<Self> {
        Some(Self(self.0 + 1)).filter(|next| next.0 <= LAST)
    }

    /// 1, 2 or 5.
    pub fn first(self) -> i128 {
        [1, 2, 5][self.0.rem_euclid(3) as usize]
    }

    fn exponent(self) -> i32 {
        self.0.div_euclid(3)
    }

    /// As a whole multiple of 10 to the minus `places`; `None` where 128 bits are too few, or it is
    /// none.
    pub fn scaled(self, places: u32) -> Option<i128> {
        let zeros = u32::try_from(self.exponent() + places as i32).ok()?;
        10i128.checked_pow(zeros)?.checked_mul(self.first())
    }

    /// The base as a job says it.
    pub fn value(self) -> Value {
        let (first, exponent) = (self.first() as i64, self.exponent());
        match u32::try_from(exponent) {
            Ok(zeros) => Value::Whole(first * 10i64.pow(zeros)),
            // Read from its decimal text, so that it is the nearest number everywhere.
            Err(_) => Value::Number(format!("{first}e{exponent}").parse().unwrap_or(1.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_one_two_and_five_times_powers_of_ten() {
        let from = |places: u32| std::iter::successors(Some(Base::finest(places)), |base| base.next());
        let told: Vec<String> = from(2).take(9).map(|base| base.value().to_string()).collect();
        assert_eq!(told, ["0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5"]);
        assert_eq!(from(0).last().map(Base::value), Some(Value::Whole(1_000_000_000_000_000)));
        assert_eq!(from(40).next().map(|base| base.value().to_string()), Some("1e-9".to_owned()));
        assert_eq!((Base(5).scaled(2), Base(-6).scaled(1), Base(45).scaled(35)), (Some(5000), None, None));
    }
}

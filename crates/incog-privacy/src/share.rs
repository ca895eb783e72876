//! Shares of records, rounded as if products were exact.

/// A share above 0 and at most 1, as a fraction over `2^62`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share(u64);

impl Share {
    const BITS: u32 = 62;

    /// Never 0: a share too small for the fraction becomes the least one there is.
    pub fn new(share: f64) -> Self {
        let whole = (1u64 << Self::BITS) as f64;
        Self(((share * (1.0 + 1e-12) * whole) as u64).max(1))
    }

    /// As a number.
    pub fn fraction(self) -> f64 {
        self.0 as f64 / (1u64 << Self::BITS) as f64
    }

    /// This share of `records`, rounded down.
    pub fn of_records(self, records: u64) -> u64 {
        // A share a bit above 1 means all records.
        ((u128::from(self.0) * u128::from(records)) >> Self::BITS).min(records.into()) as u64
    }

    /// The most records that are less than this share of `records`.
    pub fn below(self, records: u64) -> u64 {
        let product = u128::from(self.0) * u128::from(records);
        (product.saturating_sub(1) >> Self::BITS) as u64
    }

    /// Whether `part` of `records` is at most this share.
    pub fn allows(self, part: u64, records: u64) -> bool {
        u128::from(part) << Self::BITS <= u128::from(self.0) * u128::from(records)
    }

    /// The fewest records of which a single one is at most this share.
    pub fn least_records(self) -> u64 {
        (1u64 << Self::BITS).div_ceil(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_as_if_products_were_exact() {
        // 0.1 * 30 is 3.0000000000000004, and 0.29 * 100 is 28.999999999999996 in 64 bits.
        assert_eq!((Share::new(0.1).of_records(30), Share::new(0.29).of_records(100)), (3, 29));
        assert_eq!(
            (
                Share::new(0.3).of_records(9),
                Share::new(1.0).of_records(7),
                Share::new(1.0).of_records(u64::MAX)
            ),
            (2, 7, u64::MAX)
        );
        for parts in 1..1000u64 {
            assert_eq!(Share::new(1.0 / parts as f64).least_records(), parts);
        }
        assert_eq!((Share::new(0.5).below(9), Share::new(0.25).below(3)), (4, 0));
    }
}

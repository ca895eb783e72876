//! Rounding of numbers away from a group of people, so that a bound is nobody's own value.

/// Which end of a group a bound is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Lower,
    Upper,
}

impl End {
    /// The sign with which the lower end of the negated numbers is this end.
    fn sign(self) -> i128 {
        match self {
            Self::Lower => 1,
            Self::Upper => -1,
        }
    }
}

/// A bound of a group whose outermost number at one end is `outermost`.
///
/// It is the nearest multiple outward of the least base (1, 2 or 5 times a power of ten) that is
/// more than `distance`, or of the first base from there on whose multiple `is_nobodys`.
pub(crate) fn outward(end: End, outermost: i128, distance: i128, is_nobodys: impl Fn(i128) -> bool) -> i128 {
    let outermost = outermost * end.sign();
    let bases = bases().skip_while(|base| *base <= distance);
    let mut candidates = bases.flat_map(|base| {
        let below = outermost.div_euclid(base) * base;
        [Some(below), (base > outermost.abs()).then(|| below - base)]
    });
    let free = candidates.find_map(|bound| bound.filter(|bound| is_nobodys(bound * end.sign())));
    free.unwrap_or(outermost) * end.sign()
}

/// 1, 2 and 5 times the powers of ten.
pub(crate) fn bases() -> impl Iterator<Item = i128> {
    (0..37u32).flat_map(|power| [1, 2, 5].map(|digit| digit * 10i128.pow(power)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_base_that_is_more_than_the_distance() {
        assert_eq!(outward(End::Lower, 1_000, 1_500, |_| true), 0);
        assert_eq!(outward(End::Upper, 2_500, 1_500, |_| true), 4_000);
        assert_eq!(outward(End::Lower, -3, 4, |_| true), -5);
        assert_eq!(outward(End::Lower, 20, 4, |number| number != 20), 0);
        assert_eq!(outward(End::Lower, 0, 4, |number| number != 0), -5);
    }
}

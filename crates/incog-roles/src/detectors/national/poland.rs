//! Poland: PESEL.

use super::number;
use crate::check_digits::{Digits, weighted};
use crate::detector::{Detector, ValueKind};

pub(crate) const POLISH_PESEL: Detector = number(
    ValueKind::PolishPesel,
    "Polish PESEL",
    "eleven digits that begin with the date of birth, the last a check digit",
    "Ustawa o ewidencji ludności, art. 15",
    0.05,
    is_pesel,
);

fn is_pesel(text: &str) -> bool {
    let Some(digits) = Digits::exactly::<11>(text, b"") else { return false };
    let pair = |at: usize| digits[at] * 10 + digits[at + 1];
    // The century is told by 20, 40, 60 or 80 that is added to the month.
    let is_birth = (1..=12).contains(&(pair(2) % 20)) && (1..=31).contains(&pair(4));
    is_birth && weighted(&digits, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 == 0
}

#[test]
fn numbers() {
    assert!(is_pesel("44051401359") && is_pesel("02070803628") && !is_pesel("44051401358"));
    assert!(!is_pesel("44131401359") && !is_pesel(""));
}

//! What makes a number of a shape one of a person: the birth in it and its check digits. Digits are
//! 0 to 9, letters 10 to 35.

use super::super::france::is_nir;
use crate::check_digits::{luhn, weighted};

/// The number that digits are.
fn value(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |number, &digit| number * 10 + u64::from(digit))
}

fn is_day(digits: &[u8]) -> bool {
    (1..=31).contains(&value(digits))
}

fn is_month(digits: &[u8]) -> bool {
    (1..=12).contains(&value(digits))
}

/// Whether it begins with year, month and day, of two digits each.
fn begins_with_date(signs: &[u8]) -> bool {
    is_month(&signs[2..4]) && is_day(&signs[4..6])
}

/// Whether it begins with day and month, of two digits each.
pub(super) fn begins_with_day(signs: &[u8]) -> bool {
    is_day(&signs[..2]) && is_month(&signs[2..4])
}

fn is_check(sign: u8, expected: i32) -> bool {
    i32::from(sign) == expected
}

pub(super) fn is_cuil(signs: &[u8]) -> bool {
    let is_of_a_person = matches!(value(&signs[..2]), 20 | 23 | 24 | 27);
    is_of_a_person && is_check(signs[10], (11 - weighted(signs, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11)
}

pub(super) fn is_medicare(signs: &[u8]) -> bool {
    (2..=6).contains(&signs[0]) && is_check(signs[8], weighted(signs, &[1, 3, 7, 9, 1, 3, 7, 9]) % 10)
}

pub(super) fn is_svnr(signs: &[u8]) -> bool {
    // Months above twelve stand for numbers of a day that are used up.
    let is_birth = is_day(&signs[4..6]) && (1..=15).contains(&value(&signs[6..8]));
    is_birth && signs[0] > 0 && is_check(signs[3], weighted(signs, &[3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11)
}

pub(super) fn is_belgian(signs: &[u8]) -> bool {
    let (number, check) = (value(&signs[..9]), value(&signs[9..]));
    let is_checked = [0, 2_000_000_000].iter().any(|century| 97 - (century + number) % 97 == check);
    begins_with_date(signs) && is_checked
}

pub(super) fn is_cpf(signs: &[u8]) -> bool {
    let check = |weights: &[i32]| weighted(signs, weights) * 10 % 11 % 10;
    signs.iter().any(|digit| *digit != signs[0])
        && is_check(signs[9], check(&[10, 9, 8, 7, 6, 5, 4, 3, 2]))
        && is_check(signs[10], check(&[11, 10, 9, 8, 7, 6, 5, 4, 3, 2]))
}

pub(super) fn is_egn(signs: &[u8]) -> bool {
    // Twenty or forty more than the month tell the century.
    let is_birth = value(&signs[2..4]) <= 52 && (1..=12).contains(&(value(&signs[2..4]) % 20));
    let check = weighted(signs, &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10;
    is_birth && is_day(&signs[4..6]) && is_check(signs[9], check)
}

pub(super) fn is_rut(signs: &[u8]) -> bool {
    let Some((check, number)) = signs.split_last() else { return false };
    let weights: Vec<i32> = (2..=7).cycle().take(number.len()).collect();
    let backwards: Vec<u8> = number.iter().rev().copied().collect();
    let expected = match 11 - weighted(&backwards, &weights) % 11 {
        11 => 0,
        // The letter K.
        10 => 20,
        digit => digit,
    };
    is_check(*check, expected)
}

pub(super) fn is_resident(signs: &[u8]) -> bool {
    let is_birth =
        matches!(value(&signs[6..8]), 19 | 20) && is_month(&signs[10..12]) && is_day(&signs[12..14]);
    let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    let expected = match (12 - weighted(signs, &weights) % 11) % 11 {
        // The letter X.
        10 => 33,
        digit => digit,
    };
    (11..=91).contains(&value(&signs[..2])) && is_birth && is_check(signs[17], expected)
}

pub(super) fn is_rodne_cislo(signs: &[u8]) -> bool {
    // Fifty more than the month are women; twenty more are given where numbers are used up.
    let month = value(&signs[2..4]) % 50;
    let is_birth = ((1..=12).contains(&month) || (21..=32).contains(&month)) && is_day(&signs[4..6]);
    let is_old = value(&signs[..9]) % 11 == 10 && signs[9] == 0;
    is_birth && (value(signs).is_multiple_of(11) || is_old)
}

pub(super) fn is_baltic(signs: &[u8]) -> bool {
    let first = weighted(signs, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
    let second = weighted(signs, &[3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 % 10;
    let is_of_a_century = (1..=6).contains(&signs[0]);
    is_of_a_century
        && begins_with_date(&signs[1..])
        && is_check(signs[10], if first < 10 { first } else { second })
}

pub(super) fn is_hetu(signs: &[u8]) -> bool {
    const LETTERS: &[u8; 31] = b"0123456789ABCDEFHJKLMNPRSTUVWXY";
    let is_century = signs.len() == 10 || (10..=15).contains(&signs[6]) || (30..=34).contains(&signs[6]);
    let number = value(&signs[..6]) * 1000 + value(&signs[signs.len() - 4..signs.len() - 1]);
    let check = char::from(LETTERS[(number % 31) as usize]).to_digit(36);
    begins_with_day(signs) && is_century && check == Some(u32::from(signs[signs.len() - 1]))
}

pub(super) fn is_french(signs: &[u8]) -> bool {
    let text: String = signs.iter().filter_map(|sign| char::from_digit(u32::from(*sign), 36)).collect();
    is_nir(&text.to_ascii_uppercase())
}

pub(super) fn is_amka(signs: &[u8]) -> bool {
    begins_with_day(signs) && luhn(signs)
}

pub(super) fn is_hkid(signs: &[u8]) -> bool {
    // One letter alone counts as if a blank, which is 36, stood before it.
    let sum = 9 * 36 + weighted(signs, &[8, 7, 6, 5, 4, 3, 2, 1]);
    signs[0] >= 10 && signs[7] <= 10 && sum % 11 == 0
}

pub(super) fn is_taj(signs: &[u8]) -> bool {
    is_check(signs[8], weighted(signs, &[3, 7, 3, 7, 3, 7, 3, 7]) % 10)
}

/// Verhoeff's check digit by the dihedral group of the pentagon.
pub(super) fn is_aadhaar(signs: &[u8]) -> bool {
    const PERMUTED: [u8; 10] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
    let mut sum = 0;
    for (place, &digit) in signs.iter().rev().enumerate() {
        let permuted = (0..place % 8).fold(digit, |digit, _| PERMUTED[usize::from(digit)]);
        sum = rotated(sum, permuted);
    }
    signs[0] >= 2 && sum == 0
}

/// The product of two elements of the dihedral group: 0 to 4 turn, 5 to 9 turn and mirror.
fn rotated(one: u8, other: u8) -> u8 {
    match (one < 5, other < 5) {
        (true, true) => (one + other) % 5,
        (true, false) => 5 + (one + other) % 5,
        (false, true) => 5 + (one + 5 - other) % 5,
        (false, false) => (one + 5 - other) % 5,
    }
}

pub(super) fn is_korean(signs: &[u8]) -> bool {
    let check = (11 - weighted(signs, &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11) % 10;
    begins_with_date(signs) && (1..=8).contains(&signs[6]) && is_check(signs[12], check)
}

pub(super) fn is_curp(signs: &[u8]) -> bool {
    // H and M say man and woman.
    let has_letters = signs[..4].iter().chain(&signs[11..16]).all(|sign| *sign >= 10);
    has_letters && begins_with_date(&signs[4..]) && matches!(signs[10], 17 | 22 | 33)
}

pub(super) fn is_norwegian(signs: &[u8]) -> bool {
    begins_with_day(signs)
        && weighted(signs, &[3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 == 0
        && weighted(signs, &[5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 == 0
}

pub(super) fn is_cnp(signs: &[u8]) -> bool {
    let check = match weighted(signs, &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11 {
        10 => 1,
        digit => digit,
    };
    let is_place = (1..=52).contains(&value(&signs[7..9]));
    signs[0] > 0 && begins_with_date(&signs[1..]) && is_place && is_check(signs[12], check)
}

pub(super) fn is_snils(signs: &[u8]) -> bool {
    let expected = weighted(signs, &[9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101 % 100;
    value(&signs[..9]) > 1_001_998 && value(&signs[9..]) == u64::from(expected.unsigned_abs())
}

pub(super) fn is_nric(signs: &[u8]) -> bool {
    let letter = |value: u8| char::from_digit(u32::from(value), 36).unwrap_or(' ').to_ascii_uppercase();
    let (later, letters) = match letter(signs[0]) {
        'S' => (0, "JZIHGFEDCBA"),
        'T' => (4, "JZIHGFEDCBA"),
        'F' => (0, "XWUTRQPNMLK"),
        'G' => (4, "XWUTRQPNMLK"),
        'M' => (3, "XWUTRQPNJLK"),
        _ => return false,
    };
    let place = (later + weighted(&signs[1..], &[2, 7, 6, 5, 4, 3, 2])) % 11;
    letters.chars().nth(place.unsigned_abs() as usize) == Some(letter(signs[8]))
}

pub(super) fn is_south_african(signs: &[u8]) -> bool {
    begins_with_date(signs) && signs[10] <= 2 && luhn(signs)
}

pub(super) fn is_swedish(signs: &[u8]) -> bool {
    let number = &signs[signs.len() - 10..];
    let is_century = signs.len() == 10 || matches!(value(&signs[..2]), 18..=20);
    // Sixty more than the day are numbers of people who only work in the country.
    let is_birth = is_month(&number[2..4]) && (1..=91).contains(&value(&number[4..6]));
    is_century && is_birth && luhn(number)
}

pub(super) fn is_ahv(signs: &[u8]) -> bool {
    signs.starts_with(&[7, 5, 6]) && weighted(signs, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 == 0
}

pub(super) fn is_turkish(signs: &[u8]) -> bool {
    let tenth = weighted(signs, &[7, -1, 7, -1, 7, -1, 7, -1, 7]).rem_euclid(10);
    signs[0] > 0 && is_check(signs[9], tenth) && is_check(signs[10], weighted(&signs[..10], &[1; 10]) % 10)
}

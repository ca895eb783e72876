//! Numbers of records.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::profile::{Profile, Share, has_form_of};
use crate::role::ProposedRole;

pub(super) const RECORD_NUMBER: Detector = Detector {
    kind: ValueKind::RecordNumber,
    name: "record number",
    recognizes: "numbers that count the rows, and (nearly) unique codes or numbers of one form (P-00123)",
    reference: "HIPAA Safe Harbor (H), (I), (K), (R)",
    role: ProposedRole::Identifier,
    strength: Strength::Sign,
    least_share: 0.9,
    chance: 0.0,
    recognizer: Recognizer::Column(share_of_codes),
};

/// From so many rows on, it says something that nearly all values differ.
const FEWEST_ROWS: u64 = 10;

fn share_of_codes(profile: &Profile<'_>) -> Share {
    if numbers_the_rows(profile) {
        return Share::all(profile.distinct);
    }
    let is_measured = profile.is_number() && !profile.is_whole();
    if is_measured || profile.rows < FEWEST_ROWS || profile.unique_share() < 0.9 {
        return Share::NONE;
    }
    let Some(first) = profile.values.first() else { return Share::NONE };
    if profile.is_whole() && is_dense(profile) {
        return Share::all(profile.distinct);
    }
    let digits = first.text.bytes().filter(u8::is_ascii_digit).count();
    if digits < 3 { Share::NONE } else { profile.share(|text| has_form_of(text, first.text)) }
}

/// Whether whole numbers leave few gaps: at least three of ten from the least to the greatest
/// occur.
fn is_dense(profile: &Profile<'_>) -> bool {
    let Some((least, most)) = profile.range() else { return false };
    profile.distinct >= 10 && (most - least + 1.0) * 0.3 <= profile.distinct as f64
}

/// Whether the values are whole numbers that rise, or fall, by one from row to row.
fn numbers_the_rows(profile: &Profile<'_>) -> bool {
    let column = profile.column;
    let rows = column.codes.len();
    // Rows that were counted have no order.
    let is_in_order = profile.all_rows == rows as u64;
    if !is_in_order
        || !profile.is_whole()
        || rows < 3
        || profile.distinct != rows
        || !column.missing.is_empty()
    {
        return false;
    }
    let number = |row: usize| column.value(row).trim().parse::<i64>().ok();
    let (Some(first), Some(second)) = (number(0), number(1)) else { return false };
    let Some(step) = second.checked_sub(first).filter(|step| step.abs() == 1) else { return false };
    let expected =
        |row: usize| i64::try_from(row).ok().and_then(|row| first.checked_add(row.checked_mul(step)?));
    (2..rows).all(|row| number(row).is_some() && number(row) == expected(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_data::ColumnBuilder;

    fn share(values: impl Iterator<Item = String>) -> f64 {
        let mut builder = ColumnBuilder::new("x");
        values.for_each(|value| builder.push(&value));
        let column = builder.finish(&[]);
        share_of_codes(&Profile::new(&column)).of_values
    }

    #[test]
    fn counters_and_codes() {
        assert_eq!(share((5..9).map(|n| n.to_string())), 1.0);
        assert_eq!(share((0..9).rev().map(|n| n.to_string())), 1.0);
        assert_eq!(share((0..40).map(|n| format!("P-{:05}", n * 7919 % 99991))), 1.0);
        assert_eq!(share((0..40).map(|n| format!("P-{:05}", n % 20))), 0.0);
        assert_eq!(share([i64::MAX, i64::MIN, 0].iter().map(i64::to_string)), 0.0);
    }
}

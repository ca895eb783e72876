//! Categories that chance has replaced, in linked records.

use super::{DEVIATIONS, Draws, FEWEST_LINKS, LinkedRows, Redraw};
use crate::numbers::says_something;
use incog_data::Column;
use std::collections::BTreeMap;

/// Of the agreement that a draw around the same categories has beyond chance, so large a share
/// shows one.
const NEARLY_ALL: f64 = 0.75;

/// The categories of a record: in the earlier release, behind the new one, and in it.
type Categories<'a> = [&'a str; 3];

pub(super) fn draws(redraw: &Redraw<'_>, links: &LinkedRows, kept: f64) -> Draws {
    let records = linked(redraw, links);
    if records.len() < FEWEST_LINKS {
        return Draws::NotShown;
    }
    let all = records.len() as f64;
    let share = |of: fn(&&Categories<'_>) -> bool| records.iter().filter(of).count() as f64 / all;
    // Two draws around one category agree by keeping it twice, and now and then by chance.
    let equal_if_anew = kept * kept;
    if share(|record| record[0] == record[2]) >= (1.0 + equal_if_anew) / 2.0 {
        return Draws::Equal;
    }
    let [before, behind] = [0, 1].map(|place| shares(&records, place));
    let chance: f64 = behind.iter().map(|(text, share)| share * before.get(text).unwrap_or(&0.0)).sum();
    let alike: f64 = behind.values().map(|share| share * share).sum();
    let beyond = share(|record| record[0] == record[1]) - chance;
    let is_related = beyond * all.sqrt() >= DEVIATIONS * (chance * (1.0 - chance)).sqrt();
    let is_draw = beyond >= NEARLY_ALL * kept * (1.0 - alike) && alike < 1.0;
    if is_related && is_draw { Draws::Anew } else { Draws::NotShown }
}

/// The records of groups in which all originals are one category, so that it does not matter which
/// is whose.
fn linked<'a>(redraw: &Redraw<'a>, links: &LinkedRows) -> Vec<Categories<'a>> {
    let mut records = Vec::new();
    for group in &links.groups {
        let original = |row: &usize| redraw.original.codes.at(*row);
        let Some(first) = group.now.first().map(original) else { continue };
        if !says_something(redraw.original, first) || group.now.iter().any(|row| original(row) != first) {
            continue;
        }
        let texts = |column: &'a Column, rows: &[usize]| {
            let mut texts: Vec<&'a str> = rows.iter().map(|row| column.value(*row)).collect();
            texts.sort_unstable();
            texts
        };
        let before = texts(redraw.earlier.column, &group.earlier);
        let now = texts(redraw.published, &group.now);
        let original = redraw.original.dictionary.get(first);
        records.extend(before.into_iter().zip(now).map(|(before, now)| [before, original, now]));
    }
    records
}

/// The share of each category at a place.
fn shares<'a>(records: &[Categories<'a>], place: usize) -> BTreeMap<&'a str, f64> {
    let mut shares = BTreeMap::new();
    let each = 1.0 / records.len() as f64;
    records.iter().for_each(|record| *shares.entry(record[place]).or_insert(0.0) += each);
    shares
}

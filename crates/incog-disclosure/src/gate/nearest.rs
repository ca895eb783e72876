//! Columns that chance has changed, attacked by the nearest record.

use super::singling::{labels_of, published};
use crate::job::Terms;
use incog_audit::{Finding, NearestAttack, NearestAttackRequest, nearest_attacks};
use incog_data::{Column, CountedTable};

/// How often somebody is right who knows `originals` of the released records, before chance changed
/// them, and takes the nearest record.
pub fn nearest(
    terms: &Terms,
    released: CountedTable<'_>,
    originals: &[Column],
    people: Option<&Column>,
    k: u64,
) -> Vec<NearestAttack> {
    nearest_attacks(&NearestAttackRequest {
        columns: published(terms, released.table(), |_| true),
        originals,
        labels: labels_of(terms, released.table()),
        people,
        counts: released.counts(),
        rows: released.table().rows(),
        k,
    })
}

/// The dangers of these attacks that no waiver accepts.
pub fn open_nearest(terms: &Terms, attacks: &[NearestAttack]) -> Vec<Finding> {
    let dangers = attacks.iter().filter_map(NearestAttack::finding);
    dangers.filter(|finding| !terms.waivers.contains_key(&finding.key())).collect()
}

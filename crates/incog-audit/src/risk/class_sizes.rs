//! Among how many others records hide.

use super::record_kinds::Alike;
use serde::Serialize;
use std::collections::BTreeMap;

/// Records that hide among equally many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hiding {
    /// The records, or people, of each class.
    pub size: u64,
    /// Such classes.
    pub classes: u64,
    /// Records in them.
    pub records: u64,
}

/// Among how many records hide.
pub(super) struct AllHiding {
    pub by_size: Vec<Hiding>,
    /// For each kind, the records of its class.
    pub records_of_kind: Vec<u64>,
}

/// How many records hide among how many others, or other people.
pub(super) fn hiding(alike: &Alike) -> AllHiding {
    let (mut by_size, mut records_of_kind) = (BTreeMap::new(), vec![0; alike.len()]);
    let mut seen = vec![0; alike.people];
    for (mark, class) in (1..).zip(&alike.classes) {
        let records: u64 = class.iter().map(|&kind| alike.records[kind as usize]).sum();
        class.iter().for_each(|&kind| records_of_kind[kind as usize] = records);
        let size = alike.size(class, &mut seen, mark);
        let of_size = by_size.entry(size).or_insert(Hiding { size, classes: 0, records: 0 });
        of_size.classes += 1;
        of_size.records += records;
    }
    AllHiding { by_size: by_size.into_values().collect(), records_of_kind }
}

/// Records of a risk in a band.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RiskBand {
    /// The lowest risk of the band: 1 by the size of its largest classes; 0 where there is no
    /// largest.
    pub from: f64,
    /// The highest: 1 by the size of its smallest classes.
    pub to: f64,
    /// Records.
    pub records: u64,
    /// Their share of all.
    pub share: f64,
}

/// Smallest sizes of the classes of each band.
const BANDS: [u64; 9] = [1, 2, 3, 4, 5, 10, 20, 50, 100];

/// The records of each band of risk.
pub(super) fn bands(hiding: &[Hiding]) -> Vec<RiskBand> {
    let all: u64 = hiding.iter().map(|one| one.records).sum();
    let band = |(place, &least): (usize, &u64)| {
        let most = BANDS.get(place + 1).map_or(u64::MAX, |next| next - 1);
        let within = hiding.iter().filter(|one| (least..=most).contains(&one.size));
        let records = within.map(|one| one.records).sum();
        let from = if most == u64::MAX { 0.0 } else { 1.0 / most as f64 };
        RiskBand { from, to: 1.0 / least as f64, records, share: records as f64 / all.max(1) as f64 }
    };
    BANDS.iter().enumerate().map(band).collect()
}

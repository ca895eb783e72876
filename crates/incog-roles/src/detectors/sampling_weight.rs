//! Sampling weights.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::profile::{Profile, Share};
use crate::role::ProposedRole;

pub(super) const SAMPLING_WEIGHT: Detector = Detector {
    kind: ValueKind::SamplingWeight,
    name: "sampling weight",
    recognizes: "positive numbers that sum to more than the rows, as records stand for a population; only where the name says weight",
    reference: "Templ et al. 2015, sdcMicro, doi:10.18637/jss.v067.i04",
    role: ProposedRole::Undecided,
    strength: Strength::Support,
    least_share: 1.0,
    chance: 0.0,
    recognizer: Recognizer::Column(share_of_weights),
};

fn share_of_weights(profile: &Profile<'_>) -> Share {
    let sum: f64 = profile.numbers().map(|(number, rows)| number * rows as f64).sum();
    let rows: u64 = profile.values.iter().map(|value| value.rows).sum();
    let stands_for_a_population = sum >= rows as f64 && sum <= 1e10;
    match profile.range() {
        Some((least, _)) if profile.is_number() && least > 0.0 && stands_for_a_population => {
            Share::all(profile.distinct)
        }
        _ => Share::NONE,
    }
}

//! SUDA scores as chances: DIS-SUDA.

use super::class_sizes::Hiding;
use super::record_kinds::Alike;
use super::special_uniques::SpecialUniques;
use serde::Serialize;

/// How likely a match with somebody unique is right, on average and by her SUDA score.
///
/// With `U` records that are alone, `P` in pairs and the sampling fraction `f`,
/// `dis = U f / (U f + P (1 - f))` is the chance that one match with a record that is alone is a
/// right one. It is shared out by scores `s`: of `n` quasi-identifiers, with
/// `q = 1 + (8 - n) / 20`, a record's is `1 / (1 + (U / dis - U) / (s^q a))`, where `a` is the sum
/// of `1 / s^q`. Where people are counted, `U` and `P` are people.
///
/// Reference: Skinner and Elliot, "A measure of disclosure risk for microdata", Journal of the
/// Royal Statistical Society B 64(4), 2002, doi:10.1111/1467-9868.00365, for DIS; how it is shared
/// out is as sdcMicro's `suda2` does it with `DisFraction = f`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DisSuda {
    /// The chance on average, 0 to 1.
    pub dis: f64,
    /// The highest of a record.
    pub highest: f64,
    /// The mean of all records; those that are not unique have 0.
    pub mean: f64,
}

/// How scores become chances.
struct Shared {
    power: f64,
    /// `(U / dis - U) / a`
    odds: f64,
}

impl Shared {
    fn chance(&self, score: f64) -> f64 {
        if score > 0.0 { 1.0 / (1.0 + self.odds / score.powf(self.power)) } else { 0.0 }
    }
}

/// Tells chances beside scores; nothing where nobody is alone or no score is known.
pub(super) fn tell(
    told: &mut SpecialUniques,
    alike: &Alike,
    scores: &[f64],
    by_size: &[Hiding],
    fraction: f64,
) {
    let of_size = |size: u64| by_size.iter().find(|one| one.size == size).map_or(0, |one| one.classes) as f64;
    let (unique, in_pairs) = (of_size(1), 2.0 * of_size(2));
    if unique == 0.0 || !scores.iter().any(|score| *score > 0.0) {
        return;
    }
    let dis = unique * fraction / (unique * fraction + in_pairs * (1.0 - fraction));
    let power = 1.0 + (8.0 - alike.codes.len() as f64) / 20.0;
    let adjusted: f64 = scores.iter().filter(|score| **score > 0.0).map(|score| score.powf(-power)).sum();
    let shared = Shared { power, odds: (unique / dis - unique) / adjusted };
    let chances = scores.iter().map(|&score| shared.chance(score));
    let sum: f64 =
        chances.clone().zip(&alike.records).map(|(chance, &records)| chance * records as f64).sum();
    let all: u64 = alike.records.iter().sum();
    told.top.iter_mut().for_each(|one| one.dis_suda = Some(shared.chance(one.score)));
    told.dis_suda =
        Some(DisSuda { dis, highest: chances.fold(0.0, f64::max), mean: sum / all.max(1) as f64 });
}

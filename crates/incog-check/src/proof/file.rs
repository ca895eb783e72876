//! A proof file, and whether it proves the bound of a report.

use crate::numbers::abs;
use crate::proof::fault::ProofFault;
use crate::proof::lattice::ReleaseSpace;
use crate::proof::{boxes, prices};
use crate::reading::json::Json;

/// The version of the format that is read here; see the crate's documentation.
pub(crate) const FORMAT: usize = 1;

/// How much of itself a value may be off, and by how much a value near 0 may be: rounding.
const ROUNDING: f64 = 1e-8;
const NOTHING: f64 = 1e-12;

/// The bound on the minimized objective that a proof proves.
pub(crate) fn bound(space: &mut ReleaseSpace<'_>, proof: &Json) -> Result<f64, ProofFault> {
    let map = proof.map().ok_or(ProofFault::Malformed)?;
    match map.get("format") {
        None => {}
        Some(format) if format.count() == Some(FORMAT) => {}
        Some(format) => {
            return Err(if format.count().is_some() { ProofFault::Version } else { ProofFault::Malformed });
        }
    }
    let knows = |key: &str| ["format", "incog", "objective", "evidence"].contains(&key);
    let objective = proof.get("objective").and_then(Json::text).ok_or(ProofFault::Malformed)?;
    proof.get("incog").and_then(Json::text).ok_or(ProofFault::Malformed)?;
    let evidence = proof.get("evidence").and_then(Json::map).filter(|evidence| evidence.len() == 1);
    let (kind, evidence) =
        evidence.and_then(|evidence| evidence.iter().next()).ok_or(ProofFault::Malformed)?;
    if map.keys().any(|key| !knows(key)) {
        return Err(ProofFault::Malformed);
    }
    if objective != space.job.objective {
        return Err(ProofFault::Objective);
    }
    match kind.as_str() {
        "prices" => prices::bound(space, evidence),
        "boxes" if space.job.is_local => Err(ProofFault::Recoding),
        "boxes" => {
            space.leave_out_levels()?;
            boxes::bound(space, evidence)
        }
        _ => Err(ProofFault::Malformed),
    }
}

/// Whether a report says no more than a bound shows: `value` is what the release loses, and `sign`
/// is -1 where more is better.
pub(crate) fn is_shown(report: &Json, bound: f64, value: f64, sign: f64, is_public: bool) -> bool {
    let slack = f64::max(ROUNDING * abs(value), NOTHING);
    let number = |key| report.at(&["search", key]).and_then(Json::number);
    let holds = number("gap").is_some_and(|gap| value - bound <= gap * abs(value) + slack);
    // The bound of a public report follows from its value and its gap.
    holds && (is_public || number("upper_bound").is_some_and(|told| sign * told <= bound + slack))
}

//! A proof file, and whether it proves the bound of a report.

use crate::proof::fault::ProofFault;
use crate::proof::lattice::ReleaseSpace;
use crate::proof::{boxes, prices};
use crate::reading::json::Json;

/// The version of the format that is read here; see the crate's documentation.
pub(crate) const FORMAT: usize = 1;

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
    let objective = proof.get("objective").and_then(Json::text).ok_or(ProofFault::Malformed)?;
    proof.get("incog").and_then(Json::text).ok_or(ProofFault::Malformed)?;
    let evidence = proof.get("evidence").and_then(Json::map).filter(|evidence| evidence.len() == 1);
    let (kind, evidence) =
        evidence.and_then(|evidence| evidence.iter().next()).ok_or(ProofFault::Malformed)?;
    if map.keys().any(|key| !["format", "incog", "objective", "evidence"].contains(&key.as_str())) {
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

//! Prosecutor, journalist and marketer.

use super::class_sizes::Hiding;
use serde::Serialize;

/// Risks above which records are counted, those that guidelines name most often, each with the
/// least size of classes that are not above it.
pub const RISK_THRESHOLDS: [(f64, u64); 5] = [(0.05, 20), (0.09, 12), (0.2, 5), (0.33, 4), (0.5, 2)];

/// The risk of records to be found by one kind of attacker.
///
/// Reference: El Emam, Dankar, "Protecting privacy using k-anonymity", JAMIA 15(5), 2008,
/// doi:10.1197/jamia.M2716.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AttackerRisk {
    /// The highest risk of a record.
    pub highest: f64,
    /// The mean risk of all records: the share that a marketer expects to find.
    pub average: f64,
    /// Records above thresholds, ascending.
    pub above: Vec<RecordsAbove>,
}

/// Records of more than some risk.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RecordsAbove {
    /// The threshold.
    pub risk: f64,
    /// Records above it.
    pub records: u64,
    /// Their share of all.
    pub share: f64,
}

/// Risks with their records, where a record that hides among `size` has this risk.
pub(super) fn risks(hiding: &[Hiding], risk: impl Fn(u64) -> f64) -> Vec<(f64, u64)> {
    hiding.iter().map(|one| (risk(one.size), one.records)).collect()
}

/// Summary figures of risks, each with its records.
pub(super) fn attacker(risks: &[(f64, u64)]) -> AttackerRisk {
    let all: u64 = risks.iter().map(|(_, records)| records).sum();
    let above = |threshold: f64| {
        // 1 / 5 is not above 0.2.
        let over = risks.iter().filter(|(risk, _)| *risk > threshold * (1.0 + 1e-9));
        let records = over.map(|(_, records)| records).sum();
        RecordsAbove { risk: threshold, records, share: records as f64 / all.max(1) as f64 }
    };
    AttackerRisk {
        highest: risks.iter().map(|(risk, _)| *risk).fold(0.0, f64::max),
        average: risks.iter().map(|(risk, records)| risk * *records as f64).sum::<f64>() / all.max(1) as f64,
        above: RISK_THRESHOLDS.into_iter().map(|(risk, _)| above(risk)).collect(),
    }
}

/// The expected risk `E[1/F | f]` of a record that hides among `f` in a simple random sample of the
/// share `p` of a population, in which she hides among `F`.
///
/// `F` given `f` is taken as negative binomial, so that the risk is the integral from 0 to 1 of
/// `t^(f-1) p / (p + (1-p) t) dt`: `p/(1-p) ln(1/p)` for a sample unique.
///
/// Reference: Benedetti, Franconi, "Statistical and technological solutions for controlled data
/// dissemination", New Techniques and Technologies for Statistics, 1998; as in the handbook of
/// mu-Argus, <https://github.com/sdcTools/muargus>.
pub(super) fn journalist(f: u64, p: f64) -> f64 {
    if p >= 1.0 {
        return 1.0 / f as f64;
    }
    let q = 1.0 - p;
    // From one f to the next errors grow by p / q.
    if p < 0.5 && f <= 64 {
        let first = p / q * -p.ln();
        return (1..f).fold(first, |risk, f| p / q * (1.0 / f as f64 - risk));
    }
    // p sum over j of q^j B(f, j + 1), the beta function.
    let (mut term, mut sum, mut j) = (p / f as f64, 0.0, 0.0);
    while term > sum * 1e-17 {
        sum += term;
        j += 1.0;
        term *= q * j / (f as f64 + j);
    }
    sum
}

//! The check: all of it, one step after the other.

use crate::findings::{CheckFinding, CheckFindings, CheckVerdict};
use crate::heap::*;
use crate::job_terms::job::{LossKind, ReportedJob};
use crate::numbers::abs;
use crate::proof::fault::ProofFault;
use crate::proof::file;
use crate::proof::lattice::ReleaseSpace;
use crate::reading::json::Json;
use crate::reading::sha256::hex_digest;
use crate::reading::table::CodedTable;
use crate::refused::Refused;
use crate::release::promises::{self, agrees, is_public};
use crate::release::records::{ReleaseRecords, compare};
use crate::trees::hierarchy::LabelTree;

/// How much of itself a value may be off, and by how much a value near 0 may be: rounding.
const ROUNDING: f64 = 1e-8;
const NOTHING: f64 = 1e-12;

/// The bytes of the files of a release.
#[derive(Debug, Clone, Default)]
pub struct CheckedFiles<'a> {
    /// The release: delimited text.
    pub release: &'a [u8],
    /// Its report: JSON, public or internal.
    pub report: &'a [u8],
    /// The table that the release was made of.
    pub original: Option<&'a [u8]>,
    /// What proves the bound of the report.
    pub proof: Option<&'a [u8]>,
    /// By column, hierarchies that the job does not state as a rule.
    pub hierarchies: BTreeMap<String, &'a [u8]>,
}

/// Says of the claims of a report whether the files prove them.
///
/// # Errors
/// When a file cannot be read; see [`Refused`].
///
/// ```
/// use incog_check::{CheckVerdict, CheckedFiles, check};
/// let report = br#"{"audience": "public", "job": {"columns": {"age": {"role": "quasi-identifier"}},
///     "privacy": {"k-anonymity": 2}, "utility": {"objective": "gen-loss"}},
///     "privacy": [{"model": "k-anonymity", "required": 2, "achieved": 2, "satisfied": true}]}"#;
/// let release = b"age,ill\n20-29,flu\n20-29,cold\n30-39,flu\n";
/// let found = check(&CheckedFiles { release, report, ..Default::default() })?;
/// let privacy = found.iter().find(|finding| finding.claim == "privacy: k-anonymity");
/// assert_eq!(privacy.map(|finding| finding.verdict), Some(CheckVerdict::Refuted));
/// # Ok::<(), incog_check::Refused>(())
/// ```
pub fn check(files: &CheckedFiles<'_>) -> Result<Vec<CheckFinding>, Refused> {
    let report = parse(files.report, "report")?;
    let job = report.get("job").and_then(ReportedJob::read).ok_or(Refused::Report)?;
    // Releases have the delimiter of the input or a usual one; it is detected.
    let mut form = job.form.clone();
    let original = files.original.map(|bytes| CodedTable::parse(bytes, &form, "original")).transpose()?;
    form.delimiter = None;
    let release = CodedTable::parse(files.release, &form, "release")?;
    let mut findings = CheckFindings::default();
    findings.cover("incog");
    findings.cover("audience");
    digest(&report, "release", files.release, &mut findings);
    if let (Some(bytes), Some(original)) = (files.original, &original) {
        digest(&report, "input", bytes, &mut findings);
        let told = report.count_at(&["input", "rows"]);
        let detail = format!("{} records", original.rows);
        findings.judge("input.rows", told == Some(original.rows), detail);
    }
    promises::check(&report, &job, &release, original.as_ref(), &mut findings);
    match (&original, files.proof) {
        (Some(original), proof) => {
            let proof = proof.map(|proof| parse(proof, "proof"));
            with_original(&report, &job, &release, original, &files.hierarchies, proof, &mut findings);
        }
        (None, Some(_)) => {
            findings.add(CheckVerdict::NotShown, "bound", "a proof is checked with the original".to_string());
        }
        (None, None) => {}
    }
    Ok(findings.with_rest(&report))
}

fn parse(bytes: &[u8], what: &'static str) -> Result<Json, Refused> {
    let text = core::str::from_utf8(bytes).map_err(|_| Refused::NoText { what })?;
    Json::parse(text).map_err(|at| Refused::Json { what, at })
}

/// Whether a file is the one that the report names.
fn digest(report: &Json, part: &str, bytes: &[u8], findings: &mut CheckFindings) {
    if let Some(told) = report.text_at(&[part, "sha256"]) {
        let claim = format!("{part}.sha256");
        let is_it = hex_digest(bytes) == told;
        let detail = if is_it { "the file is the one of the report" } else { "it is another file" };
        findings.judge(&claim, is_it, detail.to_string());
    }
}

/// Compares the release with the original, and checks the proof.
fn with_original(
    report: &Json,
    job: &ReportedJob,
    release: &CodedTable,
    original: &CodedTable,
    hierarchies: &BTreeMap<String, &[u8]>,
    proof: Option<Result<Json, Refused>>,
    findings: &mut CheckFindings,
) {
    let space = match &job.not_proved {
        Some(why) => Err(why.clone()),
        None => space_of(job, original, hierarchies),
    };
    let mut space = match space {
        Ok(space) => space,
        Err(why) => {
            findings.add(CheckVerdict::NotShown, "records", why.clone());
            if proof.is_some() {
                findings.add(CheckVerdict::NotShown, "bound", why);
            }
            return;
        }
    };
    let told = report.number_at(&["utility", "value"]);
    let sign = if job.loss == LossKind::Transparency { -1.0 } else { 1.0 };
    let records = compare(&space, release, report);
    let is_matched = matches!(records, ReleaseRecords::Matched(_));
    // A public report counts the levels of other hierarchies; they are not compared.
    if is_matched && !job.is_local && !is_public(report) {
        findings.cover("solution.levels");
    }
    let value = match records {
        ReleaseRecords::Foreign => {
            let why = "a row is no record of the original at the levels of the report";
            findings.judge("records", false, why.to_string());
            None
        }
        ReleaseRecords::Unclear(why) => {
            findings.add(CheckVerdict::NotShown, "records", why.to_string());
            let why = "the bound is compared with what the report says";
            findings.add(CheckVerdict::NotShown, "utility.value", why.to_string());
            findings.cover("utility.value");
            // A public report rounds it.
            told.filter(|_| !is_public(report)).map(|told| sign * told)
        }
        ReleaseRecords::Matched(value) => {
            findings.judge("records", true, "each row generalizes another record".to_string());
            // A public report has it by the hierarchies of published values.
            if job.loss != LossKind::Other && !is_public(report) {
                let holds = told.is_some_and(|told| agrees(told, sign * value, false));
                findings.judge("utility.value", holds, format!("the release has {}", sign * value));
            }
            Some(value)
        }
    };
    let Some(proof) = proof else { return };
    let bound = proof.map_err(|_| ProofFault::Malformed).and_then(|proof| file::bound(&mut space, &proof));
    let (verdict, mut detail) = judged(report, bound, value, sign);
    if !is_matched && verdict == CheckVerdict::Proved {
        detail += ", if it loses what the report says";
    }
    findings.add(verdict, "bound", detail);
    if verdict == CheckVerdict::Proved {
        findings.cover("search.gap");
        findings.cover("search.upper_bound");
    }
}

/// All releases of a job; hierarchies that are given stand for those that it states.
fn space_of<'a>(
    job: &'a ReportedJob,
    original: &'a CodedTable,
    hierarchies: &BTreeMap<String, &[u8]>,
) -> Result<ReleaseSpace<'a>, String> {
    ReleaseSpace::new(job, original, |given, column| match hierarchies.get(&given.name) {
        Some(bytes) => LabelTree::from_file(&given.name, bytes),
        None => LabelTree::build(&given.rule, column),
    })
}

/// What a proof says of the bound of the report.
fn judged(
    report: &Json,
    bound: Result<f64, ProofFault>,
    value: Option<f64>,
    sign: f64,
) -> (CheckVerdict, String) {
    let (bound, value) = match (bound, value) {
        (Err(why), _) if why.is_open() => return (CheckVerdict::NotShown, why.to_string()),
        (Err(why), _) => return (CheckVerdict::Refuted, format!("the proof does not prove it: {why}")),
        (Ok(_), None) => return (CheckVerdict::NotShown, "the loss of the release is not known".to_string()),
        (Ok(bound), Some(value)) => (bound, value),
    };
    if report.get("search").is_none() {
        return (CheckVerdict::NotShown, "the report does not say how near to the best it is".to_string());
    }
    let slack = f64::max(ROUNDING * abs(value), NOTHING);
    let gap = report.number_at(&["search", "gap"]).unwrap_or(-1.0);
    let told = report.number_at(&["search", "upper_bound"]).map(|told| sign * told);
    // The bound of a public report follows from its value and its gap.
    let is_bounded = is_public(report) || told.is_some_and(|told| told <= bound + slack);
    let holds = gap >= 0.0 && value - bound <= gap * abs(value) + slack && is_bounded;
    let detail = format!("the release loses {value}, the proof shows that none loses less than {bound}");
    (if holds { CheckVerdict::Proved } else { CheckVerdict::Refuted }, detail)
}

//! The proof that is checked: the one that the verifier names, or one that lies beside the report.

use super::{Check, VerifyOptions};
use incog_disclosure::DisclosureError;
use incog_disclosure::proof_file::ProofFile;
use incog_disclosure::report::Report;
use incog_io::beside;
use std::path::Path;

/// The name that a proof usually has.
const USUAL: &str = "proof.json";

/// A proof that is at hand.
pub(super) struct GivenProof {
    /// The proof.
    pub file: ProofFile,
    /// Whether its name, or the verifier, says that it is of this release. Another one may lie
    /// beside it.
    is_of_release: bool,
}

impl GivenProof {
    /// The one that is named; otherwise `RELEASE.proof.json` or `proof.json` in the folder of the
    /// report.
    pub fn read(
        report: &Report,
        folder: &Path,
        options: &VerifyOptions,
    ) -> Result<Option<Self>, DisclosureError> {
        if let Some(path) = &options.proof {
            return Ok(Some(Self { file: ProofFile::read(path)?, is_of_release: true }));
        }
        let name = Path::new(&report.release.path).file_name().unwrap_or_default();
        let own = beside(&folder.join(name), ".proof.json");
        if own.is_file() {
            return Ok(Some(Self { file: ProofFile::read(own)?, is_of_release: true }));
        }
        let usual = folder.join(USUAL);
        let file = Some(usual).filter(|path| path.is_file()).and_then(|path| ProofFile::read(path).ok());
        Ok(file.map(|file| Self { file, is_of_release: false }))
    }

    /// What a proof that does not prove the bound says of the report.
    pub fn doubted(&self, check: Check) -> Check {
        if self.is_of_release || !check.is_refuted() {
            return check;
        }
        let why = format!(
            "{USUAL} beside the report may belong to another release; --proof {USUAL} checks it: {}",
            check.detail
        );
        Check::not_shown(check.claim, why)
    }
}

/// The claim that a proof proves.
pub(super) const CLAIM: &str = "the bound is proved";

/// The note on the bound where there is no proof.
pub(super) fn without(report: &Report) -> Option<Check> {
    let is_bounded = report.search.as_ref().is_some_and(|search| search.gap.is_some());
    is_bounded.then(|| Check::not_shown(CLAIM, "not shown without --proof: only the search says so"))
}

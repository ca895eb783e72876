//! What proves the bound of a search, in a file.

use crate::DisclosureError;
use crate::ReportFileError;
use incog_audit::{BoxProof, PriceBlock};
use incog_io::{WholeFile, read_json};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// From this anybody who has the input can work out that no release loses less than a report says.
///
/// It tells of single records, also of suppressed ones: the file is for the steward and whoever may
/// see the input, and can be read only by its owner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofFile {
    /// The version of the format; files of before it had one are of the first.
    #[serde(default)]
    pub format: ProofFormat,
    /// The version of the program that made it.
    pub incog: String,
    /// The objective whose bound it proves.
    pub objective: String,
    /// What proves it.
    pub evidence: ProofEvidence,
}

/// The format of proof files that this program writes and reads: 1, as the crate incog-check
/// documents it field by field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct ProofFormat;

impl From<ProofFormat> for u32 {
    fn from(_: ProofFormat) -> Self {
        1
    }
}

impl TryFrom<u32> for ProofFormat {
    type Error = String;

    fn try_from(version: u32) -> Result<Self, String> {
        match version {
            1 => Ok(Self),
            other => Err(format!("proof format {other} is not supported: this incog reads format 1")),
        }
    }
}

/// What proves a bound.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofEvidence {
    /// Of local recodings: in each block a price for each record of the input, in its order; see
    /// [`bound_of_prices`](incog_audit::bound_of_prices).
    Prices(Vec<PriceBlock>),
    /// Of full-domain recodings: the lattice in boxes, each of them closed; see
    /// [`FullDomain::bound_of_boxes`](incog_audit::FullDomain::bound_of_boxes).
    Boxes(BoxProof),
}

impl ProofFile {
    /// Reads a proof.
    ///
    /// # Errors
    /// When the file cannot be read or is not a proof.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, DisclosureError> {
        let path = path.as_ref();
        let text = WholeFile::PROOF.read_text(path);
        let text = text.map_err(|fault| {
            DisclosureError::ReportFile(ReportFileError::Unreadable { path: path.to_owned(), fault })
        })?;
        read_json(&text).map_err(|error| DisclosureError::no_proof(path, &error))
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and finite numbers are JSON") + "\n"
    }
}

//! What went wrong, as JSON for programs.

use crate::failure::Failure;
use incog::{GateError, IncogError};
use serde::Serialize;

/// A failure as `--json` prints it where there is no result.
#[derive(Debug, Serialize)]
pub struct FailureDocument {
    /// The version of the program.
    incog: &'static str,
    failure: FailureFacts,
}

#[derive(Debug, Serialize)]
struct FailureFacts {
    exit_code: u8,
    /// The message that is on standard error, too.
    message: String,
    /// What keeps the release from being published.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<FindingFacts>,
}

#[derive(Debug, Serialize)]
struct FindingFacts {
    /// What a waiver in a job is called.
    waiver: String,
    column: String,
    message: String,
}

impl FailureDocument {
    /// The document of a failure that ends with this code.
    pub fn new(failure: &Failure, exit_code: u8) -> Self {
        let findings = match failure {
            Failure::Incog(IncogError::Gate(GateError::Unsafe(dangers))) => dangers.findings(),
            _ => &[],
        };
        let findings = findings
            .iter()
            .map(|finding| FindingFacts {
                waiver: finding.key(),
                column: finding.column.clone(),
                message: finding.message.clone(),
            })
            .collect();
        let facts = FailureFacts { exit_code, message: failure.to_string(), findings };
        Self { incog: env!("CARGO_PKG_VERSION"), failure: facts }
    }
}

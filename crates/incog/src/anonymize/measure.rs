//! The privacy of the written release: judged by the audit, which shares no code with the search.

use super::input::Input;
use super::read_back::ReadBack;
use crate::IncogError;
use incog_audit::{Evidence, Judgement, judge};

/// Judges the written release by everything the job demands, and refuses one that misses something.
pub(super) fn measure(input: &Input, release: &ReadBack) -> Result<Vec<Judgement>, IncogError> {
    let original = input.real_records();
    let evidence = Evidence {
        original: &original,
        release: release.with_provider.as_ref().unwrap_or(&release.records),
        hierarchies: &input.sensitive_hierarchies,
    };
    let judgements = judge(&input.job.demand(&original), &evidence)?;
    match judgements.iter().find(|judgement| !judgement.is_satisfied()) {
        None => Ok(judgements),
        Some(missed) => Err(IncogError::Refuted { judgement: Box::new(missed.clone()) }),
    }
}

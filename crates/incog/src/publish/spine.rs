//! The way of every release of a job: a source is read and prepared, a decision is made or taken
//! over, and a sink publishes it.

use super::context::Context;
use super::event::Event;
use crate::IncogError;
use crate::job::Job;
use crate::publish::decide::decision::{Decided, Decision};
use crate::publish::source::TableSource;
use incog_disclosure::LedgerError;

/// Where a release goes, or what is made of a decision instead of one.
pub(in crate::publish) trait Sink {
    /// What the caller gets.
    type Outcome;

    /// Makes the release, measures it, and hands it over.
    fn publish(
        self,
        job: &Job,
        decided: Decided<'_>,
        context: &mut Context<'_>,
    ) -> Result<Self::Outcome, IncogError>;
}

/// Publishes the table of a source as a decision says.
///
/// A sink that writes files has claimed them before.
pub(in crate::publish) fn publish<'e, S: Sink>(
    job: &Job,
    source: impl TableSource<'e>,
    decision: Decision<'_>,
    sink: S,
    context: &mut Context<'_>,
) -> Result<S::Outcome, IncogError> {
    if job.terms.ledger().is_some() && !decision.keeps_series() {
        return Err(LedgerError::OtherCommand.into());
    }
    context.tell(Event::Reading);
    let prepared = source.prepare(&decision.job_to_pose(job), context)?;
    context.check()?;
    context.note(prepared.notes());
    let decided = decision.decide(prepared, context)?;
    context.check()?;
    sink.publish(job, decided, context)
}

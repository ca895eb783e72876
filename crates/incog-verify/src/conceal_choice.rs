//! What an internal report says of a draw among releases nearly as good as the best.

use super::Check;
use incog_disclosure::job::{ConcealedChoice, Job};
use incog_disclosure::report::{Audience, Report};

/// How much a price may be off, which is more than losses are rounded.
const TOLERANCE: f64 = 1e-9;

/// That what was drawn costs what is said, and no more than the job allows. Whether the best is
/// what is said takes a search.
pub(super) fn verify(report: &Report, job: &Job) -> Option<Check> {
    let search = report.search.as_ref().filter(|_| report.audience == Audience::Internal)?;
    let claim = "the draw costs no more than the job allows";
    let refuted = |why: &str| Some(Check::new(claim, false, why));
    let within = match (job.terms.concealed, &search.concealed) {
        (Some(ConcealedChoice::Within(within)), _) => within,
        (_, Some(_)) => return refuted("the job does not conceal its choice"),
        (_, None) => return None,
    };
    let Some(drawn) = &search.concealed else {
        // The decision was made elsewhere.
        let is_given = ["reused", "given"].contains(&search.stopped.as_str());
        return if is_given {
            None
        } else {
            refuted("the job conceals its choice, and the report has no figures of the draw")
        };
    };
    let value = report.utility.value?;
    let price = (value - drawn.best).abs();
    let is_price = (price - drawn.price * drawn.best.abs()).abs() <= TOLERANCE * drawn.best.abs().max(1e-3);
    let is_within = drawn.within == within && drawn.price <= within + TOLERANCE;
    let is_counted = drawn.candidates > 0 && drawn.coarser < drawn.candidates;
    let detail = match (is_price && is_counted, is_within) {
        (true, true) => "it follows from the values, and is within the share",
        (false, _) => "the figures of the draw contradict each other",
        (true, false) => "it is beyond the share that the job allows",
    };
    Some(Check::new(claim, is_price && is_counted && is_within, detail))
}

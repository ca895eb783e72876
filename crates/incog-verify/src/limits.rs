//! That numbers are coded at the quantiles of those that are published.

use super::Check;
use super::evidence::Evidence;
use incog_audit::{beyond_their_share, miscoded};
use incog_data::{Column, QuantileLimits, RecordCounts};
use incog_disclosure::job::Job;

/// The claims about columns with limits at quantiles. That a cell is a number of the input or a
/// limit is a claim of its own, as it is of other columns.
pub(super) fn verify(job: &Job, evidence: &Evidence<'_>) -> Vec<Check> {
    let columns = evidence.records.columns().iter();
    columns.filter_map(|column| Some(check(evidence, column, job.terms.limits_of(&column.name)?))).collect()
}

fn check(evidence: &Evidence<'_>, column: &Column, limits: QuantileLimits) -> Check {
    let claim = format!("{} is limited at the quantiles of the published numbers", column.name);
    let too_many = beyond_their_share(limits, column, RecordCounts::ONE_EACH);
    if too_many > 0 {
        return Check::new(claim, false, format!("the limits change {too_many} records too few or too many"));
    }
    let values = evidence.rows.as_ref().zip(evidence.input.column(&column.name));
    let Some(values) = values.map(|(rows, input)| input.of_rows(rows)) else {
        return Check::not_shown(claim, "the files do not show the numbers behind the limits");
    };
    let wrong = miscoded(limits, column, &values, RecordCounts::ONE_EACH);
    let detail = match wrong {
        0 => format!("{} records", evidence.records.rows()),
        wrong => format!("{wrong} records have a wrong number"),
    };
    Check::new(claim, wrong == 0, detail)
}

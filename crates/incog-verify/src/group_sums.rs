//! The sums of columns that are published as means of groups.

use super::Check;
use super::evidence::Evidence;
use incog_data::{Aggregate, Column};
use incog_disclosure::job::Job;

/// That the means of classes, each as often as it has records, add up to the sum of the input's
/// numbers: so it must be, whichever records are in which class.
pub(super) fn sums(job: &Job, evidence: &Evidence<'_>) -> Vec<Check> {
    if evidence.rows.is_some() || evidence.records.rows() != evidence.input.rows() {
        return Vec::new();
    }
    let columns = evidence.attributes.iter().filter_map(|bound| {
        let name = &bound.qid.name;
        let is_mean = job.terms.aggregate_of(name) == Some(Aggregate::Mean);
        Some((evidence.input.column(name)?, evidence.records.column(name)?)).filter(|_| is_mean)
    });
    let check = |(input, released): (&Column, &Column)| {
        let (before, after) = (Sum::new(input), Sum::new(released));
        let off = (before.sum - after.sum).abs();
        let is_possible = off <= after.rounding && before.others + after.others == 0;
        let detail = format!("they differ by {off:.3}, and rounding explains at most {:.3}", after.rounding);
        Check::new(format!("means of {} add up to the sum of the input", input.name), is_possible, detail)
    };
    columns.map(check).collect()
}

/// The sum of the numbers of a column.
#[derive(Default)]
struct Sum {
    sum: f64,
    /// How far it may be off where each number was rounded to two places, or to 15 digits.
    rounding: f64,
    /// Records without a number.
    others: usize,
}

impl Sum {
    fn new(column: &Column) -> Self {
        let mut all = Self::default();
        for (count, value) in column.counts().iter().zip(column.dictionary.iter()) {
            let records = *count as f64;
            match value.trim().parse::<f64>() {
                Ok(number) => {
                    all.sum += records * number;
                    all.rounding += records * (0.005 + 1e-12 * number.abs());
                }
                Err(_) => all.others += *count as usize,
            }
        }
        all
    }
}

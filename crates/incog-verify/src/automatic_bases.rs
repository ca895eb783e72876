//! That numbers are rounded to the base which the published ones decide.

use super::Check;
use super::evidence::Evidence;
use super::premises::Premises;
use incog_audit::few_lookalikes;
use incog_data::Column;
use incog_disclosure::auto_round::{FEW, PublishedNumbers};

const LEFT_OPEN: &str = "the files do not show which numbers were rounded";

/// The claims about columns with such a base; `unit` has the person of each released record.
pub(super) fn verify(premises: &Premises, evidence: &Evidence<'_>, unit: Option<&Column>) -> Vec<Check> {
    if premises.exact.is_empty() {
        return Vec::new();
    }
    let terms = &premises.job.terms;
    let k = terms.lookalikes(evidence.input.into());
    let (said, decided) = (terms.bases(), decided(premises, evidence, k));
    let of_column = |column: &Column| {
        let name = &column.name;
        let claim = format!("{name} is rounded to the base that its published numbers decide");
        let base = match (said.get(name), &decided) {
            (None, _) => Check::new(claim, false, "the report does not name the base"),
            (Some(_), None) => Check::not_shown(claim, LEFT_OPEN),
            (Some(base), Some(decided)) => {
                let is_it = decided.get(name) == Some(base);
                let detail =
                    if is_it { format!("{base}") } else { format!("they need a base other than {base}") };
                Check::new(claim, is_it, detail)
            }
        };
        let crowd = evidence.records.column(name).map(|released| enough(evidence, released, unit, k));
        [Some(base), crowd]
    };
    premises.exact.iter().flat_map(of_column).flatten().collect()
}

/// The bases that the published records of the input ask for, where it is certain which these are.
fn decided(
    premises: &Premises,
    evidence: &Evidence<'_>,
    k: u64,
) -> Option<incog_disclosure::auto_round::Bases> {
    let rows = evidence.rows.as_ref()?;
    let records: Vec<(u32, u64)> = rows.iter().map(|&row| (row, 1)).collect();
    let (terms, table) = (&premises.job.terms, evidence.input);
    Some(PublishedNumbers { terms, exact: &premises.exact, table, records: &records, k }.bases())
}

/// That few enough released records have few lookalikes by the column alone.
fn enough(evidence: &Evidence<'_>, released: &Column, unit: Option<&Column>, k: u64) -> Check {
    let (below, records) =
        (few_lookalikes(&evidence.records, &[released], unit, k), evidence.records.rows() as u64);
    let used = (0u32..).zip(released.used()).filter(|(code, used)| *used && !released.is_missing(*code));
    // Where all are one number no base leaves more.
    let holds = below * FEW <= records || used.count() < 2;
    let claim = format!("at most one in {FEW} records has fewer than {k} lookalikes by {}", released.name);
    Check::new(claim, holds, format!("{below} of {records}"))
}

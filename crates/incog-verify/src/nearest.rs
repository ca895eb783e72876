//! How often the nearest record is right for somebody who knows values before chance changed them,
//! measured again where the files show the original of each record.

use super::Check;
use super::evidence::Evidence;
use super::premises::Premises;
use incog_audit::{Finding, NearestAttack};
use incog_data::{Column, CountedTable};
use incog_disclosure::gate;

/// The attacks on a release, as far as the files show them.
///
/// Which of two equal records has which original is not known. That changes no figure where all
/// records of the input are published and all are tried.
pub(super) fn attacks(premises: &Premises, evidence: &Evidence<'_>, k: u64) -> Option<Vec<NearestAttack>> {
    let terms = &premises.job.terms;
    let rows = evidence.rows.as_ref()?;
    let is_all = rows.len() == evidence.input.rows() && evidence.records.rows() == rows.len();
    let is_sure = terms.open_treatments().is_empty() && terms.drawn_share().is_none();
    if !is_all || !is_sure || rows.len() > incog_audit::ALL_ARE_TRIED {
        return None;
    }
    let originals: Vec<Column> =
        premises.source.untreated.iter().map(|column| column.of_rows(rows)).collect();
    let people = terms.people().and_then(|people| evidence.input.column(people));
    let people = people.map(|people| people.of_rows(rows));
    let records = CountedTable::from(&evidence.records);
    Some(gate::nearest(terms, records, &originals, people.as_ref(), k))
}

/// That no attack is right oftener than the gate allows unless a waiver accepts it.
pub(super) fn check(premises: &Premises, attacks: Option<&[NearestAttack]>) -> Option<Check> {
    let attacks = attacks.filter(|attacks| !attacks.is_empty())?;
    let open: Vec<String> =
        gate::open_nearest(&premises.job.terms, attacks).iter().map(Finding::key).collect();
    let detail = match open.as_slice() {
        [] => "those who know the original values find no more records than allowed".to_owned(),
        open => format!("no waiver for {}", open.join(", ")),
    };
    Some(Check::new("the nearest record hides its original", open.is_empty(), detail))
}

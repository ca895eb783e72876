//! That the records of a release are those that the secret drew.

use super::Check;
use super::evidence::{Evidence, Reading};
use super::premises::Premises;
use incog_disclosure::DisclosureError;
use incog_disclosure::read::read_as_it_stands;
use incog_disclosure::read::sampled_records::digest_of_draw;
use std::collections::HashMap;

/// Why nothing is said of the draw.
const SECRET: &str = "needs the job's secret (--secret)";

/// That the records were drawn, and all classes of drawn records published that are large enough.
/// With the secret the input is the drawn records, so that each released one is one of these is
/// shown by the other checks.
pub(super) fn verify(premises: &Premises, evidence: &Evidence<'_>) -> Option<Check> {
    premises.job.terms.drawn_share()?;
    let claim = "the release has the drawn records and no others";
    if premises.secret.is_none() {
        return Some(Check::not_shown(claim, SECRET));
    }
    let Reading::Levels(levels) = &evidence.reading else {
        return Some(Check::new(claim, false, "records do not have one level per column"));
    };
    let labels = evidence.attributes.iter().zip(levels).filter_map(|(bound, read)| {
        let column = evidence.input.column(&bound.qid.name)?;
        Some(column.codes.iter().map(|code| bound.qid.label_code(read.level, code)).collect::<Vec<u32>>())
    });
    let labels: Vec<Vec<u32>> = labels.collect();
    let mut classes: HashMap<Vec<u32>, u64> = HashMap::new();
    for row in 0..evidence.input.rows() {
        *classes.entry(labels.iter().map(|column| column[row]).collect()).or_default() += 1;
    }
    let least = least(premises);
    let expected: u64 = classes.values().filter(|&&records| records >= least).sum();
    let found = evidence.records.rows() as u64;
    let is_all = expected == found && evidence.unmatched == 0;
    let detail =
        format!("{expected} drawn records are in classes of at least {least}; {found} are published");
    Some(Check::new(claim, is_all, detail))
}

/// That the records of the input are those that the secret draws of the whole table: each is drawn
/// by itself, by 32 bits of a keyed hash of its number.
pub(super) fn drawn_again(premises: &Premises) -> Result<Option<Check>, DisclosureError> {
    let terms = &premises.job.terms;
    let (Some(share), Some(secret)) = (terms.drawn_share(), &premises.secret) else { return Ok(None) };
    let (whole, _) = read_as_it_stands(&premises.job)?;
    let levels = premises.source.levels.as_ref();
    let Some(digest) = digest_of_draw(terms, secret, &whole, levels)? else { return Ok(None) };
    let mut rows = Vec::new();
    for row in 0..whole.rows() {
        let bits = secret.hash("drawn records", &format!("{digest} {row}"));
        if bits >> 32 < u64::from(share.parts()) {
            rows.push(row);
        }
    }
    let mut is_same = rows.len() == premises.input.rows();
    for column in whole.columns().iter().filter(|column| terms.treatment_of(&column.name).is_none()) {
        is_same = is_same
            && premises.input.column(&column.name).is_some_and(|found| {
                rows.iter().enumerate().all(|(place, &row)| found.value(place) == column.value(row))
            });
    }
    let detail = format!("a second draw has {} records, the first had {}", rows.len(), premises.input.rows());
    Ok(Some(Check::new("the secret draws the same records again", is_same, detail)))
}

/// That the levels are those which the secret chooses, where a part of epsilon is spent on that.
pub(super) fn levels(premises: &Premises, evidence: &Evidence<'_>) -> Option<Check> {
    premises.job.terms.level_choice()?;
    let claim = "the levels are those chosen with a part of epsilon";
    let (Some(_), Some(chosen)) = (&premises.secret, &premises.source.levels) else {
        return Some(Check::not_shown(claim, SECRET));
    };
    let Reading::Levels(read) = &evidence.reading else {
        return Some(Check::new(claim, false, "records do not have one level per column"));
    };
    let is_so =
        read.len() == chosen.len() && read.iter().zip(chosen.iter()).all(|(read, &level)| read.may_be(level));
    Some(Check::new(claim, is_so, format!("chosen by the secret again: {chosen}")))
}

/// The gate looked at the drawn records, which take the secret to see.
pub(super) fn gate(premises: &Premises) -> Option<Check> {
    let is_hidden = premises.job.terms.drawn_share().is_some() && premises.secret.is_none();
    is_hidden.then(|| Check::not_shown("no open danger", SECRET))
}

/// The least records of a class.
fn least(premises: &Premises) -> u64 {
    let demand = premises.job.terms.demand(&premises.input);
    let criteria = incog_audit::criteria(&demand, &premises.input);
    incog_audit::smallest_class(&criteria)
}

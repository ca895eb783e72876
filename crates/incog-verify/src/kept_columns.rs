//! The lattice that a proof is about, where the job leaves out levels at which a column would be
//! one label: worked out again, by judging records instead of asking the search.

use incog_audit::{AuditError, FullDomain, NoBound};
use incog_data::QuasiIdentifier;
use incog_disclosure::job::{KeepColumns, Terms};
use std::cmp::Reverse;

/// The quasi-identifiers with the levels that may be chosen (`utility.keep_columns`); `Err` inside
/// where it cannot be judged which columns are given up.
pub(super) fn kept(
    terms: &Terms,
    whole: FullDomain<'_>,
) -> Result<Result<Vec<QuasiIdentifier>, NoBound>, AuditError> {
    let all = whole.quasi_identifiers;
    let coarsest: Vec<Option<u8>> = all.iter().map(coarsest_kept).collect();
    let mut keeps: Vec<bool> = coarsest.iter().map(Option::is_some).collect();
    if terms.keep_columns == KeepColumns::Off || !keeps.contains(&true) {
        return Ok(Ok(all.to_vec()));
    }
    if terms.keep_columns == KeepColumns::BestEffort {
        match (GiveUp { whole, coarsest: &coarsest }).run(&mut keeps) {
            Ok(()) => {}
            Err(NotJudged::Bound(why)) => return Ok(Err(why)),
            Err(NotJudged::Audit(error)) => return Err(error),
        }
    }
    let highest = highest(all, &coarsest, &keeps);
    let bounded = all.iter().zip(highest);
    Ok(Ok(bounded.map(|(qid, max_level)| QuasiIdentifier { max_level, ..qid.clone() }).collect()))
}

/// The highest level at which a column has two labels, where the job allows a higher one.
fn coarsest_kept(qid: &QuasiIdentifier) -> Option<u8> {
    (qid.min_level..=qid.max_level)
        .rev()
        .find(|level| has_two_labels(qid, *level))
        .filter(|level| *level < qid.max_level)
}

fn has_two_labels(qid: &QuasiIdentifier, level: u8) -> bool {
    (1..qid.leaf_of.len() as u32).any(|code| qid.label_code(level, code) != qid.label_code(level, 0))
}

/// The coarsest levels where these columns keep two labels.
fn highest(all: &[QuasiIdentifier], coarsest: &[Option<u8>], keeps: &[bool]) -> Vec<u8> {
    let levels = all.iter().zip(coarsest).zip(keeps);
    levels.map(|((qid, kept), keeps)| kept.filter(|_| *keeps).unwrap_or(qid.max_level)).collect()
}

/// Why it cannot be judged which columns are given up.
enum NotJudged {
    Bound(NoBound),
    Audit(AuditError),
}

/// Columns are given up one by one until the coarsest release is allowed.
struct GiveUp<'a> {
    whole: FullDomain<'a>,
    coarsest: &'a [Option<u8>],
}

impl GiveUp<'_> {
    fn run(&self, keeps: &mut [bool]) -> Result<(), NotJudged> {
        let mut given_up = Vec::new();
        while !self.is_allowed(self.suppressed(keeps)?) {
            let Some(place) = self.cheapest(keeps)? else { return Ok(()) };
            keeps[place] = false;
            given_up.push(place);
        }
        // Each that turns out not to be in the way is taken back.
        for place in given_up {
            keeps[place] = true;
            keeps[place] = self.is_allowed(self.suppressed(keeps)?);
        }
        Ok(())
    }

    fn is_allowed(&self, suppressed: u64) -> bool {
        suppressed <= self.whole.limit && suppressed < self.whole.input.rows() as u64
    }

    /// The records that the coarsest release without these columns cannot keep.
    fn suppressed(&self, keeps: &[bool]) -> Result<u64, NotJudged> {
        let node = highest(self.whole.quasi_identifiers, self.coarsest, keeps);
        self.whole.suppressed_at(&node).map_err(NotJudged::Audit)?.map_err(NotJudged::Bound)
    }

    /// The column without which the fewest records are suppressed; of equal ones the one with the
    /// most values.
    fn cheapest(&self, keeps: &[bool]) -> Result<Option<usize>, NotJudged> {
        let mut least = None;
        for place in (0..keeps.len()).filter(|&place| keeps[place]) {
            let mut others = keeps.to_vec();
            others[place] = false;
            let values = Reverse(self.whole.quasi_identifiers[place].leaf_of.len());
            let price = (self.suppressed(&others)?, values, place);
            if least.is_none_or(|known| price < known) {
                least = Some(price);
            }
        }
        Ok(least.map(|(.., place)| place))
    }
}

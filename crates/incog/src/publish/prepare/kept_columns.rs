//! Releases in which no quasi-identifier is one label throughout.

use crate::IncogError;
use crate::job::KeepColumns;
use crate::publish::prepare::bound_table::BoundTable;
use incog_data::{Levels, QuasiIdentifier, RowMap};
use incog_plan::{RecodingSettings, ReleaseProblem, release_problem};

/// Which quasi-identifiers keep at least two labels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KeptColumns {
    /// Whether the levels at which a column has one label are left out of the lattice.
    pub is_asked: bool,
    /// The columns for which they are not, since no release within the limit is known that keeps
    /// them together with the others.
    pub given_up: Vec<String>,
}

/// A problem without the levels that would leave a column one label, and the rows of its tuples.
pub(in crate::publish) struct KeptProblem {
    pub problem: ReleaseProblem,
    pub rows: RowMap,
    pub kept: KeptColumns,
}

/// The problem whose lattice lacks the levels that the job excludes by `utility.keep_columns`;
/// `None` where it excludes none.
///
/// All columns are asked to keep two labels first. Where the coarsest such release is not allowed,
/// `best-effort` gives up columns one by one, each time the one without which the fewest records
/// have to be suppressed, until the coarsest release is allowed; none of them could stay alone. For
/// models that every union of allowed record sets meets, that release is allowed if any is: no
/// release keeps all columns where it is not.
pub(in crate::publish) fn keep_columns(
    input: &BoundTable,
    whole: &ReleaseProblem,
) -> Result<Option<KeptProblem>, IncogError> {
    let asked = input.terms.keep_columns;
    let is_possible = input.terms.recoding == RecodingSettings::Global && !input.drawn;
    let coarsest: Vec<Option<u8>> = input.quasi_identifiers.iter().map(coarsest_kept).collect();
    if asked == KeepColumns::Off || !is_possible || coarsest.iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut keeps: Vec<bool> = coarsest.iter().map(Option::is_some).collect();
    if asked == KeepColumns::BestEffort {
        give_up_few(input, whole, &coarsest, &mut keeps);
    }
    let highest = highest(input, &coarsest, &keeps);
    let bounded = input.quasi_identifiers.iter().zip(highest.iter());
    let bounded = bounded.map(|(qid, &highest)| {
        qid.clone().with_level_range(usize::from(qid.min_level), usize::from(highest))
    });
    let (tuples, rows) = input.tuples_of(bounded.collect::<Result<Vec<_>, _>>()?)?;
    let problem = release_problem(&input.terms.request(), tuples)?;
    let given_up = input.quasi_identifiers.iter().zip(coarsest.iter().zip(&keeps));
    let given_up = given_up.filter(|(_, (coarsest, keeps))| coarsest.is_some() && !**keeps);
    let given_up = given_up.map(|(qid, _)| qid.name.clone()).collect();
    Ok(Some(KeptProblem { problem, rows, kept: KeptColumns { is_asked: true, given_up } }))
}

/// The highest level at which a quasi-identifier has two labels or more, where the job allows a
/// higher one, too; `None` where there is nothing to keep.
fn coarsest_kept(qid: &QuasiIdentifier) -> Option<u8> {
    let has_two = |level: &u8| {
        let mut labels = (0..qid.leaf_of.len() as u32).map(|code| qid.label_code(*level, code));
        let first = labels.next();
        labels.any(|label| Some(label) != first)
    };
    let highest = (qid.min_level..=qid.max_level).rev().find(has_two)?;
    (highest < qid.max_level).then_some(highest)
}

/// The coarsest levels where these columns keep two labels.
fn highest(input: &BoundTable, coarsest: &[Option<u8>], keeps: &[bool]) -> Levels {
    let of_columns = input.quasi_identifiers.iter().zip(coarsest.iter().zip(keeps));
    let levels =
        of_columns.map(|(qid, (coarsest, keeps))| coarsest.filter(|_| *keeps).unwrap_or(qid.max_level));
    Levels::from(levels.collect::<Vec<u8>>())
}

fn is_allowed(whole: &ReleaseProblem, levels: &Levels) -> bool {
    whole.allows(levels, &whole.classes(levels))
}

/// Gives up columns until the coarsest release is allowed, and takes back each that turns out not
/// to be in the way.
fn give_up_few(input: &BoundTable, whole: &ReleaseProblem, coarsest: &[Option<u8>], keeps: &mut [bool]) {
    let mut given_up = Vec::new();
    while !is_allowed(whole, &highest(input, coarsest, keeps)) {
        let Some(place) = cheapest_to_give_up(input, whole, coarsest, keeps) else { return };
        keeps[place] = false;
        given_up.push(place);
    }
    for place in given_up {
        keeps[place] = true;
        keeps[place] = is_allowed(whole, &highest(input, coarsest, keeps));
    }
}

/// The column without which the fewest records have to be suppressed; of equal ones the one with
/// the most values.
fn cheapest_to_give_up(
    input: &BoundTable,
    whole: &ReleaseProblem,
    coarsest: &[Option<u8>],
    keeps: &[bool],
) -> Option<usize> {
    let price = |&place: &usize| {
        let mut others = keeps.to_vec();
        others[place] = false;
        let suppressed = whole.classes(&highest(input, coarsest, &others)).suppressed();
        let values = input.quasi_identifiers.get(place).map_or(0, |qid| qid.leaf_of.len());
        (suppressed, std::cmp::Reverse(values), place)
    };
    (0..keeps.len()).filter(|&place| keeps[place]).min_by_key(price)
}

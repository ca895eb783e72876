//! From which share of records on a published column is a finding, with the reason for each figure.

use super::knowledge_kind::Knowable;
use crate::lint::Severity;

/// Tables of fewer records are judged by most of their records only: in them every share is large,
/// and one record moves it by 5 % or more.
pub(super) const FEWEST_RECORDS: u64 = 20;

/// Pairs and categories are not judged of tables of fewer records: most of them are rare there,
/// whatever the columns are.
pub(crate) const FEWEST_SHARED: u64 = 100;

/// One record in so many may have fewer than k lookalikes by values that others can know or look
/// up. A release may suppress a few percent of its records as outliers; a column with more outliers
/// than that is not one with outliers.
pub(crate) const KNOWN: u64 = 20;

/// One record in so many may have fewer than k lookalikes by a category, such as a diagnosis: many
/// are rare by nature, few people know them of others, and a release without them is useless. Where
/// a fifth is rare, knowing one is a search by name.
pub(super) const CATEGORY: u64 = 5;

/// One record in so many may stand alone by the released labels and one column that somebody may
/// know. Classes of k records are divided by every further column; below a fifth the labels still
/// hide most people.
pub(super) const BESIDE_LABELS: u64 = 5;

/// In tables of fewer than [`FEWEST_RECORDS`], one record in so many may be alone by an exact
/// amount, a day or a code. Where most are, the column is a list of who is who.
pub(super) const ALONE_IN_A_SMALL_TABLE: u64 = 2;

/// Columns of at most so many values are answers to a question.
pub(super) const MOST_ANSWERS: usize = 12;

/// A column says something unusual of a record where one in so many has a value, or another one
/// than the usual. People are known by such values, and three or four of them together are
/// unique even where one record in eight has each. More frequent values are answers: see
/// [`TOGETHER`].
pub(super) const SPARSE: u64 = 5;

/// One record in so many may stand alone by all published columns together without a warning.
/// Nobody is likely to know all answers of a person, so it is no danger; but the steward
/// should know that each record is as unique as a fingerprint.
pub(super) const TOGETHER: u64 = 5;

/// One record in so many may have its only empty cell where few others have theirs. Where cells are
/// missing by chance, at most 37 in a hundred rows have one empty cell and no second one.
pub(super) const ONE_EMPTY_CELL: u64 = 2;

/// How many values of a person somebody may know who is not close to that person.
pub(super) const FEW_KNOWN: usize = 3;

/// The most columns in a set of few columns by which records stand alone. Few attackers know more
/// than five values of somebody; larger sets are left to [`TOGETHER`].
pub(super) const MOST_CHOSEN: usize = 5;

/// One record in so many may stand alone by [`FEW_KNOWN`] columns that are all coarse answers, and
/// one in [`TOGETHER`] by others. The answers to a survey divide any table; where three of them
/// leave most people alone, they are a name.
pub(super) const BY_ANSWERS: u64 = 2;

/// The fewest columns that are counted together; fewer are counted alone and as pairs.
pub(super) const FEWEST_TOGETHER: usize = 3;

/// Exact columns that are counted with all noisy ones, each by itself: those with most values.
pub(super) const BESIDE_NOISY: usize = 16;

/// Columns that are looked at by pairs beside the released labels: those by which most stand alone.
pub(super) const BESIDE_LABELS_BY_PAIRS: usize = 8;

/// The k of a job whose models ask for none: a record that stands alone is singled out whatever was
/// promised.
const LEAST_K: u64 = 2;

/// The fewest lookalikes that no k makes too few, and the share of all records that is never too
/// few: a value that one record in a hundred has is no rare one, however large k is beside the
/// table.
pub(super) const ENOUGH: u64 = 5;

/// See [`ENOUGH`].
pub(super) const ENOUGH_OF: u64 = 100;

/// How many lookalikes a record needs where models ask for k.
pub(crate) fn lookalikes(k: u64, records: u64) -> u64 {
    k.max(LEAST_K).min(ENOUGH.max(records / ENOUGH_OF))
}

/// A value of at least so many words may be a remark about somebody; names of places, occupations
/// and groups of diseases are mostly shorter, or shared.
pub(super) const FEWEST_WORDS: usize = 4;

/// Cells that pairs of columns are looked at by, at most. Pairs with the most combinations of
/// values come first.
pub(super) const MOST_CELLS: usize = 400_000_000;

/// Pairs of columns that are looked at in any case, at least.
pub(super) const FEWEST_PAIRS: usize = 66;

/// Pairs of columns that are looked at, at most.
pub(super) const MOST_PAIRS: usize = 2_000;

/// Whether two columns are answers with so few combinations that the table has enough records for
/// each: those that are rarer than others say little of anybody.
pub(super) fn are_coarse_answers(distinct: [usize; 2], least: u64, records: u64) -> bool {
    let combinations = distinct.iter().map(|distinct| *distinct as u64).product::<u64>();
    distinct.iter().all(|distinct| *distinct <= MOST_ANSWERS) && combinations * least <= records
}

/// The share of the records that may have fewer lookalikes than a number, by columns of a kind.
pub(super) fn allowed_share(knowable: Knowable) -> f64 {
    match knowable {
        Knowable::Category => 1.0 / CATEGORY as f64,
        Knowable::Amount | Knowable::Date | Knowable::Code => 1.0 / KNOWN as f64,
    }
}

/// How bad it is that `singled` of `records` have few lookalikes; `None` where that is no finding.
pub(super) fn severity(knowable: Knowable, singled: u64, records: u64) -> Option<Severity> {
    if knowable == Knowable::Category && records < FEWEST_SHARED {
        return None;
    }
    let is_above = |one_in: u64| u128::from(singled) * u128::from(one_in) > u128::from(records);
    match knowable {
        _ if !is_above(KNOWN) => None,
        Knowable::Category if !is_above(CATEGORY) => Some(Severity::Warning),
        _ => Some(Severity::Danger),
    }
}

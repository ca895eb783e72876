//! Which published columns single people out: columns that are published value by value, alone, by
//! pairs, and beside the released labels.
//!
//! Privacy models count quasi-identifiers. Whoever knows the bill of a patient to the cent, the day
//! of an operation or the number of a case finds the record by that alone, whatever role the column
//! has and however far others are generalized.

mod blur;
mod column_counts;
mod compared_column;
mod compared_rows;
mod crowd;
mod exact;
mod finding;
mod knowledge_kind;
mod known_column;
mod nearest_attacks;
mod pairs;
mod public_knowledge;
mod thresholds;

pub use blur::Blur;
pub use knowledge_kind::Knowable;
pub use nearest_attacks::{NearestAttack, NearestAttackRequest, nearest_attacks};

use crate::lint::Severity;
use crate::numbers::says_something;
use column_counts::LookedAt;
use incog_data::{Column, RecordCounts};
use incog_privacy::Role;
use known_column::Known;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thresholds::FEWEST_RECORDS;
pub(crate) use thresholds::{FEWEST_SHARED, KNOWN, lookalikes};

/// A column as it is published, value by value.
#[derive(Debug, Clone, Copy)]
pub struct PublishedColumn<'a> {
    /// The column.
    pub column: &'a Column,
    /// Its role; that of columns without one is insensitive.
    pub role: Role,
    /// How far its values are from those that somebody may know.
    pub blur: Blur,
}

/// A table as it is published, or as it would be.
#[derive(Debug, Clone)]
pub struct SinglingRequest<'a> {
    /// The columns that are published value by value.
    pub columns: Vec<PublishedColumn<'a>>,
    /// The labels of the quasi-identifiers; none before it is decided what these are.
    pub labels: Vec<&'a Column>,
    /// Whose each record is, where that is known.
    pub people: Option<&'a Column>,
    /// How many records each row stands for.
    pub counts: RecordCounts<'a>,
    /// Rows of the table.
    pub rows: usize,
    /// The largest k that a model asks for; 1 where none does.
    pub k: u64,
    /// How many different values models ask for in a class, by column.
    pub values: BTreeMap<String, u64>,
}

/// By what somebody is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Singling {
    /// By values of one column.
    Alone,
    /// By values of two columns together.
    Together,
    /// By values of several columns that chance has moved or replaced, known as far as it allows.
    Noisy,
    /// By values of columns that are empty for most people.
    Sparse,
    /// By values of a few columns that somebody may know together.
    FewKnown,
    /// By values of all published columns.
    AllTogether,
    /// By which cell of the row is empty.
    OneEmptyCell,
    /// By a value of a column beside the released labels.
    BesideLabels,
    /// By a column that others know people by, and that no model counts.
    Recognized,
    /// By a value that joins the rows of a person, as a pseudonym does.
    LinkedRows,
    /// By a text of several words that few people share.
    UniqueTexts,
    /// By a number far beyond those of all other people.
    Outliers,
    /// Not looked at: there are more pairs of columns than are looked at.
    LeftOut,
}

/// Columns by which records are singled out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SingledOut {
    /// By what.
    pub by: Singling,
    /// The columns.
    pub columns: Vec<String>,
    /// What others may know of them.
    pub knowable: Knowable,
    /// How bad it is.
    pub severity: Severity,
    /// Records that are singled out; of linked rows the people, of pairs those that were left out.
    pub records: u64,
    /// All records; of linked rows all people.
    pub of: u64,
    /// They have fewer lookalikes than this, themselves included.
    pub fewer_than: u64,
    /// Or fewer values are possible than models ask for, which is this; missing where none asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<u64>,
    /// Whether lookalikes are people and not records.
    pub counts_people: bool,
    /// The rows by which the records are estimated, evenly spaced; missing where all were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
}

/// Whether a published column is a sensitive category, which the attacker of the models does not
/// know.
pub(crate) fn is_hidden(published: PublishedColumn<'_>, counts: RecordCounts<'_>) -> bool {
    Known::new(published, counts).is_hidden()
}

/// Finds the published columns that single people out.
///
/// A column is looked at alone and with each other column of which the same holds that it singles
/// nobody out alone. What others may know or look up (amounts, dates, codes) is a danger where one
/// record in twenty has fewer than k lookalikes, and categories where one in five has; these are a
/// warning above one in twenty. In tables of fewer than twenty records exact amounts, days and
/// codes are a danger where most records stand alone by them.
///
/// Columns that chance has moved are known as far as it allows: by pairs with every other column,
/// all together, with one exact column, and beside the labels. Columns in which most people have
/// nothing, or the usual value, are counted together. Three columns together are a danger where
/// one record in five stands alone by them, one in two by answers of at most twelve values. Up to
/// five columns, and all together, are a warning where one record in five does.
///
/// Values that join the rows of a person in several classes are a danger where that leaves fewer
/// than k people for one person in twenty, or fewer values than models ask for. Texts of several
/// words that few people share are a warning, and a danger where most values are such texts. Where
/// most rows have one empty cell, each in a column where few others have theirs, it is a danger.
///
/// ```
/// use incog_audit::{Blur, PublishedColumn, SinglingRequest, singled_out};
/// use incog_privacy::Role;
/// let rows: Vec<String> = (0..40).map(|row| format!("{row}.50")).collect();
/// let table = incog_data::Table::from_rows(["costs"], rows.iter().map(|row| [row.as_str()]), &[])?;
/// let costs = PublishedColumn { column: &table.columns()[0], role: Role::Sensitive, blur: Blur::None };
/// let request = SinglingRequest {
///     columns: vec![costs], labels: vec![], people: None, counts: Default::default(), rows: 40, k: 5,
///     values: Default::default(),
/// };
/// let found = singled_out(&request);
/// assert_eq!((found[0].records, found[0].fewer_than), (40, 5));
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn singled_out(request: &SinglingRequest<'_>) -> Vec<SingledOut> {
    let looked_at = LookedAt::new(request);
    let mut found = looked_at.recognized();
    if looked_at.records < FEWEST_RECORDS {
        let alone = looked_at.alone_in_a_small_table(&found);
        found.extend(alone);
        return found;
    }
    let alone = looked_at.alone(&found);
    found.extend(alone);
    let (free, labelled) = rayon::join(|| looked_at.together(&found), || looked_at.beside_labels(&found));
    let (noisy, sparse) =
        rayon::join(|| looked_at.noisy_together(&found), || looked_at.sparse_together(&found));
    found.extend(free.into_iter().chain(noisy).chain(sparse).chain(labelled));
    let (beside, few) = rayon::join(|| looked_at.noisy_beside_exact(&found), || looked_at.few_known(&found));
    found.extend(
        beside.into_iter().chain(few).chain(looked_at.all_together()).chain(looked_at.one_empty_cell()),
    );
    let (linked, texts) = rayon::join(|| looked_at.linked_rows(), || looked_at.unique_texts(&found));
    found.extend(linked.into_iter().chain(texts));
    found
}

#[cfg(test)]
mod tests;

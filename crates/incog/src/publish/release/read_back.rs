//! The release as it was written and read again, or made in memory: everything that is measured and
//! reported is measured on it.

use crate::IncogError;
use crate::SelfCheckError;
use crate::job::SuppressedAs;
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::recode::recoding::{Recoded, SUPPRESSED};
use crate::publish::release::match_rows::match_rows;
use crate::release_columns::{NoCell, with_labels};
use incog_card::is_planted;
use incog_data::{Column, CountedTable, RecordCounts, Table};
use std::borrow::Cow;

/// The published records of a release, as they are in it.
pub(in crate::publish) struct ReadBack<'a> {
    /// Without the rows of suppressed records that are shown as `*`.
    pub records: Table,
    /// For each row of it, its row in the input.
    pub rows: Cow<'a, [u32]>,
    /// How many records each row stands for, where these are not one each.
    counts: Option<Vec<u32>>,
    /// The records with provider and person, if these are looked at and the release does not name
    /// them, and with the values behind aggregates of sensitive columns.
    pub with_hidden: Option<Table>,
}

impl ReadBack<'_> {
    /// How many records each row stands for.
    pub fn counts(&self) -> RecordCounts<'_> {
        self.counts.as_deref().into()
    }

    /// The number of published records.
    pub fn count(&self) -> u64 {
        self.counts().sum(self.rows.len())
    }

    /// The published records.
    pub fn counted(&self) -> CountedTable<'_> {
        self.with_counts(&self.records)
    }

    /// The published records with all columns that they are judged by.
    pub fn with_all(&self) -> CountedTable<'_> {
        self.with_counts(self.with_hidden.as_ref().unwrap_or(&self.records))
    }

    fn with_counts<'a>(&'a self, table: &'a Table) -> CountedTable<'a> {
        CountedTable::with_counts(table, self.counts()).expect("there is a count for each row of the release")
    }
}

/// Takes a release, read back or made in memory. Where the provider or the person of a record has
/// to be taken from the input, it also checks that each row is the record it was made from.
pub(in crate::publish) fn read_back<'a>(
    input: &BoundTable,
    recoded: &'a Recoded<'_>,
    table: Table,
) -> Result<ReadBack<'a>, IncogError> {
    let table = with_labels(&input.terms, Cow::Owned(table))
        .map_err(|NoCell { column, row }| IncogError::SelfCheck(SelfCheckError::Unmatched { row, column }))?
        .into_owned();
    let published = published_rows(input, recoded, &table)?;
    let (rows, records): (Cow<'_, [u32]>, _) = match published {
        None => (Cow::Borrowed(&recoded.rows), table),
        Some(places) => {
            let rows: Vec<u32> = places.iter().map(|&place| recoded.rows[place]).collect();
            (rows.into(), table.with_rows(&places))
        }
    };
    let counts = input.counts.as_ref().map(|counts| rows.iter().map(|&row| counts[row as usize]).collect());
    let mut hidden = input.hidden().peekable();
    if hidden.peek().is_none() {
        return Ok(ReadBack { with_hidden: None, records, rows, counts });
    }
    match_rows(input, recoded, &rows, &records)?;
    let with = |table: Table, column: &Column| match table.column(&column.name) {
        Some(_) => table.with_replaced(column.of_rows(&rows)),
        None => table.with_column(column.of_rows(&rows)),
    };
    let with_hidden = Some(hidden.try_fold(records.clone(), with)?);
    Ok(ReadBack { with_hidden, records, rows, counts })
}

/// The rows of the written table that are records; `None` where all are.
///
/// A published record may look like a suppressed one: all its quasi-identifiers at the top and
/// nothing else published. So the suppressed rows are taken from how the release was made, and the
/// file has to show stars there.
fn published_rows(
    input: &BoundTable,
    recoded: &Recoded<'_>,
    table: &Table,
) -> Result<Option<Vec<usize>>, IncogError> {
    if table.rows() != recoded.rows.len() {
        let row = table.rows().min(recoded.rows.len()) + 1;
        return Err(IncogError::SelfCheck(SelfCheckError::Unmatched { row, column: String::new() }));
    }
    if input.terms.suppression.shown_as == SuppressedAs::Drop {
        return Ok(None);
    }
    let stays = |place: usize| recoded.stays[recoded.rows[place] as usize];
    let (published, suppressed): (Vec<usize>, Vec<usize>) =
        (0..table.rows()).partition(|&place| stays(place));
    for column in table.columns() {
        if let Some(place) = suppressed.iter().find(|&&place| column.value(place) != SUPPRESSED)
            && !is_planted("nothing is measured")
        {
            return Err(IncogError::SelfCheck(SelfCheckError::Unmatched {
                row: place + 1,
                column: column.name.clone(),
            }));
        }
    }
    Ok(Some(published).filter(|_| !suppressed.is_empty()))
}

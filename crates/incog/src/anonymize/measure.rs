//! The privacy of the written release: read back from the disk and judged by the audit, which shares no code with
//! the search.

use super::input::Input;
use super::match_rows::match_rows;
use super::recoding::{Recoded, SUPPRESSED};
use crate::IncogError;
use crate::audit::{Evidence, Judgement, judge};
use crate::job::{Role, SuppressedAs};
use incog_data::{Classes, Column, Table};
use incog_io::{ReadError, read_table};
use std::path::Path;

/// Judges the written release by everything the job demands, and refuses one that misses something.
///
/// When the provider column is not published, each row that was read back is matched to the record
/// it was made of, which says its provider.
pub(super) fn measure(
    input: &Input,
    classes: &Classes<'_>,
    recoded: &Recoded<'_>,
    written: &Path,
) -> Result<Vec<Judgement>, IncogError> {
    let release = read_back(input, classes, recoded, written)?;
    let original = input.real_records();
    let evidence =
        Evidence { original: &original, release: &release, hierarchies: &input.sensitive_hierarchies };
    let judgements = judge(&input.job, &evidence)?;
    match judgements.iter().find(|judgement| !judgement.is_satisfied()) {
        None => Ok(judgements),
        Some(missed) => Err(IncogError::Refuted { judgement: Box::new(missed.clone()) }),
    }
}

/// The records of the written release, with the provider of each.
fn read_back(
    input: &Input,
    classes: &Classes<'_>,
    recoded: &Recoded<'_>,
    written: &Path,
) -> Result<Table, IncogError> {
    let options = input.job.release_read_options(input.file.format.delimiter);
    let table = read_table(written, &options)?.table;
    let published = published_rows(input, recoded, &table)?;
    let rows: Vec<u32> = published.iter().map(|&place| recoded.rows[place]).collect();
    let table = table.with_rows(&published);
    let provider = input.with_role(Role::Provider).next().filter(|_| !input.job.release.provider);
    let Some(provider) = provider else { return Ok(table) };
    match_rows(input, classes.levels(), &rows, &table)?;
    let codes = rows.iter().map(|&row| provider.codes[row as usize]).collect();
    let providers = Column { codes, ..provider.clone() };
    let path = written.to_owned();
    table.with_column(providers).map_err(|source| ReadError::Table { path, source }.into())
}

/// The rows of the written table that are records.
///
/// A published record may look like a suppressed one: all its quasi-identifiers at the top and nothing else
/// published. So what was suppressed is what the release was made with, and the file has to show stars there.
fn published_rows(input: &Input, recoded: &Recoded<'_>, table: &Table) -> Result<Vec<usize>, IncogError> {
    if table.rows() != recoded.rows.len() {
        let row = table.rows().min(recoded.rows.len()) + 1;
        return Err(IncogError::Unmatched { row, column: String::new() });
    }
    if input.job.suppression.shown_as == SuppressedAs::Drop {
        return Ok((0..table.rows()).collect());
    }
    let stays = |place: usize| recoded.stays[recoded.rows[place] as usize];
    let (published, suppressed): (Vec<usize>, Vec<usize>) =
        (0..table.rows()).partition(|&place| stays(place));
    for column in table.columns() {
        if let Some(place) = suppressed.iter().find(|&&place| column.value(place) != SUPPRESSED) {
            return Err(IncogError::Unmatched { row: place + 1, column: column.name.clone() });
        }
    }
    Ok(published)
}

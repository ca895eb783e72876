//! Records that the secret draws before anything else is done with a table.
//!
//! Each record is drawn by 32 bits of HMAC-SHA-256 under the secret, of its number and of a digest under the same secret of all that decides what
//! its release can be: the table, the levels, the hierarchy files, the probability and k. So the records of a table are drawn
//! independently of each other, as far as nobody without the secret can tell that function from chance; and another table, or another
//! job with the same secret, is drawn anew, so that two releases are no more than two releases.

use crate::IncogError;
use crate::hierarchy;
use crate::job::{HierarchySource, Job, Role, Terms};
use crate::secret::Secret;
use incog_data::{Column, ColumnBuilder, QuasiIdentifier, Table};
use incog_io::{sha256_of_file, sha256_of_text};
use incog_privacy::{Census, Criterion, DrawnShare};
use std::fmt::Write;

/// The drawn records of a table, if the job draws any and its secret is at hand; otherwise the table.
pub(super) fn drawn(job: &Job, table: Table) -> Result<Table, IncogError> {
    let Some(share) = job.terms.drawn_share() else { return Ok(table) };
    check_columns(&job.terms, &table)?;
    let Some(secret) = Secret::of(&job.terms)? else { return Ok(table) };
    check_covered(&job.terms, &table)?;
    let digest = secret.digest("drawn records: the table and its terms", &said(&job.terms, share, &table)?);
    let draws = |row: &usize| share.draws(secret.hash("drawn records", &format!("{digest} {row}")));
    let rows: Vec<usize> = (0..table.rows()).filter(draws).collect();
    Ok(Table::new(table.columns().iter().map(|column| of_drawn(column, &rows)).collect())?)
}

/// The column of the drawn records, which has forgotten the values of all others.
fn of_drawn(column: &Column, rows: &[usize]) -> Column {
    let mut drawn = ColumnBuilder::new(column.name.as_str());
    rows.iter().for_each(|&row| drawn.push(column.value(row)));
    drawn.finish(&column.missing_texts())
}

/// Nothing of the table is published but what is generalized, and nobody has two records.
fn check_columns(terms: &Terms, table: &Table) -> Result<(), IncogError> {
    let is_left_out = |column: &Column| terms.role(&column.name).names_people();
    let open = table
        .columns()
        .iter()
        .find(|column| terms.role(&column.name) != Role::QuasiIdentifier && !is_left_out(column));
    if let Some(column) = open {
        return Err(IncogError::NotGeneralized { column: column.name.clone() });
    }
    let units = table.columns().iter().filter(|column| terms.role(&column.name).is_unit());
    for unit in units {
        let more: u64 = unit.counts().iter().map(|count| count.saturating_sub(1)).sum();
        if more > 0 {
            return Err(IncogError::SeveralRecords { column: unit.name.clone(), records: more });
        }
    }
    Ok(())
}

/// All values are in the hierarchy files, those of records that will not be drawn, too: whether a table is refused must not depend on the
/// draw.
fn check_covered(terms: &Terms, table: &Table) -> Result<(), IncogError> {
    for column in table.columns() {
        let source = terms.columns.get(&column.name).and_then(|wanted| wanted.hierarchy.as_ref());
        if let Some(HierarchySource::File(path)) = source {
            QuasiIdentifier::new(column, hierarchy::read(path)?)?;
        }
    }
    Ok(())
}

/// All that the release can follow from, as one text: columns and hierarchy files by their digests.
fn said(terms: &Terms, share: DrawnShare, table: &Table) -> Result<String, IncogError> {
    let criteria = terms.models.iter().flat_map(|model| model.criteria(&Census::default()));
    let k = criteria.map(|criterion| Criterion::smallest_class(&criterion)).max().unwrap_or(1);
    let mut text = format!("{} {k} of {}", share.parts(), table.rows());
    for column in table.columns() {
        let wanted = terms.columns.get(&column.name);
        let Some(wanted) = wanted.filter(|wanted| wanted.role == Role::QuasiIdentifier) else { continue };
        let level = wanted.min_level.unwrap_or_default();
        // Writing to a text cannot fail.
        let _ = write!(text, "; {}:{} at {level}, {}", column.name.len(), column.name, digest_of(column));
        if let Some(HierarchySource::File(path)) = &wanted.hierarchy {
            let open = |fault| IncogError::OpenHierarchy { path: path.clone(), fault };
            let _ = write!(text, " by {}", sha256_of_file(path).map_err(open)?);
        }
    }
    Ok(text)
}

/// How many cells are looked at together, so that their text needs little memory.
const CELLS: usize = 1 << 20;

/// A digest of the cells of a column in their order.
fn digest_of(column: &Column) -> String {
    let mut text = String::new();
    for value in column.dictionary.iter() {
        // Writing to a text cannot fail.
        let _ = write!(text, "{}:{value},", value.len());
    }
    column.codes.chunks(CELLS).fold(sha256_of_text(&text), |digest, codes| {
        let cells: String = codes.iter().map(|code| format!(",{code}")).collect();
        sha256_of_text(&(digest + &cells))
    })
}

//! Records that the secret draws before anything else is done with a table.
//!
//! Each record is drawn by 32 bits of HMAC-SHA-256 under the secret, of its number and of a digest
//! under the same secret of all that decides what its release can be: the table, the levels, the
//! hierarchy files, the probability and k. So the records of a table are drawn independently of
//! each other, as far as nobody without the secret can tell that function from chance; and another
//! table, or another job with the same secret, is drawn anew, so that two releases are no more than
//! two releases.

use crate::DisclosureError;
use crate::hierarchy;
use crate::job::{ColumnJob, HierarchySource, Job, Role, Terms};
use crate::read::chosen_levels::chosen_levels;
use crate::secret::Secret;
use crate::{DrawError, HierarchyInputError};
use incog_card::is_planted;
use incog_data::{Column, ColumnBuilder, Levels, QuasiIdentifier, Table};
use incog_io::{sha256_of_file, sha256_of_text};
use incog_privacy::{Census, Criterion, DrawnShare};
use std::fmt::Write;

/// What is left of a table after a draw.
pub struct Drawn {
    /// The drawn records.
    pub table: Table,
    /// The level of each quasi-identifier, in the order of the table, where the model has chosen
    /// them.
    pub levels: Option<Levels>,
}

/// The drawn records of a table, if the job draws any and its secret is at hand; otherwise the
/// table.
///
/// Levels are chosen first, where the model spends something on that, by other random bits than
/// records are drawn by.
pub fn drawn(job: &Job, table: Table) -> Result<Drawn, DisclosureError> {
    let whole = |table| Ok(Drawn { table, levels: None });
    let Some(share) = job.terms.drawn_share() else { return whole(table) };
    check_columns(&job.terms, &table)?;
    let Some(secret) = Secret::for_terms(&job.terms)? else { return whole(table) };
    let bound = bound(&job.terms, &table)?;
    let said = said(&job.terms, share, &table)?;
    let levels = job.terms.level_choice().map(|choice| {
        let digest = secret.digest("chosen levels: the table and its terms", &said);
        let bits = |draw: u64| secret.hash("chosen levels", &format!("{digest} {draw}"));
        chosen_levels(&choice, bound, &table, bits)
    });
    let levels = levels.transpose()?;
    let digest = draw_digest(&secret, &said, levels.as_ref());
    let everybody = is_planted("everybody is drawn");
    let draws =
        |row: &usize| everybody || share.draws(secret.hash("drawn records", &format!("{digest} {row}")));
    let rows: Vec<usize> = (0..table.rows()).filter(draws).collect();
    if rows.is_empty() {
        return Err(DisclosureError::Draw(DrawError::NothingDrawn { drawn: 0, least: least(&job.terms) }));
    }
    let table = Table::new(table.columns().iter().map(|column| of_drawn(column, &rows)).collect())?;
    Ok(Drawn { table, levels })
}

/// What the draw of each record is made of, beside its number.
fn draw_digest(secret: &Secret, said: &str, levels: Option<&Levels>) -> String {
    let said = levels.map_or_else(|| said.to_owned(), |levels| format!("{said}; at {:?}", &levels[..]));
    secret.digest("drawn records: the table and its terms", &said)
}

/// The digest by which the records of a table are drawn, at the levels that the secret chose, if it
/// chose any; for whoever draws them again. `None` where the terms draw none.
///
/// # Errors
/// When a hierarchy file cannot be read.
pub fn digest_of_draw(
    terms: &Terms,
    secret: &Secret,
    table: &Table,
    levels: Option<&Levels>,
) -> Result<Option<String>, DisclosureError> {
    let Some(share) = terms.drawn_share() else { return Ok(None) };
    Ok(Some(draw_digest(secret, &said(terms, share, table)?, levels)))
}

/// The column of the drawn records, which has forgotten the values of all others.
fn of_drawn(column: &Column, rows: &[usize]) -> Column {
    let mut drawn = ColumnBuilder::new(column.name.as_str());
    rows.iter().for_each(|&row| drawn.push(column.value(row)));
    drawn.finish(&column.missing_texts())
}

/// Nothing of the table is published but what is generalized, and nobody has two records.
fn check_columns(terms: &Terms, table: &Table) -> Result<(), DisclosureError> {
    let is_left_out = |column: &Column| terms.role(&column.name).names_people();
    let open = table
        .columns()
        .iter()
        .find(|column| terms.role(&column.name) != Role::QuasiIdentifier && !is_left_out(column));
    if let Some(column) = open {
        return Err(DisclosureError::Draw(DrawError::NotGeneralized { column: column.name.clone() }));
    }
    let units = table.columns().iter().filter(|column| terms.role(&column.name).is_unit());
    for unit in units {
        let more: u64 = unit.counts().iter().map(|count| count.saturating_sub(1)).sum();
        if more > 0 {
            return Err(DisclosureError::Draw(DrawError::SeveralRecords {
                column: unit.name.clone(),
                records: more,
            }));
        }
    }
    Ok(())
}

/// The quasi-identifiers, in the order of the table. All values are in the hierarchy files, those
/// of records that will not be drawn, too: whether a table is refused must not depend on the draw.
fn bound(terms: &Terms, table: &Table) -> Result<Vec<QuasiIdentifier>, DisclosureError> {
    let mut bound = Vec::new();
    for column in table.columns() {
        let Some(wanted) = terms.columns.get(&column.name) else { continue };
        let Some(HierarchySource::File(path)) = &wanted.hierarchy else { continue };
        let qid = QuasiIdentifier::new(column, hierarchy::read(path)?)?;
        let (lowest, highest) =
            (wanted.min_level.unwrap_or(0), wanted.max_level.unwrap_or(qid.max_level.into()));
        bound.push(QuasiIdentifier { weight: wanted.weight, ..qid.with_level_range(lowest, highest)? });
    }
    Ok(bound)
}

/// The fewest drawn records of a class that is published.
fn least(terms: &Terms) -> u64 {
    let criteria = terms.models.iter().flat_map(|model| model.criteria(&Census::default()));
    criteria.map(|criterion| Criterion::smallest_class(&criterion)).max().unwrap_or(1)
}

/// All that the release can follow from, as one text: columns and hierarchy files by their digests.
fn said(terms: &Terms, share: DrawnShare, table: &Table) -> Result<String, DisclosureError> {
    let mut text = format!("{} {} of {}", share.parts(), least(terms), table.rows());
    let choice = terms.level_choice();
    if let Some(choice) = &choice {
        // Writing to a text cannot fail.
        let _ = write!(text, ", levels by {}", choice.parts());
    }
    for column in table.columns() {
        let wanted = terms.columns.get(&column.name);
        let Some(wanted) = wanted.filter(|wanted| wanted.role == Role::QuasiIdentifier) else { continue };
        let levels = levels_said(wanted, choice.is_some());
        let _ = write!(text, "; {}:{} at {levels}, {}", column.name.len(), column.name, digest_of(column));
        if let Some(HierarchySource::File(path)) = &wanted.hierarchy {
            let open = |fault| {
                DisclosureError::Hierarchy(HierarchyInputError::OpenHierarchy { path: path.clone(), fault })
            };
            let _ = write!(text, " by {}", sha256_of_file(path).map_err(open)?);
        }
    }
    Ok(text)
}

/// The level that is fixed, or what a choice has.
fn levels_said(wanted: &ColumnJob, are_chosen: bool) -> String {
    let lowest = wanted.min_level.unwrap_or_default();
    if !are_chosen {
        return lowest.to_string();
    }
    let highest = wanted.max_level.map_or_else(|| "the root".to_owned(), |level| level.to_string());
    format!("{lowest} to {highest}, weighing {}", wanted.weight)
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
    let rows = column.codes.len();
    (0..rows).step_by(CELLS).fold(sha256_of_text(&text), |digest, first| {
        let codes = column.codes.of_range(first..rows.min(first + CELLS));
        let cells: String = codes.map(|code| format!(",{code}")).collect();
        sha256_of_text(&(digest + &cells))
    })
}

//! The bytes of a release around its cells, which no reader shows: metadata, comments, unused
//! dictionary values, padding.

use super::Check;
use super::file_source::Found;
use super::premises::Premises;
use incog_data::{Aggregate, Column, Publish, Table, ValueType};
use incog_disclosure::DisclosureError;
use incog_disclosure::ReportFileError;
use incog_disclosure::job::{Job, Role, SuppressedAs};
use incog_disclosure::published::written_types::typed_input;
use incog_disclosure::report::Report;
use incog_io::{FileFormat, OutputColumn, WriteOptions, sha256_of_file, write_table};
use incog_report::verification::second_run::{folder, inside};
use std::collections::{BTreeMap, BTreeSet};

const CLAIM: &str = "container";

/// Writes the cells of a release again, as incog writes them, and compares every byte of the two
/// files.
///
/// `None` where the release is no file.
pub(super) fn verify(
    report: &Report,
    premises: &Premises,
    written: &Table,
    found: Found<'_>,
    sha256: &str,
) -> Result<Option<Check>, DisclosureError> {
    if !matches!(found, Found::Folder { .. }) {
        return Ok(None);
    }
    let folder = folder()
        .map_err(|source| DisclosureError::ReportFile(ReportFileError::TemporaryFolder { source }))?;
    let path = inside(folder.path(), &premises.job.output);
    let columns: Vec<OutputColumn<'_>> = written.columns().iter().map(OutputColumn::from).collect();
    let again = write_table(&path, &columns, None, &options(premises, written));
    let again = again.map_err(|error| error.to_string());
    let digest = again.and_then(|_| sha256_of_file(&path).map_err(|error| error.to_string()));
    Ok(Some(match digest {
        Err(why) => Check::not_shown(CLAIM, format!("its cells cannot be written again: {why}")),
        Ok(digest) if digest == sha256 => {
            Check::new(CLAIM, true, "every byte of the release follows from its cells")
        }
        Ok(_) => other_bytes(&report.incog, premises.made_by.as_deref()),
    }))
}

/// Writes a report again, as incog writes it, and compares every byte of the two: digits that no
/// number has, blanks and escapes can hide a text.
pub(super) fn of_report(report: &Report, text: &str, made_by: Option<&str>) -> Check {
    let claim = "container of the report";
    if report.to_json().is_ok_and(|again| again == text) {
        return Check::new(claim, true, "every byte of the report follows from its figures");
    }
    let version = &report.incog;
    if version != env!("CARGO_PKG_VERSION") && made_by == Some(version) {
        return Check::not_shown(
            claim,
            "the version of incog named by --made-by may write it as different bytes",
        );
    }
    Check::new(
        claim,
        false,
        "incog writes these figures as different bytes: digits, blanks or escapes of the report may hide a text",
    )
}

/// The check of a release that this version writes as other bytes.
///
/// Only the verifier may put that down to another version: the version in a report is whatever its
/// author wrote.
fn other_bytes(version: &str, made_by: Option<&str>) -> Check {
    if version != env!("CARGO_PKG_VERSION") && made_by == Some(version) {
        return Check::not_shown(
            CLAIM,
            "the version of incog named by --made-by may write these cells as different bytes; content that \
             readers do not show, such as comments and metadata, is not checked",
        );
    }
    let advice = match version == env!("CARGO_PKG_VERSION") {
        true => "",
        false => {
            "; verify with the version that made the release, or add --made-by VERSION if you know it from \
             elsewhere"
        }
    };
    let detail = format!(
        "incog writes these cells as different bytes: another program has written the file, which may have \
         content that readers do not show, such as comments and metadata{advice}"
    );
    Check::new(CLAIM, false, detail)
}

/// As the publisher writes; of the release only the cells are asked.
fn options(premises: &Premises, written: &Table) -> WriteOptions {
    let (job, format) = (&premises.job, &premises.source.format);
    WriteOptions {
        delimiter: job.release_delimiter(format.delimiter),
        quote: job.csv.quote.unwrap_or(b'"'),
        fixed_width: job.released_fields().map(<[_]>::to_vec),
        escape_formulas: job.terms.release.escape_formulas,
        schema: format.schema.clone(),
        infer_types: format.schema.is_none(),
        types: types(job, format, written),
        labels: labels(job, written),
        ..WriteOptions::default()
    }
}

/// The columns that are text whatever their cells are: those that the job generalizes and publishes
/// as labels, and all but numbers where suppressed records may be rows of `*`.
fn labels(job: &Job, written: &Table) -> BTreeSet<String> {
    let is_starred = job.terms.suppression.shown_as == SuppressedAs::Star;
    let mut labels: BTreeSet<String> =
        written.columns().iter().filter(|_| is_starred).map(|column| column.name.clone()).collect();
    for name in job.terms.columns.keys() {
        let publish = job.terms.publish_as(name);
        if publish.is_numeric() {
            publish.columns(name).iter().for_each(|cell| _ = labels.remove(cell));
        } else if job.terms.role(name) == Role::QuasiIdentifier && job.terms.aggregate_of(name).is_none() {
            labels.insert(name.clone());
        }
    }
    labels
}

/// The types of columns whose cells are none of the input.
fn types(job: &Job, format: &FileFormat, written: &Table) -> BTreeMap<String, ValueType> {
    let mut types = BTreeMap::new();
    for name in job.terms.columns.keys() {
        let publish = job.terms.publish_as(name);
        if publish.is_numeric() {
            let cells = publish.columns(name);
            let of_cells = type_of_cells(publish, cells.iter().filter_map(|cell| written.column(cell)));
            let typed = typed_input(format, name).filter(|_| publish == Publish::Bounds);
            types.extend(cells.into_iter().map(|cell| {
                let tells = written.column(&cell).is_some_and(|column| told_cells(column).next().is_some());
                let of_cell = match (typed, of_cells) {
                    (Some(typed), _) if !tells => typed,
                    (Some(ValueType::Decimal), ValueType::Integer) => ValueType::Decimal,
                    _ => of_cells,
                };
                (cell, of_cell)
            }));
        }
        let of_aggregate = job.terms.aggregate_of(name).and_then(|aggregate| match aggregate {
            Aggregate::Mean | Aggregate::Median => Some(ValueType::Decimal),
            Aggregate::Range => Some(ValueType::Text),
            Aggregate::Mode => None,
        });
        let treated = job.terms.treatment_of(name).and_then(|treatment| treatment.spec.entry().becomes);
        types.extend(of_aggregate.or(treated).map(|of_column| (name.clone(), of_column)));
    }
    types.retain(|name, _| job.terms.role(name) != Role::Identifier);
    types
}

fn type_of_cells<'c>(publish: Publish, columns: impl Iterator<Item = &'c Column>) -> ValueType {
    match (ValueType::infer(columns.flat_map(told_cells)), publish) {
        (ValueType::Integer, Publish::Midpoint) | (ValueType::Text, _) => ValueType::Decimal,
        (other, _) => other,
    }
}

/// The different cells of a column that say something.
fn told_cells(column: &Column) -> impl Iterator<Item = &str> {
    let cells = column.dictionary.iter().zip(column.used());
    cells.filter(|(cell, used)| *used && !cell.is_empty()).map(|(cell, _)| cell)
}

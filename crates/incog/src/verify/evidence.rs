//! What the two tables show: which released record is which of the input, and how the quasi-identifiers were
//! published.

use super::Check;
use super::chosen::{Common, chosen_rows};
use super::matching::{CommonColumn, Matching, match_records};
use super::premises::Premises;
use super::quasi_identifier::{ReadAttribute, Told, Unread, read_attribute};
use crate::IncogError;
use crate::anonymize::{Draw, PublishedAttribute, Shown, attribute, parents, used_codes};
use crate::hierarchy::hierarchies;
use crate::job::{Job, Role, SuppressedAs};
use crate::report::{Audience, Report};
use incog_data::{Column, Hierarchy, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything the claims of a report are checked by.
pub(super) struct Evidence<'a> {
    /// The input.
    pub input: &'a Table,
    /// The published records: the release without the rows of suppressed ones.
    pub records: Table,
    /// Rows of the release.
    pub release_rows: usize,
    /// The hierarchies of quasi-identifiers and sensitive attributes.
    pub hierarchies: BTreeMap<String, Arc<Hierarchy>>,
    /// For each released record its row in the input, where that is certain.
    pub rows: Option<Vec<u32>>,
    /// Released records for which the input has no record.
    pub unmatched: u64,
    /// The quasi-identifiers as they were read.
    pub attributes: Vec<ReadAttribute>,
    /// The same as they were published; of what is not certain, as if every record that may have been published was.
    pub published: Vec<PublishedAttribute>,
    /// What was found on the way.
    pub checks: Vec<Check>,
}

impl<'a> Evidence<'a> {
    /// Reads and matches the tables. `Err` inside when a claim was refuted without which nothing else can be checked.
    pub fn gather(
        report: &Report,
        premises: &'a Premises,
        release: &Table,
    ) -> Result<Result<Self, Vec<Check>>, IncogError> {
        let (job, input) = (&premises.job, &premises.input.table);
        let mut checks = vec![no_identifiers(job, release), columns(job, input, release)];
        if checks.iter().any(Check::is_refuted) {
            return Ok(Err(checks));
        }
        let records = release.with_rows(&kept_rows(report, job, release));
        let hierarchies = hierarchies(&job.columns, input)?;
        let (mut attributes, common) =
            match read_columns(report, job, input, &records, &hierarchies, &mut checks)? {
                Some(read) => read,
                None => return Ok(Err(checks)),
            };
        settle(&mut attributes, &common, input, &records, report.noisy_records());
        let columns = in_common(&attributes, &common, &records);
        let in_cells =
            columns.iter().filter(|(name, _)| is_in_cells(job, name)).map(|(_, column)| column).collect();
        let common = Common { columns: &columns, in_cells, input, records: records.rows() };
        // Records compete for their places in the classes of the true level.
        let draw = draw(report, premises).filter(|_| attributes.iter().all(|read| read.certain));
        let Matching { unmatched, input_row_of: rows } = chosen_rows(&common, draw.as_ref());
        let whole = is_whole(report, input, &records);
        let published =
            attributes.iter().filter_map(|read| publish(read, input, rows.as_deref(), whole)).collect();
        let release_rows = release.rows();
        Ok(Ok(Self {
            input,
            records,
            release_rows,
            hierarchies,
            rows,
            unmatched,
            attributes,
            published,
            checks,
        }))
    }
}

/// Whether no record was suppressed.
fn is_whole(report: &Report, input: &Table, records: &Table) -> bool {
    records.rows() as u64 >= (input.rows() as u64).saturating_add(report.noisy_records())
}

/// The draw of the job; `None` where it is not known, or the release does not show the cells it is made in.
fn draw(report: &Report, premises: &Premises) -> Option<Draw> {
    let job = &premises.job;
    let hidden = |(_, column): (&String, &crate::job::ColumnJob)| {
        column.role == Role::Provider && !job.release.provider
    };
    if job.columns.iter().any(hidden) {
        return None;
    }
    match (&premises.secret, &report.input.hmac_sha256) {
        (Some(secret), _) => Some(Draw::Secret(secret.clone())),
        (None, Some(_)) => None,
        (None, None) => Some(Draw::Seed(job.search.settings.seed)),
    }
}

fn is_in_cells(job: &Job, name: &str) -> bool {
    matches!(job.role(name), Role::QuasiIdentifier | Role::Sensitive | Role::Provider)
}

/// A quasi-identifier as it was published; when it is not certain which records were, as if all of its released
/// groups were whole.
fn publish(
    read: &ReadAttribute,
    input: &Table,
    rows: Option<&[u32]>,
    whole: bool,
) -> Option<PublishedAttribute> {
    let column = input.column(&read.qid.name)?;
    let used = match rows {
        Some(rows) => used_codes(column, rows),
        None => {
            let mut released = vec![false; read.column.values()];
            read.column.of_release().iter().for_each(|&group| released[group as usize] = true);
            (0..column.dictionary.len() as u32)
                .map(|code| released[read.qid.label_code(read.level, code) as usize])
                .collect()
        }
    };
    let shown = Shown { used, parents: parents(&read.source, input, rows), whole };
    Some(attribute(&read.qid, &read.source, read.given, read.level, column, &shown))
}

type Read = (Vec<ReadAttribute>, Vec<(String, CommonColumn)>);

/// All columns in common codes; `None`, with the refuted claims, when one cannot be read.
fn read_columns(
    report: &Report,
    job: &Job,
    input: &Table,
    records: &Table,
    hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
    checks: &mut Vec<Check>,
) -> Result<Option<Read>, IncogError> {
    let whole = is_whole(report, input, records);
    let told = match report.audience {
        _ if whole => Told::Everything,
        Audience::Internal => Told::OfWhole,
        Audience::Public => Told::OfPublished,
    };
    let (mut attributes, mut plain) = (Vec::new(), Vec::new());
    for released in records.columns() {
        let name = &released.name;
        let Some(original) = input.column(name) else { continue };
        let Some(wanted) = job.columns.get(name).filter(|column| column.role == Role::QuasiIdentifier) else {
            let column = CommonColumn::plain(original, released);
            let foreign = column.foreign();
            let detail = format!("{foreign} of {} cells are no values of the input", records.rows());
            checks.push(Check::new(format!("{name} is released as it is"), foreign == 0, detail));
            plain.push((name.clone(), column));
            continue;
        };
        let hierarchy = hierarchies[name].clone();
        let claimed = report.solution.levels.get(name).copied();
        let read = read_attribute(wanted, hierarchy, (original, released), claimed, told)?;
        let claim = || match claimed {
            Some(level) => format!("{name} is released at level {level}"),
            None => format!("{name} has a level"),
        };
        match read {
            Ok(read) => {
                checks.push(Check::new(
                    claim(),
                    true,
                    format!("all {} cells are labels of that level", records.rows()),
                ));
                attributes.push(read);
            }
            Err(Unread::NoLevel) => {
                checks.push(Check::new(
                    "solution.levels",
                    false,
                    format!("none for {name}, or one that its hierarchy has not"),
                ));
            }
            Err(Unread::NotOfLevel) => {
                checks.push(Check::new(claim(), false, "some cells are no labels of that level"));
            }
        }
    }
    let whole = attributes.len() + plain.len() == records.columns().len();
    Ok(whole.then_some((attributes, plain)))
}

/// Combinations of levels that are tried where labels are those of several: at most so many, and of a large table no
/// more than so many looks at its rows take.
const MOST_READINGS: usize = 1_000;
const MOST_LOOKS: usize = 200_000_000;

/// Where labels are those of several levels, takes levels at which every released record is one of the input, but
/// for those that are `noise`; the lowest where there are none.
fn settle(
    attributes: &mut [ReadAttribute],
    plain: &[(String, CommonColumn)],
    input: &Table,
    records: &Table,
    noise: u64,
) {
    if !attributes.iter().any(ReadAttribute::can_turn) {
        return;
    }
    let all: Vec<u32> = (0..input.rows() as u32).collect();
    let are_matched = |attributes: &[ReadAttribute]| {
        let columns = in_common(attributes, plain, records);
        let columns: Vec<&CommonColumn> = columns.iter().map(|(_, column)| column).collect();
        match_records(&columns, &all, records.rows()).unmatched <= noise
    };
    let readings = (MOST_LOOKS / (input.rows() + records.rows()).max(1)).clamp(2, MOST_READINGS);
    for _ in 0..readings {
        // As an odometer turns: the next column when the one before it is at its first level again.
        if are_matched(attributes) || !attributes.iter_mut().any(ReadAttribute::turn) {
            return;
        }
    }
}

/// The columns in the order of the release.
fn in_common(
    attributes: &[ReadAttribute],
    plain: &[(String, CommonColumn)],
    records: &Table,
) -> Vec<(String, CommonColumn)> {
    let column = |released: &Column| {
        let read = attributes.iter().find(|read| read.qid.name == released.name).map(|read| &read.column);
        let plain = plain.iter().find(|(name, _)| *name == released.name).map(|(_, column)| column);
        Some((released.name.clone(), read.or(plain)?.clone()))
    };
    records.columns().iter().filter_map(column).collect()
}

fn no_identifiers(job: &Job, release: &Table) -> Check {
    let is_identifier = |column: &&Column| job.role(&column.name) == Role::Identifier;
    let left: Vec<&str> =
        release.columns().iter().filter(is_identifier).map(|column| column.name.as_str()).collect();
    let detail = match left.as_slice() {
        [] => "no identifier is in the release".to_owned(),
        left => format!("published: {}", left.join(", ")),
    };
    Check::new("identifiers are absent", left.is_empty(), detail)
}

fn columns(job: &Job, input: &Table, release: &Table) -> Check {
    let is_released = |name: &&str| match job.role(name) {
        Role::Identifier => false,
        Role::Provider => job.release.provider,
        _ => true,
    };
    let expected: Vec<&str> =
        input.columns().iter().map(|column| column.name.as_str()).filter(is_released).collect();
    let found: Vec<&str> = release.columns().iter().map(|column| column.name.as_str()).collect();
    let detail = match expected == found {
        true => format!("{} columns, as the job says", found.len()),
        false => format!("the release has {}, the job says {}", found.join(", "), expected.join(", ")),
    };
    Check::new("columns are those of the job", expected == found, detail)
}

/// The rows of the release that are records; suppressed ones shown as a row of `*` are not.
///
/// Where published records may look like that, too (all quasi-identifiers at the top and nothing else
/// published), as many as the report says are taken for suppressed.
fn kept_rows(report: &Report, job: &Job, release: &Table) -> Vec<usize> {
    let is_starred = |row: usize| release.columns().iter().all(|column| column.value(row) == "*");
    let mut starred = match job.suppression.shown_as {
        SuppressedAs::Drop => 0,
        SuppressedAs::Star => report.solution.rows_suppressed,
    };
    let is_kept = |&row: &usize| {
        let suppressed = starred > 0 && is_starred(row);
        starred -= u64::from(suppressed);
        !suppressed
    };
    (0..release.rows()).filter(is_kept).collect()
}

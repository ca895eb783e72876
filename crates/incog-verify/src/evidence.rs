//! What the two tables show: which released record is which record of the input, and how the
//! quasi-identifiers were published.

use super::Check;
use super::certain_matches::certain_rows;
use super::groups::grouped_rows;
use super::kept_records::{Common, chosen_rows};
use super::label_readings::LabelReadings;
use super::local::ReadLabels;
use super::matching::{CommonColumn, Matching, match_records};
use super::own_k::{AskedSizes, ClassSizes};
use super::premises::Premises;
use super::quasi_identifier::{
    BoundAttribute, BoundColumn, LevelClaim, LevelHierarchy, ReadLevel, Unread, read_level,
};
use super::record_cover::{LocalColumn, OwnKOfBoth, left_over};
use incog_audit::{Grouping, within};
use incog_data::{Column, Hierarchy, RecordCounts, Table};
use incog_disclosure::DisclosureError;
use incog_disclosure::hierarchy::ResolvedHierarchies;
use incog_disclosure::identifiers::{identifiers_in, told};
use incog_disclosure::job::{HierarchySource, Job, ReleaseOrder, Role, SuppressedAs};
use incog_disclosure::published::{
    KeyedDraw, PublishedAttribute, ShownValues, attribute, least_people, parents, people_by_code, used_codes,
};
use incog_disclosure::report::{Audience, RecodingKind, Report};
use std::collections::{BTreeMap, HashSet};
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
    pub hierarchies: &'a BTreeMap<String, Arc<Hierarchy>>,
    /// For each released record its row in the input, where that is certain.
    pub rows: Option<Vec<u32>>,
    /// For each released record a row of the input such that a class has the values of those of its
    /// records, where that is certain.
    pub behind: Vec<Option<u32>>,
    /// Released records for which the input has no record.
    pub unmatched: u64,
    /// Which they are, if that is known.
    pub invented: Option<Vec<u32>>,
    /// Whether everybody can be in a class as large as they ask for, where that is shown.
    pub meets_own_k: Option<bool>,
    /// The quasi-identifiers, in the order of the release.
    pub attributes: Vec<BoundAttribute>,
    /// How they were read, in the same order.
    pub reading: Reading,
    /// The quasi-identifiers as they were published; where that is not certain, as if every record
    /// that may have been published had been.
    pub published: Vec<PublishedAttribute>,
    /// The checks made along the way.
    pub checks: Vec<Check>,
    /// Whether nothing was suppressed.
    whole: bool,
    /// Whether the records are drawn.
    draws: bool,
}

/// How the quasi-identifiers of a release were read.
pub(super) enum Reading {
    /// For a global recoding: each as groups of one level.
    Levels(Vec<ReadLevel>),
    /// For a local recoding: each label by itself.
    Labels(Vec<ReadLabels>),
    /// For micro-aggregation: not at all, as cells are one value for each group.
    Groups,
}

impl<'a> Evidence<'a> {
    /// The equivalence classes: records whose quasi-identifiers read the same.
    pub fn classes(&self) -> Grouping {
        let columns = self.attributes.iter().filter_map(|bound| self.records.column(&bound.qid.name));
        Grouping::of_columns(columns, self.records.rows())
    }

    /// Reads and matches the tables: the release as it is `written`, and with labels in the place
    /// of cells of numbers. `Err` inside when a claim was refuted without which nothing else can be
    /// checked.
    pub fn gather(
        report: &Report,
        premises: &'a Premises,
        written: &Table,
        release: &Table,
    ) -> Result<Result<Self, Vec<Check>>, DisclosureError> {
        let (job, input) = (&premises.job, &premises.input);
        let mut checks = vec![no_identifiers(job, input, written), columns(job, input, written)];
        if checks.iter().any(Check::is_refuted) {
            return Ok(Err(checks));
        }
        let records = release.with_rows(&kept_rows(report, job, release));
        let settled = &premises.settled;
        let Some(Columns { attributes, mut reading, plain, aggregated }) =
            read_columns(report, job, input, &records, settled, &mut checks)?
        else {
            return Ok(Err(checks));
        };
        let whole = is_whole(report, input, &records);
        let (own_k, mut meets_own_k) = (AskedSizes::read(job, input), None);
        let Matching { invented, unmatched, input_row_of: rows, whole: certain } = match &mut reading {
            Reading::Levels(levels) => {
                let noise = report.noisy_records();
                let readings =
                    LabelReadings { attributes: &attributes, plain: &plain, input, records: &records, noise };
                readings.settle(levels);
                let columns = readings.columns(levels);
                let is_in_cells = |(name, _): &&(String, CommonColumn)| is_in_cells(job, name);
                let in_cells = columns.iter().filter(is_in_cells).map(|(_, column)| column).collect();
                let (aggregated, records) = (&aggregated, records.rows());
                let in_order = is_in_order_of_input(premises);
                let all: Vec<u32> = (0..input.rows() as u32).collect();
                let mut candidates = all.clone();
                if let Some(own_k) = &own_k {
                    let compared: Vec<&CommonColumn> = columns.iter().map(|(_, column)| column).collect();
                    let labels: Vec<&CommonColumn> = levels.iter().map(|read| &read.column).collect();
                    let fitting = own_k.rows_that_fit(&labels, records);
                    let is_met = match_records(&compared, &fitting, records).unmatched == 0;
                    meets_own_k = own_k.shown(is_met);
                    candidates = if is_met { fitting } else { all };
                }
                let common = Common {
                    columns: &columns,
                    in_cells,
                    aggregated,
                    input,
                    records,
                    in_order,
                    is_whole: whole,
                    candidates,
                };
                // Records compete for their places in the classes of the true level.
                let is_certain = levels.iter().all(|read| read.certain);
                let uncertain = "the labels do not show at which level incog chose the records to keep";
                let draw = draw(premises).and_then(|draw| if is_certain { Ok(draw) } else { Err(uncertain) });
                let (matching, stays) = chosen_rows(&common, draw, report.noise.is_some());
                checks.extend(stays);
                readings.agreed(levels, matching)
            }
            Reading::Labels(labels) => {
                let columns = local_columns(&attributes, labels, input, &records);
                let plain: Vec<&CommonColumn> = plain.iter().map(|(_, column)| column).collect();
                let tables = (input.rows(), records.rows());
                let unmatched = left_over(&columns, &plain, tables, None);
                if let Some(asked) = &own_k {
                    let of_labels = columns.iter().map(|column| column.released);
                    let sizes = ClassSizes::new(&Grouping::of_columns(of_labels, records.rows()));
                    let both = OwnKOfBoth { asked, sizes };
                    meets_own_k = asked.shown(left_over(&columns, &plain, tables, Some(&both)) == 0);
                }
                let is_behind = |column: &Column| job.terms.is_made_of_others(&column.name);
                let counts_people = job.terms.unit.column().is_some();
                let asked = unmatched == 0 && (counts_people || records.columns().iter().any(is_behind));
                let certain = if asked { certain_rows(&columns, &plain, tables) } else { Vec::new() };
                let rows = certain.iter().copied().collect::<Option<Vec<u32>>>();
                let rows = rows.filter(|rows| counts_people && rows.len() == records.rows());
                Matching { invented: None, unmatched, input_row_of: rows, whole: certain }
            }
            Reading::Groups => {
                let plain: Vec<&CommonColumn> = plain.iter().map(|(_, column)| column).collect();
                grouped_rows(job, input, &records, &plain)
            }
        };
        let behind = rows.as_ref().map_or(certain, |rows| rows.iter().copied().map(Some).collect());
        let unit = job.terms.unit.column().and_then(|unit| input.column(unit));
        let publish = |(place, bound): (usize, &BoundAttribute)| {
            publish(
                bound,
                reading.at(place),
                &BothTables { input, records: &records, unit },
                rows.as_deref(),
                whole,
            )
        };
        let published = attributes.iter().enumerate().filter_map(publish).collect();
        let release_rows = release.rows();
        Ok(Ok(Self {
            input,
            records,
            release_rows,
            hierarchies: &settled.hierarchies,
            rows,
            behind,
            invented,
            meets_own_k,
            unmatched,
            attributes,
            reading,
            published,
            checks,
            whole,
            draws: report.job.draws_records(),
        }))
    }

    /// Whether it is known for every quasi-identifier which of its values are published, or nothing
    /// in the report depends on that.
    pub fn knows_domains(&self) -> bool {
        let is_stated = |bound: &BoundAttribute| matches!(bound.source, HierarchySource::File(_));
        let needs_no_rows = !matches!(self.reading, Reading::Levels(_)) || self.draws;
        self.rows.is_some() || needs_no_rows && (self.whole || self.attributes.iter().all(is_stated))
    }

    /// The quasi-identifiers of which some label has no level that the job allows.
    pub fn outside_bounds(&self) -> Vec<&str> {
        let is_outside = |(place, bound): &(usize, &BoundAttribute)| match self.reading.at(*place) {
            ReadingOf::Level(read) => !(bound.qid.min_level..=bound.qid.max_level).contains(&read.level),
            ReadingOf::Labels(read) => !read.are_allowed(bound),
            ReadingOf::Group => false,
        };
        let outside = self.attributes.iter().enumerate().filter(is_outside);
        outside.map(|(_, bound)| bound.qid.name.as_str()).collect()
    }
}

/// How one quasi-identifier was read.
#[derive(Clone, Copy)]
pub(super) enum ReadingOf<'r> {
    Level(&'r ReadLevel),
    Labels(&'r ReadLabels),
    Group,
}

impl Reading {
    /// That of one quasi-identifier, by its place.
    pub fn at(&self, place: usize) -> ReadingOf<'_> {
        match self {
            Self::Levels(levels) => ReadingOf::Level(&levels[place]),
            Self::Labels(labels) => ReadingOf::Labels(&labels[place]),
            Self::Groups => ReadingOf::Group,
        }
    }
}

/// The quasi-identifiers of a local recoding in both tables.
fn local_columns<'c>(
    attributes: &'c [BoundAttribute],
    labels: &'c [ReadLabels],
    input: &'c Table,
    records: &'c Table,
) -> Vec<LocalColumn<'c>> {
    let column = |(bound, read): (&'c BoundAttribute, &'c ReadLabels)| {
        let (input, released) = (input.column(&bound.qid.name)?, records.column(&bound.qid.name)?);
        Some(LocalColumn { bound, read, input, released })
    };
    attributes.iter().zip(labels).filter_map(column).collect()
}

/// Whether no record was suppressed of those that hierarchies were made of, or none could matter.
fn is_whole(report: &Report, input: &Table, records: &Table) -> bool {
    let all = (input.rows() as u64).saturating_add(report.noisy_records());
    // Of drawn records labels and levels are those of the job, whichever are published.
    report.job.draws_records() || report.job.hierarchy.plan.is_none() && records.rows() as u64 >= all
}

/// Whether the release shows a hierarchy as it was made, of all values: nobody is suppressed, and
/// the report says how it was made.
fn is_as_made(bound: &BoundAttribute, report: &Report, input: &Table, records: &Table) -> bool {
    bound.given && is_whole(report, input, records)
}

/// The draw of the job; or why it cannot be made again: it is not known, or the release does not
/// show the cells it is made in.
fn draw(premises: &Premises) -> Result<&KeyedDraw, &'static str> {
    let job = &premises.job;
    let hidden = |(name, column): (&String, &incog_disclosure::job::ColumnJob)| match column.role {
        Role::Provider => !job.terms.release.provider,
        Role::OwnK => true,
        Role::Sensitive => job.terms.is_made_of_others(name),
        _ => false,
    };
    let is_open = !job.terms.open_treatments().is_empty();
    let is_open = is_open || job.terms.drawn_share().is_some() && premises.secret.is_none();
    if is_open || job.terms.unit.column().is_some() || job.terms.columns.iter().any(hidden) {
        return Err(
            "people are counted, or the draw depends on values that the release does not have or on a key",
        );
    }
    premises.draw.as_ref().ok_or("needs the internal report (--draw-key) or the job's secret (--secret)")
}

/// Whether the release has its records in the order of a file that is at hand.
pub(super) fn is_in_order_of_input(premises: &Premises) -> bool {
    let job = &premises.job;
    let is_of_file = premises.source.sha256.is_some() && job.engine.is_none() && job.into.is_none();
    is_of_file && job.terms.release.order == ReleaseOrder::Input
}

fn is_in_cells(job: &Job, name: &str) -> bool {
    matches!(job.terms.role(name), Role::QuasiIdentifier | Role::Sensitive | Role::Provider)
}

/// The input, the records of the release, and the people of the input where people are counted.
struct BothTables<'a> {
    input: &'a Table,
    records: &'a Table,
    unit: Option<&'a Column>,
}

/// A quasi-identifier as it was published; when it is not certain which records were, as if all of
/// its released groups were whole.
fn publish(
    bound: &BoundAttribute,
    reading: ReadingOf<'_>,
    tables: &BothTables<'_>,
    rows: Option<&[u32]>,
    whole: bool,
) -> Option<PublishedAttribute> {
    let BothTables { input, records, unit } = *tables;
    let (column, released) = (input.column(&bound.qid.name)?, records.column(&bound.qid.name)?);
    let used = match (rows, reading) {
        (Some(rows), _) => used_codes(column, rows),
        (None, ReadingOf::Level(read)) => {
            let mut of_group = vec![false; read.column.values()];
            read.column.of_release().for_each(|group| of_group[group as usize] = true);
            let group = |code: u32| bound.qid.label_code(read.level, code) as usize;
            (0..column.dictionary.len() as u32).map(|code| of_group[group(code)]).collect()
        }
        (None, ReadingOf::Labels(_)) if whole => column.used(),
        (None, ReadingOf::Group) => column.used(),
        (None, ReadingOf::Labels(read)) => read.may_be_published(bound, column),
    };
    let labels = released.dictionary.iter().zip(released.used()).filter(|(_, used)| *used);
    let cells =
        matches!(reading, ReadingOf::Labels(_)).then(|| labels.map(|(label, _)| label.to_owned()).collect());
    let people = match rows {
        Some(rows) => people_by_code(column, unit, RecordCounts::ONE_EACH, rows),
        None => bound.people.clone(),
    };
    let parents = parents(&bound.source, input, rows);
    let shown = ShownValues { used, people, least: bound.least, parents, cells, whole };
    let published = |levels: &[u8]| attribute(&bound.qid, &bound.source, bound.given, levels, column, &shown);
    Some(match reading {
        ReadingOf::Level(read) => published(&[read.level]),
        ReadingOf::Labels(read) => read.published_levels(released, published, all_labels),
        ReadingOf::Group => published(&[bound.qid.hierarchy.height() as u8]),
    })
}

/// The labels of all levels.
fn all_labels(published: &PublishedAttribute) -> HashSet<String> {
    let levels = 0..=published.hierarchy.height();
    levels.flat_map(|level| published.hierarchy.labels(level).iter().map(str::to_owned)).collect()
}

/// The released columns as they were read.
struct Columns {
    attributes: Vec<BoundAttribute>,
    reading: Reading,
    plain: Vec<(String, CommonColumn)>,
    /// Those of which the release has only aggregates.
    aggregated: Vec<String>,
}

/// A column that is no quasi-identifier in common codes: its values with the limits at quantiles
/// that the release shows.
pub(super) fn as_released(job: &Job, original: &Column, released: &Column) -> CommonColumn {
    let coded = job.terms.limits_of(&released.name).map(|limits| within(limits, original, released));
    CommonColumn::plain(coded.as_ref().unwrap_or(original), released)
}

/// All columns; `None`, with the refuted claims, when one cannot be read.
fn read_columns(
    report: &Report,
    job: &Job,
    input: &Table,
    records: &Table,
    settled: &ResolvedHierarchies,
    checks: &mut Vec<Check>,
) -> Result<Option<Columns>, DisclosureError> {
    let open = job.terms.open_treatments();
    let (mut attributes, mut plain, mut aggregated) = (Vec::new(), Vec::new(), Vec::new());
    let (mut levels, mut labels, mut groups) = (Vec::new(), Vec::new(), 0);
    let (least, all) = (least_people(&job.terms, input.into()), (0..input.rows() as u32).collect::<Vec<_>>());
    let unit = job.terms.unit.column().and_then(|unit| input.column(unit));
    for released in records.columns() {
        let name = &released.name;
        let Some(original) = input.column(name) else { continue };
        let makes_groups = report.solution.recoding == RecodingKind::Microaggregation
            && job.terms.role(name) == Role::QuasiIdentifier;
        if job.terms.aggregate_of(name).is_some() && !makes_groups {
            aggregated.push(name.clone());
            continue;
        }
        if open.contains(name) {
            continue;
        }
        let Some(wanted) = job.terms.columns.get(name).filter(|column| column.role == Role::QuasiIdentifier)
        else {
            let column = as_released(job, original, released);
            let foreign = column.foreign();
            let detail = format!("{foreign} of {} cells are not values of the input", records.rows());
            let claim = match job.terms.treatment_of(name) {
                None => format!("{name} is published unchanged"),
                Some(treatment) => format!("{name} is released as {}", treatment.spec.name()),
            };
            checks.push(Check::new(claim, foreign == 0, detail));
            plain.push((name.clone(), column));
            continue;
        };
        let people = people_by_code(original, unit, RecordCounts::ONE_EACH, &all);
        let bound = BoundAttribute::new(wanted, settled, original, people, least)?;
        let column = BoundColumn { bound: &bound, input, original, records, released };
        match report.solution.recoding {
            RecodingKind::Global => levels.extend(level(report, &column, checks)),
            RecodingKind::Local => labels.extend(labels_of(report, &column, checks)),
            RecodingKind::Microaggregation => groups += 1,
        }
        attributes.push(bound);
    }
    let read = levels.len() + labels.len() + groups;
    let reading = match report.solution.recoding {
        RecodingKind::Global => Reading::Levels(levels),
        RecodingKind::Local => Reading::Labels(labels),
        RecodingKind::Microaggregation => Reading::Groups,
    };
    let is_open = |column: &&Column| open.contains(&column.name);
    let as_they_are = plain.len() + aggregated.len() + records.columns().iter().filter(is_open).count();
    let all = read == attributes.len() && read + as_they_are == records.columns().len();
    Ok(all.then_some(Columns { attributes, reading, plain, aggregated }))
}

/// Reads a quasi-identifier of a global recoding.
fn level(report: &Report, column: &BoundColumn<'_>, checks: &mut Vec<Check>) -> Option<ReadLevel> {
    let BoundColumn { bound, input, records, .. } = *column;
    let told = match report.audience {
        _ if is_as_made(bound, report, input, records) => LevelHierarchy::Everything,
        Audience::Internal => LevelHierarchy::OfWhole,
        Audience::Public => LevelHierarchy::OfPublished,
    };
    let name = &bound.qid.name;
    let claimed = report.solution.levels.get(name).copied();
    let claim = || match claimed {
        Some(level) => format!("{name} is released at level {level}"),
        None => format!("{name} has a level"),
    };
    let claimed_level = LevelClaim { level: claimed, hierarchy: told, invented: report.noisy_records() };
    let (check, read) = match read_level(column, &claimed_level) {
        Ok(read) => {
            let detail = format!("all {} cells are labels of that level", records.rows());
            (Check::new(claim(), true, detail), Some(read))
        }
        Err(Unread::NoLevel) => {
            let detail = format!("no level for {name}, or one that its hierarchy lacks");
            (Check::new("solution.levels", false, detail), None)
        }
        Err(Unread::NotOfLevel) => {
            (Check::new(claim(), false, "some cells are not labels of that level"), None)
        }
    };
    checks.push(check);
    read
}

/// Reads a quasi-identifier of a local recoding.
fn labels_of(report: &Report, column: &BoundColumn<'_>, checks: &mut Vec<Check>) -> Option<ReadLabels> {
    let BoundColumn { bound, input, original, records, released } = *column;
    let as_made = is_as_made(bound, report, input, records);
    let read = ReadLabels::new(bound, original, released, as_made);
    let detail = match &read {
        Some(_) => format!("all {} cells are labels of its hierarchy", records.rows()),
        None => "some cells are not labels of its hierarchy".to_owned(),
    };
    checks.push(Check::new(format!("{} is published as labels", bound.qid.name), read.is_some(), detail));
    read
}

fn no_identifiers(job: &Job, input: &Table, release: &Table) -> Check {
    let found = identifiers_in(&job.terms, input, release);
    let detail = match found.as_slice() {
        [] => "no column has the name or the values of an identifier".to_owned(),
        found => format!("published: {}", told(found)),
    };
    Check::new("identifiers are absent", found.is_empty(), detail)
}

fn columns(job: &Job, input: &Table, release: &Table) -> Check {
    let is_released = |name: &&str| job.terms.publishes(name);
    let expected: Vec<&str> =
        input.columns().iter().map(|column| column.name.as_str()).filter(is_released).collect();
    let expected: Vec<String> =
        expected.into_iter().flat_map(|name| job.terms.publish_as(name).columns(name)).collect();
    let found: Vec<&str> = release.columns().iter().map(|column| column.name.as_str()).collect();
    let detail = match expected == found {
        true => format!("{} columns, as the job says", found.len()),
        false => format!("the release has {}, the job says {}", found.join(", "), expected.join(", ")),
    };
    Check::new("columns are those of the job", expected == found, detail)
}

/// The rows of the release that are records; suppressed ones shown as a row of `*` are not.
///
/// Where published records may look the same (all quasi-identifiers at the top and nothing else
/// published), as many of these rows as the report says are taken to be suppressed.
fn kept_rows(report: &Report, job: &Job, release: &Table) -> Vec<usize> {
    let is_starred = |row: usize| release.columns().iter().all(|column| column.value(row) == "*");
    let mut starred = match job.terms.suppression.shown_as {
        SuppressedAs::Drop => 0,
        SuppressedAs::Star => report.solution.rows_suppressed.unwrap_or_default(),
    };
    let is_kept = |&row: &usize| {
        let suppressed = starred > 0 && is_starred(row);
        starred -= u64::from(suppressed);
        !suppressed
    };
    (0..release.rows()).filter(is_kept).collect()
}

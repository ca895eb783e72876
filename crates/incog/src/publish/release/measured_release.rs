//! A release that was made where it will be found, measured there, and described.

use crate::GateError;
use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::event::Event;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::recode::automatic_bases::check_bases;
use crate::publish::recode::counted_parts::RowAllocation;
use crate::publish::recode::recoding::{Recoded, ReleaseColumn, allocate, recode};
use crate::publish::release::describe::{self, WrittenRelease};
use crate::publish::release::measure::Measured;
use crate::publish::release::medium::{Medium, ToWrite};
use crate::publish::release::public_report::{narrowing, public_report};
use crate::publish::release::read_back::read_back;
use crate::report::{Audience, BoundReport, Picture, RecodingKind, Report};
use incog_card::is_planted;
use incog_data::{Column, Publish, ValueType};
use incog_disclosure::ledger::SeriesOfRelease;
use incog_disclosure::published::written_types::typed_input;
use incog_disclosure::read::read_input::Source;
use incog_io::{FileFormat, KeyLines, OutputColumn, WriteOptions};
use incog_plan::Plan;
use incog_search::exact::NoCertificate;
use incog_utility::Goal;

/// A release that is to be written and measured.
pub(crate) struct ToMeasure<'a> {
    /// The table.
    pub prepared: &'a PreparedProblem,
    /// Where it came from.
    pub source: &'a Source,
    /// How it is published.
    pub plan: &'a Plan,
    /// Why a proof that was asked for is not written.
    pub no_proof: Option<NoCertificate>,
    /// The series that a ledger keeps, if the release belongs to one.
    pub ledger: Option<SeriesOfRelease>,
}

/// The reports of a release.
pub(in crate::publish) struct MeasuredRelease {
    /// What may be published with it, and its page.
    pub public: BoundReport,
    /// Everything that is known of it.
    pub internal: Report,
    /// The internal report as it is written, if the job asks for that.
    pub internal_files: Option<InternalFiles>,
}

/// The internal report and its page, as they are written.
pub(in crate::publish) struct InternalFiles {
    pub json: String,
    pub html: String,
}

impl MeasuredRelease {
    /// Writes the release of a plan to a medium, reads it again, measures it, and describes what
    /// was measured, and why a proof that was asked for is not written.
    pub fn write(
        job: &Job,
        made: ToMeasure<'_>,
        medium: &mut dyn Medium,
        context: &mut Context<'_>,
    ) -> Result<Self, IncogError> {
        write_and_measure(job, made, medium, context, Self::described)
    }

    /// The public report with its page, and the internal one, with its page if that is written.
    fn described(written: &WrittenRelease<'_>, goal: Goal) -> Result<Self, IncogError> {
        let maximize = goal == Goal::Maximize;
        let told = |report, picture: &Picture, audience: Audience| {
            let [_, page] = audience.files(&written.job.output);
            BoundReport::new(report, picture, maximize, &page)
        };
        let internal = || -> Result<(Report, Option<InternalFiles>), IncogError> {
            let report = describe::report(written)?;
            if !written.job.internal {
                return Ok((report, None));
            }
            let picture = describe::internal_picture(written, written.picture.clone());
            let BoundReport { report, json, html } = told(report, &picture, Audience::Internal)?;
            Ok((report, Some(InternalFiles { json, html })))
        };
        let public = || told(public_report(written, goal), &written.picture, Audience::Public);
        let (public, internal) = rayon::join(public, internal);
        let (public, (internal, internal_files)) = (public?, internal?);
        Ok(Self { public, internal, internal_files })
    }
}

/// Writes the release of a plan to a medium, reads it again and measures it; then somebody tells of
/// it.
pub(in crate::publish) fn write_and_measure<T>(
    job: &Job,
    ToMeasure { prepared, source, plan, no_proof, ledger }: ToMeasure<'_>,
    medium: &mut dyn Medium,
    context: &mut Context<'_>,
    then: impl FnOnce(&WrittenRelease<'_>, Goal) -> Result<T, IncogError>,
) -> Result<T, IncogError> {
    let PreparedProblem { problem, rows, .. } = prepared;
    context.tell(Event::Writing);
    let plan = &prepared.as_written(plan.clone())?;
    let classes = plan.classes(problem.tuples())?;
    let (allocation, class_of_row) = allocate(&prepared.input, &classes, rows);
    check_bases(&prepared.input, &allocation)?;
    let input = &*allocation.input;
    let recoded = recode(&allocation, class_of_row, &classes, RecodingKind::from(&plan.recoding))?;
    to_write(job, source, &allocation, &recoded, |release| medium.write(release))?;
    context.check()?;
    context.tell(Event::Measuring);
    let (table, sha256) = medium.read(&job.release_read_options(source.format.delimiter))?;
    let released = read_back(input, &recoded, table)?;
    let measured = Measured::measure(input, &source.untreated, &classes, plan, &recoded, &released)?;
    context.check()?;
    context.note(measured.notes());
    let written = WrittenRelease {
        // With the hierarchies that were made because none was given.
        job: &job.clone().with_terms(input.terms.clone()),
        source,
        picture: describe::public_picture(input, &released),
        sha256,
        tells_input: job.internal || medium.hands_over_internal(),
        narrowing: narrowing(&measured),
        measured,
        no_proof: no_proof.map(|why| why.to_string()),
        ledger,
    };
    then(&written, problem.metric().goal())
}

/// A release as a medium takes it; then somebody writes it.
pub(in crate::publish) fn to_write<T>(
    job: &Job,
    source: &Source,
    allocation: &RowAllocation<'_>,
    recoded: &Recoded<'_>,
    then: impl FnOnce(&ToWrite<'_>) -> Result<T, IncogError>,
) -> Result<T, IncogError> {
    check_keys(&source.format, allocation)?;
    let written = recoded.written();
    let columns: Vec<OutputColumn<'_>> = written.iter().map(|column| column.output()).collect();
    let types = written
        .iter()
        .filter_map(|column| Some((column.name.to_string(), cell_type(job, &source.format, column)?)));
    let treated = written.iter().filter_map(|column| {
        Some((column.name.to_string(), job.terms.treatment_of(&column.name)?.spec.entry().becomes?))
    });
    let labels = written.iter().filter(|column| job.terms.shows_labels(&column.name));
    let options = WriteOptions {
        delimiter: job.release_delimiter(source.format.delimiter),
        quote: job.csv.quote.unwrap_or(b'"'),
        fixed_width: job.released_fields().map(<[_]>::to_vec),
        escape_formulas: job.terms.release.escape_formulas && !is_planted("formulas are not escaped"),
        schema: source.format.schema.clone(),
        // A text says nothing of types, and what follows from published labels tells nothing else.
        infer_types: source.format.schema.is_none(),
        types: types.chain(treated).collect(),
        labels: labels.map(|column| column.name.to_string()).collect(),
        ..WriteOptions::default()
    };
    then(&ToWrite { allocation, recoded, columns: &columns, options: &options })
}

/// The type of the cells of a column that is published as numbers. It does not depend on the level:
/// fractions of the input stay fractions, also where all bounds are whole, and a column in which
/// nothing is told has the type that others would have.
fn cell_type(job: &Job, format: &FileFormat, column: &ReleaseColumn<'_>) -> Option<ValueType> {
    let found = column.value_type?;
    let owner = job.terms.columns.keys().find(|name| {
        let publish = job.terms.publish_as(name);
        publish == Publish::Bounds && publish.columns(name).iter().any(|cell| *cell == column.name)
    });
    let Some(name) = owner else { return Some(found) };
    let tells_nothing = column.labels.iter().all(str::is_empty);
    Some(match typed_input(format, name) {
        Some(typed) if tells_nothing => typed,
        Some(ValueType::Decimal) if found == ValueType::Integer => ValueType::Decimal,
        _ => found,
    })
}

/// Refuses columns that nobody named, that few records have a key for, and that no published record
/// has a value in: their names may come from suppressed records alone.
fn check_keys(format: &FileFormat, allocation: &RowAllocation<'_>) -> Result<(), IncogError> {
    let is_told = |column: &Column| {
        allocation.stays.iter().zip(&column.codes).any(|(&stays, code)| stays && !column.is_missing(code))
    };
    let keys = format.key_lines.iter().flat_map(KeyLines::of_few);
    let unnamed = keys.filter(|key| !allocation.input.terms.columns.contains_key(*key));
    let columns = unnamed.filter_map(|key| allocation.input.table.column(key));
    let untold: Vec<String> =
        columns.filter(|column| !is_told(column)).map(|column| column.name.clone()).collect();
    if untold.is_empty() {
        Ok(())
    } else {
        Err(IncogError::Gate(GateError::KeysOfSuppressed { columns: untold }))
    }
}

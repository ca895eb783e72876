//! Makes the public report, which may be published with the release, from a written and measured
//! release.

use crate::job::path_from;
use crate::key_fingerprints::fingerprints;
use crate::publish::release::describe::{
    WrittenRelease, hmac, input_path, noise, population, release, search,
};
use crate::publish::release::measure::Measured;
use crate::publish::release::publishable::Publishable;
use crate::report::{NarrowingFacts, PublicColumn, RecodingKind, Report, certain_above};
use incog_audit::{Attribute, Domain, MeasuredUtility, Narrowing, Original, UtilityEvidence};
use incog_utility::Goal;
use std::path::Path;

/// The public report, with paths relative to the folder of the output.
pub(in crate::publish) fn public_report(written: &WrittenRelease<'_>, goal: Goal) -> Report {
    let (job, measured) = (written.job, &written.measured);
    let input = measured.input;
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let mut told = job.told(folder);
    let rows_kept = measured.released.count() - measured.noise;
    let is_whole = input.terms.hierarchy.of_own_table() && rows_kept == input.real_count();
    let attributes = measured.recoded.attributes.iter();
    let is_as_made = |name: &str| attributes.clone().any(|shown| shown.name == name && shown.as_made);
    for name in input.made_by_default.iter().filter(|name| !(is_whole && is_as_made(name))) {
        told.columns.entry(name.clone()).or_default().hierarchy = None;
    }
    let publishable = Publishable {
        job: &told,
        job_file: job.file.as_ref().map(|path| path_from(path, folder)),
        input: input_path(written, folder),
        rows: input.real_count(),
        hmac_sha256: hmac(written),
        providers: written
            .source
            .parts
            .iter()
            .map(|part| (path_from(&part.table.path, folder), part.table.provider.clone()))
            .collect(),
        population: population(written, folder),
        release: release(written, folder),
        privacy: &measured.judgements,
        risk: measured.risk.clone(),
        singled_out: &measured.singled_out,
        narrowing: written.narrowing.as_ref().map(NarrowingFacts::of_release_alone),
        series_id: written.ledger.as_ref().map(|series| series.id.clone()),
        noise: noise(written),
        fingerprints: fingerprints(&job.terms, input.secret.as_ref()),
        rows_kept,
        recoding: measured.recoding(),
        classes: written.picture.class_sizes.len() as u64,
        columns: columns(measured),
        objective: job.terms.objective.name(),
        maximize: goal == Goal::Maximize,
        utility: &utility(measured),
        search: &search(written),
    };
    publishable.report()
}

/// The quasi-identifiers of the file, with the original values of its records.
fn attributes<'m>(measured: &'m Measured<'_>) -> Vec<Attribute<'m>> {
    let (table, released) = (&measured.input.table, measured.released);
    let columns =
        measured.recoded.attributes.iter().filter_map(|shown| {
            Some((shown, table.column(&shown.name)?, released.records.column(&shown.name)?))
        });
    columns
        .map(|(shown, column, cells)| {
            let mut attribute = shown.measured(measured.recoding(), cells);
            attribute.original = Some(Original::new(column, measured.input.counts(), &shown.hierarchy));
            attribute.weight = measured.input.terms.told_weight(attribute.weight);
            attribute.with_counts(released.counts())
        })
        .collect()
}

/// The utility of the release, measured on the file.
fn utility(measured: &Measured<'_>) -> MeasuredUtility {
    let (table, released, attributes) = (&measured.input.table, measured.released, attributes(measured));
    let evidence = UtilityEvidence {
        attributes: &attributes,
        rows_released: released.records.rows(),
        counts: released.counts(),
        rows: Some(&released.rows),
        // Of drawn records not even the number of the others is told.
        all: match measured.input.drawn {
            true => released.records.rows() as f64,
            false => measured.input.counts().sum(table.rows()) as f64,
        },
        k: measured.k as f64,
        domain: Domain::Released,
    };
    MeasuredUtility::measure(&evidence, &measured.input.terms.objective)
}

/// What labels of the file tell of each other, where they are of several levels, and how often that
/// is right.
pub(in crate::publish) fn narrowing(measured: &Measured<'_>) -> Option<NarrowingFacts> {
    if measured.recoding() != RecodingKind::Local {
        return None;
    }
    let (terms, released, attributes) = (&measured.input.terms, measured.released, attributes(measured));
    let found =
        Narrowing::measure(&attributes, released.records.rows(), released.counts(), terms.objective.name());
    let least = certain_above(terms, &measured.judgements);
    let right = found.right(&attributes, &released.rows, released.counts());
    Some(NarrowingFacts::new(&found, least, Some(&right)))
}

fn columns(measured: &Measured<'_>) -> Vec<PublicColumn> {
    let input = measured.input;
    let column = |column: &incog_data::Column| {
        let shown = measured.recoded.attributes.iter().find(|shown| shown.name == column.name);
        let cells = measured.released.records.column(&column.name);
        PublicColumn {
            name: column.name.clone(),
            role: input.role(&column.name).name(),
            publish: input.terms.published_form(&column.name),
            linked: input.terms.linked(&measured.released.records, &column.name),
            redacted: input.terms.redacted(&measured.released.records, &column.name),
            aggregate: input.terms.aggregate_of(&column.name),
            is_made_of_others: input.terms.is_made_of_others(&column.name),
            attribute: shown
                .zip(cells)
                .map(|(shown, cells)| shown.told(measured.recoding(), cells, measured.released.counts())),
        }
    };
    input.table.columns().iter().map(column).collect()
}

//! Makes the public report, which may be published with the release, from what was found.

use super::describe::{Found, hmac, input_path, noise, release, search};
use super::measure::Measured;
use crate::job::path_from;
use crate::report::{PublicColumn, Publishable, Report};
use incog_audit::{Attribute, Domain, MeasuredUtility, Original, UtilityEvidence};
use incog_utility::Goal;
use std::path::Path;

/// The public report, with paths relative to the folder of the output.
pub(super) fn public_report(found: &Found<'_>, goal: Goal) -> Report {
    let (job, measured) = (found.job, &found.measured);
    let input = measured.input;
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let mut told = job.to_file(folder);
    let rows_kept = measured.released.records.rows() as u64 - measured.noise;
    let is_whole = input.terms.hierarchy.of_own_table() && rows_kept == input.real_rows() as u64;
    for name in input.made_by_default.iter().filter(|_| !is_whole) {
        told.columns.entry(name.clone()).or_default().hierarchy = None;
    }
    let publishable = Publishable {
        job: &told,
        job_file: job.file.as_ref().map(|path| path_from(path, folder)),
        input: input_path(found, folder),
        rows: input.real_rows() as u64,
        hmac_sha256: hmac(found),
        providers: found
            .source
            .parts
            .iter()
            .map(|part| (path_from(&part.table.path, folder), part.table.provider.clone()))
            .collect(),
        release: release(found, folder),
        privacy: &measured.judgements,
        risk: measured.risk.clone(),
        noise: noise(found),
        rows_kept,
        recoding: measured.recoding(),
        classes: found.picture.class_sizes.len() as u64,
        columns: columns(measured),
        objective: job.terms.objective.name(),
        maximize: goal == Goal::Maximize,
        utility: &utility(measured),
        search: &search(found),
    };
    publishable.report()
}

/// The utility of the release, measured on the file.
fn utility(found: &Measured<'_>) -> MeasuredUtility {
    let (table, released) = (&found.input.table, found.released);
    let columns =
        found.recoded.attributes.iter().filter_map(|shown| {
            Some((shown, table.column(&shown.name)?, released.records.column(&shown.name)?))
        });
    let attributes: Vec<Attribute<'_>> = columns
        .map(|(shown, column, cells)| {
            let mut attribute = shown.measured(found.recoding(), cells);
            attribute.original = Some(Original::new(column, &shown.hierarchy));
            attribute
        })
        .collect();
    let evidence = UtilityEvidence {
        attributes: &attributes,
        records: released.records.rows(),
        rows: Some(&released.rows),
        all: table.rows() as f64,
        k: found.k as f64,
        domain: Domain::Released,
    };
    MeasuredUtility::of(&evidence, &found.input.terms.objective)
}

fn columns(found: &Measured<'_>) -> Vec<PublicColumn> {
    let input = found.input;
    let column = |column: &incog_data::Column| {
        let shown = found.recoded.attributes.iter().find(|shown| shown.name == column.name);
        let bounds = input.terms.columns.get(&column.name);
        let cells = found.released.records.column(&column.name);
        PublicColumn {
            name: column.name.clone(),
            role: input.role(&column.name).name(),
            attribute: shown.zip(bounds).zip(cells).map(|((shown, wanted), cells)| {
                shown.told(found.recoding(), cells, (wanted.min_level, wanted.max_level))
            }),
        }
    };
    input.table.columns().iter().map(column).collect()
}

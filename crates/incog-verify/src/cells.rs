//! Whether records are generalized as the job says: alike, or by cells that may lie to each other
//! as it allows.

use super::Check;
use super::disjoint::Cells;
use super::evidence::{Evidence, Reading};
use super::local::ReadLabels;
use incog_data::Column;
use incog_disclosure::job::Job;
use incog_disclosure::report::{RecodingKind, Report};
use incog_request::{CellKind, RecodingSettings};
use std::collections::BTreeSet;

/// The claims that follow from `[recoding]`.
pub(super) fn verify(report: &Report, job: &Job, evidence: &Evidence<'_>) -> Vec<Check> {
    let (asked, found) = (RecodingKind::from(job.terms.recoding), report.solution.recoding);
    let name = |kind| match kind {
        RecodingKind::Global => "the same levels for all records",
        RecodingKind::Local => "levels by record",
        RecodingKind::Microaggregation => "one value for each group",
    };
    let detail = format!("the job sets {}, the release has {}", name(asked), name(found));
    let kind = Check::new("records are generalized with the recoding of the job", asked == found, detail);
    std::iter::once(kind).chain(strict(job, evidence)).collect()
}

/// That no combination of values belongs to two cells, where the job says so.
fn strict(job: &Job, evidence: &Evidence<'_>) -> Option<Check> {
    let RecodingSettings::Local(settings) = job.terms.recoding else { return None };
    let Reading::Labels(labels) = &evidence.reading else { return None };
    if settings.cells == CellKind::Free {
        return None;
    }
    let released = evidence.attributes.iter().filter_map(|bound| evidence.records.column(&bound.qid.name));
    let released: Vec<&Column> = released.collect();
    let sets = labels
        .iter()
        .zip(&released)
        .map(|(read, column)| (0..column.dictionary.len() as u32).map(|code| read.values(code)).collect());
    let cell = |row: usize| released.iter().map(|column| column.codes.at(row)).collect();
    let cells: BTreeSet<Vec<u32>> = (0..evidence.records.rows()).map(cell).collect();
    let sets = sets.collect();
    let found = cells.len();
    let holds = Cells { sets, cells: cells.into_iter().collect() }.are_disjoint();
    let claim = "cells are disjoint";
    if !holds && !labels.iter().all(ReadLabels::is_exact) {
        return Some(Check::not_shown(
            claim,
            "bounds of labels overlap, so they do not show which values a label has",
        ));
    }
    let whether =
        if holds { "no combination of values belongs" } else { "some combinations of values belong" };
    Some(Check::new(claim, holds, format!("{whether} to two of {found} cells")))
}

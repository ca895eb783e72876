//! Why no release meets the models, and what would help.

use crate::job::Job;
use incog_data::{Classes, Levels, Tuples};
use incog_privacy::{ClassModel, Conjunction};
use std::fmt;
use thiserror::Error;

/// No release meets the privacy models within the limits.
#[derive(Debug, Clone, PartialEq, Error)]
pub struct Infeasible {
    /// The first model that no release of the table meets, whatever is suppressed, with what it
    /// requires and what the fully generalized table has.
    pub model: Option<(&'static str, f64, f64)>,
    /// Records of the table.
    pub rows: u64,
    /// The share that may be suppressed.
    pub limit: f64,
    /// The fewest records that must be suppressed; `None` when nothing could stay.
    pub must_go: Option<u64>,
}

impl fmt::Display for Infeasible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, limit, .. } = self;
        f.write_str("no release can meet the privacy models: ")?;
        match (self.model, self.must_go) {
            (Some((model, required, achieved)), _) => write!(
                f,
                "{model} = {required} fails even when all {rows} records are generalized as far as the job \
                 allows, which has {achieved}; ask for less, or allow higher levels"
            ),
            (None, Some(must_go)) => {
                // Rounded up, so that the limit that is named works.
                let share = (must_go as f64 / *rows as f64 * 1e6).ceil() / 1e6;
                write!(
                    f,
                    "at least {must_go} of the {rows} records must be suppressed, and suppression.limit = \
                     {limit} allows fewer; the nearest limit that works is {share}"
                )
            }
            (None, None) => write!(
                f,
                "each model can be met alone, but not all of them together, by any part of the {rows} records"
            ),
        }
    }
}

/// Looks at the most general release, where every model keeps the most.
///
/// Two record sets that meet a model meet it together, so no finer release keeps more.
pub(super) fn explain(job: &Job, tuples: &Tuples, models: &Conjunction) -> Infeasible {
    let top: Vec<u8> = tuples.quasi_identifiers().iter().map(|qid| qid.max_level).collect();
    let top = Levels::from(top);
    let rows = tuples.rows() as u64;
    let kept_by =
        |model: &dyn ClassModel| Classes::group(tuples, &top).retain(|class| model.retain(class).kept).kept();
    let failing = models.iter().find(|model| kept_by(*model) == 0);
    let kept = Classes::group(tuples, &top).retain(|class| models.retain(class).kept).kept();
    Infeasible {
        model: failing.map(|model| (model.name(), model.required(), best_measure(model, tuples, &top))),
        rows,
        limit: job.suppression.limit,
        must_go: (kept > 0).then_some(rows - kept),
    }
}

fn best_measure(model: &dyn ClassModel, tuples: &Tuples, top: &Levels) -> f64 {
    let classes = Classes::group(tuples, top);
    let measures = classes.all().iter().map(|class| model.measure(&class.view()));
    // A table with rows has classes.
    model.direction().best(measures).unwrap_or(f64::NAN)
}

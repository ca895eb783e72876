//! How good a release is in the papers' two degrees.

use super::super::ReleaseProblem;
use incog_data::{ClassView, Classes};
use incog_privacy::Conjunction;
use incog_search::evolutionary::Degrees;

/// What a release loses, and how well it protects.
pub(crate) fn degrees(release: &ReleaseProblem, classes: &Classes<'_>) -> Degrees {
    Degrees {
        loss: release.signed(release.metric().value(classes)),
        anonymity: anonymity(release.models(), classes),
    }
}

/// The measure of the worst class in the unit of the first model. NaN when there is no model or
/// nothing is released.
fn anonymity(models: &Conjunction, classes: &Classes<'_>) -> f64 {
    let Some(model) = models.iter().next() else { return f64::NAN };
    let measures = classes.released().map(|class| model.measure(&ClassView::new(class.kept_cells())));
    model.direction().worst(measures).unwrap_or(f64::NAN)
}

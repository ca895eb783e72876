//! What models about the whole release see of its classes.

use incog_data::{CellCount, Class, Classes};
use incog_privacy::{Conjunction, ReleaseView};

/// Whether what stays of some classes meets the models about the whole release.
pub(crate) fn release_holds(models: &Conjunction, classes: &Classes<'_>) -> bool {
    with_view(classes, |view| models.holds_for_release(view))
}

/// Shows what stays of some classes.
pub(crate) fn with_view<T>(classes: &Classes<'_>, look: impl FnOnce(&ReleaseView<'_>) -> T) -> T {
    let kept: Vec<u64> = classes.all().iter().map(|class| class.kept).collect();
    let cells: Vec<&[CellCount]> = classes.all().iter().map(Class::kept_cells).collect();
    look(&ReleaseView { kept: &kept, cells: &cells })
}

//! The hint that a table of points has a command of its own.

use crate::output::note;
use std::path::Path;

/// Says that a table seems to have the positions of moving objects: a release of single rows hides
/// nobody's route.
pub fn note_points(table: &Path) {
    let table = table.display();
    note(&format!(
        "{table}: the rows seem to be positions of moving objects, and the route of a person identifies them; \
         incog trajectories protects whole routes: incog init {table} --trajectories"
    ));
}

//! The hint that a table of points has a command of its own.

use crate::output::note;
use std::path::Path;

/// Says that a table seems to have the positions of moving objects: a release of single rows hides
/// nobody's way.
pub fn note_points(table: &Path) {
    let table = table.display();
    note(&format!(
        "{table}: the rows seem to be positions of moving objects, which give people away by their ways; \
         incog trajectories protects whole ways: incog init {table} --trajectories"
    ));
}

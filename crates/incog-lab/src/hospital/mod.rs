//! A table of made-up hospital discharges, for examples and tests.
//!
//! Its columns are those of New York's SPARCS (statewide planning and research cooperative system):
//! `area`, `county`, `facility`, `age_group`, `zip`, `gender`, `race`, `ethnicity`,
//! `admission_type`, `length_of_stay`, `diagnosis`, `severity`, with a `patient` number before them
//! and a `payer` after them. All names are made up. Values depend on each other as they do in
//! reality: a facility is in a county and a county in an area, most patients live where they are
//! treated, age influences the diagnosis, both influence severity, and severity the length of the
//! stay.
//!
//! ```
//! let table = incog_lab::hospital::table(1, 100);
//! assert_eq!((table.rows(), table.columns().len()), (100, 14));
//! assert_eq!(table, incog_lab::hospital::table(1, 100));
//! ```

mod discharge;
mod files;
mod hierarchies;
mod places;

pub use discharge::COLUMNS;
pub use files::{ExampleError, write};
pub use hierarchies::hierarchies;

use discharge::Discharge;
use incog_data::{ColumnBuilder, Table};
use incog_search::Stream;

/// The seed of the table in `examples/hospital`.
pub const SEED: u64 = 1;

/// The rows of the table in `examples/hospital`.
pub const ROWS: usize = 5000;

/// The table with this many rows that `seed` determines.
///
/// Patient numbers are in random order, so they say nothing about the position of a row.
pub fn table(seed: u64, rows: usize) -> Table {
    let mut stream = Stream::new(seed, 0);
    let mut patients: Vec<usize> = (100_001..100_001 + rows).collect();
    stream.shuffle(&mut patients);
    let mut builders = COLUMNS.map(ColumnBuilder::new);
    for patient in patients {
        let values = Discharge::draw(&mut stream).values(patient);
        builders.iter_mut().zip(&values).for_each(|(builder, value)| builder.push(value));
    }
    let columns = builders.into_iter().map(|builder| builder.finish(&[])).collect();
    Table::new(columns).expect("the names are different and every column got one value a row")
}

#[cfg(test)]
mod tests;

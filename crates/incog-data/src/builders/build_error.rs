//! Why a hierarchy cannot be made from a column.

use super::{DateUnit, TreeError};
use crate::decimal::has_decimal_comma;
use crate::{HierarchyError, ValueForm};
use thiserror::Error;

/// Why a hierarchy cannot be made from a column's values.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum BuildError {
    /// Interval hierarchies need numbers.
    #[error(
        "column {column:?}: a value of the form {} is not a number that intervals can hold; {}",
        ValueForm(.value),
        for_intervals(value)
    )]
    NotANumber {
        /// The column.
        column: String,
        /// The value.
        value: String,
    },
    /// Only numbers and dates have bounds and midpoints.
    #[error(
        "column {column:?}: bounds and midpoints need a hierarchy of numbers or dates; use intervals, \
         ranges, date or flat, or set publish = \"label\""
    )]
    NotOfNumbers {
        /// The column.
        column: String,
    },
    /// An interval without an end has no midpoint, and another or missing values have none either.
    #[error(
        "column {column:?}: open intervals and missing values have no midpoint, and several of them would \
         become equal empty cells; set publish = \"bounds\" or \"label\", or remove bottom and top"
    )]
    EmptyTwice {
        /// The column.
        column: String,
    },
    /// A width is not finite, not positive, or has more than 18 decimal places.
    #[error("column {column:?}: an interval width must be a positive number, and {width} is not")]
    BadWidth {
        /// The column.
        column: String,
        /// The width given.
        width: f64,
    },
    /// The origin is not finite, or too large or too fine.
    #[error("column {column:?}: intervals cannot start from {origin}; expected a number")]
    BadOrigin {
        /// The column.
        column: String,
        /// The origin given.
        origin: f64,
    },
    /// No width is given.
    #[error("column {column:?}: there is no interval width; give a list such as [5, 10, 20]")]
    NoWidths {
        /// The column.
        column: String,
    },
    /// A top or bottom code is not where an interval begins.
    #[error(
        "column {column:?}: a top or bottom code must be where an interval of width {width} begins, and \
         {end} is not"
    )]
    BadEnd {
        /// The column.
        column: String,
        /// The number given.
        end: f64,
        /// The narrowest width.
        width: f64,
    },
    /// Bottom and top code leave no room between them.
    #[error(
        "column {column:?}: intervals of width {width} do not fit between the bottom and the top code; \
         remove that width"
    )]
    EndsMeet {
        /// The column.
        column: String,
        /// The width.
        width: f64,
    },
    /// A code is in none of the chapters of the system.
    #[error(
        "column {column:?}: a value of the form {} is not a code of {system}; use another hierarchy, or list \
         it as a missing value",
        ValueForm(.value)
    )]
    NotACode {
        /// The column.
        column: String,
        /// The value.
        value: String,
        /// The name of the system in a job file.
        system: &'static str,
    },
    /// Masks keep fewer characters from level to level.
    #[error(
        "column {column:?}: keep must list how many characters to keep, fewer at each level, such as [5, \
         3, 2]"
    )]
    KeepDoesNotFall {
        /// The column.
        column: String,
    },
    /// A width is not a whole multiple of the one before it.
    #[error(
        "column {column:?}: intervals of width {width} do not nest those of width {previous}; each width \
         must be a multiple (2, 3, ...) of the previous one"
    )]
    WidthsDoNotNest {
        /// The column.
        column: String,
        /// The narrower width.
        previous: f64,
        /// The width that does not fit.
        width: f64,
    },
    /// The number of range levels is not possible.
    #[error("column {column:?}: ranges can have 1 to 32 levels, not {levels}")]
    RangeLevels {
        /// The column.
        column: String,
        /// The number given.
        levels: usize,
    },
    /// Date hierarchies need dates.
    #[error(
        "column {column:?}: a value of the form {} is not a date {}",
        ValueForm(.value),
        expected_format(.format.as_deref())
    )]
    NotADate {
        /// The column.
        column: String,
        /// The value.
        value: String,
        /// The format asked for; ISO 8601 when none.
        format: Option<String>,
    },
    /// No unit is given.
    #[error("column {column:?}: there is no date unit; give a list such as [\"month\", \"year\"]")]
    NoDateUnits {
        /// The column.
        column: String,
    },
    /// A value has no time of day, and a unit of hours needs it.
    #[error(
        "column {column:?}: a value of the form {} has no time of day; use units of days or longer, such as \
         [\"day\", \"month\"]",
        ValueForm(.value)
    )]
    NoTimeOfDay {
        /// The column.
        column: String,
        /// The value.
        value: String,
    },
    /// Hours and weekdays have no first and last day.
    #[error("column {column:?}: the unit {unit} has no bounds in days; set publish = \"label\"")]
    NoBoundsOfTimes {
        /// The column.
        column: String,
        /// The unit.
        unit: DateUnit,
    },
    /// A date unit does not lie within the next one.
    #[error(
        "column {column:?}: \"{finer}\" does not lie within one \"{coarser}\"; give units that nest, finest first"
    )]
    UnitsDoNotNest {
        /// The column.
        column: String,
        /// The unit that should be finer.
        finer: DateUnit,
        /// The unit that follows it.
        coarser: DateUnit,
    },
    /// Groups of fewer than two values merge nothing.
    #[error("column {column:?}: a fanout of {fanout} merges nothing; set 2 or more")]
    FanoutTooSmall {
        /// The column.
        column: String,
        /// The fanout given.
        fanout: usize,
    },
    /// The order given leaves a value out.
    #[error(
        "column {column:?}: its order lacks a value of the form {}; list all values of the column",
        ValueForm(.value)
    )]
    NotInOrder {
        /// The column.
        column: String,
        /// The value.
        value: String,
    },
    /// The order given names a value twice.
    #[error("column {column:?}: its order has {value:?} twice; list it once")]
    TwiceInOrder {
        /// The column.
        column: String,
        /// The value.
        value: String,
    },
    /// The value tree is not a tree, or lacks a value.
    #[error("column {column:?}: {source}")]
    Tree {
        /// The column.
        column: String,
        /// What is wrong.
        source: TreeError,
    },
    /// A column that should be a level does not exist.
    #[error("column {column:?}: its hierarchy needs the column {wanted:?}, which the table does not have")]
    UnknownColumn {
        /// The column whose hierarchy is made.
        column: String,
        /// The name not found.
        wanted: String,
    },
    /// A value goes with two values of the column that should be its level above.
    #[error(transparent)]
    NotDependent(Box<NotDependent>),
    /// A hierarchy by other columns was asked for without the table.
    #[error("column {column:?}: a hierarchy by other columns can only be made from a table")]
    NeedsTable {
        /// The column.
        column: String,
    },
    /// The labels made do not form a hierarchy, for instance because a value looks like a label.
    #[error("column {column:?}: {source}")]
    Hierarchy {
        /// The column.
        column: String,
        /// What is wrong.
        source: HierarchyError,
    },
}

/// A value goes with two values of the column that should be its level above.
///
/// The error names the row but not its values, because these columns may be identifiers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "column {column:?}, row {row}: the value of {child} has another value of {parent} than in an earlier \
     row; a hierarchy needs exactly one"
)]
pub struct NotDependent {
    /// The column whose hierarchy is made.
    pub column: String,
    /// The column of the level below.
    pub child: String,
    /// The column of the level above.
    pub parent: String,
    /// The first row where the value goes with a different one, counted from 1 without the header.
    pub row: usize,
}

fn expected_format(format: Option<&str>) -> String {
    match format {
        Some(format) => format!("of the form {format:?}"),
        None => "of the form \"2024-03-01\"; set another form with format, such as \"%d/%m/%Y\"".into(),
    }
}

/// What to do about a value that is no number.
fn for_intervals(value: &str) -> &'static str {
    match has_decimal_comma(value) {
        true => "it has a decimal comma, so set csv.decimal = \",\", or write it with a decimal point",
        false => "use another hierarchy, or list it as a missing value",
    }
}

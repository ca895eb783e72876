//! Micro-aggregation: records of numbers are put into groups of at least k near ones, and published
//! as the centroid of their group (Defays and Nanopoulos 1993; Domingo-Ferrer and Mateo-Sanz 2002,
//! doi:10.1109/69.979982).
//!
//! * In come [`NumericPoints`]: a standardized number in each column for each record, and whom each
//!   record is about.
//! * [`MICROAGGREGATIONS`] has the card of each method that makes groups: `mdav` and `v-mdav`
//!   as published. What they find is made better by moves of records, if that is asked for.
//! * Out goes a [`Microaggregated`]: the group of each record, the squared error that groups cost,
//!   and that of the whole table.
//! * [`least_error`] says what no grouping is below, and why.
//!
//! The squared error SSE is the sum over all records of their squared distance to the centroid of
//! their group; SST is the same with all records in one group. SSE / SST is the share of the
//! information that is lost.
//!
//! Points are in the order of their numbers and all ties are decided by it, so the order of rows
//! changes nothing; limits are counted in steps: one distance between two points is one.

mod free_points;
mod group;
mod improve;
mod least_error;
mod mdav;
mod method;
mod points;
mod v_mdav;

pub use least_error::{LeastError, least_error};
pub use method::{MICROAGGREGATIONS, Microaggregated, Microaggregation, MicroaggregationError};
pub use points::{NumericPoints, PointsError};

#[cfg(test)]
mod tests;

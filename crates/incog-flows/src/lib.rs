//! Flows: how many different objects (people, vehicles) were in a square at a time of day, how many
//! travelled from one square to another, and how many crossed between neighbours.
//!
//! Squares are as fine as people allow. Every published count is at least k. In every published
//! count at least k objects are in none of the counts published below it, so that no subtraction
//! gives a small count back; [`counts::rule`] has the proof.

mod counted;
pub mod counts;
mod error;
mod facts;
mod fitness;
mod job;
#[cfg(test)]
mod known_answers;
mod release;
mod run;
#[cfg(test)]
mod tests;
mod verify;

pub use counts::{FlowKey, FlowTable, PublishedCount};
pub use error::FlowsError;
pub use facts::clock::{FlowClock, Fold};
pub use facts::grid::{FlowCell, FlowGrid, FlowSquare};
pub use facts::stays::Stay;
pub use facts::{FlowFact, FlowFacts};
pub use fitness::{FlowFitness, FlowVerdict};
pub use job::{FlowPrivacy, FlowSettings, FlowTrips, FlowsJob};
pub use release::report::{FlowsReport, InternalFlowsReport, TableOfCounts};
pub use run::{FlowsOutcome, run};
pub use verify::{is_report, verify};

//! Searching: problems, the evaluator that stands between a search and its problem, and the
//! searches themselves.
//!
//! This crate knows nothing of tables, privacy models or files. It sees candidates, losses,
//! violations and bounds.

pub mod anytime;
mod evaluator;
pub mod evolutionary;
pub mod exact;
mod grain;
pub mod heuristic;
mod lattice;
mod lattice_problem;
mod level_costs;
mod loss_order;
mod observer;
mod pairing;
pub mod pareto;
mod problem;
mod stop;
mod stream;

pub(crate) use evaluator::BETWEEN_LOOKS;
pub use evaluator::{Branch, Evaluator};
pub use incog_card::Stop;
pub use lattice::{Lattice, Node};
pub use lattice_problem::{Conclusions, LatticeProblem, Probe, Unsuitable};
pub use level_costs::LevelCosts;
pub use loss_order::rounded;
pub use observer::{Observer, Progress};
pub use pairing::Pairing;
pub use problem::{BoxProblem, Evaluation, Look, PartFloor, Problem};
pub use stop::Budget;
pub use stream::Stream;

//! What is compared: instances x algorithms x seeds.

mod expand;
mod file;
mod plan;

pub use file::{AlgorithmFile, Discharges, InstanceFile, LimitsFile, PlotFile, QuickFile, Suite, TableFile};
pub use plan::{Plan, PlannedRun, RunKey};

//! What is compared: instances x algorithms x seeds.

mod algorithm_file;
mod expand;
mod file;
mod instance_file;
mod plan;
mod presentation;

pub use algorithm_file::{AlgorithmFile, LimitsFile};
pub use file::{QuickFile, Suite};
pub use instance_file::{DealFile, Discharges, InstanceFile, SkewFile};
pub use plan::{Plan, PlannedRun, RunKey};
pub use presentation::{PlotFile, PlotKind, TableFile, Test};

/// Whether an instance is meant by a name in the suite: its whole name, or its beginning up to a space.
pub(crate) fn is_meant(instance: &str, by: &str) -> bool {
    instance.strip_prefix(by).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

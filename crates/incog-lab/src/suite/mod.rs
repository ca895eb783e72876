//! What is compared: instances x algorithms x seeds.

mod expand;
mod file;
mod plan;

pub use file::{AlgorithmFile, Discharges, InstanceFile, LimitsFile, PlotFile, QuickFile, Suite, TableFile};
pub use plan::{Plan, PlannedRun, RunKey};

/// Whether an instance is meant by a name in the suite: its whole name, or its beginning up to a space.
pub(crate) fn is_meant(instance: &str, by: &str) -> bool {
    instance.strip_prefix(by).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

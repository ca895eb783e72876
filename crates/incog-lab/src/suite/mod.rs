//! What is compared: instances x algorithms x seeds.

mod algorithm_file;
mod expand;
mod file;
mod instance_file;
mod plan;
mod presentation;

pub use algorithm_file::{AlgorithmFile, CellsFile, EffortFile, LimitsFile, LocalFile};
pub use file::{QuickFile, Suite};
pub use instance_file::{DealFile, Discharges, InstanceFile, SkewFile};
pub use plan::{ExperimentPlan, PlannedRun, RunKey};
pub use presentation::{FeaturesFile, PlotFile, PlotKind, PresentationTable, Test};

/// Whether an instance is meant by a name in the suite: its whole name, or whole words at its
/// beginning or its end (`D4`, `t=0.2` and `D4 t=0.2` all mean `D4 t=0.2`).
pub(crate) fn is_meant(instance: &str, by: &str) -> bool {
    let at_beginning = instance.strip_prefix(by).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    at_beginning || instance.strip_suffix(by).is_some_and(|rest| rest.ends_with(' '))
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    #[test]
    fn an_instance_is_meant_by_whole_words() {
        for by in ["D4", "t=0.2", "D4 t=0.2"] {
            assert!(is_meant("D4 t=0.2", by), "{by}");
        }
        for by in ["D", "0.2", "D4 t", "D14"] {
            assert!(!is_meant("D4 t=0.2", by), "{by}");
        }
    }
}

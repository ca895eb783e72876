//! All runs of a suite, in order.

use super::{AlgorithmFile, InstanceFile, Suite, is_meant};

/// What distinguishes a run from all others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunKey {
    /// Name of the instance.
    pub instance: String,
    /// Label of the algorithm.
    pub algorithm: String,
    /// The seed.
    pub seed: u64,
}

/// A run to be made.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedRun {
    /// What distinguishes it from the others.
    pub key: RunKey,
    /// Place of its instance in the suite.
    pub instance: usize,
    /// Place of its algorithm in the suite.
    pub algorithm: usize,
}

/// The runs of a suite: instance by instance, algorithm by algorithm, seed by seed.
#[derive(Debug, Clone, PartialEq)]
pub struct ExperimentPlan {
    /// The runs.
    pub runs: Vec<PlannedRun>,
}

impl ExperimentPlan {
    /// The plan of a suite.
    pub fn from_suite(suite: &Suite) -> Self {
        let mut runs = Vec::new();
        for (instance, of) in suite.instances.iter().enumerate() {
            for (algorithm, by) in suite.algorithms.iter().enumerate() {
                let seeds = match is_for(by, of) {
                    false => 0,
                    true if by.deterministic => 1,
                    true => suite.seeds,
                };
                runs.extend((1..=seeds).map(|seed| PlannedRun {
                    key: RunKey { instance: of.name.clone(), algorithm: by.label().into(), seed },
                    instance,
                    algorithm,
                }));
            }
        }
        Self { runs }
    }
}

fn is_for(algorithm: &AlgorithmFile, instance: &InstanceFile) -> bool {
    algorithm.only.is_empty() || algorithm.only.iter().any(|name| is_meant(&instance.name, name))
}

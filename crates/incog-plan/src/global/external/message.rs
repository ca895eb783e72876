//! What incog and a program say to each other.

use incog_search::Evaluation;
use incog_search::evolutionary::GenomeProblem;
use serde::{Deserialize, Serialize};

/// The first line for the program.
#[derive(Debug, Serialize)]
pub(super) struct Instance {
    /// The version of these messages.
    protocol: u32,
    /// Fixes all randomness of the program.
    seed: u64,
    /// How many candidates incog evaluates.
    evaluations: u64,
    /// The least level of each quasi-identifier.
    lowest: Vec<u8>,
    /// The greatest level of each quasi-identifier, its root.
    highest: Vec<u8>,
    /// How many records a candidate may choose from to suppress; 0 where incog suppresses as few
    /// as it can.
    records: usize,
}

impl Instance {
    pub fn new<P: GenomeProblem>(problem: &P, evaluations: u64, seed: u64) -> Self {
        let lattice = problem.lattice();
        Self {
            protocol: 1,
            seed,
            evaluations,
            lowest: lattice.lowest.to_vec(),
            highest: lattice.highest.to_vec(),
            records: problem.records(),
        }
    }
}

/// A line of the program: candidates to evaluate, or that it has ended.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    #[serde(default)]
    pub candidates: Vec<AskedCandidate>,
    #[serde(default)]
    pub end: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AskedCandidate {
    /// A level for each quasi-identifier.
    pub levels: Vec<u8>,
    /// The numbers of the suppressed records, from 0.
    #[serde(default)]
    pub suppressed: Vec<usize>,
}

/// What incog says of the candidates of a question, in their order.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    pub fitness: Vec<Fitness>,
    /// How many candidates were evaluated so far.
    pub evaluations: u64,
}

#[derive(Debug, Serialize)]
pub(super) struct Fitness {
    /// What is minimized; `null` where the candidate is not allowed or publishes nothing.
    loss: Option<f64>,
    /// How far the candidate is from being allowed; 0 when it is.
    shortfall: f64,
}

impl From<Evaluation> for Fitness {
    fn from(evaluation: Evaluation) -> Self {
        let allowed = evaluation.is_feasible() && evaluation.loss.is_finite();
        Self { loss: allowed.then_some(evaluation.loss), shortfall: evaluation.violation }
    }
}

/// The last line for the program, unless it ended by itself.
#[derive(Debug, Serialize)]
pub(super) struct End {
    /// Why it ends.
    pub end: &'static str,
}

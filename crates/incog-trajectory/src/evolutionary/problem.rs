//! Genomes scored by privacy and utility.

use super::decode::decode;
use super::{Genome, Layout};
use crate::{Clustering, DistanceRows, total_cost};
use incog_search::pareto::ParetoProblem;
use rayon::prelude::*;

/// The two objectives of a clustering as losses: minus the privacy degree, and the total
/// translation distortion.
#[derive(Debug)]
pub struct ClusteringProblem<'a> {
    rows: &'a DistanceRows<'a>,
    layout: &'a Layout,
    delta: f64,
}

impl<'a> ClusteringProblem<'a> {
    /// Scores genomes of this layout for a release with `delta` metres.
    pub fn new(rows: &'a DistanceRows<'a>, layout: &'a Layout, delta: f64) -> Self {
        Self { rows, layout, delta }
    }

    /// The clustering a genome stands for.
    pub fn decode(&self, genome: &Genome) -> Clustering {
        decode(self.rows, self.layout, genome)
    }
}

impl ParetoProblem<2> for ClusteringProblem<'_> {
    type Candidate = Genome;

    fn evaluate_all(&self, genomes: &[Genome]) -> Vec<[f64; 2]> {
        let score = |genome: &Genome| {
            let clustering = self.decode(genome);
            [-(clustering.smallest() as f64), total_cost(self.rows.set(), &clustering, self.delta)]
        };
        genomes.par_iter().map(score).collect()
    }
}

//! Genomes scored by privacy and utility.

use super::decode::decode;
use super::{ClusterGenome, GenomeLayout};
use crate::{Clustering, ClusteringWatch, DistanceRows, total_cost};
use incog_search::pareto::ParetoProblem;
use rayon::prelude::*;

/// The two objectives of a clustering as losses: minus the privacy degree, and the total
/// translation distortion.
pub struct ClusteringProblem<'a> {
    rows: &'a DistanceRows<'a>,
    layout: &'a GenomeLayout,
    delta: f64,
    watch: &'a ClusteringWatch<'a>,
}

impl<'a> ClusteringProblem<'a> {
    /// Scores genomes of this layout for a release with `delta` metres, until the watch is over.
    pub fn new(
        rows: &'a DistanceRows<'a>,
        layout: &'a GenomeLayout,
        delta: f64,
        watch: &'a ClusteringWatch<'a>,
    ) -> Self {
        Self { rows, layout, delta, watch }
    }

    /// The clustering a genome stands for.
    pub fn decode(&self, genome: &ClusterGenome) -> Clustering {
        decode(self.rows, self.layout, genome)
    }
}

impl ParetoProblem<2> for ClusteringProblem<'_> {
    type Candidate = ClusterGenome;

    fn evaluate_all(&self, genomes: &[ClusterGenome]) -> Vec<[f64; 2]> {
        let score = |genome: &ClusterGenome| {
            let clustering = (!self.watch.is_over()).then(|| self.decode(genome))?;
            let set = self.rows.set();
            Some([-(set.privacy_degree(&clustering) as f64), total_cost(set, &clustering, self.delta)])
        };
        let scored: Vec<Option<[f64; 2]>> = genomes.par_iter().map(score).collect();
        scored.into_iter().map_while(|losses| losses).collect()
    }
}

//! All compromises between privacy and utility that were found.

use crate::{Clustering, TrajectorySet, total_cost};
use incog_search::pareto::{Archive, hypervolume};

/// One compromise.
#[derive(Debug, Clone, PartialEq)]
pub struct Compromise {
    /// Privacy degree (PD): the different moving objects of the cluster that has the fewest.
    pub privacy: usize,
    /// Total translation distortion (TTD), in metres.
    pub distortion: f64,
    /// Utility degree (UD): (TTD of a single cluster per data centre - TTD) / trajectories.
    pub utility: f64,
    /// The release behind it.
    pub clustering: Clustering,
}

/// Compromises none of which dominates another, the most private last.
#[derive(Debug, Clone, PartialEq)]
pub struct Front {
    /// Ascending in privacy, so descending in utility.
    pub compromises: Vec<Compromise>,
    /// Distortion of the coarsest release, from which utility is measured.
    pub worst: f64,
}

impl Front {
    /// The non-dominated ones of some clusterings.
    pub fn new(set: &TrajectorySet, delta: f64, clusterings: Vec<Clustering>) -> Self {
        let scored = clusterings.into_iter().map(|clustering| {
            let losses = [-(set.privacy_degree(&clustering) as f64), total_cost(set, &clustering, delta)];
            (clustering, losses)
        });
        let mut archive = Archive::default();
        scored.for_each(|(clustering, losses)| {
            archive.insert(&clustering, losses);
        });
        let worst = total_cost(set, &Clustering::coarsest(set), delta);
        let mut compromises: Vec<Compromise> = archive
            .into_sorted()
            .into_iter()
            .map(|(clustering, [privacy, distortion])| Compromise {
                privacy: -privacy as usize,
                distortion,
                utility: (worst - distortion) / set.len().max(1) as f64,
                clustering,
            })
            .collect();
        compromises.reverse();
        Self { compromises, worst }
    }

    /// Hypervolume of (PD, UD) against the reference point (0, 0).
    pub fn hypervolume(&self) -> f64 {
        let losses: Vec<[f64; 2]> = self
            .compromises
            .iter()
            .map(|compromise| [-(compromise.privacy as f64), -compromise.utility])
            .collect();
        hypervolume(&losses, &[0.0, 0.0])
    }
}

//! The evolutionary searches for all compromises between privacy and utility: NSGA-II, DPGA, NSMA,
//! APGA and APMA, which are one loop with different [`EvolutionSettings`].

mod decode;
mod genome;
mod memory;
mod problem;
mod settings;
#[cfg(test)]
pub(crate) mod tests;
mod variation;

pub use genome::{ClusterGenome, GenomeLayout, LayoutError};
pub use memory::SuccessHistory;
pub use problem::ClusteringProblem;
pub use settings::{ApmaReading, ClusterMutation, EvolutionSettings, Mating, MemoryUpdate, Rates};
pub use variation::CentreVariation;

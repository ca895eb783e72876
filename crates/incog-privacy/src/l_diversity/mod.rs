//! l-diversity of one sensitive attribute, in three kinds; several sensitive attributes need
//! several models.
//!
//! Reference: Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam, "l-diversity: privacy beyond
//! k-anonymity", 2007, doi:10.1145/1217299.1217302.

mod distinct;
mod entropy;
mod most_even_part;
mod parameters;
mod recursive;

pub use distinct::DistinctLDiversity;
pub use entropy::EntropyLDiversity;
pub use parameters::DiversityKind;
pub(crate) use parameters::ENTRY;
pub use recursive::RecursiveLDiversity;

//! What is promised: privacy models, one file each.
//!
//! A model reads an equivalence class as its size and its records by *cell* (distinct combination
//! of sensitive values and provider) and answers three questions: how well is the class protected
//! ([`ClassModel::measure`]), is that enough ([`ClassModel::holds`]), and if not, how much of it
//! may stay ([`ClassModel::retain`]).

mod c_mixture;
mod class_model;
mod conjunction;
#[cfg(test)]
mod contract;
mod k_anonymity;
#[cfg(test)]
mod known_answers;
mod l_diversity;
mod m_privacy;
mod parameter_error;
mod projection;
mod provider_diversity;
mod spec;
mod t_closeness;

pub use c_mixture::CMixture;
pub use class_model::{ClassModel, Direction, Retained};
pub use conjunction::Conjunction;
pub use k_anonymity::KAnonymity;
pub use l_diversity::{DistinctLDiversity, EntropyLDiversity, RecursiveLDiversity};
pub use m_privacy::{MOST_COALITIONS, MPrivacy, count_coalitions};
pub use parameter_error::ParameterError;
pub use provider_diversity::ProviderDiversity;
pub use spec::{DistanceKind, DiversityKind, MissingAs, ModelSpec, Role, SensitiveScope};
pub use t_closeness::{Distance, TCloseness, joint_attribute};

//! What is promised: privacy models, one file each.
//!
//! A model sees an equivalence class as its size and its records by *cell* (a distinct combination
//! of sensitive values and provider), and answers three questions: how well is the class protected
//! ([`ClassModel::measure`]), is that enough ([`ClassModel::holds`]), and if not, how much of it
//! may stay ([`ClassModel::retain`]).
//!
//! [`MODELS`] lists them all, each with its card ([`ModelEntry`]): how its parameters are read,
//! what it demands of a release ([`Criterion`]), and how it is bound to a table ([`Binding`]). A
//! [`ModelSpec`] is one of them as it is asked for.

mod against_release;
mod alpha_k_anonymity;
mod average_risk;
mod beta_likeness;
mod binding;
mod by_unit;
mod c_mixture;
mod class_model;
mod conjunction;
#[cfg(test)]
mod contract;
mod criterion;
mod delta_disclosure;
mod delta_presence;
mod differential_privacy;
mod drawn_share;
mod entry;
mod joint_attribute;
mod k_anonymity;
mod k_e_anonymity;
mod k_map;
#[cfg(test)]
mod known_answers;
mod l_diversity;
mod largest_part;
mod level_choice;
mod m_privacy;
mod maximum_risk;
mod model_spec;
mod models;
mod own_k;
mod p_sensitive_k_anonymity;
mod parameter_error;
mod poisson;
mod population_uniqueness;
mod projection;
mod provider_diversity;
mod reference;
mod release_model;
mod role;
mod scope;
mod share;
mod share_bounds;
mod t_closeness;

pub use alpha_k_anonymity::AlphaDeassociation;
pub use average_risk::AverageRisk;
pub use beta_likeness::{BetaLikeness, LikenessKind};
pub use binding::Binding;
pub use c_mixture::CMixture;
pub use class_model::{ClassModel, Direction, RequiredPeople, Retained};
pub use conjunction::Conjunction;
pub use criterion::{Census, Criterion, CriterionFigure, Of};
pub use delta_disclosure::DeltaDisclosure;
pub use delta_presence::{PresenceAtLeast, PresenceAtMost};
pub use differential_privacy::DifferentialPrivacy;
pub use drawn_share::DrawnShare;
pub use entry::{Model, ModelEntry, Needs, Others};
pub use incog_card::{Parameters, Refusal, Value};
pub use joint_attribute::joint_attribute;
pub use k_anonymity::KAnonymity;
pub use k_e_anonymity::NumberRange;
pub use l_diversity::{DistinctLDiversity, DiversityKind, EntropyLDiversity, RecursiveLDiversity};
pub use level_choice::LevelChoice;
pub use m_privacy::{MOST_COALITIONS, MPrivacy, count_coalitions};
pub use model_spec::{ModelSpec, bind_all};
pub use models::{MODELS, draws_records, model};
pub use own_k::OwnK;
pub use parameter_error::ParameterError;
pub use population_uniqueness::PopulationUniqueness;
pub use provider_diversity::ProviderDiversity;
pub use reference::ReferenceDistribution;
pub use release_model::{ReleaseModel, ReleaseView};
pub use role::{MissingAs, Role};
pub use scope::{CriterionSubject, SensitiveScope};
pub use t_closeness::{Distance, DistanceKind, TCloseness};

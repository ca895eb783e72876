//! All privacy models.

use crate::{
    ModelEntry, alpha_k_anonymity, average_risk, beta_likeness, c_mixture, delta_disclosure, delta_presence,
    differential_privacy, k_anonymity, k_e_anonymity, k_map, l_diversity, m_privacy, maximum_risk,
    p_sensitive_k_anonymity, population_uniqueness, provider_diversity, t_closeness,
};

/// All privacy models, in the order in which reports list them.
pub static MODELS: &[&ModelEntry] = &[
    &k_anonymity::ENTRY,
    &maximum_risk::ENTRY,
    &average_risk::ENTRY,
    &population_uniqueness::ENTRY,
    &k_map::ENTRY,
    &delta_presence::ENTRY,
    &l_diversity::ENTRY,
    &p_sensitive_k_anonymity::ENTRY,
    &alpha_k_anonymity::ENTRY,
    &k_e_anonymity::ENTRY,
    &t_closeness::ENTRY,
    &beta_likeness::ENTRY,
    &delta_disclosure::ENTRY,
    &c_mixture::ENTRY,
    &provider_diversity::ENTRY,
    &m_privacy::ENTRY,
    &differential_privacy::ENTRY,
];

/// The model with this name.
pub fn model(name: &str) -> Option<&'static ModelEntry> {
    MODELS.iter().find(|entry| entry.card.name == name).copied()
}

/// Whether the model with this name is about records that are drawn before anything else is done
/// with a table.
///
/// ```
/// assert!(incog_privacy::draws_records("differential-privacy") && !incog_privacy::draws_records("k-anonymity"));
/// ```
pub fn draws_records(name: &str) -> bool {
    model(name).is_some_and(|entry| entry.needs.drawn)
}

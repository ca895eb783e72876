//! All privacy models.

use crate::{
    ModelEntry, alpha_k_anonymity, c_mixture, k_anonymity, l_diversity, m_privacy, provider_diversity,
    t_closeness,
};

/// All privacy models, in the order in which reports list them.
pub static MODELS: &[&ModelEntry] = &[
    &k_anonymity::ENTRY,
    &l_diversity::ENTRY,
    &alpha_k_anonymity::ENTRY,
    &t_closeness::ENTRY,
    &c_mixture::ENTRY,
    &provider_diversity::ENTRY,
    &m_privacy::ENTRY,
];

/// The model with this name.
pub fn model(name: &str) -> Option<&'static ModelEntry> {
    MODELS.iter().find(|entry| entry.card.name == name).copied()
}

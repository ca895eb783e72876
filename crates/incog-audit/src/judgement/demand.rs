//! What a release must have.

use incog_privacy::{MissingAs, ModelSpec};

/// What a release must satisfy, and the columns this is about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Demand {
    /// The privacy models, all of which must hold.
    pub models: Vec<ModelSpec>,
    /// The quasi-identifiers.
    pub quasi_identifiers: Vec<String>,
    /// The sensitive columns, and what their missing values count as for l-diversity.
    pub sensitive: Vec<(String, MissingAs)>,
    /// The sensitive columns of which the release has one value for each class; models are about
    /// the values behind it.
    pub aggregated: Vec<String>,
    /// The column that names the provider of a record.
    pub provider: Option<String>,
    /// The column that says how strongly each person is to be protected, by a k of her own; a model
    /// of k-anonymity stands beside it.
    pub own_k: Option<String>,
    /// The column that names the person, or the household, whom a record is about; records are
    /// counted where there is none.
    pub unit: Option<String>,
    /// Whether the release names the providers.
    pub provider_published: bool,
}

//! What a release of a table must satisfy.

use super::terms::Terms;
use incog_audit::Demand;
use incog_data::Table;
use incog_privacy::Role;

impl Terms {
    /// What a release of `table` must satisfy, with columns in the order of the table.
    pub fn demand(&self, table: &Table) -> Demand {
        let with = |wanted: Role| {
            let names = table.columns().iter().map(|column| column.name.clone());
            names.filter(move |name| self.role(name) == wanted)
        };
        Demand {
            models: self.models.clone(),
            quasi_identifiers: with(Role::QuasiIdentifier).collect(),
            sensitive: with(Role::Sensitive).map(|name| (name.clone(), self.missing_as(&name))).collect(),
            aggregated: with(Role::Sensitive).filter(|name| self.is_made_of_others(name)).collect(),
            provider: with(Role::Provider).next(),
            own_k: with(Role::OwnK).next(),
            unit: self.unit.column().map(str::to_owned),
            provider_published: self.release.provider,
        }
    }
}

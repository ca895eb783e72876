//! What models ask of each class.

use super::k_of;
use incog_audit::Criterion;
use incog_privacy::{CriterionSubject, Of};
use std::collections::BTreeMap;

/// What models ask of each class.
pub struct ClassDemands {
    /// The largest k; 1 where none asks for any.
    pub k: u64,
    /// Different values, by sensitive column.
    pub values: BTreeMap<String, u64>,
}

impl ClassDemands {
    /// What these demands ask for. The smallest class that can meet a demand on values has a record
    /// for each of them; every such demand asks that nobody's value is certain.
    pub fn by<'c>(criteria: impl IntoIterator<Item = &'c Criterion>) -> Self {
        let criteria: Vec<&Criterion> = criteria.into_iter().collect();
        let mut values = BTreeMap::new();
        for criterion in &criteria {
            let Of::Values(CriterionSubject::Column(column)) = criterion.about() else { continue };
            let most: &mut u64 = values.entry(column.clone()).or_insert(2);
            *most = criterion.smallest_class().max(*most);
        }
        Self { k: k_of(criteria), values }
    }
}

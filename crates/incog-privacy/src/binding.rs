//! What models are bound to.

use crate::SensitiveScope;
use crate::joint_attribute::joint_attribute;
use incog_data::{SensitiveAttribute, Tuples};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A table as models see it when they are bound to it.
#[derive(Debug, Clone, Copy)]
pub struct Binding<'a> {
    /// The table.
    pub tuples: &'a Tuples,
    /// The attribute of the cells that names the provider of a record, if there is one; the others are sensitive.
    pub provider: Option<&'a str>,
    /// The sensitive attributes whose missing values count as no value; elsewhere they are one value more.
    pub missing_is_no_value: &'a BTreeSet<String>,
}

impl<'a> Binding<'a> {
    /// The attribute that names the provider of a record.
    pub fn provider(&self) -> Option<&'a SensitiveAttribute> {
        let name = self.provider?;
        self.tuples.sensitive().iter().find(|attribute| attribute.name == name)
    }

    /// The sensitive attributes; the provider stands behind them and is none.
    pub(crate) fn sensitive(&self) -> impl Iterator<Item = &'a SensitiveAttribute> + use<'a> {
        let provider = self.provider;
        self.tuples.sensitive().iter().filter(move |attribute| Some(attribute.name.as_str()) != provider)
    }

    /// The attributes a model is about, each of which must meet it.
    pub(crate) fn subjects(&self, of: &SensitiveScope) -> Vec<Cow<'a, SensitiveAttribute>> {
        let each = self.sensitive();
        match of {
            SensitiveScope::Each => each.map(Cow::Borrowed).collect(),
            SensitiveScope::Column(column) => {
                each.filter(|attribute| attribute.name == *column).map(Cow::Borrowed).collect()
            }
            SensitiveScope::Joint => {
                let all: Vec<usize> = (0..each.count()).collect();
                vec![Cow::Owned(joint_attribute(self.tuples, &all))]
            }
        }
    }

    /// The values of an attribute that do not count for l-diversity: missing ones, where the request says so. A
    /// combination does not count when one of its values does not.
    pub(crate) fn no_values(&self, attribute: &SensitiveAttribute, of: &SensitiveScope) -> Vec<u32> {
        if *of != SensitiveScope::Joint {
            return self.missing_no_values(attribute).to_vec();
        }
        let mut none = Vec::new();
        for part in self.sensitive() {
            let missing = self.missing_no_values(part);
            let cells = attribute.of_cell.iter().zip(&part.of_cell);
            none.extend(
                cells.filter(|(_, value)| missing.contains(value)).map(|(&combination, _)| combination),
            );
        }
        none.sort_unstable();
        none.dedup();
        none
    }

    /// The missing values of a sensitive attribute, if they are to count as none.
    pub(crate) fn missing_no_values<'b>(&self, attribute: &'b SensitiveAttribute) -> &'b [u32] {
        if self.missing_is_no_value.contains(&attribute.name) { &attribute.missing } else { &[] }
    }
}

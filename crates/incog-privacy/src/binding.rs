//! What models are bound to.

use crate::by_unit::{ByUnit, People};
use crate::joint_attribute::joint_attribute;
use crate::{ClassModel, OwnK, ParameterError, SensitiveScope};
use incog_card::is_planted;
use incog_data::{SensitiveAttribute, Tuples};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A table as models see it when they are bound to it.
#[derive(Debug, Clone)]
pub struct Binding<'a> {
    tuples: &'a Tuples,
    provider: Option<&'a SensitiveAttribute>,
    unit: Option<&'a SensitiveAttribute>,
    /// Looked up once, however many models there are.
    people: Option<People>,
    /// The attribute that says how strongly each person is to be protected.
    own_k: Option<&'a SensitiveAttribute>,
    missing_is_no_value: &'a BTreeSet<String>,
}

impl<'a> Binding<'a> {
    /// The table of `tuples`.
    ///
    /// `provider` is the attribute of the cells that names the provider of a record, if there is
    /// one. `unit` is the one that names the person or household a record is about; with it people
    /// are counted, without it records. All other attributes are sensitive. Missing values of those
    /// in `missing_is_no_value` count as no value; in the others they are one value more.
    pub fn new(
        tuples: &'a Tuples,
        provider: Option<&str>,
        unit: Option<&str>,
        missing_is_no_value: &'a BTreeSet<String>,
    ) -> Self {
        let named = |name: &str| tuples.sensitive().iter().find(|attribute| attribute.name == name);
        let unit = unit.and_then(named);
        let people = unit.map(|unit| People::new(unit, tuples));
        Self { tuples, provider: provider.and_then(named), unit, people, own_k: None, missing_is_no_value }
    }

    /// With the attribute of the cells that says how strongly each person is to be protected, if
    /// there is one.
    #[must_use]
    pub fn with_own_k(self, name: Option<&str>) -> Self {
        let named = |name: &str| self.tuples.sensitive().iter().find(|attribute| attribute.name == name);
        Self { own_k: name.and_then(named), ..self }
    }

    /// The attribute that names the provider of a record.
    pub fn provider(&self) -> Option<&'a SensitiveAttribute> {
        self.provider
    }

    /// The sensitive attributes; provider, own k and unit come after them and are not sensitive.
    pub(crate) fn sensitive(&self) -> impl Iterator<Item = &'a SensitiveAttribute> + use<'a> {
        let others = [self.provider, self.own_k, self.unit].map(|other| other.map(|other| &other.name));
        self.tuples.sensitive().iter().filter(move |attribute| !others.contains(&Some(&attribute.name)))
    }

    /// How many people, or records, the table has.
    pub(crate) fn units(&self) -> u64 {
        self.people.as_ref().map_or_else(|| self.records(), |people| people.count(self.tuples))
    }

    /// Records that are not noise.
    pub(crate) fn records(&self) -> u64 {
        self.tuples.real_rows()
    }

    /// Everybody's own k, but at least `k`; `None` where no column says it.
    pub(crate) fn own_k(&self, k: u64) -> Result<Option<OwnK>, ParameterError> {
        let Some(own_k) = self.own_k else { return Ok(None) };
        let own = OwnK::new(own_k, k)?;
        Ok(Some(match &self.people {
            Some(people) => own.of_people(people.of_cell()),
            None => own,
        }))
    }

    /// A model that counts people or records, as this binding does; it is about an attribute of the
    /// cells, or only about how many there are.
    pub(crate) fn counting(
        &self,
        model: Box<dyn ClassModel>,
        about: Option<&SensitiveAttribute>,
    ) -> Box<dyn ClassModel> {
        match &self.people {
            Some(_) if is_planted("records are counted for people") => model,
            None => model,
            Some(people) => Box::new(ByUnit::new(model, people.clone(), about)),
        }
    }

    /// A model of each attribute that it is about, counting what this binding counts.
    pub(crate) fn each_subject(
        &self,
        of: &SensitiveScope,
        model: impl Fn(&SensitiveAttribute) -> Result<Box<dyn ClassModel>, ParameterError>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        let subjects = self.subjects(of);
        subjects.iter().map(|about| Ok(self.counting(model(about)?, Some(about)))).collect()
    }

    /// The attributes a model is about, each of which must meet it.
    pub(crate) fn subjects(&self, of: &SensitiveScope) -> Vec<Cow<'a, SensitiveAttribute>> {
        let subjects = self.subjects_of_records(of);
        let Some(people) = &self.people else { return subjects };
        let of_people = |attribute: Cow<'a, SensitiveAttribute>| {
            let totals = people.totals(&attribute, self.tuples);
            Cow::Owned(SensitiveAttribute { totals, ..attribute.into_owned() })
        };
        subjects.into_iter().map(of_people).collect()
    }

    fn subjects_of_records(&self, of: &SensitiveScope) -> Vec<Cow<'a, SensitiveAttribute>> {
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

    /// The values of an attribute that do not count for l-diversity: missing ones, where the
    /// request says so. A combination does not count when one of its values does not count.
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

    /// The missing values of a sensitive attribute, if they are to count as no value.
    pub(crate) fn missing_no_values<'b>(&self, attribute: &'b SensitiveAttribute) -> &'b [u32] {
        if self.missing_is_no_value.contains(&attribute.name) { &attribute.missing } else { &[] }
    }
}

//! k-anonymity.

use crate::{
    Binding, Census, ClassModel, Criterion, Direction, Model, ModelEntry, Needs, Of, Others, ParameterError,
    Retained,
};
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range};
use incog_data::ClassView;

/// Its name in the job file.
const NAME: &str = "k-anonymity";

/// What the criterion about everybody's own k counts in a class.
const BELOW_OWN_K: &str = "below their own k";

/// The parameter of models that bound the size of a class.
pub(crate) const K: Parameter =
    Parameter::new("k", "smallest size of a class", Range::Whole(1, i64::MAX), ParameterDefault::Required)
        .ruled("k is at least 1");

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: NAME,
        audience: CardAudience::Product,
        summary: "every class has at least k records, so each record looks like at least k - 1 others",
        reference: "Sweeney, k-anonymity: a model for protecting privacy, IJUFKS 10(5), 2002, doi:10.1142/S0218488502001648",
        parameters: &[K],
        caveat: Some(
            "k-anonymity hides a person among at least k records. It does not hide what these records have \
             in common: if all records of a class share a sensitive value, anybody who knows that a person \
             is in the class learns it (homogeneity).",
        ),
    },
    needs: Needs { sensitive: false, provider: false, others: None, drawn: false },
    read: |parameters| Ok(Box::new(KAnonymity::with_name(NAME, parameters.whole(K.name)?))),
};

/// Every class has at least `k` records.
///
/// A part of a class that is too small is smaller still, so the class stays whole or goes, and
/// `retain` is exact.
///
/// Reference: Sweeney, "k-anonymity: a model for protecting privacy", 2002,
/// doi:10.1142/S0218488502001648.
///
/// ```
/// use incog_data::{CellCount, ClassView};
/// use incog_privacy::{ClassModel, KAnonymity};
/// let model = KAnonymity::new(3).unwrap();
/// assert!(!model.holds(&ClassView::new(&[CellCount { cell: 0, count: 2 }])));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KAnonymity {
    /// The model that a job asks for, which may be another one that comes down to a number of
    /// records.
    name: &'static str,
    k: u64,
    asked: u64,
}

impl KAnonymity {
    /// The model with classes of at least `k` records; `k` must not be 0.
    pub fn new(k: u64) -> Result<Self, ParameterError> {
        Ok(Self::with_name(NAME, ParameterError::positive(NAME, "k", k)?))
    }

    /// A model of another name that comes down to classes of at least `k` records.
    pub(crate) fn with_name(name: &'static str, k: u64) -> Self {
        let k = k - u64::from(is_planted("k - 1, also where it is measured") && k > 1);
        Self { name, k, asked: k }
    }

    /// As a search asks it of the classes of a table.
    pub(crate) fn bound_to(self, binding: &Binding<'_>) -> Vec<Box<dyn ClassModel>> {
        vec![binding.counting(Box::new(self), None)]
    }

    /// Sets the k of metrics that count in units of k.
    pub(crate) fn measured_in_units_of(self, asked: u64) -> Self {
        Self { asked, ..self }
    }

    /// The smallest number of records that a class may have.
    pub fn k(&self) -> u64 {
        self.k
    }
}

impl Model for KAnonymity {
    fn criteria(&self, asked: &Parameters, whole: &Census) -> Vec<Criterion> {
        let size = Criterion::new(asked, Of::Records, Direction::AtLeast, self.k as f64);
        let mut all = vec![size.with_smallest_class(self.k)];
        if whole.has_own_k {
            all.push(Criterion::new(asked, Of::OwnK, Direction::AtMost, 0.0).with_variant(BELOW_OWN_K));
        }
        all
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        let mut models = self.bound_to(binding);
        models.extend(binding.own_k(self.k)?.map(|own| Box::new(own) as Box<dyn ClassModel>));
        Ok(models)
    }
}

impl ClassModel for KAnonymity {
    fn name(&self) -> &'static str {
        self.name
    }

    fn required(&self) -> f64 {
        self.k as f64
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        class.size as f64
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0 || class.size + u64::from(is_planted("k - 1 in the search")) >= self.k
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        Retained::whole_or_nothing(class, self.holds(class))
    }

    fn minimum_size(&self) -> u64 {
        self.k - u64::from(is_planted("k - 1 in the search") && self.k > 1)
    }

    fn asked_size(&self) -> Option<u64> {
        Some(self.asked)
    }

    fn is_size_only(&self) -> bool {
        true
    }

    fn is_upward_closed(&self) -> bool {
        true
    }
}

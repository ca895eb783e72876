//! Treatments as a job asks for them.

use crate::treatments::treatment_with;
use crate::{
    AutomaticBase, ChanceTest, NeededKey, TreatedGroup, Treatment, TreatmentContext, TreatmentEntry,
    TreatmentError,
};
use incog_card::{Parameters, Refusal, Value};
use incog_data::{Column, QuantileLimits};
use std::fmt::{Debug, Formatter};
use std::sync::Arc;

/// Parameters that a draw does not depend on: paths of keys, and how dates are written.
const SAYS_NOTHING_OF_THE_DRAW: [&str; 2] = ["shift_days", "format"];

/// A treatment with its parameters, as a job asks for it.
///
/// ```
/// use incog_treatment::TreatmentSpec;
/// let round = TreatmentSpec::said([("round", 10.into())])?;
/// assert_eq!(round.name(), "round");
/// assert!(TreatmentSpec::said([("round", (-1).into())]).is_err());
/// assert!(TreatmentSpec::said([("rounded", 10.into())]).is_err());
/// # Ok::<(), incog_card::Refusal>(())
/// ```
#[derive(Clone)]
pub struct TreatmentSpec {
    entry: &'static TreatmentEntry,
    parameters: Parameters,
    treatment: Arc<dyn Treatment>,
}

impl TreatmentSpec {
    /// The treatment that has these parameters.
    ///
    /// # Errors
    /// When no treatment has them all, or one is out of range or missing.
    pub fn said<'a>(said: impl IntoIterator<Item = (&'a str, Value)>) -> Result<Self, Refusal> {
        let said: Vec<(&str, Value)> = said.into_iter().collect();
        let entry = treatment_with(said.iter().map(|(name, _)| *name))?;
        let parameters = Parameters::said(&entry.card, said)?;
        parameters.check()?;
        let treatment = (entry.read)(&parameters)?.into();
        Ok(Self { entry, parameters, treatment })
    }

    /// What there is to know of it.
    pub fn entry(&self) -> &'static TreatmentEntry {
        self.entry
    }

    /// Its name, that of its card.
    pub fn name(&self) -> &'static str {
        self.entry.card.name
    }

    /// The parameters, in their ranges.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The key it needs.
    pub fn needed_key(&self) -> NeededKey {
        (self.entry.key)(&self.parameters)
    }

    /// The column as it is published.
    ///
    /// # Errors
    /// As [`Treatment::treat`].
    pub fn treat(&self, column: &Column, with: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        self.treatment.treat(column, with)
    }

    /// The quantiles at which published numbers are coded: [`Treatment::limits`].
    pub fn limits(&self) -> Option<QuantileLimits> {
        self.treatment.limits()
    }

    /// The base that follows from the published numbers: [`Treatment::automatic_base`].
    pub fn automatic_base(&self) -> Option<AutomaticBase> {
        self.treatment.automatic_base()
    }

    /// Whether released cells can be what chance made: [`Treatment::chance_tests`].
    pub fn chance_tests(&self, groups: &[TreatedGroup<'_>]) -> Vec<ChanceTest> {
        self.treatment.chance_tests(groups)
    }

    /// Whether it makes of the same value of the same person, with the same key, what another one
    /// makes: both draw one number, and several results tell no more than one.
    pub fn draws_like(&self, other: &Self) -> bool {
        let says_it = |name: &str| !SAYS_NOTHING_OF_THE_DRAW.contains(&name);
        let names = self.entry.card.parameters.iter().map(|parameter| parameter.name);
        let alike = |name: &str| {
            let numbers = self.parameters.number(name).ok().zip(other.parameters.number(name).ok());
            match numbers {
                Some((one, other)) => one == other,
                None => self.parameters.get(name) == other.parameters.get(name),
            }
        };
        self.name() == other.name() && names.filter(|name| says_it(name)).all(alike)
    }

    /// A copy with other values of some parameters.
    ///
    /// # Errors
    /// When one is out of its range, or the treatment has no such parameter.
    pub fn with<'a>(&'a self, others: impl IntoIterator<Item = (&'a str, Value)>) -> Result<Self, Refusal> {
        let others: Vec<(&str, Value)> = others.into_iter().collect();
        let is_new = |name: &str| others.iter().any(|(other, _)| *other == name);
        let said = self.parameters.written().filter(|(name, _)| !is_new(name));
        let said: Vec<(&str, Value)> = said.map(|(name, value)| (name, value.clone())).collect();
        Self::said(said.into_iter().chain(others))
    }
}

/// The treatment with the same parameters.
impl PartialEq for TreatmentSpec {
    fn eq(&self, other: &Self) -> bool {
        self.parameters == other.parameters
    }
}

/// `round { round = 10 }`
impl Debug for TreatmentSpec {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        self.parameters.fmt(f)
    }
}

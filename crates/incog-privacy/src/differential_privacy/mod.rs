//! (ε, δ)-differential privacy by drawing records and publishing large classes of what was drawn.

mod smallest_class;
#[cfg(test)]
mod tests;

use crate::{
    Binding, Census, ClassModel, Criterion, Direction, DrawnShare, KAnonymity, LevelChoice, Model,
    ModelEntry, Needs, Of, Others, ParameterError,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal};
use smallest_class::Mechanism;

/// Its name in the job file.
const NAME: &str = "differential-privacy";

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: NAME,
        audience: CardAudience::Product,
        summary: "one record more or less changes the probability of any release by at most the factor \
            e^epsilon, except with probability delta; records are drawn with the secret",
        reference: "Bild, Kuhn, Prasser, SafePub: a truthful data anonymization algorithm with strong privacy guarantees, PoPETs 2018(1), doi:10.1515/popets-2018-0004; \
                    Li, Qardaji, Su, On sampling, anonymization, and differential privacy, ASIACCS 2012, doi:10.1145/2414456.2414474",
        parameters: &[
            Parameter::new(
                "epsilon",
                "the exponent of the factor e^epsilon by which one record may change a probability",
                Range::Number(0.01, 5.0),
                ParameterDefault::Required,
            )
            .ruled("epsilon is from 0.01 to 5"),
            Parameter::new(
                "delta",
                "the probability that the bound is missed; far less than 1 over the number of people",
                Range::Number(1e-10, 0.5),
                ParameterDefault::Required,
            )
            .ruled("delta is from 1e-10 to 0.5"),
            LEVELS,
        ],
        caveat: Some(
            "Differential privacy covers the release and the files beside it, for one record more or less. \
             It protects people only if each has one record, and only against attackers without the \
             secret. Releases add up: two about the same people promise the sum of their epsilons and \
             deltas. The job is assumed not to depend on the records: its levels, its hierarchy files, and \
             the decision to publish. Facts about many people are published, and delta is the probability \
             that the promise is missed.",
        ),
    },
    needs: Needs { sensitive: false, provider: false, others: None, drawn: true },
    read: |parameters| {
        let (epsilon, delta) = (parameters.number("epsilon")?, parameters.number("delta")?);
        if parameters.get(LEVELS.name).is_none() {
            return Ok(Box::new(DifferentialPrivacy::new(epsilon, delta)));
        }
        let levels = parameters.number(LEVELS.name)?;
        // Both are decimals, and their difference is not.
        if epsilon - levels < LEAST_EPSILON * (1.0 - 1e-9) {
            let why = "the choice of levels must leave at least 0.01 of epsilon to draw records";
            return Err(Refusal::Contradiction { first: LEVELS.name, second: "epsilon", why });
        }
        Ok(Box::new(DifferentialPrivacy::with_levels(epsilon, delta, levels)))
    },
};

/// The part of ε that the choice of levels takes.
const LEVELS: Parameter = Parameter::new(
    "levels",
    "the part of epsilon to spend on a choice of levels; without it, the job fixes all levels",
    Range::Number(0.001, 4.99),
    ParameterDefault::Nothing,
)
.ruled("levels is from 0.001 to 4.99");

/// With less nearly nobody is drawn.
const LEAST_EPSILON: f64 = 0.01;

/// Records are drawn with a probability β, and only classes of at least `k` drawn records are
/// published.
///
/// With levels that do not depend on the data, or that a part of ε has chosen ([`LevelChoice`]),
/// that is (ε, δ)-differentially private: what is published of a record is a function of it alone,
/// and of each class nothing is told but how many drawn records it has, if these are `k` or more. β
/// is the largest that ε allows, `1 - e^-ε`, rounded down ([`DrawnShare`]); `k` is the least for
/// which δ is kept, with every rounding on the safe side. Bound to tuples it asks for classes of
/// `k`: the promise is about them only if their records were drawn, which is for whoever has the
/// table to do. The proof and the formulas stand in `smallest_class.rs`.
///
/// ```
/// use incog_privacy::DifferentialPrivacy;
/// let model = DifferentialPrivacy::new(1.0, 1e-4);
/// assert_eq!(model.k(), 47);
/// assert!((model.share().probability() - 0.632_120_558).abs() < 1e-9);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DifferentialPrivacy {
    epsilon: f64,
    delta: f64,
    share: DrawnShare,
    k: u64,
    levels: Option<LevelChoice>,
}

impl DifferentialPrivacy {
    /// The model for ε from 0.01 to 5 and δ from 10⁻¹⁰ to 0.5; the nearest of these stand for what
    /// lies outside.
    pub fn new(epsilon: f64, delta: f64) -> Self {
        let (epsilon, delta) = (epsilon.clamp(LEAST_EPSILON, 5.0), delta.clamp(1e-10, 0.5));
        let share = DrawnShare::from_epsilon(epsilon);
        Self { epsilon, delta, share, k: Mechanism::new(epsilon, share).least_k(delta), levels: None }
    }

    /// The model where `levels` of ε are spent on a choice of levels, and records are drawn with
    /// what is left.
    ///
    /// ```
    /// use incog_privacy::DifferentialPrivacy;
    /// let model = DifferentialPrivacy::with_levels(1.1, 1e-4, 0.1);
    /// assert_eq!(model.k(), 47);
    /// assert!(model.level_choice().is_some());
    /// ```
    pub fn with_levels(epsilon: f64, delta: f64, levels: f64) -> Self {
        // What is left is never less than what records are drawn with.
        let levels = levels.min(epsilon - LEAST_EPSILON).max(0.0);
        let drawn = Self::new(epsilon - levels, delta);
        Self { levels: Some(LevelChoice::new(levels, drawn.share, drawn.k)), ..drawn }
    }

    /// How levels are chosen, where a part of ε is spent on that.
    pub fn level_choice(&self) -> Option<LevelChoice> {
        self.levels
    }

    /// The least number of drawn records of a class that is published.
    pub fn k(&self) -> u64 {
        self.k
    }

    /// With which probability each record is drawn.
    pub fn share(&self) -> DrawnShare {
        self.share
    }

    /// No less than the δ that `k` keeps, and no more than the one asked for.
    pub fn delta(&self) -> f64 {
        Mechanism::new(self.epsilon, self.share).delta(self.k)
    }
}

impl Model for DifferentialPrivacy {
    fn criteria(&self, asked: &Parameters, _: &Census) -> Vec<Criterion> {
        let drawn = self.share.probability();
        let size = Criterion::new(asked, Of::Records, Direction::AtLeast, self.k as f64);
        let spent = spent(asked);
        let size = size.with_variant(format!("{spent}, k, drawn with probability {drawn:.6}"));
        let delta = Criterion::new(asked, Of::Records, Direction::AtMost, self.delta);
        let delta = delta.with_variant(format!("{spent}, delta"));
        [size, delta].map(|criterion| criterion.with_smallest_class(self.k)).to_vec()
    }

    fn drawn_share(&self) -> Option<DrawnShare> {
        Some(self.share)
    }

    fn level_choice(&self) -> Option<LevelChoice> {
        self.levels
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        Ok(KAnonymity::with_name(NAME, self.k).bound_to(binding))
    }
}

/// What is promised, and which part of it is spent on levels.
fn spent(asked: &Parameters) -> String {
    // They were read when the model was made.
    let of = |name: &str| asked.number(name).unwrap_or(f64::NAN);
    let levels = asked.get(LEVELS.name).map(|_| format!(", levels = {}", of(LEVELS.name)));
    format!("epsilon = {}{}", of("epsilon"), levels.unwrap_or_default())
}

//! k-map: by a table of the population, or estimated where there is none.

use crate::k_anonymity::K;
use crate::poisson::PoissonTail;
use crate::{
    Binding, Census, ClassModel, Criterion, Direction, KAnonymity, Model, ModelEntry, Needs, Of, Others,
    ParameterError, Retained,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal};
use incog_data::ClassView;

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "k-map",
        audience: CardAudience::Product,
        summary: "at least k people of the population match each class: counted in privacy.population, or estimated with a sampling fraction",
        reference: "Sweeney, Computational disclosure control, PhD thesis, MIT, 2001; El Emam, Dankar, Protecting privacy using k-anonymity, JAMIA 15(5), 2008, doi:10.1197/jamia.M2716",
        parameters: &[
            // More than a thousand million are no sample of people.
            Parameter::new(
                "k",
                "smallest size of a class in the population",
                Range::Whole(1, 1_000_000_000),
                ParameterDefault::Required,
            )
            .ruled("k is from 1 to 1000000000"),
            Parameter::new(
                "sampling_fraction",
                "without a population: the share of the population in the table, which is a simple random \
                 sample of it",
                Range::Above(0.0, 1.0),
                ParameterDefault::Nothing,
            )
            .ruled("sampling_fraction is more than 0 and at most 1"),
            Parameter::new(
                "significance",
                "with a sampling fraction: the highest probability of a class of its size, if only k people \
                 of the population match it; default 0.1",
                Range::Above(0.0, 1.0),
                ParameterDefault::Nothing,
            )
            .ruled("significance is more than 0 and at most 1"),
            Parameter::new(
                "estimator",
                "with a sampling fraction: the distribution of the size of a class in the sample; default \
                 truncated, because classes without records are not observed",
                Range::Words(&["zero-truncated-poisson", "poisson"]),
                ParameterDefault::Nothing,
            ),
        ],
        caveat: Some(
            "k-map protects people if the attacker does not know that they are in the table; otherwise \
             only k-anonymity of the table counts. With a table of the population, it is as good as that \
             table is complete, and it does not protect against attackers who know more columns. Estimated \
             k-map relies on the sampling fraction, and on the table being a simple random sample of the \
             population: patients of one clinic are not a random sample of a town. It tests each class by \
             itself: of the classes with fewer than k people in the population, a share as large as the \
             significance may still be published.",
        ),
    },
    needs: Needs { sensitive: false, provider: false, others: None, drawn: false },
    read: |parameters| match parameters.checked(FRACTION)? {
        Some(_) => Ok(Box::new(Estimated::read(parameters)?)),
        None => Ok(Box::new(InPopulation::read(parameters)?)),
    },
};

const FRACTION: &str = "sampling_fraction";
const SIGNIFICANCE: &str = "significance";
const ESTIMATOR: &str = "estimator";

/// The default of the two parameters that belong to a sampling fraction.
const USUAL: (f64, Estimator) = (0.1, Estimator::ZeroTruncated);

/// How many people of a class of the population are in the sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Estimator {
    Poisson,
    ZeroTruncated,
}

/// So many people of the population look like each class.
#[derive(Debug, Clone, Copy)]
struct InPopulation {
    k: u64,
}

impl InPopulation {
    fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        let idle = [SIGNIFICANCE, ESTIMATOR].into_iter().find(|name| parameters.is_said(name));
        match idle {
            Some(parameter) => {
                let why = "it is only for an estimate; set sampling_fraction, too";
                Err(Refusal::Idle { parameter, why })
            }
            None => Ok(Self { k: parameters.whole(K.name)? }),
        }
    }
}

impl Model for InPopulation {
    fn criteria(&self, asked: &Parameters, _: &Census) -> Vec<Criterion> {
        let people = Criterion::new(asked, Of::Population, Direction::AtLeast, self.k as f64);
        vec![people.with_variant("by a table of the population")]
    }

    fn reads_population(&self) -> bool {
        true
    }

    fn bind(&self, _: &Binding<'_>, _: &Others<'_>) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        Ok(vec![Box::new(*self)])
    }
}

/// Whoever looks like a class looks like all that it is a part of, so a class stays whole or goes.
/// Where nobody knows how many look like it, it goes.
impl ClassModel for InPopulation {
    fn name(&self) -> &'static str {
        ENTRY.card.name
    }

    fn required(&self) -> f64 {
        self.k as f64
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        class.population.unwrap_or(0) as f64
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0 || class.population.is_some_and(|people| people >= self.k)
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        Retained::whole_or_nothing(class, self.holds(class))
    }

    fn is_upward_closed(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Estimated {
    k: u64,
    sampling_fraction: f64,
    significance: f64,
    estimator: Estimator,
}

impl Estimated {
    fn read(parameters: &Parameters) -> Result<Self, Refusal> {
        let estimators =
            [("zero-truncated-poisson", Estimator::ZeroTruncated), ("poisson", Estimator::Poisson)];
        Ok(Self {
            k: parameters.whole(K.name)?,
            sampling_fraction: parameters.number(FRACTION)?,
            significance: match parameters.checked(SIGNIFICANCE)? {
                Some(_) => parameters.number(SIGNIFICANCE)?,
                None => USUAL.0,
            },
            estimator: match parameters.checked(ESTIMATOR)? {
                Some(_) => parameters.choice(ESTIMATOR, &estimators)?,
                None => USUAL.1,
            },
        })
    }

    /// The fewest records of a class in the table that speak against fewer than k people in the
    /// population.
    ///
    /// Of `F` people in the population, `f` are in the sample, and `f` is Poisson with mean
    /// `sampling fraction * F`. That there are as few as `k` is rejected by a class of `f'` records
    /// where `P(f >= f' | F = k)` is at most the significance; with the truncated distribution,
    /// `P(f >= f' | F = k, f >= 1)`. A class of `k` records has `k` people in the population
    /// whatever the sample is, so no more are asked for.
    fn least_records(&self) -> u64 {
        let tail = PoissonTail::new(self.sampling_fraction * self.k as f64);
        let seen = match self.estimator {
            Estimator::Poisson => 1.0,
            Estimator::ZeroTruncated => tail.at_least(1),
        };
        tail.least_with(self.significance * seen).clamp(1, self.k)
    }
}

/// A class that is large enough stays so whatever else comes to it.
impl Model for Estimated {
    fn criteria(&self, asked: &Parameters, _: &Census) -> Vec<Criterion> {
        let chance = Criterion::new(asked, Of::Records, Direction::AtMost, self.significance);
        let kind = match self.estimator {
            Estimator::Poisson => "Poisson",
            Estimator::ZeroTruncated => "zero-truncated Poisson",
        };
        vec![
            chance
                .with_variant(format!("k = {}, estimated, {kind}", self.k))
                .with_smallest_class(self.least_records()),
        ]
    }

    fn bind(
        &self,
        binding: &Binding<'_>,
        _: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        Ok(KAnonymity::with_name(ENTRY.card.name, self.least_records()).bound_to(binding))
    }
}

#[cfg(test)]
mod tests {
    use super::{Estimated, Estimator};

    fn least(k: u64, sampling_fraction: f64, significance: f64, estimator: Estimator) -> u64 {
        Estimated { k, sampling_fraction, significance, estimator }.least_records()
    }

    /// By hand: with a mean of 1/2, `e^-0.5` = 0.60653 are without records and 0.30327 have one; so
    /// 0.09020 have two or more, 0.22925 of those that are seen; and 0.01439 three or more, 0.03657
    /// of those that are seen.
    #[test]
    fn tests_by_hand() {
        assert_eq!(least(5, 0.1, 0.1, Estimator::Poisson), 2);
        assert_eq!(least(5, 0.1, 0.09, Estimator::Poisson), 3);
        assert_eq!(least(5, 0.1, 0.1, Estimator::ZeroTruncated), 3);
        assert_eq!(least(5, 0.1, 0.23, Estimator::ZeroTruncated), 2);
    }

    /// A sample that is the whole population, and a test that is never sure, ask for k itself; a
    /// test that is always sure for one record.
    #[test]
    fn never_more_than_k_itself() {
        for k in [1, 2, 5, 100, 1_000_000_000] {
            for estimator in [Estimator::Poisson, Estimator::ZeroTruncated] {
                assert_eq!(least(k, 1.0, 0.1, estimator), k);
                assert_eq!(least(k, 0.5, f64::MIN_POSITIVE, estimator).min(k.min(100)), k.min(100));
                assert_eq!(least(k, 1e-300, 1.0, estimator), 1);
            }
        }
    }
}

//! How many people are unique in the population that a table is a sample of.

use super::class_sizes::Hiding;
use super::{pitman, slide_negative_binomial, zayatz};
use serde::Serialize;

/// A sample: how many of it hide among how many, and what share of the population it is.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    /// Classes by size, ascending.
    pub classes: Vec<(u64, u64)>,
    /// The share of the population that is in the sample, above 0 and below 1.
    pub fraction: f64,
}

impl Sample {
    pub fn new(hiding: &[Hiding], fraction: f64) -> Self {
        Self { classes: hiding.iter().map(|one| (one.size, one.classes)).collect(), fraction }
    }

    /// Records, or people, of the sample.
    pub fn size(&self) -> u64 {
        self.classes.iter().map(|(size, classes)| size * classes).sum()
    }

    /// Classes of the sample.
    pub fn count(&self) -> u64 {
        self.classes.iter().map(|(_, classes)| classes).sum()
    }

    /// Classes of one.
    pub fn uniques(&self) -> u64 {
        self.classes.iter().find(|(size, _)| *size == 1).map_or(0, |(_, classes)| *classes)
    }

    /// The size of the population.
    pub fn population(&self) -> f64 {
        self.size() as f64 / self.fraction
    }
}

/// Estimates of how many are unique in the population, by models of how its classes are made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PopulationUniques {
    /// The share of the population that the table is, as it was told.
    pub sampling_fraction: f64,
    /// The size of the population that follows.
    pub population: f64,
    /// Uniques of the table.
    pub sample_uniques: u64,
    /// Pitman's model (Hoshino 2001); `None` where it fits no parameters.
    pub pitman: Option<f64>,
    /// Zayatz's estimate (1991).
    pub zayatz: Option<f64>,
    /// The slide negative binomial model (Chen, Keller-McNulty 1998); `None` where it fits no
    /// parameters.
    pub slide_negative_binomial: Option<f64>,
    /// The estimate that the decision rule chooses: Pitman's for samples of up to a tenth,
    /// otherwise the lower of the other two; Zayatz's where the model of choice does not fit.
    pub decided: Option<f64>,
    /// The model that it is of.
    pub decided_by: Option<&'static str>,
    /// The estimate by the population.
    pub share: Option<f64>,
}

/// All estimates, and the one that the rule of Dankar, El Emam, Neisa, Roffey chooses ("Estimating
/// the re-identification risk of clinical data sets", BMC Medical Informatics and Decision Making
/// 12:66, 2012, doi:10.1186/1472-6947-12-66).
pub(super) fn population_uniques(sample: &Sample) -> PopulationUniques {
    let none = sample.uniques() == 0;
    let estimate = |of: fn(&Sample) -> Option<f64>| if none { Some(0.0) } else { of(sample) };
    let pitman = estimate(pitman::uniques);
    let zayatz = estimate(zayatz::uniques);
    let slide = estimate(slide_negative_binomial::uniques);
    let by_zayatz = zayatz.map(|uniques| (uniques, "zayatz"));
    let decided = if sample.fraction <= 0.1 {
        pitman.map(|uniques| (uniques, "pitman")).or(by_zayatz)
    } else {
        let lower = slide.filter(|slide| zayatz.is_none_or(|zayatz| *slide <= zayatz));
        lower.map(|uniques| (uniques, "slide-negative-binomial")).or(by_zayatz)
    };
    PopulationUniques {
        sampling_fraction: sample.fraction,
        population: sample.population(),
        sample_uniques: sample.uniques(),
        pitman,
        zayatz,
        slide_negative_binomial: slide,
        decided: decided.map(|(uniques, _)| uniques),
        decided_by: decided.map(|(_, model)| model),
        share: decided.map(|(uniques, _)| uniques / sample.population()),
    }
}

/// Where a falling function changes its sign between two numbers; `None` where it does not.
pub(super) fn root(mut low: f64, mut high: f64, of: impl Fn(f64) -> f64) -> Option<f64> {
    if !(of(low) > 0.0 && of(high) < 0.0) {
        return None;
    }
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if of(middle) > 0.0 { low = middle } else { high = middle }
    }
    Some(low + (high - low) / 2.0)
}

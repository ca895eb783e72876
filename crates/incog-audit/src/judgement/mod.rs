//! Whether a release satisfies what is demanded: one judgement for publication and for `verify`
//! alike.
//!
//! [`criteria`] says what is demanded, [`judge`] what the release achieves. Both give a list in the
//! same order, so that two lists can be compared entry by entry: that of the report and the one
//! made here.

mod class_by_class;
mod criteria;
mod demand;
mod facts;
mod figures;
mod in_population;
mod release_counts;

pub(crate) use class_by_class::ClassJudge;
pub use criteria::{criteria, least_by_size, required_k, smallest_class};
pub use demand::Demand;
pub use facts::{PrivacyFacts, figure, optional_figure};

use crate::measure::Grouped;
use crate::{AuditError, AuditRequest, SensitiveRequest};
use incog_data::{CountedTable, Hierarchy, Table};
use incog_privacy::{Criterion, Direction, DistanceKind, MissingAs, Of, ReferenceDistribution};
use release_counts::{Judged, MeasuredCrowds};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// By how much a release may miss a parameter because of rounding.
const ROUNDING: f64 = 1e-9;

/// What a release is judged by.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// The records of the input, without noisy ones.
    pub original: CountedTable<'a>,
    /// The records that were published, without the rows that stand for suppressed ones. Includes
    /// the provider column if it is known who contributed which record.
    pub release: CountedTable<'a>,
    /// The hierarchies of the sensitive columns that have one.
    pub hierarchies: &'a BTreeMap<String, Arc<Hierarchy>>,
    /// The population, a row for each person with the labels that she has in the release; where a
    /// model asks for it.
    pub population: Option<&'a Table>,
}

/// A criterion and what the release achieves for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// What is demanded.
    pub criterion: Criterion,
    /// What was found.
    pub figure: Figure,
    /// How that was measured, for models that cannot be measured on the release alone.
    pub measured: Option<&'static str>,
    /// The figure against the shares of the release, for a criterion that compares classes with the
    /// table before suppression; `None` where the job demands it, and of values behind aggregates.
    pub against_release: Option<f64>,
}

/// What was found for a criterion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Figure {
    /// It was measured.
    Measured {
        /// The figure of the worst class. `None` where there is none: there is no class, or, for
        /// recursive diversity, no c would do.
        achieved: Option<f64>,
        /// Whether it is enough.
        satisfied: bool,
    },
    /// The evidence does not show it.
    NotShown(Unshown),
}

/// Why a criterion cannot be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unshown {
    /// It is not known which provider each record comes from.
    #[error(
        "the release has no column of providers, and the files do not show which records of a class were \
         suppressed"
    )]
    Providers,
    /// Nobody knows how strongly each person is to be protected.
    #[error(
        "the release does not have everybody's own k, and the files do not show which records of a class were \
         suppressed"
    )]
    OwnK,
    /// Nobody knows whom the records are about.
    #[error(
        "the release has no column of people, and the files do not show which records of a class were \
         suppressed"
    )]
    Units,
    /// It is not known which values the release's aggregates stand for.
    #[error(
        "the release has one value for all records of a class, and the files do not show which records of \
         the input these are"
    )]
    Aggregates,
    /// The coalitions are too many.
    #[error("there are more than {} coalitions of providers", incog_privacy::MOST_COALITIONS)]
    Coalitions,
    /// The model is about numbers, and the column has values that are neither numbers nor missing.
    #[error("the model needs numbers, and the column has values that are neither numbers nor missing")]
    Numbers,
    /// Nobody knows who the population is.
    #[error("the table of the population is missing, or it lacks a quasi-identifier of the release")]
    Population,
    /// There is no figure for the model.
    #[error("the model has no figure to measure")]
    NoFigure,
}

/// Judges a release by everything that is demanded.
///
/// It uses nothing from the search: the tables are grouped and counted by the audit itself.
///
/// # Errors
/// When the release cannot be measured; see [`AuditError`].
pub fn judge(demand: &Demand, evidence: &Evidence<'_>) -> Result<Vec<Judgement>, AuditError> {
    let criteria = criteria(demand, evidence.original);
    let request = request(demand, evidence);
    let grouped = Grouped::new(evidence.release, &request)?;
    let measured = Judged { grouped: &grouped, criteria: &criteria, evidence, demand }.measure();
    let judgement = |criterion: &Criterion| Judgement {
        figure: found(criterion, &measured),
        measured: how(criterion, demand),
        against_release: against_release(criterion, &measured),
        criterion: criterion.clone(),
    };
    Ok(criteria.iter().map(judgement).collect())
}

/// How figures about providers and people are measured, and those about values that are published
/// as aggregates.
fn how(criterion: &Criterion, demand: &Demand) -> Option<&'static str> {
    if *criterion.about() == Of::Population {
        return Some("on the written release, by counting the people of the population with the same labels");
    }
    if demand.aggregated.iter().any(|column| criterion.is_about(column)) {
        Some(
            "on the written release, with each row matched to its record, which has the value behind the \
             aggregate",
        )
    } else if demand.unit.is_some() {
        Some("on the written release, with each row matched to its record, which names the person")
    } else if *criterion.about() == Of::OwnK {
        Some("on the written release, with each row matched to its record, which says its own k")
    } else if !criterion.needs_providers() {
        None
    } else if demand.provider_published {
        Some("on the written release, which names the providers")
    } else {
        Some("on the written release, with each row matched to its record, which names the provider")
    }
}

fn request<'a>(demand: &Demand, evidence: &Evidence<'a>) -> AuditRequest<'a> {
    let sensitive = |(name, missing): &(String, MissingAs)| SensitiveRequest {
        hierarchy: evidence.hierarchies.get(name).cloned(),
        missing: *missing,
        name: name.clone(),
    };
    let is_known = |name: &String| evidence.release.column(name).is_some();
    AuditRequest {
        quasi_identifiers: demand.quasi_identifiers.clone(),
        sensitive: demand.sensitive.iter().map(sensitive).collect(),
        provider: demand.provider.clone().filter(is_known),
        own_k: demand.own_k.clone().filter(is_known),
        unit: demand.unit.clone().filter(is_known),
        original: Some(evidence.original),
        recursive_l: Vec::new(),
        coalition: 0,
        ..AuditRequest::default()
    }
}

/// What was found for a criterion.
fn found(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Figure {
    let figure = match measured.judged.are_people_unknown() {
        true if *criterion.about() != Of::Providers => Err(Unshown::Units),
        _ => figures::figure(criterion, measured),
    };
    match figure {
        Err(why) => Figure::NotShown(why),
        Ok(achieved) => {
            let satisfied = measured.measurement.records == 0
                || achieved
                    .is_some_and(|achieved| is_enough(achieved, criterion.direction(), criterion.required()));
            Figure::Measured { achieved, satisfied }
        }
    }
}

/// The figure of a criterion against the shares of the release, where it is one against the table.
fn against_release(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Option<f64> {
    let is_demanded = ReferenceDistribution::read(criterion.asked()) == Ok(ReferenceDistribution::Release);
    let mut aggregated = measured.judged.demand.aggregated.iter();
    if criterion.reference() != Some(ReferenceDistribution::Table)
        || is_demanded
        || measured.judged.are_people_unknown()
        || aggregated.any(|column| criterion.is_about(column))
    {
        return None;
    }
    let of_release = criterion.clone().comparing_with(ReferenceDistribution::Release);
    figures::figure(&of_release, measured).ok().flatten()
}

/// Whether the figure against the shares of the release is another one than that against the table.
fn differs(of_table: Option<f64>, of_release: f64) -> bool {
    of_table.is_none_or(|of_table| (of_release - of_table).abs() > ROUNDING)
}

/// Whether a figure is on the right side of a parameter, up to rounding.
fn is_enough(achieved: f64, direction: Direction, required: f64) -> bool {
    let rounding = ROUNDING * required.abs().max(1.0);
    match direction {
        Direction::AtLeast => achieved >= required - rounding,
        Direction::AtMost => achieved <= required + rounding,
        Direction::Below => achieved < required,
    }
}

impl Judgement {
    /// Whether the release satisfies what is demanded, as far as that is known.
    pub fn is_satisfied(&self) -> bool {
        matches!(self.figure, Figure::Measured { satisfied: true, .. })
    }

    /// The figure against the shares of the release, where it follows from published records alone:
    /// a hierarchy may be made of suppressed values, too.
    pub fn published_against_release(&self) -> Option<f64> {
        let distance = DistanceKind::read(self.criterion.asked());
        self.against_release.filter(|_| distance != Ok(DistanceKind::Hierarchical))
    }

    /// The entry of the report. A criterion that is not shown has no figure and is not satisfied.
    pub fn facts(&self) -> PrivacyFacts {
        let (achieved, satisfied) = match self.figure {
            Figure::Measured { achieved, satisfied } => (achieved, satisfied),
            Figure::NotShown(_) => (None, false),
        };
        let criterion = &self.criterion;
        PrivacyFacts {
            model: criterion.model().to_owned(),
            column: criterion.column(),
            variant: criterion.variant().map(str::to_owned),
            direction: criterion.direction(),
            required: criterion.required(),
            achieved,
            against_release: self.against_release.filter(|found| differs(achieved, *found)),
            satisfied,
            measured: self.measured.map(str::to_owned),
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts().fmt(f)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

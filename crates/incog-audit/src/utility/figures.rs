//! All utility figures of a release.

use super::Attribute;
use super::divergence::divergence;
use super::entropy::ReleasedRows;
use super::squared_error::{squared_error, squared_error_of};
use crate::grouping::{Codes, Grouping};
use incog_card::Parameters;
use incog_data::RecordCounts;
use incog_utility::{CpgenFitness, KlSum, Objective, SuppressedEntropy, SuppressedPrecision};
use rayon::prelude::*;

/// What the utility figures are computed from.
pub struct UtilityEvidence<'a> {
    /// The quasi-identifiers, with one code for each row of the release.
    pub attributes: &'a [Attribute<'a>],
    /// Rows of the release.
    pub rows_released: usize,
    /// How many records a row of the release stands for.
    pub counts: RecordCounts<'a>,
    /// The row in the input of each released row, where that is known.
    pub rows: Option<&'a [u32]>,
    /// Number of all records: those of the input and noisy ones.
    pub all: f64,
    /// The k that is the unit of C_AVG.
    pub k: f64,
    /// Whose values count.
    pub domain: Domain,
}

/// Which records' values count in figures based on frequencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// Those of the released records alone: nothing can be concluded about the suppressed ones.
    Released,
    /// Those of all records of the input, as the search counts.
    Input,
}

impl UtilityEvidence<'_> {
    /// The number of released records.
    pub(super) fn records(&self) -> f64 {
        self.counts.sum(self.rows_released) as f64
    }
}

/// The figures; `None` for one that the evidence does not show.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredUtility {
    /// The transparency degree.
    pub transparency: f64,
    /// The transparency degree as a share of the original table's.
    pub transparency_ratio: f64,
    /// The mean over quasi-identifiers of the level as a share of the highest.
    pub precision: f64,
    /// CPGEN's loss.
    pub gen_loss: f64,
    /// Iyengar's loss as ARX aggregates it.
    pub loss: f64,
    /// Mean class size in units of k.
    pub c_avg: f64,
    /// The share of the records that are suppressed.
    pub suppressed_share: f64,
    /// The sum of squared class sizes, each suppressed record counting the whole table.
    pub discernibility: f64,
    /// Mean class size.
    pub class_size: f64,
    /// The sum of the levels.
    pub height: f64,
    /// The non-uniform entropy.
    pub entropy: Option<f64>,
    /// The loss of each attribute; not a number where the evidence does not show it.
    pub losses: Vec<f64>,
    /// The figure that was optimized, and what it depends on.
    pub objective: Option<(f64, FollowsFrom)>,
}

/// What a utility figure depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowsFrom {
    /// On the classes of the release, its levels and the number of suppressed records.
    Classes,
    /// In addition, on how many original values a label stands for.
    Domain,
    /// In addition, on how often original values occur.
    Frequencies,
    /// On the numbers that the original values are: what is known of all but one of them, and the
    /// figure, tell of the last.
    Values,
}

impl MeasuredUtility {
    /// Measures a release.
    pub fn measure(evidence: &UtilityEvidence<'_>, objective: &Objective) -> Self {
        let UtilityEvidence { attributes, all, k, .. } = *evidence;
        let count = attributes.len() as f64;
        attributes.par_iter().for_each(|attribute| {
            attribute.records_by_code();
        });
        let suppressed = all - evidence.records();
        let scale = count / attributes.iter().map(|attribute| attribute.weight).sum::<f64>();
        let weighted = |figure: &dyn Fn(&Attribute<'_>) -> f64| -> f64 {
            attributes.iter().map(|attribute| attribute.weight * scale * figure(attribute)).sum()
        };
        let transparency = weighted(&|attribute| attribute.transparency());
        let sizes = class_sizes(evidence);
        let squares: f64 = sizes.iter().map(|&size| (size as f64).powi(2)).sum();
        let class_size = share(all, (sizes.len() + usize::from(suppressed > 0.0)) as f64);
        let mut measured = Self {
            transparency,
            transparency_ratio: share(transparency, all * count),
            precision: share(weighted(&|attribute| attribute.climbed()), count),
            gen_loss: share(weighted(&|attribute| attribute.gen_loss(all)), count),
            loss: share(weighted(&|attribute| attribute.loss(all).ln_1p()), count).exp_m1(),
            c_avg: class_size / k,
            suppressed_share: share(suppressed, all),
            discernibility: squares + suppressed * all,
            class_size,
            height: attributes.iter().map(Attribute::mean_level).sum(),
            entropy: entropy(evidence),
            losses: attributes.iter().map(|attribute| loss(evidence, attribute)).collect(),
            objective: None,
        };
        measured.objective = measured.optimized(evidence, objective);
        measured
    }

    fn optimized(&self, evidence: &UtilityEvidence<'_>, objective: &Objective) -> Option<(f64, FollowsFrom)> {
        let figure = FIGURES.iter().find(|figure| figure.metric == objective.name())?;
        Some(((figure.of)(self, evidence, objective.parameters())?, figure.follows_from))
    }
}

/// What the figure of a metric depends on; `None` for an unknown metric.
pub fn follows_from(metric: &str) -> Option<FollowsFrom> {
    FIGURES.iter().find(|figure| figure.metric == metric).map(|figure| figure.follows_from)
}

/// The figure of a metric, counted here.
struct FigureOf {
    metric: &'static str,
    follows_from: FollowsFrom,
    of: fn(&MeasuredUtility, &UtilityEvidence<'_>, &Parameters) -> Option<f64>,
}

/// The figure of each metric, by its name.
static FIGURES: &[FigureOf] = &[
    FigureOf {
        metric: "transparency",
        follows_from: FollowsFrom::Domain,
        of: |measured, _, _| Some(measured.transparency),
    },
    FigureOf {
        metric: "precision",
        follows_from: FollowsFrom::Classes,
        of: |measured, _, parameters| match SuppressedPrecision::read(parameters).ok()? {
            SuppressedPrecision::NotCounted => Some(measured.precision),
            SuppressedPrecision::Lost => {
                let suppressed = measured.suppressed_share;
                Some(measured.precision * (1.0 - suppressed) + suppressed)
            }
        },
    },
    FigureOf {
        metric: "gen-loss",
        follows_from: FollowsFrom::Domain,
        of: |measured, _, _| Some(measured.gen_loss),
    },
    FigureOf { metric: "loss", follows_from: FollowsFrom::Domain, of: |measured, _, _| Some(measured.loss) },
    FigureOf {
        metric: "cpgen",
        follows_from: FollowsFrom::Domain,
        of: |measured, _, parameters| {
            let [alpha, beta] = CpgenFitness::weights(parameters).ok()?;
            Some(alpha * measured.gen_loss + beta * measured.c_avg)
        },
    },
    FigureOf {
        metric: "c-avg",
        follows_from: FollowsFrom::Classes,
        of: |measured, _, _| Some(measured.c_avg),
    },
    FigureOf {
        metric: "class-size",
        follows_from: FollowsFrom::Classes,
        of: |measured, _, _| Some(measured.class_size),
    },
    FigureOf {
        metric: "discernibility",
        follows_from: FollowsFrom::Classes,
        of: |measured, _, _| Some(measured.discernibility),
    },
    FigureOf {
        metric: "entropy",
        follows_from: FollowsFrom::Frequencies,
        of: |measured, evidence, parameters| {
            let hidden = SuppressedEntropy::read(parameters) == Ok(SuppressedEntropy::Hidden);
            measured.entropy.filter(|_| hidden || evidence.domain == Domain::Released)
        },
    },
    FigureOf {
        metric: "ambiguity",
        follows_from: FollowsFrom::Domain,
        of: |_, evidence, _| Some(ambiguity(evidence)),
    },
    FigureOf {
        metric: "kl-divergence",
        follows_from: FollowsFrom::Frequencies,
        of: |_, evidence, parameters| {
            let rows = evidence.rows.filter(|_| evidence.domain == Domain::Released)?;
            divergence(evidence.attributes, rows, evidence.counts, KlSum::read(parameters).ok()?)
        },
    },
    FigureOf {
        metric: "height",
        follows_from: FollowsFrom::Classes,
        of: |measured, _, _| Some(measured.height),
    },
    FigureOf {
        metric: "squared-error",
        follows_from: FollowsFrom::Values,
        of: |_, evidence, _| squared_error(evidence),
    },
];

/// The share of its information that an attribute loses.
fn loss(evidence: &UtilityEvidence<'_>, attribute: &Attribute<'_>) -> f64 {
    if attribute.is_aggregated {
        return squared_error_of(evidence, attribute).map_or(f64::NAN, Option::unwrap_or_default);
    }
    attribute.loss(evidence.all).clamp(0.0, 1.0)
}

fn entropy(evidence: &UtilityEvidence<'_>) -> Option<f64> {
    let attributes = evidence.attributes.par_iter();
    let of_each: Option<Vec<f64>> = match evidence.domain {
        Domain::Released => {
            let original = evidence.attributes.iter().find_map(|attribute| attribute.original.as_ref());
            let all = original.map_or(0, |original| original.column.codes.len());
            let released = ReleasedRows::new(evidence.rows.filter(|_| original.is_some())?, all);
            attributes.map(|attribute| attribute.entropy_of_released(&released)).collect()
        }
        Domain::Input => attributes.map(Attribute::entropy_of_input).collect(),
    };
    Some(of_each?.into_iter().sum())
}

fn ambiguity(evidence: &UtilityEvidence<'_>) -> f64 {
    let attributes = evidence.attributes;
    let below = |row| {
        let leaves = attributes.iter().map(|attribute| attribute.leaves(row)).product::<f64>();
        leaves * evidence.counts.at(row) as f64
    };
    let suppressed = evidence.all - evidence.records();
    let combinations: f64 = attributes.iter().map(Attribute::domain).product();
    let hidden = if suppressed > 0.0 { suppressed * combinations } else { 0.0 };
    (0..evidence.rows_released).map(below).sum::<f64>() + hidden
}

fn codes<'a>(attributes: &'a [Attribute<'_>]) -> Vec<Codes<'a>> {
    let codes =
        |attribute: &'a Attribute<'_>| Codes { of_row: &attribute.codes, values: attribute.label_of.len() };
    attributes.iter().map(codes).collect()
}

/// The classes of the release.
pub(super) fn classes(attributes: &[Attribute<'_>], rows: usize) -> Grouping {
    Grouping::by(&codes(attributes), rows)
}

fn class_sizes(evidence: &UtilityEvidence<'_>) -> Vec<u64> {
    Grouping::sizes(&codes(evidence.attributes), evidence.rows_released, evidence.counts)
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_its_figure() {
        let metrics: Vec<&str> = incog_utility::METRICS.iter().map(|entry| entry.card.name).collect();
        let figures: Vec<&str> = FIGURES.iter().map(|figure| figure.metric).collect();
        assert_eq!(metrics, figures);
    }
}

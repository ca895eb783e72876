//! All metrics as data.

use crate::{
    Ambiguity, AverageClassSize, ClassSize, Cpgen, Discernibility, Entropy, GenLoss, Height, KlDivergence,
    KlSum, Loss, Metric, Precision, SuppressedEntropy, SuppressedPrecision, Transparency,
};
use thiserror::Error;

/// One metric as `incog list metrics` shows it.
#[derive(Debug, Clone, Copy)]
pub struct MetricEntry {
    /// The name in the job file.
    pub name: &'static str,
    /// What it measures, in a few words.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What can be set.
    pub parameters: &'static [MetricParameter],
    /// Makes it.
    pub build: fn(&MetricParameters) -> Box<dyn Metric>,
}

/// One parameter of a metric as the job file names it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MetricParameter {
    /// The key in the job file.
    pub name: &'static str,
    /// What it means.
    pub summary: &'static str,
    /// What holds when it is not given.
    pub default: &'static str,
    /// What it may be.
    pub range: ParameterRange,
}

/// The values a parameter may take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParameterRange {
    /// A finite number, not less than this.
    AtLeast(f64),
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// The parameters of all metrics; each reads its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MetricParameters {
    /// The k that the release has to reach, at least 1.
    pub k: u64,
    /// Weight of GenLoss in CPGEN's fitness.
    pub alpha: f64,
    /// Weight of `C_AVG` in CPGEN's fitness.
    pub beta: f64,
    /// `suppressed = "lost"`: suppressed records count as fully generalized where the metric has a
    /// choice (precision, entropy).
    pub suppressed_lost: bool,
    /// Over what the Kullback-Leibler divergence sums.
    pub over: KlSum,
}

impl Default for MetricParameters {
    fn default() -> Self {
        Self { k: 1, alpha: 0.6, beta: 0.4, suppressed_lost: false, over: KlSum::default() }
    }
}

/// Why a metric cannot be made.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum MetricError {
    /// No metric has this name.
    #[error("there is no metric {name:?}; `incog list metrics` shows all of them")]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// A number is too small or not a number.
    #[error("metric {metric}: {parameter} is {found} where a finite number of at least {least} is expected")]
    OutOfRange {
        /// The metric.
        metric: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// What was given.
        found: f64,
        /// What is allowed.
        least: f64,
    },
}

/// The metric of a job.
///
/// ```
/// use incog_utility::{MetricParameters, metric_by_name};
/// let metric = metric_by_name("discernibility", &MetricParameters::default()).unwrap();
/// assert_eq!(metric.name(), "discernibility");
/// assert!(metric_by_name("beauty", &MetricParameters::default()).is_err());
/// ```
pub fn metric_by_name(name: &str, parameters: &MetricParameters) -> Result<Box<dyn Metric>, MetricError> {
    let entry = all_metrics().iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| MetricError::Unknown { name: name.to_owned() })?;
    for parameter in entry.parameters {
        let ParameterRange::AtLeast(least) = parameter.range else { continue };
        let found = match parameter.name {
            "alpha" => parameters.alpha,
            "beta" => parameters.beta,
            _ => parameters.k as f64,
        };
        if !found.is_finite() || found < least {
            return Err(MetricError::OutOfRange {
                metric: entry.name,
                parameter: parameter.name,
                found,
                least,
            });
        }
    }
    Ok((entry.build)(parameters))
}

/// All metrics, the default objective first.
pub fn all_metrics() -> &'static [MetricEntry] {
    METRICS
}

const K: MetricParameter = MetricParameter {
    name: "k",
    summary: "the class size that the release has to reach",
    default: "the k of the job's k-anonymity, else 1",
    range: ParameterRange::AtLeast(1.0),
};

const METRICS: &[MetricEntry] = &[
    MetricEntry {
        name: "transparency",
        summary: "transparency degree: how exactly each released value names the original one",
        reference: "HAEF, eq. 5; ID-DGA, eq. 1-3",
        parameters: &[],
        build: |_| Box::new(Transparency),
    },
    MetricEntry {
        name: "precision",
        summary: "mean of level over top level",
        reference: "Sweeney 2002, doi:10.1142/S021848850200165X; KGEN, eq. 1-2",
        parameters: &[MetricParameter {
            name: "suppressed",
            summary: "whether suppressed records count as fully generalized",
            default: "not-counted",
            range: ParameterRange::OneOf(&["not-counted", "lost"]),
        }],
        build: |parameters| {
            Box::new(Precision {
                suppressed: if parameters.suppressed_lost {
                    SuppressedPrecision::Lost
                } else {
                    SuppressedPrecision::NotCounted
                },
            })
        },
    },
    MetricEntry {
        name: "gen-loss",
        summary: "mean share of the domain that a released value covers",
        reference: "CPGEN, eq. 5",
        parameters: &[],
        build: |_| Box::new(GenLoss),
    },
    MetricEntry {
        name: "loss",
        summary: "share of the domain that a released value covers, geometric mean over attributes",
        reference: "Iyengar 2002, doi:10.1145/775047.775089; aggregated as in ARX",
        parameters: &[],
        build: |_| Box::new(Loss),
    },
    MetricEntry {
        name: "cpgen",
        summary: "alpha * GenLoss + beta * C_AVG",
        reference: "CPGEN, eq. 4-6",
        parameters: &[
            K,
            MetricParameter {
                name: "alpha",
                summary: "weight of GenLoss",
                default: "0.6",
                range: ParameterRange::AtLeast(0.0),
            },
            MetricParameter {
                name: "beta",
                summary: "weight of C_AVG",
                default: "0.4",
                range: ParameterRange::AtLeast(0.0),
            },
        ],
        build: |parameters| {
            Box::new(Cpgen { alpha: parameters.alpha, beta: parameters.beta, k: parameters.k })
        },
    },
    MetricEntry {
        name: "c-avg",
        summary: "average class size in units of k",
        reference: "LeFevre et al. 2006, doi:10.1109/ICDE.2006.101; CPGEN, eq. 6",
        parameters: &[K],
        build: |parameters| Box::new(AverageClassSize { k: parameters.k }),
    },
    MetricEntry {
        name: "class-size",
        summary: "average class size, suppressed records being one class",
        reference: "LeFevre et al. 2006, doi:10.1109/ICDE.2006.101, without k as in ARX",
        parameters: &[],
        build: |_| Box::new(ClassSize),
    },
    MetricEntry {
        name: "discernibility",
        summary: "records that each record cannot be told from",
        reference: "Bayardo and Agrawal 2005, doi:10.1109/ICDE.2005.42",
        parameters: &[],
        build: |_| Box::new(Discernibility),
    },
    MetricEntry {
        name: "entropy",
        summary: "non-uniform entropy: bits needed to get back from released to original values",
        reference: "Gionis and Tassa 2009, doi:10.1109/TKDE.2008.129; suppression as in ARX",
        parameters: &[MetricParameter {
            name: "suppressed",
            summary: "whether suppressed records are hidden among each other or count as fully generalized",
            default: "hidden",
            range: ParameterRange::OneOf(&["hidden", "lost"]),
        }],
        build: |parameters| {
            Box::new(Entropy {
                suppressed: if parameters.suppressed_lost {
                    SuppressedEntropy::Lost
                } else {
                    SuppressedEntropy::Hidden
                },
            })
        },
    },
    MetricEntry {
        name: "ambiguity",
        summary: "original value combinations that each released record may stand for",
        reference: "Goldberger and Tassa 2010, Transactions on Data Privacy 3, 149-175; summed as in ARX",
        parameters: &[],
        build: |_| Box::new(Ambiguity),
    },
    MetricEntry {
        name: "kl-divergence",
        summary: "Kullback-Leibler divergence of the released distribution from the original one",
        reference: "Kifer and Gehrke 2006, doi:10.1145/1142473.1142499; summed over records as in ARX",
        parameters: &[MetricParameter {
            name: "over",
            summary: "sum over records as ARX does, or over distinct tuples as published",
            default: "records",
            range: ParameterRange::OneOf(&["records", "tuples"]),
        }],
        build: |parameters| Box::new(KlDivergence { over: parameters.over }),
    },
    MetricEntry {
        name: "height",
        summary: "sum of the levels",
        reference: "Samarati 2001, doi:10.1109/69.971193",
        parameters: &[],
        build: |_| Box::new(Height),
    },
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_builds_the_metric_it_names() {
        for entry in all_metrics() {
            let metric = metric_by_name(entry.name, &MetricParameters::default()).unwrap();
            assert_eq!(metric.name(), entry.name);
            assert!(!entry.summary.is_empty() && !entry.reference.is_empty());
        }
    }

    #[test]
    fn refuses_numbers_out_of_range() {
        let parameters = MetricParameters { alpha: f64::NAN, ..Default::default() };
        let error = metric_by_name("cpgen", &parameters).err().unwrap();
        assert!(matches!(error, MetricError::OutOfRange { metric: "cpgen", parameter: "alpha", .. }));
        let parameters = MetricParameters { k: 0, ..Default::default() };
        let error = metric_by_name("c-avg", &parameters).err().unwrap();
        assert_eq!(error.to_string(), "metric c-avg: k is 0 where a finite number of at least 1 is expected");
    }
}

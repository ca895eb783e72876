//! The claims of a paper, compared with our runs.

use super::independent::Independent;
use crate::LabError;
use serde::Deserialize;
use std::path::Path;

/// What a paper says.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Claim {
    /// The claim in a sentence.
    pub text: String,
    /// Where it stands.
    pub source: String,
    /// The table it is about.
    pub table: String,
    /// What is counted.
    pub kind: ClaimKind,
    /// The algorithm it is about.
    pub subject: String,
    /// The rival; this one and all of `rivals` must be beaten.
    #[serde(default)]
    pub rivals: Vec<String>,
    /// Instances with these whole words at the beginning or end of their names; all when it is not
    /// given.
    #[serde(default)]
    pub instances: Option<String>,
    /// The paper's figure: a share of the instances or of the runs, or a relative improvement.
    pub figure: f64,
    /// By which share the subject may fall short of a rival and still counts as no worse, where the
    /// paper says how near it comes.
    #[serde(default)]
    pub tolerance: f64,
    /// What the reading of the paper is called that the lines above stand for.
    #[serde(default = "as_printed")]
    pub reading: String,
    /// Other readings, under each of which the claim is compared, too.
    #[serde(default)]
    pub readings: Vec<Reading>,
    /// Instances in the order in which the subject's mean is to fall, by whole words at the
    /// beginning or end of their names.
    #[serde(default)]
    pub sequences: Vec<Vec<String>>,
    /// Whether a test may take the instances as independent of each other: not where one table
    /// stands under several demands.
    #[serde(default)]
    pub independent: bool,
    /// Why no runs could say whether the claim holds.
    #[serde(default)]
    pub not_testable: Option<String>,
    /// Whether it is no claim of the paper but one of our own about its algorithm, which is not
    /// counted among the paper's.
    #[serde(default)]
    pub ours: bool,
    /// Whether this is no reading of the paper but another setting, which shows how far the claim
    /// holds; the verdict does not rest on it.
    #[serde(skip)]
    pub beside: bool,
    /// Whether a significant difference is one after Holm's correction; each claim about them is
    /// read in both ways.
    #[serde(skip)]
    pub corrected: bool,
}

/// Another reading of a claim: what differs from the first one.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// The table it is about.
    #[serde(default)]
    pub table: Option<String>,
    /// The algorithm it is about.
    #[serde(default)]
    pub subject: Option<String>,
    /// The rivals.
    #[serde(default)]
    pub rivals: Option<Vec<String>>,
    /// The instances.
    #[serde(default)]
    pub instances: Option<String>,
    /// Whether it is no reading of the paper but another setting, such as another k.
    #[serde(default)]
    pub beside: bool,
}

fn as_printed() -> String {
    "as printed".to_owned()
}

impl Claim {
    /// The claim under each of its readings, each without others. What is significant is read in
    /// two ways: by each test alone, as the papers have it, and by Holm's correction over the
    /// rivals of a table.
    pub fn by_reading(&self) -> Vec<Self> {
        let both = |read: Self| {
            let named = |what: &str, corrected| Self {
                reading: format!("{}, {what}", read.reading),
                corrected,
                ..read.clone()
            };
            match read.kind {
                ClaimKind::SignificantlyBetter => vec![named("each test alone", false), named("Holm", true)],
                _ => vec![read],
            }
        };
        self.as_read().into_iter().flat_map(both).collect()
    }

    fn as_read(&self) -> Vec<Self> {
        let alone = Self { readings: Vec::new(), ..self.clone() };
        let under = |reading: &Reading| Self {
            reading: reading.name.clone(),
            table: reading.table.clone().unwrap_or_else(|| self.table.clone()),
            subject: reading.subject.clone().unwrap_or_else(|| self.subject.clone()),
            rivals: reading.rivals.clone().unwrap_or_else(|| self.rivals.clone()),
            instances: reading.instances.clone().or_else(|| self.instances.clone()),
            beside: reading.beside,
            ..alone.clone()
        };
        std::iter::once(alone.clone()).chain(self.readings.iter().map(under)).collect()
    }
}

/// What a claim counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// Share of the instances on which no rival has a better mean than the subject.
    BestMean,
    /// Share of the instances on which the subject has a better mean than all rivals. Where all of
    /// them have the same value in every run, nobody could: such instances are left out.
    BetterMean,
    /// Share of the instances on which it is significantly better than all rivals.
    SignificantlyBetter,
    /// Mean over the rivals of `sum of the means / sum of the rival's means - 1`, sums over the
    /// instances; for a measure that is minimized, of 1 minus that ratio. HAEF's own percentages
    /// follow from its tables in this way.
    Improvement,
    /// Share of the instances on which its standard deviation is less than that of all rivals.
    Steadier,
    /// Share of the runs that end at the proved optimum, a mean over the instances; there is no
    /// rival.
    AtOptimum,
    /// Share of the sequences of instances along which the subject's mean falls at each step; there
    /// is no rival.
    Falls,
}

/// What is expected of the suites of a folder.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The claims.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// What another program gave that was written from the paper's text.
    #[serde(default)]
    pub independent: Vec<Independent>,
}

/// Reads `expected.toml`; nothing is expected when there is no such file.
pub fn read_expected(path: &Path) -> Result<Expected, LabError> {
    if !path.exists() {
        return Ok(Expected::default());
    }
    let text =
        std::fs::read_to_string(path).map_err(|source| LabError::Read { path: path.to_owned(), source })?;
    toml::from_str(&text).map_err(|source| LabError::Toml { path: path.to_owned(), source: Box::new(source) })
}

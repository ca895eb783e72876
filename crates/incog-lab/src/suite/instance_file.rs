//! The instances of a suite.

use crate::instances::{Deal, Skew};
use serde::Deserialize;
use std::path::PathBuf;

/// A table to be anonymized, and the requirements.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct InstanceFile {
    /// The name; `{key}` stands for a value of the sweep.
    pub name: String,
    /// Instances with the same group are drawn in one chart, distinguished by `x`.
    #[serde(default)]
    pub group: Option<String>,
    /// Place on the horizontal axis of plots over instances.
    #[serde(default)]
    pub x: Option<f64>,
    /// A job file, relative to the suite.
    #[serde(default)]
    pub job: Option<PathBuf>,
    /// Keys of the job that are replaced.
    #[serde(default)]
    pub set: toml::Table,
    /// Columns that are quasi-identifiers in the job, in the order in which [`Self::take`] takes
    /// them.
    #[serde(default)]
    pub quasi_identifiers: Vec<String>,
    /// How many of them stay quasi-identifiers; the others are left out.
    #[serde(default)]
    pub take: Option<usize>,
    /// How the records of a job are dealt to providers, or trajectories to data centres.
    #[serde(default)]
    pub deal: Option<DealFile>,
    /// One of the instances in HAEF's form.
    #[serde(default)]
    pub built_in: Option<String>,
    /// Records drawn for it, instead of as many as its form has.
    #[serde(default)]
    pub records: Option<usize>,
    /// Where its discharges come from.
    #[serde(default)]
    pub discharges: Discharges,
    /// One of the large instances of public tables.
    #[serde(default)]
    pub large: Option<String>,
    /// The first so many quasi-identifiers of the made-up bank transfers, which need no file.
    #[serde(default)]
    pub transfers: Option<usize>,
    /// One of the instances of trajectories.
    #[serde(default)]
    pub trajectories: Option<String>,
    /// The folder of the public data that named instances are made from, relative to the suite.
    #[serde(default)]
    pub data: PathBuf,
    /// Share of the records of bank transfers that may be suppressed.
    #[serde(default)]
    pub suppression: f64,
    /// t-closeness of a built-in instance.
    #[serde(default)]
    pub t: Option<f64>,
    /// k-anonymity of a built-in instance, or of bank transfers.
    #[serde(default)]
    pub k: Option<u64>,
    /// Objective of a built-in instance, or of bank transfers.
    #[serde(default = "transparency")]
    pub objective: String,
}

fn transparency() -> String {
    "transparency".into()
}

/// A table dealt to providers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DealFile {
    /// Providers.
    pub providers: usize,
    /// Who gets how many.
    pub skew: SkewFile,
    /// Fixes who gets which.
    #[serde(default = "seed")]
    pub seed: u64,
}

/// How many records each provider gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SkewFile {
    /// Every provider gets as many as the others.
    Even,
    /// Each gets half as many as the one before.
    Halving,
    /// The first gets all but one record of each of the others.
    ColdStart,
}

impl From<DealFile> for Deal {
    fn from(file: DealFile) -> Self {
        let skew = match file.skew {
            SkewFile::Even => Skew::Even,
            SkewFile::Halving => Skew::Halving,
            SkewFile::ColdStart => Skew::ColdStart,
        };
        Self { providers: file.providers, skew, seed: file.seed }
    }
}

/// Discharges of hospitals.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Discharges {
    /// A file with them, relative to the suite; used if it exists.
    #[serde(default)]
    pub file: Option<PathBuf>,
    /// Made-up rows otherwise.
    #[serde(default = "rows")]
    pub rows: usize,
    /// Seed of the made-up rows.
    #[serde(default = "seed")]
    pub seed: u64,
}

fn rows() -> usize {
    20_000
}

fn seed() -> u64 {
    1
}

impl Default for Discharges {
    fn default() -> Self {
        Self { file: None, rows: rows(), seed: seed() }
    }
}

//! The suite file.

use super::expand::expand;
use super::{AlgorithmFile, FeaturesFile, InstanceFile, LimitsFile, PlotFile, PresentationTable};
use crate::LabError;
use crate::measures::is_measure;
use incog::limits::MOST_THREADS;
use incog_io::{WholeFile, sha256_of_text};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A suite as written, with sweeps expanded.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Suite {
    /// One word.
    pub name: String,
    /// Its subject, in one line.
    pub title: String,
    /// The question it answers.
    #[serde(default)]
    pub question: String,
    /// The paper whose claims are checked.
    #[serde(default)]
    pub paper: String,
    /// Number of runs for each algorithm and instance, with the seeds 1, 2, ...
    #[serde(default = "one")]
    pub seeds: u64,
    /// The algorithm whose values are compared with the rivals', by label.
    #[serde(default)]
    pub subject: Option<String>,
    /// The algorithm that proves the optimum, by label.
    #[serde(default)]
    pub optimum: Option<String>,
    /// What a run may spend.
    #[serde(default)]
    pub limits: LimitsFile,
    /// Threads of each run. With 2 or more, runs are made one after the other, so that their
    /// seconds can be compared.
    #[serde(default = "one")]
    pub threads_per_run: u64,
    /// Instances on which the diversity of the populations is recorded, by name.
    #[serde(default)]
    pub follow: Vec<String>,
    /// What `--quick` makes smaller.
    #[serde(default)]
    pub quick: QuickFile,
    /// The instances, sweeps written out.
    #[serde(skip)]
    pub instances: Vec<InstanceFile>,
    /// The algorithms.
    pub algorithms: Vec<AlgorithmFile>,
    /// The tables.
    #[serde(default)]
    pub tables: Vec<PresentationTable>,
    /// The plots.
    #[serde(default)]
    pub plots: Vec<PlotFile>,
    /// The features of the instances that may tell who wins.
    #[serde(default)]
    pub features: Option<FeaturesFile>,
    /// What a run that found nothing is worth, by measure: an empty release has the transparency
    /// degree 0. Other measures leave such runs out of means, and count them as the worst where
    /// values are compared by rank.
    #[serde(default)]
    pub nothing: BTreeMap<String, f64>,
    /// What became of the paper's claims, in words: prose without figures, which the record has.
    #[serde(default)]
    pub verdict: String,
    /// What stands in the README of the suite before the figures: prose without any.
    #[serde(default)]
    pub notes: String,
    /// The folder of the suite; its paths are relative to it.
    #[serde(skip)]
    pub folder: PathBuf,
    /// SHA-256 of everything that determines the runs: the suite without its tables, plots and
    /// prose.
    #[serde(skip)]
    pub runs_sha256: String,
    #[serde(rename = "instances")]
    templates: Vec<toml::Table>,
}

fn one() -> u64 {
    1
}

/// The small form of a suite.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct QuickFile {
    /// Seeds.
    pub seeds: Option<u64>,
    /// Names of the instances that are kept; all when none are given.
    #[serde(default)]
    pub instances: Vec<String>,
    /// Limits that replace those of the suite and of the algorithms.
    pub limits: Option<LimitsFile>,
}

impl Suite {
    /// Reads a suite; `quick` takes its small form.
    pub fn read(path: &Path, quick: bool) -> Result<Self, LabError> {
        let text = WholeFile::JOB.read_text(path);
        let text = text.map_err(|fault| LabError::Read { path: path.to_owned(), source: fault.into() })?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Self::parse(&text, path, &folder, quick)
    }

    fn parse(text: &str, path: &Path, folder: &Path, quick: bool) -> Result<Self, LabError> {
        let malformed = |source| LabError::Toml { path: path.to_owned(), source: Box::new(source) };
        let mut suite: Self = toml::from_str(text).map_err(malformed)?;
        folder.clone_into(&mut suite.folder);
        suite.runs_sha256 = runs_sha256(text.parse().map_err(malformed)?);
        for template in std::mem::take(&mut suite.templates) {
            for table in expand(template)? {
                suite.instances.push(table.try_into().map_err(malformed)?);
            }
        }
        if quick {
            suite.make_quick();
        }
        suite.check()?;
        Ok(suite)
    }

    fn make_quick(&mut self) {
        let quick = std::mem::take(&mut self.quick);
        self.seeds = quick.seeds.unwrap_or(self.seeds);
        if let Some(limits) = quick.limits {
            self.limits = limits;
            self.algorithms.iter_mut().for_each(|algorithm| algorithm.limits = None);
        }
        if !quick.instances.is_empty() {
            self.instances.retain(|instance| quick.instances.contains(&instance.name));
        }
    }

    fn check(&self) -> Result<(), LabError> {
        let instances = self.instances.iter().map(|instance| ("instance", instance.name.as_str()));
        let algorithms = self.algorithms.iter().map(|algorithm| ("algorithm", algorithm.label()));
        let mut known = BTreeSet::new();
        for (kind, name) in instances.chain(algorithms) {
            if name.is_empty() || name.contains(['\n', '\r']) {
                return Err(LabError::Name { name: name.into() });
            }
            if !known.insert((kind, name)) {
                return Err(LabError::Twice { kind, name: name.into() });
            }
        }
        if !(1..=u64::from(MOST_THREADS)).contains(&self.threads_per_run) {
            return Err(LabError::Threads { found: self.threads_per_run });
        }
        self.check_measures()
    }

    fn check_measures(&self) -> Result<(), LabError> {
        let of_tables = self.tables.iter().map(|table| table.measure.as_str());
        let of_plots = self.plots.iter().filter_map(|plot| plot.measure.as_deref());
        let worth = self.nothing.keys().map(String::as_str);
        match of_tables.chain(of_plots).chain(worth).find(|name| !is_measure(name)) {
            Some(name) => Err(LabError::UnknownMeasure { name: name.into() }),
            None => Ok(()),
        }
    }
}

/// Keys that say what is made from the runs, not what is run.
const PRESENTATION: [&str; 11] = [
    "title", "question", "paper", "subject", "optimum", "tables", "plots", "features", "notes", "nothing",
    "verdict",
];

fn runs_sha256(mut suite: toml::Table) -> String {
    suite.retain(|key, _| !PRESENTATION.contains(&key));
    sha256_of_text(&suite.to_string())
}

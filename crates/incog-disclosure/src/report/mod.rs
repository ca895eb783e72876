//! The report of a release: what was asked for, what was promised, what was lost, and how the
//! release was found.
//!
//! [`Report`] is the JSON beside a release, key by key; [`page`] is the same for people.

mod analyses;
mod bound;
mod caveats;
pub mod certificate;
mod distribution;
mod label_words;
mod narrowing;
mod outcome_lines;
mod page;
mod picture;
mod proof;
mod public;
mod risk;
mod risk_text;
mod treatment_changes;

pub use analyses::{Fitness, fitness, fitness_line};
pub use bound::BoundReport;
pub use caveats::caveats;
pub use distribution::original;
pub use distribution::{Distribution, released};
pub use label_words::{labels_in_words, rounding_in_words};
pub use narrowing::certain_above;
pub use outcome_lines::{NOTABLE_SUPPRESSION, outcome_lines, suppresses_notably};
pub use page::{PageData, page};
pub use picture::Picture;
pub use proof::{among_which, what_is_bounded, what_was_proved, work};
pub use public::{BEHIND_AGGREGATES, NO_MORE_REQUIRED, PublicAttribute, PublicColumn, UPPER_BOUND};
pub use risk_text::attackers_in_words;

pub use incog_audit::RISK_THRESHOLDS;
pub use risk::{AllColumnsRisk, RISK_BANDS, RiskAbove, RiskBandFacts, RiskFacts};

use crate::job::JobFile;
pub use crate::key_fingerprints::KeyFingerprints;
use crate::ledger::LedgerFacts;
use incog_attack::SeriesFacts;
use incog_audit::Comparison;
pub use incog_audit::{ChangedFacts, LinkedFacts, NarrowedShare, NarrowingFacts, PrivacyFacts, SingledOut};
use incog_data::{Generalization, Recoding};
pub use incog_report::{Audience, LabelShare, PageFacts};
use incog_request::{Concealed, RecodingSettings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The report of a release. Paths in it are relative to the folder it is in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The version of incog that made it.
    pub incog: String,
    /// For whom it is made.
    pub audience: Audience,
    /// The job, with every default written out: it gives the same release again.
    pub job: JobFile,
    /// The job file; null when there was none.
    pub job_file: Option<String>,
    /// The table that was published. Where tables of several providers were pooled, `path` lists
    /// them, `rows` is their total and `sha256` that of their digests, one per line.
    pub input: InputFacts,
    /// The tables that were pooled, if any.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub inputs: Vec<ProviderTableFacts>,
    /// The people whom the records are some of, where a model asks for them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub population: Option<InputFacts>,
    /// What was published.
    pub release: FileFacts,
    /// The models, as measured on the written release.
    pub privacy: Vec<PrivacyFacts>,
    /// How likely somebody is found in the release.
    pub risk: RiskFacts,
    /// By which columns that are published value by value records are singled out, measured on the
    /// release.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub singled_out: Vec<SingledOut>,
    /// What labels tell of each other, where records have labels of several levels.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub narrowing: Option<NarrowingFacts>,
    /// What the release tells together with earlier ones, where the job names some; no public
    /// report has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub series: Option<SeriesFacts>,
    /// The series that a ledger keeps, up to this release; no public report has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ledger: Option<LedgerFacts>,
    /// What tells the series of a ledger from others. All reports of a series have it, so that a
    /// ledger that lacks one of its releases is noticed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub series_id: Option<String>,
    /// Noisy records in the release, if any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub noise: Option<NoiseFacts>,
    /// What tells the keys by which columns are perturbed from others; missing where none is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fingerprints: Option<KeyFingerprints>,
    /// The key by which it was drawn which of several equal records stay, or what noisy records
    /// say, where the job names no secret; whoever has it can draw again, so no public report has
    /// it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub draw_key: Option<String>,
    /// The recoding.
    pub solution: SolutionFacts,
    /// What was lost.
    pub utility: UtilityFacts,
    /// How it was found; null in a public report that conceals the choice
    /// ([`JobFile::conceals_choice`]) or whose records are drawn ([`JobFile::draws_records`]).
    pub search: Option<SearchFacts>,
    /// The columns, in the order of the table.
    pub columns: Vec<ColumnFacts>,
    /// What analyses find in the input and in the release; no public report has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub analyses: Option<Comparison>,
    /// The page for people that belongs to this report.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub page: Option<PageFacts>,
}

/// The table that was published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputFacts {
    /// Where it stands.
    pub path: String,
    /// Its rows, the header not counted; null in a report of drawn records, as it would tell who is
    /// in the table.
    pub rows: Option<u64>,
    /// SHA-256 of its bytes; null in public reports, because it would confirm guesses at single
    /// values.
    pub sha256: Option<String>,
    /// HMAC-SHA-256 of that digest under the secret of the job, if it has one.
    pub hmac_sha256: Option<String>,
}

/// A file, identified by its digest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileFacts {
    /// Where it stands.
    pub path: String,
    /// Its rows, the header not counted.
    pub rows: u64,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// The table of one provider.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderTableFacts {
    /// Where it stands.
    pub path: String,
    /// Whose it is.
    pub provider: String,
    /// Its rows, the header not counted; null in public reports, because their difference from the
    /// release would reveal whose records were suppressed.
    pub rows: Option<u64>,
    /// SHA-256 of its bytes; null in public reports.
    pub sha256: Option<String>,
}

/// Noisy records: made up so that enough providers reach every class (cold start).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoiseFacts {
    /// Noisy records in the release.
    pub records: u64,
    /// Classes they stand in.
    pub classes: u64,
}

/// How records are generalized.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecodingKind {
    /// All records are generalized to the same levels.
    #[default]
    Global,
    /// Records are generalized to levels of their own.
    Local,
    /// Groups of near records are published as one value in each quasi-identifier.
    Microaggregation,
}

impl From<RecodingSettings> for RecodingKind {
    fn from(settings: RecodingSettings) -> Self {
        match settings {
            RecodingSettings::Global => Self::Global,
            RecodingSettings::Local(_) => Self::Local,
            RecodingSettings::Microaggregation => Self::Microaggregation,
        }
    }
}

impl From<&Recoding> for RecodingKind {
    fn from(recoding: &Recoding) -> Self {
        match recoding.generalization {
            Generalization::Global(_) => Self::Global,
            Generalization::Local(_) => Self::Local,
            Generalization::Grouped(_) => Self::Microaggregation,
        }
    }
}

impl RecodingKind {
    fn is_global(&self) -> bool {
        *self == Self::Global
    }
}

/// The recoding that was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolutionFacts {
    /// How records are generalized; if it is missing, the recoding is global.
    #[serde(default, skip_serializing_if = "RecodingKind::is_global")]
    pub recoding: RecodingKind,
    /// The level of each quasi-identifier, if all records have the same; 0 is the original value.
    pub levels: BTreeMap<String, u8>,
    /// Records that were published; noisy ones do not count.
    pub rows_kept: u64,
    /// Records that were suppressed; null in a report of drawn records.
    pub rows_suppressed: Option<u64>,
    /// Equivalence classes.
    pub classes: u64,
}

/// The utility of the release, in the literature's units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UtilityFacts {
    /// The metric that was optimized; null in a public report that conceals the choice.
    pub objective: Option<String>,
    /// Its value; null in a public report that conceals the choice, and where it would tell of
    /// single values: of squared errors, and of entropy or divergence of fewer than 1,000 published
    /// records.
    pub value: Option<f64>,
    /// Sum of 1/|v_g| over kept records and quasi-identifiers. This and all other figures of labels
    /// are missing where groups of records have one value instead of labels.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub transparency_degree: Option<f64>,
    /// The transparency degree as a share of the original table's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub transparency_ratio: Option<f64>,
    /// Mean level over top level.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub precision: Option<f64>,
    /// Mean share of the domain a released value covers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub gen_loss: Option<f64>,
    /// The mean share of the domain a released value covers, as ARX aggregates it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loss: Option<f64>,
    /// Average class size in units of k.
    pub c_avg: f64,
    /// Sum of squared class sizes; a suppressed record counts the whole table.
    pub discernibility: f64,
    /// Share of the records that were suppressed; null in a report of drawn records, whose other
    /// figures are of published records alone.
    pub suppressed_share: Option<f64>,
    /// Average class size.
    pub class_size: f64,
    /// Non-uniform entropy, in bits; missing in a public report of fewer than 1,000 published
    /// records.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub entropy: Option<f64>,
    /// Sum of the levels.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub height: Option<f64>,
}

impl UtilityFacts {
    /// What a report of this recoding has: where groups of records have one value instead of
    /// labels, no figures of labels.
    #[must_use]
    pub fn of_recoding(self, recoding: RecodingKind) -> Self {
        if recoding != RecodingKind::Microaggregation {
            return self;
        }
        Self {
            transparency_degree: None,
            transparency_ratio: None,
            precision: None,
            gen_loss: None,
            loss: None,
            entropy: None,
            height: None,
            ..self
        }
    }
}

/// How the release was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchFacts {
    /// The algorithm.
    pub algorithm: String,
    /// The seed.
    pub seed: u64,
    /// Nodes evaluated; for a local recoding, steps: one tuple looked at in one group. In public
    /// reports the next power of ten, from 100.
    pub evaluations: u64,
    /// Seconds the search took; in public reports the next of the steps 1, 2, 5, 10, ...
    pub seconds: f64,
    /// Why it ended: proved, budget, time, converged, interrupted; or reused, where the levels are
    /// those of a plan that was made for another table; or drawn, where the release is not the best
    /// that was found but one nearly as good.
    pub stopped: String,
    /// The value that no release can beat, in the direction of the objective. For objectives that
    /// can gain from suppressing more than the models demand, this holds only for releases in which
    /// every class keeps the most that the models allow. For a local recoding it holds for every
    /// recoding by the same hierarchies.
    pub upper_bound: Option<f64>,
    /// Relative distance of the bound from the value; 0 means proved, see [`what_was_proved`]. In
    /// public reports the next of the steps 0.01, 0.02, 0.05, 0.1, ..., from which the bound
    /// follows there.
    pub gap: Option<f64>,
    /// Nodes of the generalization lattice.
    #[serde(serialize_with = "incog_audit::figure")]
    pub lattice_nodes: f64,
    /// How the gap closed: evaluations, and the gap known at that point. Empty in public reports,
    /// which tell no step on the way.
    #[serde(default)]
    pub convergence: Vec<(f64, f64)>,
    /// Why the proof that was asked for beside the release was not written; missing where it was,
    /// and where none was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_proof: Option<String>,
    /// How the release was drawn among those nearly as good as the best; no public report has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concealed: Option<ConcealedFacts>,
}

/// How a release was drawn among those nearly as good as the best.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConcealedFacts {
    /// How far it may be from the best, as a share of the best value.
    pub within: f64,
    /// The releases among which it was drawn, the best one included.
    pub candidates: u64,
    /// How many of them are one level coarser in one column than another of them.
    pub coarser: u64,
    /// Whether these are all that there are within that share.
    pub is_complete: bool,
    /// The value of the best one.
    pub best: f64,
    /// What the draw costs, as a share of the best value.
    pub price: f64,
    /// Why the search for the best one ended.
    pub stopped: String,
}

impl From<&Concealed> for ConcealedFacts {
    fn from(drawn: &Concealed) -> Self {
        Self {
            within: drawn.within,
            candidates: drawn.candidates,
            coarser: drawn.coarser,
            is_complete: drawn.is_complete,
            best: drawn.best,
            price: drawn.price,
            stopped: drawn.stopped.name().to_owned(),
        }
    }
}

/// One column of the input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnFacts {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: String,
    /// Its hierarchy, as the job says it; null for columns that are not generalized.
    pub hierarchy: Option<crate::job::HierarchyFile>,
    /// The form in which it is published where that is not as it is: `bounds`, in two columns, or
    /// `midpoint`; `mean`, `median`, `mode` or `range` of each class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publish: Option<String>,
    /// What the published rows of one person tell together, where a pseudonym joins them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linked: Option<LinkedFacts>,
    /// Of redacted text, how often what each detector recognized was replaced: its marks, such as
    /// `[e-mail address]`, in the published cells.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub redacted: BTreeMap<String, u64>,
    /// How far it is from what it was before a treatment, in all records of the input; no public
    /// report has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<ChangedFacts>,
    /// The level it was released at, if all records have the same.
    pub level: Option<u8>,
    /// How many published records have each level, where they have several. A label that occurs at
    /// several levels is counted at the lowest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_level: Vec<LevelShare>,
    /// Levels of its hierarchy, the original value included.
    pub levels: Option<u32>,
    /// Share of its information that was lost, 0 to 1; suppressed records count as 1. Of groups by
    /// distance it is SSE / SST of the column, and no public report has it.
    pub information_loss: Option<f64>,
}

/// How many records have a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelShare {
    /// The level; 0 is the original value.
    pub level: u8,
    /// Published records.
    pub records: u64,
}

impl Report {
    /// The report as JSON, ending with a line break.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// Whether the release is one of a series that a ledger keeps.
    pub fn is_of_series(&self) -> bool {
        self.job.releases.ledger.is_some()
    }

    /// Noisy records in the release.
    pub fn noisy_records(&self) -> u64 {
        self.noise.as_ref().map_or(0, |noise| noise.records)
    }

    /// The quasi-identifiers that are `*` in every record.
    pub fn starred(&self) -> impl Iterator<Item = &str> {
        let is_at_root = |column: &&ColumnFacts| {
            let level = match column.by_level.as_slice() {
                [only] => Some(only.level),
                _ => column.level,
            };
            level
                .zip(column.levels)
                .is_some_and(|(level, levels)| levels > 1 && u32::from(level) + 1 == levels)
        };
        self.columns.iter().filter(is_at_root).map(|column| column.name.as_str())
    }

    /// Whether every model holds.
    pub fn is_satisfied(&self) -> bool {
        self.privacy.iter().all(|model| model.satisfied)
    }
}

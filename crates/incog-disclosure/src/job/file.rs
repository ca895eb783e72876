//! The job file as written: what serde reads and writes, before anything is checked.

use super::objective_file::ObjectiveTableFile;
use super::privacy_file::PrivacyFile;
use super::recoding_file::RecodingFile;
use incog_card::Value;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// A job file, key by key; [`Job`](crate::job::Job) is the same after all checks.
///
/// Unknown keys are refused. It reads from TOML and from the `job` key of a report, and writes
/// both.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobFile {
    /// The table to publish, relative to the job file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<InputFile>,
    /// The tables of several providers, instead of `input`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<ProviderTableFile>>,
    /// The release to write, relative to the job file; or the table to make where the input is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<OutputFile>,
    /// The layout of the input's text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub csv: CsvFile,
    /// Roles and hierarchies by column.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<String, ColumnFile>,
    /// Which hierarchies are used, and what happens to values that they do not have.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hierarchy: HierarchyOptionsFile,
    /// The privacy models.
    #[serde(default)]
    pub privacy: PrivacyFile,
    /// What may be suppressed, and how.
    #[serde(default, skip_serializing_if = "is_default")]
    pub suppression: SuppressionFile,
    /// Whether records are generalized alike.
    #[serde(default, skip_serializing_if = "is_default")]
    pub recoding: RecodingFile,
    /// What the release looks like.
    #[serde(default, skip_serializing_if = "is_default")]
    pub release: ReleaseFile,
    /// Earlier releases about the same people, which the new one is held against.
    #[serde(default, skip_serializing_if = "is_default")]
    pub releases: ReleasesFile,
    /// Findings of the gate that somebody answers for, each with the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub waivers: BTreeMap<String, String>,
    /// Who answers for the release, for its certificate.
    #[serde(default, skip_serializing_if = "is_default")]
    pub certificate: CertificateFile,
    /// What is optimized.
    #[serde(default, skip_serializing_if = "is_default")]
    pub utility: UtilityFile,
    /// How it is looked for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub search: SearchFile,
}

/// `input = "table.csv"` or `input = { path = "counted.csv", counts = "n" }`
#[derive(Debug, Clone, PartialEq)]
pub enum InputFile {
    /// A table with its records one by one.
    Path(String),
    /// A table whose rows stand for several records, or one of an engine.
    Table(InputTableFile),
}

impl InputFile {
    /// Whether it names a table of an engine.
    pub fn is_of_engine(&self) -> bool {
        matches!(self, Self::Table(table) if table.is_of_engine())
    }
}

impl InputTableFile {
    /// Whether any key of it is about an engine.
    pub fn is_of_engine(&self) -> bool {
        let keys = [&self.adbc, &self.uri, &self.table, &self.query, &self.withheld];
        keys.into_iter().any(Option::is_some)
    }
}

/// `input = { path = "counted.csv", counts = "n", numbers = "row" }` or
/// `input = { adbc = "postgresql", uri = "postgresql://db.example/study", table = "patients" }`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct InputTableFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adbc: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// `"query"` in a report, which does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
}

/// `output = "release.csv"` or `output = { table = "patients_release" }`
#[derive(Debug, Clone, PartialEq)]
pub enum OutputFile {
    /// A file.
    Path(String),
    /// A table of the engine that has the input.
    Table(OutputTableFile),
}

/// `output = { table = "patients_release" }`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct OutputTableFile {
    pub table: String,
}

impl<T: Into<String>> From<T> for OutputFile {
    fn from(path: T) -> Self {
        Self::Path(path.into())
    }
}

impl<T: Into<String>> From<T> for InputFile {
    fn from(path: T) -> Self {
        Self::Path(path.into())
    }
}

/// `inputs = [{ path = "a.csv", provider = "A" }, ...]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ProviderTableFile {
    pub path: String,
    pub provider: String,
}

/// `[csv]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The keys are those of the job file, documented there.
pub struct CsvFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_rows: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_footer: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_width: Option<Vec<FixedFieldFile>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<String>>,
}

/// `[certificate]`
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct CertificateFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub officer: Option<String>,
}

/// `{ name = "age", width = 3 }`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct FixedFieldFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub width: i64,
}

/// `[columns.NAME]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ColumnFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hierarchy: Option<HierarchyFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_level: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_level: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publish: Option<PublishFile>,
    /// Only in public reports: `levels`, where `min_level` and `max_level` are withheld.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
}

impl ColumnFile {
    /// Whether levels are counted from the values of the table, so that a lowest or highest one,
    /// together with the release, tells how long or how many those are that only suppressed records
    /// have: where incog makes the hierarchy, for a mask that does not say what it keeps, and for
    /// groups of neighbours in an order that is not stated.
    pub fn counts_levels_from_values(&self) -> bool {
        match &self.hierarchy {
            None => true,
            Some(HierarchyFile::Path(_)) => false,
            Some(HierarchyFile::Made(made)) => made.counts_levels_from_values(),
        }
    }
}

impl MadeHierarchyFile {
    fn counts_levels_from_values(&self) -> bool {
        let is_listed = self.order.is_some() || self.withheld.is_some();
        self.mask.is_some() && self.keep.is_none()
            || self.ranges.is_some()
            || self.fanout.is_some() && !is_listed
    }
}

/// `publish = "mean"` or `publish = { round = 10 }`
#[derive(Debug, Clone, PartialEq)]
pub enum PublishFile {
    /// The word for a form.
    Form(String),
    /// The parameters of a treatment. In public reports `true` stands for what is withheld.
    Treatment(BTreeMap<String, Value>),
}

impl PublishFile {
    /// The word, if it is one.
    pub fn form(&self) -> Option<&str> {
        match self {
            Self::Form(form) => Some(form),
            Self::Treatment(_) => None,
        }
    }
}

/// `[hierarchy]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct HierarchyOptionsFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
}

/// `hierarchy = "file.csv"` or `hierarchy = { ... }`
#[derive(Debug, Clone, PartialEq)]
pub enum HierarchyFile {
    /// A file with one row per value and one column per level.
    Path(String),
    /// A hierarchy that is made from the column's values.
    Made(Box<MadeHierarchyFile>),
}

/// `hierarchy = { intervals = [...], ... }`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MadeHierarchyFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bottom: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<String>,
    #[serde(rename = "char", skip_serializing_if = "Option::is_none")]
    pub mask_char: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fanout: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flat: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranges: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub codes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub countries: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<BTreeMap<String, String>>,
    /// Only in public reports: the key whose values are withheld, `order` or `tree`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
}

/// `[suppression]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SuppressionFile {
    #[serde(default, deserialize_with = "incog_io::deserialize_optional_share")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    pub shown_as: Option<String>,
}

/// `[release]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ReleaseFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub escape_formulas: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_width: Option<Vec<FixedFieldFile>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<String>,
    /// A share; in public reports `true` stands for it, and for all else that is withheld with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conceal_choice: Option<Value>,
}

/// `[releases]`
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ReleasesFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_overlap: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_k: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_l: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ledger: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_delay: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_stale: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub m_invariance: Option<bool>,
}

/// `[utility]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct UtilityFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objective: Option<ObjectiveFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep_columns: Option<String>,
}

/// `objective = "gen-loss"` or `objective = { metric = "precision", suppressed = "lost" }`
#[derive(Debug, Clone, PartialEq)]
pub enum ObjectiveFile {
    /// A metric with its defaults.
    Name(String),
    /// A metric with parameters.
    Table(ObjectiveTableFile),
}

/// `[search]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct SearchFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_evaluations: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
    /// `[search.ALGORITHM]`, checked against the catalogue.
    #[serde(flatten)]
    pub parameters: BTreeMap<String, toml::Value>,
}

/// The keys directly in `[search]`.
pub(super) const SEARCH_KEYS: [&str; 6] =
    ["algorithm", "seed", "threads", "max_seconds", "max_evaluations", "trace"];

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Writes a text or a table, whichever it is.
macro_rules! text_or_table {
    ($name:ident, $text:ident, $table:ident, $expecting:literal, $make:expr) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::$text(text) => text.serialize(serializer),
                    Self::$table(table) => table.serialize(serializer),
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // Written by hand, because serde's untagged enums lose what was wrong inside the
                // table.
                struct Either;
                impl<'de> Visitor<'de> for Either {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expecting)
                    }
                    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                        Ok($name::$text(text.to_owned()))
                    }
                    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                        Deserialize::deserialize(MapAccessDeserializer::new(map)).map($make)
                    }
                }
                deserializer.deserialize_any(Either)
            }
        }
    };
}

text_or_table!(
    InputFile,
    Path,
    Table,
    "a file name or a table such as { path = \"counted.csv\", counts = \"n\" }",
    InputFile::Table
);
text_or_table!(
    OutputFile,
    Path,
    Table,
    "a file name or a table such as { table = \"patients_release\" }",
    OutputFile::Table
);
text_or_table!(
    PublishFile,
    Form,
    Treatment,
    "a form such as \"mean\" or a table such as { round = 10 }",
    PublishFile::Treatment
);
text_or_table!(HierarchyFile, Path, Made, "a file name or a table such as { intervals = [5, 10] }", |made| {
    HierarchyFile::Made(Box::new(made))
});
text_or_table!(
    ObjectiveFile,
    Name,
    Table,
    "the name of a metric or a table such as { metric = \"precision\" }",
    ObjectiveFile::Table
);

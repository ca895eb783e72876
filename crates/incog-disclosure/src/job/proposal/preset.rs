//! Presets: models, limits and treatments that are chosen together, each from a file with its
//! sources.

use crate::job::file::ColumnFile;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The files. A new preset is a file and a line here.
const FILES: [&str; 4] = [
    include_str!("presets/hipaa-safe-harbor.toml"),
    include_str!("presets/gdpr-research.toml"),
    include_str!("presets/open-data.toml"),
    include_str!("presets/internal-analytics.toml"),
];

/// Choices for a proposed job that belong together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its name, as `incog init --preset` takes it.
    pub name: String,
    /// Its purpose, in a sentence.
    pub summary: String,
    /// What it does not claim.
    pub claim: String,
    /// The rules and papers that its choices come from.
    pub sources: Vec<String>,
    /// The parameters of models.
    #[serde(default)]
    pub privacy: PresetModels,
    /// The largest share of records that may be suppressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppression_limit: Option<PresetValue>,
    /// Whether labels of a local recoding may overlap: `strict` or `free`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<String>,
    /// What becomes of columns by their meaning; the first rule that fits decides.
    #[serde(default)]
    pub columns: Vec<ColumnRule>,
}

/// Parameters of models; the default where one is missing.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetModels {
    /// The k of k-anonymity, a whole number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<PresetValue>,
    /// The l of distinct l-diversity; 0 asks for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l: Option<PresetValue>,
    /// The t of t-closeness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t: Option<PresetValue>,
}

/// A number and its reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetValue {
    /// The number.
    pub value: f64,
    /// Why this one.
    pub why: String,
}

/// What becomes of columns of some meanings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnRule {
    /// The meanings.
    pub of: Vec<PresetSubject>,
    /// Words in the name of a column that except it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub except_names: Vec<String>,
    /// Keys of the column in the job.
    pub set: ColumnFile,
    /// The role where the values do not fit the hierarchy of `set`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<String>,
    /// Why.
    pub why: String,
}

/// Meanings of columns that a preset can speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PresetSubject {
    /// An age, also one that stands for a date of birth.
    Age,
    /// A date or year of birth that is published as such.
    Birth,
    /// Any other date.
    Date,
    /// A part of a date that is no year: a month, a weekday.
    DatePart,
    /// A postal code.
    PostalCode,
    /// A city, county, district or other place.
    Place,
    /// Coordinates.
    Coordinates,
}

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| FILES.iter().map(|text| read(text)).collect());

/// The files are compiled in, and a test reads each of them.
#[allow(clippy::expect_used)]
fn read(text: &str) -> Preset {
    toml::from_str(text).expect("a compiled-in preset is valid TOML")
}

/// All presets.
pub fn presets() -> &'static [Preset] {
    &PRESETS
}

/// The preset of this name.
///
/// ```
/// let preset = incog_disclosure::job::preset("open-data").unwrap();
/// assert_eq!(preset.privacy.k.as_ref().unwrap().value, 11.0);
/// ```
pub fn preset(name: &str) -> Option<&'static Preset> {
    presets().iter().find(|preset| preset.name == name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::job::check_hierarchy::hierarchy;
    use incog_roles::ProposedRole;
    use std::path::Path;

    #[test]
    fn every_file_is_a_preset_whose_rules_can_stand_in_a_job() {
        let names: Vec<&str> = presets().iter().map(|preset| preset.name.as_str()).collect();
        assert_eq!(names, ["hipaa-safe-harbor", "gdpr-research", "open-data", "internal-analytics"]);
        for Preset { claim, sources, cells, columns, .. } in presets() {
            assert!(claim.starts_with("No legal claim. ") && !sources.is_empty());
            assert!(cells.as_deref().is_none_or(|cells| ["strict", "free"].contains(&cells)));
            for ColumnRule { set, otherwise, .. } in columns {
                for role in set.role.iter().chain(otherwise) {
                    assert!(ProposedRole::by_name(role).is_some(), "{role}");
                }
                if let Some(stated) = &set.hierarchy {
                    assert!(hierarchy("x", stated, Path::new("")).is_ok(), "{stated:?}");
                }
            }
        }
    }

    /// A reader of the file finds where its numbers come from.
    #[test]
    fn every_file_begins_with_its_sources() {
        for text in FILES {
            let head: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
            assert!(head.len() >= 5 && head.iter().any(|line| line.contains("Guidance:")), "{head:?}");
        }
    }
}

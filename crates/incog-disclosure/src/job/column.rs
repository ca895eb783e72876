//! What a job says about a column, and where the column's hierarchy comes from.

use incog_data::{Aggregate, HierarchySpec, LabelStyle, Publish};
use incog_privacy::{MissingAs, Role};
use incog_treatment::TreatmentSpec;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a job says about a column.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnJob {
    /// Its role.
    pub role: Role,
    /// Its hierarchy; `None` for one made from the column's type.
    pub hierarchy: Option<HierarchySource>,
    /// Lowest level the release may have.
    pub min_level: Option<usize>,
    /// Highest level the release may have.
    pub max_level: Option<usize>,
    /// Importance in the utility; more than 0.
    pub weight: f64,
    /// What its missing values count as for l-diversity; only for a sensitive column.
    pub missing: MissingAs,
    /// In what form it is published; another than labels only for a quasi-identifier.
    pub publish: Publish,
    /// What stands for the values of a class; only for a sensitive or an insensitive column.
    pub aggregate: Option<Aggregate>,
    /// What its values become before anything is decided.
    pub treatment: Option<TreatmentJob>,
    /// Whether the table need not have it: one that was counted has no identifiers.
    pub may_be_absent: bool,
}

impl ColumnJob {
    /// A column for which only the role is given.
    pub fn with_role(role: Role) -> Self {
        let (missing, publish) = (MissingAs::default(), Publish::default());
        Self {
            role,
            hierarchy: None,
            min_level: None,
            max_level: None,
            weight: 1.0,
            missing,
            publish,
            aggregate: None,
            treatment: None,
            may_be_absent: false,
        }
    }

    /// Writes the labels of its numbers or dates in this style, and in the form in which it is
    /// published.
    pub(super) fn label(&mut self, labels: LabelStyle) {
        if let Some(HierarchySource::Made(spec)) = &mut self.hierarchy {
            *spec = spec.clone().labelled(labels).published_as(self.publish);
        }
    }
}

/// What the values of a column become, and where its key is.
#[derive(Debug, Clone, PartialEq)]
pub struct TreatmentJob {
    /// The treatment; of a key it has no path.
    pub spec: TreatmentSpec,
    /// The file of its own key; `None` where it has none, or a report withholds the path.
    pub key: Option<PathBuf>,
}

/// Where a hierarchy comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum HierarchySource {
    /// A file with one row per value and one column per level.
    File(PathBuf),
    /// For each value, what it belongs to; what belongs to `*` or to nothing is placed below the
    /// root.
    Tree(BTreeMap<String, String>),
    /// Made from the values of the column.
    Made(HierarchySpec),
}

impl HierarchySource {
    /// Whether labels and domain are derived from no record: a file, a tree, an order of values.
    pub fn is_stated(&self) -> bool {
        match self {
            Self::File(_) | Self::Tree(_) => true,
            Self::Made(spec) => spec.is_stated(),
        }
    }
}

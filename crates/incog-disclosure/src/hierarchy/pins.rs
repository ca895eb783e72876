//! The hierarchies that a plan was made with.

use crate::DisclosureError;
use crate::job::{
    HierarchyFile, HierarchyOptions, HierarchySource, PinnedHierarchy, Pins, without_found_values,
};
use crate::{PinnedHierarchyError, ReportFileError};
use incog_data::{Hierarchy, QuasiIdentifier};
use incog_io::{WholeFile, read_json};
use std::borrow::Cow;
use std::path::Path;

impl PinnedHierarchy {
    /// Keeps the hierarchy of a quasi-identifier; `made` says how it was made, where the job does
    /// not.
    pub fn new(qid: &QuasiIdentifier, made: Option<HierarchyFile>) -> Self {
        let levels = 0..=qid.hierarchy.height();
        let row =
            |value: u32| levels.clone().map(|level| qid.hierarchy.label(level, value).to_owned()).collect();
        Self { made, rows: (0..qid.hierarchy.values() as u32).map(row).collect() }
    }
}

impl Pins {
    /// Those that a job asks for.
    pub fn load(options: &HierarchyOptions) -> Result<Cow<'_, Self>, DisclosureError> {
        match (&options.pins, &options.plan) {
            (Some(pins), _) => Ok(Cow::Borrowed(pins)),
            (None, Some(plan)) => Self::read(plan).map(Cow::Owned),
            (None, None) => Ok(Cow::Owned(Self::default())),
        }
    }

    /// Reads those of a plan.
    fn read(path: &Path) -> Result<Self, DisclosureError> {
        let text = WholeFile::PLAN.read_text(path);
        let text = text.map_err(|fault| {
            DisclosureError::ReportFile(ReportFileError::Unreadable { path: path.to_owned(), fault })
        })?;
        read_json(&text).map_err(|error| {
            DisclosureError::PinnedHierarchy(PinnedHierarchyError::NoPlan {
                path: path.to_owned(),
                what: without_found_values(&error.to_string()),
            })
        })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.hierarchies.is_empty()
    }

    /// The hierarchy of a column.
    pub fn hierarchy(&self, column: &str) -> Result<Option<Hierarchy>, DisclosureError> {
        let Some(pinned) = self.hierarchies.get(column) else { return Ok(None) };
        let rows = pinned.rows.iter().map(|row| row.iter().map(String::as_str).collect::<Vec<_>>());
        Ok(Some(Hierarchy::new(rows)?))
    }

    /// How the hierarchy was made of a column for which the job gives none.
    pub fn by_default(&self, column: &str) -> Result<Option<HierarchySource>, DisclosureError> {
        let made = self.hierarchies.get(column).and_then(|pinned| pinned.made.as_ref());
        Ok(made.map(|made| HierarchySource::check(column, made)).transpose()?)
    }
}

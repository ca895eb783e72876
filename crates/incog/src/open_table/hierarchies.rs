//! The hierarchy that a job would give a column, before anything else is decided.

use super::OpenTable;
use crate::IncogError;
use crate::job::{ColumnFile, HierarchyFile, HierarchySource, JobFile, Role, Terms, hierarchy_file};
use crate::proposed_hierarchy::by_default;
use crate::publish::PreparedProblem;
use incog_data::{QuasiIdentifier, Table};
use std::path::Path;

impl OpenTable {
    /// A column bound to the hierarchy that this part of a job gives it; paths are relative to
    /// `folder`.
    ///
    /// # Errors
    /// When the part is wrong, a hierarchy file cannot be read, or does not have the values of the
    /// column.
    pub fn quasi_identifier(
        &self,
        column: &str,
        said: &ColumnFile,
        folder: &Path,
    ) -> Result<QuasiIdentifier, IncogError> {
        let said = ColumnFile {
            role: Some(Role::QuasiIdentifier.name().to_owned()),
            missing: None,
            publish: None,
            ..said.clone()
        };
        let some_model: JobFile = toml::from_str("privacy.k-anonymity = 1").expect("k-anonymity is a model");
        let job = JobFile { columns: [(column.to_owned(), said)].into(), ..some_model };
        let terms = Terms::from_file(&job, folder)?;
        let prepared = PreparedProblem::new(&terms, self.only(column))?;
        let found = prepared.problem.tuples().quasi_identifiers().first();
        Ok(found.expect("a job with one quasi-identifier has one").clone())
    }

    /// How the hierarchy of a column is made where a job gives none; `None` where there is no such
    /// column.
    pub fn made_by_default(&self, column: &str) -> Option<HierarchyFile> {
        let source = HierarchySource::Made(by_default(self.table.column(column)?));
        Some(hierarchy_file(&source, Path::new("")))
    }

    /// The table with this column alone, if there is one.
    fn only(&self, column: &str) -> Table {
        let column = self.table.column(column).into_iter().cloned().collect();
        Table::new(column).unwrap_or_else(|_| self.table.clone())
    }
}

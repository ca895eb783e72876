//! Hierarchies on their own: made from a column, read from a file, checked against a column.

mod lasting;
mod pins;
mod resolve_hierarchies;

pub use crate::job::PinnedHierarchy;
pub(crate) use lasting::hierarchies_of_series;
pub(crate) use resolve_hierarchies::check_columns;
pub use resolve_hierarchies::{ResolvedHierarchies, made_by_default, resolve_hierarchies};

use crate::DisclosureError;
use crate::HierarchyInputError;
use crate::job::{ColumnJob, HierarchyFile, HierarchySource, JobError, JobProblem, Place, Role, nearest};
use crate::proposed_hierarchy::by_default;
use incog_audit::AuditError;
use incog_data::{
    Column, Hierarchy, HierarchyCsvOptions, Publish, QuasiIdentifier, RepeatedValue, Table, ValueTree,
    Values, read_hierarchy_csv_noting,
};
use incog_io::{WholeFile, text_as_utf8};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Makes the hierarchy of a column, chosen by the column's type when `how` is not given.
pub fn build(
    table: &Table,
    column: &str,
    how: Option<&HierarchyFile>,
) -> Result<Arc<Hierarchy>, DisclosureError> {
    let column = find(table, column)?;
    let source = match how {
        Some(how) => HierarchySource::check(&column.name, how)?,
        None => HierarchySource::Made(by_default(column)),
    };
    let hierarchy = build_hierarchy(&source, column, table)?;
    // A file may be a hierarchy of something else.
    QuasiIdentifier::new(column, hierarchy.clone())?;
    Ok(hierarchy)
}

/// Reads and checks a hierarchy file.
pub fn read(path: impl AsRef<Path>) -> Result<Arc<Hierarchy>, DisclosureError> {
    Ok(read_noting(path)?.0)
}

/// As [`read`], and also returns what should be looked at in the file.
pub fn read_noting(
    path: impl AsRef<Path>,
) -> Result<(Arc<Hierarchy>, Option<HierarchyNote>), DisclosureError> {
    let (hierarchy, note) = read_hierarchy(path.as_ref())?;
    Ok((Arc::new(hierarchy), note))
}

/// What should be looked at in a hierarchy file that is otherwise good. It names lines but no
/// values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HierarchyNote {
    /// The file.
    pub path: PathBuf,
    /// Rows whose value occurred before, with the same labels.
    pub repeated: Vec<RepeatedLine>,
}

/// A row whose value occurred before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RepeatedLine {
    /// Its line, from 1.
    pub line: usize,
    /// The line of the first row with its value.
    pub first: usize,
    /// The hierarchy's number for the value, for whoever may see what the file says.
    #[serde(skip)]
    pub value: u32,
}

impl HierarchyNote {
    /// A note about a file, where lines of it repeat values.
    pub fn new(path: &Path, repeated: Vec<RepeatedValue>) -> Option<Self> {
        let repeated: Vec<RepeatedLine> = repeated
            .into_iter()
            .map(|RepeatedValue { line, first, value }: RepeatedValue| RepeatedLine { line, first, value })
            .collect();
        (!repeated.is_empty()).then(|| Self { path: path.to_owned(), repeated })
    }
}

impl fmt::Display for HierarchyNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(RepeatedLine { line, first, .. }) = self.repeated.first() else { return Ok(()) };
        write!(f, "{}, line {line}: the value of line {first} is repeated", self.path.display())?;
        match self.repeated.len() - 1 {
            0 => {}
            1 => f.write_str(", and one more line repeats a value")?,
            more => write!(f, ", and {more} more lines repeat a value")?,
        }
        f.write_str(
            "; the labels are equal, so the result is the same, but one of the values may be \
            misspelled",
        )
    }
}

/// Checks that every value of a column has its place in a hierarchy.
pub fn check_covers(table: &Table, column: &str, hierarchy: &Arc<Hierarchy>) -> Result<(), DisclosureError> {
    QuasiIdentifier::new(find(table, column)?, hierarchy.clone())?;
    Ok(())
}

fn find<'a>(table: &'a Table, name: &str) -> Result<&'a Column, DisclosureError> {
    table.column(name).ok_or_else(|| {
        let nearest = nearest(name, table.columns().iter().map(|column| column.name.as_str()));
        let problem = JobProblem::UnknownColumn { column: name.to_owned(), nearest };
        JobError::new(Place::default(), problem).into()
    })
}

/// Reads or makes the hierarchy of a column.
pub fn build_hierarchy(
    source: &HierarchySource,
    column: &Column,
    table: &Table,
) -> Result<Arc<Hierarchy>, DisclosureError> {
    build_noting(source, column, table, &mut Vec::new())
}

/// Like [`build_hierarchy`]; adds a note about each thing in a file that should be looked at.
pub fn build_noting(
    source: &HierarchySource,
    column: &Column,
    table: &Table,
    notes: &mut Vec<HierarchyNote>,
) -> Result<Arc<Hierarchy>, DisclosureError> {
    let hierarchy = match source {
        HierarchySource::File(path) => {
            let (hierarchy, note) = read_hierarchy(path)?;
            notes.extend(note);
            hierarchy
        }
        HierarchySource::Made(spec) => spec.build(column, table)?,
        HierarchySource::Tree(_) => build_of_values(source, column, &Values::from_column(column))?,
    };
    Ok(Arc::new(hierarchy))
}

/// The hierarchy of some values of a column: of a tree or a rule.
fn build_of_values(
    source: &HierarchySource,
    column: &Column,
    values: &Values<'_>,
) -> Result<Hierarchy, DisclosureError> {
    Ok(match source {
        HierarchySource::File(path) => read_hierarchy(path)?.0,
        HierarchySource::Made(spec) => spec.build_from(values)?,
        HierarchySource::Tree(tree) => {
            let pairs = tree.iter().map(|(value, parent)| (value.as_str(), parent.as_str()));
            let tree = ValueTree::from_parents(pairs).map_err(|source| {
                DisclosureError::Hierarchy(HierarchyInputError::Tree { column: column.name.clone(), source })
            })?;
            tree.build(values)?
        }
    })
}

/// Reads a hierarchy file, and says what should be looked at in it.
fn read_hierarchy(path: &Path) -> Result<(Hierarchy, Option<HierarchyNote>), DisclosureError> {
    let open = |fault| {
        DisclosureError::Hierarchy(HierarchyInputError::OpenHierarchy { path: path.to_owned(), fault })
    };
    let bytes = text_as_utf8(WholeFile::HIERARCHY.read(path).map_err(open)?);
    let name = path.display().to_string();
    let (hierarchy, repeated) = read_hierarchy_csv_noting(&bytes, &name, HierarchyCsvOptions::default())?;
    Ok((hierarchy, HierarchyNote::new(path, repeated)))
}

/// The hierarchies of quasi-identifiers and sensitive attributes.
pub fn hierarchies(
    columns: &BTreeMap<String, ColumnJob>,
    input: &Table,
) -> Result<BTreeMap<String, Arc<Hierarchy>>, DisclosureError> {
    let mut hierarchies = BTreeMap::new();
    for (name, wanted) in columns {
        let Some(column) = input.column(name) else {
            // A release has neither identifiers nor, mostly, providers.
            if wanted.role.may_be_left_out() {
                continue;
            }
            let known = input.columns().iter().map(|column| column.name.clone()).collect();
            return Err(AuditError::UnknownColumn { table: "input", name: name.clone(), known }.into());
        };
        let hierarchy = match (&wanted.hierarchy, wanted.role) {
            (Some(HierarchySource::Made(spec)), Role::QuasiIdentifier) => {
                spec.clone().published_as(Publish::Label).build(column, input)?.into()
            }
            (Some(source), Role::QuasiIdentifier | Role::Sensitive) => {
                build_hierarchy(source, column, input)?
            }
            (None, Role::QuasiIdentifier) => by_default(column).build(column, input)?.into(),
            _ => continue,
        };
        hierarchies.insert(name.clone(), hierarchy);
    }
    Ok(hierarchies)
}

//! Hierarchies on their own: made from a column, read from a file, checked against a column.

use crate::IncogError;
use crate::anonymize::{build_hierarchy, read_hierarchy};
use crate::job::{HierarchyFile, HierarchySource, JobError, JobProblem, Place, nearest};
use incog_data::{Column, Hierarchy, HierarchySpec, QuasiIdentifier, Table};
use std::path::Path;
use std::sync::Arc;

/// Makes the hierarchy of a column; by its type when `how` is not given.
pub fn build(table: &Table, column: &str, how: Option<&HierarchyFile>) -> Result<Arc<Hierarchy>, IncogError> {
    let column = find(table, column)?;
    let source = match how {
        Some(how) => HierarchySource::check(&column.name, how)?,
        None => HierarchySource::Made(HierarchySpec::default_for(column)),
    };
    let hierarchy = build_hierarchy(&source, column, table)?;
    // A file may be a hierarchy of something else.
    QuasiIdentifier::new(column, hierarchy.clone())?;
    Ok(hierarchy)
}

/// Reads and checks a hierarchy file.
pub fn read(path: impl AsRef<Path>) -> Result<Arc<Hierarchy>, IncogError> {
    let path = path.as_ref();
    read_hierarchy(path).map(Arc::new)
}

/// Checks that every value of a column has its place in a hierarchy.
pub fn check_covers(table: &Table, column: &str, hierarchy: &Arc<Hierarchy>) -> Result<(), IncogError> {
    QuasiIdentifier::new(find(table, column)?, hierarchy.clone())?;
    Ok(())
}

fn find<'a>(table: &'a Table, name: &str) -> Result<&'a Column, IncogError> {
    table.column(name).ok_or_else(|| {
        let nearest = nearest(name, table.columns().iter().map(|column| column.name.as_str()));
        let problem = JobProblem::UnknownColumn { column: name.to_owned(), nearest };
        JobError { place: Place::default(), problem }.into()
    })
}

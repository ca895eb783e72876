//! The hierarchies of a series, whose labels are those of its first table.

use super::build_hierarchy;
use super::resolve_hierarchies::{build_of_known, known_of};
use crate::DisclosureError;
use crate::job::{HierarchySource, Role, Terms};
use incog_data::{Column, Hierarchy, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The hierarchies of quasi-identifiers for a table of a series. Values without a place are left
/// out.
pub(crate) fn hierarchies_of_series(
    terms: &Terms,
    table: &Table,
) -> Result<BTreeMap<String, Arc<Hierarchy>>, DisclosureError> {
    let mut found = BTreeMap::new();
    for column in table.columns() {
        let source = terms.columns.get(&column.name).filter(|wanted| wanted.role == Role::QuasiIdentifier);
        let Some(source) = source.and_then(|wanted| wanted.hierarchy.as_ref()) else { continue };
        let hierarchy = match (lasting_hierarchy(terms, source, column)?, known_of(source, column)) {
            (Some(lasting), _) => lasting,
            (None, Some(known)) => build_of_known(source, column, &known)?,
            (None, None) => hierarchy_of_placed_values(source, column, table)?,
        };
        found.insert(column.name.clone(), hierarchy);
    }
    Ok(found)
}

fn hierarchy_of_placed_values(
    source: &HierarchySource,
    column: &Column,
    table: &Table,
) -> Result<Arc<Hierarchy>, DisclosureError> {
    match source {
        HierarchySource::Made(spec) => Ok(Arc::new(spec.of_placed_values(column)?)),
        _ => build_hierarchy(source, column, table),
    }
}

/// The hierarchy of a column with the labels of the first table of a series; `None` where its
/// labels are stated, or no series has begun.
pub(super) fn lasting_hierarchy(
    terms: &Terms,
    source: &HierarchySource,
    column: &Column,
) -> Result<Option<Arc<Hierarchy>>, DisclosureError> {
    let (HierarchySource::Made(spec), false) = (source, source.is_stated()) else { return Ok(None) };
    let Some(known) = terms.hierarchy.lasting_values(&column.name) else { return Ok(None) };
    Ok(Some(Arc::new(spec.lasting(&known, column)?)))
}

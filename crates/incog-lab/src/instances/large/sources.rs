//! Reading tables and hierarchies of the instances.

use super::LargeInstanceError;
use incog_data::{Column, ColumnBuilder, Hierarchy, HierarchySpec, QuasiIdentifier, Table};
use incog_io::{ReadOptions, read_table};
use std::path::Path;
use std::sync::Arc;

/// A table with a header.
pub(super) fn table(path: &Path) -> Result<Table, LargeInstanceError> {
    Ok(read_table(path, &ReadOptions::default())?.table)
}

/// The column with this name.
pub(super) fn column<'a>(
    table: &'a Table,
    name: &str,
    path: &Path,
) -> Result<&'a Column, LargeInstanceError> {
    let missing = || LargeInstanceError::MissingColumn { path: path.into(), column: name.into() };
    table.column(name).ok_or_else(missing)
}

/// A hierarchy as ARX writes it, compressed or not.
pub(super) fn arx_hierarchy(path: &Path) -> Result<Hierarchy, LargeInstanceError> {
    let options = ReadOptions {
        delimiter: Some(b';'),
        header: false,
        missing_markers: Vec::new(),
        ..ReadOptions::default()
    };
    let levels = read_table(path, &options)?.table;
    let row = |row: usize| levels.columns().iter().map(|level| level.value(row)).collect::<Vec<&str>>();
    Hierarchy::new((0..levels.rows()).map(row))
        .map_err(|source| LargeInstanceError::Hierarchy { path: path.into(), source })
}

/// A column bound to a hierarchy with all levels allowed.
pub(super) fn bind(
    column: &Column,
    hierarchy: Hierarchy,
) -> Result<(Column, QuasiIdentifier), LargeInstanceError> {
    Ok((column.clone(), QuasiIdentifier::new(column, Arc::new(hierarchy))?))
}

/// Columns of a table with the hierarchies that [`HierarchySpec::default_for`] proposes.
pub(super) fn with_default_hierarchies(
    path: &Path,
    names: &[&str],
) -> Result<Vec<(Column, QuasiIdentifier)>, LargeInstanceError> {
    let table = table(path)?;
    let bound = names.iter().map(|name| {
        let column = column(&table, name, path)?;
        bind(column, HierarchySpec::default_for(column).build(column, &table)?)
    });
    bound.collect()
}

/// The first rows of a column, as a column of its own.
pub(super) fn first_rows(column: &Column, rows: usize) -> Column {
    let mut builder = ColumnBuilder::new(&column.name);
    for row in 0..rows.min(column.codes.len()) {
        builder.push(column.value(row));
    }
    builder.finish(&["?"])
}

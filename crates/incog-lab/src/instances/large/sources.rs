//! Reading tables and hierarchies of the instances.

use super::LargeInstanceError;
use incog_data::{
    Column, ColumnBuilder, Fanout, Hierarchy, HierarchySpec, Intervals, Order, QuasiIdentifier, Table,
};
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
    Hierarchy::new(
        (0..levels.rows())
            .map(|row: usize| levels.columns().iter().map(|level| level.value(row)).collect::<Vec<&str>>()),
    )
    .map_err(|source| LargeInstanceError::Hierarchy { path: path.into(), source })
}

/// A column bound to a hierarchy with all levels allowed.
pub(super) fn bind(
    column: &Column,
    hierarchy: Hierarchy,
) -> Result<(Column, QuasiIdentifier), LargeInstanceError> {
    Ok((column.clone(), QuasiIdentifier::new(column, Arc::new(hierarchy))?))
}

/// How the hierarchy of a column is made.
#[derive(Clone, Copy)]
pub(super) enum Made {
    /// The value, then `*`.
    Flat,
    /// So many neighbours in natural order joined from level to level.
    Neighbours(usize),
    /// Intervals of 5, 10, 20 and 40.
    Intervals,
}

/// Columns of a table, each with a hierarchy that is made.
pub(super) fn with_made_hierarchies(
    path: &Path,
    columns: &[(&str, Made)],
) -> Result<Vec<(Column, QuasiIdentifier)>, LargeInstanceError> {
    let table = table(path)?;
    let bound = columns.iter().map(|&(name, made)| {
        let column = column(&table, name, path)?;
        let spec = match made {
            Made::Flat => HierarchySpec::Flat,
            Made::Neighbours(fanout) => HierarchySpec::Fanout(Fanout { fanout, order: Order::Natural }),
            Made::Intervals => {
                let widths = vec![5.0, 10.0, 20.0, 40.0];
                HierarchySpec::Intervals(Intervals { widths, ..Intervals::default() })
            }
        };
        bind(column, spec.build(column, &table)?)
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

//! A release as a table.

use crate::IncogError;
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::recode::recoding::Recoded;
use incog_data::{Column, ColumnBuilder, Table};

/// The release as a table. What is missing in a column of the input is missing in the release.
pub(in crate::publish) fn released_table(
    input: &BoundTable,
    recoded: &Recoded<'_>,
) -> Result<Table, IncogError> {
    let written = recoded.written();
    let columns = written.iter().map(|released| {
        let mut column = ColumnBuilder::new(&*released.name);
        recoded.rows.iter().for_each(|&row| column.push(released.label(row)));
        let original = input.table.column(&released.name).filter(|_| released.value_type.is_none());
        column.finish(&original.map_or_else(|| vec![""], Column::missing_texts))
    });
    Ok(Table::new(columns.collect())?)
}

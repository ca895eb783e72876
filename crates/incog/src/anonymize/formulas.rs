//! Cells that a spreadsheet would execute.

use crate::job::Terms;
use incog_data::{Column, Table, is_formula};

/// What to look at in published columns of which some text, the column's name among them, begins like a formula, where the
/// terms do not escape these.
pub(super) fn formulas<'a>(terms: &'a Terms, table: &'a Table) -> impl Iterator<Item = String> + 'a {
    let is_open = |column: &&Column| !terms.release.escape_formulas && terms.publishes(&column.name);
    table.columns().iter().filter(is_open).filter_map(|column| {
        let texts = column.dictionary.iter().chain([column.name.as_str()]);
        let found = texts.filter(|text| is_formula(text)).count();
        let name = &column.name;
        (found > 0).then(|| {
            format!(
                "{name:?} has texts that begin like a formula ({found} in the input), which a spreadsheet executes when it opens a text file; \
                 escape them with release.escape_formulas = true"
            )
        })
    })
}

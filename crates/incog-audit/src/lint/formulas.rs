//! Cells that a spreadsheet would execute as formulas.

use incog_data::is_formula;

/// What to report about a column with such cells, or with such a name; `values` come with their
/// numbers of rows.
pub(super) fn formulas<'a>(name: &str, values: impl Iterator<Item = (&'a str, usize)>) -> Option<String> {
    let found: Vec<usize> = values.filter(|(value, _)| is_formula(value)).map(|(_, rows)| rows).collect();
    let cells = format!("{} values in {} rows begin", found.len(), found.iter().sum::<usize>());
    let what = match (found.is_empty(), is_formula(name)) {
        (true, false) => return None,
        (true, true) => "the name of the column begins".to_owned(),
        (false, false) => cells,
        (false, true) => format!("the name of the column and {cells}"),
    };
    Some(format!(
        "{what} like a formula, which a spreadsheet runs when it opens the release; correct them, or set \
         release.escape_formulas = true"
    ))
}

//! Cells that a spreadsheet takes for formulas and executes.

/// Whether a spreadsheet may execute a cell: it begins with `=` or `@`, with a tab or a line end,
/// or with a plus or minus sign followed by a text that contains a letter and is not a number.
/// Spaces at the start are ignored, and full-width characters (`＝`) count like ordinary ones.
///
/// ```
/// use incog_data::is_formula;
/// assert!(["=1+1", "@SUM(A1)", "-2+3+cmd|' /C calc'!A0", "\t=1", " ＝1"].into_iter().all(is_formula));
/// assert!(!["-5", "+4.5e-3", "-10..-6", "+49 30 123", "-", "", "a=b"].into_iter().any(is_formula));
/// ```
pub fn is_formula(cell: &str) -> bool {
    if cell.starts_with(['\t', '\r', '\n']) {
        return true;
    }
    let text = cell.trim_start();
    let mut rest = text.chars();
    match rest.next() {
        Some('=' | '@' | '＝' | '＠') => !rest.as_str().trim().is_empty(),
        Some('+' | '-' | '＋' | '－') => rest.any(char::is_alphabetic) && !is_number(text),
        _ => false,
    }
}

fn is_number(text: &str) -> bool {
    text.trim_end().parse::<f64>().is_ok() && text.contains(|c: char| c.is_ascii_digit())
}

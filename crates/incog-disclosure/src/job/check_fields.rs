//! Fields at fixed places, of the input and of the release.

use super::check::{Checked, at};
use super::error::JobProblem;
use super::file::{CsvFile, FixedFieldFile, JobFile, OutputFile, ReleaseFile};
use incog_io::FixedField;

/// Most characters of a field at a fixed place.
const MOST_WIDTH: i64 = 10_000;

/// The fields of an input without delimiters.
pub(super) fn read_fields(file: &CsvFile) -> Checked<Option<Vec<FixedField>>> {
    const KEY: &str = "csv.fixed_width";
    let Some(fields) = &file.fixed_width else { return Ok(None) };
    let why = "fixed-width files have neither delimiters nor quotes";
    let others = [("csv.delimiter", file.delimiter.is_some()), ("csv.quote", file.quote.is_some())];
    refuse_beside(KEY, others, why)?;
    fixed_fields(KEY, fields).map(Some)
}

/// The fields of a release without delimiters.
pub(super) fn released_fields(file: &JobFile) -> Checked<Option<Vec<FixedField>>> {
    const KEY: &str = "release.fixed_width";
    let Some(fields) = &file.release.fixed_width else { return Ok(None) };
    let escapes = file.release.escape_formulas == Some(true);
    refuse_beside(
        KEY,
        [("release.escape_formulas", escapes)],
        "spreadsheets do not run formulas of fixed-width files",
    )?;
    let is_table = matches!(file.output, Some(OutputFile::Table(_)));
    refuse_beside(KEY, [("output.table", is_table)], "a database table is not fixed-width")?;
    fixed_fields(KEY, fields).map(Some)
}

/// Refuses keys that contradict those fields.
fn refuse_beside<const N: usize>(
    key: &'static str,
    others: [(&str, bool); N],
    why: &'static str,
) -> Checked<()> {
    match others.into_iter().find(|(_, is_there)| *is_there) {
        None => Ok(()),
        Some((second, _)) => {
            let (first, second) = (key.to_owned(), second.to_owned());
            Err(at(key, JobProblem::Contradiction { first, second, why }))
        }
    }
}

fn fixed_fields(key: &'static str, fields: &[FixedFieldFile]) -> Checked<Vec<FixedField>> {
    let checked: Option<Vec<FixedField>> = fields.iter().map(FixedFieldFile::field).collect();
    checked.filter(|fields| fields.iter().any(|field| field.name.is_some())).ok_or_else(|| {
        let expected = "a list of fields such as { name = \"age\", width = 3 }, each 1 to 10000 characters \
            wide, at least one of them with a name";
        let found = "[...]".to_owned();
        at(key, JobProblem::BadParameter { key: key.to_owned(), found, expected: expected.to_owned() })
    })
}

impl ReleaseFile {
    /// The fields of a release without delimiters.
    pub fn fields(&self) -> Option<Vec<FixedField>> {
        self.fixed_width.as_ref()?.iter().map(FixedFieldFile::field).collect()
    }
}

impl FixedFieldFile {
    /// The field, if it is one.
    pub fn field(&self) -> Option<FixedField> {
        let name = self.name.as_ref().map(|name| name.trim().to_owned());
        let is_right = (1..=MOST_WIDTH).contains(&self.width) && name.as_deref() != Some("");
        is_right.then_some(FixedField { name, width: usize::try_from(self.width).unwrap_or_default() })
    }
}

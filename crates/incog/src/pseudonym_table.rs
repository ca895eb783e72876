//! Which pseudonym stands for whom: a table for the owner of the key alone.

use crate::IncogError;
use crate::ReportFileError;
use crate::job::Job;
use crate::publish::read_input;
use crate::secret::write_private;
use incog_data::Column;
use incog_io::csv_text;
use std::collections::BTreeSet;
use std::io::Error;
use std::path::Path;

/// Writes which pseudonym stands for whom to a new file that only its owner may read, as text:
/// `column,pseudonym,identifier`, one line for each spelling of an identifier in the input, also of
/// people whose records are suppressed. Whoever has it can undo the pseudonyms.
///
/// # Errors
/// When the input or a key cannot be read, no column has pseudonyms, or the file is there already
/// or cannot be written.
pub fn write_pseudonym_table(job: &Job, path: impl AsRef<Path>) -> Result<(), IncogError> {
    let path = path.as_ref();
    job.terms.check_keys()?;
    let (table, source) = read_input(job)?;
    let failed = |source: Error| {
        IncogError::ReportFile(ReportFileError::PseudonymTable { path: path.to_owned(), source })
    };
    let people = source.untreated.iter().filter(|was| job.terms.role(&was.name).names_people());
    let of_people = people.filter_map(|was| Some(lines(was, table.column(&was.name)?)));
    let lines: BTreeSet<[&str; 3]> = of_people.flatten().collect();
    if lines.is_empty() {
        return Err(failed(Error::other("no column of the job is published as pseudonyms")));
    }
    let head = ["column", "pseudonym", "identifier"];
    let text = csv_text(std::iter::once(head).chain(lines));
    write_private(path, &text).map_err(failed)
}

/// Column, pseudonym and identifier of each record that names somebody.
fn lines<'c>(was: &'c Column, is: &'c Column) -> impl Iterator<Item = [&'c str; 3]> {
    let named = (0..was.codes.len()).filter(|&row| !was.is_missing(was.codes.at(row)));
    named.map(|row| [was.name.as_str(), is.value(row), was.value(row)])
}

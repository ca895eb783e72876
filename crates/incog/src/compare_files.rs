//! A release in a file beside its original.

use crate::compare_error::CompareError;
use crate::iso_dates::write_iso_dates;
use crate::{IncogError, hierarchy};
use incog_attack::stands_for;
use incog_audit::{Likeness, LikenessRequest, ReadColumn};
use incog_data::Table;
use incog_io::{ReadOptions, read_found_table};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where the tables are.
#[derive(Debug, Clone, Default)]
pub struct ComparedFiles {
    /// The records that the release was made of.
    pub original: PathBuf,
    /// The release, of this program or of any other.
    pub release: PathBuf,
    /// Records of people who are not in the original, on which classifiers are tested.
    pub others: Option<PathBuf>,
    /// By column, the file of the hierarchy whose labels the release has.
    pub hierarchies: BTreeMap<String, PathBuf>,
}

/// Compares a release of any program with its original, in the columns that both have. The result
/// has counts, shares and names of columns, and figures of the original: it is for the steward.
///
/// # Errors
/// When a file cannot be read or has no records, when no column is shared, and when a target is not
/// in all tables.
pub fn compare_files(files: &ComparedFiles, request: &LikenessRequest) -> Result<Likeness, IncogError> {
    let options = ReadOptions::default();
    // Two labels of a release that look like "missing" stay two.
    let as_it_is = ReadOptions { one_missing_value: false, ..ReadOptions::default() };
    let read = |path: &PathBuf, options| Ok::<_, IncogError>(read_found_table(path, options)?.0.table);
    let mut original = read(&files.original, &options)?;
    let mut release = read(&files.release, &as_it_is)?;
    let mut others = files.others.as_ref().map(|path| read(path, &options)).transpose()?;
    let mut all: Vec<&mut Table> = std::iter::once(&mut release).chain(&mut others).collect();
    let is_kept = |name: &str| files.hierarchies.contains_key(name);
    write_iso_dates(&mut original, &mut all, is_kept).map_err(IncogError::from)?;
    let others = files.others.as_ref().zip(others.as_ref());
    let tables = [(&files.original, &original), (&files.release, &release)].into_iter().chain(others);
    for (path, table) in tables {
        if table.rows() == 0 {
            return Err(CompareError::Empty { path: path.clone() }.into());
        }
        if let Some(column) = request.targets.iter().find(|target| table.column(target).is_none()) {
            return Err(CompareError::NoColumn { path: path.clone(), column: column.clone() }.into());
        }
    }
    let mut columns = Vec::new();
    for column in original.columns() {
        let Some(released) = release.column(&column.name) else { continue };
        let named = files.hierarchies.get(&column.name).map(hierarchy::read).transpose()?;
        let stands = stands_for(column, released, named.as_deref());
        columns.push(ReadColumn { original: column, released, stands });
    }
    if columns.is_empty() {
        let (release, original) = (files.release.clone(), files.original.clone());
        return Err(CompareError::OtherColumns { release, original }.into());
    }
    Ok(Likeness::measure(&original, &release, &columns, others.map(|(_, table)| table), request))
}

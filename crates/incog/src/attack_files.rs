//! Attacks on a release in a file.

use crate::{IncogError, hierarchy};
use incog_attack::{AttackReport, AttackRequest, Attacked, attack};
use incog_card::Card;
use incog_io::{ReadOptions, read_table};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where the tables are.
#[derive(Debug, Clone, Default)]
pub struct AttackedFiles {
    /// The records that the release was made of.
    pub original: PathBuf,
    /// The release, of this program or of any other.
    pub release: PathBuf,
    /// Records of people like those of the original who are not in it.
    pub control: Option<PathBuf>,
    /// Further releases about the same people.
    pub also: Vec<PathBuf>,
    /// By column, the file of the hierarchy whose labels the release has.
    pub hierarchies: BTreeMap<String, PathBuf>,
}

/// Attacks a release; `begins` is told of each attack before it is tried. The report has counts and shares, and no value of anybody.
///
/// # Errors
/// When a file cannot be read, or the release cannot be attacked as asked.
pub fn attack_files(
    files: &AttackedFiles,
    request: &AttackRequest,
    begins: impl FnMut(&'static Card),
) -> Result<AttackReport, IncogError> {
    let options = ReadOptions::default();
    // Two labels of a release that look like "missing" stay two.
    let as_it_is = ReadOptions { one_missing_value: false, ..ReadOptions::default() };
    let original = read_table(&files.original, &options)?.table;
    let release = read_table(&files.release, &as_it_is)?.table;
    let also = files.also.iter().map(|path| Ok(read_table(path, &as_it_is)?.table));
    let also: Vec<incog_data::Table> = also.collect::<Result<_, IncogError>>()?;
    let control = files.control.as_ref().map(|path| read_table(path, &options)).transpose()?;
    let read = |(column, path): (&String, &PathBuf)| Ok((column.clone(), hierarchy::read(path)?));
    let hierarchies = files.hierarchies.iter().map(read).collect::<Result<_, IncogError>>()?;
    let control = control.as_ref().map(|file| &file.table);
    let also = also.iter().collect();
    Ok(attack(
        &Attacked { control, also, hierarchies, ..Attacked::new(&original, &release) },
        request,
        begins,
    )?)
}

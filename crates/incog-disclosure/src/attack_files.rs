//! Attacks on a release in a file.

use crate::iso_dates::write_iso_dates;
use crate::{DisclosureError, hierarchy};
use incog_attack::{AttackReport, AttackRequest, Attacked, attack};
use incog_card::Card;
use incog_data::Table;
use incog_io::{ReadOptions, TableFile, read_found_table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

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

/// What was attacked and how, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileAttack {
    /// What it takes to try the same again.
    pub files: AttackFileFacts,
    /// What came of it.
    #[serde(flatten)]
    pub found: AttackReport,
}

/// What it takes to try attacks again, beside what their result says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackFileFacts {
    /// The records that the release was made of.
    pub original: AttackedTable,
    /// The release.
    pub release: AttackedTable,
    /// The control group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<AttackedTable>,
    /// Further releases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<AttackedTable>,
    /// By column, the file of a hierarchy.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hierarchies: BTreeMap<String, String>,
    /// Attacks that were asked for; all that can be tried, where none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<String>,
    /// Columns of a predicate that singles out by several.
    pub columns: usize,
}

/// A table that was read, by its digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackedTable {
    /// Where it stands.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

impl AttackedTable {
    fn new(path: &Path, file: &TableFile) -> Self {
        Self { path: path.to_string_lossy().into_owned(), sha256: file.sha256.clone() }
    }
}

impl AttackFileFacts {
    /// All paths in it.
    pub fn paths(&mut self) -> impl Iterator<Item = &mut String> {
        let tables = [&mut self.original, &mut self.release].into_iter().chain(&mut self.control);
        tables.chain(&mut self.also).map(|table| &mut table.path).chain(self.hierarchies.values_mut())
    }

    /// The files, whose paths are relative to a folder.
    pub fn in_folder(&self, folder: &Path) -> AttackedFiles {
        let at = |table: &AttackedTable| folder.join(&table.path);
        AttackedFiles {
            original: at(&self.original),
            release: at(&self.release),
            control: self.control.as_ref().map(at),
            also: self.also.iter().map(at).collect(),
            hierarchies: self
                .hierarchies
                .iter()
                .map(|(name, path)| (name.clone(), folder.join(path)))
                .collect(),
        }
    }
}

/// Attacks a release; `begins` is told of each attack before it is tried. The report has counts and
/// shares, and no value of anybody.
///
/// # Errors
/// When a file cannot be read, or the release cannot be attacked as asked.
pub fn attack_files(
    files: &AttackedFiles,
    request: &AttackRequest,
    begins: impl FnMut(&'static Card) -> ControlFlow<()>,
) -> Result<FileAttack, DisclosureError> {
    let options = ReadOptions::default();
    // Two labels of a release that look like "missing" stay two.
    let as_it_is = ReadOptions { one_missing_value: false, ..ReadOptions::default() };
    let read = |path: &PathBuf, options| Ok::<_, DisclosureError>(read_found_table(path, options)?.0);
    let mut original = read(&files.original, &options)?;
    let mut release = read(&files.release, &as_it_is)?;
    let also = files.also.iter().map(|path| read(path, &as_it_is));
    let mut also: Vec<TableFile> = also.collect::<Result<_, DisclosureError>>()?;
    let mut control = files.control.as_ref().map(|path| read(path, &options)).transpose()?;
    let others = std::iter::once(&mut release).chain(&mut also).chain(&mut control);
    let mut others: Vec<&mut Table> = others.map(|file| &mut file.table).collect();
    let is_kept = |name: &str| files.hierarchies.contains_key(name);
    write_iso_dates(&mut original.table, &mut others, is_kept).map_err(DisclosureError::from)?;
    let hierarchies = files
        .hierarchies
        .iter()
        .map(|(column, path): (&String, &PathBuf)| Ok((column.clone(), hierarchy::read(path)?)))
        .collect::<Result<_, DisclosureError>>()?;
    let told = |(path, file): (&PathBuf, &TableFile)| AttackedTable::new(path, file);
    let facts = AttackFileFacts {
        original: AttackedTable::new(&files.original, &original),
        release: AttackedTable::new(&files.release, &release),
        control: files.control.as_ref().zip(control.as_ref()).map(told),
        also: files.also.iter().zip(&also).map(told).collect(),
        hierarchies: files
            .hierarchies
            .iter()
            .map(|(name, path)| (name.clone(), path.to_string_lossy().into_owned()))
            .collect(),
        attacks: request.attacks.clone(),
        columns: request.columns,
    };
    let attacked = Attacked {
        control: control.as_ref().map(|file| &file.table),
        also: also.iter().map(|file| &file.table).collect(),
        hierarchies,
        ..Attacked::new(&original.table, &release.table)
    };
    Ok(FileAttack { files: facts, found: attack(&attacked, request, begins)? })
}

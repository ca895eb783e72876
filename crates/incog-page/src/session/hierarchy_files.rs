//! Hierarchy files that are opened in the page.

use super::{ChangeError, Session, uploads};
use incog::job::{ColumnFile, HierarchyFile, JobFile};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The ending of the files, as a text of hierarchies has it.
const ENDING: &str = ".hierarchy.csv";

impl Session {
    /// Takes the text of a hierarchy file in ARX's format, for a column: into a file that only
    /// its owner can read and that goes with the process. It is checked against the column first.
    ///
    /// # Errors
    /// When another revision is there, or the hierarchy is wrong; the message names the line.
    pub fn take_hierarchy(&self, revision: u64, column: &str, text: &str) -> Result<u64, ChangeError> {
        self.keep_hierarchy(revision, column, text, false)
    }

    /// Takes the text of a hierarchy file. With `keeps_levels`, it has as many levels as the
    /// hierarchy before it, so limits of levels stay.
    pub(super) fn keep_hierarchy(
        &self,
        revision: u64,
        column: &str,
        text: &str,
        keeps_levels: bool,
    ) -> Result<u64, ChangeError> {
        let opened = self.opened();
        if opened.table.table().column(column).is_none() {
            return Err(ChangeError::NoColumn);
        }
        if opened.uploads.is_too_much(text.len()) {
            return Err(ChangeError::TooMuch { most: uploads::MOST >> 20 });
        }
        let refused = |error: String| ChangeError::Refused(error);
        // Each in a folder of its own, so that a column's earlier file is still there if this one
        // is wrong.
        let folder =
            tempfile::tempdir_in(opened.uploads.path()).map_err(|error| refused(error.to_string()))?;
        let path = folder.path().join(format!("{}{ENDING}", name_of(column)));
        fs::write(&path, text).map_err(|error| refused(error.to_string()))?;
        let hierarchy = Some(HierarchyFile::Path(path.display().to_string()));
        let said = ColumnFile { hierarchy: hierarchy.clone(), ..ColumnFile::default() };
        let checked = opened.table.quasi_identifier(column, &said, &opened.folder);
        checked.map_err(|error| refused(in_words(&error.to_string(), &path)))?;
        let made = self.tell(|state| {
            state.check(revision)?;
            let mut job = state.job.clone();
            let known = job.columns.entry(column.to_owned()).or_default();
            known.hierarchy = hierarchy;
            if !keeps_levels {
                (known.min_level, known.max_level) = (None, None);
            }
            Ok(state.next(job))
        })?;
        // It is there as long as the folder of all of them.
        let _ = folder.keep();
        self.solve();
        Ok(made)
    }

    /// The files that were opened.
    pub(super) fn uploaded(&self) -> BTreeSet<String> {
        self.opened().uploads.files().map(|file| file.path().display().to_string()).collect()
    }

    /// The job as it is saved: with these files beside it; and what has to be copied there.
    pub fn with_copies(&self, job: &JobFile) -> (JobFile, Vec<(PathBuf, PathBuf)>) {
        let (mut job, mut copies, mut taken) = (job.clone(), Vec::new(), BTreeMap::new());
        let uploads = self.opened().uploads.path();
        for (name, column) in &mut job.columns {
            let Some(HierarchyFile::Path(path)) = &mut column.hierarchy else { continue };
            if !Path::new(path).starts_with(uploads) {
                continue;
            }
            let wanted = name_of(name);
            let times = taken.entry(wanted.clone()).and_modify(|times| *times += 1).or_insert(1);
            let number = if *times == 1 { String::new() } else { format!("-{times}") };
            let file = format!("{wanted}{number}{ENDING}");
            copies.push((PathBuf::from(&*path), self.opened().folder.join(&file)));
            *path = file;
        }
        (job, copies)
    }
}

/// A name of a file for a column, whatever that is called.
fn name_of(column: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    let name: String = column.chars().take(60).map(plain).collect();
    if name.is_empty() { "column".to_owned() } else { name }
}

/// A message without the place of a file that nobody has named.
fn in_words(message: &str, path: &Path) -> String {
    message.replace(&path.display().to_string(), "the hierarchy file")
}

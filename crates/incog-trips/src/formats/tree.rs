//! A file, or all files of a kind in a folder and the folders in it.

use crate::TrajectoryError;
use incog_io::{ReadError, WholeFile, sha256_of_text};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A file's text and where it stood.
pub struct TextFile {
    /// The folder it is in, relative to the input; empty for the input's own.
    pub folder: String,
    /// Its name without the ending.
    pub stem: String,
    /// The file.
    pub path: PathBuf,
    /// Its text; bytes that are not UTF-8 are replaced.
    pub text: String,
}

/// The files of an input, read one after the other in the order of their paths.
pub struct Tree {
    root: PathBuf,
    files: std::vec::IntoIter<PathBuf>,
    /// Relative path and SHA-256 of each file read so far.
    sums: String,
    single: Option<String>,
}

impl Tree {
    /// The file `path`, or the files in the folder `path` whose names end so.
    pub fn open(path: &Path, ending: &str) -> Result<Self, TrajectoryError> {
        let has_ending =
            |name: &Path| name.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
        let is_folder = path.is_dir();
        let files = if is_folder { files(path, has_ending)? } else { vec![path.to_owned()] };
        if files.is_empty() {
            return Err(super::malformed(
                path,
                "folder of points",
                format!("it has no .{ending} file; incog reads folders of .plt, .gpx and .geojson"),
            ));
        }
        let root = if is_folder { path.to_owned() } else { PathBuf::new() };
        Ok(Self { root, files: files.into_iter(), sums: String::new(), single: None })
    }

    /// The next file.
    pub fn next_file(&mut self) -> Result<Option<TextFile>, TrajectoryError> {
        let Some(path) = self.files.next() else { return Ok(None) };
        let bytes = WholeFile::POINTS.read(&path);
        let bytes = bytes.map_err(|fault| ReadError::File { path: path.clone(), fault })?;
        let sum = hex(&Sha256::digest(&bytes));
        let inside = path.strip_prefix(&self.root).unwrap_or(&path);
        // Writing to a string cannot fail.
        let _ = writeln!(self.sums, "{sum}  {}", inside.display());
        self.single = self.root.as_os_str().is_empty().then_some(sum);
        let is_single = self.single.is_some();
        let folder = inside.parent().filter(|_| !is_single).map(|folder| folder.display().to_string());
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        Ok(Some(TextFile { folder: folder.unwrap_or_default(), stem, path, text }))
    }

    /// The SHA-256 of the file; of a folder, the SHA-256 of what `sha256sum` prints of its files in
    /// the order of their paths.
    pub fn sha256(self) -> String {
        self.single.unwrap_or_else(|| sha256_of_text(&self.sums))
    }
}

/// The files in a folder and the folders in it that qualify, in the order of their paths.
///
/// Links to folders are not followed, so that no walk goes in circles.
pub fn files(folder: &Path, qualifies: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, TrajectoryError> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|source| unreadable(&folder, source))? {
            let entry = entry.map_err(|source| unreadable(&folder, source))?;
            let kind = entry.file_type().map_err(|source| unreadable(&entry.path(), source))?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if qualifies(&entry.path()) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

fn unreadable(path: &Path, source: std::io::Error) -> TrajectoryError {
    ReadError::File { path: path.to_owned(), fault: source.into() }.into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

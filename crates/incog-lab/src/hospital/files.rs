//! The example as a folder of files.

use super::{hierarchies, table};
use incog_data::write_hierarchy_csv;
use incog_io::{OutputColumn, WriteError, WriteOptions, write_table};
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Why the example could not be written.
#[derive(Debug, Error)]
pub enum ExampleError {
    /// A file or folder could not be made.
    #[error("{}: {source}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The table could not be written.
    #[error(transparent)]
    Table(#[from] WriteError),
}

/// Writes `patients.csv`, `hierarchies/COLUMN.csv` and `job.toml` to `folder`, which is created if
/// it does not exist; files of an earlier example are replaced.
///
/// # Errors
/// [`ExampleError`] names the file that could not be written.
pub fn write(folder: &Path, seed: u64, rows: usize) -> Result<(), ExampleError> {
    let labels = folder.join("hierarchies");
    fs::create_dir_all(&labels).map_err(at(&labels))?;
    let table = table(seed, rows);
    let columns: Vec<OutputColumn<'_>> = table.columns().iter().map(OutputColumn::from).collect();
    let options = WriteOptions { force: true, ..WriteOptions::default() };
    write_table(folder.join("patients.csv"), &columns, None, &options)?;
    for (column, hierarchy) in hierarchies() {
        let mut text = Vec::new();
        let path = labels.join(format!("{column}.csv"));
        write_hierarchy_csv(&hierarchy, b',', &mut text)
            .and_then(|()| fs::write(&path, text))
            .map_err(at(&path))?;
    }
    let job = folder.join("job.toml");
    fs::write(&job, include_str!("job.toml")).map_err(at(&job))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> ExampleError {
    let path = path.to_owned();
    move |source| ExampleError::Io { path, source }
}

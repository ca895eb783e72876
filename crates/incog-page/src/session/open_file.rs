//! From a file to an open table.

use super::change::files_named;
use super::uploads::Uploads;
use super::{Names, Opened, Session};
use incog::io::{ReadError, ReadOptions, TableFile, read_found_table};
use incog::job::{
    JobFile, ProposalWishes, ProposedPlaces, TableToPropose, path_from, propose_job, proposed_columns,
};
use incog::open_table::OpenTable;
use incog::roles::{HeaderOfData, looks_like_data};
use incog::{IncogError, Job};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Whether the first line of a table names its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Header {
    /// It does, unless it looks like a record, which is refused.
    #[default]
    Unset,
    /// It does.
    Names,
    /// It is a record.
    Record,
}

/// Why nothing is opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The table or the job cannot be read.
    #[error(transparent)]
    Incog(#[from] IncogError),
    /// The first line may be a record.
    #[error(
        "{}: the first line looks like a record, not like column names ({found}), and column \
         names are shown and saved; start again with --no-header if it is a record, or --header \
         if not",
        path.display()
    )]
    Header {
        /// The table.
        path: PathBuf,
        /// What speaks for it.
        found: HeaderOfData,
    },
    /// There is no place for files that are opened in the page.
    #[error("cannot create a temporary folder: {0}")]
    Temporary(#[from] io::Error),
    /// The folder is none.
    #[error("{}: cannot be found: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A proposed job cannot be read; this is a mistake of the program.
    #[error("the proposed job cannot be read: {0}")]
    Proposal(#[from] toml::de::Error),
}

impl From<ReadError> for OpenError {
    fn from(error: ReadError) -> Self {
        Self::Incog(error.into())
    }
}

impl From<incog::JobError> for OpenError {
    fn from(error: incog::JobError) -> Self {
        Self::Incog(error.into())
    }
}

impl Session {
    /// Opens a job file (`.toml`) or a table, of which a job is proposed. Files are saved in
    /// `folder`; that of the file, where none is said.
    ///
    /// # Errors
    /// When it cannot be read, or a table has no names of columns.
    pub fn open(path: &Path, header: Header, folder: Option<&Path>) -> Result<Self, OpenError> {
        let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.unwrap_or(beside);
        let absolute = |path: &Path| {
            path.canonicalize().map_err(|source| OpenError::Folder { path: path.to_owned(), source })
        };
        let (file, folder) = (absolute(path)?, absolute(folder)?);
        let is_job = path.extension().is_some_and(|ending| ending == "toml");
        let (table, job) = if is_job { of_job(&file, &folder)? } else { of_table(&file, header, &folder)? };
        let release = match &job.output {
            Some(incog::job::OutputFile::Path(path)) => Path::new(path).file_name(),
            _ => None,
        };
        let release = release.map_or("release.csv".into(), |name| name.to_string_lossy().into_owned());
        let opened = Opened {
            proposed: proposed_columns(table.table(), table.format(), &ProposalWishes::default()),
            table,
            name: path.to_owned(),
            names: Names::proposed(&folder, release),
            files: files_named(&job),
            at_first: job.clone(),
            folder,
            uploads: Uploads::new(&std::env::temp_dir())?,
        };
        Ok(Self::new(opened, job))
    }
}

fn of_job(path: &Path, folder: &Path) -> Result<(OpenTable, JobFile), OpenError> {
    let job = Job::from_toml_file(path)?;
    Ok((OpenTable::read(&job)?, job.to_file(folder)))
}

fn of_table(path: &Path, header: Header, folder: &Path) -> Result<(OpenTable, JobFile), OpenError> {
    let has_header = header != Header::Record;
    let options = ReadOptions { header: has_header, ..ReadOptions::default() };
    let (file, found) = read_found_table(path, &options)?;
    let options = found.options;
    if header == Header::Unset {
        check_header(path, &file)?;
    }
    let input = path_from(path, folder);
    let source = TableToPropose {
        table: &file.table,
        format: &file.format,
        places: ProposedPlaces::Files { input: &input, output: &release_name(path) },
        layout: &options,
    };
    let text = propose_job(&source, &ProposalWishes::default()).text;
    let job: JobFile = toml::from_str(&text)?;
    Ok((OpenTable::new(file), job))
}

fn check_header(path: &Path, file: &TableFile) -> Result<(), OpenError> {
    let is_typed = file.format.schema.is_some();
    let names: Vec<&str> = file.table.columns().iter().map(|column| column.name.as_str()).collect();
    match looks_like_data(&names, &file.table).filter(|_| !is_typed) {
        None => Ok(()),
        Some(found) => Err(OpenError::Header { path: path.to_owned(), found }),
    }
}

fn release_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (stem, _) = incog::io::without_compression(&name);
    let start = stem.rfind('.').unwrap_or(stem.len());
    let ending = if name[start..].eq_ignore_ascii_case(".ods") { ".xlsx" } else { &name[start..] };
    format!("{}.release{ending}", &name[..start])
}

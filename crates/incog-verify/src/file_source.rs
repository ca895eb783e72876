//! Where a report, its page and its release are: beside each other in a folder, or in memory.

use super::Check;
use incog_data::Table;
use incog_disclosure::DisclosureError;
use incog_disclosure::job::Job;
use incog_disclosure::report::Report;
use incog_io::{FileFault, ReadError, ReadOptions, WrittenRows, digest_rows, read_rows, read_table};
use incog_report::verification::page::{is_page, page_of, same_page};
use std::path::Path;

/// The records of a release that was read from an engine, and the SHA-256 of their counted rows; or
/// why they cannot be read.
pub(super) type ReadRelease = Result<(Table, String), DisclosureError>;

/// Where a report, its page and its release are.
#[derive(Clone, Copy)]
pub(super) enum Found<'a> {
    /// In a folder.
    Folder {
        /// The folder.
        folder: &'a Path,
        /// The release, where it is not where the report says.
        release: Option<&'a Path>,
    },
    /// In a folder, but for the release, which was read from an engine.
    Engine {
        /// The folder.
        folder: &'a Path,
        /// The release.
        release: &'a ReadRelease,
    },
    /// In a cluster, and the page in memory.
    Cluster {
        /// The release.
        release: &'a ReadRelease,
        /// The page.
        page: &'a str,
    },
    /// In memory.
    Memory {
        /// The release.
        rows: &'a WrittenRows,
        /// The page.
        page: &'a str,
    },
}

impl<'a> Found<'a> {
    /// What paths of the report are relative to.
    pub fn folder(self) -> &'a Path {
        match self {
            Self::Folder { folder, .. } | Self::Engine { folder, .. } => folder,
            Self::Cluster { .. } | Self::Memory { .. } => Path::new(""),
        }
    }

    /// Whether its rows have an order; tables of engines and of clusters have none.
    pub fn has_order(self) -> bool {
        matches!(self, Self::Folder { .. } | Self::Memory { .. })
    }

    /// The release, and the SHA-256 of its file; or why cannot read the file.
    pub fn release(self, report: &Report, options: &ReadOptions) -> Result<(Table, String), String> {
        match self {
            Self::Engine { release, .. } | Self::Cluster { release, .. } => {
                release.as_ref().cloned().map_err(ToString::to_string)
            }
            Self::Folder { folder, release } => {
                let told = folder.join(&report.release.path);
                let file = read_table(release.unwrap_or(&told), options);
                let file = file.map_err(|error| self.unreadable(&error))?;
                Ok((file.table, file.sha256))
            }
            Self::Memory { rows, .. } => {
                let read = read_rows(&report.release.path, rows.stream(), options);
                let (table, _) = read.map_err(|error| self.unreadable(&error))?;
                Ok((table, digest_rows(rows)))
            }
        }
    }

    fn unreadable(self, error: &ReadError) -> String {
        let is_there = !matches!(error, ReadError::File { fault: FileFault::NotFound, .. });
        match self {
            Self::Folder { release: None, .. } if !is_there => {
                format!("{error}; if it has moved, name it with --release FILE")
            }
            _ => error.to_string(),
        }
    }

    /// Compares a page that was made again with the one that is there.
    pub fn same_page(self, made: &str, report: &Report, job: &Job) -> Check {
        match self {
            Self::Folder { folder, .. } | Self::Engine { folder, .. } => {
                same_page(made, &page_of(report.audience, &job.output, folder).0)
            }
            Self::Cluster { page, .. } | Self::Memory { page, .. } => is_page(made, page.as_bytes()),
        }
    }
}

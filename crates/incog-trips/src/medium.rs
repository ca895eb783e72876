//! Where a release is written, and read again to be measured: a file, or memory.

use super::TrajectoryError;
use super::formats::{self, Layout};
use super::projection::Projection;
use super::release_file::{ReadAgain, ReleasedCluster, read_again, tracks, tracks_of, write};
use incog_io::WrittenRows;
use std::path::Path;

/// Where a release is written, and read again to be measured.
pub enum Medium<'a> {
    /// A file that nobody sees before the run commits it.
    File(&'a Path),
    /// Batches of Arrow, when they are written; messages call them by the name.
    Memory(&'a Path, Option<WrittenRows>),
}

impl Medium<'_> {
    /// Writes the clusters and reads them again.
    pub fn written(
        &mut self,
        clusters: &[ReleasedCluster],
        layout: &Layout,
        projection: Option<Projection>,
    ) -> Result<ReadAgain, TrajectoryError> {
        let frame = ReleasedCluster::frame(clusters, layout, projection);
        match self {
            Self::File(path) => {
                write(path, clusters, layout, frame)?;
                read_again(path, layout, frame)
            }
            Self::Memory(name, written) => {
                let rows = formats::write_rows(name, &tracks(clusters, frame), layout)?;
                let raw = formats::read_rows(name, rows.stream(), &layout.columns())?;
                let again = tracks_of(name, raw, frame)?;
                let sha256 = written.insert(rows).sha256.clone();
                Ok(ReadAgain { sha256, ..again })
            }
        }
    }
}

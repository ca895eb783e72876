//! For whom a report is made, and the files that are written beside a release.

use incog_io::beside;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// For whom a report is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Anyone who has the release: nothing in the report is derived from a suppressed record or an
    /// identifier.
    Public,
    /// Those who have the input: all figures, as the search counts them.
    Internal,
}

impl Audience {
    /// The report for this audience, and its page.
    pub fn files(self, release: &Path) -> [PathBuf; 2] {
        let endings = match self {
            Self::Public => [".report.json", ".report.html"],
            Self::Internal => [".internal.json", ".internal.html"],
        };
        endings.map(|ending| beside(release, ending))
    }
}

/// The files that a run makes: the release, its report and page, and the internal ones if they are
/// asked for.
pub fn files_of_release(release: &Path, internal: bool) -> Vec<PathBuf> {
    let audiences = [Audience::Public, Audience::Internal].into_iter().take(1 + usize::from(internal));
    std::iter::once(release.to_owned())
        .chain(audiences.flat_map(|audience| audience.files(release)))
        .collect()
}

/// A note on internal reports that an earlier run left beside a release and that this one does not
/// replace.
pub fn note_on_earlier(release: &Path, internal: bool) -> Option<String> {
    let left = Audience::Internal.files(release).into_iter().find(|path| !internal && path.exists())?;
    Some(format!("{}: it belongs to an earlier release and says nothing about this one", left.display()))
}

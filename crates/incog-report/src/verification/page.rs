//! The page beside a report, compared with the one that is made again.

use super::Check;
use crate::Audience;
use incog_io::WholeFile;
use std::path::{Path, PathBuf};

/// The path and name of the page that belongs to a report, in the folder of the report.
pub fn page_of(audience: Audience, output: &Path, folder: &Path) -> (PathBuf, String) {
    let [_, page] = audience.files(output);
    let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
    (folder.join(&name), name)
}

/// What a report and its page claim together.
pub const CLAIM: &str = "the page shows the figures of the report";

/// Compares a page that was made again, byte by byte, with the one at `path`.
pub fn same_page(made: &str, path: &Path) -> Check {
    let Ok(found) = WholeFile::REPORT.read(path) else {
        return Check::not_shown(CLAIM, "the page cannot be read");
    };
    is_page(made, &found)
}

/// Compares a page that was made again, byte by byte, with the one that was found.
pub fn is_page(made: &str, found: &[u8]) -> Check {
    let same = found == made.as_bytes();
    let detail = if same { "it is the page of this report, byte for byte" } else { "it is another page" };
    Check::new(CLAIM, same, detail)
}

//! How much a reader takes at most.
//!
//! Every reader bounds its work and its memory by the size of the file and these limits, and says
//! which one was exceeded. They are far above what people publish and far below what brings a
//! machine down; `docs/limits.md` has the list for people.

/// Most columns of a table.
pub const MOST_COLUMNS: usize = 10_000;

/// Longest record of a text in bytes; a longer one comes from an open quote, or is not text.
pub const LONGEST_RECORD: usize = 16 << 20;

/// Largest job file or suite in bytes.
pub const JOB_BYTES: u64 = 16 << 20;

/// Largest file of a key, a signature or a password in bytes.
pub const KEY_BYTES: u64 = 64 << 10;

/// Largest report in bytes.
pub const REPORT_BYTES: u64 = 256 << 20;

/// Largest plan in bytes; the plan of a local recoding names every tuple of the table.
pub const PLAN_BYTES: u64 = 4 << 30;

/// Largest proof in bytes; that of a local recoding has a number for each record.
pub const PROOF_BYTES: u64 = 1 << 30;

/// Largest hierarchy file in bytes.
pub const HIERARCHY_BYTES: u64 = 256 << 20;

/// Largest checkpoint in bytes.
pub const CHECKPOINT_BYTES: u64 = 16 << 30;

/// Largest file of points in bytes, where it is not a table: GPX, GeoJSON, PLT, the text of W4M.
pub const POINTS_BYTES: u64 = 4 << 30;

/// How many times its size a file may hold once that is more than [`EXPANSION_FREE`].
pub const EXPANSION: u64 = 256;

/// What any file may hold, however small it is: bytes of text, or cells of a Parquet or Arrow
/// table.
pub const EXPANSION_FREE: u64 = 64 << 20;

/// What a file of this many bytes may hold when it is unpacked: bytes of text in gzip or zstd,
/// cells in Parquet or Arrow.
///
/// A few bytes can be made to stand for any number of equal values; real tables shrink to a tenth
/// or a twentieth.
///
/// ```
/// use incog_io::limits::{EXPANSION_FREE, most_unpacked};
/// assert_eq!(most_unpacked(100), EXPANSION_FREE);
/// assert_eq!(most_unpacked(1 << 30), 256 << 30);
/// ```
pub fn most_unpacked(file_bytes: u64) -> u64 {
    file_bytes.saturating_mul(EXPANSION).max(EXPANSION_FREE)
}

//! What the list of table formats holds for each of them.

use crate::atomic::Target;
use crate::compression::{COMPRESSIONS, Compression};
use crate::output::Output;
use crate::table_file::{ReadOptions, TableFile};
use crate::{ReadError, WriteError};
use incog_card::Card;
use serde::{Serialize, Serializer};
use std::fs::File;
use std::path::Path;

/// A file format of tables: how it is recognized, read and written.
#[derive(Debug, Serialize)]
pub struct TableFormat {
    /// Its name, and where it is specified.
    #[serde(flatten)]
    pub card: Card,
    /// What messages call it.
    #[serde(skip)]
    pub title: &'static str,
    /// The endings of file names that stand for it.
    #[serde(serialize_with = "names_of")]
    pub endings: &'static [Ending],
    /// Whether a whole file may be compressed; the ending of the compression then follows that of
    /// the format.
    pub can_be_compressed: bool,
    /// Whether its columns have types; otherwise all cells are texts.
    #[serde(skip)]
    pub has_types: bool,
    /// The bytes that a file begins with, where they distinguish it from a text.
    #[serde(skip)]
    pub(crate) first_bytes: Option<&'static [u8]>,
    /// Reads a table.
    #[serde(skip)]
    pub(crate) read: fn(Opened<'_>, &ReadOptions) -> Result<TableFile, ReadError>,
    /// Writes rows.
    #[serde(skip)]
    pub(crate) write: fn(&Output<'_>, Named, &mut Target) -> Result<(), WriteError>,
}

/// An ending of a file name, without its dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// In lower case: `tsv`.
    pub name: &'static str,
    /// The delimiter that goes with it: the tab for `tsv`.
    pub delimiter: Option<u8>,
    /// Whether files of this ending are written, too.
    pub is_written: bool,
}

impl Ending {
    /// An ending that says nothing about the delimiter.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, delimiter: None, is_written: true }
    }

    /// An ending of files that are read only.
    pub(crate) const fn only_read(name: &'static str) -> Self {
        Self { is_written: false, ..Self::new(name) }
    }
}

/// The opened file of a table.
#[derive(Debug)]
pub(crate) struct Opened<'a> {
    pub path: &'a Path,
    pub file: File,
    /// What its name says.
    pub named: Named,
    /// The format that the first bytes tell, if the file was taken for a text and is none.
    pub content: fn(&[u8]) -> Option<&'static str>,
}

/// What the name of a file says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named {
    pub format: &'static TableFormat,
    pub compression: Option<&'static Compression>,
    pub ending: Ending,
}

impl TableFormat {
    /// Whether its files are texts of lines whose fields stand between delimiters, or at fixed
    /// places.
    pub fn is_delimited(&self) -> bool {
        self.can_be_compressed && !self.has_types
    }

    /// Its endings as messages show them: `.parquet`.
    pub fn shown_endings(&self) -> String {
        let dotted = |name: &str| format!(".{name}");
        let shown = |ending: &Ending| {
            let only = if ending.is_written { "" } else { " (read only)" };
            format!("{}{only}", dotted(ending.name))
        };
        let endings: Vec<String> = self.endings.iter().map(shown).collect();
        let mut shown = endings.join(", ");
        if self.can_be_compressed {
            let behind: Vec<String> = COMPRESSIONS.iter().map(|packed| dotted(packed.ending)).collect();
            shown += &format!(" (each also with {} behind it)", behind.join(" or "));
        }
        shown
    }
}

fn names_of<S: Serializer>(endings: &[Ending], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(endings.iter().map(|ending| ending.name))
}

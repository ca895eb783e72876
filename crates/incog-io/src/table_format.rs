//! What the list of table formats has of each.

use crate::atomic::Target;
use crate::compression::{COMPRESSIONS, Compression};
use crate::output::Output;
use crate::table_file::{ReadOptions, TableFile};
use crate::{ReadError, WriteError};
use incog_card::Card;
use serde::{Serialize, Serializer};
use std::fs::File;
use std::path::Path;

/// A format in which a table stands in a file: how it is recognized, read and written.
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
    /// Whether a compression may stand around the whole of a file, its ending behind that of the format.
    pub can_be_compressed: bool,
    /// What a file begins with, where that tells it from a text.
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
}

impl Ending {
    /// One that says nothing of delimiters.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, delimiter: None }
    }
}

/// A file of a table that was opened.
#[derive(Debug)]
pub(crate) struct Opened<'a> {
    pub path: &'a Path,
    pub file: File,
    /// What its name says.
    pub named: Named,
    /// What a file is that begins so, where it is mistaken for a text.
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
    /// Its endings as messages show them: `.parquet`.
    pub fn shown_endings(&self) -> String {
        let dotted = |name: &str| format!(".{name}");
        let endings: Vec<String> = self.endings.iter().map(|ending| dotted(ending.name)).collect();
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

//! Where a table and its release are, in a proposed job.

use crate::job::file::OutputTableFile;
use crate::job::spec::EngineTable;
use crate::job::toml_text::{inline, quoted};
use crate::job::write::engine_input;
use incog_sql::Relation;
use std::path::Path;

/// Where a table and its release are, as the job names them.
#[derive(Debug, Clone, Copy)]
pub enum ProposedPlaces<'t> {
    /// Files, with the names that the job gives them.
    Files {
        /// The table.
        input: &'t str,
        /// The release.
        output: &'t str,
    },
    /// Tables of one engine.
    Tables {
        /// The table.
        table: &'t EngineTable,
        /// The release.
        release: &'t Relation,
        /// The folder of the job file, where the database is a file.
        folder: &'t Path,
    },
}

impl ProposedPlaces<'_> {
    /// The values of the keys `input` and `output`.
    pub(super) fn input_and_output(self) -> [String; 2] {
        match self {
            Self::Files { input, output } => [quoted(input), quoted(output)],
            Self::Tables { table, release, folder } => {
                let output = OutputTableFile { table: release.to_string() };
                let input = toml::Value::try_from(engine_input(table, folder));
                [input, toml::Value::try_from(output)]
                    .map(|keys| keys.map_or_else(|_| String::new(), |keys| inline(&keys)))
            }
        }
    }
}

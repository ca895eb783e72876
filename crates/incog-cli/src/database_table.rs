//! A table of a database that a job is proposed for.

use crate::connection::ConnectionFlags;
use crate::output::Failure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use incog::engine::{Address, ENGINES, check_address};
use incog::job::{EngineSource, EngineTable};
use incog::sql::Relation;
use incog::{EngineRunError, IncogError, Table, read_engine_table};
use incog_io::{FileFormat, ReadOptions};
use std::path::{Path, PathBuf};

/// Which database has the table, and how it is reached.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub struct DatabaseFlags {
    /// The database that has the table; incog reads all rows, writes nothing there, and proposes a
    /// release in the same database
    #[arg(
        long, value_name = "ENGINE", value_parser = known_engine(),
        conflicts_with_all = ["trajectories", "header", "no_header", "fixed_width", "encoding", "sheet", "format"]
    )]
    adbc: Option<&'static str>,
    /// The address of the database (postgresql://HOST/DATABASE, or the file of a DuckDB database)
    #[arg(long, value_name = "ADDRESS", requires = "adbc")]
    uri: Option<String>,
    #[command(flatten)]
    connection: ConnectionFlags,
}

/// A table of a database, as it was read.
pub struct DatabaseTable {
    /// Where it is.
    pub place: EngineTable,
    /// Its rows.
    pub table: Table,
    /// How it is stored.
    pub format: FileFormat,
}

fn known_engine() -> impl TypedValueParser<Value = &'static str> {
    // The parser before it takes no other name.
    PossibleValuesParser::new(ENGINES)
        .try_map(|name| ENGINES.into_iter().find(|engine| *engine == name).ok_or("unknown engine"))
}

impl DatabaseFlags {
    /// Whether the table is one of a database.
    pub fn is_named(&self) -> bool {
        self.adbc.is_some()
    }

    /// The file of the database, if it is one.
    pub fn file(&self) -> Vec<PathBuf> {
        self.uri.iter().filter(|_| self.adbc == Some("duckdb")).map(PathBuf::from).collect()
    }

    /// Reads a table by its name.
    pub fn read(&self, name: &Path) -> Result<DatabaseTable, Failure> {
        let place = self.place(&name.to_string_lossy())?;
        let address = Address { engine: place.engine, uri: place.uri.clone(), read_only: true };
        let mut engine =
            self.connection.open(Some(address))?.ok_or(IncogError::Engine(EngineRunError::NoEngineTable))?;
        let (table, format) = read_engine_table(&mut *engine, &place, &ReadOptions::default())?;
        Ok(DatabaseTable { place, table, format })
    }

    fn place(&self, name: &str) -> Result<EngineTable, Failure> {
        let engine = self.adbc.unwrap_or(ENGINES[0]);
        if engine == "duckdb" && self.uri.is_none() {
            return Err(Failure::Usage("--adbc duckdb needs --uri FILE, the file of the database"));
        }
        if let Some(uri) = &self.uri {
            check_address(engine, uri).map_err(|why| Failure::Address { why })?;
        }
        let table = name.parse::<Relation>().map_err(EngineRunError::Sql).map_err(IncogError::Engine)?;
        Ok(EngineTable { engine, uri: self.uri.clone(), source: EngineSource::Table(table) })
    }
}

/// `study.patients` becomes `study.patients_release`.
pub fn release_table(source: &EngineSource) -> Relation {
    source.called().with_ending("_release")
}

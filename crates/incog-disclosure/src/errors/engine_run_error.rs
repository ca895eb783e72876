//! Why a database did not make a release.

use incog_engine::EngineError;
use incog_io::WriteError;
use thiserror::Error;

/// Why a database did not make a release.
#[derive(Debug, Error)]
pub enum EngineRunError {
    /// An engine does not do what it is told.
    #[error("{doing}: {source}")]
    Engine {
        /// What was being done.
        doing: String,
        /// What the engine says.
        source: EngineError,
    },
    /// An engine lets nobody, or not this user, make a temporary table.
    #[error(
        "{doing}: {source}; a query as input, and a release that is a table, need temporary tables: connect \
         to a primary server as a user with the privilege TEMPORARY, or read a table or view and write the \
         release to a file"
    )]
    NoTemporaryTables {
        /// What was being done.
        doing: String,
        /// What the engine says.
        source: EngineError,
    },
    /// A job about a table of an engine, without a connection to it.
    #[error(
        "the input of the job is a database table, which cannot be read here; export it to a file, or use \
         incog anonymize, plan, apply or audit"
    )]
    NoConnection,
    /// A job about a file where a table of an engine is needed.
    #[error(
        "the input of the job is a file; expected a database table, such as input = {{ adbc = \
         \"postgresql\", table = \"patients\" }}"
    )]
    NoEngineTable,
    /// A table is there already.
    #[error("table {table:?} already exists; to replace it, add --force")]
    TableExists {
        /// The table.
        table: String,
    },
    /// A query gives a column that the job does not name.
    #[error(
        "the query of the job gives a column (number {column}) that the job does not name; give it a name in \
         the query (AS name) and a role in the job ([columns.name])"
    )]
    UnnamedColumn {
        /// Its place, from 1.
        column: usize,
    },
    /// The table to replace is the input, or what that is made of.
    #[error(
        "the release would replace table {table:?}, which is the input; nothing was changed; give the \
         release another name"
    )]
    SourceReplaced {
        /// The table.
        table: String,
    },
    /// An engine has made something else than was decided.
    #[error(
        "the database did not build {table:?} as decided, so incog rolled it back and published nothing; \
         the database may compare texts or write numbers differently"
    )]
    OtherThanDecided {
        /// The table.
        table: String,
    },
    /// A cluster has made something else than was decided.
    #[error(
        "the cluster did not build the release as decided; it may compare texts or write numbers \
         differently; the release has no report, so do not publish it"
    )]
    NotAsDecided,
    /// The connection was lost while a release was committed.
    #[error(
        "the connection was lost while table {table:?} was committed, so the table is either complete or \
         absent; if it exists, drop it or publish again with --force, because it has no report"
    )]
    CommitUnknown {
        /// The table.
        table: String,
    },
    /// The reports of a release in an engine cannot be put into place.
    #[error(
        "table {table:?} is published, but its reports could not be written: {source}; publish again with \
         --force"
    )]
    Unreported {
        /// The table.
        table: String,
        /// What went wrong.
        source: WriteError,
    },
    /// The job does not say which rows of an engine those of its input are.
    #[error(
        "the input of the job is not a counted table; count the table in the database, export the result, \
         and set input = {{ path = \"counted.csv\", counts = \"incog_records\", numbers = \"incog_row\" }}"
    )]
    NotCounted,
    /// A treatment takes a key or chance, which no engine gets.
    #[error(
        "columns.{column}.publish needs a key or random numbers, which incog never sends to a database; \
         publish a file (incog anonymize) and load it, or remove the treatment"
    )]
    TreatedForEngine {
        /// The column.
        column: String,
    },
    /// Something cannot be said to an engine.
    #[error(transparent)]
    Sql(#[from] incog_sql::SqlError),
}

//! A table of an engine that we are connected to: counted there, read as it was counted, and
//! published there.

use crate::DisclosureError;
use crate::EngineRunError;
use crate::job::{CountedColumns, EngineSource, EngineTable, Job};
use crate::read::counted_columns::free_name;
use crate::read::counted_file::CountedFile;
use crate::read::read_input::Source;
use incog_engine::{Engine, EngineError};
use incog_io::{ReadOptions, read_rows};
use incog_sql::{Counting, Dialect, Relation, dialect};
use std::path::Path;

/// The view of a session that a query becomes.
const QUERY_VIEW: &str = "incog_query";

/// A session of an engine, in which one table is counted.
pub struct EngineSession<'e> {
    #[doc(hidden)]
    pub engine: &'e mut dyn Engine,
    #[doc(hidden)]
    pub dialect: &'static dyn Dialect,
}

/// A table that was counted in a session. The counted table there is gone when the connection ends.
pub struct CountedThere {
    /// What was counted.
    pub counted: CountedFile,
    /// Where it came from.
    pub source: Source,
    #[doc(hidden)]
    pub relation: Relation,
    #[doc(hidden)]
    pub number: String,
}

impl<'e> EngineSession<'e> {
    /// Begins to talk to the engine of a job.
    pub fn begin(job: &Job, engine: &'e mut dyn Engine) -> Result<Self, DisclosureError> {
        let EngineTable { engine: name, .. } =
            job.engine.as_ref().ok_or(DisclosureError::Engine(EngineRunError::NoEngineTable))?;
        Self::with_engine(name, engine)
    }

    /// Begins to talk to an engine that is called so.
    pub(super) fn with_engine(name: &str, engine: &'e mut dyn Engine) -> Result<Self, DisclosureError> {
        let dialect = dialect(name).ok_or(DisclosureError::Engine(EngineRunError::NoEngineTable))?;
        let mut session = Self { engine, dialect };
        dialect.opening().iter().try_for_each(|said| session.run("the connection was opened", said))?;
        Ok(session)
    }

    /// Has the engine run a statement.
    ///
    /// # Errors
    /// When it refuses, with what was being done.
    pub fn run(&mut self, doing: &str, statement: &str) -> Result<(), DisclosureError> {
        self.engine.run(statement).map_err(|source| failed(doing, source))
    }

    /// Counts the table of a job: its columns that are published or measured with, in their order.
    /// What is counted stays there, so that a release can be made of it.
    pub fn count(&mut self, job: &Job) -> Result<CountedThere, DisclosureError> {
        let table = self.table_of(job)?;
        self.counted(&table, &job.input, &job.read_options())
    }

    /// Like [`EngineSession::count`], for a release that is not made there. Of a table it writes
    /// nothing, so that a role may do it that can only read, and a standby server can.
    pub fn count_only(&mut self, job: &Job) -> Result<(CountedFile, Source), DisclosureError> {
        let table = self.table_of(job)?;
        self.counted_rows(&table, &job.input, &job.read_options())
    }

    /// The table of a job, with the columns by which a job counts its rows.
    fn table_of(&mut self, job: &Job) -> Result<TableToCount, DisclosureError> {
        let (source, called) = self.source(job)?;
        let all = self.columns(&source, &called)?;
        check_named(job, &all)?;
        let columns = job.counted_columns(&all)?.into_iter().map(str::to_owned).collect();
        Ok(TableToCount { source, called, all, columns })
    }

    /// Counts all columns but `without`, of the table of a job or of another one; of a table it
    /// writes nothing.
    pub fn count_all(
        &mut self,
        job: &Job,
        table: Option<&Relation>,
        without: &[&str],
        options: &ReadOptions,
    ) -> Result<CountedFile, DisclosureError> {
        let (source, called) = match table {
            Some(table) => (table.clone(), table.to_string()),
            None => self.source(job)?,
        };
        let all = self.columns(&source, &called)?;
        let columns = all.iter().filter(|column| !without.contains(&column.as_str())).cloned().collect();
        let table = TableToCount { source, called, all, columns };
        Ok(self.counted_rows(&table, Path::new(&table.called), options)?.0)
    }

    /// The table of a job, and what messages call it. A query becomes a view of this session, which
    /// no other sees: an engine refuses a view of `DELETE`, `UPDATE` and `INSERT`, and takes no
    /// table away that a view reads. What functions do and read it does not see.
    fn source(&mut self, job: &Job) -> Result<(Relation, String), DisclosureError> {
        let table = job.engine.as_ref().ok_or(DisclosureError::Engine(EngineRunError::NoEngineTable))?;
        self.named(&table.source)
    }

    /// By which name the records are read, and what messages call them.
    pub(super) fn named(&mut self, source: &EngineSource) -> Result<(Relation, String), DisclosureError> {
        let (relation, called) = (self.relation(source), source.to_string());
        if let EngineSource::Query(query) = source {
            let (quoted, doing) = (relation.quoted(self.dialect)?, format!("{called} was read"));
            self.make_temporary(&doing, &format!("DROP VIEW IF EXISTS {quoted}"))?;
            // The line ends a comment that the query may end with. Not all engines take the schema
            // of a view that they make there anyway.
            let made =
                format!("CREATE TEMPORARY VIEW {QUERY_VIEW} AS SELECT * FROM (\n{query}\n) AS {QUERY_VIEW}");
            self.make_temporary(&doing, &made)?;
        }
        Ok((relation, called))
    }

    /// By which name the records are read.
    pub fn relation(&self, source: &EngineSource) -> Relation {
        match source {
            EngineSource::Table(table) => table.clone(),
            EngineSource::Query(_) => Relation::from_parts(&[self.dialect.temporary(), QUERY_VIEW]),
        }
    }

    /// The columns of a table, which messages call `called`.
    fn columns(&mut self, table: &Relation, called: &str) -> Result<Vec<String>, DisclosureError> {
        let none = format!("SELECT * FROM {} WHERE 1 = 0", table.quoted(self.dialect)?);
        let rows = self.engine.query(&none);
        let rows = rows.map_err(|source| failed(&format!("the columns of {called} were read"), source))?;
        Ok(rows.schema.fields().iter().map(|field| field.name().clone()).collect())
    }

    fn counted(
        &mut self,
        table: &TableToCount,
        name: &Path,
        options: &ReadOptions,
    ) -> Result<CountedThere, DisclosureError> {
        let TableToCount { source, called, all, columns } = table;
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let relation = Relation::from_parts(&[self.dialect.temporary(), "incog_counted"]);
        let [number, counts] = ["incog_row", "incog_records"].map(|wanted| free_name(wanted, all));
        let counting = Counting {
            source,
            columns: &columns,
            counted: &relation,
            number: &number,
            records: &counts,
            temporary: true,
        };
        let quoted = relation.quoted(self.dialect)?;
        let doing = format!("{called} was counted");
        self.make_temporary(&doing, &format!("DROP TABLE IF EXISTS {quoted}"))?;
        self.make_temporary(&doing, &counting.statement(self.dialect)?)?;
        let rows = self.engine.query(&format!("SELECT * FROM {quoted}"));
        let rows = rows.map_err(|source| failed(&doing, source))?;
        let (table, format) = read_rows(name, rows, options)?;
        let columns = CountedColumns { counts, numbers: Some(number.clone()) };
        let counted = CountedFile::new(name, table, Some(&columns))?.in_order()?;
        let source = Source::new(None, format);
        Ok(CountedThere { counted, source, relation, number })
    }

    /// The rows of a table, counted by all of its columns: what it has as a multiset.
    pub fn read_back(
        &mut self,
        table: &Relation,
        options: &ReadOptions,
    ) -> Result<CountedFile, DisclosureError> {
        let called = table.to_string();
        let all = self.columns(table, &called)?;
        let whole = TableToCount { source: table.clone(), called, columns: all.clone(), all };
        Ok(self.counted_rows(&whole, Path::new(&whole.called), options)?.0)
    }

    /// The rows of a table with their counts, by a query alone.
    fn counted_rows(
        &mut self,
        table: &TableToCount,
        name: &Path,
        options: &ReadOptions,
    ) -> Result<(CountedFile, Source), DisclosureError> {
        let TableToCount { source, called, all, columns } = table;
        let counts = free_name("incog_records", all);
        let names = columns.iter().map(|column| self.dialect.name_of(column));
        let names = names.collect::<Result<Vec<_>, _>>()?.join(", ");
        let (quoted, records) = (source.quoted(self.dialect)?, self.dialect.name_of(&counts)?);
        let query = format!("SELECT {names}, count(*) AS {records} FROM {quoted} GROUP BY {names}");
        let rows = self.engine.query(&query);
        let rows = rows.map_err(|source| failed(&format!("{called} was counted"), source))?;
        let (rows, format) = read_rows(name, rows, options)?;
        let columns = CountedColumns { counts, numbers: None };
        let counted = CountedFile::new(name, rows, Some(&columns))?.in_order()?;
        Ok((counted, Source::new(None, format)))
    }

    /// Has the engine make something that is gone when the connection ends.
    fn make_temporary(&mut self, doing: &str, statement: &str) -> Result<(), DisclosureError> {
        self.engine.run(statement).map_err(|source| match source.forbids_temporary_tables() {
            true => DisclosureError::Engine(EngineRunError::NoTemporaryTables {
                doing: format!("while {doing}"),
                source,
            }),
            false => failed(doing, source),
        })
    }

    /// Whether there is a table or a view of this name.
    fn has(&mut self, table: &Relation) -> Result<bool, DisclosureError> {
        let none = format!("SELECT 1 FROM {} WHERE 1 = 0", table.quoted(self.dialect)?);
        match self.engine.run(&none) {
            Ok(()) => Ok(true),
            Err(error) if error.is_lost() => Err(failed("the release was looked for", error)),
            Err(_) => Ok(false),
        }
    }

    /// Refuses a release that is there already, before anything is decided.
    pub fn check_free(&mut self, job: &Job) -> Result<(), DisclosureError> {
        match job.into.as_ref().filter(|_| !job.force) {
            Some(table) if self.has(table)? => {
                Err(DisclosureError::Engine(EngineRunError::TableExists { table: table.to_string() }))
            }
            _ => Ok(()),
        }
    }
}

/// A table of an engine whose rows are counted.
struct TableToCount {
    source: Relation,
    /// Its name in messages.
    called: String,
    /// All columns that it has.
    all: Vec<String>,
    /// Those by which its rows are counted.
    columns: Vec<String>,
}

/// An engine calls an expression by its own text, values and all, if the query gives it no name. So
/// the columns of a query are those that somebody has written down.
fn check_named(job: &Job, columns: &[String]) -> Result<(), DisclosureError> {
    let is_query = matches!(job.engine.as_ref().map(|engine| &engine.source), Some(EngineSource::Query(_)));
    let unnamed = columns.iter().position(|name| !job.terms.columns.contains_key(name));
    match unnamed.filter(|_| is_query) {
        Some(place) => Err(DisclosureError::Engine(EngineRunError::UnnamedColumn { column: place + 1 })),
        None => Ok(()),
    }
}

/// An error of an engine, with what was being done.
pub fn failed(doing: &str, source: EngineError) -> DisclosureError {
    DisclosureError::Engine(EngineRunError::Engine { doing: format!("while {doing}"), source })
}

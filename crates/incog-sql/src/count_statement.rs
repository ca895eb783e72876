//! The statement that counts a table.

use crate::{Dialect, Relation, SqlError};

/// How many numbers a first number is drawn from. With those after it, it stays below 2^53, so that
/// it is the same number in every format.
const FIRST_NUMBERS: &str = "4000000000000000";

/// How a table is counted: its distinct rows, each with a number of its own and the number of its
/// records.
///
/// Numbers begin at one that the engine draws. So those of two counts of a table differ, and what
/// was decided about one of them finds no row in the other.
#[derive(Debug, Clone, Copy)]
pub struct Counting<'a> {
    /// The table with the records.
    pub source: &'a Relation,
    /// Its columns that are published or measured with; the others are left where they are.
    pub columns: &'a [&'a str],
    /// The counted table to make.
    pub counted: &'a Relation,
    /// Its column of numbers.
    pub number: &'a str,
    /// Its column of counts.
    pub records: &'a str,
    /// Whether it is gone when the connection ends.
    pub temporary: bool,
}

impl Counting<'_> {
    /// The statement.
    ///
    /// # Errors
    /// When the engine does not take a name.
    pub fn statement(&self, dialect: &dyn Dialect) -> Result<String, SqlError> {
        let columns = self.columns.iter().map(|column| dialect.name_of(column));
        let columns = columns.collect::<Result<Vec<_>, _>>()?.join(", ");
        let (number, records) = (dialect.name_of(self.number)?, dialect.name_of(self.records)?);
        let (source, counted) = (self.source.quoted(dialect)?, self.counted.quoted(dialect)?);
        Ok(format!(
            "CREATE {}TABLE {counted} AS\n\
             SELECT incog_first.number + row_number() OVER () AS {number}, incog_rows.*\n\
             FROM (SELECT {columns}, count(*) AS {records} FROM {source} GROUP BY {columns}) AS incog_rows\n\
             CROSS JOIN (SELECT CAST(floor(random() * {FIRST_NUMBERS}) AS bigint) AS number) AS incog_first",
            if self.temporary { "TEMPORARY " } else { "" }
        ))
    }

    /// The statement as a script. With `replace`, a transaction removes the table of an earlier
    /// count first.
    ///
    /// # Errors
    /// As [`Counting::statement`].
    pub fn script(&self, dialect: &dyn Dialect, replace: bool) -> Result<String, SqlError> {
        let (begin, statement) = (dialect.begin(), self.statement(dialect)?);
        let counted = self.counted.quoted(dialect)?;
        Ok(if replace {
            format!("{begin};\nDROP TABLE IF EXISTS {counted};\n{statement};\nCOMMIT;\n")
        } else {
            format!("{statement};\n")
        })
    }
}

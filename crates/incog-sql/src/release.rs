//! The statements that make a release.

use crate::publication::{Publication, PublicationPart};
use crate::released_domain::Shown;
use crate::{Dialect, Relation, SqlError};
use std::fmt::Write;

/// Labels that one statement writes.
const LABELS_OF_A_STATEMENT: usize = 1_000;

/// Parts that one statement writes.
const PARTS_OF_A_STATEMENT: usize = 10_000;

/// How a release is made in an engine, in statements that belong into one transaction.
///
/// The three tables that are written for it are temporary, and gone at the end.
#[derive(Clone, Copy)]
pub struct ReleaseStatements<'a> {
    /// The language of the engine.
    pub dialect: &'a dyn Dialect,
    /// The release.
    pub publication: &'a Publication,
    /// The counted table it was decided for.
    pub counted: &'a Relation,
    /// The column with the numbers of its rows.
    pub number: &'a str,
    /// The release to make.
    pub target: &'a Relation,
    /// Whether a table of that name may be replaced.
    pub replace: bool,
}

impl ReleaseStatements<'_> {
    /// The statements, in order.
    ///
    /// Three of them fail where what was made is not what was decided: where it has another number
    /// of records, a smaller class than was measured, or more classes. An engine may take for equal
    /// what reads differently, and so have fewer.
    ///
    /// # Errors
    /// When the engine does not take a name or a label.
    pub fn all(&self) -> Result<Vec<String>, SqlError> {
        let target = self.target.quoted(self.dialect)?;
        let mut statements = self.labels()?;
        statements.extend(self.parts());
        statements.push(self.sorted()?);
        if self.replace {
            statements.push(format!("DROP TABLE IF EXISTS {target}"));
        }
        statements.push(self.release(&target)?);
        statements.push(self.is_whole(&target));
        statements.extend(self.is_coarse(&target)?);
        statements.extend(
            ["incog_sorted", "incog_parts", "incog_labels"].map(|table| format!("DROP TABLE {table}")),
        );
        Ok(statements)
    }

    /// All of them as one transaction.
    ///
    /// # Errors
    /// As [`ReleaseStatements::all`].
    pub fn script(&self) -> Result<String, SqlError> {
        Ok(format!("{};\n{};\nCOMMIT;\n", self.dialect.begin(), self.all()?.join(";\n")))
    }

    /// The table of labels.
    fn labels(&self) -> Result<Vec<String>, SqlError> {
        let types = self.publication.columns.iter().filter_map(|column| column.shown.labels());
        let mut columns = String::new();
        for (place, labels) in (1usize..).zip(types) {
            let written = write!(columns, ", label_{place} {}", self.dialect.type_of(labels));
            written.expect("writing to a text does not fail");
        }
        let create = format!("CREATE TEMPORARY TABLE incog_labels (labels bigint{columns})");
        let row = |(place, labels): (usize, &Vec<Option<String>>)| {
            let labels = labels.iter().map(|label| self.dialect.text_of(label.as_deref()));
            let cells = std::iter::once(Ok(place.to_string())).chain(labels);
            Ok(cells.collect::<Result<Vec<_>, SqlError>>()?.join(", "))
        };
        let rows =
            self.publication.labels.iter().enumerate().map(row).collect::<Result<Vec<_>, SqlError>>()?;
        let insert = |rows: &[String]| format!("INSERT INTO incog_labels VALUES\n({})", rows.join("),\n("));
        Ok(std::iter::once(create).chain(rows.chunks(LABELS_OF_A_STATEMENT).map(insert)).collect())
    }

    /// The table of parts. They may be many and are numbers only, so each column is one text of
    /// them: engines read that twenty times as fast as rows.
    fn parts(&self) -> Vec<String> {
        let create =
            "CREATE TEMPORARY TABLE incog_parts (part bigint, number bigint, records bigint, labels bigint)";
        let insert = |(chunk, parts): (usize, &[PublicationPart])| {
            let columns = [
                numbers((chunk * PARTS_OF_A_STATEMENT..).zip(parts).map(|(place, _)| place)),
                numbers(parts.iter().map(|part| part.number)),
                numbers(parts.iter().map(|part| part.records)),
                numbers(parts.iter().map(|part| part.labels)),
            ];
            format!("INSERT INTO incog_parts SELECT\n{}", columns.join(",\n"))
        };
        let inserts = self.publication.parts.chunks(PARTS_OF_A_STATEMENT).enumerate().map(insert);
        std::iter::once(create.to_owned()).chain(inserts).collect()
    }

    /// The table of the different rows of the release, in the order that was decided: that of the
    /// counted table may tell of what is not published.
    ///
    /// They are sorted before each is repeated for its records, which are many more.
    fn sorted(&self) -> Result<String, SqlError> {
        let mut labels = (1..).map(|place: usize| format!("l.label_{place}"));
        let mut columns = Vec::new();
        for (place, column) in (1usize..).zip(&self.publication.columns) {
            let name = self.dialect.name_of(&column.name)?;
            let label = column.shown.labels().and_then(|_| labels.next()).unwrap_or_default();
            let cell = match column.shown {
                Shown::Kept => format!("c.{name}"),
                Shown::KeptUnlessMissing => format!("CASE WHEN {label} THEN NULL ELSE c.{name} END"),
                Shown::Labels(_) => label,
            };
            columns.push(format!(", {cell} AS column_{place}"));
        }
        let (counted, number) = (self.counted.quoted(self.dialect)?, self.dialect.name_of(self.number)?);
        Ok(format!(
            "CREATE TEMPORARY TABLE incog_sorted AS\nSELECT p.records AS records{}\n\
             FROM incog_parts AS p\n\
             JOIN {counted} AS c ON c.{number} = p.number\n\
             JOIN incog_labels AS l ON l.labels = p.labels\nORDER BY p.part",
            columns.concat()
        ))
    }

    /// The release: each of its different rows, as often as it is published.
    fn release(&self, target: &str) -> Result<String, SqlError> {
        let columns = (1usize..)
            .zip(&self.publication.columns)
            .map(|(place, column)| Ok(format!("column_{place} AS {}", self.dialect.name_of(&column.name)?)));
        let columns = columns.collect::<Result<Vec<_>, SqlError>>()?.join(", ");
        let records = self.dialect.each_up_to("s.records");
        Ok(format!(
            "CREATE TABLE {target} AS\nSELECT {columns}\n\
             FROM (SELECT s.*, {records} AS record FROM incog_sorted AS s) AS incog_each"
        ))
    }

    /// Fails unless the release has all its records.
    fn is_whole(&self, target: &str) -> String {
        let records = self.publication.records();
        must_hold(
            &format!("count(*) = {records}"),
            "count(*)",
            &format!("records instead of {records}"),
            target,
        )
    }

    /// Fail when a class is smaller than the smallest that was measured, and when there are more
    /// classes.
    fn is_coarse(&self, target: &str) -> Result<[String; 2], SqlError> {
        let Publication { quasi_identifiers, classes, smallest, .. } = self.publication;
        let columns = quasi_identifiers.iter().map(|column| self.dialect.name_of(column));
        let columns = columns.collect::<Result<Vec<_>, _>>()?.join(", ");
        let grouped = if columns.is_empty() { String::new() } else { format!(" GROUP BY {columns}") };
        let found = format!("(SELECT count(*) AS records FROM {target}{grouped}) AS incog_classes");
        let (least, what) = ("min(records)", format!("records in the smallest class instead of {smallest}"));
        let of_sizes = must_hold(&format!("{least} >= {smallest}"), least, &what, &found);
        let what = format!("classes instead of {classes}");
        Ok([of_sizes, must_hold(&format!("count(*) <= {classes}"), "count(*)", &what, &found)])
    }
}

/// A statement that fails unless a condition holds. No engine shares a statement for that with
/// another, but all refuse a number that is none.
fn must_hold(condition: &str, found: &str, what: &str, from: &str) -> String {
    let refused = format!("CAST('incog: ' || CAST({found} AS text) || ' {what}' AS bigint)");
    format!("SELECT CASE WHEN {condition} THEN {found} ELSE {refused} END AS incog_check FROM {from}")
}

/// A row for each of these numbers.
fn numbers(numbers: impl Iterator<Item = impl ToString>) -> String {
    let texts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    format!("unnest(CAST(string_to_array('{}', ',') AS bigint[]))", texts.join(","))
}

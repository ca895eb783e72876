//! The people of a table beside those of a ledger.

mod joining;

use crate::DisclosureError;
use crate::LedgerError;
use crate::job::Job;
use crate::ledger::blocks::Block;
use crate::ledger::known_labels::KnownLabels;
use crate::ledger::line::LedgerTerms;
use crate::ledger::sealed_file::SealedLedger;
use crate::ledger::state::{LedgerState, Standing};
use crate::secret::Secret;
use incog_data::{Column, Table};
use std::collections::{BTreeMap, BTreeSet};

/// The people of a table, row by row.
pub struct PeopleOfTable {
    table: Table,
    series: LedgerTerms,
    digests: Vec<String>,
    labels: KnownLabels,
    /// The cells of each row, as a ledger has them.
    cells: Vec<Vec<Option<String>>>,
    left_out: Vec<String>,
}

impl PeopleOfTable {
    /// Compares a table with a ledger, which begins with it where it is new. Its columns are put
    /// into the order of the series; those that came later, and that the job does not name, are
    /// left out.
    ///
    /// # Errors
    /// When the job or its hierarchies are not those of the series, or the table does not have one
    /// record for each person, or most of the first one have a value without a place.
    pub fn new(
        job: &Job,
        ledger: &mut SealedLedger,
        secret: Option<&Secret>,
        table: Table,
    ) -> Result<Self, DisclosureError> {
        let in_releases = ledger.state().blocks.people();
        if table.rows() == 0 && in_releases > 0 {
            return Err(LedgerError::MostLeft { missing: in_releases, people: in_releases }.into());
        }
        let (table, left_out) = match ledger.terms() {
            Some(then) => then.arranged(&job.terms, table)?,
            None => (table, Vec::new()),
        };
        let now = LedgerTerms::new(&job.terms, &table);
        let (series, table, labels) = match ledger.terms().cloned() {
            None => {
                let labels = KnownLabels::of_first_table(&job.terms, &now, &table)?;
                let series = labels.describe(job, now);
                ledger.begin(series.clone(), secret)?;
                (series, table, labels)
            }
            Some(then) => {
                then.check(&now, ledger.path())?;
                let table = then.with_missing(table)?;
                let labels = KnownLabels::new(&job.terms, &then, &ledger.state().blocks, &table)?;
                check_heights(&then, &labels)?;
                (then, table, labels)
            }
        };
        let digests = digests(ledger, &series, &table)?;
        let cells = cells(&series, &table);
        Ok(Self { table, series, digests, labels, cells, left_out })
    }

    /// A table as that of the first night of a series that keeps nobody yet. Its people are known
    /// by digests of their places.
    ///
    /// # Errors
    /// As [`PeopleOfTable::new`] of a first table.
    pub fn without_ledger(job: &Job, table: Table) -> Result<Self, DisclosureError> {
        let terms = LedgerTerms::new(&job.terms, &table);
        let labels = KnownLabels::of_first_table(&job.terms, &terms, &table)?;
        let series = labels.describe(job, terms);
        let places = Secret::of_text("places of people in a table");
        let digests = (0..table.rows()).map(|row| places.digest("place", &row.to_string())).collect();
        let cells = cells(&series, &table);
        Ok(Self { table, series, digests, labels, cells, left_out: Vec::new() })
    }

    /// The columns that came after the series began, and that no release has.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The rows whose values have a place among the labels of the series, ordered by digest, which
    /// does not depend on their values.
    pub fn placed_rows(&self) -> Vec<usize> {
        let rows = 0..self.digests.len();
        let mut rows: Vec<usize> = rows.filter(|&row| self.labels.has_place(row)).collect();
        rows.sort_by(|&a, &b| self.digests[a].cmp(&self.digests[b]));
        rows
    }

    /// How many people of these blocks are not in the table with the cells that they came with.
    pub fn missing(&self, blocks: &[Block]) -> usize {
        let here: BTreeMap<&str, &Vec<Option<String>>> =
            self.digests.iter().map(String::as_str).zip(&self.cells).collect();
        let people = blocks.iter().flat_map(|block| &block.people);
        people.filter(|(digest, cells)| here.get(digest.as_str()) != Some(cells)).count()
    }

    /// What all releases share.
    pub fn series(&self) -> &LedgerTerms {
        &self.series
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A table of some rows. Values that no row has and that have no place in a hierarchy are left
    /// out, so that the table can be recoded.
    pub fn table_of_rows(&self, rows: &[usize]) -> Result<Table, DisclosureError> {
        let mut table = self.table.with_rows(rows);
        for (place, described) in self.series.quasi_identifiers.iter().enumerate() {
            let is_whole = (0..self.digests.len()).all(|row| self.labels.has_place_in(row, place));
            let column = table.column(&described.name).filter(|_| !is_whole);
            if let Some(column) = column.map(|column| described.with_values(column, std::iter::empty())) {
                table = table.with_replaced(column)?;
            }
        }
        Ok(table)
    }

    /// What stands for the person of a row.
    pub fn digest(&self, row: usize) -> &str {
        &self.digests[row]
    }

    /// Where the person of each row stands.
    pub fn standings(&self, state: &LedgerState) -> Vec<Standing> {
        let rows = self.digests.iter().enumerate();
        rows.map(|(row, digest)| {
            let standing = state.standing(digest, |block| self.has_labels(row, &state.blocks.all()[block]));
            if standing == Standing::New && !self.labels.has_place(row) {
                Standing::WithoutPlace
            } else {
                standing
            }
        })
        .collect()
    }

    /// The columns in which newcomers have values without a place among the labels of the series,
    /// each with their number, given where everybody stands.
    pub fn without_place(&self, standings: &[Standing]) -> Vec<(&str, usize)> {
        let rows = standings.iter().enumerate().filter(|(_, standing)| **standing == Standing::WithoutPlace);
        let rows: Vec<usize> = rows.map(|(row, _)| row).collect();
        let columns = self.series.quasi_identifiers.iter().enumerate();
        let columns = columns.map(|(place, column)| {
            let without = rows.iter().filter(|row| !self.labels.has_place_in(**row, place)).count();
            (column.name.as_str(), without)
        });
        columns.filter(|(_, people)| *people > 0).collect()
    }

    /// How many people have other sensitive values than their records, given where they stand. This
    /// never decides who leaves: an attacker who knows that nobody is missing would learn of it.
    pub fn outdated(&self, state: &LedgerState, standings: &[Standing]) -> u64 {
        let sensitive = self.series.sensitive.len();
        let mut outdated = 0;
        for (row, standing) in standings.iter().enumerate() {
            let Standing::Stays(block) = standing else { continue };
            let cells = state.blocks.all()[*block].people.get(&self.digests[row]);
            outdated +=
                u64::from(cells.is_some_and(|cells| cells[..sensitive] != self.cells[row][..sensitive]));
        }
        outdated
    }

    /// The cells of a row, as a ledger has them.
    fn cells(&self, row: usize) -> &[Option<String>] {
        &self.cells[row]
    }

    /// Whether a row has the labels of a block.
    fn has_labels(&self, row: usize, block: &Block) -> bool {
        let mut levels = block.levels.iter().zip(&block.labels).enumerate();
        levels.all(|(place, (&level, label))| self.labels.label(row, place, level) == Some(label))
    }

    /// The people of a ledger whose records stay without them, given where the others stand, with
    /// the run in which that is first seen.
    pub fn leavers(&self, state: &LedgerState, standings: &[Standing]) -> BTreeMap<String, u64> {
        let there: BTreeSet<&str> = (self.digests.iter().zip(standings))
            .filter(|(_, standing)| matches!(standing, Standing::Stays(_)))
            .map(|(digest, _)| digest.as_str())
            .collect();
        let all = state.blocks.all().iter().flat_map(|block| block.people.keys());
        let left = all.filter(|digest| !there.contains(digest.as_str()));
        left.map(|digest| (digest.clone(), state.leavers.get(digest).copied().unwrap_or(state.runs + 1)))
            .collect()
    }

    /// The block of some rows at these levels.
    ///
    /// # Errors
    /// When the rows have different labels at them.
    pub fn block(&self, rows: &[usize], levels: &[u8]) -> Result<Block, DisclosureError> {
        let mut block = Block { levels: levels.to_vec(), labels: Vec::new(), people: BTreeMap::new() };
        for (place, &level) in levels.iter().enumerate() {
            let mut labels: Vec<Option<&str>> =
                rows.iter().map(|&row| self.labels.label(row, place, level)).collect();
            labels.dedup();
            let &[Some(label)] = labels.as_slice() else { return Err(LedgerError::OtherRelease.into()) };
            block.labels.push(label.to_owned());
        }
        block.people = rows.iter().map(|&row| (self.digests[row].clone(), self.cells[row].clone())).collect();
        Ok(block)
    }
}

/// Refuses hierarchies with other levels than those of a series.
fn check_heights(series: &LedgerTerms, labels: &KnownLabels) -> Result<(), LedgerError> {
    let pairs = series.quasi_identifiers.iter().zip(labels.heights());
    match pairs.into_iter().find(|(column, height)| column.height != *height) {
        None => Ok(()),
        Some((column, _)) => Err(LedgerError::OtherLabels { column: column.name.clone() }),
    }
}

/// The cells of each row, as a ledger has them. A hierarchy may tell texts of missing values apart,
/// so quasi-identifiers keep them.
fn cells(series: &LedgerTerms, table: &Table) -> Vec<Vec<Option<String>>> {
    let published = series.published_cells();
    let columns: Vec<&Column> = series.cells().filter_map(|name| table.column(name)).collect();
    let columns: Vec<(&Column, bool)> =
        columns.into_iter().enumerate().map(|(place, column)| (column, place >= published)).collect();
    (0..table.rows())
        .map(|row| columns.iter().map(|(column, is_known)| cell(column, row, *is_known)).collect())
        .collect()
}

/// The value of a row; `None` where it is missing, unless its text is kept.
fn cell(column: &Column, row: usize, keeps_missing: bool) -> Option<String> {
    let code = column.codes.at(row);
    (keeps_missing || !column.is_missing(code)).then(|| column.dictionary.get(code).to_owned())
}

/// What stands for the person of each row; nobody has two rows, and each row is somebody's.
fn digests(
    ledger: &SealedLedger,
    series: &LedgerTerms,
    table: &Table,
) -> Result<Vec<String>, DisclosureError> {
    let column = table.column(&series.people);
    let Some(column) = column else {
        return Err(LedgerError::NotOneRecord { column: series.people.clone(), records: table.rows() }.into());
    };
    let digests: Vec<String> = (0..table.rows()).map(|row| ledger.digest(column.value(row))).collect();
    let repeated = digests.len() - digests.iter().collect::<BTreeSet<_>>().len();
    let missing = column.codes.iter().filter(|&code| column.is_missing(code)).count();
    let records = repeated + missing.min(1);
    if records > 0 {
        return Err(LedgerError::NotOneRecord { column: series.people.clone(), records }.into());
    }
    Ok(digests)
}

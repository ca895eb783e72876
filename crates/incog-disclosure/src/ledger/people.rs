//! The people of a table beside those of a ledger.

use super::blocks::Block;
use super::known_labels::KnownLabels;
use super::line::LedgerTerms;
use super::sealed_file::SealedLedger;
use super::state::{LedgerState, Standing};
use crate::DisclosureError;
use crate::LedgerError;
use crate::job::Terms;
use crate::secret::Secret;
use incog_data::{Column, Table};
use std::collections::{BTreeMap, BTreeSet};

/// The people of a table, row by row.
pub struct PeopleOfTable<'t> {
    table: &'t Table,
    series: LedgerTerms,
    digests: Vec<String>,
    labels: KnownLabels,
    /// The cells of each row, as a ledger has them.
    cells: Vec<Vec<Option<String>>>,
}

impl<'t> PeopleOfTable<'t> {
    /// Compares a table with a ledger, which begins with it where it is new.
    ///
    /// # Errors
    /// When the job or its hierarchies are not those of the series, or the table does not have one
    /// record for each person.
    pub fn new(
        terms: &Terms,
        ledger: &mut SealedLedger,
        secret: Option<&Secret>,
        table: &'t Table,
    ) -> Result<Self, DisclosureError> {
        let in_releases = ledger.state().blocks.people();
        if table.rows() == 0 && in_releases > 0 {
            return Err(LedgerError::MostLeft { missing: in_releases, people: in_releases }.into());
        }
        let mut now = LedgerTerms::new(terms, table);
        if let Some(then) = ledger.terms() {
            then.check(&now, ledger.path())?;
        }
        let labels = KnownLabels::new(terms, &now, &ledger.state().blocks, table)?;
        now.quasi_identifiers = labels.described(&now.quasi_identifiers);
        match ledger.terms() {
            None => ledger.begin(now, secret)?,
            Some(then) => {
                let other = then.quasi_identifiers.iter().zip(&now.quasi_identifiers).find(|(a, b)| a != b);
                if let Some((column, _)) = other {
                    return Err(LedgerError::OtherLabels { column: column.name.clone() }.into());
                }
            }
        }
        let series = ledger.terms().cloned().unwrap_or_else(|| LedgerTerms::new(terms, table));
        let digests = digests(ledger, &series, table)?;
        let columns: Vec<&Column> = series.cells().filter_map(|name| table.column(name)).collect();
        let published = series.published_cells();
        // A hierarchy may tell texts of missing values apart, so quasi-identifiers keep them.
        let columns: Vec<_> =
            columns.into_iter().enumerate().map(|(place, column)| (column, place >= published)).collect();
        let cells = (0..table.rows())
            .map(|row| columns.iter().map(|(column, is_known)| cell(column, row, *is_known)).collect())
            .collect();
        Ok(Self { table, series, digests, labels, cells })
    }

    /// What all releases share.
    pub fn series(&self) -> &LedgerTerms {
        &self.series
    }

    /// The table.
    pub fn table(&self) -> &'t Table {
        self.table
    }

    /// What stands for the person of a row.
    pub fn digest(&self, row: usize) -> &str {
        &self.digests[row]
    }

    /// Where the person of each row stands.
    pub fn standings(&self, state: &LedgerState) -> Vec<Standing> {
        let rows = self.digests.iter().enumerate();
        rows.map(|(row, digest)| {
            state.standing(digest, |block| self.has_labels(row, &state.blocks.all()[block]))
        })
        .collect()
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

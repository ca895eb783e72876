//! Everything a search needs, made from a table and terms: hierarchies and tuples.

use crate::IncogError;
use crate::hierarchy::{ResolvedHierarchies, resolve_hierarchies};
use crate::job::{ColumnJob, Role, Terms};
use crate::population::PopulationTable;
use crate::publish::prepare::formulas::formulas;
use crate::publish::prepare::noise::Noise;
use crate::secret::Secret;
use crate::series::EarlierReleases;
use crate::{DrawError, GateError};
use incog_audit::{criteria, least_by_size};
use incog_data::{
    Column, CountedTable, Hierarchy, Levels, QuasiIdentifier, RecordCounts, RowMap, Table, Tuples,
};
use incog_disclosure::published::draw::KeyedDraw;
use incog_disclosure::read::counted_file::known_column;
use incog_disclosure::read::named_values::named_in_vain;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A table, bound to the terms on which it is published.
#[derive(Clone)]
pub(crate) struct BoundTable {
    /// The table.
    pub table: Table,
    /// How many records each of its rows stands for, where these are not one each.
    pub counts: Option<Vec<u32>>,
    /// The terms, with the hierarchies that were made because none was given.
    pub terms: Terms,
    /// The quasi-identifiers in the order of the table.
    pub quasi_identifiers: Vec<QuasiIdentifier>,
    /// Hierarchies of sensitive columns that have one.
    pub sensitive_hierarchies: BTreeMap<String, Arc<Hierarchy>>,
    /// The quasi-identifiers for which the terms give no hierarchy.
    pub made_by_default: BTreeSet<String>,
    /// Noisy records after the real ones, if any.
    pub noise: Option<Noise>,
    /// What should be looked at in the hierarchy files, and in the values that models name.
    pub notes: Vec<String>,
    /// The secret of the terms, if they have one.
    pub secret: Option<Secret>,
    /// How it is drawn which of several equal records, or of several people, stay.
    pub draw: KeyedDraw,
    /// The people whom the records are some of, if the terms name them.
    pub population: Option<Arc<PopulationTable>>,
    /// The releases before this one, if the terms name any.
    pub earlier: Option<Arc<EarlierReleases>>,
    /// The columns that are rounded to a base which the published numbers decide, as they were;
    /// without noisy records.
    pub exact: Vec<Column>,
    /// Whether these are the records that the secret drew, as a model of the terms asks.
    pub drawn: bool,
}

impl BoundTable {
    /// Builds the hierarchies of a weighted table; `counts` gives the records of each row.
    pub fn new(terms: &Terms, table: Table, counts: RecordCounts<'_>) -> Result<Self, IncogError> {
        let mut terms = terms.clone();
        check_columns(&terms, &table)?;
        check_decided(&terms)?;
        terms.check_keys()?;
        let secret = Secret::for_terms(&terms)?;
        let draw = KeyedDraw::new(secret.as_ref(), &terms.draw_key)?;
        let (table, ResolvedHierarchies { hierarchies, sources, made_by_default, notes }) =
            resolve_hierarchies(&terms, table)?;
        let (rounding, table, exact) = terms.rounding(table, counts)?;
        terms = rounding;
        let notes = notes.iter().map(ToString::to_string).chain(named_in_vain(&terms, &table));
        let notes = notes.chain(formulas(&terms, &table, &hierarchies)).collect();
        let mut quasi_identifiers = Vec::new();
        let mut sensitive_hierarchies = BTreeMap::new();
        for column in table.columns() {
            let (Some(wanted), Some(hierarchy)) =
                (terms.columns.get_mut(&column.name), hierarchies.get(&column.name))
            else {
                continue;
            };
            if wanted.role == Role::Sensitive {
                sensitive_hierarchies.insert(column.name.clone(), hierarchy.clone());
                continue;
            }
            wanted.hierarchy = sources.get(&column.name).cloned();
            quasi_identifiers.push(quasi_identifier(column, wanted, hierarchy.clone())?);
        }
        Ok(Self {
            table,
            counts: counts.each().map(<[u32]>::to_vec),
            population: PopulationTable::read(&terms, None)?,
            earlier: EarlierReleases::read(&terms, secret.as_ref())?,
            terms,
            quasi_identifiers,
            sensitive_hierarchies,
            made_by_default,
            noise: None,
            notes,
            secret,
            draw,
            exact,
            drawn: false,
        })
    }

    /// Fixes the levels that were chosen, if any were, for records that the secret drew.
    pub fn of_drawn(mut self, levels: Option<&Levels>) -> Self {
        for (qid, &level) in
            self.quasi_identifiers.iter_mut().zip(levels.into_iter().flat_map(|levels| levels.iter()))
        {
            (qid.min_level, qid.max_level) = (level, level);
        }
        Self { drawn: true, ..self }
    }

    /// Refuses records that were not drawn where a model asks for it: nothing else would be covered
    /// by its promise.
    pub fn check_drawn(&self) -> Result<(), IncogError> {
        let asks = self.terms.drawn_share().is_some();
        if asks && !self.drawn { Err(IncogError::Draw(DrawError::NotDrawn)) } else { Ok(()) }
    }

    /// How many records each row of the table stands for.
    pub fn counts(&self) -> RecordCounts<'_> {
        self.counts.as_deref().into()
    }

    /// Rows of the table without noisy records.
    pub fn real_rows(&self) -> usize {
        self.noise.as_ref().map_or(self.table.rows(), |noise| noise.first)
    }

    /// The records of the table without noisy ones.
    pub fn real_records(&self) -> RealRecords<'_> {
        let table = match &self.noise {
            None => Cow::Borrowed(&self.table),
            Some(noise) => Cow::Owned(self.table.with_rows(&(0..noise.first).collect::<Vec<_>>())),
        };
        RealRecords { table, counts: self.counts() }
    }

    /// How many records the table has without noisy ones.
    pub fn real_count(&self) -> u64 {
        self.counts().sum(self.real_rows())
    }

    /// The role of a column.
    pub fn role(&self, column: &str) -> Role {
        self.terms.role(column)
    }

    /// The columns with a role, in the order of the table.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &Column> {
        self.table.columns().iter().filter(move |column| self.role(&column.name) == role)
    }

    /// The column of the people that are counted, where people are counted.
    pub fn unit(&self) -> Option<&Column> {
        self.terms.unit.column().and_then(|unit| self.table.column(unit))
    }

    /// The columns that a release is measured with and that it does not have, or of which it has
    /// only what is made of them.
    pub fn hidden(&self) -> impl Iterator<Item = &Column> {
        let provider = self.with_role(Role::Provider).filter(|_| !self.terms.release.provider);
        let is_behind = |column: &&Column| self.terms.is_made_of_others(&column.name);
        let provider = provider.chain(self.with_role(Role::OwnK));
        provider.chain(self.unit()).chain(self.with_role(Role::Sensitive).filter(is_behind))
    }

    /// The distinct tuples and which row has which; sensitive attributes come first among their
    /// attributes, then the provider, then everybody's own k, then the people.
    pub fn tuples(&self) -> Result<(Tuples, RowMap), IncogError> {
        self.tuples_of(self.quasi_identifiers.clone())
    }

    /// Like `tuples`, with these quasi-identifiers, which may have other levels.
    pub fn tuples_of(&self, qids: Vec<QuasiIdentifier>) -> Result<(Tuples, RowMap), IncogError> {
        let columns: Vec<&Column> = self.with_role(Role::QuasiIdentifier).collect();
        // Of several people, who stays is drawn by their names.
        let unit = self.unit().map(|unit| self.draw.of_values(unit));
        let attributes = [Role::Sensitive, Role::Provider, Role::OwnK];
        let attributes = attributes.into_iter().flat_map(|role| self.with_role(role)).chain(&unit);
        let mut attributes: Vec<&Column> = attributes.collect();
        // Where numbers of records alone decide, equal ones are not told apart: what is not known
        // of a record cannot decide in which class it is.
        if self.is_about_records_alone() {
            attributes.clear();
        }
        let (tuples, rows) = match &self.counts {
            None => Tuples::with_row_map(qids, &columns, &attributes, self.table.rows())?,
            Some(counts) => Tuples::counted(qids, &columns, &attributes, counts)?,
        };
        let with_hierarchy = |tuples: Tuples, (name, hierarchy): (&String, &Arc<Hierarchy>)| {
            tuples.with_hierarchy(name, hierarchy.clone())
        };
        let tuples = self.sensitive_hierarchies.iter().fold(tuples, with_hierarchy);
        let tuples = match &self.population {
            Some(population) => population.around(tuples)?,
            None => tuples,
        };
        Ok(match &self.noise {
            Some(noise) => (tuples.with_reference(&rows, noise.first), rows),
            None => (tuples, rows),
        })
    }
}

impl BoundTable {
    /// Whether the models ask for nothing but numbers of records.
    fn is_about_records_alone(&self) -> bool {
        self.unit().is_none()
            && self.noise.is_none()
            && least_by_size(&criteria(&self.terms.demand(&self.table), &self.table)).is_some()
    }
}

/// The records of a table without noisy ones.
pub(crate) struct RealRecords<'a> {
    table: Cow<'a, Table>,
    counts: RecordCounts<'a>,
}

impl RealRecords<'_> {
    /// The table, with how many records its rows stand for.
    pub fn counted(&self) -> CountedTable<'_> {
        let counted = CountedTable::with_counts(&self.table, self.counts);
        counted.expect("noisy records are added only to tables whose rows are one record each")
    }
}

/// Somebody has said what every column is.
fn check_decided(terms: &Terms) -> Result<(), IncogError> {
    let undecided = terms.columns.iter().filter(|(_, column)| column.role == Role::Undecided);
    let columns: Vec<String> = undecided.map(|(name, _)| name.clone()).collect();
    if columns.is_empty() { Ok(()) } else { Err(IncogError::Gate(GateError::Undecided { columns })) }
}

fn check_columns(terms: &Terms, table: &Table) -> Result<(), IncogError> {
    let needed = terms.columns.iter().filter(|(_, column)| !column.may_be_absent);
    Ok(needed.map(|(name, _)| known_column(table, name)).try_for_each(|column| column.map(drop))?)
}

fn quasi_identifier(
    column: &Column,
    wanted: &ColumnJob,
    hierarchy: Arc<Hierarchy>,
) -> Result<QuasiIdentifier, IncogError> {
    let range = (wanted.min_level.unwrap_or(0), wanted.max_level.unwrap_or(hierarchy.height()));
    let mut bound = QuasiIdentifier::new(column, hierarchy)?.with_level_range(range.0, range.1)?;
    bound.weight = wanted.weight;
    Ok(bound)
}

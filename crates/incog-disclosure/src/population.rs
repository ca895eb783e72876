//! The table of the population: the people whom the records of the input are some of.

use crate::DisclosureError;
use crate::PopulationFileError;
use crate::hierarchy::{ResolvedHierarchies, resolve_hierarchies};
use crate::job::{HierarchyOptions, Role, Terms, nearest, path_from};
use crate::report::InputFacts;
use crate::secret::Secret;
use incog_data::{Column, ColumnBuilder, Hierarchy, QuasiIdentifier, Table, Tuples};
use incog_io::{ReadOptions, TableFile, read_table};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The people of a population: of each the quasi-identifiers, and nothing else.
pub struct PopulationTable {
    path: PathBuf,
    sha256: String,
    people: Table,
    hierarchies: BTreeMap<String, Arc<Hierarchy>>,
}

impl PopulationTable {
    /// Reads the population that the terms name, if they do, with the same hierarchies as the
    /// input; from another file where that is `elsewhere`.
    pub fn read(terms: &Terms, elsewhere: Option<&Path>) -> Result<Option<Arc<Self>>, DisclosureError> {
        let Some(file) = &terms.population else { return Ok(None) };
        let options = ReadOptions::default();
        let missing_markers = file.missing.clone().unwrap_or(options.missing_markers.clone());
        let TableFile { table, sha256, .. } =
            read_table(elsewhere.unwrap_or(&file.path), &ReadOptions { missing_markers, ..options })?;
        let of_it = |source| {
            DisclosureError::Population(PopulationFileError::InPopulation {
                path: file.path.clone(),
                source: Box::new(source),
            })
        };
        let (people, ResolvedHierarchies { hierarchies, .. }) =
            resolve_hierarchies(&quasi_identifiers(terms), known(&file.path, terms, &table)?)
                .map_err(of_it)?;
        Ok(Some(Arc::new(Self { path: file.path.clone(), sha256, people, hierarchies })))
    }

    /// A table of some of these people, which knows all of them.
    pub fn around(&self, tuples: Tuples) -> Result<Tuples, DisclosureError> {
        let bound = tuples.quasi_identifiers().iter().map(|qid| {
            let (column, hierarchy) = self.column(&qid.name)?;
            Ok((column, QuasiIdentifier::new(column, hierarchy.clone())?))
        });
        let (columns, qids): (Vec<&Column>, Vec<_>) =
            bound.collect::<Result<Vec<_>, DisclosureError>>()?.into_iter().unzip();
        let people = Tuples::new(qids, &columns, &[], self.people.rows())?;
        let refused = |source| {
            DisclosureError::Population(PopulationFileError::NotThePopulation {
                path: self.path.clone(),
                source,
            })
        };
        tuples.within(people).map_err(refused)
    }

    /// The people with the labels that these columns have at these levels.
    pub fn labelled<'n>(
        &self,
        levels: impl IntoIterator<Item = (&'n str, u8)>,
    ) -> Result<Table, DisclosureError> {
        let labelled = |(name, level): (&str, u8)| {
            let (column, hierarchy) = self.column(name)?;
            let label = |value: &str| {
                let leaf = hierarchy.find(value).ok_or_else(|| self.lacks(name))?;
                Ok::<&str, DisclosureError>(hierarchy.label(level.into(), leaf))
            };
            let labels: Vec<&str> = column.dictionary.iter().map(label).collect::<Result<_, _>>()?;
            let mut labelled = ColumnBuilder::new(name);
            column.codes.iter().for_each(|code| labelled.push(labels[code as usize]));
            Ok::<Column, DisclosureError>(labelled.finish(&[]))
        };
        let columns = levels.into_iter().map(labelled).collect::<Result<Vec<_>, _>>()?;
        Ok(Table::new(columns)?)
    }

    /// Refuses a release of which some label is not one that people have; it is about people of the
    /// population, so then it is written in another way.
    pub fn check_labels(&self, people: &Table, release: &Table) -> Result<(), DisclosureError> {
        let is_known = |column: &&Column| {
            let released = release.column(&column.name);
            released.is_none_or(|released| {
                let known: HashSet<&str> = column.dictionary.iter().collect();
                let used = released.used();
                let mut labels = released.dictionary.iter().zip(used).filter(|(_, used)| *used);
                labels.all(|(label, _)| known.contains(label))
            })
        };
        match people.columns().iter().find(|column| !is_known(column)) {
            None => Ok(()),
            Some(column) => Err(DisclosureError::Population(PopulationFileError::PopulationLabels {
                path: self.path.clone(),
                column: column.name.clone(),
            })),
        }
    }

    /// What an internal report tells of it; a public one has no digest, as it would confirm guesses
    /// at single people.
    pub fn facts(&self, folder: &Path, secret: Option<&Secret>) -> InputFacts {
        InputFacts {
            path: path_from(&self.path, folder),
            rows: Some(self.people.rows() as u64),
            sha256: Some(self.sha256.clone()),
            hmac_sha256: secret.map(|secret| secret.digest("sha256 of the population", &self.sha256)),
        }
    }

    fn column(&self, name: &str) -> Result<(&Column, &Arc<Hierarchy>), DisclosureError> {
        let found = self.people.column(name).zip(self.hierarchies.get(name));
        found.ok_or_else(|| self.lacks(name))
    }

    fn lacks(&self, name: &str) -> DisclosureError {
        lacks(&self.path, name, &self.people)
    }
}

/// The people of a population that stand in a file, of each what is in these columns; what means
/// "missing" there is given.
pub fn people_in(path: &Path, names: &[String], missing: &[String]) -> Result<Table, DisclosureError> {
    let options = ReadOptions { missing_markers: missing.to_vec(), ..ReadOptions::default() };
    let TableFile { table, .. } = read_table(path, &options)
        .map_err(|source| DisclosureError::Population(PopulationFileError::ReadPopulation { source }))?;
    columns(path, names.iter().map(String::as_str), &table)
}

/// The terms of the quasi-identifiers alone.
fn quasi_identifiers(terms: &Terms) -> Terms {
    let columns = terms.columns.iter().filter(|(_, column)| column.role == Role::QuasiIdentifier);
    let columns = columns.map(|(name, column)| (name.clone(), column.clone())).collect();
    let hierarchy = HierarchyOptions { plan: None, pins: None, lasting: None, ..terms.hierarchy.clone() };
    Terms { columns, hierarchy, ..terms.clone() }
}

/// The quasi-identifiers of the people; nothing else of them is kept.
fn known(path: &Path, terms: &Terms, table: &Table) -> Result<Table, DisclosureError> {
    columns(path, terms.with_role(Role::QuasiIdentifier), table)
}

fn columns<'n>(
    path: &Path,
    names: impl Iterator<Item = &'n str>,
    table: &Table,
) -> Result<Table, DisclosureError> {
    Ok(Table::new(
        names
            .map(|name: &str| table.column(name).cloned().ok_or_else(|| lacks(path, name, table)))
            .collect::<Result<_, _>>()?,
    )?)
}

fn lacks(path: &Path, name: &str, table: &Table) -> DisclosureError {
    let nearest = nearest(name, table.columns().iter().map(|column| column.name.as_str()));
    DisclosureError::Population(PopulationFileError::PopulationColumn {
        path: path.to_owned(),
        column: name.to_owned(),
        nearest,
    })
}

//! From a job to everything a search needs: table, hierarchies, tuples.

use super::noise::Noise;
use super::pool::{Part, read_input};
use super::secret::Secret;
use crate::IncogError;
use crate::hierarchy::{HierarchyNote, Settled, settle};
use crate::job::{ColumnJob, Job, JobError, JobProblem, Place, Role, nearest};
use incog_data::{Column, Hierarchy, QuasiIdentifier, RowMap, Table, Tuples};
use incog_io::{ReadOptions, TableFile};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// A table, read and bound to its job.
pub(crate) struct Input {
    /// The table and its file.
    pub file: TableFile,
    /// The tables it was pooled from; empty when it is one.
    pub parts: Vec<Part>,
    /// The job, with the hierarchies that were made because none was given.
    pub job: Job,
    /// The quasi-identifiers in the order of the table.
    pub quasi_identifiers: Vec<QuasiIdentifier>,
    /// Hierarchies of sensitive columns that have one.
    pub sensitive_hierarchies: BTreeMap<String, Arc<Hierarchy>>,
    /// The quasi-identifiers for which the job gives no hierarchy.
    pub made_by_default: BTreeSet<String>,
    /// Noisy records behind the real ones, if any.
    pub noise: Option<Noise>,
    /// What should be looked at in the hierarchy files.
    pub notes: Vec<HierarchyNote>,
    /// The secret of the job, if it has one.
    pub secret: Option<Secret>,
}

impl Input {
    /// Reads the table and builds the hierarchies.
    pub fn read(job: &Job) -> Result<Self, IncogError> {
        let (file, parts) = read_input(job)?;
        Self::bind(job, file, parts)
    }

    /// The same for a table that is at hand.
    pub fn of(job: &Job, file: TableFile) -> Result<Self, IncogError> {
        Self::bind(job, file, Vec::new())
    }

    fn bind(job: &Job, file: TableFile, parts: Vec<Part>) -> Result<Self, IncogError> {
        let mut job = job.clone();
        check_columns(&job, &file.table)?;
        let secret = Secret::of(&job)?;
        let TableFile { table, sha256, format, bytes } = file;
        let (table, Settled { hierarchies, sources, made_by_default, notes }) = settle(&job, table)?;
        let mut quasi_identifiers = Vec::new();
        let mut sensitive_hierarchies = BTreeMap::new();
        for column in table.columns() {
            let (Some(wanted), Some(hierarchy)) =
                (job.columns.get_mut(&column.name), hierarchies.get(&column.name))
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
            file: TableFile { table, sha256, format, bytes },
            parts,
            job,
            quasi_identifiers,
            sensitive_hierarchies,
            made_by_default,
            noise: None,
            notes,
            secret,
        })
    }

    /// Rows of the table without noisy records.
    pub fn real_rows(&self) -> usize {
        self.noise.as_ref().map_or(self.file.table.rows(), |noise| noise.first)
    }

    /// The records of the table without noisy ones.
    pub fn real_records(&self) -> Cow<'_, Table> {
        match &self.noise {
            None => Cow::Borrowed(&self.file.table),
            Some(noise) => Cow::Owned(self.file.table.with_rows(&(0..noise.first).collect::<Vec<_>>())),
        }
    }

    /// The role of a column.
    pub fn role(&self, column: &str) -> Role {
        self.job.role(column)
    }

    /// The columns with a role, in the order of the table.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &Column> {
        self.file.table.columns().iter().filter(move |column| self.role(&column.name) == role)
    }

    /// The distinct tuples and which row has which; sensitive attributes come first among their attributes, then the
    /// provider.
    pub fn tuples(&self) -> Result<(Tuples, RowMap), IncogError> {
        let columns: Vec<&Column> = self.with_role(Role::QuasiIdentifier).collect();
        let attributes: Vec<&Column> =
            self.with_role(Role::Sensitive).chain(self.with_role(Role::Provider)).collect();
        let qids = self.quasi_identifiers.clone();
        let (tuples, rows) = Tuples::with_row_map(qids, &columns, &attributes, self.file.table.rows())?;
        let with_hierarchy = |tuples: Tuples, (name, hierarchy): (&String, &Arc<Hierarchy>)| {
            tuples.with_hierarchy(name, hierarchy.clone())
        };
        let tuples = self.sensitive_hierarchies.iter().fold(tuples, with_hierarchy);
        Ok(match &self.noise {
            Some(noise) => (tuples.with_reference(&rows.cell_of_row[..noise.first]), rows),
            None => (tuples, rows),
        })
    }
}

impl Job {
    /// How the input is to be read.
    pub fn read_options(&self) -> ReadOptions {
        let default = ReadOptions::default();
        ReadOptions {
            delimiter: self.csv.delimiter,
            quote: self.csv.quote.unwrap_or(default.quote),
            header: self.csv.header.unwrap_or(default.header),
            missing_markers: self.csv.missing.clone().unwrap_or(default.missing_markers),
            escaped_formulas: false,
            one_missing_value: true,
        }
    }

    /// The delimiter of the release, where that of the input is known: the same in the same format, and that of its own
    /// (`None`) in another.
    pub(crate) fn release_delimiter(&self, of_input: Option<u8>) -> Option<u8> {
        of_input.filter(|_| ending(&self.input) == ending(&self.output))
    }

    /// How the release is to be read, where the input was read with this delimiter: a label that looks like a
    /// marker of missing values is a label.
    pub(crate) fn release_read_options(&self, delimiter: Option<u8>) -> ReadOptions {
        // Never detected: a release of one column may have no delimiter, and any character in its labels.
        let own = if ending(&self.output).as_deref() == Some("tsv") { b'\t' } else { b',' };
        ReadOptions {
            delimiter: self.release_delimiter(delimiter).or(Some(own)),
            header: true,
            escaped_formulas: self.release.escape_formulas,
            one_missing_value: false,
            ..self.read_options()
        }
    }
}

/// The ending that says how a table is laid out: that before `.gz` or `.zst`.
fn ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let stem = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    stem.rsplit_once('.').map(|(_, ending)| ending.to_owned())
}

fn check_columns(job: &Job, table: &Table) -> Result<(), IncogError> {
    for name in job.columns.keys() {
        if table.column(name).is_none() {
            let nearest = nearest(name, table.columns().iter().map(|column| column.name.as_str()));
            let problem = JobProblem::UnknownColumn { column: name.clone(), nearest };
            return Err(JobError::new(Place::default(), problem).into());
        }
    }
    Ok(())
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

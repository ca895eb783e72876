//! What there is to know of a treatment, and what it may look at.

use crate::{ChanceTest, Key, TreatedGroup, TreatmentError};
use incog_card::{Card, Parameters, Refusal};
use incog_data::{Column, QuantileLimits, Table, ValueType};
use std::fmt::Debug;

/// Makes the published column of the one in the table.
pub trait Treatment: Debug + Send + Sync {
    /// The column as it is published: as many rows, under the same name. What is missing stays
    /// missing.
    ///
    /// # Errors
    /// When values are not of the kind it is for, or something that it looks at is not there.
    fn treat(&self, column: &Column, with: &TreatmentContext<'_>) -> Result<Column, TreatmentError>;

    /// The quantiles at which the published numbers are coded once it is decided which records
    /// these are of; `None` for treatments that end before.
    fn limits(&self) -> Option<QuantileLimits> {
        None
    }

    /// Whether numbers are rounded to a base that follows from the published ones; `None` for all
    /// other treatments.
    fn automatic_base(&self) -> Option<AutomaticBase> {
        None
    }

    /// Whether released cells can be what chance made of the original ones, tested without the key;
    /// nothing for treatments without chance.
    fn chance_tests(&self, _groups: &[TreatedGroup<'_>]) -> Vec<ChanceTest> {
        Vec::new()
    }
}

/// A base of rounding that follows from the published numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AutomaticBase {
    /// The base that was chosen, as a report or a plan says it.
    pub chosen: Option<f64>,
}

/// What a treatment may look at beside the column.
pub struct TreatmentContext<'a> {
    /// The table, untreated.
    pub table: &'a Table,
    /// The column that names whom each row is about, if there is one.
    pub people: Option<&'a Column>,
    /// The one spelling of the names of people: spellings of the same person have it in common.
    pub spelling: &'a dyn Fn(&str) -> String,
    /// The key, if the treatment has one.
    pub key: Option<&'a Key>,
}

/// A treatment and everything the program knows of it.
pub struct TreatmentEntry {
    /// Its card. A job names the treatment by any of its parameters: `publish = { round = 10 }`.
    pub card: Card,
    /// Which columns it is for.
    pub subject: Subject,
    /// The key it needs with these parameters.
    pub key: fn(&Parameters) -> NeededKey,
    /// The parameters that a public report withholds: paths of keys, and lists that may name
    /// suppressed values.
    pub withheld: &'static [&'static str],
    /// The type of what it makes, where that is not the column's.
    pub becomes: Option<ValueType>,
    /// How its parameters become a treatment.
    pub read: fn(&Parameters) -> Result<Box<dyn Treatment>, Refusal>,
}

/// Which columns a treatment is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Columns that name people or households.
    People,
    /// Columns that are published value by value; what it makes follows from the record alone, so
    /// that models count it.
    Values,
    /// Columns published value by value, and quasi-identifiers, which are generalized afterwards.
    ValuesAndQuasiIdentifiers,
    /// Columns that no model counts: what it makes is partly chance, and a model would take chance
    /// for diversity.
    Uncounted,
}

/// The key that a treatment needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NeededKey {
    /// None.
    None,
    /// That in the file which this parameter names.
    File(&'static str),
    /// The secret of the job.
    Secret,
}

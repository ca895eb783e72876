//! The figures of an audit.

use super::{Closeness, MissingReading, ReferenceDistances, ValueShares};
use serde::{Deserialize, Serialize};

/// A table measured under each reading of missing and suppressed cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Audit {
    /// Rows with a missing or suppressed cell in a quasi-identifier; when there are none, all
    /// readings agree.
    pub rows_with_missing: u64,
    /// One measurement per reading: own value, matches anything, left out.
    pub readings: Vec<Measurement>,
}

/// What one table achieves for each privacy model, under one reading of missing cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measurement {
    /// How missing cells were read.
    pub reading: MissingReading,
    /// The column of the people that were counted; `None` where records were. Then `k`, thresholds
    /// and risks are about people, and `l` and `t` about their values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Rows of the table.
    pub rows: u64,
    /// Rows that were measured: fewer than `rows` only where those with missing cells are left out.
    pub records: u64,
    /// Rows of the original table that are not in this one; `None` without original.
    pub rows_missing: Option<u64>,
    /// Size of the smallest class, or of the smallest crowd a record hides in; 0 without records.
    pub k: u64,
    /// Equivalence classes and their sizes.
    pub classes: ClassSizes,
    /// Records in classes smaller than each threshold.
    pub records_below: Vec<RecordsBelow>,
    /// Records that are alone in their class.
    pub unique_records: u64,
    /// C_AVG = records / (classes * k), at least 1 when every class reaches k; `None` where crowds
    /// overlap or there are none (K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian, ICDE 2006,
    /// doi:10.1109/ICDE.2006.101).
    pub c_avg: Option<f64>,
    /// Sum over records of the size of their crowd, suppressed records counting as one crowd as
    /// large as the original (R. Bayardo, R. Agrawal, ICDE 2005, doi:10.1109/ICDE.2005.42).
    pub discernibility: f64,
    /// Probabilities of re-identification.
    pub risks: Risks,
    /// The sensitive attributes.
    pub sensitive: Vec<SensitiveMeasurement>,
    /// The combinations of their values; only where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combinations: Option<SensitiveMeasurement>,
    /// Fewest distinct providers in a class; `None` without provider column.
    pub provider_diversity: Option<u64>,
    /// Class sizes that remain when providers collude.
    pub coalitions: Vec<CoalitionSize>,
}

impl Measurement {
    /// The figures of a sensitive attribute.
    pub fn sensitive(&self, name: &str) -> Option<&SensitiveMeasurement> {
        self.sensitive.iter().find(|attribute| attribute.name == name)
    }

    /// The figures of all sensitive attributes together: of their combinations, or of the only one.
    pub fn joint(&self) -> Option<&SensitiveMeasurement> {
        self.combinations.as_ref().or(self.sensitive.first())
    }
}

/// Sizes of equivalence classes. Where missing cells match anything, the sizes of the crowds of
/// distinct quasi-identifier combinations, which overlap.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClassSizes {
    /// Number of classes.
    pub count: u64,
    /// Smallest.
    pub min: u64,
    /// Half of the classes are at most this large (the lower of two middle ones).
    pub median: u64,
    /// Mean over classes.
    pub mean: f64,
    /// Largest.
    pub max: u64,
    /// Classes by size, ascending, sizes in powers of two: 1, 2-3, 4-7, ...
    pub histogram: Vec<SizeCount>,
}

/// Classes with `from` to `to` records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SizeCount {
    /// Fewest records.
    pub from: u64,
    /// Most records.
    pub to: u64,
    /// Classes of such a size.
    pub classes: u64,
    /// Records that hide in them.
    pub records: u64,
}

/// Records in classes with fewer than k records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RecordsBelow {
    /// The threshold.
    pub k: u64,
    /// Records below it.
    pub records: u64,
}

/// Probabilities that a record is re-identified, for an attacker who knows the quasi-identifiers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Risks {
    /// Prosecutor (the target is known to be in the table), worst record: 1/k.
    pub prosecutor_max: f64,
    /// Records of that risk: those in the smallest crowds.
    pub records_at_max: u64,
    /// Prosecutor, mean over records of 1/crowd.
    pub prosecutor_mean: f64,
    /// Marketer (as many as possible are to be re-identified): expected share of records, which
    /// equals the prosecutor's mean.
    pub marketer: f64,
    /// Journalist (the target may be outside the table): `None`, it needs counts of the population
    /// that the table is a sample of. The prosecutor's risk is an upper bound on it.
    pub journalist_max: Option<f64>,
    /// Where people are counted: what their numbers of records give away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows_of_one: Option<RowsOfOne>,
}

/// Which share of the records of a class one person has. An attacker who knows who has many records
/// guesses that a record is of the person with most of its class, and is right as often as this.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsOfOne {
    /// The highest share of a class, from 0 to 1.
    pub highest: f64,
    /// The largest share of each class, mean over the records.
    pub mean: f64,
}

/// The measurements of one sensitive attribute, each for its worst class.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SensitiveMeasurement {
    /// The column, or all columns joined by ` x ` for their combinations.
    pub name: String,
    /// Distinct l: fewest distinct values in a class.
    pub distinct_l: u64,
    /// Entropy l: smallest exp(entropy) of a class.
    pub entropy_l: f64,
    /// Recursive (c, l)-diversity for the l asked for.
    pub recursive: Vec<RecursiveDiversity>,
    /// Largest distance of a class from Q.
    pub t: Closeness,
    /// Largest shares and gains of a value in a class.
    pub shares: ValueShares,
    /// The distances from the shares in this table, which is all that a recipient has who does not
    /// know the original; `None` where both have the same shares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against_release: Option<ReferenceDistances>,
}

/// The c of recursive (c, l)-diversity for one l.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RecursiveDiversity {
    /// The l.
    pub l: usize,
    /// Largest `r_1 / (r_l + ... + r_m)` of a class: the model holds for every larger c. `None`
    /// when a class has fewer than l values, so that it holds for no c.
    pub c: Option<f64>,
}

/// Smallest class left over when up to m providers take their own records away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CoalitionSize {
    /// Providers that collude, at most.
    pub m: usize,
    /// The smallest number of records left in a class; 0 where all of a class is theirs.
    pub k: u64,
}

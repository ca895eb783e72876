//! The 16 instances of HAEF's form, on which the evolutionary searches are measured.
//!
//! Each is a sample of hospital discharges, defined by its seed, with 5 to 10 quasi-identifiers and
//! one binary sensitive attribute in one of four degrees of balance (HAEF, table 1 and figure 5).
//! The discharges are those of New York SPARCS if that file is available; otherwise they are made
//! up by [`hospital_discharges`], with the same columns.

mod hierarchies;
mod hospital;
pub mod large;
mod provider_tables;
pub mod trajectories;
pub mod transfers;

pub use hospital::hospital_discharges;
pub use provider_tables::{Deal, Skew};

use hierarchies::hierarchy;
use incog_data::{
    Column, ColumnBuilder, HierarchyError, QuasiIdentifier, QuasiIdentifierError, Table, Tuples, TuplesError,
};
use incog_plan::{ReleaseProblem, ReleaseProblemError};
use incog_privacy::Conjunction;
use incog_search::Stream;
use incog_utility::Metric;
use std::sync::Arc;
use thiserror::Error;

/// Why no instances can be made from a table.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum InstanceError {
    /// A column is missing.
    #[error("the table of discharges has no column {column:?}")]
    MissingColumn {
        /// The column.
        column: String,
    },
    /// The table is too small.
    #[error("the table of discharges has {found} rows; expected at least {expected}")]
    TooFewRows {
        /// Its rows.
        found: usize,
        /// Rows to draw.
        expected: usize,
    },
    /// The columns do not nest as their names suggest.
    #[error("column {column:?}: {source}")]
    Hierarchy {
        /// The column.
        column: String,
        /// What is wrong.
        source: HierarchyError,
    },
    /// A sample does not fit its hierarchies.
    #[error(transparent)]
    QuasiIdentifier(#[from] QuasiIdentifierError),
    /// A sample cannot be reduced to tuples.
    #[error(transparent)]
    Tuples(#[from] TuplesError),
    /// There is nothing to search.
    #[error(transparent)]
    Problem(#[from] ReleaseProblemError),
}

/// The definition of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstanceSpec {
    /// HAEF's name, `D1` to `D16`.
    pub name: &'static str,
    /// Records drawn.
    pub records: usize,
    /// Columns that are quasi-identifiers.
    pub quasi_identifiers: &'static [&'static str],
    /// The condition under which a record's sensitive value is true.
    pub sensitive: Sensitive,
    /// Which records are drawn.
    pub seed: u64,
}

/// A binary sensitive attribute: whether a column has one of some values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sensitive {
    /// The name of the attribute.
    pub name: &'static str,
    /// The column it is made from.
    pub column: &'static str,
    /// The values that make it true.
    pub values: &'static [&'static str],
}

/// A sample, ready to be anonymized.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Its table, hierarchies and terms.
    pub spec: InstanceSpec,
    /// Its tuples.
    pub tuples: Tuples,
}

impl Instance {
    /// The problem of releasing it under these models, without a limit on suppression.
    pub fn problem(
        self,
        models: Conjunction,
        metric: Box<dyn Metric>,
    ) -> Result<ReleaseProblem, InstanceError> {
        let rows = self.tuples.rows() as u64;
        Ok(ReleaseProblem::new(self.tuples, models, metric, rows)?)
    }
}

const SIX: &[&str] = &["health_service_area", "hospital_id", "age_group", "los", "sex", "race"];
const TEN: &[&str] = &[
    "health_service_area",
    "hospital_county",
    "hospital_id",
    "age_group",
    "los",
    "sex",
    "race",
    "ethnicity",
    "admission_type",
    "discharge_status",
];
const FIVE: &[&str] = &["health_service_area", "hospital_id", "age_group", "sex", "race"];
const NINE: &[&str] = &[
    "health_service_area",
    "hospital_county",
    "hospital_id",
    "age_group",
    "los",
    "sex",
    "race",
    "ethnicity",
    "discharge_status",
];

/// About two thirds true in SPARCS.
const MORTALITY: Sensitive =
    Sensitive { name: "high mortality risk", column: "apr_mortality_risk", values: &["Major", "Extreme"] };
/// About a sixth.
const MEDICAID: Sensitive = Sensitive { name: "on Medicaid", column: "payer_primary", values: &["Medicaid"] };
/// About half.
const PROCEDURE: Sensitive = Sensitive { name: "no procedure", column: "proc_group", values: &["none"] };
/// About three in a hundred.
const CARDIAC: Sensitive =
    Sensitive { name: "cardiac procedure", column: "proc_group", values: &["cardiac_procedure"] };

/// About three in ten: more than t / sqrt 2 for every t up to 0.42.
const MINOR: Sensitive =
    Sensitive { name: "minor procedure", column: "proc_group", values: &["minor_or_diagnostic"] };

/// The last four of [`INSTANCES`] with a sensitive attribute whose share of positives is above t /
/// sqrt 2.
///
/// With a binary attribute of share `p`, the proportions of a class without any positive are
/// `p sqrt 2` away from those of the table. Where that is at most t, only positives have to be
/// protected, so a release that drops those few keeps all others as they are. The same records as
/// `D13` to `D16` are drawn.
pub const BALANCED: [InstanceSpec; 4] = [
    spec("B13", 300, SIX, MINOR, 13),
    spec("B14", 600, SIX, MINOR, 14),
    spec("B15", 300, TEN, MINOR, 15),
    spec("B16", 600, TEN, MINOR, 16),
];

/// The 16 instances, in HAEF's order.
pub const INSTANCES: [InstanceSpec; 16] = [
    spec("D1", 300, SIX, MORTALITY, 1),
    spec("D2", 600, SIX, MORTALITY, 2),
    spec("D3", 300, TEN, MORTALITY, 3),
    spec("D4", 600, TEN, MORTALITY, 4),
    spec("D5", 300, SIX, MEDICAID, 5),
    spec("D6", 600, SIX, MEDICAID, 6),
    spec("D7", 300, TEN, MEDICAID, 7),
    spec("D8", 600, TEN, MEDICAID, 8),
    spec("D9", 300, FIVE, PROCEDURE, 9),
    spec("D10", 600, FIVE, PROCEDURE, 10),
    spec("D11", 300, NINE, PROCEDURE, 11),
    spec("D12", 600, NINE, PROCEDURE, 12),
    spec("D13", 300, SIX, CARDIAC, 13),
    spec("D14", 600, SIX, CARDIAC, 14),
    spec("D15", 300, TEN, CARDIAC, 15),
    spec("D16", 600, TEN, CARDIAC, 16),
];

const fn spec(
    name: &'static str,
    records: usize,
    quasi_identifiers: &'static [&'static str],
    sensitive: Sensitive,
    seed: u64,
) -> InstanceSpec {
    InstanceSpec { name, records, quasi_identifiers, sensitive, seed }
}

impl InstanceSpec {
    /// Draws the instance from a table of discharges.
    ///
    /// Hierarchies cover the whole table, so that `|v_g|` does not depend on the sample. Rows are
    /// drawn without replacement: the first ones of a Fisher-Yates shuffle with the instance's
    /// seed.
    pub fn draw(&self, discharges: &Table) -> Result<Instance, InstanceError> {
        let rows = self.rows(discharges.rows())?;
        let mut columns = Vec::new();
        let mut quasi_identifiers = Vec::new();
        for &name in self.quasi_identifiers {
            let column = sample(find(discharges, name)?, &rows);
            quasi_identifiers.push(QuasiIdentifier::new(&column, Arc::new(hierarchy(discharges, name)?))?);
            columns.push(column);
        }
        let sensitive = self.sensitive.column(discharges, &rows)?;
        let references: Vec<&Column> = columns.iter().collect();
        let tuples = Tuples::new(quasi_identifiers, &references, &[&sensitive], rows.len())?;
        Ok(Instance { spec: *self, tuples })
    }

    fn rows(&self, available: usize) -> Result<Vec<usize>, InstanceError> {
        if available < self.records {
            return Err(InstanceError::TooFewRows { found: available, expected: self.records });
        }
        let mut stream = Stream::new(self.seed, 0);
        let mut rows: Vec<usize> = (0..available).collect();
        for place in 0..self.records {
            rows.swap(place, place + stream.below(available - place));
        }
        rows.truncate(self.records);
        Ok(rows)
    }
}

impl Sensitive {
    fn column(&self, discharges: &Table, rows: &[usize]) -> Result<Column, InstanceError> {
        let source = find(discharges, self.column)?;
        let mut builder = ColumnBuilder::new(self.name);
        for &row in rows {
            builder.push(if self.values.contains(&source.value(row)) { "TRUE" } else { "FALSE" });
        }
        Ok(builder.finish(&[]))
    }
}

fn find<'a>(table: &'a Table, name: &str) -> Result<&'a Column, InstanceError> {
    table.column(name).ok_or_else(|| InstanceError::MissingColumn { column: name.to_owned() })
}

fn sample(column: &Column, rows: &[usize]) -> Column {
    let mut builder = ColumnBuilder::new(column.name.clone());
    rows.iter().for_each(|&row| builder.push(column.value(row)));
    builder.finish(&[])
}

/// The folder of the public data beside the repository, where it is there; says so where it is not.
#[cfg(test)]
#[allow(clippy::print_stderr)]
pub(crate) fn shared_data() -> Option<std::path::PathBuf> {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !data.is_dir() {
        eprintln!("not run: there is no folder {}", data.display());
    }
    data.is_dir().then_some(data)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

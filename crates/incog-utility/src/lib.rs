//! Utility metrics, which measure what a release loses; each is in a file of its own.
//!
//! A metric reads the equivalence classes of a release and gives a value in the literature's unit.
//!
//! ```
//! use incog_data::{Classes, ColumnBuilder, Hierarchy, Levels, QuasiIdentifier, Tuples};
//! use incog_utility::metric_by_name;
//! use std::sync::Arc;
//!
//! let mut builder = ColumnBuilder::new("age");
//! ["31", "35", "42"].iter().for_each(|value| builder.push(value));
//! let age = builder.finish(&[]);
//! let rows = [["31", "30-39", "*"], ["35", "30-39", "*"], ["42", "40-49", "*"]];
//! let hierarchy = Hierarchy::new(rows.iter().map(|row| row.to_vec()))?;
//! let qid = QuasiIdentifier::new(&age, Arc::new(hierarchy))?;
//! let tuples = Tuples::new(vec![qid], &[&age], &[], 3)?;
//!
//! let classes = Classes::group(&tuples, &Levels::from(vec![1]));
//! let transparency = metric_by_name("transparency", 1)?;
//! assert_eq!(transparency.value(&classes), 0.5 + 0.5 + 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod metric;
mod separable;

mod class_form;
mod costs;
mod label_table;

mod ambiguity;
mod c_avg;
mod class_size;
mod cpgen;
mod discernibility;
mod entropy;
mod gen_loss;
mod height;
mod kl_divergence;
mod loss;
mod metric_entry;
mod metrics;
mod objective;
mod precision;
mod squared_error;
mod transparency;

pub use ambiguity::Ambiguity;
pub use c_avg::AverageClassSize;
pub use class_form::{ClassForm, ClassSummary, class_summaries};
pub use class_size::ClassSize;
pub use cpgen::CpgenFitness;
pub use discernibility::Discernibility;
pub use entropy::{Entropy, SuppressedEntropy};
pub use gen_loss::GenLoss;
pub use height::Height;
pub use kl_divergence::{KlDivergence, KlSum};
pub use loss::Loss;
pub use metric::{Goal, Metric};
pub use metric_entry::{Build, MetricEntry, MetricError, WEIGHTS};
pub use metrics::{METRICS, metric_by_name, metric_entry};
pub use objective::Objective;
pub use precision::{Precision, SuppressedPrecision};
pub use separable::{Additive, Combine, Separable};
pub use squared_error::SquaredError;
pub use transparency::Transparency;

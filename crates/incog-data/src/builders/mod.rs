//! Hierarchies made from the values of a column.

mod bounds;
mod build_error;
mod codes;
mod columns;
mod countries;
mod dates;
mod declared_domain;
mod default_spec;
mod extend;
mod fanout;
mod flat;
mod intervals;
mod label_groups;
mod label_style;
mod lasting_labels;
mod mask;
mod order;
mod publish;
mod published_values;
mod ranges;
mod spec;
mod tree;
mod values;
mod words;

pub use bounds::PublishedValues;
pub use build_error::{BuildError, NotDependent};
pub use codes::CodeSystem;
pub use columns::DependentColumns;
pub use countries::Regions;
pub use dates::{DateLevels, DateUnit};
pub use default_spec::{ColumnKind, clear_date_form, date_form, iso_date};
pub use fanout::Fanout;
pub use intervals::Intervals;
pub use label_groups::{NamedGroups, NamedLabel, ReleasedLabels};
pub use label_style::LabelStyle;
pub use mask::{Mask, MaskSide};
pub use order::Order;
pub use publish::Publish;
pub use published_values::PublishedHierarchy;
pub use ranges::Ranges;
pub use spec::HierarchySpec;
pub use tree::{TreeError, TreeNode, ValueTree};
pub use values::Values;

/// The label of the top level.
const ROOT: &str = "*";

/// A column of these values, of which the empty one and `?` are missing.
#[cfg(test)]
fn column(values: &[impl AsRef<str>]) -> crate::Column {
    let mut builder = crate::ColumnBuilder::new("c");
    values.iter().for_each(|value| builder.push(value.as_ref()));
    builder.finish(&["", "?"])
}

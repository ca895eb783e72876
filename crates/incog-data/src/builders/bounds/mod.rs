//! Names of groups by bounds that are nobody's own value.
//!
//! Groups of neighbours have no name of their own. They are named by two bounds around their
//! published values. A bound is a published value only where at least k published people have it;
//! otherwise it is rounded outward, farther than the k-th of the people at that end lies away.

mod assignment;
mod group_names;
mod label_reader;
mod label_text;
mod middles;
mod number_bounds;
mod published_values;
mod text_bounds;
mod time_bounds;

pub(super) use group_names::GroupNames;
pub(super) use label_reader::LabelReader;
pub use published_values::PublishedValues;

/// One end of a group, as its name tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum GroupEnd {
    /// A number, in units of the last place that a published value has.
    Number(i128),
    /// A value that at least k published people have.
    Value(String),
    /// What the values at this end begin with.
    Prefix(String),
    /// No bound.
    Open,
}

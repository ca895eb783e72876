//! A table with its hierarchies and models: the problem that publishing it poses.

pub(in crate::publish) mod bound_table;
pub(in crate::publish) mod formulas;
pub(in crate::publish) mod information_loss;
pub(in crate::publish) mod kept_columns;
pub(in crate::publish) mod merge_identical_groups;
pub(in crate::publish) mod noise;
pub(in crate::publish) mod prepared_problem;
pub(in crate::publish) mod read_problem;

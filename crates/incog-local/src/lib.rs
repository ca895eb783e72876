//! Local recoding: records are generalized one differently from the other, and it is proved how
//! much any such release must lose.
//!
//! Full-domain recoding gives every record the same level of an attribute; here each class of
//! records has levels of its own, over the same hierarchies, which loses a fraction of that.
//!
//! * In comes a [`LocalProblem`]: [tuples](incog_data::Tuples) with their hierarchies and levels
//!   allowed, models, a metric that is a weighted sum of what labels cost, and how many records may
//!   be suppressed.
//! * Out goes a [`LocalPlan`]: a [`Recoding`](incog_data::Recoding) by regions, its value, a bound
//!   that no local recoding beats, and the [`Prices`] that prove it; [`bounds`] has the proof.
//! * Costs are whole numbers (`costs`), the labels of an attribute a tree (`label_tree`), and the
//!   cells that hold enough records are walked over by `cube`. Bounds and `rounds` are visitors of
//!   that walk.
//! * [`LOCAL_SEARCHES`] has the card of each search, by which it can be run alone; [`fast`] and
//!   [`full`] are recipes.
//! * A release in which a column is one label throughout is replaced, where
//!   [asked](Effort::keep_columns), by one in which none is.
//! * A search makes a draft: groups of records that meet the models, each with the lowest labels it
//!   can have. Groups with equal labels are one class, and are asked as one.
//!
//! [`microaggregation`] groups records of numbers by distance instead, and publishes centroids in
//! the place of labels.
//!
//! Everything else works on distinct tuples with counts, so that it depends on how many of those
//! there are and not on rows. Tuples are in the order of their values and all ties are decided by
//! it, so the order of rows changes nothing; limits are counted in steps, so that a result does not
//! depend on the machine.

pub mod bounds;
mod costs;
mod cube;
mod draft;
mod items;
mod kept_columns;
mod label_tree;
pub mod microaggregation;
mod plan;
mod problem;
mod recipes;
mod release;
mod run;
mod searches;
mod tally;
mod top_prices;
mod work_budget;

pub use bounds::{ClassPrices, Prices};
pub use incog_request::CellKind;
pub use plan::{Effort, LocalPlan};
pub use problem::{LocalProblem, LocalProblemError};
pub use recipes::{fast, full};
pub use run::LocalSearchError;
pub use searches::{LOCAL_SEARCHES, LocalSearch};
pub use work_budget::LocalMoment;

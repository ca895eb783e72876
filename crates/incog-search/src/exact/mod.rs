//! Searches that prove what they find.

mod box_search;
mod boxes;
mod certificate;
mod exhaustive;
mod flash;
mod hitting_set;
mod incognito;
mod nodes_within_limit;
mod ola;
mod optimal;
mod samarati;
mod tagged_lattice;

pub(crate) use box_search::BoxSearch;
pub use box_search::UNDIVIDED_STEPS;
pub use certificate::{NoCertificate, OptimalityCertificate, Step, certify};
pub use exhaustive::exhaustive;
pub use flash::flash;
pub(crate) use hitting_set::HittingSet;
pub use hitting_set::hitting_set;
pub use incognito::incognito;
pub use nodes_within_limit::{Within, within};
pub use ola::ola;
pub use optimal::optimal;
pub use samarati::samarati;

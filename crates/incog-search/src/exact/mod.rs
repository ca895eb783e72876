//! Searches that prove what they find.

mod box_search;
mod boxes;
mod certificate;
mod exhaustive;
mod flash;
mod hitting_set;
mod incognito;
mod ola;
mod optimal;
mod samarati;
mod tagged_lattice;
mod nodes_within_limit;

pub(crate) use box_search::BoxSearch;
pub use box_search::UNDIVIDED_STEPS;
pub use certificate::{Certificate, NoCertificate, Step, certify};
pub use exhaustive::exhaustive;
pub use flash::flash;
pub(crate) use hitting_set::HittingSet;
pub use hitting_set::hitting_set;
pub use incognito::incognito;
pub use ola::ola;
pub use optimal::optimal;
pub use samarati::samarati;
pub use nodes_within_limit::{Within, within};

//! The next release of a series that a ledger keeps.

mod cohort;
mod given_table;
mod night;
mod notes;
mod reports_beside;

pub(in crate::publish) use night::publish_night;

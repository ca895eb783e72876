//! The next release of a series that a ledger keeps.

mod cohort;
mod delay_trial;
mod given_table;
mod night;
mod notes;
mod reports_beside;

pub(crate) use cohort::Cohort;
pub(crate) use delay_trial::{DelayTrial, TriedDelay};
pub(in crate::publish) use night::publish_night;

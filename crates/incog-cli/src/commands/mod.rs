//! The sub-commands, one file each.

pub mod anonymize;
pub mod apply;
pub mod attack;
pub mod audit;
mod audit_terms;
pub mod certificate;
pub mod compare;
pub mod completions;
pub mod experiment;
pub mod explore;
pub mod flows;
pub mod hierarchy;
pub mod init;
pub mod key;
pub mod list;
pub mod man;
#[cfg(feature = "page")]
pub mod open;
pub mod plan;
pub mod schema;
pub mod sign;
pub mod trajectories;
pub mod verify;

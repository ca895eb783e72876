//! The job as a report tells it.

pub(crate) mod demands;
pub(crate) mod job;
pub(crate) mod rules;

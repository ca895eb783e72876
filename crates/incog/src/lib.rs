//! The library people use: from a job to a release with a report.

pub mod problem;

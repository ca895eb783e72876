//! A release written, read again, measured and told.

pub(in crate::publish) mod decision_figures;
pub(in crate::publish) mod describe;
pub(in crate::publish) mod match_rows;
pub(in crate::publish) mod measure;
mod measure_risk;
pub(in crate::publish) mod measured_release;
pub(in crate::publish) mod medium;
pub(in crate::publish) mod public_report;
pub(in crate::publish) mod publishable;
pub(in crate::publish) mod read_back;

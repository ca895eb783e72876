//! What the steward is told of a plan: columns without detail, prices of choices, and what would
//! help.

pub(in crate::publish) mod fully_generalized_notes;
pub(in crate::publish) mod leave_one_out;
pub(in crate::publish) mod quick_search;
pub(in crate::publish) mod unprotected_columns;

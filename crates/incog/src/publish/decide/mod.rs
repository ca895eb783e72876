//! How it is decided how a table is published: a search, or a plan.

pub(in crate::publish) mod advice;
pub(in crate::publish) mod checkpoint_file;
pub(in crate::publish) mod conceal_choice;
pub(in crate::publish) mod decision;
pub(in crate::publish) mod evidence;
pub(in crate::publish) mod held_plan;
pub(in crate::publish) mod plan_file;
pub(in crate::publish) mod plan_reuse;
pub(in crate::publish) mod rebase;
pub(in crate::publish) mod seal;
pub(in crate::publish) mod search;
pub(in crate::publish) mod search_files;
pub(in crate::publish) mod trace_file;

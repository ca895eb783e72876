//! The ways to run a job, each a few lines over [`spine::publish`](crate::publish::spine::publish).

pub(in crate::publish) mod cluster_runs;
pub(in crate::publish) mod engine_runs;
pub(in crate::publish) mod engine_script;
pub(in crate::publish) mod file_runs;
pub(in crate::publish) mod island_worker;
pub(in crate::publish) mod memory_runs;
pub(in crate::publish) mod table_in_memory;

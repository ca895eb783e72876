//! What can be done with a job or with terms, beyond reading and checking them: bring these traits
//! into scope with `use incog::runs::*`.

pub use crate::publish::{
    ClusterRuns, EngineRuns, EngineScripts, FileRuns, IslandWorker, MemoryRuns, TableRuns,
};

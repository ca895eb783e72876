//! The engine of incog as the Python module `incog._incog`: a thin layer over the library, as the
//! command is.
//!
//! The package `incog` in `python/` is what people use. This module only takes tables as Arrow
//! streams, runs the library on a thread without Python's lock, and hands back streams and JSON.

mod attacks;
mod audits;
mod capsule;
mod catalogue;
mod cluster;
mod command;
mod engine;
mod errors;
mod events;
mod explore;
mod hierarchies;
mod job;
mod keys;
mod plan;
mod proposals;
mod release;
mod trajectories;
mod worker_thread;

/// The engine of incog.
#[pyo3::pymodule]
mod _incog {
    #[pymodule_export]
    use super::attacks::attack;
    #[pymodule_export]
    use super::audits::{audit, risk};
    #[pymodule_export]
    use super::catalogue::cards;
    #[pymodule_export]
    use super::cluster::{EngineClusterDecision, EngineClusterRelease};
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::engine::{PyEngineTable, publish_in, verify_in};
    #[pymodule_export]
    use super::explore::{EngineExploration, explore};
    #[pymodule_export]
    use super::hierarchies::levels;
    #[pymodule_export]
    use super::job::EngineJob;
    #[pymodule_export]
    use super::keys::new_key;
    #[pymodule_export]
    use super::plan::EnginePlan;
    #[pymodule_export]
    use super::proposals::{propose, propose_keys, propose_keys_in};
    #[pymodule_export]
    use super::release::PyEngineRelease;
    #[pymodule_export]
    use super::trajectories::{EngineTrajectories, trajectories};

    /// The version of the engine.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}

//! Moving objects: (k, delta)-anonymity of trajectories that share their instants.
//!
//! A release groups trajectories into clusters of at least k and moves the points of each cluster
//! so close together that any two members are within delta metres of each other at every instant
//! (Abul, Bonchi, Nanni 2008, doi:10.1109/ICDE.2008.4497446). [`TrajectorySet`] holds the
//! positions, [`Clustering`] the decision, [`release`] carries it out and [`check_release`] proves
//! or refutes the result without looking at how it was made. [`ALGORITHMS`] lists what makes
//! clusterings.
//!
//! A moving object, such as a person or a vehicle, may have several trajectories, and these do not
//! protect each other: k counts different objects once the set knows them
//! ([`TrajectorySet::with_objects`]).

mod algorithm;
mod algorithms;
mod anchor;
mod box_tree;
mod check;
mod choice;
mod clustering;
mod cost;
mod distance_rows;
pub mod evolutionary;
mod front;
mod greedy;
mod join;
mod objects;
mod release;
mod release_options;
mod task;
mod trajectory_set;
mod utility;
mod watch;

pub use algorithm::{Algorithm, run};
pub use algorithms::ALGORITHMS;
pub use check::{CheckedRelease, check_release};
pub use choice::Choice;
pub use clustering::{Clustering, TRASH};
pub use cost::{cluster_costs, total_cost};
pub use distance_rows::{DistanceRow, DistanceRows, NEAR};
pub use front::{Compromise, Front};
pub use greedy::{GreedyError, Moves, improve, k_member, mdav, w4m};
pub use release::release;
pub use release_options::{Anchor, TrajectoryReleaseOptions};
pub use task::{Limits, SearchResult, Task};
pub use trajectory_set::{SetError, TrajectorySet};
pub use utility::{Shift, shift};
pub use watch::ClusteringWatch;

// Limits and outcomes of the searches are told in them.
pub use incog_search::{Budget, Stop};

//! What keeps a release of trajectories from being published, unless somebody answers for it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A danger to the people behind a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TripDanger {
    /// The key under which a waiver answers for it.
    pub finding: String,
    /// How many published trajectories it is about.
    pub trajectories: usize,
}

/// The keys of `[waivers]`.
pub const AS_THEY_ARE: &str = "trajectories: published as they are";
/// See [`AS_THEY_ARE`].
pub const FAR_FROM_ALL: &str = "objects: far from everybody";

impl TripDanger {
    /// What it means for people.
    pub fn meaning(&self) -> &'static str {
        match self.finding.as_str() {
            AS_THEY_ARE => {
                "every point of theirs is published where it was, and fewer than k have the same track: delta is so wide \
                 that they need not be moved; delta = 0 moves all members of a cluster onto one track"
            }
            FAR_FROM_ALL => {
                "at some instant they are far from the other objects of their cluster, farther than the data reaches, so that \
                 the way in which they pull the cluster shows where they were; leave out such points with \
                 trips.bounds and trips.max_speed_kmh, or such trajectories with suppression.limit"
            }
            _ => "",
        }
    }
}

/// Dangers for which nobody answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripDangers(pub Vec<TripDanger>);

impl TripDangers {
    /// Those of some dangers that no waiver answers for; nothing when there are none.
    pub fn open(waivers: &BTreeMap<String, String>, dangers: &[TripDanger]) -> Option<Self> {
        let is_open = |danger: &&TripDanger| !waivers.contains_key(&danger.finding);
        let open: Vec<TripDanger> = dangers.iter().filter(is_open).cloned().collect();
        (!open.is_empty()).then_some(Self(open))
    }
}

impl fmt::Display for TripDangers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "nothing was published, since people would be in danger:")?;
        for danger in &self.0 {
            writeln!(f, "  {} ({}): {}", danger.finding, danger.trajectories, danger.meaning())?;
        }
        f.write_str("who knows better answers for each of them in the job:\n[waivers]")?;
        let keys = self.0.iter().map(|danger| toml::Value::String(danger.finding.clone()));
        keys.into_iter().try_for_each(|key| write!(f, "\n{key} = \"why, and who says so\""))
    }
}

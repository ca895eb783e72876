//! Dangers that stop a release of trajectories, unless a waiver accepts them.

use incog_report::Waivers;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What was found; a waiver answers for it by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TripFinding {
    /// Every point of a trajectory stands where it was, and too few others have the same track.
    #[serde(rename = "trajectories: published as they are")]
    AsTheyAre,
    /// An object is farther from all others of its cluster than the data reaches.
    #[serde(rename = "objects: far from everybody")]
    FarFromAll,
    /// A published point is exactly where somebody was, although all members of a cluster are
    /// equal.
    #[serde(rename = "positions: somebody's own")]
    OwnPositions,
}

impl TripFinding {
    /// All that can be found.
    pub const ALL: [Self; 3] = [Self::AsTheyAre, Self::FarFromAll, Self::OwnPositions];

    /// The key of `[waivers]`.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsTheyAre => "trajectories: published as they are",
            Self::FarFromAll => "objects: far from everybody",
            Self::OwnPositions => "positions: somebody's own",
        }
    }

    /// What it means for people.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::AsTheyAre => {
                "incog would publish all their points unchanged, and fewer than k have the same track, \
                 because delta is too large; delta = 0 moves all members of a cluster onto one track"
            }
            Self::FarFromAll => {
                "at some instant they are so far from their cluster that its shift reveals where they \
                 were; leave out such points with trips.bounds and trips.max_speed_kmh, or such \
                 trajectories with suppression.limit"
            }
            Self::OwnPositions => {
                "these published points are the exact position of fewer than k members; use coarser \
                 coordinates in the input, or another k"
            }
        }
    }
}

/// A danger to the people behind a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TripDanger {
    /// What was found.
    pub finding: TripFinding,
    /// How many published trajectories it is about; of positions, how many published points.
    pub trajectories: usize,
}

/// Dangers for which nobody answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripDangers(pub Vec<TripDanger>);

impl TripDangers {
    /// Those of some dangers that no waiver answers for; nothing when there are none.
    pub fn open(waivers: &BTreeMap<String, String>, dangers: &[TripDanger]) -> Option<Self> {
        let is_open = |danger: &&TripDanger| !waivers.contains_key(danger.finding.name());
        let open: Vec<TripDanger> = dangers.iter().filter(is_open).cloned().collect();
        (!open.is_empty()).then_some(Self(open))
    }
}

impl fmt::Display for TripDangers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "nothing was published, because people would be at risk:")?;
        for TripDanger { finding, trajectories } in &self.0 {
            writeln!(f, "  {} ({trajectories}): {}", finding.name(), finding.meaning())?;
        }
        Waivers(self.0.iter().map(|danger| danger.finding.name().to_owned())).fmt(f)
    }
}

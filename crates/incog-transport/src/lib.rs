//! Messages between the islands of one search, carried from process to process.

use std::ops::Range;
use std::sync::Arc;
use thiserror::Error;

/// Carries bytes between the *ranks* of a search: processes, on one machine or on several, or
/// threads in a test, each of which has some of the islands.
///
/// A transport knows nothing of what it carries. Bytes from one rank about one thing arrive in the
/// order in which they were sent.
pub trait Transport: Send + Sync {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// How many there are.
    fn ranks(&self) -> usize;

    /// Sends bytes to another rank, and does not wait until they are there. Called from whichever
    /// thread has bred the island, while other islands still breed.
    ///
    /// # Errors
    /// When the other rank cannot be reached any more.
    fn send(&self, to: usize, about: About, bytes: &Arc<[u8]>) -> Result<(), Lost>;

    /// Waits for the next bytes of another rank about something.
    ///
    /// # Errors
    /// When the other rank is gone.
    fn receive(&self, from: usize, about: About) -> Result<Vec<u8>, Lost>;

    /// What it has carried so far.
    fn carried(&self) -> Carried;
}

/// What bytes are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum About {
    /// The search as a whole, before it begins.
    Opening,
    /// What an island of this number tells at a meeting.
    Meeting(usize),
    /// The state of an island of this number, for a checkpoint.
    State(usize),
}

impl About {
    /// A number of its own, for transports that tell bytes apart by numbers: at most twice that of
    /// islands.
    pub fn tag(self) -> usize {
        match self {
            Self::Opening => 0,
            Self::Meeting(island) => 2 * island + 1,
            Self::State(island) => 2 * island + 2,
        }
    }
}

/// What a rank has sent, and how long that and waiting took it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Carried {
    /// Bytes sent to other ranks.
    pub bytes: u64,
    /// Seconds of sending and of waiting for others, who may still breed.
    pub seconds: f64,
}

/// A rank that does not answer any more.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("process {rank} of this run failed: {why}")]
pub struct Lost {
    /// Its number.
    pub rank: usize,
    /// What the transport says.
    pub why: String,
}

/// The islands of a rank: as equal parts as there are, the first ranks get what is left over.
pub fn islands_of(rank: usize, ranks: usize, islands: usize) -> Range<usize> {
    let (each, more) = (islands / ranks.max(1), islands % ranks.max(1));
    let begin = each * rank + more.min(rank);
    begin..begin + each + usize::from(rank < more)
}

/// The rank that has an island.
pub fn rank_of(island: usize, ranks: usize, islands: usize) -> usize {
    (0..ranks).find(|&rank| islands_of(rank, ranks, islands).contains(&island)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_island_has_one_rank() {
        for (ranks, islands) in [(1, 4), (3, 4), (4, 4), (5, 16), (1, 1)] {
            let all: Vec<usize> = (0..ranks).flat_map(|rank| islands_of(rank, ranks, islands)).collect();
            assert!(all.iter().copied().eq(0..islands), "{ranks} {islands}");
            assert!(all.iter().all(|&island| {
                islands_of(rank_of(island, ranks, islands), ranks, islands).contains(&island)
            }));
        }
        assert_eq!([islands_of(0, 3, 4), islands_of(1, 3, 4), islands_of(2, 3, 4)], [0..2, 2..3, 3..4]);
    }
}

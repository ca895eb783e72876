//! What stands around a search with islands: other ranks, and a place where its state is kept.

use super::super::bytes::Malformed;
use incog_transport::{About, Lost, Transport};
use std::sync::Arc;
use thiserror::Error;

/// Where the state of a search is kept, so that another one can go on from there.
pub trait CheckpointSink {
    /// The state to go on from, if there is one.
    fn begin(&mut self) -> Option<Vec<u8>>;

    /// Whether the state is to be kept after the next meeting.
    fn is_due(&mut self) -> bool;

    /// Keeps it, as it was at the last meeting, after so many evaluations; whether that was
    /// possible. Also when it was not due, or could not be kept then, and the search is ended from
    /// outside.
    fn keep(&mut self, state: &[u8], evaluations: u64) -> bool;

    /// Hears why there is no state to keep though it was to be kept.
    fn miss(&mut self, why: Missed);
}

/// Why the state of a meeting cannot be kept.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Missed {
    /// A rank is gone before it has handed over its islands.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// A rank cannot hand over its islands.
    #[error(
        "process {rank} of this run cannot send the state of its islands, because an island has more than \
         2 GiB"
    )]
    NotSent {
        /// Its number.
        rank: usize,
    },
}

/// What stands around a search with islands. By default nothing does: all islands live in this
/// process, and nothing is kept.
#[derive(Default)]
pub struct IslandContext<'a> {
    /// The way to the other ranks, if there are any.
    pub transport: Option<&'a dyn Transport>,
    /// Where the state is kept; only the first rank's keeper is asked.
    pub sink: Option<&'a mut dyn CheckpointSink>,
    /// A digest of all that the result follows from, which has to be the same on all ranks.
    pub binding: [u8; 32],
}

impl IslandContext<'_> {
    /// Whether nothing stands around.
    pub fn is_empty(&self) -> bool {
        self.transport.is_none() && self.sink.is_none()
    }

    pub(super) fn ranks(&self) -> usize {
        self.transport.map_or(1, Transport::ranks)
    }

    pub(super) fn rank(&self) -> usize {
        self.transport.map_or(0, Transport::rank)
    }
}

/// Why islands cannot go on together.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IslandsError {
    /// A rank is gone.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// What a rank sent cannot be read.
    #[error(
        "cannot read what process {rank} of this run sent; all processes must run the same version of incog"
    )]
    Garbled {
        /// Its number.
        rank: usize,
    },
    /// Two ranks do not search the same.
    #[error(
        "process {rank} of this run has another table, job, secret or version of incog than process 0; all \
         processes must read the same files"
    )]
    OtherProblem {
        /// The number of the one that is not as the first.
        rank: usize,
    },
    /// There are ranks without islands.
    #[error(
        "{ranks} processes cannot share {islands} islands; start at most {islands} processes, or raise \
         search.id-dga.islands"
    )]
    TooManyRanks {
        /// How many processes there are.
        ranks: usize,
        /// How many islands.
        islands: usize,
    },
    /// The first rank has ended before the search began.
    #[error("process 0 of this run ended before the search began")]
    CalledOff,
    /// The state to go on from is none of this search.
    #[error("the saved state does not belong to this search: {0}")]
    Damaged(#[from] Malformed),
}

/// Sends bytes to all other ranks.
pub(super) fn send_to_others(transport: &dyn Transport, about: About, bytes: Vec<u8>) -> Result<(), Lost> {
    let bytes: Arc<[u8]> = bytes.into();
    let others = (0..transport.ranks()).filter(|&rank| rank != transport.rank());
    others.into_iter().try_for_each(|rank| transport.send(rank, about, &bytes))
}

/// Tells the other ranks that there will be no search; for a first rank that fails before one.
///
/// # Errors
/// When another rank is lost.
pub fn call_off(transport: &dyn Transport) -> Result<(), Lost> {
    send_to_others(transport, About::Opening, Vec::new())
}

/// Waits until the first rank begins the search or calls it off; whether it begins it. For a rank
/// that cannot take part.
///
/// # Errors
/// When the first rank is lost.
pub fn is_begun(transport: &dyn Transport) -> Result<bool, Lost> {
    Ok(!transport.receive(0, About::Opening)?.is_empty())
}

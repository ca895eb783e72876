//! What is wrong with a checkpoint.

use std::path::PathBuf;
use thiserror::Error;

/// Why a search cannot go on from a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// A file that is none, or not as it was written.
    #[error(
        "{}: this is not a checkpoint, or it is damaged; name another file, or delete this one to start \
         again",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A checkpoint of something else.
    #[error(
        "{}: this checkpoint is for another job, table, secret, seed or version of incog, and was not \
         changed; name another file, or delete this one to start again",
        path.display()
    )]
    Elsewhere {
        /// The file.
        path: PathBuf,
    },
    /// Another run keeps its state there.
    #[error(
        "{}: another run is using this checkpoint; wait for it or end it, then repeat the command to \
         resume, or name another file",
        path.display()
    )]
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// A symbolic link, which would be locked and removed in the place of the file that it leads
    /// to.
    #[error("{}: this is a symbolic link; name the file itself", path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// A file that the run writes.
    #[error("{}: this run writes another output to this file; give the checkpoint its own file", path.display())]
    SameFile {
        /// The file.
        path: PathBuf,
    },
    /// Each process, and each run that goes on, would put people into an order of its own.
    #[error(
        "several processes, or a resumed run, need one key to order people; set release.secret = \
         \"key.txt\" (make the file with: incog key new key.txt)"
    )]
    NoSecret,
    /// The course of a search that goes on is not whole.
    #[error(
        "--checkpoint cannot be combined with search.trace: the trace of a resumed search would lack its \
         beginning"
    )]
    Trace,
}

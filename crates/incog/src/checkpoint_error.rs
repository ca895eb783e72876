//! What is wrong with a checkpoint.

use std::path::PathBuf;
use thiserror::Error;

/// Why a search cannot go on from a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// A file that is none, or not as it was written.
    #[error(
        "{}: is no checkpoint, or is damaged; name another file, or remove this one to begin anew",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// A checkpoint of something else.
    #[error(
        "{}: is the checkpoint of another job, table, secret, seed or version of the program, and was left as it is; name another file, \
         or remove this one to begin anew",
        path.display()
    )]
    Elsewhere {
        /// The file.
        path: PathBuf,
    },
    /// Another run keeps its state there.
    #[error(
        "{}: another run is using this checkpoint; wait until that has ended, or end it, after which the same command goes on from there, \
         or name another file",
        path.display()
    )]
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// A symbolic link, which would be locked and removed in the place of the file that it leads
    /// to.
    #[error("{}: is a symbolic link; name the file itself", path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// A file that the run writes.
    #[error("{}: is written by this run anyhow; give the checkpoint a file of its own", path.display())]
    SameFile {
        /// The file.
        path: PathBuf,
    },
    /// Each process, and each run that goes on, would put people into an order of its own.
    #[error(
        "people are put into an order by a key, and the processes of a search, or a run that goes on from a checkpoint, need the same one; \
         name a secret: secret = \"key.txt\" under [release] (incog key new key.txt makes one)"
    )]
    NoSecret,
    /// The course of a search that goes on is not whole.
    #[error(
        "--checkpoint and search.trace cannot both be had: the trace of a search that goes on from a checkpoint would lack all before it"
    )]
    Trace,
}

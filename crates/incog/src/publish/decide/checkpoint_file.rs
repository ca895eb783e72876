//! The file in which the state of a search with islands is kept.
//!
//! Three lines (what it is; a digest of the job and the table it is about; a seal) and then the
//! bytes of the state. It tells who is in the table, so only its owner may read it, and it is
//! removed when the search has come to its end. A run takes it before it reads the table, and holds
//! it to its end, as it does its outputs ([`Staging`]): what is locked is a file beside it, which
//! stays the same when the checkpoint is replaced by rename.

use crate::IncogError;
use crate::checkpoint_error::CheckpointError;
use crate::job::{Checkpoint, Islands};
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::{PlanStageError, ReleaseError};
use incog_io::{Control, ReadError, Staging, WholeFile, WriteError, is_same_file, sha256_of_bytes};
use incog_plan::{PlanError, Request, SearchSettings, SolveError, fingerprint};
use incog_search::Stop;
use incog_search::evolutionary::islands::{CheckpointSink, IslandContext, IslandsError, Missed, Transport};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use thiserror::Error;

const FIRST_LINE: &str = "incog checkpoint 1";

/// Writing takes at most one part in so many of the time.
const LEAST_SHARE: u32 = 20;

/// A digest of all that the result of a search follows from: tuples, request, secret and version of
/// the program. Neither limits of time nor the number of threads are among it.
pub(in crate::publish) fn binding(prepared: &PreparedProblem) -> String {
    let request = prepared.input.terms.request();
    let search = SearchSettings { max_seconds: None, ..request.search };
    let request = Request { search, ..request };
    let tuples = fingerprint(prepared.problem.tuples());
    // What models read of sensitive values beside the values.
    let sensitive = prepared.problem.tuples().sensitive().iter();
    let read: Vec<_> = sensitive.map(|one| (&one.name, &one.hierarchy, &one.missing)).collect();
    let text = format!("{}\n{tuples}\n{request:?}\n{read:?}", env!("CARGO_PKG_VERSION"));
    sealed(prepared, text.as_bytes())
}

/// HMAC-SHA-256 where there is a secret, without which nobody can forge it; SHA-256 otherwise,
/// which tells of a slip and not of a forger.
fn sealed(prepared: &PreparedProblem, bytes: &[u8]) -> String {
    let digest = sha256_of_bytes(bytes);
    match &prepared.input.secret {
        Some(secret) => secret.digest("what was searched", &digest),
        None => digest,
    }
}

/// The file, and what of it is known.
pub(in crate::publish) struct CheckpointFile<'p> {
    prepared: &'p PreparedProblem,
    path: PathBuf,
    place: &'p Staging,
    binding: String,
    /// The state that the file had.
    state: Option<Vec<u8>>,
    every: Duration,
    due: Instant,
    /// Why the state could not be kept the last time.
    failed: Option<NotKept>,
}

/// Why a state is not in the file.
#[derive(Debug, Error)]
enum NotKept {
    #[error("cannot write the checkpoint: {0}")]
    Write(WriteError),
    #[error("cannot write the checkpoint: {0}")]
    Missed(Missed),
}

impl<'p> CheckpointFile<'p> {
    /// Reads the file, if it is there; refuses one of something else.
    pub fn open(
        checkpoint: &Checkpoint,
        place: &'p Staging,
        prepared: &'p PreparedProblem,
    ) -> Result<Self, IncogError> {
        let Checkpoint { path, every } = checkpoint.clone();
        let (binding, due) = (binding(prepared), Instant::now() + every);
        let mut file = Self { prepared, path, place, binding, state: None, every, due, failed: None };
        if file.path.exists() {
            file.state = Some(file.read()?);
        }
        Ok(file)
    }

    /// The digest of all that the result follows from.
    pub fn binding(&self) -> String {
        self.binding.clone()
    }

    /// Says so where the search goes on from the file.
    pub fn begin_note(&self) -> Option<String> {
        self.state
            .as_ref()
            .map(|_| format!("resuming the search from the checkpoint {}", self.path.display()))
    }

    /// What the steward should know at the end of the search, which `stopped` for this reason.
    pub fn end_notes(&self, stopped: Option<Stop>) -> impl Iterator<Item = String> {
        let failure = self.failed.as_ref().map(NotKept::to_string);
        let is_to_go_on = stopped.is_some_and(Stop::is_from_outside);
        failure.into_iter().chain(is_to_go_on.then(|| self.how_to_go_on()))
    }

    fn how_to_go_on(&self) -> String {
        match (self.path.exists(), &self.failed) {
            (true, failed) => format!(
                "the same command resumes the search from the checkpoint {}{} (add --force if it has \
                 written a release)",
                self.path.display(),
                failed.as_ref().map_or("", |_| ", as it was before")
            ),
            (false, Some(_)) => {
                "the search cannot be resumed, because its checkpoint could not be written".to_owned()
            }
            (false, None) => {
                "the search cannot be resumed, because it ended before the first checkpoint".to_owned()
            }
        }
    }

    /// The error of a search, told as one of the file where its state is none.
    pub fn blamed(self, error: IncogError) -> IncogError {
        match error {
            IncogError::Plan(PlanStageError::Plan(PlanError::Search(SolveError::Islands(
                IslandsError::Damaged(_),
            )))) => CheckpointError::Damaged { path: self.path }.into(),
            other => other,
        }
    }

    fn read(&self) -> Result<Vec<u8>, IncogError> {
        let path = self.path.clone();
        let bytes = WholeFile::CHECKPOINT.read(&path);
        let bytes = bytes.map_err(|fault| ReadError::File { path: path.clone(), fault })?;
        let mut lines = bytes.splitn(4, |&byte| byte == b'\n');
        let (first, binding, seal, state) = (lines.next(), lines.next(), lines.next(), lines.next());
        let whole = first == Some(FIRST_LINE.as_bytes());
        let (Some(binding), Some(seal), Some(state)) = (binding, seal, state.filter(|_| whole)) else {
            return Err(CheckpointError::Damaged { path }.into());
        };
        // With another secret no seal holds, so what it is about comes first.
        if binding != self.binding.as_bytes() {
            let is_digest = binding.len() == 64 && binding.iter().all(u8::is_ascii_hexdigit);
            let elsewhere = CheckpointError::Elsewhere { path: path.clone() };
            return Err(if is_digest { elsewhere } else { CheckpointError::Damaged { path } }.into());
        }
        if seal != self.seal(state).as_bytes() {
            return Err(CheckpointError::Damaged { path }.into());
        }
        Ok(state.to_vec())
    }

    fn seal(&self, state: &[u8]) -> String {
        sealed(self.prepared, &[self.binding.as_bytes(), state].concat())
    }

    fn write(&self, state: &[u8]) -> Result<(), WriteError> {
        let lines = format!("{FIRST_LINE}\n{}\n{}\n", self.binding, self.seal(state));
        self.place.write(0, [lines.as_bytes(), state].concat())?;
        self.place.keep_private(0)?;
        self.place.put()
    }
}

impl CheckpointSink for CheckpointFile<'_> {
    fn begin(&mut self) -> Option<Vec<u8>> {
        self.state.take()
    }

    fn is_due(&mut self) -> bool {
        Instant::now() >= self.due
    }

    fn keep(&mut self, state: &[u8], _evaluations: u64) -> bool {
        let begin = Instant::now();
        self.failed = self.write(state).err().map(NotKept::Write);
        self.due = Instant::now() + self.every.max(begin.elapsed() * LEAST_SHARE);
        self.failed.is_none()
    }

    fn miss(&mut self, why: Missed) {
        self.failed = Some(NotKept::Missed(why));
        self.due = Instant::now() + self.every;
    }
}

/// Refuses a file that the run writes anyhow, and a trace beside it.
pub(super) fn check_place(
    checkpoint: &Checkpoint,
    has_trace: bool,
    targets: &[PathBuf],
) -> Result<(), CheckpointError> {
    if has_trace {
        return Err(CheckpointError::Trace);
    }
    match targets.iter().find(|target| is_same_file(target, &checkpoint.path)) {
        Some(target) => Err(CheckpointError::SameFile { path: target.clone() }),
        None => Ok(()),
    }
}

/// Takes the file for this run alone, as long as what is returned lives; refuses a place that
/// cannot be written to, so that nobody learns after hours that nothing could be kept. What a
/// killed run has left of it is taken away.
pub(super) fn take(
    checkpoint: &Checkpoint,
    reads: &[PathBuf],
    control: &Control,
) -> Result<Staging, IncogError> {
    // The lock and the removal would be the link's, and what it leads to would stay for ever.
    if checkpoint.path.is_symlink() {
        return Err(CheckpointError::Link { path: checkpoint.path.clone() }.into());
    }
    control.take(vec![checkpoint.path.clone()], true, reads).map_err(|error| match error {
        IncogError::Release(ReleaseError::Write(WriteError::Taken { path })) => {
            CheckpointError::Taken { path }.into()
        }
        other => other,
    })
}

/// Removes the state of a search that need not go on.
pub(super) fn remove(checkpoint: &Checkpoint) {
    // Where it cannot be removed, the next run goes on from it, to the same result.
    let _ = fs::remove_file(&checkpoint.path);
}

/// What stands around the search of a table; `known` is its digest, where somebody has worked
/// it out.
pub(in crate::publish) fn around<'a>(
    islands: &'a Islands,
    prepared: &PreparedProblem,
    known: Option<String>,
    sink: Option<&'a mut dyn CheckpointSink>,
) -> IslandContext<'a> {
    let transport = islands.ranks.as_ref().map(|ranks| &*ranks.0 as &dyn Transport);
    if transport.is_none() && sink.is_none() {
        return IslandContext::default();
    }
    let binding = known.unwrap_or_else(|| binding(prepared));
    IslandContext { transport, sink, binding: Sha256::digest(binding).into() }
}

//! What a search leaves beside its result, if the job asks for it: its course, and what proves its
//! bound.

use crate::IncogError;
use crate::PlanStageError;
use crate::checkpoint_error::CheckpointError;
use crate::job::{Islands, Job};
use crate::proof_file::{ProofFile, ProofFormat};
use crate::publish::context::Context;
use crate::publish::decide::checkpoint_file::{CheckpointFile, around, check_place, remove, take};
use crate::publish::decide::search::Sinks;
use crate::publish::decide::trace_file::TraceFile;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_io::{Control, Staging};
use incog_plan::{ClassPrices, Plan, PlanError};
use incog_search::Stop;
use incog_search::evolutionary::islands::CheckpointSink;
use incog_search::exact::NoCertificate;
use std::path::PathBuf;

/// Refuses a search that others share or that goes on later, where people are drawn by a key that
/// this process alone has.
fn check_key(job: &Job) -> Result<(), CheckpointError> {
    let (Islands { checkpoint, ranks }, terms) = (&job.islands, job.terms());
    let is_shared = checkpoint.is_some() || ranks.is_some();
    let has_key = terms.secret().is_some() || terms.draw_key().known().is_some();
    if is_shared && terms.unit().column().is_some() && !has_key {
        Err(CheckpointError::NoSecret)
    } else {
        Ok(())
    }
}

/// The files, and what will be in them.
#[derive(Default)]
pub(in crate::publish) struct SearchFiles {
    trace: TraceFile,
    /// The place of the proof among the targets of the run, and the prices of tuples.
    proof: Option<(usize, Vec<ClassPrices<f64>>)>,
    islands: Islands,
    /// The place of the checkpoint, which is this run's alone.
    place: Option<Staging>,
}

impl SearchFiles {
    /// Adds the files that the job asks for to the targets of the run; a checkpoint is none of
    /// them, since it is there before the end.
    pub fn new(job: &Job, targets: &mut Vec<PathBuf>, control: &Control) -> Result<Self, IncogError> {
        job.check_conceals()?;
        let trace = TraceFile::new(job.trace.as_deref(), targets)?;
        let proof = job.proof.as_ref().map(|path| {
            targets.push(path.clone());
            (targets.len() - 1, Vec::new())
        });
        let islands = job.islands.clone();
        check_key(job)?;
        let place = islands.checkpoint.as_ref().map(|checkpoint| {
            check_place(checkpoint, job.trace.is_some(), targets)?;
            take(checkpoint, &job.files_read(), control)
        });
        Ok(Self { trace, proof, islands, place: place.transpose()? })
    }

    /// Refuses what cannot be written before the search begins.
    pub fn check(&self, prepared: &PreparedProblem) -> Result<(), IncogError> {
        self.proof.as_ref().map_or(Ok(()), |_| prepared.check_provable())
    }

    /// Searches, with what the job says stands around the search; what is to be written is kept
    /// here.
    pub fn search(
        &mut self,
        prepared: &PreparedProblem,
        context: &mut Context<'_>,
    ) -> Result<Plan, IncogError> {
        let Self { trace, proof, islands, place } = self;
        let checkpoint = islands.checkpoint.as_ref();
        let opened =
            checkpoint.zip(place.as_ref()).map(|(file, place)| CheckpointFile::open(file, place, prepared));
        let mut opened = opened.transpose()?;
        context.note(opened.iter().filter_map(CheckpointFile::begin_note));
        let known = opened.as_ref().map(CheckpointFile::binding);
        let sink = opened.as_mut().map(|file| file as &mut dyn CheckpointSink);
        let islands = around(islands, prepared, known, sink);
        let prices = proof.as_mut().map(|(_, prices)| prices);
        let plan = prepared.search(Sinks { trace: trace.sink(), prices, islands }, context);
        if let Some(file) = &opened {
            context.note(file.end_notes(stopped(&plan)));
        }
        if let Some(checkpoint) = checkpoint.filter(|_| is_in_vain(&plan)) {
            remove(checkpoint);
        }
        plan.map_err(|error| match opened {
            Some(file) => file.blamed(error),
            None => error,
        })
    }

    /// Removes the checkpoint of a search that came to its end; that of one which was ended from
    /// outside stays, so that it can go on.
    pub fn end(&self, plan: &Plan) {
        let is_over = !ended(plan).is_from_outside();
        if let Some(checkpoint) = self.islands.checkpoint.as_ref().filter(|_| is_over) {
            remove(checkpoint);
        }
    }

    /// Writes the unfinished files, which only their owner may read; says, also in a note, why a
    /// proof that was asked for is not written.
    pub fn write(
        &self,
        prepared: &PreparedProblem,
        plan: &Plan,
        staging: &mut Staging,
        context: &mut Context<'_>,
    ) -> Result<Option<NoCertificate>, IncogError> {
        self.trace.write(&prepared.problem, staging)?;
        let Some((target, prices)) = &self.proof else { return Ok(None) };
        let evidence = match prepared.evidence(plan, prices, context) {
            Ok(evidence) => evidence,
            Err(why) => {
                let note = format!("the proof was not written: {why}; the release was made without it");
                context.note([note]);
                staging.leave_out(*target);
                return Ok(Some(why));
            }
        };
        let proof = ProofFile {
            format: ProofFormat,
            incog: env!("CARGO_PKG_VERSION").to_owned(),
            objective: prepared.input.terms.objective.name().to_owned(),
            evidence,
        };
        staging.write(*target, proof.to_json())?;
        staging.keep_private(*target)?;
        Ok(None)
    }
}

/// Why the search of a plan ended.
fn ended(plan: &Plan) -> Stop {
    plan.concealed.as_ref().map_or(plan.stopped, |drawn| drawn.stopped)
}

/// Whether a search came to its own end without a release, so that going on from its state finds
/// none either.
fn is_in_vain(plan: &Result<Plan, IncogError>) -> bool {
    match plan {
        Err(IncogError::Plan(PlanStageError::Plan(PlanError::NothingFound(nothing)))) => {
            !nothing.stopped.is_from_outside()
        }
        Err(IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_)))) => true,
        _ => false,
    }
}

/// Why a search ended, also one that found nothing.
fn stopped(plan: &Result<Plan, IncogError>) -> Option<Stop> {
    match plan {
        Ok(plan) => Some(ended(plan)),
        Err(IncogError::Plan(PlanStageError::Plan(PlanError::NothingFound(nothing)))) => {
            Some(nothing.stopped)
        }
        Err(_) => None,
    }
}

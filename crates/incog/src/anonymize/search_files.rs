//! What a search leaves beside its result, if the job asks for it: its course, and what proves its bound.

use super::posed::Posed;
use super::run::Event;
use super::trace_file::TraceFile;
use crate::IncogError;
use crate::job::Job;
use crate::proof_file::ProofFile;
use incog_io::{Control, Staging};
use incog_plan::{Plan, PriceBlock, SearchTrace};
use incog_search::exact::NoCertificate;
use std::path::PathBuf;

/// The files, and what will be in them.
#[derive(Default)]
pub(super) struct SearchFiles {
    trace: TraceFile,
    /// The place of the proof among the targets of the run, and the prices of tuples.
    proof: Option<(usize, Vec<PriceBlock<f64>>)>,
}

impl SearchFiles {
    /// Adds the files that the job asks for to the targets of the run.
    pub fn new(job: &Job, targets: &mut Vec<PathBuf>) -> Result<Self, IncogError> {
        job.check_conceals()?;
        let trace = TraceFile::new(job.trace.as_deref(), targets)?;
        let proof = job.proof.as_ref().map(|path| {
            targets.push(path.clone());
            (targets.len() - 1, Vec::new())
        });
        Ok(Self { trace, proof })
    }

    /// Refuses what cannot be written before the search begins.
    pub fn check(&self, posed: &Posed) -> Result<(), IncogError> {
        self.proof.as_ref().map_or(Ok(()), |_| posed.check_provable())
    }

    /// Where the search records its course, and where it puts the prices that prove its bound, if they are to be written.
    pub fn sinks(&mut self) -> (Option<&mut SearchTrace>, Option<&mut Vec<PriceBlock<f64>>>) {
        (self.trace.sink(), self.proof.as_mut().map(|(_, prices)| prices))
    }

    /// Writes the unfinished files, which only their owner may read; says, also in a note, why a proof that was asked for
    /// is not written.
    pub fn write(
        &self,
        posed: &Posed,
        plan: &Plan,
        staging: &mut Staging,
        control: &Control,
        observe: &mut dyn FnMut(Event),
    ) -> Result<Option<NoCertificate>, IncogError> {
        self.trace.write(&posed.problem, staging)?;
        let Some((target, prices)) = &self.proof else { return Ok(None) };
        let evidence = match posed.evidence(plan, prices, control, observe) {
            Ok(evidence) => evidence,
            Err(why) => {
                let note = format!("the proof is not written: {why}; the release is made without it");
                observe(Event::Note(note));
                staging.leave_out(*target);
                return Ok(Some(why));
            }
        };
        let proof = ProofFile {
            incog: env!("CARGO_PKG_VERSION").to_owned(),
            objective: posed.input.terms.objective.name().to_owned(),
            evidence,
        };
        staging.write(*target, proof.to_json())?;
        staging.keep_private(*target)?;
        Ok(None)
    }
}

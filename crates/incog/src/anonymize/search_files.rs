//! What a search leaves beside its result, if the job asks for it: its course, and what proves its bound.

use super::posed::Posed;
use super::trace_file::TraceFile;
use crate::IncogError;
use crate::job::Job;
use crate::proof_file::ProofFile;
use incog_io::Staging;
use incog_plan::{RecodingSettings, SearchTrace};
use std::path::PathBuf;

/// The files, and what will be in them.
#[derive(Default)]
pub(super) struct SearchFiles {
    trace: TraceFile,
    /// The place of the proof among the targets of the run, and the price of each tuple.
    proof: Option<(usize, Vec<f64>)>,
}

impl SearchFiles {
    /// Adds the files that the job asks for to the targets of the run; refuses what cannot be written before any work is
    /// done.
    pub fn new(job: &Job, targets: &mut Vec<PathBuf>) -> Result<Self, IncogError> {
        let trace = TraceFile::new(job.trace.as_deref(), targets)?;
        let Some(path) = &job.proof else { return Ok(Self { trace, proof: None }) };
        if job.terms.recoding == RecodingSettings::Global {
            return Err(IncogError::NoProofToWrite {
                why: "only a local recoding (recoding.kind = \"local\") has one",
            });
        }
        targets.push(path.clone());
        Ok(Self { trace, proof: Some((targets.len() - 1, Vec::new())) })
    }

    /// Where the search records its course, and where it puts the prices that prove its bound, if they are to be written.
    pub fn sinks(&mut self) -> (Option<&mut SearchTrace>, Option<&mut Vec<f64>>) {
        (self.trace.sink(), self.proof.as_mut().map(|(_, prices)| prices))
    }

    /// Writes the unfinished files, which only their owner may read.
    pub fn write(&self, posed: &Posed, staging: &Staging) -> Result<(), IncogError> {
        self.trace.write(&posed.problem, staging)?;
        let Some((target, prices)) = &self.proof else { return Ok(()) };
        if posed.input.noise.is_some() {
            let why = "noisy records were added, which nobody else can have";
            return Err(IncogError::NoProofToWrite { why });
        }
        let proof = ProofFile {
            incog: env!("CARGO_PKG_VERSION").to_owned(),
            objective: posed.input.terms.objective.name().to_owned(),
            prices: posed.rows.tuple_of_row.iter().map(|&tuple| prices[tuple as usize]).collect(),
        };
        staging.write(*target, proof.to_json())?;
        Ok(staging.keep_private(*target)?)
    }
}

//! A search that is another program, which names candidates on its standard output and is told on
//! its standard input how good they are.
//!
//! All messages are lines of JSON. incog begins with the [instance](Instance); then the program
//! asks and incog answers, until the program says that it has ended or the budget is spent. incog
//! evaluates and counts, so what is reported does not rest on the program.

mod message;
mod process_group;
mod program;
mod program_error;

pub use process_group::end_programs;
pub use program_error::ProgramError;

use incog_search::evolutionary::{Bits, Genome, GenomeProblem};
use incog_search::{Evaluator, Stop};
use message::{Answer, AskedCandidate, End, Fitness, Instance, Question};
use program::Program;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static PERMITTED: AtomicBool = AtomicBool::new(false);

/// Lets jobs and suites of this process start the programs that they name.
///
/// Only the command line calls this, where somebody has agreed to it (`--run-program`). The pages
/// and the Python package never do: they open jobs that others wrote.
pub fn permit_programs() {
    PERMITTED.store(true, Ordering::Relaxed);
}

/// Another program as a search.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ProgramSearch {
    /// The program and its arguments, separated by blanks.
    pub command: String,
    /// The folder in which it runs.
    pub folder: String,
    /// How long it may be silent while incog waits for it.
    pub silence: Duration,
}

impl ProgramSearch {
    /// Searches until the program has ended or the evaluator ends it.
    pub fn run<P: GenomeProblem>(
        &self,
        evaluator: &mut Evaluator<'_, P>,
        seed: u64,
    ) -> Result<Stop, ProgramError> {
        if !PERMITTED.load(Ordering::Relaxed) {
            return Err(ProgramError::NotPermitted);
        }
        let mut program = Program::start(self)?;
        program.tell(&Instance::new(evaluator.problem(), evaluator.remaining().unwrap_or_default(), seed));
        loop {
            let Some(line) = program.next_line(|| evaluator.remaining().err())? else {
                return Ok(evaluator.remaining().err().unwrap_or(Stop::Interrupted));
            };
            let question: Question = serde_json::from_str(&line)
                .map_err(|error| ProgramError::garbled(&line, error.to_string()))?;
            if question.end {
                return Ok(Stop::Converged);
            }
            let genomes = genomes(&question.candidates, evaluator.problem())
                .map_err(|problem| ProgramError::garbled(&line, problem))?;
            match evaluator.evaluate_all(&genomes) {
                Ok(evaluations) => program.tell(&Answer {
                    fitness: evaluations.into_iter().map(Fitness::from).collect(),
                    evaluations: evaluator.evaluations(),
                }),
                Err(stop) => {
                    program.tell(&End { end: stop.name() });
                    return Ok(stop);
                }
            }
        }
    }
}

/// The genomes that a program names, or what is wrong with them.
fn genomes<P: GenomeProblem>(candidates: &[AskedCandidate], problem: &P) -> Result<Vec<Genome>, String> {
    if candidates.is_empty() {
        return Err("it names no candidate and does not end".to_owned());
    }
    candidates.iter().map(|candidate| genome(candidate, problem)).collect()
}

fn genome<P: GenomeProblem>(candidate: &AskedCandidate, problem: &P) -> Result<Genome, String> {
    let lattice = problem.lattice();
    let (levels, expected) = (&candidate.levels, lattice.highest.len());
    if levels.len() != expected {
        return Err(format!("a candidate has {} levels, not {expected}", levels.len()));
    }
    let bounds = lattice.lowest.iter().zip(lattice.highest.iter());
    for (place, (level, (low, high))) in levels.iter().zip(bounds).enumerate() {
        if !(low..=high).contains(&level) {
            return Err(format!("level {place} is {level}, not from {low} to {high}"));
        }
    }
    let mut kept = Bits::ones(problem.records());
    for &record in &candidate.suppressed {
        if record >= kept.len() {
            return Err(format!(
                "record {record} is suppressed, but records are numbered below {}",
                kept.len()
            ));
        }
        kept.set(record, false);
    }
    Ok(Genome { levels: levels.clone().into(), kept })
}

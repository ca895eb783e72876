//! Consent to start the program that a job names: a job file from somebody else must not run a
//! program unnoticed.

use crate::output::{Done, Failure, is_quiet, say};
use clap::Args;
use incog::job::Job;
use incog::plan::permit_programs;
use std::io::{BufRead, IsTerminal, Write, stderr, stdin};

/// The flag by which somebody agrees.
#[derive(Debug, Args)]
pub struct ProgramFlag {
    /// Start the program that the job names as its search (search.external), with your privileges;
    /// without this flag, incog asks on a terminal and refuses elsewhere
    #[arg(long)]
    run_program: bool,
}

impl ProgramFlag {
    /// Lets the program of a job be started if somebody agrees; a job without one needs nobody.
    pub fn permit(&self, job: &Job) -> Done {
        let search = job.terms().search();
        let command = search.parameters.get("command").filter(|_| search.algorithm == "external");
        let Some(command) = command else { return Ok(()) };
        let told =
            format!("the search of this job is the program {command}, which runs with your privileges");
        if self.run_program {
            say(&told);
        } else if !is_quiet() && stdin().is_terminal() && stderr().is_terminal() {
            let agrees = agrees(&told, &mut stdin().lock(), &mut stderr().lock());
            if !agrees.map_err(|source| Failure::StandardInput { source })? {
                return Err(Failure::Usage("the program of the job was not started, so there is no release"));
            }
        } else {
            return Err(Failure::Usage(
                "the job starts a program with your privileges (search.external.command); look at the \
                 program and the command, then add --run-program",
            ));
        }
        permit_programs();
        Ok(())
    }
}

/// Whether somebody answers yes.
fn agrees(told: &str, input: &mut impl BufRead, output: &mut impl Write) -> std::io::Result<bool> {
    write!(output, "{told}. Start it? [y/N] ")?;
    output.flush()?;
    let mut answer = String::new();
    input.read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::agrees;

    #[test]
    fn only_a_yes_agrees() {
        for (answer, expected) in
            [("y\n", true), (" YES\n", true), ("\n", false), ("no\n", false), ("", false)]
        {
            let mut told = Vec::new();
            assert_eq!(
                agrees("a program", &mut answer.as_bytes(), &mut told).unwrap(),
                expected,
                "{answer:?}"
            );
            assert_eq!(told, b"a program. Start it? [y/N] ");
        }
    }
}

//! `mpiexec -n 4 incog-mpi anonymize job.toml`: the command `incog anonymize`, whose search several
//! processes share by MPI.
//!
//! Each process reads job and table and has some of the islands; the first one publishes. See
//! docs/islands.md.

#![allow(clippy::print_stderr)]

mod mpi;
mod ranks;

use incog::search::evolutionary::islands::{Carried, Transport};
use ranks::MpiRanks;
use signal_hook::consts::SIGUSR1;
use signal_hook::iterator::Signals;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// How long a process that ends all others waits for what it has said to be handed on.
const TO_BE_HEARD: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    let ranks = match MpiRanks::begin() {
        Ok(ranks) => Arc::new(ranks),
        Err(why) => {
            eprintln!("error: cannot use MPI: {why}");
            return ExitCode::FAILURE;
        }
    };
    tell_of_losses(ranks.rank());
    let shared: Arc<dyn Transport> = ranks.clone();
    let ended = incog_cli::main_among(&shared);
    if !ended.is_together {
        // mpiexec hands on what processes say, and drops what it has not read when one of them ends
        // all.
        std::thread::sleep(TO_BE_HEARD);
        return ExitCode::from(ranks.abort(ended.code));
    }
    match ranks.totals().and_then(|totals| ranks.end().map(|()| totals)) {
        Ok(totals) if ranks.rank() == 0 => tell_totals(totals, ranks.ranks()),
        Ok(_) => {}
        Err(why) => eprintln!("note: process {}: could not end MPI: {why}", ranks.rank()),
    }
    ExitCode::from(ended.code)
}

/// What went from process to process; where nothing did, nothing is said.
fn tell_totals(totals: Carried, ranks: usize) {
    let is_quiet = std::env::args().any(|argument| argument == "--quiet");
    if totals.bytes > 0 && !is_quiet {
        let Carried { bytes, seconds } = totals;
        eprintln!(
            "  {ranks} processes sent {bytes} bytes, and each sent and waited for {seconds:.3} s on average"
        );
    }
}

/// Where mpiexec is told not to end the others (`-disable-auto-cleanup`), it tells them of a lost
/// process by this signal. By default it ends all of them at once, and nobody is left to say
/// anything.
fn tell_of_losses(rank: usize) {
    let Ok(mut signals) = Signals::new([SIGUSR1]) else { return };
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            if rank == 0 {
                eprintln!(
                    "error: a process of this run failed, so all of them end and nothing more is \
                     published; the same command resumes from its checkpoint, if it has one"
                );
            }
            // Whoever ends first ends all, and what the first process says has to be handed on
            // before.
            std::thread::sleep(if rank == 0 { TO_BE_HEARD } else { 2 * TO_BE_HEARD });
            // Not in an orderly way: others may hold locks that it would wait for.
            signal_hook::low_level::exit(1);
        }
    });
}

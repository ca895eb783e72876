//! Whether a result is final: nothing but the search itself ended the search.

use crate::number_argument::share;
use crate::output::{Done, Failure};
use clap::Args;
use incog::search::Stop;

/// What is taken for final.
#[derive(Debug, Default, Args)]
pub struct FinalityFlags {
    /// Exit with code 0 although a limit or Ctrl-C ended the search, if the proved gap is at most
    /// this share, such as 0.05 or 5%
    #[arg(long, value_name = "SHARE", value_parser = share)]
    accept_gap: Option<f64>,
}

impl FinalityFlags {
    /// Exit code 5 where the search was ended before it was done and the gap is not accepted.
    /// `limited` says whether the job limits evaluations; those that an algorithm has of its own
    /// are its end.
    pub fn check(&self, stopped: Stop, gap: Option<f64>, limited: bool) -> Done {
        let ended = match stopped {
            Stop::Interrupted | Stop::Time => true,
            Stop::Budget => limited,
            Stop::Proved | Stop::Converged | Stop::Reused | Stop::Given | Stop::Drawn => false,
        };
        let accepted = gap.zip(self.accept_gap).is_some_and(|(gap, accepted)| gap <= accepted);
        if ended && !accepted { Err(Failure::NotFinal { stopped, gap }) } else { Ok(()) }
    }
}

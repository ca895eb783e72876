//! Why a search gave no release, though there may be one.

use incog_search::Stop;
use std::fmt;
use thiserror::Error;

/// A search ended without a release, though there may be one. Nothing is proved, and nothing was
/// written.
#[derive(Debug, Clone, PartialEq, Error)]
pub struct NothingFound {
    /// The algorithm.
    pub algorithm: String,
    /// Why it ended.
    pub stopped: Stop,
    /// Whether the most general release is known to meet the models within the limits.
    pub exists: bool,
    /// The first model about the whole release, where records may be suppressed: a release may meet
    /// it that suppresses more than the others ask for, and no search looks at those.
    pub about_the_release: Option<&'static str>,
}

impl fmt::Display for NothingFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { algorithm, stopped, about_the_release, .. } = self;
        let why = match stopped {
            Stop::Time => "it reached the time limit",
            Stop::Budget => "it reached the limit of evaluations",
            Stop::Interrupted => "it was interrupted",
            Stop::Converged | Stop::Proved | Stop::Reused | Stop::Given | Stop::Drawn => {
                "it tried every move"
            }
        };
        let whether = if self.exists {
            "there is one (everything generalized as far as the job allows)"
        } else {
            "there may be one"
        };
        let remedy = match (about_the_release, stopped) {
            (Some(model), Stop::Converged) => format!(
                "no record is suppressed to meet {model} for the release as a whole; allow higher levels, or \
                 ask for less"
            ),
            _ => "give it more time, or use the algorithm optimal".to_owned(),
        };
        write!(
            f,
            "nothing was written, because {algorithm} found no release that meets the privacy models \
             ({why}), although {whether}; {remedy}"
        )
    }
}

//! Why a search ends.

use std::fmt;

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Nothing better exists: the bound reached the best candidate.
    Proved,
    /// The budget of evaluations is used up.
    Budget,
    /// The time is over.
    Time,
    /// The search tried every move and proves nothing.
    Converged,
    /// Somebody asked for an end.
    Interrupted,
    /// Nothing was searched: the candidate is that of an earlier search.
    Reused,
    /// Nothing was searched: a person made the decision.
    Given,
    /// The candidate was drawn among those nearly as good as the best one that was found.
    Drawn,
}

impl Stop {
    /// All reasons.
    pub const ALL: [Self; 8] = [
        Self::Proved,
        Self::Budget,
        Self::Time,
        Self::Converged,
        Self::Interrupted,
        Self::Reused,
        Self::Given,
        Self::Drawn,
    ];

    /// Whether the search could have continued: it reached the time limit or was interrupted.
    pub fn is_from_outside(self) -> bool {
        matches!(self, Self::Time | Self::Interrupted)
    }

    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Budget => "budget",
            Self::Time => "time",
            Self::Converged => "converged",
            Self::Interrupted => "interrupted",
            Self::Reused => "reused",
            Self::Given => "given",
            Self::Drawn => "drawn",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

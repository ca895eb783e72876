//! How the labels of numbers and dates are written.

/// How an interval of numbers or a span of time is written; one setting for all hierarchies of a
/// release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LabelStyle {
    /// As people write them: `20-29`, `90+`, `2024-Q1`; numbers that are not whole as `[0.5, 1)`.
    #[default]
    Range,
    /// As half-open intervals, one form for all: `[20, 30)`, `[90, inf)`,
    /// `[2024-01-01, 2024-04-01)`.
    Interval,
}

impl LabelStyle {
    /// All styles.
    pub const ALL: [Self; 2] = [Self::Range, Self::Interval];

    /// The name in a job file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Range => "range",
            Self::Interval => "interval",
        }
    }
}

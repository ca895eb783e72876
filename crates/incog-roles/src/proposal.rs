//! A proposed role and why.

use crate::detector::{Detection, ValueKind};
use crate::detectors::DETECTORS;
use crate::meaning::Meaning;
use crate::role::ProposedRole;
use std::fmt;

/// How sure a proposal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Nothing better is known.
    Guess,
    /// Name or values say so.
    Likely,
    /// Name and values say so, or the values leave no doubt.
    Certain,
}

/// Why a role is proposed; nothing in it is a value of the table or the name of a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reason {
    /// The name of the column holds this word.
    Name {
        /// The word, as the lists of this crate have it.
        word: &'static str,
        /// What it means.
        meaning: Meaning,
    },
    /// Values are of this kind.
    Values {
        /// The kind.
        kind: ValueKind,
        /// The share of distinct values that fit.
        share: f64,
    },
    /// Decimal numbers beside another column of them, like latitude and longitude.
    PairOfCoordinates,
    /// Several rows have the same value: a unit has several rows.
    Repeats {
        /// Distinct values.
        distinct: usize,
        /// Rows that have one.
        rows: u64,
    },
    /// Nearly all rows differ.
    Unique {
        /// Distinct values.
        distinct: usize,
        /// Rows that have one.
        rows: u64,
    },
    /// The name speaks of something that identifies, and the values are a few kinds or a yes and
    /// no.
    FewValues {
        /// Distinct values.
        distinct: usize,
    },
    /// A sampling weight that singles out few rows.
    WeightSinglesOut {
        /// The fewest rows with one weight.
        smallest: u64,
    },
    /// A sampling weight that many rows share.
    WeightIsShared,
    /// The name speaks of no person, but few rows share a value.
    RareValue {
        /// The rows of the rarest.
        smallest: u64,
    },
    /// Each value goes with one value only of several other columns that have nothing to do with
    /// each other.
    FollowedByOthers {
        /// How many these are.
        columns: usize,
    },
    /// It names people who serve those of another column, as doctors serve patients.
    ServesOthers,
    /// Few records have the key that names the column, and no header says it.
    RareKey {
        /// The records.
        records: u64,
    },
    /// No row has a value.
    Empty,
    /// All rows have one value.
    Constant,
    /// Nothing says what it is, but every value is shared by at least fifty rows and one in twenty.
    LargeGroups {
        /// Distinct values.
        distinct: usize,
        /// The rows of the rarest.
        smallest: u64,
    },
    /// There are many different values, and nothing says of what.
    ManyValues {
        /// Distinct values.
        distinct: usize,
    },
    /// Few rows share a value, and nothing says what it is.
    SmallGroups {
        /// The rows of the rarest value.
        smallest: u64,
    },
}

impl From<Detection> for Reason {
    fn from(finding: Detection) -> Self {
        Self::Values { kind: finding.detector.kind, share: finding.share.of_values }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { word, .. } => write!(formatter, "the name says {word:?}"),
            Self::Values { kind, share } => {
                write!(formatter, "{:.0} % of the values look like: {}", share * 100.0, name_of(*kind))
            }
            Self::PairOfCoordinates => {
                formatter.write_str("two columns of decimals, like latitude and longitude")
            }
            Self::Repeats { distinct, rows } => {
                write!(formatter, "{distinct} different values in {rows} rows")
            }
            Self::Unique { distinct, rows } => {
                write!(formatter, "{rows} rows have {distinct} different values")
            }
            Self::FewValues { distinct } => {
                write!(formatter, "but there are only {distinct} different values")
            }
            Self::WeightSinglesOut { smallest } => {
                write!(formatter, "a sampling weight, and the rarest weight has {}", rows(*smallest))
            }
            Self::WeightIsShared => formatter.write_str("a sampling weight that many rows share"),
            Self::RareValue { smallest } => {
                write!(formatter, "nothing about people, but the rarest value has {}", rows(*smallest))
            }
            Self::FollowedByOthers { columns } => write!(
                formatter,
                "rows that share a value agree in {columns} other columns, as the rows of one person do: if they are of one person, the role is \"person\""
            ),
            Self::ServesOthers => {
                formatter.write_str("people who serve those of another column, whom the models count")
            }
            Self::RareKey { records } => write!(
                formatter,
                "only {records} of the lines {} this key: the release would reveal its name even if these \
                 records are suppressed, so remove the key from the input unless its name reveals nothing \
                 about anybody",
                if *records == 1 { "has" } else { "have" }
            ),
            Self::Empty => formatter.write_str("no row has a value"),
            Self::Constant => formatter.write_str("all rows have the same value"),
            Self::LargeGroups { smallest, .. } => {
                write!(formatter, "role unknown, but every value has at least {smallest} rows")
            }
            Self::ManyValues { distinct } => write!(formatter, "{distinct} different values; role unknown"),
            Self::SmallGroups { smallest } => {
                write!(formatter, "role unknown, and the rarest value has {}", rows(*smallest))
            }
        }
    }
}

/// The name on the card.
/// `1 row`, `3 rows`.
fn rows(count: u64) -> String {
    format!("{count} row{}", if count == 1 { "" } else { "s" })
}

fn name_of(kind: ValueKind) -> &'static str {
    DETECTORS.iter().find(|detector| detector.kind == kind).map_or("", |detector| detector.name)
}

/// A role for a column, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The role.
    pub role: ProposedRole,
    /// Why, the weightiest first; never empty.
    pub reasons: Vec<Reason>,
    /// How sure.
    pub confidence: Confidence,
}

impl Proposal {
    /// A proposal with one reason.
    pub(crate) fn new(role: ProposedRole, reason: impl Into<Reason>, confidence: Confidence) -> Self {
        Self { role, reasons: vec![reason.into()], confidence }
    }

    /// Adds a reason.
    #[must_use]
    pub fn and(mut self, reason: impl Into<Reason>) -> Self {
        self.reasons.push(reason.into());
        self
    }

    /// The reasons as one text.
    pub fn why(&self) -> String {
        let reasons: Vec<String> = self.reasons.iter().map(Reason::to_string).collect();
        reasons.join("; ")
    }
}

//! Whether records are generalized alike.

/// How cells may lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CellKind {
    /// They may overlap: 20-29 beside 20-39. Loses less; a label tells that the narrower one did
    /// not do.
    #[default]
    Free,
    /// They are disjoint as sets of values.
    Strict,
}

/// Whether all records have the same levels, each class of records levels of its own, or each group
/// one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RecodingSettings {
    /// Every record is generalized to the same levels (full-domain recoding).
    #[default]
    Global,
    /// Each class of records is generalized to levels of its own.
    Local(LocalSettings),
    /// Records of numbers are put into groups of near ones, each published as one value
    /// (micro-aggregation).
    Microaggregation,
}

/// What a local recoding is like, and how long it is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LocalSettings {
    /// How cells may lie to each other.
    pub cells: CellKind,
    /// How long is searched.
    pub effort: LocalEffort,
}

/// Whether a release may leave a quasi-identifier one label throughout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum KeepColumns {
    /// No release with such a column is looked for.
    All,
    /// Such a release is looked for only where no other one within the limit is known.
    BestEffort,
    /// The objective alone decides.
    #[default]
    Off,
}

impl KeepColumns {
    /// All, with their names in the job file.
    pub const ALL: [(&'static str, Self); 3] = [
        (Self::All.name(), Self::All),
        (Self::BestEffort.name(), Self::BestEffort),
        (Self::Off.name(), Self::Off),
    ];

    /// The name in the job file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::BestEffort => "best-effort",
            Self::Off => "off",
        }
    }
}

/// How long a local recoding is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LocalEffort {
    /// The quick searches and a bound: about a second for 30,000 records.
    #[default]
    Fast,
    /// All searches, and a better bound.
    Full,
}

impl LocalEffort {
    /// Both, with their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("fast", Self::Fast), ("full", Self::Full)];
}

//! The privacy models as they are asked for, before they are bound to a table.

/// A privacy model and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelSpec {
    /// Every class has at least `k` records.
    KAnonymity {
        /// k, at least 1.
        k: u64,
    },
    /// Every class has `l` well represented sensitive values.
    LDiversity {
        /// l, at least 1.
        l: f64,
        /// What "well represented" means.
        kind: DiversityKind,
        /// The sensitive values it is about.
        of: SensitiveScope,
    },
    /// The sensitive values of every class are distributed as in the whole table, within `t`.
    TCloseness {
        /// t.
        t: f64,
        /// The distance of distributions.
        distance: DistanceKind,
        /// The sensitive values it is about.
        of: SensitiveScope,
    },
    /// Every class mixes records, sensitive values and providers in proportion.
    CMixture {
        /// c, more than 0 and at most 1.
        c: f64,
    },
    /// Every class has records of at least `m` providers.
    ProviderDiversity {
        /// m, at least 1.
        m: u64,
    },
    /// The other models still hold without the records of any `m` providers.
    MPrivacy {
        /// m, at least 1.
        m: u64,
    },
}

impl ModelSpec {
    /// The name in the job file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::KAnonymity { .. } => "k-anonymity",
            Self::LDiversity { .. } => "l-diversity",
            Self::TCloseness { .. } => "t-closeness",
            Self::CMixture { .. } => "c-mixture",
            Self::ProviderDiversity { .. } => "provider-diversity",
            Self::MPrivacy { .. } => "m-privacy",
        }
    }

    /// Whether the model is about sensitive values.
    pub fn needs_sensitive(&self) -> bool {
        matches!(self, Self::LDiversity { .. } | Self::TCloseness { .. } | Self::CMixture { .. })
    }

    /// The sensitive values it is about, for models that can be about one column or all together.
    pub fn sensitive_scope(&self) -> Option<&SensitiveScope> {
        match self {
            Self::LDiversity { of, .. } | Self::TCloseness { of, .. } => Some(of),
            _ => None,
        }
    }

    /// Whether the model is about providers.
    pub fn needs_provider(&self) -> bool {
        matches!(self, Self::CMixture { .. } | Self::ProviderDiversity { .. } | Self::MPrivacy { .. })
    }
}

/// The sensitive values a model is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SensitiveScope {
    /// Every sensitive column by itself: the model must hold for each of them.
    #[default]
    Each,
    /// One sensitive column.
    Column(String),
    /// The combinations of the values of all sensitive columns, as if they were the values of one column.
    ///
    /// That says little about each column: among many combinations all records of a class can share a
    /// diagnosis although no combination stands out.
    Joint,
}

/// What makes sensitive values well represented.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DiversityKind {
    /// There are l of them.
    Distinct,
    /// Their entropy is at least ln l.
    Entropy,
    /// The most frequent one is rarer than c times all but the l - 1 most frequent together.
    Recursive {
        /// c, more than 0.
        c: f64,
    },
}

impl DiversityKind {
    /// The names in the job file.
    pub const NAMES: [&'static str; 3] = ["distinct", "entropy", "recursive"];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Distinct => "distinct",
            Self::Entropy => "entropy",
            Self::Recursive { .. } => "recursive",
        }
    }
}

/// A distance of distributions of sensitive values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DistanceKind {
    /// Euclidean distance of the proportions; at most the square root of 2.
    Euclidean,
    /// Earth mover's distance, all values equally far.
    Equal,
    /// Earth mover's distance along the order of the values.
    Ordered,
    /// Earth mover's distance in the hierarchy of the values.
    Hierarchical,
}

impl DistanceKind {
    /// All distances by their names in the job file.
    pub const ALL: [(&'static str, Self); 4] = [
        ("euclidean", Self::Euclidean),
        ("equal", Self::Equal),
        ("ordered", Self::Ordered),
        ("hierarchical", Self::Hierarchical),
    ];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// What a missing value of a sensitive column counts for l-diversity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MissingAs {
    /// One value of its own, whatever stands for it: that a value is missing is something to learn about a person.
    #[default]
    Value,
    /// No value: a class needs l of the others.
    NoValue,
}

impl MissingAs {
    /// Both by their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("value", Self::Value), ("none", Self::NoValue)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// What a column is to the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Names a person; dropped from the release.
    Identifier,
    /// Describes a person to those who know them; generalized.
    QuasiIdentifier,
    /// What nobody should learn about a person.
    Sensitive,
    /// Published as it is.
    #[default]
    Insensitive,
    /// Who contributed the record.
    Provider,
}

impl Role {
    /// All roles by their names in the job file.
    pub const ALL: [(&'static str, Self); 5] = [
        ("identifier", Self::Identifier),
        ("quasi-identifier", Self::QuasiIdentifier),
        ("sensitive", Self::Sensitive),
        ("insensitive", Self::Insensitive),
        ("provider", Self::Provider),
    ];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// The name of a value in the list of all.
fn name_in<T: PartialEq + Copy>(all: &[(&'static str, T)], value: T) -> &'static str {
    all.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

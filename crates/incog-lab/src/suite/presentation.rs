//! The tables and plots of a suite. They can be changed without making the runs again.

use serde::Deserialize;

/// A table to be made from the runs.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PresentationTable {
    /// File name without ending.
    pub name: String,
    /// Heading.
    pub title: String,
    /// The measure that is shown.
    pub measure: String,
    /// Labels of the algorithms shown, in this order; all when none are given.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// Instances of these names, or with these whole words at the beginning or end of their names;
    /// all when none are given.
    #[serde(default)]
    pub instances: Vec<String>,
    /// Whether smaller is better.
    #[serde(default)]
    pub minimize: bool,
    /// How rivals are tested against the subject.
    #[serde(default)]
    pub test: Test,
    /// Digits after the point.
    #[serde(default = "digits")]
    pub digits: usize,
}

fn digits() -> usize {
    2
}

/// Which features of the instances are compared with who wins.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FeaturesFile {
    /// Labels of the rivals that the subject may win against.
    pub rivals: Vec<String>,
    /// The label of the best release that suppresses nobody.
    #[serde(default)]
    pub generalizing: Option<String>,
    /// Instances, by name or whole words at its beginning or end; all when none are given.
    #[serde(default)]
    pub instances: Vec<String>,
}

/// A test of significance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Wilcoxon's rank-sum test of independent runs.
    #[default]
    RankSum,
    /// Wilcoxon's signed-rank test of runs with the same seed.
    SignedRank,
}

/// A plot to be made from the runs.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlotFile {
    /// File name without ending.
    pub name: String,
    /// Heading.
    pub title: String,
    /// What is drawn.
    pub kind: PlotKind,
    /// The measure that is shown.
    #[serde(default)]
    pub measure: Option<String>,
    /// Labels of the algorithms shown; all when none are given.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// Instances of these names, or with these whole words at the beginning or end of their names;
    /// all when none are given.
    #[serde(default)]
    pub instances: Vec<String>,
    /// Name of the horizontal axis.
    #[serde(default)]
    pub x_label: Option<String>,
    /// Name of the vertical axis.
    #[serde(default)]
    pub y_label: Option<String>,
    /// Whether the vertical axis is logarithmic.
    #[serde(default)]
    pub log: bool,
    /// Speed-up for work that grows with `x` (Gustafson) instead of work that stays the same
    /// (Amdahl).
    #[serde(default)]
    pub growing_work: bool,
}

/// What a plot shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlotKind {
    /// Best value so far over the evaluations, one plot per instance.
    Convergence,
    /// Diversity of the population over the evaluations, one plot per instance; see
    /// [`Suite::follow`](super::Suite::follow).
    Diversity,
    /// The values of the runs as boxes, one plot per instance.
    Box,
    /// A measure over the `x` of a group of instances.
    Line,
    /// Seconds at the least `x` of a group of algorithms divided by the seconds at each `x`.
    SpeedUp,
    /// The compromises between two objectives, one plot per instance.
    Front,
    /// The distance of the best value so far to the proved optimum over the share of the
    /// evaluations, over all chosen instances.
    Gap,
    /// Mean ranks over the chosen instances, which have to be independent of each other, and
    /// Nemenyi's critical difference.
    CriticalDifference,
}

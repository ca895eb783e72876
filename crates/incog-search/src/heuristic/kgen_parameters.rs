//! What can be chosen of KGEN.

/// Who of parents and children goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Survivors {
    /// The best of both, each node once.
    #[default]
    Best,
    /// As many as the population has, drawn from both by the weights of selection: Algorithm 1
    /// prints `selection` once more.
    Drawn,
}

/// What counts as an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Counted {
    /// Nodes not seen before. A search that has come upon nothing new for twenty generations ends.
    #[default]
    Nodes,
    /// Candidates, also those seen before: Algorithm 1 counts children.
    Candidates,
}

/// How half of an odd number of levels is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Half {
    /// 3 of 5.
    #[default]
    Up,
    /// 2 of 5, as the example of section 3.5 prints it.
    Down,
}

impl Half {
    pub(super) fn round(self, levels: usize) -> usize {
        match self {
            Self::Up => levels.div_ceil(2),
            Self::Down => levels / 2,
        }
    }
}

/// What the chance to be selected is proportional to, beside age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SelectionWeight {
    /// `1 - LOG`, since the loss is minimized.
    #[default]
    LowLoss,
    /// `LOG`, as eq. 3 prints it.
    AsPrinted,
}

/// The parameters of `kgen`; the numbers are by default the paper's (table 7).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kgen {
    /// Individuals, at least 2.
    pub population: usize,
    /// Evaluations at the most.
    pub evaluations: u64,
    /// Probability that a pair is crossed, 0 to 1.
    pub crossover: f64,
    /// Probability that a child moves by one level, 0 to 1.
    pub mutation: f64,
    /// Probability that a child moves to another path of the lattice, 0 to 1.
    pub horizontal_mutation: f64,
    /// Who of parents and children goes on.
    pub survivors: Survivors,
    /// What counts as an evaluation.
    pub counted: Counted,
    /// How half of an odd number of levels is rounded, in a horizontal mutation.
    pub half: Half,
    /// What the chance to be selected is proportional to.
    pub weight: SelectionWeight,
}

impl Default for Kgen {
    fn default() -> Self {
        Self {
            population: 100,
            evaluations: 5_000,
            crossover: 0.9,
            mutation: 0.2,
            horizontal_mutation: 0.4,
            survivors: Survivors::Best,
            counted: Counted::Nodes,
            half: Half::Up,
            weight: SelectionWeight::LowLoss,
        }
    }
}

//! What tells the algorithms apart.

use incog_card::{Parameters, Refusal};
use incog_search::Pairing;
use incog_search::pareto::Survival;

/// How parents are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mating {
    /// Both by binary tournament on front and crowding.
    Tournament,
    /// By place, whatever their front.
    Pairs(Pairing),
}

/// How genes are mutated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClusterMutation {
    /// A gene becomes a trajectory that the child does not have.
    Redraw,
    /// A gene becomes a trajectory that the child does not have; besides, a random stretch of the
    /// centres is shuffled, which changes who chooses first.
    Scramble,
}

/// Where crossover and mutation rates come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rates {
    /// Always these: probability that a child is crossed at all (each gene from either parent with
    /// equal chance), and that a gene mutates.
    Fixed {
        /// Probability of crossover.
        crossover: f64,
        /// Probability per gene.
        mutation: f64,
    },
    /// From the first to the second, linearly over the budget.
    Linear {
        /// Probability of crossover at start and end.
        crossover: [f64; 2],
        /// Probability per gene at start and end.
        mutation: [f64; 2],
    },
    /// Drawn from a success history: share of genes from the mother, probability per gene.
    Memory {
        /// Slots of the memory.
        slots: usize,
        /// What all slots start with.
        start: f64,
        /// Standard deviation of a draw.
        deviation: f64,
        /// When the memory learns.
        update: MemoryUpdate,
    },
}

/// When APMA's memory learns of a success: a reading of its algorithm 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MemoryUpdate {
    /// Once a generation, from all its successes together, as in success-history differential
    /// evolution.
    #[default]
    PerGeneration,
    /// At each child, as line 10 of the algorithm is printed.
    Immediate,
}

impl MemoryUpdate {
    /// The words of a job file and what they mean.
    pub const WORDS: [(&'static str, Self); 2] =
        [("per-generation", Self::PerGeneration), ("immediate", Self::Immediate)];
}

/// How the open places of APMA's algorithm 1 are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApmaReading {
    /// "For each pair of parent individuals", line 5.
    pub pairing: Pairing,
    /// "Update adaptive memory", line 10.
    pub memory_update: MemoryUpdate,
}

impl Default for ApmaReading {
    fn default() -> Self {
        Self { pairing: Pairing::Each, memory_update: MemoryUpdate::default() }
    }
}

impl ApmaReading {
    /// The reading that the parameters of an algorithm ask for; the default where its card has none
    /// of them.
    ///
    /// # Errors
    /// When a parameter has a word that its card does not list.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, Refusal> {
        if parameters.card().parameter("pairing").is_none() {
            return Ok(Self::default());
        }
        Ok(Self {
            pairing: parameters.choice("pairing", &Pairing::WORDS)?,
            memory_update: parameters.choice("memory_update", &MemoryUpdate::WORDS)?,
        })
    }
}

/// An algorithm as values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvolutionSettings {
    /// Members of the population.
    pub population: usize,
    /// How parents are chosen.
    pub mating: Mating,
    /// Where the rates come from.
    pub rates: Rates,
    /// How genes are mutated.
    pub mutation: ClusterMutation,
    /// Whether a child's rarest gene is replaced by the most frequent one it lacks.
    pub local_search: bool,
    /// How the last front is cut.
    pub survival: Survival,
}

impl EvolutionSettings {
    /// NSGA-II (Deb et al. 2002, doi:10.1109/4235.996017) as the paper runs it: uniform crossover,
    /// mutation rate 0.05.
    pub const NSGA_II: Self = Self {
        population: 30,
        mating: Mating::Tournament,
        rates: Rates::Fixed { crossover: 0.9, mutation: 0.05 },
        mutation: ClusterMutation::Redraw,
        local_search: false,
        survival: Survival::Crowding,
    };

    /// NSGA-II with the local search of APMA.
    pub const NSMA: Self = Self { local_search: true, ..Self::NSGA_II };

    /// Dynamic parameters and scramble mutation (Jahan et al. 2024); a reading of its description.
    pub const DPGA: Self = Self {
        rates: Rates::Linear { crossover: [0.9, 0.5], mutation: [0.05, 0.2] },
        mutation: ClusterMutation::Scramble,
        ..Self::NSGA_II
    };

    /// Adaptive-parameter memetic algorithm (Jahan et al. 2025, doi:10.1007/s00607-025-01504-0).
    pub const APMA: Self = Self {
        population: 30,
        mating: Mating::Pairs(Pairing::Each),
        rates: Rates::Memory { slots: 5, start: 0.5, deviation: 0.1, update: MemoryUpdate::PerGeneration },
        mutation: ClusterMutation::Redraw,
        local_search: true,
        survival: Survival::Hypervolume,
    };

    /// APMA without its local search.
    pub const APGA: Self = Self { local_search: false, ..Self::APMA };

    /// These settings under a reading of APMA's algorithm; unchanged where they have no part that
    /// it is about.
    pub fn under(self, reading: ApmaReading) -> Self {
        let mating = match self.mating {
            Mating::Pairs(_) => Mating::Pairs(reading.pairing),
            Mating::Tournament => Mating::Tournament,
        };
        let rates = match self.rates {
            Rates::Memory { slots, start, deviation, .. } => {
                Rates::Memory { slots, start, deviation, update: reading.memory_update }
            }
            other => other,
        };
        Self { mating, rates, ..self }
    }
}

//! Children of genomes.

use super::{
    ClusterGenome, ClusterMutation, EvolutionSettings, GenomeLayout, Mating, MemoryUpdate, Rates,
    SuccessHistory,
};
use incog_search::Pairing;
use incog_search::pareto::{Individual, Offspring, Variation, dominates, tournament};
use rand::RngExt;
use rand::seq::{SliceRandom, index};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;

/// Crossover, mutation and local search of cluster centres, as the settings say.
#[derive(Debug, Clone)]
pub struct CentreVariation<'a> {
    layout: &'a GenomeLayout,
    settings: EvolutionSettings,
    memory: SuccessHistory,
    /// The rates each child of the generation was made with.
    drawn: Vec<(f64, f64)>,
    /// By trajectory, whether the child at work has it.
    has: Vec<bool>,
    /// The pairs of this generation, where they are known when it begins.
    pairs: Vec<[usize; 2]>,
    /// How often this generation's parents have each trajectory as a centre.
    frequencies: Frequencies,
}

/// The rates of one child.
#[derive(Debug, Clone, Copy)]
struct Drawn {
    /// Whether it is crossed at all.
    crossed: bool,
    /// Share of genes from the mother.
    from_mother: f64,
    /// Probability that a gene mutates.
    mutation: f64,
}

impl<'a> CentreVariation<'a> {
    /// Variation of genomes of this layout.
    pub fn new(layout: &'a GenomeLayout, settings: EvolutionSettings) -> Self {
        let memory = match settings.rates {
            Rates::Memory { slots, start, deviation, .. } => SuccessHistory::new(slots, start, deviation),
            _ => SuccessHistory::new(1, 0.5, 0.0),
        };
        let len = layout.centers.last().map_or(0, |(range, _)| range.end as usize);
        let (drawn, pairs, frequencies) = Default::default();
        Self { layout, settings, memory, drawn, has: vec![false; len], pairs, frequencies }
    }

    fn draw(&self, progress: f64, rng: &mut Xoshiro256PlusPlus) -> Drawn {
        let even = |crossover: f64, mutation: f64, rng: &mut Xoshiro256PlusPlus| Drawn {
            crossed: rng.random::<f64>() < crossover,
            from_mother: 0.5,
            mutation,
        };
        let between = |[from, to]: [f64; 2]| from + (to - from) * progress;
        match self.settings.rates {
            Rates::Fixed { crossover, mutation } => even(crossover, mutation, rng),
            Rates::Linear { crossover, mutation } => even(between(crossover), between(mutation), rng),
            Rates::Memory { .. } => {
                let (from_mother, mutation) = self.memory.draw(rng);
                Drawn { crossed: true, from_mother, mutation }
            }
        }
    }

    fn cross(
        &mut self,
        father: &ClusterGenome,
        mother: &ClusterGenome,
        drawn: Drawn,
        rng: &mut Xoshiro256PlusPlus,
    ) -> ClusterGenome {
        let mut centres = Vec::with_capacity(father.centres.len());
        for (range, genes) in &self.layout.centers {
            let (from, other) = (&father.centres[genes.clone()], &mother.centres[genes.clone()]);
            let first = centres.len();
            let mut doubles = Vec::new();
            for (position, (&a, &b)) in from.iter().zip(other).enumerate() {
                let (gene, alternative) =
                    if rng.random::<f64>() < drawn.from_mother { (b, a) } else { (a, b) };
                if std::mem::replace(&mut self.has[gene as usize], true) {
                    doubles.push((first + position, alternative));
                }
                centres.push(gene);
            }
            for (position, alternative) in doubles {
                let taken = self.has[alternative as usize];
                let gene = if taken { absent(&self.has, range.clone(), rng) } else { Some(alternative) };
                if let Some(gene) = gene {
                    self.has[gene as usize] = true;
                    centres[position] = gene;
                }
            }
        }
        centres.iter().for_each(|&gene| self.has[gene as usize] = false);
        ClusterGenome { centres, clusters: (father.clusters + mother.clusters).div_ceil(2) }
    }

    fn mutate(&mut self, child: &mut ClusterGenome, rate: f64, rng: &mut Xoshiro256PlusPlus) {
        child.centres.iter().for_each(|&gene| self.has[gene as usize] = true);
        for (range, genes) in &self.layout.centers {
            for gene in &mut child.centres[genes.clone()] {
                if rng.random::<f64>() < rate
                    && let Some(other) = absent(&self.has, range.clone(), rng)
                {
                    self.has[*gene as usize] = false;
                    self.has[other as usize] = true;
                    *gene = other;
                }
            }
            if self.settings.mutation == ClusterMutation::Scramble && rng.random::<f64>() < rate {
                scramble(&mut child.centres[genes.clone()], rng);
            }
        }
        if rng.random::<f64>() < rate {
            child.clusters = rng.random_range(1..=self.layout.most_clusters);
        }
        child.centres.iter().for_each(|&gene| self.has[gene as usize] = false);
    }

    /// Replaces the child's rarest gene by the population's most frequent one that it lacks and
    /// that belongs to the same data centre.
    fn search_locally(&mut self, child: &mut ClusterGenome) {
        let frequencies = &self.frequencies;
        let rarest = (0..child.centres.len())
            .min_by_key(|&position| frequencies.count[child.centres[position] as usize]);
        let Some(position) = rarest else { return };
        child.centres.iter().for_each(|&gene| self.has[gene as usize] = true);
        let place = self.layout.centers.iter().find(|(_, genes)| genes.contains(&position));
        let wanted =
            |gene: &&u32| place.is_some_and(|(range, _)| range.contains(gene)) && !self.has[**gene as usize];
        let replacement = frequencies.common.iter().find(wanted).copied();
        child.centres.iter().for_each(|&gene| self.has[gene as usize] = false);
        if let Some(gene) = replacement {
            child.centres[position] = gene;
        }
    }

    fn parents(
        &self,
        population: &[Individual<ClusterGenome, 2>],
        child: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> [usize; 2] {
        match self.settings.mating {
            Mating::Tournament => [tournament(population, rng), tournament(population, rng)],
            // The pairs of a generation are known only where they do not depend on one draw each.
            Mating::Pairs(Pairing::Disjoint | Pairing::All) => self.pairs[child],
            Mating::Pairs(Pairing::Each) => {
                let other = rng.random_range(0..population.len() - 1);
                [child, if other < child { other } else { other + 1 }]
            }
        }
    }

    /// How many children a generation has.
    fn children(&self, members: usize) -> usize {
        match self.settings.mating {
            Mating::Tournament => members,
            Mating::Pairs(pairing) => pairing.children(members),
        }
    }

    /// Which children a brood has: all of a generation, unless the memory learns at each.
    fn brood(&self, brood: usize, members: usize) -> Range<usize> {
        match self.broods(members) {
            1 => 0..self.children(members),
            _ => brood..brood + 1,
        }
    }

    fn begin_generation(
        &mut self,
        population: &[Individual<ClusterGenome, 2>],
        rng: &mut Xoshiro256PlusPlus,
    ) {
        self.frequencies = Frequencies::new(population, self.has.len());
        let members = population.len();
        let mut order: Vec<usize> = (0..members).collect();
        if self.settings.mating == Mating::Pairs(Pairing::Disjoint) {
            order.shuffle(rng);
        }
        self.pairs = match self.settings.mating {
            Mating::Pairs(pairing) => pairing.pairs_in(&order),
            Mating::Tournament => Vec::new(),
        };
    }
}

/// How often the population has each trajectory as a centre.
#[derive(Debug, Clone, Default)]
struct Frequencies {
    count: Vec<u32>,
    /// Those that occur, most frequent first, equal ones by number.
    common: Vec<u32>,
}

impl Frequencies {
    fn new(population: &[Individual<ClusterGenome, 2>], len: usize) -> Self {
        let mut count = vec![0; len];
        for gene in population.iter().flat_map(|individual| &individual.candidate.centres) {
            count[*gene as usize] += 1;
        }
        let mut common: Vec<u32> = (0..len as u32).filter(|&gene| count[gene as usize] > 0).collect();
        common.sort_by_key(|&gene| std::cmp::Reverse(count[gene as usize]));
        Self { count, common }
    }
}

/// A random trajectory of the range that the child does not have; `None` when it has all.
fn absent(has: &[bool], range: Range<u32>, rng: &mut Xoshiro256PlusPlus) -> Option<u32> {
    for _ in 0..20 {
        let drawn = rng.random_range(range.clone());
        if !has[drawn as usize] {
            return Some(drawn);
        }
    }
    let free: Vec<u32> = range.filter(|&trajectory| !has[trajectory as usize]).collect();
    (!free.is_empty()).then(|| free[rng.random_range(0..free.len())])
}

fn scramble(genes: &mut [u32], rng: &mut Xoshiro256PlusPlus) {
    let (a, b) = (rng.random_range(0..genes.len()), rng.random_range(0..genes.len()));
    genes[a.min(b)..=a.max(b)].shuffle(rng);
}

impl Variation<ClusterGenome, 2> for CentreVariation<'_> {
    fn random(&mut self, rng: &mut Xoshiro256PlusPlus) -> ClusterGenome {
        let draw = |(range, genes): &(Range<u32>, Range<usize>)| {
            let chosen = index::sample(rng, range.len(), genes.len());
            chosen.into_iter().map(|offset| range.start + offset as u32).collect::<Vec<u32>>()
        };
        let centres = self.layout.centers.iter().flat_map(draw).collect();
        ClusterGenome { centres, clusters: rng.random_range(1..=self.layout.most_clusters) }
    }

    fn broods(&self, members: usize) -> usize {
        match self.settings.rates {
            Rates::Memory { update: MemoryUpdate::Immediate, .. } => self.children(members),
            _ => 1,
        }
    }

    fn offspring(
        &mut self,
        population: &[Individual<ClusterGenome, 2>],
        brood: usize,
        progress: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<Offspring<ClusterGenome>> {
        if brood == 0 {
            self.begin_generation(population, rng);
        }
        self.drawn.clear();
        let mut children = Vec::new();
        for child in self.brood(brood, population.len()) {
            let parents = self.parents(population, child, rng);
            let drawn = self.draw(progress, rng);
            let [father, mother] = parents.map(|parent| &population[parent].candidate);
            let mut candidate =
                if drawn.crossed { self.cross(father, mother, drawn, rng) } else { father.clone() };
            self.mutate(&mut candidate, drawn.mutation, rng);
            if self.settings.local_search {
                self.search_locally(&mut candidate);
            }
            self.drawn.push((drawn.from_mother, drawn.mutation));
            children.push(Offspring { candidate, parents });
        }
        children
    }

    fn learn(
        &mut self,
        population: &[Individual<ClusterGenome, 2>],
        children: &[Offspring<ClusterGenome>],
        losses: &[[f64; 2]],
    ) {
        let improves = |(child, losses): (&Offspring<ClusterGenome>, &[f64; 2])| {
            child.parents.iter().any(|&parent| dominates(losses, &population[parent].losses))
        };
        let outcomes = children.iter().zip(losses).map(improves).zip(&self.drawn);
        let successes: Vec<(f64, f64)> =
            outcomes.filter(|(success, _)| *success).map(|(_, drawn)| *drawn).collect();
        self.memory.learn(&successes);
    }
}

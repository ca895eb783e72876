//! Finding the best release as a problem over levels and one bit a record.

mod class_table;
mod degrees;
mod objective;
mod protection;
mod records;

pub(super) use degrees::degrees;

use super::ReleaseProblem;
use class_table::{ClassTable, ClassTables, TupleKeys};
use incog_data::{Classes, Kept, Levels};
use incog_search::evolutionary::{Bits, Degrees, Genome, GenomeProblem};
use incog_search::{BoxProblem, Evaluation, Lattice, Node, Problem};
pub(super) use objective::RecordObjective;
use protection::Protection;
use rayon::prelude::*;
use records::Records;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Evaluations worth less than so many looks at a record are not dealt out to threads.
const WORTH_PARALLEL: usize = 1 << 19;

/// Which generalization together with which choice of records loses least: the problem as HAEF and
/// ID-DGA pose it.
///
/// A genome is allowed when every class of the records it keeps meets all privacy models and it suppresses at
/// most the limit. Its violation is that of its worst class (the shortfalls of the models' own measures,
/// added up), plus the share of records suppressed over the limit. Keeping nobody is allowed but infinitely bad, so
/// it loses to every release.
pub struct RecordProblem<'a> {
    release: &'a ReleaseProblem,
    records: Records,
    keys: TupleKeys,
    objective: RecordObjective,
    protection: Protection<'a>,
    benches: Vec<Mutex<Bench>>,
}

/// What one thread needs to evaluate genomes without asking for memory.
struct Bench {
    tables: ClassTables,
    counts: Vec<u32>,
    shortfalls: Vec<f64>,
    sums: Vec<f64>,
    protection: protection::Memory,
}

impl<'a> RecordProblem<'a> {
    /// The same problem as `release`, with suppression searched.
    pub fn new(release: &'a ReleaseProblem) -> Self {
        let protection = Protection::new(release.models(), release.tuples().cell_count());
        let records = Records::new(release.tuples(), protection.cells() > 1);
        let objective = RecordObjective::new(release);
        let keys = TupleKeys::new(release.tuples());
        let bench = || {
            Mutex::new(Bench {
                tables: ClassTables::new(records.len(), protection.cells()),
                counts: Vec::new(),
                shortfalls: Vec::new(),
                sums: Vec::new(),
                protection: protection::Memory::default(),
            })
        };
        let benches = (0..=rayon::current_num_threads()).map(|_| bench()).collect();
        Self { release, records, keys, objective, protection, benches }
    }

    /// What a genome keeps of each class, in the order of [`Classes::all`] at its levels.
    pub fn retention(&self, genome: &Genome) -> Vec<Kept> {
        let levels = Levels::from(genome.levels.to_vec());
        let classes = Classes::group(self.release.tuples(), &levels);
        self.records.retention(&classes, &genome.kept)
    }

    /// A bench that no other thread uses: one for each thread of the pool, the first one for all
    /// threads outside of it.
    fn bench(&self) -> MutexGuard<'_, Bench> {
        let thread = rayon::current_thread_index().map_or(0, |index| index + 1);
        self.benches[thread % self.benches.len()].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self, bench: &mut Bench, genome: &Genome) -> Evaluation {
        let Bench { tables, counts, shortfalls, sums, protection } = bench;
        let table = tables.get(&genome.levels, &self.keys, &self.records);
        let kept = self.protection.count(table, &genome.kept, counts);
        let worst = self.protection.worst(table, counts, protection, &self.records, &genome.kept, shortfalls);
        self.judge(table, &genome.levels, counts, kept, worst, sums)
    }

    /// How good it is to keep so many records of each class, when the worst class falls short by so much.
    fn judge(
        &self,
        table: &mut ClassTable,
        levels: &Node,
        counts: &[u32],
        kept: u64,
        worst: f64,
        sums: &mut Vec<f64>,
    ) -> Evaluation {
        if kept == 0 {
            return Evaluation::feasible(f64::INFINITY);
        }
        let over = (self.records.len() as u64 - kept).saturating_sub(self.release.suppression_limit());
        let violation = worst + over as f64 / self.records.len() as f64;
        if violation > 0.0 {
            return Evaluation { loss: f64::INFINITY, violation };
        }
        let loss = match self.protection.cells() {
            1 => self.objective.loss(self, table, levels, counts.iter().copied(), sums),
            _ => self.objective.loss(self, table, levels, self.protection.kept(counts), sums),
        };
        Evaluation::feasible(loss)
    }

    /// Evaluates a genome; if its worst class falls short, drops the records of all classes whose shortfall
    /// `goes` says must go, given the worst one, and evaluates what is left.
    fn look_and_drop(
        &self,
        genome: &mut Genome,
        goes: impl Fn(f64, f64) -> bool,
    ) -> (Evaluation, Option<Evaluation>) {
        let mut bench = self.bench();
        let Bench { tables, counts, shortfalls, sums, protection } = &mut *bench;
        let table = tables.get(&genome.levels, &self.keys, &self.records);
        let mut kept = self.protection.count(table, &genome.kept, counts);
        let worst = self.protection.worst(table, counts, protection, &self.records, &genome.kept, shortfalls);
        let evaluation = self.judge(table, &genome.levels, counts, kept, worst, sums);
        if kept == 0 || worst == 0.0 {
            return (evaluation, None);
        }
        self.protection.shortfalls(table, counts, protection, &self.records, &genome.kept, shortfalls);
        let cells = self.protection.cells() as u32;
        for (word, slots) in table.slots.chunks(64).enumerate() {
            for (lane, &slot) in slots.iter().enumerate() {
                let record = 64 * word + lane;
                let class = if cells == 1 { slot } else { slot / cells };
                if goes(shortfalls[class as usize], worst) && genome.kept.get(record) {
                    genome.kept.set(record, false);
                }
            }
        }
        let mut worst_left = 0.0f64;
        for (class, counts) in counts.chunks_exact_mut(self.protection.cells().min(2)).enumerate() {
            if goes(shortfalls[class], worst) {
                kept -= counts.iter().map(|&count| u64::from(count)).sum::<u64>();
                counts.fill(0);
            } else {
                worst_left = worst_left.max(shortfalls[class]);
            }
        }
        let improved = self.judge(table, &genome.levels, counts, kept, worst_left, sums);
        (evaluation, Some(improved))
    }
}

impl Problem for RecordProblem<'_> {
    type Candidate = Genome;

    fn evaluate(&self, genome: &Genome) -> Evaluation {
        self.look(&mut self.bench(), genome)
    }

    fn evaluate_all(&self, genomes: &[Genome]) -> Vec<Evaluation> {
        if genomes.len() * self.records.len() >= WORTH_PARALLEL {
            return genomes.par_iter().map(|genome| self.evaluate(genome)).collect();
        }
        let mut bench = self.bench();
        genomes.iter().map(|genome| self.look(&mut bench, genome)).collect()
    }
}

impl GenomeProblem for RecordProblem<'_> {
    fn lattice(&self) -> &Lattice {
        BoxProblem::lattice(self.release)
    }

    fn records(&self) -> usize {
        self.records.len()
    }

    fn evaluate_and_improve(&self, genome: &mut Genome) -> (Evaluation, Option<Evaluation>) {
        self.look_and_drop(genome, |shortfall, worst| shortfall == worst)
    }

    fn keep_protected(&self, genome: &mut Genome) {
        genome.kept = Bits::ones(self.records.len());
        self.look_and_drop(genome, |shortfall, _| shortfall > 0.0);
    }

    fn bound(&self, levels: &Node) -> f64 {
        self.objective.bound(levels)
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn degrees(&self, genome: &Genome) -> Degrees {
        let levels = Levels::from(genome.levels.to_vec());
        let mut retention = self.retention(genome).into_iter();
        let classes = Classes::group(self.release.tuples(), &levels)
            .retain(|_| retention.next().unwrap_or(Kept::Nothing));
        degrees(self.release, &classes)
    }
}

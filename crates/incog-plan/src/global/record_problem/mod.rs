//! Finding the best release as a problem over levels and one bit per record.

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
use protection::{Counted, Protection};
use rayon::prelude::*;
use records::Records;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Batches of evaluations that look at fewer records than this are not distributed over threads.
const WORTH_PARALLEL: usize = 1 << 19;

/// The problem of finding the generalization and the choice of records that together lose least, as
/// HAEF and ID-DGA pose it.
///
/// A genome is allowed when every class of the records it keeps meets all privacy models and it
/// suppresses at most the limit. Its violation is that of its worst class (the shortfalls of the
/// models' own measures, added up), plus the share of records suppressed beyond the limit. Keeping
/// no record is allowed but infinitely bad, so it loses to every release.
pub struct RecordProblem<'a> {
    release: &'a ReleaseProblem,
    records: Records,
    keys: TupleKeys,
    objective: RecordObjective,
    protection: Protection<'a>,
    benches: Vec<Mutex<Bench>>,
}

/// What one thread needs to evaluate genomes without allocating memory.
struct Bench {
    tables: ClassTables,
    counts: Vec<u32>,
    kept: Vec<u32>,
    shortfalls: Vec<f64>,
    gone: Vec<bool>,
    sums: Vec<f64>,
    memory: protection::Memory,
}

impl<'a> RecordProblem<'a> {
    /// The problem as `release`, but with suppression as part of the search.
    pub fn new(release: &'a ReleaseProblem) -> Self {
        let protection = Protection::new(release.models(), release.tuples().cell_count());
        let records = Records::new(release.tuples(), protection.cells() > 1);
        let objective = RecordObjective::new(release);
        let keys = TupleKeys::new(release.tuples());
        let bench = || {
            Mutex::new(Bench {
                tables: ClassTables::new(records.len(), protection.cells()),
                counts: Vec::new(),
                kept: Vec::new(),
                shortfalls: Vec::new(),
                gone: Vec::new(),
                sums: Vec::new(),
                memory: protection::Memory::default(),
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
        let Bench { tables, counts, kept, sums, memory, .. } = bench;
        let table = tables.get(&genome.levels, &self.keys, &self.records);
        let total = self.protection.count(table, &genome.kept, counts);
        let worst = self.protection.worst(&self.counted(table, genome, counts), memory);
        self.judge(table, &genome.levels, self.protection.kept(counts, kept), total, worst, sums)
    }

    fn counted<'c>(&'c self, table: &'c ClassTable, genome: &'c Genome, counts: &'c [u32]) -> Counted<'c> {
        Counted { table, records: &self.records, kept: &genome.kept, counts }
    }

    /// How good it is to keep `kept` records of each class, when the shortfall of the worst class
    /// is `worst`.
    fn judge(
        &self,
        table: &mut ClassTable,
        levels: &Node,
        kept: &[u32],
        total: u64,
        worst: f64,
        sums: &mut Vec<f64>,
    ) -> Evaluation {
        if total == 0 {
            return Evaluation::feasible(f64::INFINITY);
        }
        let over = (self.records.len() as u64 - total).saturating_sub(self.release.suppression_limit());
        let violation = worst + over as f64 / self.records.len() as f64;
        if violation > 0.0 {
            return Evaluation { loss: f64::INFINITY, violation };
        }
        Evaluation::feasible(self.objective.loss(self, table, levels, kept, sums))
    }

    /// Evaluates a genome; if its worst class falls short, drops the records of all classes that
    /// `goes` says must go, given their shortfall and the worst one, and evaluates the rest.
    fn look_and_drop(
        &self,
        genome: &mut Genome,
        goes: impl Fn(f64, f64) -> bool,
    ) -> (Evaluation, Option<Evaluation>) {
        let mut bench = self.bench();
        let Bench { tables, counts, kept, shortfalls, gone, sums, memory } = &mut *bench;
        let table = tables.get(&genome.levels, &self.keys, &self.records);
        let mut total = self.protection.count(table, &genome.kept, counts);
        let counted = self.counted(table, genome, counts);
        let worst = self.protection.worst(&counted, memory);
        if total > 0 && worst > 0.0 {
            self.protection.shortfalls(&counted, memory, shortfalls);
        }
        let of_class = self.protection.kept(counts, kept);
        let evaluation = self.judge(table, &genome.levels, of_class, total, worst, sums);
        if total == 0 || worst == 0.0 {
            return (evaluation, None);
        }
        gone.clear();
        let mut worst_left = 0.0f64;
        for (counts, &shortfall) in counts.chunks_exact_mut(self.protection.cells().min(2)).zip(&*shortfalls)
        {
            let goes = goes(shortfall, worst);
            gone.extend(std::iter::repeat_n(goes, self.protection.cells()));
            if goes {
                total -= counts.iter().map(|&count| u64::from(count)).sum::<u64>();
                counts.fill(0);
            } else {
                worst_left = worst_left.max(shortfall);
            }
        }
        genome.kept.update_words(|index, word| word & !lanes(&table.slots, index, gone));
        let of_class = self.protection.kept(counts, kept);
        let improved = self.judge(table, &genome.levels, of_class, total, worst_left, sums);
        (evaluation, Some(improved))
    }
}

/// Which of the 64 records of a word are in a slot that is `marked`.
fn lanes(slots: &[u32], word: usize, marked: &[bool]) -> u64 {
    let slots = &slots[64 * word..slots.len().min(64 * (word + 1))];
    let lane = |(lane, &slot): (usize, &u32)| u64::from(marked[slot as usize]) << lane;
    slots.iter().enumerate().map(lane).fold(0, |lanes, lane| lanes | lane)
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

    fn note_inexact(&self) {}

    fn degrees(&self, genome: &Genome) -> Degrees {
        let levels = Levels::from(genome.levels.to_vec());
        let mut retention = self.retention(genome).into_iter();
        let classes = Classes::group(self.release.tuples(), &levels)
            .retain(|_| retention.next().unwrap_or(Kept::Nothing));
        degrees(self.release, &classes)
    }
}

//! The third bound: prices that are best for the cells that matter.

mod cells;
mod program;

use super::Prices;
use super::capped_prices::cap_and_collect;
use super::costliest_class::DearestClass;
use crate::problem::LocalProblem;
use crate::work_budget::WorkBudget;
use cells::Cells;
use incog_search::Stop;
use program::Program;
use std::cmp::Ordering;

pub(crate) use cells::LimitedCell;

/// Walks over the cells at most.
const MOST_WALKS: usize = 7;

/// Iterations of the first-order method between two looks at the known cells.
const ITERATIONS: usize = 60;

/// Such looks between two walks.
const LOOKS: usize = 8;

/// By what part of themselves prices are raised before the first walk, which is to find the cells
/// that matter.
const FIRST_RAISE: u64 = 8;

/// A mean price is too high when it exceeds the cost by this part.
const TOLERANCE: f64 = 1e-3;

/// Cuts without a multiplier are dropped when their mean price is lower than their cost by this
/// part.
const SLACK: f64 = 0.02;

/// The walks end when the bound is as near to what the linear program allows.
const ENOUGH: f64 = 3e-3;

/// A walk begins this many times the gap back from the program's prices towards those that all
/// cells allow, as a part of the way, ...
const BACK: f64 = 5.0;

/// ... but not farther back than this.
const MOST_BACK: f64 = 0.5;

/// How many records of which tuples the linear program publishes in a cell.
#[derive(Debug, Clone)]
pub(crate) struct CellShare {
    pub cell: LimitedCell,
    /// All records together; 0 for a cell that was only looked at.
    pub records: f64,
    /// Those of each tuple, the most first.
    pub shares: Vec<(u32, f64)>,
}

/// Solves the linear program of prices by cutting planes: cells whose dearest records are too dear
/// become cuts, and the prices that are best for all cuts so far are capped by another walk, which
/// finds the next cells. Begins with prices that are about right, such as those of a good release.
/// When it ends early, `known` is still the best prices so far.
pub(crate) fn linear(
    problem: &LocalProblem,
    start: &[u64],
    known: &mut Prices,
    work: &mut WorkBudget<'_>,
) -> Result<Vec<CellShare>, Stop> {
    let sum = |prices: &Prices| prices.least_sum(problem).0;
    let mut cuts = Cuts::new(problem, start);
    let mut next: Vec<u64> = start.iter().map(|price| price + price / FIRST_RAISE).collect();
    let mut centre = Vec::new();
    let mut best = 0;
    for walk in 1..=MOST_WALKS {
        let capped = cap_and_collect(problem, problem.order(), next, &mut |cell| cuts.cells.add(cell), work)?;
        let reached = sum(&capped);
        if reached > best || centre.is_empty() {
            centre = cuts.to_units(&capped);
            best = reached;
        }
        if reached > sum(known) {
            *known = capped;
            work.proved(problem, known.least_sum(problem));
        }
        if walk > 1 && cuts.gap(&centre) <= ENOUGH {
            break;
        }
        cuts.improve(&centre, work)?;
        next = cuts.to_whole(&cuts.between(&centre));
    }
    Ok(cuts.shares())
}

/// The dearest first, by tuple where they are equally dear.
fn dearest_first(a: &(f64, u32), b: &(f64, u32)) -> Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}

/// How many records of which tuples are the dearest that can be a class, by records.
fn dearest_records(
    counts: &[u64],
    dearest: &mut Vec<(f64, u32)>,
    cell: &LimitedCell,
) -> Option<Vec<(u32, u64)>> {
    let enough = usize::try_from(cell.least).unwrap_or(usize::MAX);
    if enough < dearest.len() && enough > 0 {
        dearest.select_nth_unstable_by(enough - 1, dearest_first);
        dearest.truncate(enough);
    }
    dearest.sort_unstable_by(dearest_first);
    let (mut missing, mut part) = (cell.least, Vec::with_capacity(dearest.len()));
    for &(_, tuple) in dearest.iter() {
        let taken = missing.min(counts[tuple as usize]);
        if taken == 0 {
            break;
        }
        part.push((tuple, taken));
        missing -= taken;
    }
    (missing == 0).then_some(part)
}

/// Like [`dearest_records`], where models count people.
fn dearest_of_people(
    people: &mut DearestClass<'_>,
    dearest: &mut [(f64, u32)],
    cell: &LimitedCell,
    cost: f64,
) -> Option<Vec<(u32, u64)>> {
    dearest.sort_unstable_by(dearest_first);
    people.part(dearest, cell.least, cost)
}

struct Cuts<'p> {
    problem: &'p LocalProblem,
    people: Option<DearestClass<'p>>,
    cells: Cells,
    program: Program,
    /// The cell of each cut.
    cell_of: Vec<usize>,
    /// What a price of 1 is in whole numbers.
    unit: f64,
}

impl<'p> Cuts<'p> {
    fn new(problem: &'p LocalProblem, start: &[u64]) -> Self {
        let counts = problem.counts();
        let sum: f64 = start.iter().zip(counts).map(|(&price, &count)| price as f64 * count as f64).sum();
        let unit = (sum / counts.iter().sum::<u64>().max(1) as f64).max(1.0);
        let highest = problem.costs().suppressed.unwrap_or(problem.dearest());
        let gains = counts.iter().map(|&count| count as f64).collect();
        let prices = start.iter().map(|&price| price as f64 / unit).collect();
        let program = Program::new(gains, highest as f64 / unit, prices);
        let people = DearestClass::of_problem(problem);
        Self { problem, people, cells: Cells::default(), program, cell_of: Vec::new(), unit }
    }

    /// Solves the program over the known cells.
    fn improve(&mut self, centre: &[f64], work: &mut WorkBudget<'_>) -> Result<(), Stop> {
        let kept = self.program.drop_idle(SLACK);
        self.cell_of = kept.into_iter().map(|cut| self.cell_of[cut]).collect();
        for _ in 0..LOOKS {
            let prices = self.program.prices().to_vec();
            self.look(&prices, work)?;
            self.look(&self.between(centre), work)?;
            work.spend((self.program.entries() * ITERATIONS / 8) as u64)?;
            self.program.solve(ITERATIONS);
        }
        Ok(())
    }

    /// Adds a cut for each known cell in which the dearest records are too dear.
    fn look(&mut self, prices: &[f64], work: &mut WorkBudget<'_>) -> Result<(), Stop> {
        let counts = self.problem.counts();
        let mut dearest: Vec<(f64, u32)> = Vec::new();
        for (number, cell) in self.cells.all.iter().enumerate() {
            work.spend(cell.tuples.len() as u64)?;
            let cost = cell.cost as f64 / self.unit;
            dearest.clear();
            dearest.extend(cell.tuples.iter().map(|&tuple| (prices[tuple as usize], tuple)));
            let part = match &mut self.people {
                Some(people) => dearest_of_people(people, &mut dearest, cell, cost),
                None => dearest_records(counts, &mut dearest, cell),
            };
            let Some(part) = part else { continue };
            let records = part.iter().map(|(_, count)| count).sum::<u64>() as f64;
            let mean: f64 =
                part.iter().map(|&(tuple, count)| prices[tuple as usize] * (count as f64 / records)).sum();
            if mean > cost * (1.0 + TOLERANCE) {
                let parts = part.iter().map(|&(tuple, count)| (tuple, (count as f64 / records) as f32));
                self.program.push(parts, cost);
                self.cell_of.push(number);
            }
        }
        Ok(())
    }

    /// What these prices are worth.
    fn worth(&self, prices: &[f64]) -> f64 {
        prices.iter().zip(self.problem.counts()).map(|(price, &count)| price * count as f64).sum()
    }

    /// How much more the prices of the program are worth than those of the centre, as a part of
    /// theirs.
    fn gap(&self, centre: &[f64]) -> f64 {
        let worth = self.worth(self.program.prices());
        if worth > 0.0 { ((worth - self.worth(centre)) / worth).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Prices between those of the program, which some cells do not allow, and the centre, which
    /// all allow: nearer to the centre where they are far apart.
    fn between(&self, centre: &[f64]) -> Vec<f64> {
        let back = (BACK * self.gap(centre)).min(MOST_BACK);
        let prices = self.program.prices().iter().zip(centre);
        prices.map(|(price, centre)| price + back * (centre - price)).collect()
    }

    fn to_units(&self, prices: &Prices) -> Vec<f64> {
        prices.of_tuple().iter().map(|&price| price as f64 / self.unit).collect()
    }

    fn to_whole(&self, prices: &[f64]) -> Vec<u64> {
        prices.iter().map(|price| (price * self.unit) as u64).collect()
    }

    /// What the multipliers say is published where, the cells with the most records first.
    fn shares(self) -> Vec<CellShare> {
        let mut shares: Vec<CellShare> = (self.cells.all.into_iter())
            .map(|cell| CellShare { cell, records: 0.0, shares: Vec::new() })
            .collect();
        for (cut, &multiplier) in self.program.multipliers().iter().enumerate() {
            let share = &mut shares[self.cell_of[cut]];
            if multiplier > 0.0 {
                share.records += multiplier;
                let parts = self.program.cut(cut).iter();
                share.shares.extend(parts.map(|&(tuple, part)| (tuple, f64::from(part) * multiplier)));
            }
        }
        for share in &mut shares {
            share.shares.sort_unstable_by_key(|(tuple, _)| *tuple);
            share.shares.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                kept.1 += if same { next.1 } else { 0.0 };
                same
            });
            share.shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        }
        shares.sort_by(|a, b| b.records.total_cmp(&a.records).then(a.cell.cell.cmp(&b.cell.cell)));
        shares
    }
}

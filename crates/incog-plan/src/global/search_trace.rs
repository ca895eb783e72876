//! What went on in a search, moment by moment, as a table.

use super::{ReleaseProblem, SearchListeners, SolveError, solve_among};
use crate::{Plan, SearchSettings, TracePoint};
use incog_data::{ColumnBuilder, ColumnType, Table};
use incog_search::evolutionary::islands::IslandContext;
use incog_search::evolutionary::{Snapshot, Strategy};
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

/// The most generations that are remembered; of a longer search, every second, fourth, ... one is.
const MOST_GENERATIONS: usize = 1 << 17;

/// A moment of a search.
#[derive(Debug, Clone, PartialEq)]
pub enum Moment {
    /// A better release was found or a better bound proved.
    Improvement(TracePoint),
    /// A population has bred.
    Generation(Snapshot),
}

/// The moments of a search in order: every improvement, and, where there is a population, every
/// generation.
///
/// Of a search of more than 131,072 generations every second one is kept, of twice as many every
/// fourth, and so on.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchTrace {
    moments: Vec<Moment>,
    generations: usize,
    seen: usize,
    stride: usize,
}

impl Default for SearchTrace {
    fn default() -> Self {
        Self { moments: Vec::new(), generations: 0, seen: 0, stride: 1 }
    }
}

/// Runs the search as [`solve`](super::solve) does and records its course in `trace`. The search
/// takes the same path as without a trace; examining a population costs about as much as a
/// generation.
///
/// # Errors
/// As [`solve`](super::solve); the trace is filled in even then.
pub fn solve_traced(
    problem: &ReleaseProblem,
    settings: &SearchSettings,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(TracePoint),
    trace: &mut SearchTrace,
    islands: IslandContext<'_>,
) -> Result<Plan, SolveError> {
    let trace = RefCell::new(trace);
    let mut improved = |point| {
        trace.borrow_mut().moments.push(Moment::Improvement(point));
        observe(point);
    };
    let mut follow = |snapshot: &Snapshot| trace.borrow_mut().follow(snapshot);
    let listeners = SearchListeners { observe: &mut improved, follow: Some(&mut follow) };
    solve_among(problem, settings, interrupt, listeners, islands)
}

impl SearchTrace {
    /// All moments kept.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The generations among them: best individual, diversity, probabilities.
    pub fn generations(&self) -> impl Iterator<Item = &Snapshot> {
        self.moments.iter().filter_map(|moment| match moment {
            Moment::Generation(snapshot) => Some(snapshot),
            Moment::Improvement(_) => None,
        })
    }

    fn follow(&mut self, snapshot: &Snapshot) {
        self.seen += 1;
        if !(self.seen - 1).is_multiple_of(self.stride) {
            return;
        }
        if self.generations == MOST_GENERATIONS {
            self.thin();
        }
        self.moments.push(Moment::Generation(snapshot.clone()));
        self.generations += 1;
    }

    /// Forgets every second generation.
    fn thin(&mut self) {
        let mut place = 0;
        self.moments.retain(|moment| {
            let is_generation = matches!(moment, Moment::Generation(_));
            place += usize::from(is_generation);
            !is_generation || place % 2 == 1
        });
        self.stride *= 2;
        self.generations = self.generations.div_ceil(2);
    }

    /// One row per moment, with the columns of [`trace_columns`]. `incog_io::write_table` writes it
    /// as CSV, Parquet or Arrow.
    pub fn table(&self, problem: &ReleaseProblem) -> Table {
        let mut builders: Vec<ColumnBuilder> =
            trace_columns().into_iter().map(|(name, _)| ColumnBuilder::new(name)).collect();
        for moment in &self.moments {
            for (builder, value) in builders.iter_mut().zip(row(problem, moment)) {
                builder.push(&value);
            }
        }
        let columns = builders.into_iter().map(|builder| builder.finish(&[""])).collect();
        Table::new(columns).expect("the names are different and every column got one value a row")
    }
}

/// The columns of a trace and their types. A cell that does not apply to its row is empty.
///
/// `event` is `improvement` or `generation`. Of an improvement: `objective`, that of the best
/// allowed candidate so far, and `bound`. Of a generation: `island`, from 0; `objective` and
/// `anonymity` (degree, in the unit of the first privacy model) of the population's best individual
/// and whether it is `allowed`; the sum over all pairs of the Euclidean distance of the levels and
/// of the Hamming distance of the bits; the probabilities of the genetic algorithm, of differential
/// evolution and of its six strategies.
pub fn trace_columns() -> Vec<(&'static str, ColumnType)> {
    let fixed = [
        ("event", ColumnType::Text),
        ("evaluations", ColumnType::Whole),
        ("island", ColumnType::Whole),
        ("objective", ColumnType::Number),
        ("allowed", ColumnType::Truth),
        ("bound", ColumnType::Number),
        ("anonymity", ColumnType::Number),
        ("diversity_of_levels", ColumnType::Number),
        ("diversity_of_records", ColumnType::Number),
        ("ga", ColumnType::Number),
        ("de", ColumnType::Number),
    ];
    let strategies = Strategy::ALL.map(|strategy| (strategy.name(), ColumnType::Number));
    fixed.into_iter().chain(strategies).collect()
}

fn row(problem: &ReleaseProblem, moment: &Moment) -> Vec<String> {
    match moment {
        Moment::Improvement(point) => {
            let allowed = point.best.map(|_| "true").unwrap_or_default();
            let mut row = vec!["improvement".into(), point.evaluations.to_string(), String::new()];
            row.extend([optional(point.best), allowed.into(), optional(point.bound)]);
            row.resize(trace_columns().len(), String::new());
            row
        }
        Moment::Generation(snapshot) => generation(problem, snapshot),
    }
}

fn generation(problem: &ReleaseProblem, snapshot: &Snapshot) -> Vec<String> {
    let mut row = vec![
        "generation".into(),
        snapshot.evaluations.to_string(),
        snapshot.island.to_string(),
        number(problem.signed(snapshot.degrees.loss)),
        snapshot.best.is_feasible().to_string(),
        String::new(),
        number(snapshot.degrees.anonymity),
        number(snapshot.diversity_of_levels),
        number(snapshot.diversity_of_records),
        optional(snapshot.shares.map(|shares| shares.ga)),
        optional(snapshot.shares.map(|shares| shares.de)),
    ];
    row.extend((0..6).map(|strategy| optional(snapshot.strategies.map(|shares| shares[strategy]))));
    row
}

fn optional(value: Option<f64>) -> String {
    value.map_or(String::new(), number)
}

/// The shortest text that reads back as the same number, empty for NaN; written as tables have
/// numbers of columnar formats, so that these recognize it.
fn number(value: f64) -> String {
    // JSON has no infinities: they become null.
    let text = serde_json::to_string(&value).ok().filter(|text| text != "null").unwrap_or_default();
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_search::Evaluation;
    use incog_search::evolutionary::Degrees;

    #[test]
    fn long_searches_are_thinned_evenly() {
        let mut trace = SearchTrace::default();
        for evaluations in 0..5 * MOST_GENERATIONS as u64 {
            trace.follow(&Snapshot {
                evaluations,
                island: 0,
                best: Evaluation::feasible(0.0),
                degrees: Degrees { loss: 0.0, anonymity: 2.0 },
                diversity_of_levels: 0.0,
                diversity_of_records: 0.0,
                shares: None,
                strategies: None,
            });
        }
        let kept: Vec<u64> = trace.generations().map(|snapshot| snapshot.evaluations).collect();
        assert!(kept.len() <= MOST_GENERATIONS && kept.len() >= MOST_GENERATIONS / 2);
        assert!(kept.windows(2).all(|pair| pair[1] - pair[0] == 8), "every eighth is left");
        assert_eq!(kept.len(), trace.generations);
    }

    #[test]
    fn numbers_are_empty_where_there_are_none() {
        assert_eq!([number(f64::NAN), number(-0.5), number(3.0)], ["", "-0.5", "3"]);
    }
}

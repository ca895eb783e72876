//! Algorithms side by side on every instance.

use crate::runs::Row;
use crate::statistics::{Description, Larger, a12, holm, rank_sum, signed_rank};
use crate::suite::{PresentationTable, Suite, Test, is_meant};

/// Level of the tests.
pub(super) const LEVEL: f64 = 0.05;

/// A measure by instance and algorithm.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedComparison {
    /// Heading.
    pub title: String,
    /// The measure.
    pub measure: String,
    /// Whether smaller is better.
    pub minimize: bool,
    /// Digits after the point.
    pub digits: usize,
    /// The algorithm the others are compared with.
    pub subject: Option<String>,
    /// Labels of the algorithms.
    pub algorithms: Vec<String>,
    /// The label of the algorithm that proves the optimum, if it is among them.
    pub optimum: Option<String>,
    /// Each instance with, for each algorithm, the results of its runs.
    pub lines: Vec<(String, Vec<Cell>)>,
}

/// The results of the runs of one algorithm on one instance.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cell {
    /// Runs made.
    pub runs: usize,
    /// Runs that found a release.
    pub feasible: usize,
    /// The values of the runs that found a release, and of the others where the suite says what
    /// nothing is worth.
    pub values: Option<Description>,
    /// `|mean - optimum| / |optimum|`, only for the objective.
    pub gap: Option<f64>,
    /// The values themselves, in the order of the runs.
    pub sample: Vec<f64>,
    /// The values for comparisons by rank: a run that found nothing is worse than all on the
    /// instance that found something.
    pub ranked: Vec<f64>,
    /// How often a run of the subject is better than one of these (Vargha and Delaney's A12).
    pub a12: Option<f64>,
    /// p-value of the test against the subject, before Holm's correction.
    pub raw_p: Option<f64>,
    /// Holm-adjusted p-value of the test against the subject, over the algorithms of the line.
    pub p: Option<f64>,
    /// Whether it has the best mean of the line, not counting the optimum.
    pub best: bool,
    /// Whether it should be the proved optimum, but its proof did not finish within the limits.
    pub unproved: bool,
    /// 1 where the subject is significantly better than this one, -1 where it is worse, 0
    /// otherwise.
    pub subject_wins: i8,
    /// The significance before Holm's correction, which is what most papers report.
    pub subject_wins_uncorrected: i8,
}

/// Makes a table of a suite's runs.
pub fn compare(suite: &Suite, table: &PresentationTable, rows: &[Row]) -> PairedComparison {
    let mut algorithms: Vec<String> = suite
        .algorithms
        .iter()
        .map(|algorithm| algorithm.label().to_owned())
        .filter(|label| rows.iter().any(|row| row.key.algorithm == *label))
        .collect();
    if !table.algorithms.is_empty() {
        let shown =
            |label: &String| table.algorithms.contains(label) || suite.optimum.as_ref() == Some(label);
        algorithms.retain(shown);
    }
    let chosen =
        |name: &str| table.instances.is_empty() || table.instances.iter().any(|meant| is_meant(name, meant));
    let instances = suite.instances.iter().filter(|instance| chosen(&instance.name));
    let lines = instances
        .filter(|instance| rows.iter().any(|row| row.key.instance == instance.name))
        .map(|instance| (instance.name.clone(), line(suite, table, &algorithms, &instance.name, rows)));
    PairedComparison {
        title: table.title.clone(),
        measure: table.measure.clone(),
        minimize: table.minimize,
        digits: table.digits,
        subject: suite.subject.clone().filter(|label| algorithms.contains(label)),
        optimum: suite.optimum.clone().filter(|label| algorithms.contains(label)),
        lines: lines.collect(),
        algorithms,
    }
}

fn line(
    suite: &Suite,
    table: &PresentationTable,
    algorithms: &[String],
    instance: &str,
    rows: &[Row],
) -> Vec<Cell> {
    let samples: Vec<Sample> =
        algorithms.iter().map(|label| sample(suite, &table.measure, instance, label, rows)).collect();
    let worst = worst(&samples, table.minimize);
    let mut cells: Vec<Cell> = algorithms
        .iter()
        .zip(&samples)
        .map(|(label, sample)| {
            let values: Vec<f64> = sample.iter().copied().flatten().collect();
            let runs = rows.iter().filter(|row| row.key.instance == instance && row.key.algorithm == *label);
            let runs: Vec<&Row> = runs.collect();
            let feasible = runs.iter().filter(|row| row.objective.is_some()).count();
            let unproved =
                suite.optimum.as_ref() == Some(label) && runs.iter().any(|row| row.stopped != "proved");
            Cell {
                runs: runs.len(),
                feasible,
                values: Description::from_values(&values),
                sample: values,
                ranked: sample.iter().map(|value| value.unwrap_or(worst)).collect(),
                unproved,
                ..Cell::default()
            }
        })
        .collect();
    let place = |label: &Option<String>| {
        label.as_ref().and_then(|label| algorithms.iter().position(|other| other == label))
    };
    let (subject, optimum) = (place(&suite.subject), place(&suite.optimum));
    mark_best(&mut cells, optimum, table.minimize);
    let proved = optimum.filter(|&place| !cells[place].unproved);
    let best = proved.and_then(|place| cells[place].values).map(|values| values.mean);
    if let Some(best) = best.filter(|_| table.measure == "objective") {
        cells.iter_mut().for_each(|cell| cell.gap = cell.values.map(|values| relative(values.mean, best)));
    }
    if let Some(subject) = subject {
        test_against(subject, optimum, &mut cells, table);
    }
    cells
}

fn relative(value: f64, best: f64) -> f64 {
    if value == best { 0.0 } else { (value - best).abs() / best.abs().max(f64::MIN_POSITIVE) }
}

/// The values of the runs of an algorithm on an instance; `None` for one that found nothing, where
/// that is worth nothing known. A run whose release lacks the measure is left out.
type Sample = Vec<Option<f64>>;

fn sample(suite: &Suite, measure: &str, instance: &str, label: &str, rows: &[Row]) -> Sample {
    let of = rows.iter().filter(|row| row.key.instance == instance && row.key.algorithm == label);
    of.map(|row| (row.worth(suite, measure), row.objective.is_none()))
        .filter(|(value, found_nothing)| value.is_some() || *found_nothing)
        .map(|(value, _)| value)
        .collect()
}

/// A value worse than all that were found.
fn worst(samples: &[Sample], minimize: bool) -> f64 {
    let found = samples.iter().flatten().flatten().copied();
    if minimize { found.fold(0.0, f64::max) + 1.0 } else { found.fold(0.0, f64::min) - 1.0 }
}

fn mark_best(cells: &mut [Cell], optimum: Option<usize>, minimize: bool) {
    let worth = |cell: &Cell| cell.values.map(|values| if minimize { -values.mean } else { values.mean });
    let rivals = cells.iter().enumerate().filter(|(place, _)| Some(*place) != optimum);
    let Some(best) = rivals.filter_map(|(_, cell)| worth(cell)).max_by(f64::total_cmp) else { return };
    for (place, cell) in cells.iter_mut().enumerate() {
        cell.best = Some(place) != optimum && worth(cell) == Some(best);
    }
}

/// Tests every rival with runs against the subject; one run of a deterministic rival stands for as
/// many equal ones as the subject has, since it would give the same value every time.
fn test_against(subject: usize, optimum: Option<usize>, cells: &mut [Cell], table: &PresentationTable) {
    let own = cells[subject].ranked.clone();
    let rivals: Vec<usize> = (0..cells.len())
        .filter(|&place| place != subject && Some(place) != optimum && cells[place].values.is_some())
        .collect();
    if own.len() < 2 {
        return;
    }
    let tests: Vec<_> = rivals
        .iter()
        .map(|&rival| {
            let other = &cells[rival].ranked;
            let repeated = vec![other[0]; own.len()];
            let other = if other.len() == 1 { &repeated } else { other };
            match table.test {
                Test::SignedRank => signed_rank(&own, other),
                Test::RankSum => rank_sum(&own, other),
            }
        })
        .collect();
    let p = holm(&tests.iter().map(|test| test.p).collect::<Vec<f64>>());
    let wanted = if table.minimize { Larger::Second } else { Larger::First };
    for ((&rival, test), p) in rivals.iter().zip(&tests).zip(p) {
        let better = test.larger == wanted;
        let wins = |p: f64| match (p < LEVEL, better) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => -1,
        };
        let other = &cells[rival].ranked;
        cells[rival].a12 = if table.minimize { a12(other, &own) } else { a12(&own, other) };
        cells[rival].raw_p = Some(test.p);
        cells[rival].p = Some(p);
        cells[rival].subject_wins = wins(p);
        cells[rival].subject_wins_uncorrected = wins(test.p);
    }
}

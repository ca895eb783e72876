//! What analyses of the input and of the release find, as the internal page tells it.

mod fitness;

pub use fitness::{Fitness, fitness, fitness_line};

use super::page::percent;
use incog_audit::{Comparison, CrossTable, Moments, NumbersOf, Pair};
use incog_report::svg::{grouped, short_number};
use serde::Serialize;

/// What the template of the page reads.
#[derive(Serialize)]
pub(super) struct Analyses {
    numbers: Vec<NumbersRow>,
    pairs: Vec<PairRow>,
    /// Whether there may be more pairs.
    more: bool,
    table: Option<Table>,
}

/// A figure of the input and of the release.
#[derive(Serialize)]
struct BeforeAndAfter {
    before: String,
    after: String,
}

#[derive(Serialize)]
struct NumbersRow {
    column: String,
    figures: Vec<BeforeAndAfter>,
}

#[derive(Serialize)]
struct PairRow {
    quasi_identifier: String,
    sensitive: String,
    wrong_cell: String,
    before: String,
    after: String,
}

#[derive(Serialize)]
struct Table {
    title: String,
    columns: Vec<String>,
    rows: Vec<TableRow>,
}

#[derive(Serialize)]
struct TableRow {
    label: String,
    cells: Vec<BeforeAndAfter>,
}

impl Analyses {
    pub fn from_comparison(comparison: &Comparison) -> Self {
        let title = |pair: &Pair| format!("{} by {}", pair.quasi_identifier, pair.sensitive);
        let table = comparison.pairs.first().zip(comparison.table.as_ref());
        Self {
            numbers: comparison.numbers.iter().map(NumbersRow::new).collect(),
            pairs: comparison.pairs.iter().map(PairRow::new).collect(),
            more: comparison.pairs.len() == Comparison::MOST_PAIRS,
            table: table.map(|(pair, table)| Table::new(title(pair), table)),
        }
    }
}

impl NumbersRow {
    fn new(numbers: &NumbersOf) -> Self {
        let figure = |show: &dyn Fn(&Moments) -> String| BeforeAndAfter {
            before: show(&numbers.before),
            after: show(&numbers.after),
        };
        let number = |figure: Option<f64>| figure.map_or_else(|| "–".to_owned(), short_number);
        Self {
            column: numbers.column.clone(),
            figures: vec![
                figure(&|moments| grouped(moments.values)),
                figure(&|moments| number(moments.mean)),
                figure(&|moments| number(moments.standard_deviation)),
                figure(&|moments| number(moments.median)),
            ],
        }
    }
}

impl PairRow {
    fn new(pair: &Pair) -> Self {
        Self {
            quasi_identifier: pair.quasi_identifier.clone(),
            sensitive: pair.sensitive.clone(),
            wrong_cell: percent(pair.wrong_cell),
            before: percent(pair.dependence_before),
            after: percent(pair.dependence_after),
        }
    }
}

impl Table {
    fn new(title: String, table: &CrossTable) -> Self {
        let share = |share: f64| format!("{:.1}", 100.0 * share);
        let cell =
            |(before, after): (&f64, &f64)| BeforeAndAfter { before: share(*before), after: share(*after) };
        let shares = table.before.iter().zip(&table.after);
        let row = |(label, (before, after)): (&String, (&Vec<f64>, &Vec<f64>))| TableRow {
            label: label.clone(),
            cells: before.iter().zip(after).map(cell).collect(),
        };
        Self { title, columns: table.columns.clone(), rows: table.rows.iter().zip(shares).map(row).collect() }
    }
}

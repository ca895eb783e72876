//! Released labels as sources: a published number and the label of one column leave less of another
//! column than its own label does, by a formula or by what the table itself teaches.

mod usual_values;
mod values_behind_labels;

pub use usual_values::{empty_cells_behind_labels, usual_values_behind_labels};
pub use values_behind_labels::values_behind_labels;

use super::predictions::{Behind, Category, Classes, Left, Number, Prediction, Sources, predicts};
use super::readings::numbers_in_cells;
use super::{FEWEST_ROWS, SAMPLE};
use crate::grouping::Grouping;
use crate::lint::{Finding, Rule, Severity};
use crate::numbers::numbers_or_days_of;
use incog_data::{Column, RecordCounts};
use std::collections::HashMap;

/// A formula counts that is true of so many rows.
const TRUE_OF: f64 = 0.75;

/// A label of which at most this share is left says something finer.
pub(super) const LEFT: f64 = 0.5;

/// It is a danger where so many rows are left with less.
pub(super) const MANY: f64 = 0.5;

/// Numbers are equal that agree to so small a part of all numbers of the column, and to half a step
/// of the last digit.
const EQUAL: f64 = 0.01;

/// A generalized column of a release, row by row.
#[derive(Debug, Clone, Copy)]
pub struct LabelledColumn<'a> {
    /// What is published.
    pub labels: &'a Column,
    /// What stands behind the labels.
    pub originals: &'a Column,
}

/// How a target follows from a published number and the value behind a label.
const FORMULAS: [fn(f64, f64) -> f64; 6] = [
    |number, value| number - value,
    |number, value| value - number,
    |number, value| number + value,
    |number, value| number * value,
    |number, value| number / value,
    |number, value| value / number,
];

/// Finds the published columns that, with the label of a generalized column, leave at most half of
/// the label of another one for half of the rows: a sum of 24 less 3 to 5 is narrower than 10 to
/// 29. Other dependences are learnt from one half of the table: other formulas, three labels,
/// rounded or noisy numbers, pairs of numbers, other slopes for each category of a column, or
/// yes/no answers together. How far predictions are off is measured on the other half. A
/// prediction is a danger, too, if it leaves more than one record in twenty fewer than `k`
/// lookalikes in its class. `counts` says how many records a row stands for.
///
/// ```
/// use incog_audit::{LabelledColumn, narrows_labels};
/// let row = |row: u32| {
///     let (a, b) = (row * 7 % 100, row * 3 % 8);
///     let labels = [format!("{}0s", a / 10), format!("{} or next", b / 2 * 2)];
///     [a.to_string(), labels[0].clone(), b.to_string(), labels[1].clone(), (a + b).to_string()]
/// };
/// let rows: Vec<[String; 5]> = (0..100).map(row).collect();
/// let rows = rows.iter().map(|row| row.iter().map(String::as_str));
/// let table = incog_data::Table::from_rows(["a", "a_label", "b", "b_label", "sum"], rows, &[])?;
/// let [a, a_label, b, b_label, sum] = table.columns() else { unreachable!("five columns") };
/// let labelled = |labels, originals| LabelledColumn { labels, originals };
/// let labelled = [labelled(a_label, a), labelled(b_label, b)];
/// let found = narrows_labels(&labelled, &[sum], 1, Default::default());
/// assert_eq!(found[0].key(), "sum + b: gives back a");
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn narrows_labels(
    labelled: &[LabelledColumn<'_>],
    published: &[&Column],
    k: u64,
    counts: RecordCounts<'_>,
) -> Vec<Finding> {
    let spans: Vec<Spans<'_>> = labelled.iter().filter_map(Spans::new).collect();
    let numbers: Vec<(&Column, Vec<Option<f64>>)> =
        published.iter().map(|column| (*column, sampled(&numbers_in_cells(column)))).collect();
    let numbers: Vec<&(&Column, Vec<Option<f64>>)> =
        numbers.iter().filter(|(_, numbers)| numbers.iter().flatten().count() >= FEWEST_ROWS).collect();
    let pairs = spans.iter().flat_map(|target| spans.iter().map(move |source| (target, source)));
    let pairs = pairs.filter(|(target, source)| target.name != source.name);
    let narrowed =
        |(target, source, (column, numbers)): (&Spans<'_>, &Spans<'_>, &(&Column, Vec<Option<f64>>))| {
            let rows =
                FORMULAS.iter().filter_map(|formula| narrowed(target, source, numbers, *formula)).max()?;
            Some(finding(target, source, &column.name, rows))
        };
    let all = pairs.flat_map(|(target, source)| numbers.iter().map(move |one| (target, source, *one)));
    let mut found: Vec<Finding> = all.filter_map(narrowed).collect();
    let rows = labelled.first().map_or(0, |one| one.labels.codes.len());
    let of_rows = Grouping::of_columns(labelled.iter().map(|one| one.labels), rows);
    found.extend(predicted(labelled, published, &found, Classes { of_rows: &of_rows, counts, k }));
    found
}

/// Numbers that predict what is behind the labels of which no formula was found.
fn predicted(
    labelled: &[LabelledColumn<'_>],
    published: &[&Column],
    found: &[Finding],
    classes: Classes<'_>,
) -> Vec<Finding> {
    let labels: Vec<Behind<'_>> =
        labelled.iter().filter_map(|one| Behind::new(one.labels, one.originals, classes)).collect();
    let numbers = published.iter().filter_map(|column| Number::new(column)).collect();
    let answers = published.iter().filter_map(|column| Number::from_answers(column)).collect();
    let of_labels = labelled.iter().filter_map(|one| Category::new(one.labels, &one.originals.name, false));
    let of_published = published.iter().filter_map(|column| Category::new(column, &column.name, true));
    let sources = Sources { numbers, answers, categories: of_published.chain(of_labels).collect() };
    let targets =
        labels.iter().filter(|target| found.iter().all(|one| one.about.as_deref() != Some(target.name)));
    let found = targets.flat_map(|target| {
        predicts(target, &labels, &sources).into_iter().map(|one| prediction(target.name, &one))
    });
    found.collect()
}

fn prediction(target: &str, found: &Prediction<'_>) -> Finding {
    let Prediction { columns, left, of } = found;
    let left = match left {
        Left::Half { rows } => format!("to at most half of its label, in {rows} of {of} records"),
        Left::Few { rows, k } => format!(
            "so closely that {rows} of {of} records have fewer than {k} lookalikes, for whoever knows \
             {target} of a person"
        ),
    };
    let [value, them] = if columns.len() == 1 { ["value", "it"] } else { ["values", "them"] };
    let message = format!(
        "whoever knows how the columns depend on each other learns {target} from the published {value} and \
         the labels, {left}; leave {them} out, publish {them} \
         coarser (publish: round), or give {them} the role quasi-identifier"
    );
    Finding {
        severity: Severity::Danger,
        rule: Rule::GivesBack,
        column: columns.join(" + "),
        about: Some(target.to_owned()),
        message,
    }
}

/// The values behind the labels of a column, and from where to where those of each label lie, in
/// the rows that are looked at.
struct Spans<'a> {
    name: &'a str,
    values: Vec<Option<f64>>,
    /// The most frequent value.
    usual: Option<f64>,
    of_row: Vec<Option<(f64, f64)>>,
    /// How far equal numbers may lie apart.
    apart: f64,
}

impl<'a> Spans<'a> {
    /// None of a column that has few numbers.
    fn new(column: &LabelledColumn<'a>) -> Option<Self> {
        let values = by_row(column.originals);
        let known: Vec<f64> = values.iter().copied().flatten().collect();
        if known.len() * 2 < values.len() || known.len() < FEWEST_ROWS {
            return None;
        }
        let step: f64 = if known.iter().all(|number| number.fract() == 0.0) { 1.0 } else { 0.01 };
        let (low, high) = known
            .iter()
            .fold((known[0], known[0]), |(low, high), number| (low.min(*number), high.max(*number)));
        let apart = (0.5 * step).min(EQUAL * (high - low));
        let mut of_label: HashMap<u32, (f64, f64)> = HashMap::new();
        for (label, value) in column.labels.codes.iter().zip(&values) {
            let Some(value) = value else { continue };
            let span = of_label.entry(label).or_insert((*value, *value));
            *span = (span.0.min(*value), span.1.max(*value));
        }
        let of_row: Vec<Option<(f64, f64)>> =
            column.labels.codes.iter().map(|label| of_label.get(&label).copied()).collect();
        Some(Self {
            name: &column.originals.name,
            usual: usual(known),
            values: sampled(&values),
            of_row: sampled(&of_row),
            apart,
        })
    }
}

/// The most frequent of some numbers.
fn usual(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let equal = numbers.chunk_by(|one, other| one == other).max_by_key(|equal| equal.len());
    equal.map(|equal| equal[0])
}

/// The rows of which a formula leaves at most half of the label, where that is a danger.
fn narrowed(
    target: &Spans<'_>,
    source: &Spans<'_>,
    numbers: &[Option<f64>],
    formula: fn(f64, f64) -> f64,
) -> Option<usize> {
    let (mut known, mut is_true, mut less) = (0, 0, 0);
    // Ten thousand divided into any small number is zero, and so is a column that mostly is.
    let (mut others, mut is_true_of_others) = (0, 0);
    for (row, number) in numbers.iter().enumerate() {
        let (Some(number), Some(value), Some(behind)) = (number, target.values[row], source.values[row])
        else {
            continue;
        };
        let is_other = target.usual != Some(value);
        known += 1;
        others += usize::from(is_other);
        let made = formula(*number, behind);
        let is_equal = (made - value).abs() <= target.apart;
        if !is_equal {
            continue;
        }
        is_true += 1;
        is_true_of_others += usize::from(is_other);
        let left = target.of_row[row].zip(source.of_row[row]).and_then(|((from, to), (least, most))| {
            let ends = [formula(*number, least), formula(*number, most)];
            let is_whole = ends.iter().all(|end| end.is_finite()) && from < to;
            let (low, high) = (ends[0].min(ends[1]).max(from), ends[0].max(ends[1]).min(to));
            is_whole.then_some((high - low) / (to - from))
        });
        less += usize::from(left.is_some_and(|left| left <= LEFT));
    }
    let is_formula = known >= FEWEST_ROWS
        && others > 0
        && is_true as f64 >= TRUE_OF * known as f64
        && is_true_of_others as f64 >= TRUE_OF * others as f64;
    (is_formula && less as f64 >= MANY * known as f64).then_some(less)
}

/// At most [`SAMPLE`] of the rows, evenly spaced.
fn sampled<T: Copy>(rows: &[T]) -> Vec<T> {
    rows.iter().copied().step_by(rows.len().div_ceil(SAMPLE).max(1)).collect()
}

pub(super) fn by_row(column: &Column) -> Vec<Option<f64>> {
    let of_code = numbers_or_days_of(column);
    column.codes.iter().map(|code| of_code[code as usize].filter(|_| !column.is_missing(code))).collect()
}

fn finding(target: &Spans<'_>, source: &Spans<'_>, published: &str, rows: usize) -> Finding {
    let (target, source, all) = (target.name, source.name, target.values.len());
    let message = format!(
        "the published number and the label of {source} leave at most half of the label of {target} in {rows} of {all} records: \
         leave {published} out, publish it coarser (publish: round), or give it the role quasi-identifier"
    );
    Finding {
        severity: Severity::Danger,
        rule: Rule::GivesBack,
        column: format!("{published} + {source}"),
        about: Some(target.to_owned()),
        message,
    }
}

#[cfg(test)]
mod tests;

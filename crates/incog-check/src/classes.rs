//! Figures of equivalence classes: sizes, diversity, closeness.

use crate::heap::*;
use crate::job_terms::demands::{ClassFigure, PrivacyDemand, ValuesFigure};
use crate::numbers::{abs, ceil, exp_m1, ln, sqrt, sum};
use crate::reading::order::sort;
use crate::reading::table::{CodedColumn, CodedTable};

/// By how much a figure may miss what is required: rounding of floating-point numbers.
const ROUNDING: f64 = 1e-9;

fn share(count: u64, total: u64) -> f64 {
    count as f64 / total as f64
}

/// How often each value occurs.
pub(crate) type ValueCounts = BTreeMap<usize, u64>;

fn counted<'a>(codes: impl Iterator<Item = &'a usize>) -> ValueCounts {
    let mut counts = ValueCounts::new();
    codes.for_each(|code| *counts.entry(*code).or_default() += 1);
    counts
}

/// The sensitive values of some rows, in one coding with the table that classes are compared with.
#[derive(Debug, Clone)]
pub(crate) struct SensitiveValues {
    /// By row.
    codes: Vec<usize>,
    missing: Option<usize>,
    /// Codes in the order of their values, the missing one last.
    order: Vec<usize>,
    /// Whether that is the order of the program.
    is_ordered: bool,
    /// The counts of the whole table; `None` where it is not at hand.
    whole: Option<ValueCounts>,
}

impl SensitiveValues {
    /// The values of a column, compared with those of the same column of a whole table.
    pub fn new(column: &CodedColumn, whole: Option<&CodedColumn>) -> Self {
        let base = whole.unwrap_or(column);
        let mut code_of: BTreeMap<String, usize> =
            base.values.iter().enumerate().map(|(code, value)| (value.clone(), code)).collect();
        let mut missing = base.missing;
        let (mut next, mut renamed) = (base.values.len(), vec![]);
        for (code, value) in column.values.iter().enumerate() {
            let found = match column.missing == Some(code) {
                true => *missing.get_or_insert(next),
                false => *code_of.entry(value.clone()).or_insert(next),
            };
            next += usize::from(found == next);
            renamed.push(found);
        }
        let mut sorted: Vec<String> =
            code_of.iter().filter(|(_, code)| Some(**code) != missing).map(|(v, _)| v.clone()).collect();
        let is_ordered = sort(&mut sorted);
        let order = sorted.iter().filter_map(|value| code_of.get(value).copied()).chain(missing).collect();
        let codes = column.codes.iter().map(|code| renamed[*code]).collect();
        Self { codes, missing, order, is_ordered, whole: whole.map(|column| counted(column.codes.iter())) }
    }

    fn counts(&self, rows: &[usize], skips_missing: bool) -> ValueCounts {
        let codes = rows.iter().map(|row| &self.codes[*row]);
        counted(codes.filter(|code| !(skips_missing && self.missing == Some(**code))))
    }

    /// A figure of the values of a class; `None` where it has no value that would do.
    fn measure(&self, figure: ValuesFigure, counts: &ValueCounts) -> Option<f64> {
        let total: u64 = counts.values().sum();
        match figure {
            ValuesFigure::Distinct => Some(counts.len() as f64),
            ValuesFigure::Entropy if total == 0 => Some(0.0),
            ValuesFigure::Entropy => {
                let terms = counts.values().map(|&count| -share(count, total) * ln(share(count, total)));
                Some(exp_m1(sum(terms)) + 1.0)
            }
            ValuesFigure::Recursive { l } => {
                let mut sorted: Vec<u64> = counts.values().copied().collect();
                sorted.sort_unstable_by(|a, b| b.cmp(a));
                let rest: u64 = sorted.get(l - 1..).filter(|rest| !rest.is_empty())?.iter().sum();
                Some(sorted[0] as f64 / rest as f64)
            }
            ValuesFigure::LargestShare => Some(counts.values().max().map_or(0.0, |&most| share(most, total))),
            ValuesFigure::Euclidean => Some(sqrt(sum(self.extra(counts)?.into_iter().map(|x| x * x)))),
            ValuesFigure::EqualDistance => Some(sum(self.extra(counts)?.into_iter().map(abs)) / 2.0),
            ValuesFigure::OrderedDistance => {
                let (mut carried, mut moved) = (0.0, Vec::new());
                for x in self.extra(counts)? {
                    carried += x;
                    moved.push(abs(carried));
                }
                Some(sum(moved) / self.order.len().saturating_sub(1).max(1) as f64)
            }
        }
    }

    /// By how much the share of each value in a class exceeds that in the whole table, in the order
    /// of the values.
    fn extra(&self, counts: &ValueCounts) -> Option<Vec<f64>> {
        let whole = self.whole.as_ref()?;
        let totals = [counts, whole].map(|counts| counts.values().sum::<u64>().max(1));
        let mut extra = vec![];
        for code in &self.order {
            let [inside, all] = [counts, whole].map(|counts| counts.get(code).copied().unwrap_or(0));
            extra.push(share(inside, totals[0]) - share(all, totals[1]));
        }
        Some(extra)
    }
}

/// What the rows of a table have in its sensitive columns.
#[derive(Debug, Clone, Default)]
pub(crate) struct ClassMeter {
    sensitive: BTreeMap<String, SensitiveValues>,
}

impl ClassMeter {
    /// Classes of a table, compared with a whole one.
    pub fn new<'a>(
        table: &CodedTable,
        whole: Option<&CodedTable>,
        names: impl Iterator<Item = &'a String>,
    ) -> Self {
        Self {
            sensitive: names
                .filter_map(|name: &String| {
                    let whole = whole.and_then(|whole| whole.column(name));
                    Some((name.clone(), SensitiveValues::new(table.column(name)?, whole)))
                })
                .collect(),
        }
    }

    /// The figure of a class: `Ok(None)` where nothing would do, an error where it is not counted.
    pub fn figure(&self, demand: &PrivacyDemand, rows: &[usize]) -> Result<Option<f64>, Uncounted> {
        match &demand.figure {
            ClassFigure::Size => Ok(Some(rows.len() as f64)),
            ClassFigure::Risk(_) => Ok(Some(1.0 / rows.len().max(1) as f64)),
            ClassFigure::Uncounted => Err(Uncounted),
            ClassFigure::Values { column, figure, skips_missing } => {
                let values = self.sensitive.get(column).ok_or(Uncounted)?;
                let is_distance = matches!(
                    figure,
                    ValuesFigure::Euclidean | ValuesFigure::EqualDistance | ValuesFigure::OrderedDistance
                );
                let lacks_order = *figure == ValuesFigure::OrderedDistance && !values.is_ordered;
                if is_distance && values.whole.is_none() || lacks_order {
                    return Err(Uncounted);
                }
                Ok(values.measure(*figure, &values.counts(rows, *skips_missing)))
            }
        }
    }

    /// Whether a class meets all demands.
    pub fn satisfies(&self, demands: &[PrivacyDemand], rows: &[usize]) -> Result<bool, Uncounted> {
        for demand in demands {
            if !demand.is_met_by(self.figure(demand, rows)?) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A figure that is not computed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Uncounted;

impl PrivacyDemand {
    pub fn is_met_by(&self, figure: Option<f64>) -> bool {
        let margin = ROUNDING * f64::max(1.0, abs(self.required));
        figure.is_some_and(|figure| match self.direction {
            "at-least" => figure >= self.required - margin,
            "below" => figure < self.required,
            _ => figure <= self.required + margin,
        })
    }

    /// Whether one figure is worse than another.
    pub fn is_worse(&self, figure: Option<f64>, other: Option<f64>) -> bool {
        match (figure, other) {
            (None, Some(_)) => true,
            (Some(one), Some(other)) => {
                if self.direction == "at-least" {
                    one < other
                } else {
                    one > other
                }
            }
            (_, None) => false,
        }
    }

    /// The least records that a class has; `None` where more records may break it.
    pub fn least_records(&self) -> Option<u64> {
        match &self.figure {
            ClassFigure::Size => Some(ceil(self.required) as u64),
            ClassFigure::Risk(risk) => risk.reciprocal_rounded_up(),
            ClassFigure::Values { figure: ValuesFigure::Distinct, .. } => Some(ceil(self.required) as u64),
            _ => None,
        }
    }
}

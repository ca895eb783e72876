//! A table in a line for each algorithm.

use super::comparison::{Cell, PairedComparison};

/// The table in Markdown with one line for each algorithm: its mean difference from the proved
/// optimum of full-domain recoding, on how many instances its mean is the best, and on how many the
/// subject is significantly better or worse.
pub fn summary(table: &PairedComparison) -> String {
    let with_gap = table.lines.iter().any(|(_, cells)| cells.iter().any(|cell| cell.gap.is_some()));
    let mut text = format!("#### {}\n\n| algorithm | instances |", table.title);
    text += if with_gap {
        " mean difference from the optimum (+ is better) |"
    } else {
        " mean over the instances |"
    };
    text += " best mean on |";
    let subject = table.subject.as_deref();
    if let Some(subject) = subject {
        text += &format!(" {subject} better on | worse on |");
    }
    let is_told = (0..table.algorithms.len()).any(|place| without_release(table, place) > 0);
    text += if is_told { " runs that found nothing |" } else { "" };
    text += "\n|:--|--:|--:|--:|";
    text += if subject.is_some() { "--:|--:|" } else { "" };
    text += if is_told { "--:|\n" } else { "\n" };
    for (place, label) in table.algorithms.iter().enumerate() {
        text += &line(table, place, label, with_gap);
        text += &if is_told { format!(" {} |\n", without_release(table, place)) } else { "\n".to_owned() };
    }
    text + "\n"
}

/// The runs of an algorithm that found no release.
fn without_release(table: &PairedComparison, place: usize) -> usize {
    table.lines.iter().map(|(_, cells)| cells[place].runs - cells[place].feasible).sum()
}

/// By how much a mean is better than the proved optimum, as a share of the latter; `None` where
/// none is proved.
fn difference(table: &PairedComparison, cells: &[Cell], place: usize) -> Option<f64> {
    let (cell, gap) = (&cells[place], cells[place].gap?);
    let best = table.algorithms.iter().position(|label| table.optimum.as_ref() == Some(label))?;
    let (mean, best) = (cell.values?.mean, cells[best].values?.mean);
    let is_better = if table.minimize { mean < best } else { mean > best };
    Some(if gap == 0.0 || is_better { gap } else { -gap })
}

/// The number of instances on which an algorithm ran and the optimum is proved, and its mean
/// difference from it, as a share; `None` where there is none, or the table is not about the
/// objective.
pub(crate) fn mean_difference(table: &PairedComparison, label: &str) -> Option<(usize, f64)> {
    let place = table.algorithms.iter().position(|other| other == label)?;
    let all: Vec<f64> = table.lines.iter().filter_map(|(_, cells)| difference(table, cells, place)).collect();
    (!all.is_empty()).then(|| (all.len(), all.iter().sum::<f64>() / all.len() as f64))
}

fn line(table: &PairedComparison, place: usize, label: &str, with_gap: bool) -> String {
    let cells: Vec<&Cell> = table.lines.iter().map(|(_, cells)| &cells[place]).collect();
    let found: Vec<&&Cell> = cells.iter().filter(|cell| cell.values.is_some()).collect();
    let figures: Vec<f64> = match with_gap {
        true => table.lines.iter().filter_map(|(_, cells)| difference(table, cells, place)).collect(),
        false => found.iter().filter_map(|cell| Some(cell.values?.mean)).collect(),
    };
    let mean = figures.iter().sum::<f64>() / figures.len().max(1) as f64;
    let shown = match (figures.is_empty(), with_gap) {
        (true, _) => "–".to_owned(),
        (_, true) => format!("{:+.1} %", 100.0 * mean),
        (_, false) => format!("{mean:.*}", table.digits),
    };
    let is_optimum = table.optimum.as_deref() == Some(label);
    let best = cells.iter().filter(|cell| cell.best).count();
    let best = if is_optimum { "–".to_owned() } else { best.to_string() };
    let mut text = format!("| {label} | {} | {shown} | {best} |", found.len());
    if table.subject.is_some() {
        let is_tested = found.iter().any(|cell| cell.p.is_some());
        let count = |sign: i8| match is_tested {
            true => cells.iter().filter(|cell| cell.subject_wins == sign).count().to_string(),
            false => "–".to_owned(),
        };
        text += &format!(" {} | {} |", count(1), count(-1));
    }
    text
}

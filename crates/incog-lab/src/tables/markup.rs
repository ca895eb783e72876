//! Tables as Markdown, CSV and LaTeX.

use super::comparison::{Cell, LEVEL, PairedComparison};

/// The table as Markdown, with its legend.
pub fn markdown(table: &PairedComparison) -> String {
    let mut text = format!("### {}\n\n| instance |", table.title);
    table.algorithms.iter().for_each(|label| text += &format!(" {label} |"));
    text += "\n|:--|";
    table.algorithms.iter().for_each(|_| text += "--:|");
    text += "\n";
    for (instance, cells) in &table.lines {
        text += &format!("| {instance} |");
        for cell in cells {
            let (bold, shown) = (if cell.best { "**" } else { "" }, shown(cell, table.digits, " ± "));
            text += &format!(" {bold}{shown}{bold}{} |", sign(cell, ["⁺", "⁻", ""]));
        }
        text += "\n";
    }
    text + &format!("\n{}\n", legend(table))
}

/// The table as LaTeX, for `booktabs`.
pub fn latex(table: &PairedComparison) -> String {
    let escaped =
        |text: &str| text.replace('\\', "").replace('_', "\\_").replace('%', "\\%").replace('&', "\\&");
    let columns = "r".repeat(table.algorithms.len());
    let mut text = format!("\\begin{{tabular}}{{l{columns}}}\n\\toprule\ninstance");
    table.algorithms.iter().for_each(|label| text += &format!(" & {}", escaped(label)));
    text += " \\\\\n\\midrule\n";
    for (instance, cells) in &table.lines {
        text += &escaped(instance);
        for cell in cells {
            let shown = shown(cell, table.digits, " $\\pm$ ");
            let shown = if cell.best { format!("\\textbf{{{shown}}}") } else { shown };
            text += &format!(" & {shown}{}", sign(cell, ["$^{+}$", "$^{-}$", ""]));
        }
        text += " \\\\\n";
    }
    text + &format!("\\bottomrule\n\\end{{tabular}}\n% {}\n", legend(table))
}

/// The table as CSV, with one line for each instance and algorithm that has all figures.
pub fn csv(table: &PairedComparison) -> String {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let header = [
        "instance",
        "algorithm",
        "runs",
        "feasible",
        "mean",
        "std",
        "median",
        "least",
        "greatest",
        "gap",
        "a12",
        "raw-p",
        "p",
        "subject-wins",
    ];
    // Writing into memory cannot fail.
    let _ = writer.write_record(header);
    for (instance, cells) in &table.lines {
        for (label, cell) in table.algorithms.iter().zip(cells) {
            let of = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
            let values = cell.values;
            let record = [
                instance.clone(),
                label.clone(),
                cell.runs.to_string(),
                cell.feasible.to_string(),
                of(values.map(|values| values.mean)),
                of(values.map(|values| values.deviation)),
                of(values.map(|values| values.median)),
                of(values.map(|values| values.least)),
                of(values.map(|values| values.greatest)),
                of(cell.gap),
                of(cell.a12),
                of(cell.raw_p),
                of(cell.p),
                cell.p.map(|_| cell.subject_wins.to_string()).unwrap_or_default(),
            ];
            let _ = writer.write_record(record);
        }
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn shown(cell: &Cell, digits: usize, plus_minus: &str) -> String {
    let Some(values) = cell.values else {
        return if cell.runs == 0 || cell.feasible > 0 { "–".into() } else { "none found".into() };
    };
    let spread =
        if values.count > 1 { format!("{plus_minus}{:.digits$}", values.deviation) } else { String::new() };
    let found = if cell.feasible < cell.runs {
        format!(" ({} of {})", cell.feasible, cell.runs)
    } else {
        String::new()
    };
    let doubt = if cell.unproved { " (not proved)" } else { "" };
    format!("{:.digits$}{spread}{found}{doubt}", values.mean)
}

fn sign(cell: &Cell, [wins, loses, neither]: [&'static str; 3]) -> &'static str {
    match cell.subject_wins {
        1 => wins,
        -1 => loses,
        _ => neither,
    }
}

fn legend(table: &PairedComparison) -> String {
    let runs =
        table.lines.iter().flat_map(|(_, cells)| cells.iter().map(|cell| cell.runs)).max().unwrap_or(0);
    let mut text =
        format!("{}: mean ± standard deviation of up to {runs} runs; bold: best mean", table.measure);
    if table.optimum.is_some() {
        text += ", the proved optimum left aside";
    }
    if let Some(subject) = &table.subject {
        text +=
            &format!("; ⁺ {subject} is better, ⁻ worse than this one at {LEVEL} (Wilcoxon, Holm-corrected)");
    }
    text + "."
}

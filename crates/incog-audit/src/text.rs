//! Audits as text for people.

use super::lint::{Finding, Severity};
use super::measurement::{Audit, Measurement};
use super::request::MissingReading;
use super::worst_distances::ReferenceDistances;
use std::fmt::Write;

impl Audit {
    /// A table with one column per reading of missing cells; a single column when no cell is
    /// missing.
    pub fn to_text(&self) -> String {
        let readings = if self.rows_with_missing == 0 {
            &self.readings[..self.readings.len().min(1)]
        } else {
            &self.readings
        };
        let Some(first) = readings.first() else { return String::new() };
        let mut lines: Vec<Vec<String>> = Vec::new();
        if readings.len() > 1 {
            let names = readings.iter().map(|reading| title(reading.reading).to_owned());
            lines.push(std::iter::once("missing cells are".to_owned()).chain(names).collect());
        }
        for (place, (name, _)) in figures(first).into_iter().enumerate() {
            lines.push(
                std::iter::once(name)
                    .chain(readings.iter().map(|reading: &Measurement| figures(reading).swap_remove(place).1))
                    .collect(),
            );
        }
        let mut text = align(&lines);
        let note = match self.rows_with_missing {
            0 => "No quasi-identifier is missing or suppressed.".to_owned(),
            rows => format!("In {rows} rows, a quasi-identifier is missing or suppressed."),
        };
        let _ = writeln!(text, "\n{note}");
        text
    }
}

/// One line per finding, worst first.
pub fn findings_text(findings: &[Finding]) -> String {
    let line = |finding: &Finding| {
        vec![severity_word(finding.severity).to_owned(), finding.column.clone(), finding.message.clone()]
    };
    align(&findings.iter().map(line).collect::<Vec<_>>())
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Danger => "danger",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn title(reading: MissingReading) -> &'static str {
    match reading {
        MissingReading::OwnValue => "a value of their own",
        MissingReading::MatchesAnything => "anything",
        MissingReading::LeftOut => "left out",
    }
}

/// The figures of a measurement by name; the names depend only on the request.
fn figures(of: &Measurement) -> Vec<(String, String)> {
    let sizes = &of.classes;
    let (in_people, people, alone) = match &of.unit {
        Some(unit) => (format!(", people by {unit}"), " people", "of people alone in their class"),
        None => (String::new(), "", "alone in their class"),
    };
    let mut lines = vec![
        ("records".to_owned(), of.records.to_string()),
        ("classes".to_owned(), sizes.count.to_string()),
        (format!("k (smallest class{in_people})"), of.k.to_string()),
        (
            "class size: median, mean, largest".to_owned(),
            format!("{}, {:.1}, {}", sizes.median, sizes.mean, sizes.max),
        ),
        (format!("records {alone}"), of.unique_records.to_string()),
    ];
    let below = of.records_below.iter();
    lines.extend(
        below.map(|below| {
            (format!("records in classes below {}{people}", below.k), below.records.to_string())
        }),
    );
    for one in of.sensitive.iter().chain(&of.combinations) {
        let name = |figure: &str| format!("{}: {figure}", one.name);
        lines.push((name("distinct l"), one.distinct_l.to_string()));
        lines.push((name("entropy l"), format!("{:.3}", one.entropy_l)));
        for recursive in &one.recursive {
            let c = recursive.c.map_or("none".to_owned(), |c| format!("above {c:.3}"));
            lines.push((name(&format!("recursive c for l = {}", recursive.l)), c));
        }
        let (table, release) = (ReferenceDistances { t: one.t, shares: one.shares }, one.against_release);
        lines.push((name("alpha (largest share)"), format!("{:.3}", one.shares.alpha)));
        let against_release = release.map(|release| distances(&release));
        for (place, (figure, value)) in distances(&table).into_iter().enumerate() {
            match &against_release {
                None => lines.push((name(figure), value)),
                Some(others) => {
                    lines.push((name(&format!("{figure}, against the table")), value));
                    lines.push((name(&format!("{figure}, against the release")), others[place].1.clone()));
                }
            }
        }
    }
    if let Some(providers) = of.provider_diversity {
        lines.push(("providers in a class, fewest".to_owned(), providers.to_string()));
    }
    let coalitions = of.coalitions.iter();
    lines.extend(
        coalitions.map(|one| (format!("k against {} colluding providers", one.m), one.k.to_string())),
    );
    let percent = |share: f64| format!("{:.2} %", share * 100.0);
    lines.push(("C_AVG".to_owned(), of.c_avg.map_or("-".to_owned(), |c_avg| format!("{c_avg:.2}"))));
    lines.push(("discernibility".to_owned(), format!("{:.0}", of.discernibility)));
    lines.push(("prosecutor risk, highest".to_owned(), percent(of.risks.prosecutor_max)));
    lines.push(("prosecutor risk, mean".to_owned(), percent(of.risks.prosecutor_mean)));
    lines
}

/// The figures of the class that is farthest from a distribution.
fn distances(of: &ReferenceDistances) -> Vec<(&'static str, String)> {
    let t = [
        ("t, euclidean", Some(of.t.euclidean)),
        ("t, equal", Some(of.t.equal)),
        ("t, ordered", of.t.ordered),
        ("t, hierarchical", of.t.hierarchical),
    ];
    let shares = [
        ("beta, basic", of.shares.beta),
        ("beta, enhanced", of.shares.enhanced_beta),
        ("delta (of values in the class)", of.shares.delta_of_present),
        ("delta (of all values)", of.shares.delta),
    ];
    let known = t.into_iter().filter_map(|(name, t)| Some((name, format!("{:.4}", t?))));
    let gains = shares
        .into_iter()
        .map(|(name, figure)| (name, figure.map_or("none".to_owned(), |figure| format!("{figure:.3}"))));
    known.chain(gains).collect()
}

/// Characters of the widest column that others are aligned with; a longer cell moves only the rest
/// of its own line.
const WIDEST: usize = 60;

/// Aligns lines of cells in columns, two spaces apart; the last column is not padded.
///
/// ```
/// let line = |name: &str, figure: &str| vec![name.to_owned(), figure.to_owned()];
/// assert_eq!(incog_audit::align(&[line("age", "1"), line("zip code", "2")]), "age       1\nzip code  2\n");
/// let long = "x".repeat(100);
/// assert_eq!(incog_audit::align(&[line("age", "1"), line(&long, "2")]), format!("age  1\n{long}  2\n"));
/// ```
pub fn align(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(move |line| line.get(column));
        cells.map(|cell| cell.chars().count()).filter(|width| *width <= WIDEST).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}

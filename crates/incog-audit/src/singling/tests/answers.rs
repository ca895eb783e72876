//! Tables of few records, and answers to many questions.

use super::*;

/// In a table of 19 records most costs to the cent and days are somebody's own, coarse ones are
/// not.
#[test]
fn exact_values_of_a_small_table_are_a_danger() {
    let exact = |row: usize, column: usize| match column {
        0 => format!("{}.{:02}", 1000 + row * 377, row * 7),
        _ => format!("2024-01-{:02}", 2 + row),
    };
    let found = told(&request(&table(&["costs", "day"], 19, exact), Role::Sensitive));
    let named: Vec<(&str, u64)> = found.iter().map(|found| (found.1.as_str(), found.3)).collect();
    assert_eq!(named, [("costs", 19), ("day", 19)]);
    assert!(found.iter().all(|found| found.2 == Severity::Danger));
    let coarse = |row: usize, column: usize| match column {
        0 => (1000 * (1 + row)).to_string(),
        1 => format!("2024-{:02}-01", 1 + row % 12),
        2 => format!("illness {row}"),
        _ => ["112.50", "98.20", "77.10"][row % 3].to_owned(),
    };
    let small = table(&["costs", "month", "illness", "tariff"], 12, coarse);
    assert_eq!(told(&request(&small, Role::Sensitive)), []);
}

/// Sixty hobbies beside labels are a search by name; two answers of many are a warning.
#[test]
fn words_and_answers_beside_labels_are_counted() {
    let cell = |row: usize, column: usize| match column {
        0 => (row / 20).to_string(),
        1 => format!("hobby {}", row * 7 % 60),
        _ => format!("answer {}", (row * 7 / (5 * (column - 1)) + row * column) % 5),
    };
    let table = table(&["age", "hobby", "q1", "q2", "q3"], 600, cell);
    let mut asked = request(&table, Role::Insensitive);
    asked.columns.remove(0);
    asked.labels = vec![&table.columns()[0]];
    let found = told(&asked);
    let beside: Vec<&(Singling, String, Severity, u64)> =
        found.iter().filter(|found| found.0 == Singling::BesideLabels).collect();
    assert_eq!((beside[0].1.as_str(), beside[0].2, beside[0].3), ("hobby", Severity::Danger, 600));
    assert_eq!((beside.len(), beside[1].2), (2, Severity::Warning), "{beside:?}");
    assert!(beside[1].1.contains('+'), "{beside:?}");
}

/// Ten answers divide classes of ten people, whether or not another column divides them, too.
#[test]
fn the_only_answer_beside_labels_is_a_warning() {
    let cell = |row: usize, column: usize| match column {
        0 => (row / 10).to_string(),
        _ => format!("answer {}", row % 10),
    };
    let table = table(&["age", "q1"], 600, cell);
    let mut asked = request(&table, Role::Insensitive);
    asked.columns.remove(0);
    asked.labels = vec![&table.columns()[0]];
    assert_eq!(told(&asked), [(Singling::BesideLabels, "q1".to_owned(), Severity::Warning, 600)]);
}

/// 120 records of 22 combinations of two coarse answers.
#[test]
fn a_pair_of_coarse_answers_is_a_warning() {
    let cell = |row: usize, column: usize| match column {
        0 => (row % 11).to_string(),
        _ => ["yes", "no"][usize::from(row % 20 < 5)].to_owned(),
    };
    let found = told(&request(&table(&["pain", "response"], 120, cell), Role::Insensitive));
    let pairs: Vec<Severity> =
        found.iter().filter(|found| found.0 == Singling::Together).map(|found| found.2).collect();
    assert_eq!(pairs, [Severity::Warning]);
    let certain = singled_out(&request(&table(&["pain", "response"], 120, cell), Role::Insensitive));
    assert!(certain.iter().all(|found| found.severity == Severity::Danger || !found.is_certain(0)));
}

//! All columns together, unusual answers, and noisy columns with an exact one.

use super::unions::{blurred, scattered};
use super::*;

/// Thirty answers, `yes` in one record of so many.
fn thirty_answers(percent: usize) -> Vec<(Singling, String, Severity, u64)> {
    let names: Vec<String> = (0..30).map(|number| format!("q{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let answers = table(&names, 1_000, |row, column| {
        ["no", "yes"][usize::from(scattered(row, column, 100) < percent)].to_owned()
    });
    told(&request(&answers, Role::Insensitive))
}

#[test]
fn unusual_answers_are_a_danger_and_others_a_warning_together() {
    for (percent, severity) in [(9, Severity::Danger), (12, Severity::Danger), (35, Severity::Warning)] {
        let found = thirty_answers(percent);
        let by = if severity == Severity::Danger { Singling::Sparse } else { Singling::AllTogether };
        let told = found.iter().find(|found| found.0 == by);
        assert!(told.is_some_and(|told| told.2 == severity && told.3 > 400), "{percent}: {found:?}");
        assert_eq!(found.iter().any(|found| found.2 == Severity::Danger), severity == Severity::Danger);
    }
    assert_eq!(thirty_answers(1), []);
    let answers =
        table(&["a", "b", "c"], 1_000, |row, column| format!("answer {}", scattered(row, column, 12)));
    let all = singled_out(&request(&answers, Role::Insensitive));
    let message = all.iter().find(|one| one.by == Singling::AllTogether).map(|one| one.finding().message);
    let message = message.expect("a warning");
    assert!(message.contains("alone by 3 columns together (a, b, c)"), "{message}");
}

#[test]
fn noisy_columns_with_an_exact_one_are_counted() {
    let table = table(&["pay", "rent", "ward"], 1_000, |row, column| match column {
        2 => format!("ward {}", scattered(row, 2, 8)),
        _ => scattered(row, column, 1_000).to_string(),
    });
    let mut asked = blurred(&table, Blur::Numbers(60.0));
    asked.columns[2].blur = Blur::None;
    // Both noisy columns leave 14 of 1,000 records, the ward leaves two.
    let found = told(&asked);
    assert_eq!(
        (found[0].0, found[0].1.as_str(), found[0].2),
        (Singling::Noisy, "pay+rent+ward", Severity::Danger),
        "{found:?}"
    );
    asked.columns[2].role = Role::Sensitive;
    assert!(told(&asked).iter().all(|found| found.2 != Severity::Danger), "a hidden ward");
}

//! A few columns that single people out together, and an attacker who takes the nearest record.

use super::unions::{blurred, scattered};
use super::*;
use crate::singling::nearest_attacks::{NearestAttack, NearestAttackRequest, nearest_attacks};

/// Three amounts of so many values each: no pair singles out 5 %.
fn three_amounts(values: usize) -> Table {
    table(&["expend", "income", "savings"], 4_000, |row, column| {
        (1_000 * scattered(row, column, values)).to_string()
    })
}

#[test]
fn three_amounts_are_a_danger_where_a_fifth_is_alone() {
    let dangerous = three_amounts(20);
    let found = told(&request(&dangerous, Role::Sensitive));
    assert_eq!((found[0].0, found[0].2), (Singling::FewKnown, Severity::Danger), "{found:?}");
    assert!(found[0].3 > 800 && found[0].3 < 4_000, "{found:?}");
    assert_eq!(told(&request(&three_amounts(12), Role::Sensitive)), []);
    let finding = singled_out(&request(&dangerous, Role::Sensitive))[0].finding();
    assert!(finding.message.contains("alone by these 3 columns together"), "{}", finding.message);
    // The figure is that of these columns, whatever order they were chosen in.
    let keys: Vec<String> =
        (0..4_000).map(|row| dangerous.columns().iter().map(|one| one.value(row)).collect()).collect();
    let alone =
        keys.iter().filter(|key| keys.iter().filter(|other| other == key).count() == 1).count() as u64;
    assert_eq!(found[0].3, alone);
}

/// Answers to a survey: three of nine values each are a warning, three of eleven a danger.
#[test]
fn answers_are_a_danger_where_most_are_alone() {
    let answers = |values: usize| {
        table(&["q1", "q2", "q3"], 1_000, move |row, column| {
            format!("answer {}", scattered(row, column, values))
        })
    };
    for (values, severity) in [(9, Severity::Warning), (12, Severity::Danger)] {
        let found = told(&request(&answers(values), Role::Insensitive));
        let few = found.iter().find(|one| one.0 == Singling::FewKnown).expect("a finding");
        assert_eq!(few.2, severity, "{found:?}");
    }
}

/// Four columns of a danger's size are a warning, as are sensitive categories among three.
#[test]
fn four_columns_and_hidden_ones_are_a_warning() {
    let four = table(&["a", "b", "c", "d"], 4_000, |row, column| scattered(row, column, 10).to_string());
    let found = told(&request(&four, Role::Insensitive));
    assert_eq!((found[0].0, found[0].2), (Singling::FewKnown, Severity::Warning), "{found:?}");
    assert_eq!(found[0].1.split('+').count(), 4, "{found:?}");
    let hidden =
        table(&["illness", "b", "c"], 4_000, |row, column| format!("x{}", scattered(row, column, 20)));
    let found = told(&request(&hidden, Role::Sensitive));
    let few: Vec<Severity> =
        found.iter().filter(|one| one.0 == Singling::FewKnown).map(|one| one.2).collect();
    assert_eq!(few, [Severity::Warning], "{found:?}");
}

/// A third of the table is enough to choose the columns; all of it is counted.
#[test]
fn large_tables_are_counted_whole() {
    let large = table(&["a", "b", "c", "kind"], 60_000, |row, column| match column {
        3 => (row % 2).to_string(),
        _ => scattered(row, column, 45).to_string(),
    });
    let found = told(&request(&large, Role::Sensitive));
    let few = found.iter().find(|one| one.0 == Singling::FewKnown).expect("a finding");
    let mut columns: Vec<&str> = few.1.split('+').collect();
    columns.sort_unstable();
    assert_eq!((columns, few.2), (vec!["a", "b", "c"], Severity::Danger), "{found:?}");
}

/// Fourteen independent answers, of which chance replaces one in ten: each of 1,000 records has
/// some 29 others that as many replacements as chance makes lead to, so the gate finds nothing. But
/// the nearest record is the right one in 48 of 100 cases: 36 are allowed, and of 1,000 tries 1 in
/// a million is below 41.
#[test]
fn the_nearest_record_is_a_danger_where_the_gate_finds_none() {
    let names: Vec<String> = (0..14).map(|number| format!("q{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let answer = |row: usize, column: usize| scattered(row, column, 2);
    let original = table(&names, 1_000, |row, column| ["yes", "no"][answer(row, column)].to_owned());
    let published = table(&names, 1_000, |row, column| {
        let is_replaced = scattered(row, 50 + column, 10) == 0;
        ["yes", "no"][answer(row, column) ^ usize::from(is_replaced)].to_owned()
    });
    let asked = blurred(&published, Blur::Replaced(0.1));
    assert_eq!(told(&asked), []);
    let attacks = nearest_attacks(&NearestAttackRequest {
        columns: asked.columns.clone(),
        originals: original.columns(),
        labels: Vec::new(),
        people: None,
        counts: RecordCounts::ONE_EACH,
        rows: 1_000,
        k: 5,
    });
    let [attack] = attacks.as_slice() else { panic!("one attack: {attacks:?}") };
    assert!((attack.allowed - 0.36).abs() < 1e-12 && attack.by_guessing < 0.002, "{attack:?}");
    assert!((0.41..0.56).contains(&attack.right), "{attack:?}");
    let finding = attack.finding().expect("a danger");
    assert!(finding.key().ends_with("q12 + q13: singles people out"), "{}", finding.key());
    // More replacements hide everybody.
    let hidden = NearestAttack { right: 0.39, ..attack.clone() };
    assert_eq!(hidden.finding(), None);
}

#![allow(clippy::unwrap_used)]

use super::*;
use incog_data::{CountedTable, Hierarchy, RecordCounts, Table};

/// Eight records: ages 20, 21, 28, 29 and 40, 41, 48, 49; the young have flu, the old have gout but
/// one.
fn input() -> Table {
    let rows = [
        ["20", "flu", "1"],
        ["21", "flu", "2"],
        ["28", "flu", "3"],
        ["29", "flu", "?"],
        ["40", "gout", "5"],
        ["41", "gout", "6"],
        ["48", "gout", "7"],
        ["49", "flu", "8"],
    ];
    Table::from_rows(["age", "ill", "cost"], rows, &["?"]).unwrap()
}

fn ages() -> Hierarchy {
    let row = |age: u32| -> Vec<String> {
        vec![
            age.to_string(),
            format!("{}-{}", age / 2 * 2, age / 2 * 2 + 1),
            format!("{}s", age / 10),
            "*".into(),
        ]
    };
    let rows: Vec<Vec<String>> = [20, 21, 28, 29, 40, 41, 48, 49].map(row).into();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str).collect::<Vec<_>>());
    Hierarchy::new(rows).unwrap()
}

/// The release of some rows, with ages at a level.
fn compared(rows: &[usize], level: usize) -> Comparison {
    counted(rows, level, RecordCounts::ONE_EACH, RecordCounts::ONE_EACH)
}

/// Like `compared`, for weighted rows.
fn counted(rows: &[usize], level: usize, before: RecordCounts<'_>, after: RecordCounts<'_>) -> Comparison {
    let (input, hierarchy) = (input(), ages());
    let released = |row: &usize| {
        let leaf = hierarchy.find(input.columns()[0].value(*row)).unwrap();
        let others = [1, 2].map(|column: usize| input.columns()[column].value(*row));
        [hierarchy.label(level, leaf), others[0], others[1]]
    };
    let release = Table::from_rows(["age", "ill", "cost"], rows.iter().map(released), &["?"]).unwrap();
    let cells = Attribute::new(1.0, level, &hierarchy, &release.columns()[0]).with_counts(after);
    let table = |table, counts| CountedTable::with_counts(table, counts).unwrap();
    let attributes = [ComparedAttribute { name: "age", cells }];
    Comparison::measure(table(&input, before), table(&release, after), &attributes, &["ill"])
}

#[test]
fn a_row_that_stands_for_two_records_counts_twice() {
    let (twice, of_release) = ([2; 8], [2; 6]);
    let rows = [0, 1, 3, 4, 5, 7];
    let found = counted(&rows, 1, RecordCounts::of_rows(&twice), RecordCounts::of_rows(&of_release));
    let once = compared(&rows, 1);
    assert_eq!((&found.pairs, &found.table), (&once.pairs, &once.table));
    let numbers =
        |of: &Comparison| of.numbers.iter().map(|of| (of.before.values, of.after.mean)).collect::<Vec<_>>();
    let doubled: Vec<_> = numbers(&once).into_iter().map(|(values, mean)| (2 * values, mean)).collect();
    assert_eq!(numbers(&found), doubled);
    // One record three times draws the mean towards it.
    let first = [3, 1, 1, 1, 1, 1, 1, 1];
    let found = counted(&ALL, 0, RecordCounts::of_rows(&first), RecordCounts::of_rows(&first));
    assert_eq!(found.numbers[0].before.mean, Some((34.5 * 8.0 + 40.0) / 10.0));
    assert_eq!(found.numbers[0].after, found.numbers[0].before);
}

const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

#[test]
fn numbers_of_labels_are_their_middles() {
    let numbers = compared(&ALL, 2).numbers;
    assert_eq!(numbers.iter().map(|of| &*of.column).collect::<Vec<_>>(), ["age", "cost"]);
    let age = &numbers[0];
    // (20 + 21 + 28 + 29 + 40 + 41 + 48 + 49) / 8, and the middles 24.5 and 44.5 four times each.
    assert_eq!((age.before.mean, age.before.median), (Some(34.5), Some(34.5)));
    assert_eq!((age.after.values, age.after.mean, age.after.median), (8, Some(34.5), Some(34.5)));
    // Differences 14.5, 13.5, 6.5, 5.5 twice: squares 210.25, 182.25, 42.25, 30.25; after it 10
    // eight times.
    let deviation = |squares: f64| (squares / 7.0).sqrt();
    assert!((age.before.standard_deviation.unwrap() - deviation(930.0)).abs() < 1e-12);
    assert!((age.after.standard_deviation.unwrap() - deviation(800.0)).abs() < 1e-12);
    let cost = &numbers[1];
    assert_eq!((cost.before.values, cost.before, cost.before.mean), (7, cost.after, Some(32.0 / 7.0)));
}

#[test]
fn what_is_suppressed_or_starred_is_no_number() {
    let some = compared(&ALL[..5], 0);
    assert_eq!((some.numbers[0].after.values, some.numbers[0].after.median), (5, Some(28.0)));
    let none = compared(&ALL, 3);
    assert_eq!((none.numbers[0].after.values, none.numbers[0].after.mean), (0, None));
}

/// Cells: eight ages by flu and gout, an eighth each.
#[test]
fn cross_tabulations_of_known_answers() {
    // Independent: 5/64 and 3/64 in each row; 5 rows have 1/8 and 0, 3 rows the other way: half of
    // 5 (3/64 + 3/64) + 3 (5/64 + 5/64).
    let of_values = 0.5 * (5.0 * 6.0 + 3.0 * 10.0) / 64.0;
    let as_it_was = compared(&ALL, 0);
    let pair = &as_it_was.pairs[0];
    assert!((pair.dependence_before - of_values).abs() < 1e-12);
    assert_eq!((pair.wrong_cell, pair.dependence_before), (0.0, pair.dependence_after));
    // By twos only the pair 48-49 changes: 1/16 in all four of its cells, where two had 1/8.
    let by_twos = &compared(&ALL, 1).pairs[0];
    assert!((by_twos.wrong_cell - 0.125).abs() < 1e-12);
    // Twenties: all flu, as before. Forties: 3 gout and 1 flu on four ages: 3/32 and 1/32 a row;
    // three rows differ by 1/32 twice, one by 3/32 twice.
    let by_tens = &compared(&ALL, 2).pairs[0];
    assert!((by_tens.wrong_cell - 0.5 * (3.0 * 2.0 + 6.0) / 32.0).abs() < 1e-12);
    // Twenties have 1/8 and 0 four times where 5/64 and 3/64 are expected, forties 1/32 and 3/32.
    assert!((by_tens.dependence_after - 0.5 * 4.0 * (6.0 + 6.0) / 64.0).abs() < 1e-12);
    // All starred: rows and columns do not depend on each other any more.
    let starred = &compared(&ALL, 3).pairs[0];
    assert!(starred.dependence_after < 1e-12 && (starred.wrong_cell - of_values).abs() < 1e-12);
    // Half of the records are gone: 1/8 becomes 1/4 or nothing.
    assert!((compared(&ALL[..4], 0).pairs[0].wrong_cell - 0.5).abs() < 1e-12);
}

#[test]
fn the_table_shown_is_that_of_the_first_pair() {
    let table = compared(&ALL, 2).table.unwrap();
    assert_eq!(table.columns, ["flu", "gout"]);
    assert_eq!(table.rows, ["20", "21", "28", "29", "40", "41", "48", "49"]);
    assert_eq!((&table.before[7], &table.after[7]), (&vec![0.125, 0.0], &vec![1.0 / 32.0, 3.0 / 32.0]));
    let all = |cells: &[Vec<f64>]| cells.iter().flatten().sum::<f64>();
    assert!((all(&table.before) - 1.0).abs() < 1e-12 && (all(&table.after) - 1.0).abs() < 1e-12);
}

/// 100 amounts and 30 words: quartiles, and the most frequent words.
#[test]
fn many_values_become_few_cells() {
    let rows = (1..=100u32).map(|n| [(n % 30).to_string(), n.to_string()]);
    let rows: Vec<[String; 2]> = rows.map(|[word, n]| [format!("w{word}"), n]).collect();
    let input =
        Table::from_rows(["word", "amount"], rows.iter().map(|row| row.each_ref().map(String::as_str)), &[]);
    let input = input.unwrap();
    let amount = Cells::of_values(&input.columns()[1], RecordCounts::ONE_EACH, &input.columns()[1], 8);
    assert_eq!(amount.labels, ["up to 25", "over 25 to 50", "over 50 to 75", "over 75"]);
    assert_eq!(amount.before.spread.len(), 4);
    let word = Cells::of_values(&input.columns()[0], RecordCounts::ONE_EACH, &input.columns()[0], 8);
    // Ten words stand four times, w1 to w10 in the order of their texts.
    assert_eq!(word.labels, ["w1", "w10", "w2", "w3", "w4", "w5", "w6", "(other)"]);
    let rows: Vec<Vec<&str>> = (0..30).map(|n| vec![rows[n][0].as_str(), "*"]).collect();
    let hierarchy = Hierarchy::new(rows).unwrap();
    let released = Table::from_rows(["word"], [["*"]], &[]).unwrap();
    let cells = Attribute::new(1.0, 1, &hierarchy, &released.columns()[0]);
    let words = Cells::of_groups(&input.columns()[0], RecordCounts::ONE_EACH, &cells, 20);
    assert_eq!((words.labels.len(), &*words.labels[19]), (20, "(other)"));
    assert_eq!(words.after.spread[0].last(), Some(&(19, 11.0 / 30.0)));
}

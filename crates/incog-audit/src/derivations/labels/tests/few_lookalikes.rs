//! Numbers that leave few lookalikes.

use super::*;
use incog_data::Table;

/// Fees that tell the ages of those who have a wide label: a third of the records.
#[test]
fn a_number_that_leaves_few_lookalikes_is_a_danger_where_most_labels_are_narrow() {
    let row = |row: u32| {
        let age = if row % 3 == 0 { 18 + row * 7 % 22 } else { 40 + row * 11 % 45 };
        let label = if age < 40 { "0-39".to_owned() } else { age.to_string() };
        let fee = (20 + 3 * age / 2 + row % 3) / 5 * 5;
        [age.to_string(), label, ["a", "b", "c"][row as usize * 5 % 3].to_owned(), fee.to_string()]
    };
    let rows: Vec<[String; 4]> = (0..900).map(row).collect();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    let table = Table::from_rows(["age", "label", "town", "fee"], rows, &[]).unwrap();
    let [age, labels, town, fee] = table.columns() else { unreachable!("four columns") };
    let labelled =
        [LabelledColumn { labels, originals: age }, LabelledColumn { labels: town, originals: town }];
    let found = |k| narrows_labels(&labelled, &[fee], k, RecordCounts::default());
    assert!(found(1).is_empty(), "{:?}", found(1));
    assert!(found(5).is_empty(), "about ninety are left of three hundred: {:?}", found(5));
    let keys: Vec<String> = found(150).iter().map(Finding::key).collect();
    assert_eq!(keys, ["fee: gives back age"]);
    assert!(
        found(150)[0].message.contains("have fewer than 150 lookalikes, for whoever knows age of a person")
    );
}

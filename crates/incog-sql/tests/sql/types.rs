//! What a column of a release is made of.

use incog_data::{Column, ColumnBuilder, Table};
use incog_sql::{CountedRelease, LabelType, Publication, Shown};

fn column(values: &[&str]) -> Column {
    let mut column = ColumnBuilder::new("c");
    values.iter().for_each(|value| column.push(value));
    column.finish(&["", "NA"])
}

/// Where the cells of a released column come from, whose rows are those of a counted one.
fn shown(released: &[&str], counted: &[&str]) -> Shown {
    let [released, counted] = [released, counted].map(|values| Table::new(vec![column(values)]).unwrap());
    let rows: Vec<u32> = (0..released.rows() as u32).collect();
    let records = vec![1; rows.len()];
    let release = CountedRelease { table: &released, rows: &rows, records: &records, texts: &[] };
    let numbers: Vec<i64> = (0..counted.rows() as i64).collect();
    Publication::new(release, &counted, &numbers, Vec::new()).unwrap().columns[0].shown
}

#[test]
fn cells_are_kept_where_nothing_was_changed() {
    assert_eq!(shown(&["7", "x"], &["7", "x", "y"]), Shown::Kept);
    // All that is missing becomes one thing, also where only rows that are not published have it.
    assert_eq!(shown(&["7", "NA", "NA"], &["7", "", "NA"]), Shown::KeptUnlessMissing);
    assert_eq!(shown(&["7"], &["7", ""]), Shown::KeptUnlessMissing);
    assert_eq!(shown(&["7", "*"], &["7", "8"]), Shown::Labels(LabelType::Text));
    assert_eq!(shown(&["7", ""], &["7", "8"]), Shown::Labels(LabelType::Whole));
}

/// A column of labels is text also where each of them is the value of its row, or a number.
#[test]
fn texts_are_labels_whatever_they_say() {
    let table = Table::new(vec![column(&["7", "8"])]).unwrap();
    let texts = ["c".to_owned()];
    let release = CountedRelease { table: &table, rows: &[0, 1], records: &[1, 1], texts: &texts };
    let publication = Publication::new(release, &table, &[70, 71], Vec::new()).unwrap();
    assert_eq!(publication.columns[0].shown, Shown::Labels(LabelType::Text));
    assert_eq!(publication.labels, [[Some("7".to_owned())], [Some("8".to_owned())]]);
}

#[test]
fn labels_have_a_type_only_if_it_writes_them_the_same_way() {
    let labels = |labels: &[&str]| match shown(labels, &["x"; 3][..labels.len()]) {
        Shown::Labels(labels) => labels,
        kept => panic!("{kept:?}"),
    };
    assert_eq!(labels(&["7", "-8", ""]), LabelType::Whole);
    assert_eq!(labels(&["7", "007"]), LabelType::Text);
    assert_eq!(labels(&["7.5", "8"]), LabelType::Number);
    assert_eq!(labels(&["7.10", "7.5"]), LabelType::Text);
    assert_eq!(labels(&["2024-03-01", "2024-04-01"]), LabelType::Date);
    assert_eq!(labels(&["2024-03-01", "2024-03-01T10:00"]), LabelType::Text);
    assert_eq!(labels(&["2024-03-01", "2024-03"]), LabelType::Text);
    assert_eq!(labels(&["", ""]), LabelType::Text);
}

#[test]
fn parts_tell_nothing_of_what_is_not_published() {
    let counted = Table::new(vec![column(&["secret", "a", "b"])]).unwrap();
    let released = Table::new(vec![column(&["*", "*"])]).unwrap();
    let release = CountedRelease { table: &released, rows: &[2, 1], records: &[3, 4], texts: &[] };
    let publication = Publication::new(release, &counted, &[70, 71, 72], vec!["c".to_owned()]).unwrap();
    let parts: Vec<(i64, u32, u32)> =
        publication.parts.iter().map(|part| (part.number, part.records, part.labels)).collect();
    assert_eq!(parts, [(72, 3, 0), (71, 4, 0)]);
    assert_eq!(publication.labels, [[Some("*".to_owned())]]);
    assert_eq!((publication.records(), publication.classes, publication.smallest), (7, 1, 7));
}

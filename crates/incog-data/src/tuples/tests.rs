use super::*;
use crate::{ColumnBuilder, Hierarchy};
use std::sync::Arc;

fn column(name: &str, values: &[&str]) -> Column {
    let mut builder = ColumnBuilder::new(name);
    values.iter().for_each(|value| builder.push(value));
    builder.finish(&[])
}

#[test]
fn counts_by_tuple_and_cell() {
    let zip = column("zip", &["b", "a", "b", "b"]);
    let ill = column("ill", &["flu", "flu", "cold", "flu"]);
    let h = Hierarchy::new([["a", "*"], ["b", "*"]]).unwrap();
    let qid = QuasiIdentifier::new(&zip, Arc::new(h)).unwrap();
    let (tuples, rows) = Tuples::with_row_map(vec![qid], &[&zip], &[&ill], 4).unwrap();
    assert_eq!(tuples.len(), 2);
    // Sorted by value: tuple 0 is "a"; cell 0 is "cold".
    assert_eq!(rows.tuple_of_row, [1, 0, 1, 1]);
    assert_eq!(tuples.count(1), 3);
    let cells: Vec<_> = tuples.cells(1).iter().map(|c| (c.cell, c.count)).collect();
    assert_eq!(cells, [(0, 1), (1, 2)]);
    assert_eq!(tuples.sensitive()[0].totals, [3, 1]);
    let without_the_last = tuples.with_reference(&rows, 3);
    assert_eq!((without_the_last.real_rows(), without_the_last.rows()), (3, 4));
    assert_eq!(without_the_last.sensitive()[0].totals, [2, 1]);
}

#[test]
fn a_counted_table_has_the_tuples_of_its_records() {
    let counts = [2, 1, 3, 1];
    let (zips, ills) = (["b", "a", "b", "b"], ["flu", "flu", "cold", "flu"]);
    let records = |values: [&'static str; 4]| -> Vec<&'static str> {
        let of_row = values.iter().zip(counts);
        of_row.flat_map(|(&value, count)| std::iter::repeat_n(value, count as usize)).collect()
    };
    let made = |zips: &[&str], ills: &[&str], counts: Option<&[u32]>| {
        let (zip, ill) = (column("zip", zips), column("ill", ills));
        let h = Hierarchy::new([["a", "*"], ["b", "*"]]).unwrap();
        let qid = vec![QuasiIdentifier::new(&zip, Arc::new(h)).unwrap()];
        match counts {
            Some(counts) => Tuples::counted(qid, &[&zip], &[&ill], counts).unwrap().0,
            None => Tuples::new(qid, &[&zip], &[&ill], zips.len()).unwrap(),
        }
    };
    let each = made(&records(zips), &records(ills), None);
    let counted = made(&zips, &ills, Some(&counts));
    assert_eq!((counted.rows(), counted.cell_totals()), (7, each.cell_totals()));
    assert_eq!((0..2).map(|tuple| counted.count(tuple)).collect::<Vec<_>>(), [1, 6]);
    assert!((0..2).all(|tuple| counted.cells(tuple) == each.cells(tuple)));
    assert_eq!(counted.sensitive()[0].totals, each.sensitive()[0].totals);
    let zip = column("zip", &["a"]);
    let none = Tuples::counted(Vec::new(), &[&zip], &[], &[0]);
    assert_eq!(none.unwrap_err(), TuplesError::NoRecord { row: 0 });
}

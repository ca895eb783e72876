//! Bands that say together what a treatment hides.

use super::*;

const ROWS: usize = 1_200;

/// What these two columns give back of a pay with noise of 400 on average, which has bands of its
/// thousands and of what is left of them.
fn found(published: [&str; 2]) -> Vec<String> {
    let cells = (0..ROWS).map(|row| {
        let pay = 1_000 + scattered(row, 1, 8_000);
        let noisy = (pay + scattered(row, 2, 1_600)).saturating_sub(800);
        let other = scattered(row, 3, 8);
        [pay, noisy, pay / 1_000, pay % 1_000 / 125, other].map(|cell| cell.to_string())
    });
    let cells: Vec<[String; 5]> = cells.collect();
    let cells = cells.iter().map(|row| row.iter().map(String::as_str));
    let table = Table::from_rows(["pay", "noisy", "band", "part", "other"], cells, &[]).expect("a table");
    let sources = published.map(|name| PublishedColumn {
        column: table.column(name).expect("a column"),
        role: Role::Insensitive,
        blur: Blur::None,
    });
    let [pay, noisy, ..] = table.columns() else { panic!("five columns") };
    let targets = vec![DerivedTarget { original: pay, published: Some(noisy), is_treated: true }];
    dangers(&DerivedRequest { targets, sources: sources.to_vec(), rows: ROWS, is_in_order: false })
}

#[test]
fn two_bands_give_a_treated_number_back() {
    assert_eq!(found(["band", "part"]), ["band + part: gives back pay"]);
    assert_eq!(found(["band", "other"]), Vec::<String>::new());
}

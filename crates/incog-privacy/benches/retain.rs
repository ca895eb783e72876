//! What one class costs a search: `cargo bench -p incog-privacy`.
#![allow(clippy::unwrap_used)]

use divan::{Bencher, black_box};
use incog_data::{CellCount, ClassView, SensitiveAttribute};
use incog_privacy::{ClassModel, Conjunction, Distance, EntropyLDiversity, KAnonymity, TCloseness};

fn main() {
    divan::main();
}

fn attribute(values: u32) -> SensitiveAttribute {
    SensitiveAttribute {
        name: "sensitive".into(),
        values: (0..values).map(|value| value.to_string()).collect(),
        of_cell: (0..values).collect(),
        totals: (0..values).map(|value| u64::from(100 + (37 * value) % 91)).collect(),
        ..SensitiveAttribute::default()
    }
}

/// A class of about `size` records, most of them of the first values, so that it does not hold.
fn class(values: u32, size: u32) -> Vec<CellCount> {
    let cells = (0..values).map(|cell| CellCount { cell, count: (size * 2 / 3) >> cell });
    cells.filter(|cell| cell.count > 0).collect()
}

const SIZES: [u32; 3] = [12, 100, 10_000];

fn measure(bencher: Bencher<'_, '_>, values: u32, size: u32, model: Box<dyn ClassModel>) {
    let models = Conjunction::new(vec![Box::new(KAnonymity::new(2).unwrap()), model]);
    let cells = class(values, size);
    bencher.bench_local(|| models.retain(&ClassView::new(black_box(&cells))));
}

#[divan::bench(args = SIZES)]
fn two_values_kept_whole(bencher: Bencher<'_, '_>, size: u32) {
    let attribute = attribute(2);
    measure(bencher, 2, size, Box::new(TCloseness::new(&attribute, 0.9, Distance::Euclidean).unwrap()));
}

#[divan::bench(args = SIZES)]
fn two_values_in_part(bencher: Bencher<'_, '_>, size: u32) {
    let attribute = attribute(2);
    measure(bencher, 2, size, Box::new(TCloseness::new(&attribute, 0.1, Distance::Euclidean).unwrap()));
}

#[divan::bench(args = SIZES)]
fn fourteen_values_euclidean(bencher: Bencher<'_, '_>, size: u32) {
    let attribute = attribute(14);
    measure(bencher, 14, size, Box::new(TCloseness::new(&attribute, 0.2, Distance::Euclidean).unwrap()));
}

#[divan::bench(args = SIZES)]
fn fourteen_values_equal(bencher: Bencher<'_, '_>, size: u32) {
    let attribute = attribute(14);
    measure(bencher, 14, size, Box::new(TCloseness::new(&attribute, 0.2, Distance::Equal).unwrap()));
}

#[divan::bench(args = SIZES)]
fn fourteen_values_ordered(bencher: Bencher<'_, '_>, size: u32) {
    let attribute = attribute(14);
    measure(bencher, 14, size, Box::new(TCloseness::new(&attribute, 0.2, Distance::Ordered).unwrap()));
}

#[divan::bench(args = SIZES)]
fn fourteen_values_entropy(bencher: Bencher<'_, '_>, size: u32) {
    let attribute = attribute(14);
    measure(bencher, 14, size, Box::new(EntropyLDiversity::new(&attribute, 4.0).unwrap()));
}

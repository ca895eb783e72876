//! How long [`propose`](incog_roles::propose) takes for a million rows and twenty columns.
//!
//! `cargo run --release -p incog-roles --example speed`
#![allow(clippy::print_stdout, clippy::expect_used, missing_docs)]

use incog_data::{Column, ColumnBuilder, Table};
use std::time::Instant;

const ROWS: u64 = 1_000_000;

/// A column of about so many distinct values, written by `write`.
fn column(name: String, distinct: u64, write: impl Fn(u64) -> String) -> Column {
    let mut builder = ColumnBuilder::new(name);
    (0..ROWS).for_each(|row| builder.push(&write(row.wrapping_mul(2_654_435_761) % distinct)));
    builder.finish(&["", "?"])
}

fn main() {
    let columns = (0..20).map(|at| {
        let distinct = [2, 12, 100, 3_000, 40_000, ROWS][at % 6];
        match at % 5 {
            0 => column(format!("code{at}"), distinct, |value| format!("P-{value:07}")),
            1 => column(format!("x{at}"), distinct, |value| format!("{:.4}", value as f64 / 7.0)),
            2 => column(format!("text{at}"), distinct, |value| format!("Anna Nr {value} of somewhere")),
            3 => column(format!("day{at}"), distinct, |value| {
                format!("19{:02}-0{}-1{}", value % 97, 1 + value % 9, value % 10)
            }),
            _ => column(format!("n{at}"), distinct, |value| value.to_string()),
        }
    });
    let table = Table::new(columns.collect()).expect("names differ and all columns have the same rows");
    let begin = Instant::now();
    let proposals = incog_roles::propose(&table);
    println!("{} columns, {ROWS} rows: {:.2} s", proposals.len(), begin.elapsed().as_secs_f64());
}

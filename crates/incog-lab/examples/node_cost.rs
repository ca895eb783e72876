//! What it costs to group a table at a node of its lattice: nanoseconds for each tuple and node, on
//! one thread.
//!
//! `cargo run --release -p incog-lab --example node_cost -- DATA`: Adult with nine
//! quasi-identifiers from the folder of data, and two tables that are made up, one of 60,000 rows
//! and one of 500,000. `plain` groups as the oracles of all tests do; `classes` numbers the
//! classes, `small` only finds what is in classes of fewer than five records. Each figure is the
//! mean over the same nodes, drawn at random, of the least time of some repeats.

#![allow(clippy::print_stdout)]

use incog_data::{
    Classes, Column, ColumnBuilder, Fanout, Grouper, HierarchySpec, LabelTables, Levels, Order,
    QuasiIdentifier, RolledUpTable, Table, Tuples,
};
use incog_lab::instances::large::large_instance;
use incog_search::Stream;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

const NODES: usize = 24;

/// Values of a column, and how many neighbours have one label at the next level.
type Shape = (usize, usize);

const CUP: [Shape; 8] = [(90, 5), (50, 4), (16, 4), (12, 3), (9, 3), (7, 7), (5, 5), (2, 2)];
const HALF_A_MILLION: [Shape; 8] = [(100, 5), (80, 4), (60, 4), (30, 3), (20, 5), (10, 3), (5, 5), (2, 2)];

fn main() -> Result<(), Box<dyn Error>> {
    let data = std::env::args().nth(1).ok_or("expected DATA")?;
    let adult = large_instance("adult-9").ok_or("there is no instance adult-9")?.problem(Path::new(&data))?;
    println!("| table | tuples | classes of a node | plain | classes | small |");
    println!("|---|---:|---:|---:|---:|---:|");
    row("Adult, 9 quasi-identifiers", adult.tuples(), (3, 200));
    row("made up, 60,000 rows", &made_up(60_000, &CUP, 2)?, (2, 50));
    row("made up, 500,000 rows", &made_up(500_000, &HALF_A_MILLION, 1)?, (1, 5));
    Ok(())
}

/// `repeats`: of the plain way, and of the others.
fn row(name: &str, tuples: &Tuples, repeats: (usize, usize)) {
    let tables = LabelTables::new(tuples);
    let rolled_up = RolledUpTable::of_tuples(tuples, &tables);
    let nodes = nodes(&tables);
    let mut grouper = Grouper::default();
    let mut classes = 0;
    nodes.iter().for_each(|levels| classes += grouper.group(&rolled_up, &tables, levels).sizes.len());
    let all = (NODES * tuples.len()) as f64;
    let plain = least_times(&nodes, repeats.0, |levels| Classes::group(tuples, levels).all().len());
    let fast =
        least_times(&nodes, repeats.1, |levels| grouper.group(&rolled_up, &tables, levels).sizes.len());
    let small = least_times(&nodes, repeats.1, |levels| {
        grouper.small_classes(&rolled_up, &tables, levels, 5).items.len()
    });
    println!(
        "| {name} | {} | {} | {:.1} | {:.2} | {:.2} |",
        tuples.len(),
        classes / NODES,
        plain / all,
        fast / all,
        small / all
    );
}

/// Nanoseconds of all nodes, each at its best.
fn least_times(nodes: &[Levels], repeats: usize, mut group: impl FnMut(&Levels) -> usize) -> f64 {
    let mut least = vec![f64::INFINITY; nodes.len()];
    for _ in 0..repeats {
        for (least, levels) in least.iter_mut().zip(nodes) {
            let start = Instant::now();
            std::hint::black_box(group(levels));
            *least = least.min(start.elapsed().as_nanos() as f64);
        }
    }
    least.iter().sum()
}

fn nodes(tables: &LabelTables) -> Vec<Levels> {
    let mut random = Stream::new(1, 0);
    let mut level = |attribute| random.below(usize::from(tables.height(attribute)) + 1) as u8;
    (0..NODES).map(|_| (0..tables.attributes()).map(&mut level).collect::<Vec<u8>>().into()).collect()
}

/// Columns of independent values; with a `skew` above 1 small ones are more frequent.
fn made_up(rows: usize, shapes: &[Shape], skew: i32) -> Result<Tuples, Box<dyn Error>> {
    let mut random = Stream::new(1, 1);
    let mut columns = Vec::new();
    for (index, &(values, _)) in shapes.iter().enumerate() {
        let mut builder = ColumnBuilder::new(format!("column {index}"));
        for _ in 0..rows {
            let value = random.unit().powi(skew) * values as f64;
            builder.push(&(value as usize).to_string());
        }
        columns.push(builder.finish(&[]));
    }
    let table = Table::new(columns.clone())?;
    let mut quasi_identifiers = Vec::new();
    for (column, &(_, fanout)) in columns.iter().zip(shapes) {
        let spec = HierarchySpec::Fanout(Fanout { fanout, order: Order::Natural });
        quasi_identifiers.push(QuasiIdentifier::new(column, Arc::new(spec.build(column, &table)?))?);
    }
    let columns: Vec<&Column> = columns.iter().collect();
    Ok(Tuples::new(quasi_identifiers, &columns, &[], rows)?)
}

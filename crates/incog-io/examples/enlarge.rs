//! Makes a large table from a small one: `enlarge INPUT COPIES SEED OUTPUT` writes the rows of
//! INPUT COPIES times, with one cell in twenty drawn anew from all cells of its column, and
//! measures the time that reading and writing take.
#![allow(clippy::print_stdout)]

use incog_data::NarrowCodes;
use incog_io::{OutputColumn, ReadOptions, WriteOptions, read_table, write_table};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::error::Error;
use std::time::Instant;

const REDRAWN: f64 = 0.05;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, copies, seed, output] = arguments.as_slice() else {
        return Err("usage: enlarge INPUT COPIES SEED OUTPUT".into());
    };
    let (copies, mut random) = (copies.parse::<usize>()?, Xoshiro256PlusPlus::seed_from_u64(seed.parse()?));
    let file = read_table(input, &ReadOptions::default())?;
    let large: Vec<NarrowCodes> =
        file.table.columns().iter().map(|column| enlarge(&column.codes, copies, &mut random)).collect();
    let columns: Vec<OutputColumn<'_>> = file
        .table
        .columns()
        .iter()
        .zip(&large)
        .map(|(column, codes)| OutputColumn { codes, ..OutputColumn::from(column) })
        .collect();
    let delimiter = file.format.delimiter;
    let options =
        WriteOptions { delimiter, force: true, inputs: vec![input.into()], ..WriteOptions::default() };
    let start = Instant::now();
    let written = write_table(output, &columns, None, &options)?;
    println!("wrote {} bytes in {:.2} s", written.bytes, start.elapsed().as_secs_f64());
    drop(columns);
    drop(large);
    let start = Instant::now();
    let again = read_table(output, &ReadOptions::default())?;
    println!("read {} rows in {:.2} s", again.table.rows(), start.elapsed().as_secs_f64());
    println!("sha256 {}", again.sha256);
    Ok(())
}

fn enlarge(codes: &NarrowCodes, copies: usize, random: &mut Xoshiro256PlusPlus) -> NarrowCodes {
    let mut large = NarrowCodes::new();
    for code in std::iter::repeat_n(codes, copies).flatten() {
        let redrawn = random.random_bool(REDRAWN);
        large.push(if redrawn { codes.at(random.random_range(0..codes.len())) } else { code });
    }
    large
}

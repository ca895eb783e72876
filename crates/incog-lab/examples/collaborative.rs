//! CPGEN, provider-aware and optimal on tables dealt to providers, as in `docs/collaborative.md`.
//!
//! `cargo run --release -p incog-lab --example collaborative -- adult ../shared/data [SEEDS]` (or
//! `irish`) prints one row of a Markdown table for each number of providers, deal and c.
#![allow(clippy::print_stdout)]

use incog::PlanStageError;
use incog::plan::PlanError;
use incog::runs::FileRuns;
use incog::{IncogError, Job};
use incog_data::Table;
use incog_io::{OutputColumn, ReadOptions, WriteOptions, read_table, write_table};
use incog_lab::instances::{Deal, Skew};
use std::error::Error;
use std::path::Path;

/// The strengths of the paper's tables.
const STRENGTHS: [f64; 8] = [0.001, 0.002, 0.003, 0.004, 0.2, 0.25, 0.3, 0.35];
const ALGORITHMS: [&str; 3] = ["optimal", "cpgen", "provider-aware"];

/// A data set: its file, its sensitive column, its quasi-identifiers with their hierarchies.
struct Data {
    file: &'static str,
    sensitive: &'static str,
    quasi_identifiers: &'static [(&'static str, &'static str)],
}

const ADULT: Data = Data {
    file: "adult/adult_30162.csv",
    sensitive: "occupation",
    quasi_identifiers: &[
        ("age", "adult/hierarchies_arx/adult_hierarchy_age.csv"),
        ("sex", "adult/hierarchies_arx/adult_hierarchy_sex.csv"),
        ("race", "adult/hierarchies_arx/adult_hierarchy_race.csv"),
        ("marital-status", "adult/hierarchies_arx/adult_hierarchy_marital-status.csv"),
        ("education", "adult/hierarchies_arx/adult_hierarchy_education.csv"),
        ("native-country", "adult/hierarchies_arx/adult_hierarchy_native-country.csv"),
        ("workclass", "adult/hierarchies_arx/adult_hierarchy_workclass.csv"),
    ],
};

/// There are no published hierarchies for it, so they are made from the columns.
const IRISH: Data = Data {
    file: "irish_census/irishcensus20m.csv.gz",
    sensitive: "EconomicStatus",
    quasi_identifiers: &[
        ("Gender", ""),
        ("Age", ""),
        ("County", ""),
        ("MaritalStatus", ""),
        ("NativeCountry", ""),
        ("HighestEducationCompleted", ""),
    ],
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, folder) = match arguments.as_slice() {
        [name, folder, ..] => (name.as_str(), Path::new(folder)),
        _ => return Err("usage: collaborative adult|irish DATA_FOLDER [SEEDS]".into()),
    };
    let seeds: u64 = arguments.get(2).map_or(Ok(3), |seeds| seeds.parse())?;
    let data = if name == "irish" { IRISH } else { ADULT };
    let table = read_table(folder.join(data.file), &ReadOptions::default())?.table;
    println!(
        "| providers | deal | c | {} |",
        ALGORITHMS.map(|name| format!("{name}: GenLoss, C_AVG, s")).join(" | ")
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for providers in [2, 5, 10] {
        for is_skewed in [false, true] {
            let work = tempfile::tempdir()?;
            split_among_providers(&table, providers, is_skewed, work.path())?;
            for c in STRENGTHS {
                let cell = |algorithm| mean(&data, folder, work.path(), providers, c, algorithm, seeds);
                let cells: Vec<String> = ALGORITHMS.into_iter().map(cell).collect::<Result<_, _>>()?;
                let how = if is_skewed { "skewed" } else { "even" };
                println!("| {providers} | {how} | {c} | {} |", cells.join(" | "));
            }
        }
    }
    Ok(())
}

/// Gives each row to a provider: evenly, or half as many to each provider as to the one before.
fn split_among_providers(
    table: &Table,
    providers: usize,
    is_skewed: bool,
    folder: &Path,
) -> Result<(), Box<dyn Error>> {
    let skew = if is_skewed { Skew::Halving } else { Skew::Even };
    let of_row = Deal { providers, skew, seed: 1 }.provider_of_rows(table.rows());
    let columns: Vec<OutputColumn<'_>> = table.columns().iter().map(OutputColumn::from).collect();
    for provider in 0..providers {
        let rows: Vec<u32> =
            (0u32..).zip(&of_row).filter(|(_, of)| **of == provider).map(|(row, _)| row).collect();
        let options = WriteOptions { delimiter: Some(b';'), ..WriteOptions::default() };
        write_table(folder.join(format!("{provider}.csv")), &columns, Some(&rows), &options)?;
    }
    Ok(())
}

/// GenLoss, C_AVG and seconds; the mean over seeds where the search draws random numbers.
fn mean(
    data: &Data,
    folder: &Path,
    work: &Path,
    providers: usize,
    c: f64,
    algorithm: &str,
    seeds: u64,
) -> Result<String, Box<dyn Error>> {
    let seeds = if algorithm == "cpgen" { seeds } else { 1 };
    let (mut loss, mut size, mut seconds) = (0.0, 0.0, 0.0);
    for seed in 1..=seeds {
        let job = Job::from_toml(&job(data, folder, providers, c, algorithm, seed)?, work)?;
        let job = job.replacing_output(true).replacing_better_ones(true);
        let report = match job.run() {
            Ok(outcome) => outcome.report,
            Err(IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_)))) => {
                return Ok("no release".into());
            }
            Err(error) => return Err(error.into()),
        };
        loss += report.utility.gen_loss.unwrap_or_default();
        size += report.utility.c_avg;
        seconds += report.search.map_or(0.0, |search| search.seconds);
    }
    let mean = |sum: f64| sum / seeds as f64;
    Ok(format!("{:.4}, {:.2}, {:.2}", mean(loss), mean(size), mean(seconds)))
}

fn job(
    data: &Data,
    folder: &Path,
    providers: usize,
    c: f64,
    algorithm: &str,
    seed: u64,
) -> Result<String, Box<dyn Error>> {
    let files = (0..providers).map(|n| format!("{{ path = \"{n}.csv\", provider = \"P{n}\" }}"));
    let files = files.collect::<Vec<_>>().join(", ");
    let mut job = format!(
        "inputs = [{files}]\noutput = \"out.csv\"\n[privacy]\nc-mixture = {c}\n[suppression]\nlimit = 0\n\
         [release]\nnoise = false\n[utility]\nobjective = \"cpgen\"\n\
         [search]\nalgorithm = \"{algorithm}\"\nseed = {seed}\n[search.cpgen]\npreset = \"paper\"\niterations = 100\n\
         [columns.{}]\nrole = \"sensitive\"\n",
        data.sensitive
    );
    if data.file.starts_with("irish") {
        job.push_str("[columns.FullName]\nrole = \"identifier\"\n");
    }
    for (name, hierarchy) in data.quasi_identifiers {
        job.push_str(&format!("[columns.{name}]\nrole = \"quasi-identifier\"\n"));
        if !hierarchy.is_empty() {
            job.push_str(&format!("hierarchy = {:?}\n", std::path::absolute(folder.join(hierarchy))?));
        }
    }
    Ok(job)
}

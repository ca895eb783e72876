//! `incog init`: look at a table; write a commented job file to start from.

use crate::interrupt::control;
use crate::output::{Done, Failure, print, say};
use crate::streams::{InputFlags, is_stream};
use crate::write_file::write_file;
use clap::Args;
use incog::IncogError;
use incog::job::propose_job;
use incog::roles::looks_like_data;
use incog_io::{ReadError, ReadOptions, TableFile, read_table, without_compression};
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The table; "-" for standard input
    table: PathBuf,
    /// Job file to write; "-" for standard output
    #[arg(short, long, value_name = "JOB", default_value = "job.toml")]
    output: PathBuf,
    /// Replace an existing job file
    #[arg(long)]
    force: bool,
    /// The first line names the columns, although it looks like a record
    #[arg(long, conflicts_with = "no_header")]
    header: bool,
    /// The first line is a record; columns get numbers for names
    #[arg(long)]
    no_header: bool,
    #[command(flatten)]
    input: InputFlags,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let options = ReadOptions { header: !arguments.no_header, ..ReadOptions::default() };
    let _control = is_stream(&arguments.table).then(control).transpose()?;
    let received = arguments.input.receive(&arguments.table)?;
    let table = received.as_ref().map_or(&arguments.table, |received| &received.file);
    let file = match read_table(table, &options) {
        Ok(file) => file,
        Err(error) => return Err(without_names(arguments, table, &options, error)),
    };
    if !arguments.no_header && !arguments.header {
        check_header(&arguments.table, &file)?;
    }
    let is_stdout = arguments.output == Path::new("-");
    let folder = arguments.output.parent().filter(|_| !is_stdout).unwrap_or(Path::new(""));
    let (input, release) = match &received {
        // As anonymize takes it.
        Some(received) => ("-".to_owned(), release_name(&received.name(Path::new(""), None).to_string_lossy())),
        None => {
            let input = incog::job::path_from(&arguments.table, folder);
            (input.clone(), release_name(&input))
        }
    };
    let text = propose_job(&file.table, &input, &release, !arguments.no_header);
    if is_stdout {
        print(&text);
        return Ok(());
    }
    write_file(&arguments.output, arguments.force, std::slice::from_ref(&arguments.table), text)?;
    let job = arguments.output.display();
    say(&format!("{job}: written; read the roles in it, then run: incog anonymize {job}"));
    Ok(())
}

/// Refuses a text whose first line looks like a record: its values would be names in the job file, and in what is
/// published.
fn check_header(path: &Path, file: &TableFile) -> Done {
    let is_typed = file.format.schema.is_some();
    let names: Vec<&str> = file.table.columns().iter().map(|column| column.name.as_str()).collect();
    match looks_like_data(&names, &file.table).filter(|_| !is_typed) {
        None => Ok(()),
        Some(found) => Err(Failure::Header { path: path.to_owned(), found }),
    }
}

/// Why there are no names of columns: what occurs twice in the first line may be a value, as in most records.
fn without_names(arguments: &Arguments, table: &Path, options: &ReadOptions, error: ReadError) -> Failure {
    let may_be_a_record = matches!(&error, ReadError::Table { .. }) && !arguments.header && options.header;
    let found = may_be_a_record.then(|| {
        let all = read_table(table, &ReadOptions { header: false, ..options.clone() }).ok()?.table;
        let first: Vec<&str> = all.columns().iter().map(|column| column.value(0)).collect();
        let found = looks_like_data(&first, &all.with_rows(&(1..all.rows()).collect::<Vec<_>>()))?;
        (found.numbers + found.occur_below + found.recognized > 0).then_some(found)
    });
    match found.flatten() {
        Some(found) => Failure::Header { path: arguments.table.clone(), found },
        None => IncogError::from(error.called(&arguments.table)).into(),
    }
}

/// `patients.csv` becomes `patients.release.csv`, `data/patients.csv.gz` becomes `patients.release.csv.gz`: the release
/// is written beside the job file, because the input's folder may not be ours.
fn release_name(input: &str) -> String {
    let name = input.rsplit('/').next().unwrap_or(input);
    let (stem, _) = without_compression(name);
    let start = stem.rfind('.').unwrap_or(stem.len());
    format!("{}.release{}", &name[..start], &name[start..])
}

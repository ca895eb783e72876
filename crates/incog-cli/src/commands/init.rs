//! `incog init`: look at a table; write a commented job file to start from.

use crate::database_table::{DatabaseFlags, DatabaseTable, release_table};
use crate::fixed_fields::{FixedFields, fixed_fields};
use crate::interrupt::control;
use crate::number_argument::encoding;
use crate::output::{Done, note, print_document, say};
use crate::preset_flag::PresetFlag;
use crate::proposal_input::{ProposalOptions, date_of, look_at};
use crate::streams::{InputFlags, is_stream};
use crate::trajectory_hint::note_points;
use crate::write_file::write_file;
use clap::Args;
use incog::job::{ProposalWishes, ProposedJob, ProposedPlaces, TableToPropose, propose_job};
use incog::trajectories::{has_points, propose_trajectory_job};
use incog_io::{ReadOptions, TextEncoding, without_compression};
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The table; "-" for standard input; with --adbc, the name of a table of a database
    table: PathBuf,
    /// Job file to write; "-" for standard output
    #[arg(short, long, value_name = "JOB", default_value = "job.toml")]
    output: PathBuf,
    /// Overwrite an existing job file
    #[arg(long)]
    force: bool,
    /// The table has points of trajectories (person or vehicle, time, position); write a job for
    /// incog trajectories
    #[arg(long, conflicts_with_all = ["header", "no_header", "fixed_width", "encoding", "sheet", "preset"])]
    trajectories: bool,
    /// The first line has the column names, even if it looks like a record
    #[arg(long, conflicts_with = "no_header")]
    header: bool,
    /// The first line is a record; columns are named by numbers
    #[arg(long)]
    no_header: bool,
    /// Fields of a file without delimiters, as names and widths in characters; a field without a
    /// name is skipped
    #[arg(long, value_name = "NAME:WIDTH,...", value_parser = fixed_fields)]
    fixed_width: Option<FixedFields>,
    /// Encoding of the table, such as utf-8, windows-1252 or utf-16le [default: detected]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<TextEncoding>,
    /// Sheet of a workbook [default: the first with cells]
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
    #[command(flatten)]
    preset: PresetFlag,
    #[command(flatten)]
    input: InputFlags,
    #[command(flatten)]
    database: DatabaseFlags,
}

impl Arguments {
    /// The files that the job is proposed by, which it must not replace.
    fn files_read(&self) -> Vec<PathBuf> {
        if self.database.is_named() { self.database.file() } else { vec![self.table.clone()] }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let is_stdout = arguments.output == Path::new("-");
    let folder = arguments.output.parent().filter(|_| !is_stdout).unwrap_or(Path::new(""));
    if arguments.database.is_named() {
        return run_on_database(arguments, folder);
    }
    let _control = is_stream(&arguments.table).then(control).transpose()?;
    let received = arguments.input.receive(&arguments.table)?;
    let table = received.as_ref().map_or(&arguments.table, |received| &received.file);
    let header = match (arguments.header, arguments.no_header) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let (input, release) = match &received {
        // As anonymize takes it.
        Some(received) => {
            ("-".to_owned(), release_name(&received.name(Path::new(""), None).to_string_lossy()))
        }
        None => {
            let input = incog::job::path_from(&arguments.table, folder);
            (input.clone(), release_name(&input))
        }
    };
    if arguments.trajectories {
        let text = propose_trajectory_job(table, &input, &release)?;
        return hand_over(arguments, &text, "check its columns", "trajectories");
    }
    let fields = arguments.fixed_width.as_ref().map(|FixedFields(fields)| fields.as_slice());
    let (file, layout) = look_at(
        table,
        &ProposalOptions {
            name: &arguments.table,
            header,
            delimiter: None,
            encoding: arguments.encoding,
            sheet: arguments.sheet.as_deref(),
            fields,
        },
    )?;
    if has_points(&file.table) {
        note_points(&arguments.table);
    }
    let source = TableToPropose {
        table: &file.table,
        format: &file.format,
        places: ProposedPlaces::Files { input: &input, output: &release },
        layout: &layout,
    };
    let wishes = ProposalWishes {
        preset: arguments.preset.preset,
        // What came by standard input has no date.
        table_date: received.is_none().then(|| date_of(&arguments.table)).flatten(),
        ..ProposalWishes::default()
    };
    propose(arguments, &source, &wishes)
}

/// Proposes a job for a table of a database.
fn run_on_database(arguments: &Arguments, folder: &Path) -> Done {
    let DatabaseTable { place, table, format } = arguments.database.read(&arguments.table)?;
    let source = TableToPropose {
        table: &table,
        format: &format,
        places: ProposedPlaces::Tables { table: &place, release: &release_table(&place.source), folder },
        layout: &ReadOptions::default(),
    };
    // A table of a database is as it is now.
    let table_date = Some(chrono::Utc::now().format("%Y-%m-%d").to_string());
    let preset = arguments.preset.preset;
    propose(arguments, &source, &ProposalWishes { preset, table_date, ..ProposalWishes::default() })
}

/// Writes the job that is proposed, and says what to correct first.
fn propose(arguments: &Arguments, source: &TableToPropose<'_>, wishes: &ProposalWishes) -> Done {
    let ProposedJob { text, to_correct } = propose_job(source, wishes);
    for (column, what) in to_correct {
        note(&format!("{}, column {column:?}: {what}", arguments.table.display()));
    }
    hand_over(arguments, &text, "check the role of each column in it", "anonymize")
}

/// Writes or prints the job, and says what comes next.
fn hand_over(arguments: &Arguments, text: &str, next: &str, command: &str) -> Done {
    if arguments.output == Path::new("-") {
        print_document(text);
        return Ok(());
    }
    write_file(&arguments.output, arguments.force, &arguments.files_read(), text)?;
    let job = arguments.output.display();
    say(&format!("{job}: written; {next}, then run: incog {command} {job}"));
    Ok(())
}

/// `patients.csv` becomes `patients.release.csv`, `data/patients.csv.gz` becomes
/// `patients.release.csv.gz`: the release is written beside the job file, because the input's
/// folder may not be ours.
fn release_name(input: &str) -> String {
    let name = input.rsplit('/').next().unwrap_or(input);
    let (stem, _) = without_compression(name);
    let start = stem.rfind('.').unwrap_or(stem.len());
    let ending = if name[start..].eq_ignore_ascii_case(".ods") { ".xlsx" } else { &name[start..] };
    format!("{}.release{ending}", &name[..start])
}

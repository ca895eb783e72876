//! `incog anonymize`: make the release a job describes.

use crate::checkpoint_flags::CheckpointFlags;
use crate::column_list::{ColumnList, column_list};
use crate::connection::ConnectionFlags;
use crate::draw_flags::DrawFlags;
use crate::finality::FinalityFlags;
use crate::interrupt::control;
use crate::number_argument::{at_least_one, encoding, number, people, share_of_records};
use crate::output::{Done, Failure, detail, print_document, say};
use crate::preset_flag::PresetFlag;
use crate::program_consent::ProgramFlag;
use crate::progress::ProgressLine;
use crate::proposal_input::{ProposalOptions, date_of, note_layout};
use crate::search_flags::SearchFlags;
use crate::streams::{HandedOn, Received, StreamFlags, is_stream};
use crate::summary::{in_detail, of_release};
use crate::trajectory_hint::note_points;
use crate::write_proposed_job::{ProposalRequest, write_proposed_job};
use clap::Args;
use incog::IncogError;
use incog::job::{CsvFile, Job, JobFlags, Overrides, ProposalWishes, layout_keys, may_be_local};
use incog::runs::{EngineRuns, FileRuns, IslandWorker};
use incog::search::evolutionary::islands::Transport;
use incog::trajectories::are_names_of_points;
use incog_io::{ReadOptions, TextEncoding, find_layout};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A job file (.toml), or a table ("-" reads it from standard input)
    ///
    /// With a table, -o RELEASE and no flag that names columns, incog proposes the roles. It asks
    /// on a terminal what is undecided, and writes the job beside the release: out.job.toml for
    /// out.csv. Without a terminal, it lists what is undecided and ends with exit code 4.
    pub job: PathBuf,
    /// Where to write the release, "-" for standard output; overrides "output" of the job
    #[arg(short, long, value_name = "RELEASE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing release and its reports
    #[arg(long)]
    force: bool,
    /// Overwrite even a better release when the new one is not proved optimal
    #[arg(long, requires = "force")]
    replace_better: bool,
    /// Begin the series of releases.ledger; every other run needs its ledger
    #[arg(long)]
    new_series: bool,
    /// Make and measure the release, tell what would be published, and write no file
    #[arg(long)]
    dry_run: bool,
    /// Report of an earlier release about the same people, in addition to those in the job
    /// (repeatable); incog checks what the releases reveal together
    #[arg(long, value_name = "REPORT")]
    earlier: Vec<PathBuf>,
    /// Also write the internal report, with all figures; never publish it
    #[arg(long)]
    internal: bool,
    /// Write a proof of the bound, for incog verify --proof; it describes single records, so never
    /// publish it
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// A file with a secret; it decides which records of a class are kept, and keys the digest of
    /// the input
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    #[command(flatten)]
    draw: DrawFlags,
    /// Write the table of pseudonyms to a new file that only you can read
    #[arg(long, value_name = "FILE")]
    pseudonym_table: Option<PathBuf>,
    /// Print the report to standard output, as JSON
    #[arg(long)]
    json: bool,
    // A heading goes for all that follows it, so what has none stands above.
    #[command(flatten)]
    preset: PresetFlag,
    #[command(flatten)]
    columns: ColumnFlags,
    #[command(flatten)]
    models: ModelFlags,
    #[command(flatten)]
    streams: StreamFlags,
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    program: ProgramFlag,
    #[command(flatten)]
    checkpoint: CheckpointFlags,
    #[command(flatten)]
    finality: FinalityFlags,
    #[command(flatten)]
    connection: ConnectionFlags,
}

/// Roles of columns; only for a table.
#[derive(Debug, Args)]
#[command(next_help_heading = "For a table without a job file")]
struct ColumnFlags {
    /// Quasi-identifiers (repeatable; put a name that contains a comma in double quotes)
    #[arg(short = 'q', long = "quasi-identifier", value_name = "COLUMN,...", value_parser = column_list)]
    quasi_identifiers: Vec<ColumnList>,
    /// Sensitive attributes (repeatable)
    #[arg(short = 's', long = "sensitive", value_name = "COLUMN,...", value_parser = column_list)]
    sensitive: Vec<ColumnList>,
    /// Identifiers, which are left out of the release (repeatable)
    #[arg(short = 'i', long = "identifier", value_name = "COLUMN,...", value_parser = column_list)]
    identifiers: Vec<ColumnList>,
    /// Column that names the data provider of a record
    #[arg(long, value_name = "COLUMN")]
    provider: Option<String>,
    /// Column that names the person of a record: incog then counts people instead of records; it is
    /// not published
    #[arg(long, value_name = "COLUMN")]
    person: Option<String>,
    /// Hierarchy file of a column (repeatable)
    #[arg(long = "hierarchy", value_name = "COLUMN=FILE", value_parser = column_and_file)]
    hierarchies: Vec<(String, String)>,
    /// Field delimiter of the table [default: detected]
    #[arg(long, value_name = "CHARACTER")]
    delimiter: Option<String>,
    /// Encoding of the table, such as utf-8, windows-1252 or utf-16le [default: detected]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<TextEncoding>,
    /// Sheet of a workbook [default: the first with cells]
    #[arg(long, value_name = "NAME")]
    sheet: Option<String>,
}

/// Privacy models; only for a table.
#[derive(Debug, Args)]
#[command(next_help_heading = "For a table without a job file")]
struct ModelFlags {
    /// k-anonymity
    #[arg(short, value_parser = people)]
    k: Option<i64>,
    /// k-map: each class matches at least K people of the population (needs --population)
    #[arg(long, value_name = "K", value_parser = people, requires = "population")]
    k_map: Option<i64>,
    /// The table of the population: one row per person, with the quasi-identifiers; it includes the
    /// people of the table
    #[arg(long, value_name = "TABLE", requires = "k_map")]
    population: Option<PathBuf>,
    /// Distinct l-diversity
    #[arg(short, value_parser = at_least_one)]
    l: Option<f64>,
    /// t-closeness, Euclidean distance
    #[arg(short, value_parser = number)]
    t: Option<f64>,
    /// Largest share of records that may be suppressed, such as 0.1 or 10% [default: 0.05]
    #[arg(long, value_name = "SHARE", value_parser = share_of_records)]
    limit: Option<f64>,
    /// Utility metric to optimize
    #[arg(long, value_name = "METRIC")]
    objective: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    match release_to_propose(arguments)? {
        Some(release) => {
            let proposed = write_proposed_job(proposal(arguments, release)?)?;
            publish(arguments, Some(proposed), Ok)
        }
        None => publish(arguments, None, Ok),
    }
}

/// The release of a table whose columns no flag names: incog proposes a job for it.
fn release_to_propose(arguments: &Arguments) -> Result<Option<&Path>, Failure> {
    let release = arguments.output.as_deref().filter(|release| !is_stream(release));
    let is_table = !is_job_file(&arguments.job) && !is_stream(&arguments.job);
    let is_said = arguments.columns.names_roles() || arguments.models.k_map.is_some();
    let release = release.filter(|_| is_table && !is_said);
    match (release, arguments.preset.preset) {
        (None, Some(_)) => Err(Failure::Usage(
            "--preset is for a table in a file, with -o RELEASE and without flags that name columns; to \
             write a job file, run incog init TABLE --preset NAME",
        )),
        (release, _) => Ok(release),
    }
}

/// What the flags ask of the job that is proposed.
fn proposal<'a>(arguments: &'a Arguments, release: &'a Path) -> Result<ProposalRequest<'a>, Failure> {
    let (columns, models) = (&arguments.columns, &arguments.models);
    let overrides = arguments.search.overrides();
    Ok(ProposalRequest {
        release,
        force: arguments.force,
        layout: ProposalOptions {
            name: &arguments.job,
            header: None,
            delimiter: columns.delimiter_byte(),
            encoding: columns.encoding,
            sheet: columns.sheet.as_deref(),
            fields: None,
        },
        wishes: ProposalWishes {
            preset: arguments.preset.preset,
            table_date: date_of(&arguments.job),
            k: models.k,
            l: models.l,
            t: models.t,
            limit: models.limit,
            objective: models.objective.clone(),
            uniform: !may_be_local(models.objective.as_deref(), &overrides),
            ..ProposalWishes::default()
        },
    })
}

/// Runs it as one of several processes that share its search. The first one publishes; the others
/// take part in the search.
pub fn run_among(arguments: &Arguments, ranks: Arc<dyn Transport>) -> Done {
    if is_stream(&arguments.job) || arguments.output.as_deref().is_some_and(is_stream) {
        return Err(Failure::Usage(
            "several processes cannot share standard input or output; name files for the table and the \
             release",
        ));
    }
    if ranks.rank() == 0 {
        if ranks.ranks() > 1 {
            say(&about_ranks(ranks.ranks(), arguments.checkpoint.path()));
        }
        return publish(arguments, None, |job| shared(job, ranks));
    }
    let control = control()?;
    let job = job(arguments, &mut Streams::default())?;
    Ok(shared(job, ranks)?.search_along(&control)?)
}

/// The job, whose search these processes share.
fn shared(job: Job, ranks: Arc<dyn Transport>) -> Result<Job, Failure> {
    if job.address().is_some() {
        return Err(Failure::Usage(
            "several processes cannot share a search on a database table; export the table to a file",
        ));
    }
    Ok(job.among(ranks))
}

/// What to know before a process is lost: afterwards there may be nobody to say it.
fn about_ranks(ranks: usize, checkpoint: Option<&Path>) -> String {
    let how = match checkpoint {
        Some(path) => format!("resumes from {}", path.display()),
        None => "starts again from the beginning (with --checkpoint FILE, it resumes)".to_owned(),
    };
    format!("{ranks} processes share the search; if one fails, all end; the same command then {how}")
}

/// Publishes a job after something was done to it.
fn publish(
    arguments: &Arguments,
    proposed: Option<PathBuf>,
    prepared: impl FnOnce(Job) -> Result<Job, Failure>,
) -> Done {
    if arguments.pseudonym_table.as_ref().is_some_and(|path| path.exists()) {
        return Err(Failure::Usage("the file named by --pseudonym-table already exists; name a new file"));
    }
    let control = control()?;
    let mut streams = Streams { proposed, ..streams(arguments)? };
    let job = prepared(job(arguments, &mut streams)?)?;
    arguments.program.permit(&job)?;
    // A proposed job had its hint when its table was read.
    if streams.proposed.is_none() && are_names_of_points(job.terms().columns().keys().map(String::as_str)) {
        note_points(job.input());
    }
    let mut engine = arguments.connection.open(job.address())?;
    let mut progress = ProgressLine::new(false).ending_at(job.terms().search());
    let mut observe = |event| progress.show(event);
    let result = match &mut engine {
        None => job.run_with(&control, &mut observe),
        Some(engine) => job.run_in(&mut **engine, &control, &mut observe),
    };
    progress.finish();
    let outcome = result?;
    if let Some(path) = &arguments.pseudonym_table {
        incog::write_pseudonym_table(&job, path)?;
    }
    if arguments.json {
        // The exact text of the report file, so that the two cannot differ.
        print_document(&outcome.public_json);
    }
    say(&of_release(&outcome, streams.handed_on.as_ref()));
    if arguments.dry_run {
        say("dry run: none of the files named above was written");
    }
    detail(&in_detail(&outcome));
    let gap = outcome.report.search.as_ref().and_then(|search| search.gap);
    arguments.finality.check(outcome.stopped, gap, job.terms().search().max_evaluations.is_some())
}

/// What comes and goes by standard input and output.
#[derive(Default)]
struct Streams {
    received: Option<Received>,
    handed_on: Option<HandedOn>,
    /// The job file that was proposed for a table.
    proposed: Option<PathBuf>,
}

fn streams(arguments: &Arguments) -> Result<Streams, Failure> {
    let (table, output) = (&arguments.job, arguments.output.as_deref());
    let like = Some(table.as_path()).filter(|table| !is_job_file(table));
    let handed_on = arguments.streams.hand_on(output, like)?;
    if handed_on.is_some() && arguments.json {
        return Err(Failure::Usage(
            "--json cannot be combined with -o -: both write to standard output; give the release a file \
             name",
        ));
    }
    if handed_on.as_ref().is_some_and(|to| !to.is_reported)
        && (arguments.internal || arguments.proof.is_some())
    {
        return Err(Failure::Usage("--internal and --proof need a report; add --report NAME.report.json"));
    }
    Ok(Streams { received: arguments.streams.input.receive(table)?, handed_on, proposed: None })
}

fn job(arguments: &Arguments, streams: &mut Streams) -> Result<Job, Failure> {
    let handed_on = streams.handed_on.as_ref();
    let output = handed_on.map(|to| to.release.clone()).or_else(|| arguments.output.clone());
    let overrides = Overrides { output, ..arguments.search.overrides() };
    let job = if let Some(proposed) = &streams.proposed {
        Job::from_toml_file_with(proposed, &overrides).map_err(IncogError::from)?
    } else if is_job_file(&arguments.job) {
        let (job, received) =
            arguments.streams.input.receive_for(from_file(arguments, &overrides)?, handed_on)?;
        streams.received = received;
        job
    } else {
        let job = from_flags(arguments, streams.received.as_ref(), handed_on, overrides)?;
        match &streams.received {
            Some(received) => job.reading(&received.file),
            None => job,
        }
    };
    let job = match handed_on {
        Some(to) => to.apply(job)?,
        None => job,
    };
    let terms = job.terms().clone().with_secret(arguments.secret.clone());
    let job =
        job.with_terms(terms).with_internal_report(arguments.internal).with_proof(arguments.proof.clone());
    let job = arguments.draw.apply(job)?;
    let job = arguments.checkpoint.apply(job);
    let job = job.held_against(&arguments.earlier).map_err(IncogError::from)?;
    Ok(job
        .telling_price(true)
        .as_dry_run(arguments.dry_run)
        .beginning_series(arguments.new_series)
        .replacing_output(arguments.force)
        .replacing_better_ones(arguments.replace_better))
}

pub fn is_job_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

fn from_file(arguments: &Arguments, overrides: &Overrides) -> Result<Job, Failure> {
    if arguments.columns.is_used() || arguments.models.is_used() {
        return Err(Failure::Usage(
            "a job file already has columns and models; set them there, or name a \
            table instead of the job file",
        ));
    }
    Ok(Job::from_toml_file_with(&arguments.job, overrides).map_err(IncogError::from)?)
}

fn from_flags(
    arguments: &Arguments,
    received: Option<&Received>,
    handed_on: Option<&HandedOn>,
    overrides: Overrides,
) -> Result<Job, Failure> {
    let Some(output) = overrides.output.clone() else {
        return Err(Failure::Usage("there is no output file; add -o RELEASE"));
    };
    let (columns, models) = (&arguments.columns, &arguments.models);
    let input = received.map_or(arguments.job.clone(), |received| received.name(&output, handed_on));
    let layout = layout(arguments, received.map_or(&arguments.job, |received| &received.file))?;
    let flags = JobFlags {
        input: input.to_string_lossy().into_owned(),
        output: output.to_string_lossy().into_owned(),
        identifiers: ColumnList::all(&columns.identifiers),
        quasi_identifiers: ColumnList::all(&columns.quasi_identifiers),
        sensitive: ColumnList::all(&columns.sensitive),
        provider: columns.provider.clone(),
        person: columns.person.clone(),
        hierarchies: columns.hierarchies.clone(),
        layout,
        k: models.k,
        k_map: models.k_map,
        population: models.population.as_ref().map(|path| path.to_string_lossy().into_owned()),
        l: models.l,
        t: models.t,
        limit: models.limit,
        objective: models.objective.clone(),
        overrides,
    };
    flags.to_job("").map_err(Failure::Flags)
}

/// How the table is laid out, by the flags and by what is found.
fn layout(arguments: &Arguments, table: &Path) -> Result<CsvFile, Failure> {
    let ColumnFlags { delimiter, encoding, sheet, .. } = &arguments.columns;
    let byte = arguments.columns.delimiter_byte();
    let options =
        ReadOptions { delimiter: byte, encoding: *encoding, sheet: sheet.clone(), ..ReadOptions::default() };
    let found = find_layout(table, &options).map_err(|error| error.called(&arguments.job));
    let found = found.map_err(IncogError::from)?;
    note_layout(&arguments.job, &found);
    let keys = layout_keys(&found.options);
    Ok(CsvFile { delimiter: delimiter.clone().or(keys.delimiter.clone()), ..keys })
}

impl ColumnFlags {
    fn names_roles(&self) -> bool {
        let lists = [&self.quasi_identifiers, &self.sensitive, &self.identifiers];
        lists.iter().any(|list| !list.is_empty())
            || self.provider.is_some()
            || self.person.is_some()
            || !self.hierarchies.is_empty()
    }

    fn delimiter_byte(&self) -> Option<u8> {
        let text = self.delimiter.as_deref()?;
        Some(if text == "\\t" { b'\t' } else { *text.as_bytes().first().unwrap_or(&b',') })
    }

    fn is_used(&self) -> bool {
        self.names_roles() || self.delimiter.is_some() || self.encoding.is_some() || self.sheet.is_some()
    }
}

impl ModelFlags {
    fn is_used(&self) -> bool {
        self.k.is_some()
            || self.k_map.is_some()
            || self.population.is_some()
            || self.l.is_some()
            || self.t.is_some()
            || self.limit.is_some()
            || self.objective.is_some()
    }
}

fn column_and_file(text: &str) -> Result<(String, String), &'static str> {
    let (column, file) = text.split_once('=').ok_or("expected COLUMN=FILE")?;
    Ok((column.to_owned(), file.to_owned()))
}

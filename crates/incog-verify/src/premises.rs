//! What a report is checked against: its job, the input, the release, and what the verifier is
//! given.

use super::VerifyOptions;
use super::file_source::ReadRelease;
use super::given_proof::GivenProof;
use super::named_files::Opened;
use incog_card::Value;
use incog_data::{Column, Table};
use incog_disclosure::DisclosureError;
use incog_disclosure::draw_key::{DrawKey, DrawKeyError};
use incog_disclosure::hierarchy::{ResolvedHierarchies, made_by_default, resolve_hierarchies};
use incog_disclosure::job::{HierarchySource, Job, JobError, JobFile, JobProblem, Pins, Place, PublishFile};
use incog_disclosure::ledger::{PublishedRelease, SealedLedger, ledger_of_release, table_of_release};
use incog_disclosure::population::PopulationTable;
use incog_disclosure::published::{KeyedDraw, tells_how_made};
use incog_disclosure::read::{
    CountedRows, EngineSession, Source, digest, read_given, read_given_counts, read_input,
};
use incog_disclosure::report::{Audience, ColumnFacts, Report};
use incog_disclosure::secret::Secret;
use incog_disclosure::series::EarlierReleases;
use incog_disclosure::{EngineRunError, InputError, PopulationFileError, ReportFileError};
use incog_engine::{Engine, check_address};
use incog_io::{FileFault, ReadError, RowStream, WholeFile, is_same_file, read_json};
use incog_report::verification::reach::Reach;
use incog_sql::Relation;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;

/// The files that a report names, read again.
pub(super) struct Premises {
    /// The job of the report; what the report withholds is taken from the job file.
    pub job: Job,
    /// The job file, if there is one.
    pub job_file: Option<FoundJob>,
    /// The secret of the job, if it is at hand.
    pub secret: Option<Secret>,
    /// What drew which of several equal records stay, if it is at hand.
    pub draw: Option<KeyedDraw>,
    /// The input; values that its hierarchies do not have are at their roots, where the job says
    /// so.
    pub input: Table,
    /// The columns that are rounded to a base which the published numbers decide, as they were.
    pub exact: Vec<Column>,
    /// Its file.
    pub source: Source,
    /// Its hierarchies.
    pub settled: ResolvedHierarchies,
    /// The version that made the release, where the verifier names it.
    pub made_by: Option<String>,
    /// What proves the bound, if it is at hand.
    pub proof: Option<GivenProof>,
    /// The people whom the records are some of, if the job names them.
    pub population: Option<Arc<PopulationTable>>,
    /// The releases before this one, if the job names any; or why they cannot be looked at.
    pub earlier: Result<Option<Arc<EarlierReleases>>, String>,
    /// The ledger of the series, as it was with the release, if the job names one.
    pub ledger: Option<SealedLedger>,
}

/// A job file beside a report.
pub(super) struct FoundJob {
    /// As it would stand in the report, were it not withheld.
    pub file: JobFile,
    /// Whether the verifier named it. A report may come from a job file whose keys flags overrode,
    /// so one that was only found may differ.
    pub named: bool,
    /// Whether it is the file that the report names.
    pub is_of_report: bool,
}

impl Premises {
    /// Reads job and input.
    pub fn read(report: &Report, folder: &Path, options: &VerifyOptions) -> Result<Self, DisclosureError> {
        let (mut job, found) = jobs(report, folder, options)?;
        let opened = Opened::new(folder, found.as_ref(), options);
        opened.take_keys(&mut job, found.as_ref().map(|(job, _)| job), options.key.as_ref());
        opened.check(&job, options)?;
        if let Some(file) = &options.input {
            job = elsewhere(job, file)?;
        }
        let (input, source) =
            read_input(&job).map_err(|error| moved(error, &job, options.input.as_deref()))?;
        let run = report.ledger.as_ref().map(|ledger| ledger.run);
        let release = PublishedRelease { sha256: &report.release.sha256, path: &report.release.path, run };
        let mut ledger = ledger_of_release(&job, &release)?;
        let (job, input) = match &mut ledger {
            Some(ledger) => table_of_release(job, ledger, input)?,
            None => (job, input),
        };
        let proof = GivenProof::read(report, folder, options)?;
        let premises = ReadPremises { job, found, input, source, proof }.settle(report, folder)?;
        Ok(Self { ledger, ..premises })
    }

    /// What tells the series of the release from others; reports of older versions do not have it.
    pub fn series_id(&self, claimed: &Report) -> Option<String> {
        claimed.series_id.as_ref().and(self.ledger.as_ref()?.series_id())
    }

    /// Reads job and input from an engine; the release, too, if it is a table of that engine.
    pub fn read_in(
        report: &Report,
        folder: &Path,
        options: &VerifyOptions,
        engine: &mut dyn Engine,
    ) -> Result<(Self, ReadRelease), DisclosureError> {
        let (job, found) = jobs(report, folder, options)?;
        Opened::new(folder, found.as_ref(), options).check(&job, options)?;
        let mut session = EngineSession::begin(&job, engine)?;
        let (counted, source) = session.count_only(&job)?;
        let proof = GivenProof::read(report, folder, options)?;
        let read = |target: &Relation, session: &mut EngineSession<'_>| {
            let found = session.read_back(target, &job.release_read_options(None))?;
            Ok((found.all_records(), digest(&found)?))
        };
        let release = match &job.into {
            Some(target) => read(target, &mut session),
            None => Err(DisclosureError::Engine(EngineRunError::NoEngineTable)),
        };
        let input = counted.all_records();
        Ok((ReadPremises { job, found, input, source, proof }.settle(report, folder)?, release))
    }

    /// Reads rows in memory; the job that the release was made by is at hand.
    pub fn of_rows(report: &Report, made_by: &Job, rows: RowStream) -> Result<Self, DisclosureError> {
        Self::given(report, made_by, |job| read_given(job, rows))
    }

    /// Like `of_rows`, for weighted rows, which become one row a record.
    pub fn of_counts(report: &Report, made_by: &Job, rows: CountedRows) -> Result<Self, DisclosureError> {
        Self::given(report, made_by, |job| {
            let (counted, source) = read_given_counts(job, rows)?;
            source.treating(job, counted.all_records())
        })
    }

    /// A table that is at hand, with the job that the release was made by.
    fn given(
        report: &Report,
        made_by: &Job,
        read: impl FnOnce(&Job) -> Result<(Table, Source), DisclosureError>,
    ) -> Result<Self, DisclosureError> {
        let folder = Path::new("");
        let mut job = job(report, folder, Some(made_by), true)?;
        job.terms.secret.clone_from(&made_by.terms.secret);
        job.terms.draw_key = made_by.terms.draw_key.clone();
        job.terms.hierarchy.pins.clone_from(&made_by.terms.hierarchy.pins);
        Opened::anything().take_keys(&mut job, Some(made_by), None);
        let (input, source) = read(&job)?;
        let found = Some((made_by.clone(), true));
        ReadPremises { job, found, input, source, proof: None }.settle(report, folder)
    }
}

/// What a release was made of, as it was read.
struct ReadPremises {
    job: Job,
    /// The job file, and whether the verifier named it.
    found: Option<(Job, bool)>,
    input: Table,
    source: Source,
    proof: Option<GivenProof>,
}

impl ReadPremises {
    /// Makes the hierarchies again.
    fn settle(self, report: &Report, folder: &Path) -> Result<Premises, DisclosureError> {
        let Self { job, found, input, source, proof } = self;
        let secret = Secret::for_terms(&job.terms)?;
        let found = found.map(|(file, named)| {
            let made = made_by_default(&file.terms, &input, &*Pins::load(&job.terms.hierarchy)?)?;
            // A public report tells the name alone.
            let is_this = |path: &String| {
                let told = folder.join(path);
                file.file.as_ref().is_some_and(|file| match report.audience {
                    Audience::Public => file.file_name() == told.file_name(),
                    Audience::Internal => is_same_file(&told, file),
                })
            };
            let is_of_report = report.job_file.as_ref().is_some_and(is_this);
            // A job file need not know the bases that the published numbers decided.
            let said = file.terms.bases();
            let bases = job.terms.bases().into_iter().filter(|(name, _)| !said.contains_key(name));
            let terms = file.terms.clone().with_bases(&bases.collect())?;
            let file = with_made(file.with_terms(terms), &made, report).told(folder);
            Ok::<_, DisclosureError>(FoundJob { file, named, is_of_report })
        });
        let job_file = found.transpose()?;
        let (input, settled) = resolve_hierarchies(&job.terms, input)?;
        let exact = job.terms.automatic_columns(&input);
        let input = job.terms.with_rounded(input, &exact)?;
        let population = PopulationTable::read(&job.terms, job.population_elsewhere());
        let population = population.map_err(|error| population_moved(error, &job))?;
        let earlier = EarlierReleases::read(&job.terms, secret.as_ref()).map_err(|error| error.to_string());
        let draw = draw(report, &job, &source, secret.as_ref());
        let job = with_made(job, settled.made(), report);
        let made_by = None;
        Ok(Premises {
            job,
            job_file,
            secret,
            draw,
            input,
            exact,
            source,
            settled,
            made_by,
            proof,
            population,
            earlier,
            ledger: None,
        })
    }
}

/// What drew which records stay, where that is known. A secret draws where the report has a digest
/// by it; rows in memory have none.
fn draw(report: &Report, job: &Job, source: &Source, secret: Option<&Secret>) -> Option<KeyedDraw> {
    let is_by_secret = report.input.hmac_sha256.is_some() || source.sha256.is_none();
    match (secret.filter(|_| is_by_secret), job.terms.draw_key.known()) {
        (Some(secret), _) => Some(KeyedDraw::by_secret(secret)),
        (None, Some(key)) if report.input.hmac_sha256.is_none() => Some(KeyedDraw::by_key(key)),
        (None, _) => None,
    }
}

/// The key by which the release was drawn: that which the verifier names, or that of an internal
/// report.
fn draw_key(report: &Report, options: &VerifyOptions) -> Result<DrawKey, DrawKeyError> {
    match &options.draw_key {
        Some(path) => DrawKey::read(path),
        None => Ok(report.draw_key.as_deref().and_then(DrawKey::from_text).unwrap_or_default()),
    }
}

/// The job with its table in another file.
fn elsewhere(job: Job, file: &Path) -> Result<Job, DisclosureError> {
    match job.inputs.len() {
        0 => Ok(job.reading(file)),
        _ => Err(DisclosureError::ReportFile(ReportFileError::NotElsewhere {
            what: "a table pooled from several files",
        })),
    }
}

/// What to do about a population that is not where the report says.
fn population_moved(error: DisclosureError, job: &Job) -> DisclosureError {
    let told = job.terms.population.as_ref().filter(|_| job.population_elsewhere().is_none());
    match error {
        DisclosureError::Input(InputError::Read(ReadError::File { path, fault: FileFault::NotFound }))
            if told.is_some_and(|told| told.path == path) =>
        {
            DisclosureError::Population(PopulationFileError::PopulationMoved { path })
        }
        other => other,
    }
}

/// What to do about a table that is not where the report says, or not in the file that was `given`
/// in its place.
fn moved(error: DisclosureError, job: &Job, given: Option<&Path>) -> DisclosureError {
    match error {
        DisclosureError::Input(InputError::Read(ReadError::File { path, fault })) if path == job.input => {
            match given {
                None if matches!(fault, FileFault::NotFound) => {
                    DisclosureError::ReportFile(ReportFileError::Moved { path })
                }
                _ => DisclosureError::Input(InputError::Read(ReadError::File {
                    path: given.map_or(path, Path::to_owned),
                    fault,
                })),
            }
        }
        other => other,
    }
}

/// The job that a report is about, with the engine's address and the secret of the job file, and
/// that job file.
pub(super) fn jobs(
    report: &Report,
    folder: &Path,
    options: &VerifyOptions,
) -> Result<(Job, Option<(Job, bool)>), DisclosureError> {
    let found = job_file(report, folder, options)?;
    let made_by = found.as_ref().map(|(job, _)| job);
    let named = found.as_ref().is_some_and(|(_, named)| *named);
    let mut job = job(report, folder, made_by, named)?;
    let opened = Opened::new(folder, found.as_ref(), options);
    let told = made_by.and_then(|job| job.terms.secret.clone()).filter(|path| opened.has(path));
    job.terms.secret = options.secret.clone().or(told);
    job.terms.draw_key = draw_key(report, options)?;
    if let (Some(engine), Some(uri)) = (&mut job.engine, &options.uri) {
        let refused = |why| JobError::new(Place::default(), JobProblem::Address { key: "--uri", why });
        check_address(engine.engine, uri).map_err(refused)?;
        engine.uri = Some(uri.clone());
    }
    match &options.population {
        Some(_) if job.terms.population.is_none() => {
            Err(DisclosureError::Population(PopulationFileError::NoPopulation))
        }
        Some(file) => Ok((job.counting_in(file), found)),
        None => Ok((job, found)),
    }
}

/// The job file that the verifier names, or the one that the report names if it can be read; and
/// whether it is the former.
fn job_file(
    report: &Report,
    folder: &Path,
    options: &VerifyOptions,
) -> Result<Option<(Job, bool)>, DisclosureError> {
    if let Some(path) = &options.job {
        return Ok(Some((Job::from_toml_file(path)?, true)));
    }
    let path = report.job_file.as_ref().map(|path| folder.join(path));
    let path = path.filter(|path| Reach::new(folder, []).allows(path));
    let job = path.filter(|path| path.is_file()).and_then(|path| Job::from_toml_file(path).ok());
    Ok(job.map(|job| (job, false)))
}

/// Whether a report shows the hierarchy of a column that was made as `source` says since the job
/// gives none: an internal one, or where all records are published and some cell shows more than
/// the root. What it says of levels is checked by itself.
fn tells_made(report: &Report, column: &str, source: &HierarchySource) -> bool {
    if report.audience == Audience::Internal {
        return true;
    }
    let of_own_table = report.job.hierarchy.plan.is_none();
    let facts = report.columns.iter().find(|facts| facts.name == column);
    let is_below_root = |facts: &ColumnFacts| {
        let below = |level: u8| facts.levels.is_some_and(|levels| u32::from(level) + 1 < levels);
        facts.level.is_some_and(below) || facts.by_level.iter().any(|share| below(share.level))
    };
    let is_whole = of_own_table && report.solution.rows_suppressed == Some(0);
    is_whole && tells_how_made(source) && facts.is_some_and(is_below_root)
}

/// The job with the hierarchies that are `made` where it gives none, as far as the report tells
/// them.
fn with_made<'m>(
    mut job: Job,
    made: impl IntoIterator<Item = (&'m String, &'m HierarchySource)>,
    report: &Report,
) -> Job {
    for (name, source) in made {
        if let Some(column) = job.terms.columns.get_mut(name).filter(|_| tells_made(report, name, source)) {
            column.hierarchy = Some(source.clone());
        }
    }
    job
}

/// The job of a plan; nothing else of a plan is looked at.
#[derive(Deserialize)]
struct PlannedJob {
    job: JobFile,
}

/// The job of the plan whose hierarchies a report used again.
fn job_of_plan(report: &Report, folder: &Path) -> Option<JobFile> {
    let plan = folder.join(report.job.hierarchy.plan.as_ref()?);
    let plan = Reach::new(folder, []).allows(&plan).then_some(plan)?;
    let text = WholeFile::PLAN.read_text(&plan).ok()?;
    read_json(&text).ok().map(|plan: PlannedJob| plan.job)
}

/// The job of the report, what it withholds taken from a job file, which somebody may have named,
/// or from the plan that it used again.
fn job(report: &Report, folder: &Path, found: Option<&Job>, named: bool) -> Result<Job, DisclosureError> {
    let mut file = report.job.clone();
    let planned = job_of_plan(report, folder);
    let told = found.map(|job| job.to_file(folder)).or_else(|| planned.clone());
    if let Some(told) = told.as_ref().filter(|told| file.withholds_choice() && told.conceals_choice()) {
        file = file.with_choice_of(told);
    }
    file = file.with_query_of(told.as_ref().filter(|_| named)).with_folders_of(told.as_ref());
    let known = |name: &str| {
        let known = [&told, &planned].into_iter().flatten().find_map(|job| job.columns.get(name));
        known.ok_or_else(|| withheld_from_verifier(report, name))
    };
    for name in report.job.withheld_columns() {
        // A job that gives none has the one that is made where none is given.
        let hierarchy = known(name)?.hierarchy.clone();
        file.columns.entry(name.to_owned()).or_default().hierarchy = hierarchy;
    }
    for name in report.job.withheld_levels() {
        let (known, column) = (known(name)?, file.columns.entry(name.to_owned()).or_default());
        (column.min_level, column.max_level, column.withheld) = (known.min_level, known.max_level, None);
    }
    for name in report.job.withheld_treatments().filter(|name| withholds_values(&report.job, name)) {
        let publish = known(name)?.publish.clone().ok_or_else(|| withheld_from_verifier(report, name))?;
        file.columns.entry(name.to_owned()).or_default().publish = Some(publish);
    }
    let mut job = Job::from_file(&file, folder)?;
    if let Some(told) = &mut job.engine {
        // Where a server is, and who gets a password, neither a report decides nor what lies beside
        // it.
        let known = found.filter(|_| named).and_then(|job| job.engine.as_ref());
        let known = known.filter(|known| known.engine == told.engine).and_then(|known| known.uri.clone());
        let of_file = told.uri.take().filter(|_| told.engine == "duckdb");
        told.uri = known.or(of_file);
    }
    Ok(job)
}

fn withheld_from_verifier(report: &Report, column: &str) -> DisclosureError {
    let problem = match (column.to_owned(), report.job.hierarchy.plan.clone()) {
        (column, None) => JobProblem::WithheldFromVerifier { column },
        (column, Some(plan)) => JobProblem::WithheldWithPlan { column, plan },
    };
    JobError::new(Place::default(), problem).into()
}

/// Whether the report withholds a list of values of a treatment, and not only the path of a key.
fn withholds_values(job: &JobFile, column: &str) -> bool {
    let publish = job.columns.get(column).and_then(|column| column.publish.as_ref());
    matches!(publish, Some(PublishFile::Treatment(said)) if said.get("values") == Some(&Value::Switch(true)))
}

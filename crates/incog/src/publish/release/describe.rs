//! Makes the internal report, which has all figures, from a written and measured release.

use crate::IncogError;
use crate::job::{Job, path_from};
use crate::key_fingerprints::fingerprints;
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::prepare::information_loss::information_loss;
use crate::publish::release::measure::Measured;
use crate::publish::release::read_back::ReadBack;
use crate::report::{
    Audience, ColumnFacts, ConcealedFacts, FileFacts, InputFacts, LevelShare, NarrowingFacts, NoiseFacts,
    Picture, ProviderTableFacts, RecodingKind, Report, SearchFacts, SolutionFacts, original,
};
use incog_audit::{ChangedFacts, Judgement};
use incog_card::is_planted;
use incog_data::Classes;
use incog_disclosure::ledger::SeriesOfRelease;
use incog_disclosure::read::read_input::{PooledTable, Source};
use incog_plan::TracePoint;
use incog_search::Stop;
use incog_utility::SquaredError;
use rayon::prelude::*;
use std::path::Path;

/// All that is known once a release is written and measured.
pub(in crate::publish) struct WrittenRelease<'a> {
    /// The job, with the hierarchies that were made because none was given.
    pub job: &'a Job,
    /// The file of the input.
    pub source: &'a Source,
    pub measured: Measured<'a>,
    /// What its labels tell of each other, and how often that is right.
    pub narrowing: Option<NarrowingFacts>,
    /// What the public page draws of the release.
    pub picture: Picture,
    /// SHA-256 of the written release.
    pub sha256: String,
    /// Whether the steward is told how likely somebody is found in the input; nobody sees it
    /// otherwise.
    pub tells_input: bool,
    /// Why a proof that was asked for is not written.
    pub no_proof: Option<String>,
    /// The series that a ledger keeps.
    pub ledger: Option<SeriesOfRelease>,
}

/// The report, with paths relative to the folder of the output.
pub(in crate::publish) fn report(written: &WrittenRelease<'_>) -> Result<Report, IncogError> {
    let (job, measured) = (written.job, &written.measured);
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let file = job.told(folder);
    Ok(Report {
        incog: env!("CARGO_PKG_VERSION").to_owned(),
        audience: Audience::Internal,
        job_file: job.file.as_ref().map(|path| path_from(path, folder)),
        input: InputFacts {
            path: input_path(written, folder),
            rows: Some(measured.input.real_count()),
            sha256: written.source.sha256.clone(),
            hmac_sha256: hmac(written),
        },
        inputs: written.source.parts.iter().map(|part| part_facts(part, folder)).collect(),
        population: population(written, folder),
        release: release(written, folder),
        privacy: measured.judgements.iter().map(Judgement::facts).collect(),
        risk: if written.tells_input { measured.risk_before_and_after()? } else { measured.risk.clone() },
        singled_out: measured.singled_out.clone(),
        narrowing: written.narrowing.clone(),
        series: measured.series.as_ref().map(|found| found.facts.clone()),
        ledger: written.ledger.as_ref().map(|series| series.facts.clone()),
        series_id: written.ledger.as_ref().map(|series| series.id.clone()),
        noise: noise(written),
        fingerprints: fingerprints(&job.terms, measured.input.secret.as_ref()),
        draw_key: written.measured.draw_key().map(str::to_owned),
        solution: SolutionFacts {
            recoding: measured.recoding(),
            levels: levels(written),
            rows_kept: measured.classes.kept() - measured.noise,
            rows_suppressed: Some(measured.classes.suppressed()),
            classes: written.picture.class_sizes.len() as u64,
        },
        utility: measured.utility()?,
        search: Some(search(written)),
        columns: columns(written, &file),
        // Nobody sees it otherwise.
        analyses: job.internal.then(|| measured.analyses()),
        page: None,
        job: file,
    })
}

pub(in crate::publish) fn release(written: &WrittenRelease<'_>, folder: &Path) -> FileFacts {
    FileFacts {
        path: path_from(&written.job.output, folder),
        rows: written.measured.recoded.records(written.measured.input.counts()),
        sha256: written.sha256.clone(),
    }
}

pub(in crate::publish) fn noise(written: &WrittenRelease<'_>) -> Option<NoiseFacts> {
    let classes = written.measured.input.noise.as_ref()?.classes;
    Some(NoiseFacts { records: written.measured.noise, classes })
}

/// The people whom the records are some of.
pub(in crate::publish) fn population(written: &WrittenRelease<'_>, folder: &Path) -> Option<InputFacts> {
    let input = written.measured.input;
    input.population.as_ref().map(|population| population.facts(folder, input.secret.as_ref()))
}

/// The digest of the input under the secret of the job.
pub(in crate::publish) fn hmac(written: &WrittenRelease<'_>) -> Option<String> {
    written.source.hmac(written.measured.input.secret.as_ref()?)
}

pub(in crate::publish) fn search(written: &WrittenRelease<'_>) -> SearchFacts {
    let (search, plan) = (&written.job.terms.search, written.measured.plan);
    let gap = |point: &TracePoint| {
        let (best, bound) = (point.best?, point.bound?);
        let gap = (best - bound).abs() / best.abs().max(f64::MIN_POSITIVE);
        gap.is_finite().then_some((point.evaluations as f64, gap))
    };
    SearchFacts {
        algorithm: search.algorithm.clone(),
        seed: search.seed,
        evaluations: plan.evaluations,
        seconds: plan.seconds,
        stopped: if is_planted("a heuristic says proved") { Stop::Proved } else { plan.stopped }
            .name()
            .to_owned(),
        upper_bound: plan.upper_bound,
        gap: plan.gap,
        lattice_nodes: plan.lattice_nodes,
        convergence: plan.trace.iter().filter_map(gap).collect(),
        no_proof: written.no_proof.clone(),
        concealed: plan.concealed.as_ref().map(ConcealedFacts::from),
    }
}

/// The table, or all tables that were pooled.
pub(in crate::publish) fn input_path(written: &WrittenRelease<'_>, folder: &Path) -> String {
    let parts = written.source.parts.iter();
    let paths: Vec<String> = parts.map(|part| path_from(&part.table.path, folder)).collect();
    if paths.is_empty() { path_from(&written.job.input, folder) } else { paths.join(" + ") }
}

fn part_facts(part: &PooledTable, folder: &Path) -> ProviderTableFacts {
    ProviderTableFacts {
        path: path_from(&part.table.path, folder),
        provider: part.table.provider.clone(),
        rows: Some(part.rows as u64),
        sha256: Some(part.sha256.clone()),
    }
}

fn levels(written: &WrittenRelease<'_>) -> std::collections::BTreeMap<String, u8> {
    let levels = written.measured.plan.recoding.levels().into_iter().flat_map(|levels| levels.iter());
    let qids = written.measured.input.quasi_identifiers.iter().zip(levels);
    qids.map(|(qid, &level)| (qid.name.clone(), level)).collect()
}

fn columns(written: &WrittenRelease<'_>, file: &crate::job::JobFile) -> Vec<ColumnFacts> {
    let (input, measured) = (written.measured.input, &written.measured);
    let losses = match measured.recoding() {
        RecodingKind::Microaggregation => squared_errors(measured.classes),
        RecodingKind::Global | RecodingKind::Local => information_loss(measured.classes),
    };
    let column = |column: &incog_data::Column| {
        let place = input.quasi_identifiers.iter().position(|qid| qid.name == column.name);
        ColumnFacts {
            name: column.name.clone(),
            role: input.role(&column.name).name().to_owned(),
            hierarchy: file.columns.get(&column.name).and_then(|column| column.hierarchy.clone()),
            publish: input.terms.published_form(&column.name),
            linked: input.terms.linked(&measured.released.records, &column.name),
            redacted: input.terms.redacted(&measured.released.records, &column.name),
            changed: written.source.changed(&input.terms, column).or_else(|| limited(measured, column)),
            level: place.and_then(|place| Some(measured.plan.recoding.levels()?[place])),
            by_level: place.map(|place| by_level(measured, place)).unwrap_or_default(),
            levels: place
                .filter(|_| measured.recoding() != RecodingKind::Microaggregation)
                .map(|place| input.quasi_identifiers[place].hierarchy.height() as u32 + 1),
            information_loss: place.map(|place| losses[place]),
        }
    };
    input.table.columns().iter().map(column).collect()
}

/// How far the published numbers of a column with limits are from those behind.
fn limited(measured: &Measured<'_>, column: &incog_data::Column) -> Option<ChangedFacts> {
    measured.input.terms.limits_of(&column.name)?;
    let written = measured.released.records.column(&column.name)?;
    Some(ChangedFacts::compare(&column.of_rows(&measured.released.rows), written))
}

/// How many published records have each level of a quasi-identifier, where they have several.
fn by_level(measured: &Measured<'_>, attribute: usize) -> Vec<LevelShare> {
    if measured.recoding() != RecodingKind::Local {
        return Vec::new();
    }
    let mut records = std::collections::BTreeMap::new();
    for class in measured.classes.released() {
        *records.entry(class.levels[attribute]).or_insert(0) += class.kept;
    }
    records.into_iter().map(|(level, records)| LevelShare { level, records }).collect()
}

/// For each quasi-identifier the share of its squared deviations that lies within classes.
pub(crate) fn squared_errors(classes: &Classes<'_>) -> Vec<f64> {
    SquaredError::of_columns(classes).into_iter().map(Option::unwrap_or_default).collect()
}

/// What the internal page draws: the release, as on the public page, and the input beside it.
pub(in crate::publish) fn internal_picture(written: &WrittenRelease<'_>, mut picture: Picture) -> Picture {
    let input = written.measured.input;
    picture.distributions.par_iter_mut().for_each(|drawn| {
        let Some(column) = input.table.column(&drawn.name) else { return };
        let qid = input.quasi_identifiers.iter().find(|qid| qid.name == drawn.name);
        let (shares, grouped) = original(column, input.counts(), qid);
        (drawn.original, drawn.grouped) = (Some(shares), grouped);
    });
    picture
}

/// What the public page draws: the release alone.
pub(in crate::publish) fn public_picture(input: &BoundTable, released: &ReadBack<'_>) -> Picture {
    let is_quasi_identifier = |name: &str| input.quasi_identifiers.iter().any(|qid| qid.name == name);
    Picture::new(released.counted(), is_quasi_identifier)
}

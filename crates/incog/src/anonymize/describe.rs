//! From what was found to the internal report, which tells all.

use super::input::Input;
use super::pool::Part;
use super::read_back::ReadBack;
use super::recoding::Recoded;
use super::secret::Secret;
use crate::IncogError;
use crate::job::path_from;
use crate::report::{
    Audience, ColumnFacts, FileFacts, InputFacts, LevelShare, NoiseFacts, Picture, ProviderTableFacts,
    RecodingKind, Report, SearchFacts, SolutionFacts, UtilityFacts, original,
};
use incog_audit::Judgement;
use incog_data::Classes;
use incog_plan::{Plan, TracePoint};
use incog_utility::metric_by_name;
use std::path::Path;

/// All that is known once a release is written and measured.
pub(super) struct Found<'a> {
    pub input: &'a Input,
    pub classes: &'a Classes<'a>,
    pub plan: &'a Plan,
    pub judgements: Vec<Judgement>,
    pub recoded: &'a Recoded<'a>,
    /// The written release, read again.
    pub released: &'a ReadBack,
    /// What the page that travels draws of it.
    pub picture: Picture,
    /// Of the written release.
    pub sha256: String,
    /// Rows of the written release.
    pub rows: u64,
    /// Noisy records among them.
    pub noise: u64,
    /// The largest k that a model asks for.
    pub k: u64,
}

impl Found<'_> {
    /// Whether all records have the same levels.
    pub fn recoding(&self) -> RecodingKind {
        if self.plan.recoding.levels().is_some() { RecodingKind::Global } else { RecodingKind::Local }
    }
}

/// The report, with paths relative to the folder of the output.
pub(super) fn report(found: &Found<'_>) -> Result<Report, IncogError> {
    let job = &found.input.job;
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let file = job.to_file(folder);
    Ok(Report {
        incog: env!("CARGO_PKG_VERSION").to_owned(),
        audience: Audience::Internal,
        job_file: job.file.as_ref().map(|path| path_from(path, folder)),
        input: InputFacts {
            path: input_path(found.input, folder),
            rows: found.input.real_rows() as u64,
            sha256: Some(found.input.file.sha256.clone()),
            hmac_sha256: hmac(found.input),
        },
        inputs: found.input.parts.iter().map(|part| part_facts(part, folder)).collect(),
        release: release(found, folder),
        privacy: found.judgements.iter().map(Judgement::facts).collect(),
        noise: noise(found),
        solution: SolutionFacts {
            recoding: found.recoding(),
            levels: levels(found),
            rows_kept: found.classes.kept() - found.noise,
            rows_suppressed: found.classes.suppressed(),
            classes: found.picture.class_sizes.len() as u64,
        },
        utility: utility(found)?,
        search: search(found),
        columns: columns(found, &file),
        page: None,
        job: file,
    })
}

pub(super) fn release(found: &Found<'_>, folder: &Path) -> FileFacts {
    let path = path_from(&found.input.job.output, folder);
    FileFacts { path, rows: found.rows, sha256: found.sha256.clone() }
}

pub(super) fn noise(found: &Found<'_>) -> Option<NoiseFacts> {
    let noise = found.input.noise.as_ref();
    noise.map(|noise| NoiseFacts { records: found.noise, classes: noise.classes })
}

/// The digest of the input under the secret of the job.
pub(super) fn hmac(input: &Input) -> Option<String> {
    input.secret.as_ref().map(|secret| input_hmac(secret, &input.file.sha256))
}

/// The digest of an input under a secret.
pub(crate) fn input_hmac(secret: &Secret, sha256: &str) -> String {
    secret.digest("sha256 of the input", sha256)
}

pub(super) fn search(found: &Found<'_>) -> SearchFacts {
    let (search, plan) = (&found.input.job.search.settings, found.plan);
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
        stopped: plan.stopped.name().to_owned(),
        upper_bound: plan.upper_bound,
        gap: plan.gap,
        lattice_nodes: plan.lattice_nodes,
        convergence: plan.trace.iter().filter_map(gap).collect(),
    }
}

/// The table, or all tables that were pooled.
pub(super) fn input_path(input: &Input, folder: &Path) -> String {
    let paths: Vec<String> = input.parts.iter().map(|part| path_from(&part.table.path, folder)).collect();
    if paths.is_empty() { path_from(&input.job.input, folder) } else { paths.join(" + ") }
}

fn part_facts(part: &Part, folder: &Path) -> ProviderTableFacts {
    ProviderTableFacts {
        path: path_from(&part.table.path, folder),
        provider: part.table.provider.clone(),
        rows: Some(part.rows as u64),
        sha256: Some(part.sha256.clone()),
    }
}

fn levels(found: &Found<'_>) -> std::collections::BTreeMap<String, u8> {
    let levels = found.plan.recoding.levels().into_iter().flat_map(|levels| levels.iter());
    let qids = found.input.quasi_identifiers.iter().zip(levels);
    qids.map(|(qid, &level)| (qid.name.clone(), level)).collect()
}

fn utility(found: &Found<'_>) -> Result<UtilityFacts, IncogError> {
    let (job, classes) = (&found.input.job, found.classes);
    let value = |name: &'static str| Ok::<_, IncogError>(metric_by_name(name, found.k)?.value(classes));
    let transparency_degree = value("transparency")?;
    let most = classes.rows() as f64 * found.input.quasi_identifiers.len() as f64;
    Ok(UtilityFacts {
        objective: job.objective.name().to_owned(),
        value: found.plan.value,
        transparency_degree,
        transparency_ratio: transparency_degree / most,
        precision: value("precision")?,
        gen_loss: value("gen-loss")?,
        loss: value("loss")?,
        c_avg: value("c-avg")?,
        discernibility: value("discernibility")?,
        suppressed_share: classes.suppressed() as f64 / classes.rows() as f64,
        class_size: value("class-size")?,
        entropy: value("entropy")?,
        height: value("height")?,
    })
}

fn columns(found: &Found<'_>, file: &crate::job::JobFile) -> Vec<ColumnFacts> {
    let losses = information_loss(found.classes);
    let column = |column: &incog_data::Column| {
        let place = found.input.quasi_identifiers.iter().position(|qid| qid.name == column.name);
        ColumnFacts {
            name: column.name.clone(),
            role: found.input.role(&column.name).name().to_owned(),
            hierarchy: file.columns.get(&column.name).and_then(|column| column.hierarchy.clone()),
            level: place.and_then(|place| Some(found.plan.recoding.levels()?[place])),
            by_level: place.map(|place| by_level(found, place)).unwrap_or_default(),
            levels: place.map(|place| found.input.quasi_identifiers[place].hierarchy.height() as u32 + 1),
            information_loss: place.map(|place| losses[place]),
        }
    };
    found.input.file.table.columns().iter().map(column).collect()
}

/// How many published records have each level of a quasi-identifier, where they have several.
fn by_level(found: &Found<'_>, attribute: usize) -> Vec<LevelShare> {
    if found.recoding() == RecodingKind::Global {
        return Vec::new();
    }
    let mut records = std::collections::BTreeMap::new();
    for class in found.classes.released() {
        *records.entry(class.levels[attribute]).or_insert(0) += class.kept;
    }
    records.into_iter().map(|(level, records)| LevelShare { level, records }).collect()
}

/// For each quasi-identifier the mean over all records of the share of the domain that the released
/// value covers, `(|v_g| / |v| - 1 / |v|) / (1 - 1 / |v|)`; a suppressed record counts 1.
///
/// The attribute term of the Loss metric (Iyengar 2002, as in ARX).
fn information_loss(classes: &Classes<'_>) -> Vec<f64> {
    let rows = classes.rows() as f64;
    let qids = classes.tuples().quasi_identifiers().iter().enumerate();
    qids.map(|(place, qid)| {
        let domain = f64::from(qid.hierarchy.leaves(qid.hierarchy.height(), 0));
        let of_class = |class: &incog_data::Class| {
            let covered = f64::from(classes.label(class, place).leaves());
            class.kept as f64 * covered / domain + (class.size - class.kept) as f64
        };
        let sum: f64 = classes.all().iter().map(of_class).sum();
        if domain <= 1.0 { 0.0 } else { ((sum - rows / domain) / (rows - rows / domain)).clamp(0.0, 1.0) }
    })
    .collect()
}

/// What the internal page draws: the release, as the public page does, and beside it the input.
pub(super) fn internal_picture(found: &Found<'_>, mut picture: Picture) -> Picture {
    for drawn in &mut picture.distributions {
        let Some(column) = found.input.file.table.column(&drawn.name) else { continue };
        let qid = found.input.quasi_identifiers.iter().find(|qid| qid.name == drawn.name);
        let (shares, grouped) = original(column, qid);
        (drawn.original, drawn.grouped) = (Some(shares), grouped);
    }
    picture
}

/// What the page that travels draws: the release alone.
pub(super) fn public_picture(input: &Input, released: &ReadBack) -> Picture {
    let is_quasi_identifier = |name: &str| input.quasi_identifiers.iter().any(|qid| qid.name == name);
    Picture::of(&released.records, is_quasi_identifier)
}

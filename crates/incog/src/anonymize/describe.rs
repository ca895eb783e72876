//! From what was found to the report.

use super::input::Input;
use super::pool::Part;
use super::recoding::released_columns;
use super::retained_rows::retained_rows;
use super::run::metric;
use crate::IncogError;
use crate::audit::Judgement;
use crate::audit::judgement::{criteria, smallest_class};
use crate::job::{Objective, path_from};
use crate::problem::Solution;
use crate::report::{
    ColumnFacts, Distribution, FileFacts, NoiseFacts, PageData, ProviderTableFacts, Report, SearchFacts,
    SolutionFacts, UtilityFacts, page,
};
use incog_data::Classes;
use std::path::Path;

/// All that is known once a release is written and measured.
pub(super) struct Found<'a> {
    pub input: &'a Input,
    pub classes: &'a Classes<'a>,
    pub solution: &'a Solution,
    pub judgements: Vec<Judgement>,
    /// Of the written release.
    pub sha256: String,
    /// Rows of the written release.
    pub rows: u64,
    /// Noisy records among them.
    pub noise: u64,
    /// The largest k that a model asks for.
    pub k: u64,
}

/// The report, with paths relative to the folder of the output.
pub(super) fn report(found: &Found<'_>) -> Result<Report, IncogError> {
    let (job, solution) = (&found.input.job, found.solution);
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let file = job.to_file(folder);
    Ok(Report {
        incog: env!("CARGO_PKG_VERSION").to_owned(),
        input: FileFacts {
            path: input_path(found.input, folder),
            rows: found.input.real_rows() as u64,
            sha256: found.input.file.sha256.clone(),
        },
        inputs: found.input.parts.iter().map(|part| part_facts(part, folder)).collect(),
        release: FileFacts {
            path: path_from(&job.output, folder),
            rows: found.rows,
            sha256: found.sha256.clone(),
        },
        privacy: found.judgements.iter().map(Judgement::facts).collect(),
        noise: found
            .input
            .noise
            .as_ref()
            .map(|noise| NoiseFacts { records: found.noise, classes: noise.classes }),
        solution: SolutionFacts {
            levels: levels(found),
            rows_kept: found.classes.kept() - found.noise,
            rows_suppressed: found.classes.suppressed(),
            classes: found.classes.released().count() as u64,
        },
        utility: utility(found)?,
        search: SearchFacts {
            algorithm: job.search.algorithm.clone(),
            seed: job.search.seed,
            evaluations: solution.evaluations,
            seconds: solution.seconds,
            stopped: solution.stopped.name().to_owned(),
            upper_bound: solution.upper_bound,
            gap: solution.gap,
            lattice_nodes: solution.lattice_nodes,
        },
        columns: columns(found, &file),
        job: file,
    })
}

/// The table, or all tables that were pooled.
fn input_path(input: &Input, folder: &Path) -> String {
    let paths: Vec<String> = input.parts.iter().map(|part| path_from(&part.table.path, folder)).collect();
    if paths.is_empty() { path_from(&input.job.input, folder) } else { paths.join(" + ") }
}

fn part_facts(part: &Part, folder: &Path) -> ProviderTableFacts {
    ProviderTableFacts {
        path: path_from(&part.table.path, folder),
        provider: part.table.provider.clone(),
        rows: part.rows as u64,
        sha256: part.sha256.clone(),
    }
}

/// The text of the report.
pub(super) fn json(report: &Report, output: &Path) -> Result<String, IncogError> {
    report
        .to_json()
        .map_err(|error| IncogError::Report { path: output.to_owned(), source: std::io::Error::other(error) })
}

/// The page for people.
pub(super) fn html(data: &PageData<'_>, output: &Path) -> Result<String, IncogError> {
    page(data)
        .map_err(|error| IncogError::Report { path: output.to_owned(), source: std::io::Error::other(error) })
}

fn levels(found: &Found<'_>) -> std::collections::BTreeMap<String, u8> {
    let qids = found.input.quasi_identifiers.iter().zip(found.solution.levels.iter());
    qids.map(|(qid, &level)| (qid.name.clone(), level)).collect()
}

fn utility(found: &Found<'_>) -> Result<UtilityFacts, IncogError> {
    let (job, classes) = (&found.input.job, found.classes);
    let value =
        |name: &'static str| Ok::<_, IncogError>(metric(&Objective::of(name), found.k)?.value(classes));
    let transparency_degree = value("transparency")?;
    let most = classes.rows() as f64 * found.input.quasi_identifiers.len() as f64;
    Ok(UtilityFacts {
        objective: job.objective.metric.to_owned(),
        value: found.solution.value,
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
            level: place.map(|place| found.solution.levels[place]),
            levels: place.map(|place| found.input.quasi_identifiers[place].hierarchy.height() as u32 + 1),
            information_loss: place.map(|place| losses[place]),
        }
    };
    found.input.file.table.columns().iter().map(column).collect()
}

/// For each quasi-identifier the mean over all records of the share of the domain that the released
/// value covers, `(|v_g| / |v| - 1 / |v|) / (1 - 1 / |v|)`; a suppressed record counts 1.
///
/// The attribute term of the Loss metric (Iyengar 2002, as in ARX).
fn information_loss(classes: &Classes<'_>) -> Vec<f64> {
    let (tuples, levels) = (classes.tuples(), classes.levels());
    let rows = classes.rows() as f64;
    let qids = tuples.quasi_identifiers().iter().enumerate();
    qids.map(|(place, qid)| {
        let domain = f64::from(qid.hierarchy.leaves(qid.hierarchy.height(), 0));
        let of_class = |class: &incog_data::Class| {
            let covered = f64::from(qid.leaves(levels[place], tuples.codes(class.tuple as usize)[place]));
            class.kept as f64 * covered / domain + (class.size - class.kept) as f64
        };
        let sum: f64 = classes.all().iter().map(of_class).sum();
        if domain <= 1.0 { 0.0 } else { ((sum - rows / domain) / (rows - rows / domain)).clamp(0.0, 1.0) }
    })
    .collect()
}

/// What is drawn for each published column.
pub(super) fn distributions(found: &Found<'_>) -> Vec<Distribution> {
    let input = found.input;
    let released = released_columns(input);
    let stays = retained_rows(found.classes, &input.file.table, &released, input.job.search.seed);
    let rare = rare_below(input);
    let drawn = released.iter().map(|&index| {
        let column = &input.file.table.columns()[index];
        let place = input.quasi_identifiers.iter().position(|qid| qid.name == column.name);
        let hierarchy = place.map(|place| (&input.quasi_identifiers[place], found.solution.levels[place]));
        crate::report::distributions(column, hierarchy, stays.iter().copied(), rare)
    });
    drawn.collect()
}

/// Values of fewer records than this are not named in a report: the smallest class that the models of the job
/// allow, and at least 5.
fn rare_below(input: &Input) -> u64 {
    smallest_class(&criteria(&input.job, &input.real_records())).max(5)
}

//! Checks a job file as written and turns it into a job.

use super::check_conceal_choice::concealed_choice;
use super::check_drawn::{self, check_drawn};
use super::check_engine::{Output, output};
use super::check_fields::{read_fields, released_fields};
use super::check_groups::{check_forms, objective_for, publish_groups};
use super::check_hierarchy::hierarchy;
use super::check_inputs::{Inputs, inputs, name_provider_column};
use super::check_layout::{read_decimal, read_encoding, read_lines};
use super::check_outputs::check_outputs;
use super::check_publish::publish;
use super::check_roles::check_roles;
use super::check_treatment::{check_places, treatment};
use super::column::ColumnJob;
use super::error::{JobProblem, nearest};
use super::file::{
    CertificateFile, ColumnFile, CsvFile, JobFile, ObjectiveFile, SEARCH_KEYS, SearchFile, SuppressionFile,
};
use super::islands::Islands;
use super::options::{
    HierarchyOptions, KeepColumns, ReleaseOptions, ReleaseOrder, SuppressedAs, Suppression, UnknownValues,
};
use super::population::{self, check_population, population};
use super::privacy_file::PrivacyFile;
use super::recoding_file::{contradiction, recoding};
use super::redirection::Elsewhere;
use super::series::{self, check_series, series};
use super::spec::{CsvOptions, Job};
use super::terms::Terms;
use super::unit::{Unit, unit};
use crate::draw_key::DrawKey;
use crate::limits::{MOST_THREADS, WEIGHTS};
use incog_card::{Parameters, Refusal, Value};
use incog_data::LabelStyle;
use incog_io::JobTextProblem;
use incog_privacy::{MissingAs, ModelSpec, Role};
use incog_request::cards::{GLOBAL_SEARCHES, LOCAL_SEARCHES, MICROAGGREGATIONS};
use incog_request::{RecodingSettings, SearchSettings};
use incog_utility::{METRICS, Objective, metric_entry};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A problem, and the dotted key that is to blame, if there is one.
pub(super) type Blame = (Option<String>, JobProblem);
pub(super) type Checked<T> = Result<T, Blame>;

/// Checks everything that can be checked without the table; paths are resolved against `folder`.
pub(super) fn check(file: &JobFile, folder: &Path) -> Checked<Job> {
    let Inputs { input, inputs, counted, engine } = inputs(file, folder)?;
    let Output { output, into } = output(file, folder, engine.as_ref())?;
    let mut terms = checked_terms(file, folder, !inputs.is_empty())?;
    if counted.is_some() || engine.is_some() {
        let unit = terms.unit.column();
        let left_out = |name: &String, role: Role| role.names_people() && unit != Some(name);
        terms
            .columns
            .iter_mut()
            .for_each(|(name, column)| column.may_be_absent = left_out(name, column.role));
    }
    let job = Job {
        terms,
        input,
        inputs,
        counted,
        engine,
        into,
        output,
        csv: csv(&file.csv)?,
        released_fields: released_fields(file)?,
        certificate: certificate(&file.certificate)?,
        trace: file.search.trace.as_ref().map(|trace| folder.join(trace)),
        proof: None,
        file: None,
        internal: false,
        force: false,
        replace_better: false,
        tells_price: false,
        dry_run: false,
        begins_series: false,
        elsewhere: Elsewhere::default(),
        islands: Islands::default(),
    };
    check_outputs(&job)?;
    check_places(&job)?;
    population::check_places(&job)?;
    series::check_places(&job)?;
    check_drawn::check_places(&job)?;
    let kind = match job.terms.recoding {
        RecodingSettings::Global => return Ok(job),
        RecodingSettings::Local(_) => "local",
        RecodingSettings::Microaggregation => "microaggregation",
    };
    if job.trace.is_some() {
        return Err(contradiction(
            "search.trace",
            kind,
            "a trace records a search over levels, which this \
            kind of recoding does not make",
        ));
    }
    Ok(job)
}

/// Checks the terms of a job alone; keys about files are ignored.
pub(super) fn check_terms(file: &JobFile, folder: &Path) -> Checked<Terms> {
    checked_terms(file, folder, false)
}

/// The terms of a job; `pooled` says whether its table is pooled from those of several providers.
fn checked_terms(file: &JobFile, folder: &Path, pooled: bool) -> Checked<Terms> {
    let columns = file.columns.iter();
    let columns = columns.map(|(name, column)| Ok((name.clone(), check_column(name, column, folder)?)));
    let mut columns = columns.collect::<Checked<BTreeMap<_, _>>>()?;
    if pooled {
        name_provider_column(&mut columns)?;
    }
    let unit = unit(file.privacy.unit.as_deref(), &columns)?;
    let unknown = word("hierarchy.unknown", file.hierarchy.unknown.as_deref(), &UnknownValues::ALL)?;
    let styles = LabelStyle::ALL.map(|style| (style.name(), style));
    let labels = word("release.labels", file.release.labels.as_deref(), &styles)?.unwrap_or_default();
    columns.values_mut().for_each(|column| column.label(labels));
    let order = word("release.order", file.release.order.as_deref(), &ReleaseOrder::ALL)?;
    let (search, threads) = search(&file.search)?;
    let recoding = recoding(&file.recoding, &search)?;
    check_forms(file, recoding)?;
    publish_groups(&mut columns, recoding);
    let models = models(&file.privacy)?;
    let terms = Terms {
        columns,
        hierarchy: HierarchyOptions {
            plan: file.hierarchy.plan.as_ref().map(|plan| folder.join(plan)),
            pins: None,
            lasting: None,
            unknown: unknown.unwrap_or_default(),
        },
        suppression: suppression(&file.suppression, &models)?,
        unit,
        release: ReleaseOptions {
            order: order.unwrap_or(ReleaseOrder::Sorted),
            provider: file.release.provider.unwrap_or(false),
            noise: file.release.noise.unwrap_or(true),
            escape_formulas: file.release.escape_formulas.unwrap_or(false),
            labels,
        },
        waivers: waivers(&file.waivers)?,
        keep_columns: keep_columns(file, recoding, &models)?,
        objective: objective_for(recoding, file.utility.objective.as_ref())?,
        models,
        recoding,
        search,
        threads,
        secret: file.release.secret.as_ref().map(|secret| folder.join(secret)),
        draw_key: DrawKey::default(),
        population: population(file, folder),
        concealed: concealed_choice(&file.release, recoding)?,
        series: series(file, folder)?,
    };
    check_roles(&terms)?;
    check_population(&terms)?;
    check_series(&terms)?;
    check_drawn(&terms)?;
    // Nobody has two of the records that are drawn, so these are what is counted.
    let unit = if terms.drawn_share().is_some() { Unit::Unset } else { terms.unit };
    Ok(Terms { unit, ..terms })
}

fn check_column(name: &str, file: &ColumnFile, folder: &Path) -> Checked<ColumnJob> {
    let key = |key: &str| format!("columns.{name}.{key}");
    if file.withheld.is_some() {
        let column = name.to_owned();
        return Err((Some(key("withheld")), JobProblem::WithheldLevels { column }));
    }
    let role = word(&key("role"), file.role.as_deref(), &Role::ALL)?.unwrap_or_default();
    let level = |which: &str, level: Option<i64>| {
        level
            .map(|level| whole(&key(which), level, 0, 254, "expected 0 (original values) to 254"))
            .transpose()
    };
    let (min_level, max_level) = (level("min_level", file.min_level)?, level("max_level", file.max_level)?);
    if let (Some(min), Some(max)) = (min_level, max_level)
        && min > max
    {
        let (first, second) = (key("min_level"), key("max_level"));
        let why = "the lowest level is above the highest";
        return Err((Some(first.clone()), JobProblem::Contradiction { first, second, why }));
    }
    let weight = file.weight.unwrap_or(1.0);
    if !WEIGHTS.contains(&weight) {
        return Err(out_of_range(key("weight"), weight, "expected a weight from 0.000001 to 1000000"));
    }
    if role != Role::QuasiIdentifier {
        let only = [
            ("min_level", min_level.is_some()),
            ("max_level", max_level.is_some()),
            ("weight", file.weight.is_some()),
            ("hierarchy", file.hierarchy.is_some() && role != Role::Sensitive),
        ];
        if let Some((which, _)) = only.iter().find(|(_, said)| *said) {
            let key = key(which);
            let why = "only quasi-identifiers are generalized";
            return Err((Some(key.clone()), JobProblem::Idle { key, why }));
        }
    }
    if role != Role::Sensitive && file.missing.is_some() {
        let key = key("missing");
        let why = "it is for l-diversity, which counts values of sensitive columns only";
        return Err((Some(key.clone()), JobProblem::Idle { key, why }));
    }
    let missing = word(&key("missing"), file.missing.as_deref(), &MissingAs::ALL)?.unwrap_or_default();
    let hierarchy = file.hierarchy.as_ref().map(|file| hierarchy(name, file, folder)).transpose()?;
    let (publish, aggregate) = publish(name, file, role, hierarchy.as_ref())?;
    let treatment = treatment(name, file, role, folder)?;
    let as_number = |level: Option<u64>| level.map(|level| level as usize);
    Ok(ColumnJob {
        role,
        hierarchy,
        min_level: as_number(min_level),
        max_level: as_number(max_level),
        weight,
        missing,
        publish,
        aggregate,
        treatment,
        may_be_absent: false,
    })
}

fn csv(file: &CsvFile) -> Checked<CsvOptions> {
    let byte = |key: &str, text: &Option<String>| match text.as_deref() {
        None => Ok(None),
        Some("\\t") => Ok(Some(b'\t')),
        Some(text) if text.len() == 1 => Ok(Some(text.as_bytes()[0])),
        Some(text) => {
            Err(at(key, JobProblem::NotOneCharacter { key: key.to_owned(), found: text.to_owned() }))
        }
    };
    Ok(CsvOptions {
        delimiter: byte("csv.delimiter", &file.delimiter)?,
        quote: byte("csv.quote", &file.quote)?,
        header: file.header,
        encoding: read_encoding(file)?,
        sheet: file.sheet.clone(),
        skip_rows: read_lines("csv.skip_rows", file.skip_rows)?,
        skip_footer: read_lines("csv.skip_footer", file.skip_footer)?,
        decimal: read_decimal(file)?,
        fixed_width: read_fields(file)?,
        missing: file.missing.clone(),
    })
}

fn models(file: &PrivacyFile) -> Checked<Vec<ModelSpec>> {
    let models = file.models().map(|asked| {
        let card = asked.card();
        ModelSpec::new(asked.clone())
            .map_err(|refusal| refused(&format!("privacy.{}", card.name), card.is_bare(), refusal))
    });
    let models: Vec<ModelSpec> = models.collect::<Checked<_>>()?;
    match models.as_slice() {
        [] => Err((None, JobProblem::NoModel)),
        [only] if let Some(why) = only.entry().needs.others => {
            let key = format!("privacy.{}", only.name());
            Err((Some(key.clone()), JobProblem::Idle { key, why }))
        }
        _ => Ok(models),
    }
}

/// What is wrong with the parameters given for a key; `is_bare` when the key has the value of the
/// only parameter.
pub(super) fn refused(table: &str, is_bare: bool, refusal: Refusal) -> Blame {
    let key = |name: &str| if is_bare { table.to_owned() } else { format!("{table}.{name}") };
    let place = match &refusal {
        Refusal::Missing { .. } | Refusal::Contradiction { .. } | Refusal::Unknown { .. } => table.to_owned(),
        Refusal::OutOfRange { parameter, .. }
        | Refusal::UnknownWord { parameter, .. }
        | Refusal::WrongType { parameter, .. }
        | Refusal::Idle { parameter, .. } => key(parameter),
    };
    let problem = match refusal {
        Refusal::Missing { parameter, what } => JobProblem::Missing { key: parameter, what },
        Refusal::Contradiction { first, second, why } => {
            JobProblem::Contradiction { first: key(first), second: key(second), why }
        }
        Refusal::Unknown { key, known } => {
            JobTextProblem::UnknownKey { nearest: nearest(&key, known), key }.into()
        }
        Refusal::OutOfRange { found, expected, .. } => {
            JobProblem::OutOfRange { key: place.clone(), found, expected }
        }
        Refusal::UnknownWord { found, known, .. } => JobProblem::UnknownWord {
            nearest: nearest(&found, known.iter().copied()),
            key: place.clone(),
            found,
            known,
        },
        Refusal::WrongType { found, expected, .. } => {
            JobProblem::BadParameter { key: place.clone(), found, expected }
        }
        Refusal::Idle { why, .. } => JobProblem::Idle { key: place.clone(), why },
    };
    (Some(place), problem)
}

/// The limit of suppression and what is left of suppressed records. A limit would tell of the
/// records that a drawn release leaves out, so the default of those is none.
fn suppression(file: &SuppressionFile, models: &[ModelSpec]) -> Checked<Suppression> {
    let is_drawn = models.iter().any(|model| model.drawn_share().is_some());
    let default = if is_drawn { 1.0 } else { Suppression::DEFAULT_LIMIT };
    let limit = file.limit.unwrap_or(default);
    if !(0.0..=1.0).contains(&limit) {
        let expected = "expected a share of the records, from 0 to 1";
        return Err(out_of_range("suppression.limit", limit, expected));
    }
    let shown_as = word("suppression.as", file.shown_as.as_deref(), &SuppressedAs::ALL)?;
    Ok(Suppression { limit, shown_as: shown_as.unwrap_or(SuppressedAs::Drop) })
}

/// What quasi-identifiers keep. Centroids have no labels, and drawn records have fixed levels.
fn keep_columns(file: &JobFile, recoding: RecodingSettings, models: &[ModelSpec]) -> Checked<KeepColumns> {
    let key = "utility.keep_columns";
    let keep = word(key, file.utility.keep_columns.as_deref(), &KeepColumns::ALL)?.unwrap_or_default();
    let has_labels = recoding != RecodingSettings::Microaggregation
        && models.iter().all(|model| model.drawn_share().is_none());
    if keep == KeepColumns::All && !has_labels {
        let why = "only a release whose labels a search chooses uses \"all\"";
        return Err((Some(key.to_owned()), JobProblem::Idle { key: key.to_owned(), why }));
    }
    Ok(keep)
}

/// Whoever is named has a name.
fn certificate(file: &CertificateFile) -> Checked<CertificateFile> {
    let named = [("certificate.publisher", &file.publisher), ("certificate.officer", &file.officer)];
    let is_blank = |name: &Option<String>| name.as_ref().is_some_and(|name| name.trim().is_empty());
    match named.into_iter().find(|(_, name)| is_blank(name)) {
        None => Ok(file.clone()),
        Some((key, _)) => {
            let what = "give a name, or remove the key to leave a blank line on the page";
            Err((Some(key.to_owned()), JobProblem::Missing { key, what }))
        }
    }
}

/// Every waiver has a reason.
fn waivers(file: &BTreeMap<String, String>) -> Checked<BTreeMap<String, String>> {
    match file.iter().find(|(_, reason)| reason.trim().is_empty()) {
        None => Ok(file.clone()),
        Some((finding, reason)) => {
            let expected = "the reason why the finding is not a danger, and who decided that".to_owned();
            let (key, found) = (format!("waivers.{finding}"), format!("{reason:?}"));
            Err((Some(key.clone()), JobProblem::BadParameter { key, found, expected }))
        }
    }
}

pub(super) fn objective(file: Option<&ObjectiveFile>) -> Checked<Objective> {
    let key = "utility.objective";
    let metric = |name: &str| metric_entry(name).map_err(|_| at(key, unknown_metric(name)));
    let table = match file {
        None => return Ok(Objective::default()),
        Some(ObjectiveFile::Name(name)) => return objective_of(Parameters::defaults(&metric(name)?.card)),
        Some(ObjectiveFile::Table(table)) => table,
    };
    let entry = metric(&table.metric)?;
    if let Some((name, _)) = table.said.iter().find(|(name, _)| entry.card.parameter(name).is_none()) {
        let why = "the metric has no such parameter";
        return Err(at(key, JobProblem::Idle { key: format!("{key}.{name}"), why }));
    }
    let refused = |refusal| refused(key, false, refusal);
    let said = table.said.iter().map(|(name, value)| (*name, value.clone()));
    let parameters = Parameters::said(&entry.card, said).map_err(refused)?;
    (entry.build)(&parameters, 1).map_err(refused)?;
    objective_of(parameters)
}

fn unknown_metric(found: &str) -> JobProblem {
    let known: Vec<&str> = METRICS.iter().map(|entry| entry.card.name).collect();
    JobProblem::UnknownWord {
        key: "utility.objective".to_owned(),
        found: found.to_owned(),
        nearest: nearest(found, known.iter().copied()),
        known,
    }
}

/// An objective whose parameters were found good.
fn objective_of(parameters: Parameters) -> Checked<Objective> {
    let name = parameters.card().name;
    Objective::new(parameters).map_err(|_| at("utility.objective", unknown_metric(name)))
}

/// How to search, and with how many threads.
fn search(file: &SearchFile) -> Checked<(SearchSettings, Option<usize>)> {
    let cards = GLOBAL_SEARCHES.iter().chain(LOCAL_SEARCHES).chain(MICROAGGREGATIONS).copied();
    let default = SearchSettings::default();
    let named = cards.clone().find(|card| Some(card.name) == file.algorithm.as_deref());
    // A mistyped name is answered without the algorithms of the laboratory.
    let told: BTreeSet<&str> = cards.filter(|card| card.is_for_product()).map(|card| card.name).collect();
    let told: Vec<(&str, &str)> = told.into_iter().map(|name| (name, name)).collect();
    let algorithm = match named {
        Some(card) => card.name.to_owned(),
        None => word("search.algorithm", file.algorithm.as_deref(), &told)?
            .unwrap_or(&default.algorithm)
            .to_owned(),
    };
    if let Some(seconds) = file.max_seconds.filter(|seconds| !(seconds.is_finite() && *seconds > 0.0)) {
        return Err(out_of_range("search.max_seconds", seconds, "expected a number above 0"));
    }
    let positive = |key: &str, value: Option<i64>| {
        value.map(|value| whole(key, value, 1, i64::MAX, "expected a number of at least 1")).transpose()
    };
    let threads = file.threads.map(|threads| {
        whole(
            "search.threads",
            threads,
            1,
            MOST_THREADS.into(),
            "expected a number from 1 \
            to 1024",
        )
    });
    let threads = threads.transpose()?;
    for (name, table) in &file.parameters {
        check_parameters(name, table)?;
    }
    let said = file.parameters.get(&algorithm).and_then(toml::Value::as_table).into_iter().flatten();
    let parameters = said.filter_map(|(key, value)| Some((key.clone(), value_of(value)?))).collect();
    let settings = SearchSettings {
        algorithm,
        seed: file.seed.unwrap_or(default.seed),
        max_seconds: file.max_seconds,
        max_evaluations: positive("search.max_evaluations", file.max_evaluations)?,
        parameters,
    };
    Ok((settings, threads.map(|threads| threads as usize)))
}

/// Checks a key of `[search]` that is not one of its own: it must be `[search.ALGORITHM]`, and its
/// keys parameters of that algorithm.
fn check_parameters(name: &str, table: &toml::Value) -> Checked<()> {
    let cards = || GLOBAL_SEARCHES.iter().chain(MICROAGGREGATIONS).copied();
    let names = || cards().map(|card| card.name);
    let path = format!("search.{name}");
    let (Some(card), toml::Value::Table(table)) = (cards().find(|card| card.name == name), table) else {
        let nearest = nearest(name, names().chain(SEARCH_KEYS));
        return Err((Some(path), JobTextProblem::UnknownKey { key: name.to_owned(), nearest }.into()));
    };
    for (key, value) in table {
        let path = format!("{path}.{key}");
        let Some(parameter) = card.parameter(key) else {
            let nearest = nearest(key, card.parameters.iter().map(|parameter| parameter.name));
            return Err((Some(path), JobTextProblem::UnknownKey { key: key.clone(), nearest }.into()));
        };
        if !value_of(value).is_some_and(|value| parameter.range.contains(&value)) {
            let (found, expected) = (value.to_string(), parameter.range.to_string());
            return Err((Some(path.clone()), JobProblem::BadParameter { key: path, found, expected }));
        }
    }
    Ok(())
}

/// A value of a job file; `None` for those that no parameter has.
fn value_of(found: &toml::Value) -> Option<Value> {
    found.clone().try_into().ok()
}

/// The value a word stands for; `None` when the key is not given.
pub(super) fn word<T: Copy>(
    key: &str,
    found: Option<&str>,
    known: &[(&'static str, T)],
) -> Checked<Option<T>> {
    let Some(found) = found else { return Ok(None) };
    if let Some((_, value)) = known.iter().find(|(name, _)| *name == found) {
        return Ok(Some(*value));
    }
    let known: Vec<_> = known.iter().map(|(name, _)| *name).collect();
    let nearest = nearest(found, known.iter().copied());
    let problem = JobProblem::UnknownWord { key: key.to_owned(), found: found.to_owned(), nearest, known };
    Err(at(key, problem))
}

fn whole(key: &str, value: i64, low: i64, high: i64, expected: &'static str) -> Checked<u64> {
    if (low..=high).contains(&value) {
        Ok(value.unsigned_abs())
    } else {
        Err(out_of_range(key, value as f64, expected))
    }
}

pub(super) fn out_of_range(key: impl Into<String>, found: f64, expected: &'static str) -> Blame {
    let key = key.into();
    (Some(key.clone()), JobProblem::OutOfRange { key, found, expected: expected.into() })
}

pub(super) fn at(key: &str, problem: JobProblem) -> Blame {
    (Some(key.to_owned()), problem)
}

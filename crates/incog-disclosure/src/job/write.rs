//! Turns a job back into a job file, with every default written out.

use super::column::{ColumnJob, HierarchySource, TreatmentJob};
use super::file::{
    ColumnFile, CsvFile, FixedFieldFile, HierarchyFile, HierarchyOptionsFile, InputFile, InputTableFile,
    JobFile, MadeHierarchyFile, ObjectiveFile, OutputFile, OutputTableFile, ProviderTableFile, PublishFile,
    ReleaseFile, SearchFile, SuppressionFile, UtilityFile,
};
use super::objective_file::ObjectiveTableFile;
use super::options::{ConcealedChoice, KeepColumns, UnknownValues};
use super::privacy_file::PrivacyFile;
use super::recoding_file::recoding_file;
use super::series::releases_file;
use super::spec::{CountedColumns, CsvOptions, EngineSource, EngineTable, Job, ProviderTable};
use super::terms::Terms;
use incog_card::Value;
use incog_data::{HierarchySpec, LabelStyle, MaskSide, Order};
use incog_io::{FixedField, ReadOptions, TextEncoding, path_from};
use incog_privacy::Role;
use incog_request::SearchSettings;
use incog_treatment::NeededKey;
use incog_utility::Objective;
use std::collections::BTreeMap;
use std::path::Path;

impl Job {
    /// The job as a file in `folder`: read from there, it gives the same job again.
    ///
    /// `threads` is left out, as the result does not depend on it.
    pub fn to_file(&self, folder: impl AsRef<Path>) -> JobFile {
        let folder = folder.as_ref();
        let mut file = JobFile {
            input: self.inputs.is_empty().then(|| input_file(self, folder)),
            inputs: (!self.inputs.is_empty()).then(|| provider_tables(&self.inputs, folder)),
            output: Some(output_file(self, folder)),
            csv: csv_file(&self.csv),
            certificate: self.certificate.clone(),
            ..self.terms.to_file(folder)
        };
        file.release.fixed_width = self.released_fields.as_deref().map(fixed_fields);
        file
    }

    /// The job file as reports show it: without the address of a server, which recipients of a
    /// release need not know.
    pub fn told(&self, folder: impl AsRef<Path>) -> JobFile {
        let mut file = self.to_file(folder);
        if let Some(InputFile::Table(table)) = &mut file.input
            && table.adbc.as_deref() != Some("duckdb")
        {
            table.uri = None;
        }
        file
    }

    /// The text of a job file in `folder`.
    pub fn to_toml(&self, folder: impl AsRef<Path>) -> Result<String, toml::ser::Error> {
        toml::to_string(&self.to_file(folder))
    }
}

impl Terms {
    /// The terms as a job file in `folder`, without a table.
    pub fn to_file(&self, folder: impl AsRef<Path>) -> JobFile {
        let folder = folder.as_ref();
        let column = |(name, column): (&String, &ColumnJob)| (name.clone(), column_file(column, folder));
        JobFile {
            columns: self.columns.iter().map(column).collect(),
            hierarchy: HierarchyOptionsFile {
                plan: self.hierarchy.plan.as_ref().map(|plan| path_from(plan, folder)),
                unknown: (self.hierarchy.unknown != UnknownValues::default())
                    .then(|| self.hierarchy.unknown.name().to_owned()),
            },
            privacy: self
                .models
                .iter()
                .map(|model| model.parameters().clone())
                .collect::<PrivacyFile>()
                .counting(self.unit.said())
                .within(self.population.as_ref().map(|file| path_from(&file.path, folder))),
            suppression: SuppressionFile {
                limit: Some(self.suppression.limit),
                shown_as: Some(self.suppression.shown_as.name().to_owned()),
            },
            release: ReleaseFile {
                order: Some(self.release.order.name().to_owned()),
                provider: self.release.provider.then_some(true),
                noise: (!self.release.noise).then_some(false),
                secret: self.secret.as_ref().map(|secret| path_from(secret, folder)),
                escape_formulas: self.release.escape_formulas.then_some(true),
                fixed_width: None,
                conceal_choice: self.concealed.map(|concealed| match concealed {
                    ConcealedChoice::Within(share) => Value::Number(share),
                    ConcealedChoice::Withheld => Value::Switch(true),
                }),
                labels: (self.release.labels != LabelStyle::default())
                    .then(|| self.release.labels.name().to_owned()),
            },
            releases: releases_file(self.series.as_ref(), folder),
            waivers: self.waivers.clone(),
            utility: UtilityFile {
                objective: Some(objective_file(&self.objective)),
                keep_columns: (self.keep_columns != KeepColumns::default())
                    .then(|| self.keep_columns.name().to_owned()),
            },
            recoding: recoding_file(self.recoding, &self.search),
            search: search_file(&self.search),
            ..JobFile::default()
        }
    }
}

/// The keys of a table of an engine, in a job in this folder.
pub(super) fn engine_input(table: &EngineTable, folder: &Path) -> InputTableFile {
    let EngineTable { engine, uri, source } = table;
    let (table, query) = match source {
        EngineSource::Table(table) => (Some(table.to_string()), None),
        EngineSource::Query(query) => (None, Some(query.clone())),
    };
    InputTableFile {
        adbc: Some((*engine).to_owned()),
        // The database of DuckDB is a file.
        uri: uri.as_ref().map(|uri| match *engine {
            "duckdb" => path_from(Path::new(uri), folder),
            _ => uri.clone(),
        }),
        table,
        query,
        ..InputTableFile::default()
    }
}

fn input_file(job: &Job, folder: &Path) -> InputFile {
    if let Some(table) = &job.engine {
        return InputFile::Table(engine_input(table, folder));
    }
    let path = path_from(&job.input, folder);
    match job.counted.clone() {
        None => InputFile::Path(path),
        Some(CountedColumns { counts, numbers }) => {
            let (path, counts) = (Some(path), Some(counts));
            InputFile::Table(InputTableFile { path, counts, numbers, ..InputTableFile::default() })
        }
    }
}

fn output_file(job: &Job, folder: &Path) -> OutputFile {
    match &job.into {
        None => OutputFile::Path(path_from(&job.output, folder)),
        Some(table) => OutputFile::Table(OutputTableFile { table: table.to_string() }),
    }
}

fn provider_tables(tables: &[ProviderTable], folder: &Path) -> Vec<ProviderTableFile> {
    let file = |table: &ProviderTable| ProviderTableFile {
        path: path_from(&table.path, folder),
        provider: table.provider.clone(),
    };
    tables.iter().map(file).collect()
}

/// The keys that say how the text of a table is laid out, as it was found.
pub fn layout_keys(found: &ReadOptions) -> CsvFile {
    csv_file(&CsvOptions {
        delimiter: found.delimiter,
        encoding: found.encoding.filter(|encoding| *encoding != TextEncoding::UTF_8),
        sheet: found.sheet.clone(),
        skip_rows: found.skip_rows,
        skip_footer: found.skip_footer,
        decimal: found.decimal,
        ..CsvOptions::default()
    })
}

fn csv_file(csv: &CsvOptions) -> CsvFile {
    let text = |byte: Option<u8>| byte.map(|byte| char::from(byte).to_string());
    CsvFile {
        delimiter: text(csv.delimiter),
        quote: text(csv.quote),
        header: csv.header,
        encoding: csv.encoding.map(TextEncoding::name),
        sheet: csv.sheet.clone(),
        skip_rows: Some(csv.skip_rows as i64).filter(|lines| *lines > 0),
        skip_footer: Some(csv.skip_footer as i64).filter(|lines| *lines > 0),
        decimal: csv.decimal.map(|mark| mark.name().to_owned()),
        fixed_width: csv.fixed_width.as_deref().map(fixed_fields),
        missing: csv.missing.clone(),
    }
}

fn fixed_fields(fields: &[FixedField]) -> Vec<FixedFieldFile> {
    fields
        .iter()
        .map(|field: &FixedField| FixedFieldFile { name: field.name.clone(), width: field.width as i64 })
        .collect()
}

fn column_file(column: &ColumnJob, folder: &Path) -> ColumnFile {
    ColumnFile {
        role: Some(column.role.name().to_owned()),
        hierarchy: column.hierarchy.as_ref().map(|source| hierarchy_file(source, folder)),
        min_level: column.min_level.map(|level| level as i64),
        max_level: column.max_level.map(|level| level as i64),
        weight: (column.weight != 1.0).then_some(column.weight),
        missing: (column.role == Role::Sensitive).then(|| column.missing.name().to_owned()),
        publish: publish_file(column, folder),
        withheld: None,
    }
}

fn publish_file(column: &ColumnJob, folder: &Path) -> Option<PublishFile> {
    let form = match (&column.treatment, column.aggregate) {
        (Some(TreatmentJob { spec, key }), _) => {
            let written = spec.parameters().written().map(|(name, value)| (name.to_owned(), value.clone()));
            let mut written: BTreeMap<String, Value> = written.collect();
            if let NeededKey::File(parameter) = spec.needed_key() {
                let path = key.as_ref().map(|key| Value::from(path_from(key, folder)));
                written.insert(parameter.to_owned(), path.unwrap_or(Value::Switch(true)));
            }
            return Some(PublishFile::Treatment(written));
        }
        (None, Some(aggregate)) => Some(aggregate.name()),
        (None, None) => column.publish.is_numeric().then(|| column.publish.name()),
    };
    form.map(|form| PublishFile::Form(form.to_owned()))
}

/// A hierarchy as a job file in `folder` states it.
pub fn hierarchy_file(source: &HierarchySource, folder: &Path) -> HierarchyFile {
    let mut made = MadeHierarchyFile::default();
    let spec = match source {
        HierarchySource::File(path) => return HierarchyFile::Path(path_from(path, folder)),
        HierarchySource::Tree(tree) => {
            made.tree = Some(tree.clone());
            return HierarchyFile::Made(Box::new(made));
        }
        HierarchySource::Made(spec) => spec,
    };
    match spec {
        HierarchySpec::Intervals(intervals) => {
            made.intervals = Some(intervals.widths.clone());
            made.origin = Some(intervals.origin);
            made.bottom = intervals.bottom;
            made.top = intervals.top;
        }
        HierarchySpec::Ranges(ranges) => made.ranges = Some(ranges.levels as i64),
        HierarchySpec::Mask(mask) => {
            let side = if mask.side == MaskSide::Right { "right" } else { "left" };
            made.mask = Some(side.to_owned());
            made.mask_char = Some(mask.character.to_string());
            made.keep = mask.keep.as_ref().map(|keep| keep.iter().map(|&kept| kept as i64).collect());
        }
        HierarchySpec::Date(date) => {
            made.date = Some(date.units.iter().map(|unit| unit.name().to_owned()).collect());
            made.format = date.format.clone();
        }
        HierarchySpec::Codes(system) => made.codes = Some(system.name().to_owned()),
        HierarchySpec::Countries(regions) => made.countries = Some(regions.name().to_owned()),
        HierarchySpec::Fanout(fanout) => {
            made.fanout = Some(fanout.fanout as i64);
            if let Order::Given(order) = &fanout.order {
                made.order = Some(order.clone());
            }
        }
        HierarchySpec::Columns(columns) => made.columns = Some(columns.columns.clone()),
        HierarchySpec::Tree(_) => {} // Jobs hold trees as pairs, see `HierarchySource::Tree`.
        HierarchySpec::Flat => made.flat = Some(true),
    }
    HierarchyFile::Made(Box::new(made))
}

/// Numbers are always written, words only where they are not the default.
fn objective_file(objective: &Objective) -> ObjectiveFile {
    let parameters = objective.parameters();
    let is_default = |name: &str, value: &Value| {
        let default = parameters.card().parameter(name).and_then(|parameter| parameter.default.value());
        matches!(value, Value::Text(_)) && default == Some(value)
    };
    let said = parameters.written().filter(|(name, value)| !is_default(name, value));
    let said: Vec<_> = said.map(|(name, value)| (name, value.clone())).collect();
    let metric = objective.name().to_owned();
    if said.is_empty() {
        ObjectiveFile::Name(metric)
    } else {
        ObjectiveFile::Table(ObjectiveTableFile { metric, said })
    }
}

fn search_file(search: &SearchSettings) -> SearchFile {
    // Numbers, words and switches have a form in TOML.
    let said = toml::Value::try_from(&search.parameters).ok().filter(|_| !search.parameters.is_empty());
    SearchFile {
        algorithm: Some(search.algorithm.clone()),
        seed: Some(search.seed),
        // Neither changes the release, and a trace would be refused the second time.
        threads: None,
        trace: None,
        max_seconds: search.max_seconds,
        max_evaluations: search.max_evaluations.map(|evaluations| evaluations as i64),
        parameters: said.map(|said| (search.algorithm.clone(), said)).into_iter().collect(),
    }
}

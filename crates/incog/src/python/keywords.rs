//! The keywords of `Job`, `anonymize` and `explore`.

use super::keyword::{Keyword, PROGRESS, as_arguments, as_items, as_parameters};
use crate::Job;
use crate::catalogue::models;
use crate::explore::{NAMED, UNSAID};
use crate::job::presets;
use incog_io::ReadOptions;

/// All but the quasi-identifiers, which a preset can propose, as items of a type.
pub fn typed() -> String {
    as_items(keywords().get(1..).unwrap_or_default())
}

/// The keywords as items of a type, where some may have several values.
pub fn typed_to_explore() -> String {
    as_items(&varied())
}

/// As parameters of a method.
pub fn signature() -> String {
    as_parameters(&keywords(), 8)
}

/// As arguments in the docstring of `anonymize`.
pub fn arguments() -> String {
    let names: Vec<String> = presets().iter().map(|preset| format!("\"{}\"", preset.name)).collect();
    let preset = format!(
        "models, limits and treatments chosen together: {}; incog then proposes the roles of columns that \
         no keyword names, and refuses a table with an undecided one",
        names.join(", ")
    );
    let beside = [Keyword::new("preset", "", preset), Keyword::new("progress", "", PROGRESS)];
    as_arguments(std::iter::once(Keyword::new("table", "", TABLE)).chain(keywords()).chain(beside))
}

/// As arguments in the docstring of `explore`, which says of the others that they are those of
/// `anonymize`.
pub fn arguments_to_explore() -> String {
    let own = [
        Keyword::new("table", "", TABLE),
        Keyword::new(
            "vary",
            "",
            "any other key of a job file with the values to try: ``{\"columns.age.max_level\": [1, 2, 3]}``",
        ),
        Keyword::new("metrics", "", "metrics to show besides the objective, see :func:`list_metrics`"),
        Keyword::new("progress", "", PROGRESS),
        Keyword::new("**job", "", job_to_explore()),
    ];
    as_arguments(own)
}

fn job_to_explore() -> String {
    let [named @ .., last] = NAMED.map(|name| format!("``{name}``"));
    let (first, end) = (UNSAID.start(), UNSAID.end());
    format!(
        "the keywords of :func:`anonymize`; {} and {last} also take several values, and every combination \
         is tried. By default, k varies from {first} to {end}",
        named.join(", ")
    )
}

fn varied() -> Vec<Keyword> {
    let mut keywords = keywords();
    for keyword in keywords.iter_mut().filter(|keyword| NAMED.contains(&keyword.name)) {
        keyword.takes = format!("{0} | Iterable[{0}]", keyword.takes);
    }
    keywords
}

const TABLE: &str = "a table of any library that supports Arrow: pandas, polars, pyarrow, DuckDB, ibis";

/// All of them, in the order of the signature.
fn keywords() -> Vec<Keyword> {
    [columns(), promises(), decisions(), search(), files()].into_iter().flatten().collect()
}

fn columns() -> Vec<Keyword> {
    let quasi_identifiers = Keyword::new(
        "quasi_identifiers",
        "Names | Mapping[str, HierarchyLike]",
        "the columns that can identify people in combination, which incog generalizes: names, or a \
             mapping from each name to its hierarchy (:func:`intervals`, :func:`mask`, ``\"mask\"``, a \
             file, or ``None`` for the default of the type of the column)",
    )
    .or("");
    vec![
        quasi_identifiers,
        Keyword::names("sensitive", "the columns whose values nobody should learn about a person"),
        Keyword::names("identifiers", "the columns that name people; they are not published"),
        Keyword::names("insensitive", "columns that are published unchanged; this is the default role"),
        Keyword::names("drop", "the columns to leave out; incog reads them and does not publish them"),
        Keyword::new(
            "provider",
            "str",
            "the column that names the data provider of a record, for collaborative publishing",
        ),
        Keyword::new(
            "unit",
            "str",
            "the column that names the person of a record; the models count people by it",
        ),
        Keyword::new(
            "own_k",
            "str",
            "the column with a k of each person's own, or 0 to leave her out; it is not published",
        ),
        Keyword::new(
            "columns",
            "Mapping[str, ColumnKeys]",
            "other keys that a job file has for columns: ``{\"age\": {\"max_level\": 2, \"weight\": 2.0}}``",
        ),
    ]
}

fn promises() -> Vec<Keyword> {
    let others = "other models and parameters, as in a job file: ``{\"m-privacy\": 1}``; see \
        :func:`list_models`; without any model, :func:`anonymize` takes those that ``incog init`` proposes";
    vec![
        Keyword::new("k", "int", of_model("k-anonymity")),
        Keyword::new("l", "float", of_model("l-diversity")),
        Keyword::new("t", "float", of_model("t-closeness")),
        Keyword::new("models", "ModelParameters", others),
        Keyword::new(
            "population",
            "str | os.PathLike[str]",
            "the file of the population, for models that count people in it: one row per person, with the \
             quasi-identifiers",
        ),
    ]
}

/// What the card of a model says of it, and of its first parameter.
fn of_model(name: &str) -> String {
    let card = models().find(|card| card.name == name).expect("the keyword has the name of a model");
    let first = card.parameters.first().expect("the keyword is its parameter");
    format!("{}: {}; {}", card.name, card.summary, first.range)
}

fn decisions() -> Vec<Keyword> {
    let job = job_that_says_least();
    let terms = job.terms();
    let limit = format!(
        "the largest share of records that may be suppressed, 0 to 1; default {:?}",
        terms.suppression().limit
    );
    let shown_as =
        format!("how suppressed records are published; default \"{}\"", terms.suppression().shown_as.name());
    let objective =
        format!("the metric to optimize, see :func:`list_metrics`; default \"{}\"", terms.objective().name());
    let recoding = "the kind of recoding: levels per record (\"local\"), or the same levels for all records \
        (\"global\"); default \"local\" where the models, the objective and the algorithm allow it";
    let keep_columns = "whether columns keep some detail; default \"best-effort\": if a release within the \
        suppression limit is known that does so";
    vec![
        Keyword::new("suppression", "float", limit),
        Keyword::new("suppressed", "SuppressedName", shown_as),
        Keyword::new("objective", "MetricName | Mapping[str, Any]", objective),
        Keyword::new("recoding", "RecodingName | Mapping[str, Any]", recoding),
        Keyword::new("keep_columns", "KeepColumnsName", keep_columns),
    ]
}

fn search() -> Vec<Keyword> {
    let job = job_that_says_least();
    let search = job.terms().search();
    let algorithm =
        format!("the search algorithm, see :func:`list_algorithms`; default \"{}\"", search.algorithm);
    vec![
        Keyword::new("algorithm", "AlgorithmName", algorithm),
        Keyword::new("parameters", "SearchParameters", "the parameters of the algorithm"),
        Keyword::new("seed", "int", format!("the seed of the search; default {}", search.seed)),
        Keyword::new("threads", "int", "worker threads; default one per core; does not change the result"),
        Keyword::new(
            "max_seconds",
            "float",
            "ends the search after this many seconds, with the best release so far",
        ),
        Keyword::new("max_evaluations", "int", "ends the search after this many evaluated releases"),
    ]
}

fn files() -> Vec<Keyword> {
    let job = job_that_says_least();
    let order = format!("the order of the records; default \"{}\"", job.terms().release().order.name());
    let markers = ReadOptions::default().missing_markers;
    let markers: Vec<String> = markers.iter().map(|marker| format!("\"{marker}\"")).collect();
    let missing = format!(
        "the texts that mean \"missing\", such as ``[\"NA\", \"-9\"]``; nulls always do; default {}",
        markers.join(", ")
    );
    vec![
        Keyword::new("order", "OrderName", order),
        Keyword::new(
            "release",
            "Mapping[str, Any]",
            "other keys that a job file has for the release: ``{\"labels\": \"interval\"}``",
        ),
        Keyword::new("missing", "str | Iterable[str]", missing),
        Keyword::new("waivers", "Mapping[str, str]", "dangers to accept, each with the reason"),
        Keyword::new(
            "source",
            "str | os.PathLike[str]",
            "the file that the table was read from, for the report",
        ),
    ]
}

/// The shortest job that is valid, from which defaults are read.
fn job_that_says_least() -> Job {
    let text = "columns.age.role = \"quasi-identifier\"\nprivacy.k-anonymity = 2\n";
    Job::from_toml_for_rows(text, "").expect("a quasi-identifier and a model are all that a job must have")
}

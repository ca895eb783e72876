//! The keywords of `Job`, `anonymize` and `explore`.

use super::keyword::{Keyword, PROGRESS, as_arguments, as_items, as_parameters};
use crate::Job;
use crate::catalogue::models;
use crate::explore::{NAMED, UNSAID};
use incog_io::ReadOptions;
use incog_plan::RecodingSettings;

/// As items of a type.
pub fn typed() -> String {
    as_items(&keywords())
}

/// The same where some may have several values.
pub fn typed_to_explore() -> String {
    as_items(&varied())
}

/// As parameters of a method.
pub fn signature() -> String {
    as_parameters(&keywords(), 8)
}

/// As arguments in the docstring of `anonymize`.
pub fn arguments() -> String {
    let (table, progress) = (Keyword::new("table", "", TABLE), Keyword::new("progress", "", PROGRESS));
    as_arguments(std::iter::once(table).chain(keywords()).chain([progress]))
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
        Keyword::new(
            "metrics",
            "",
            "metrics that are told beside the objective; :func:`list_metrics` has all",
        ),
        Keyword::new("progress", "", PROGRESS),
        Keyword::new("**job", "", job_to_explore()),
    ];
    as_arguments(own)
}

fn job_to_explore() -> String {
    let [named @ .., last] = NAMED.map(|name| format!("``{name}``"));
    let (first, end) = (UNSAID.start(), UNSAID.end());
    format!(
        "the keywords of :func:`anonymize`; {} and {last} take several values, too, and every combination is tried. Where nothing \
         is varied, k is, from {first} to {end}",
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

const TABLE: &str = "a table of any library that speaks Arrow: pandas, polars, pyarrow, DuckDB, ibis";

/// All of them, in the order of the signature.
fn keywords() -> Vec<Keyword> {
    [columns(), promises(), decisions(), search(), files()].into_iter().flatten().collect()
}

fn columns() -> Vec<Keyword> {
    let quasi_identifiers = Keyword::new(
            "quasi_identifiers",
            "Names | Mapping[str, HierarchyLike]",
            "the columns that can identify people in combination, and are generalized: names, or a mapping from each name \
             to its hierarchy (:func:`intervals`, :func:`mask`, ``\"mask\"``, a file, ``None`` for the one that the type of \
             the column suggests)",
        )
        .or("");
    vec![
        quasi_identifiers,
        Keyword::names("sensitive", "the columns whose values nobody should learn about anybody"),
        Keyword::names("identifiers", "the columns that name people; they are not published"),
        Keyword::names("insensitive", "columns that are published as they are, as all that are not named"),
        Keyword::new(
            "provider",
            "str",
            "the column that says who a record comes from, for collaborative publishing",
        ),
        Keyword::new(
            "unit",
            "str",
            "the column that names the person a record is about; people are counted by it",
        ),
        Keyword::new(
            "columns",
            "Mapping[str, ColumnKeys]",
            "whatever else a job file says of columns: ``{\"age\": {\"max_level\": 2, \"weight\": 2.0}}``",
        ),
    ]
}

fn promises() -> Vec<Keyword> {
    let others = "other models, and other parameters, as in a job file: ``{\"m-privacy\": 1}``; :func:`list_models` has all";
    vec![
        Keyword::new("k", "int", of_model("k-anonymity")),
        Keyword::new("l", "float", of_model("l-diversity")),
        Keyword::new("t", "float", of_model("t-closeness")),
        Keyword::new("models", "ModelParameters", others),
        Keyword::new(
            "population",
            "str | os.PathLike[str]",
            "the file with the population that the records are some of, for models that count people in it: a row for each \
             person, with the quasi-identifiers",
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
        "the share of the records that may be left out, 0 to 1; {:?} when nothing is said",
        terms.suppression().limit
    );
    let shown_as = format!(
        "what is left of such a record; \"{}\" when nothing is said",
        terms.suppression().shown_as.name()
    );
    let objective = format!(
        "what is optimized; \"{}\" when nothing is said; :func:`list_metrics` has all",
        terms.objective().name()
    );
    let kind = match terms.recoding() {
        RecodingSettings::Global => "global",
        RecodingSettings::Local(_) => "local",
        RecodingSettings::Microaggregation => "microaggregation",
    };
    let recoding = format!("whether all records are generalized alike; \"{kind}\" when nothing is said");
    vec![
        Keyword::new("suppression", "float", limit),
        Keyword::new("suppressed", "SuppressedName", shown_as),
        Keyword::new("objective", "MetricName | Mapping[str, Any]", objective),
        Keyword::new("recoding", "RecodingName | Mapping[str, Any]", recoding),
    ]
}

fn search() -> Vec<Keyword> {
    let job = job_that_says_least();
    let search = job.terms().search();
    let algorithm = format!(
        "how a release is looked for; \"{}\" when nothing is said; :func:`list_algorithms` has all",
        search.algorithm
    );
    vec![
        Keyword::new("algorithm", "AlgorithmName", algorithm),
        Keyword::new("parameters", "SearchParameters", "the parameters of the algorithm"),
        Keyword::new(
            "seed",
            "int",
            format!("fixes the way of the search; {} when nothing is said", search.seed),
        ),
        Keyword::new(
            "threads",
            "int",
            "worker threads, one for each core when nothing is said; the result does not depend on it",
        ),
        Keyword::new(
            "max_seconds",
            "float",
            "ends the search after so many seconds, with the best release so far",
        ),
        Keyword::new("max_evaluations", "int", "ends it after so many releases that were looked at"),
    ]
}

fn files() -> Vec<Keyword> {
    let job = job_that_says_least();
    let order =
        format!("the order of the records; \"{}\" when nothing is said", job.terms().release().order.name());
    let markers = ReadOptions::default().missing_markers;
    let markers: Vec<String> = markers.iter().map(|marker| format!("\"{marker}\"")).collect();
    let missing =
        format!("the texts that mean \"missing\", beside nulls; {} when nothing is said", markers.join(", "));
    vec![
        Keyword::new("order", "OrderName", order),
        Keyword::new(
            "release",
            "Mapping[str, Any]",
            "whatever else a job file says of the release: ``{\"labels\": \"interval\"}``",
        ),
        Keyword::new("missing", "Iterable[str]", missing),
        Keyword::new(
            "waivers",
            "Mapping[str, str]",
            "findings of the gate that somebody answers for, each with the reason",
        ),
        Keyword::new(
            "source",
            "str | os.PathLike[str]",
            "the file that the table was read from, for the report",
        ),
    ]
}

/// What holds when nothing is said.
fn job_that_says_least() -> Job {
    let text = "columns.age.role = \"quasi-identifier\"\nprivacy.k-anonymity = 2\n";
    Job::from_toml_for_rows(text, "").expect("a quasi-identifier and a model are all that a job must have")
}

//! The keywords of `Job` and `anonymize`.

use super::text::wrapped;
use crate::Job;
use crate::catalogue::models;
use incog_io::ReadOptions;
use incog_plan::RecodingSettings;

/// A keyword: what it is called, what it takes, and what it says.
struct Keyword {
    name: &'static str,
    /// The type without `None`, which stands for nothing said.
    takes: &'static str,
    /// What a signature has as the default.
    default: &'static str,
    says: String,
}

impl Keyword {
    fn new(name: &'static str, takes: &'static str, says: impl Into<String>) -> Self {
        Self { name, takes, default: "None", says: says.into() }
    }

    /// A keyword of names, of which there may be none.
    fn names(name: &'static str, says: impl Into<String>) -> Self {
        Self { default: "()", ..Self::new(name, "Names", says) }
    }

    fn kind(&self) -> String {
        if self.default == "None" { format!("{} | None", self.takes) } else { self.takes.to_owned() }
    }

    /// The name of a field is one letter.
    fn note(&self) -> &'static str {
        if self.name == "l" { "  # noqa: E741 (the name of the field)" } else { "" }
    }
}

/// As items of a type.
pub fn typed() -> String {
    let line = |keyword: &Keyword| {
        let kind = keyword.kind();
        let kind = if keyword.default.is_empty() { format!("Required[{kind}]") } else { kind };
        format!("    {}: {kind}{}\n", keyword.name, keyword.note())
    };
    keywords().iter().map(line).collect()
}

/// As parameters of a function.
pub fn signature() -> String {
    let line = |keyword: &Keyword| {
        let default =
            if keyword.default.is_empty() { String::new() } else { format!(" = {}", keyword.default) };
        format!("        {}: {}{default},{}\n", keyword.name, keyword.kind(), keyword.note())
    };
    keywords().iter().map(line).collect()
}

/// As arguments in a docstring.
pub fn arguments() -> String {
    let table = Keyword::new("table", "", TABLE);
    let progress = Keyword::new("progress", "", PROGRESS);
    let said =
        |keyword: &Keyword| wrapped(&format!("        {}:", keyword.name), 12, &format!("{}.", keyword.says));
    std::iter::once(&table).chain(&keywords()).chain([&progress]).map(said).collect()
}

const TABLE: &str = "a table of any library that speaks Arrow: pandas, polars, pyarrow, DuckDB, ibis";

const PROGRESS: &str = "``True`` for a bar of tqdm, or a callable that takes what happens as a dictionary";

/// All of them, in the order of the signature.
fn keywords() -> Vec<Keyword> {
    [columns(), promises(), decisions(), search(), files()].into_iter().flatten().collect()
}

fn columns() -> Vec<Keyword> {
    let quasi_identifiers = Keyword {
        default: "",
        ..Keyword::new(
            "quasi_identifiers",
            "Names | Mapping[str, HierarchyLike]",
            "the columns that can identify people in combination, and are generalized: names, or a mapping from each name \
             to its hierarchy (:func:`intervals`, :func:`mask`, ``\"mask\"``, a file, ``None`` for the one that the type of \
             the column suggests)",
        )
    };
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
        Keyword::new("seed", "int", format!("fixes all randomness; {} when nothing is said", search.seed)),
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

//! What the models of a report do not protect against, in plain words.

use super::{ColumnFacts, LinkedFacts, NarrowingFacts, RecodingKind, Report, page::percent_as_told};
use incog_data::Aggregate;
use incog_privacy::{MODELS, ModelEntry, OwnK, Role};
use incog_request::cards::external::EXTERNAL;
use incog_treatment::{TREATMENTS, TreatmentEntry};

/// One paragraph for each thing the reader should know before trusting the release.
pub fn caveats(report: &Report) -> Vec<String> {
    let mut all = of_models(report);
    if let Some(noise) = &report.noise {
        all.push(format!(
            "{} of the released records, in {} classes, are noise. incog invented them from the \
             distributions of the columns, in the name of providers with few records, so that every class \
             has enough providers. The release does not mark them. All utility figures count them; k and l \
             hold without them. A provider can distinguish those in its name from its own records.",
            noise.records, noise.classes
        ));
    }
    if report.job.search.algorithm.as_deref() == Some(EXTERNAL.name) {
        all.push(String::from(
            "A program that is no part of incog proposed the levels (search.external in the job). incog \
             evaluated what it proposed, and measured everything in this report itself. Only whoever has \
             the program can repeat the search.",
        ));
    }
    let has_own_k = report.columns.iter().any(|column| column.role == Role::OwnK.name());
    all.extend(has_own_k.then(|| OwnK::CAVEAT.to_owned()));
    all.extend(report.narrowing.as_ref().map(overlapping));
    all.extend(aggregates(report));
    all.extend(treatments(report));
    let insensitive =
        report.columns.iter().filter(|column| column.role == "insensitive" && column.publish.is_none());
    let insensitive: Vec<&str> = insensitive.map(|column| column.name.as_str()).collect();
    if !insensitive.is_empty() {
        all.push(format!(
            "The columns marked insensitive ({}) are published unchanged. An attacker who knows \
             some of their values can use them like quasi-identifiers. No model here counts that.",
            insensitive.join(", ")
        ));
    }
    all.extend(of_series(report).into_iter().chain(crate::ledger::series_caveat(&report.job)));
    all.push(String::from(
        "No model here protects against three things: knowledge beyond the named \
         quasi-identifiers, linking this release with another one about the same people, and \
         facts that hold for a whole group and therefore for each of its members.",
    ));
    all.push(unit(report));
    all
}

/// That the release was held against earlier ones.
fn of_series(report: &Report) -> Option<String> {
    let releases = &report.job.releases;
    let earlier = releases.earlier.as_ref().filter(|earlier| !earlier.is_empty())?;
    let what = match releases.on_overlap.as_deref() {
        None | Some("refuse") => {
            "incog does not publish a release that reveals too much together with them, unless a waiver \
             above accepts it."
        }
        Some(_) => {
            "The job publishes it whatever the releases reveal together; the internal report has the figures."
        }
    };
    // Only an internal report has them.
    let figures = report.series.as_ref().map(|facts| format!(" Found: {facts}.")).unwrap_or_default();
    Some(format!(
        "incog compared the release with {} earlier release{} of the same people. The attacker looks up a \
         person in each release by the quasi-identifiers, and keeps the values that all of them allow. \
         {what}{figures} incog compared no other releases, and assumed no knowledge beyond the \
         quasi-identifiers.",
        earlier.len(),
        if earlier.len() == 1 { "" } else { "s" }
    ))
}

/// What labels of several levels tell of each other.
fn overlapping(facts: &NarrowingFacts) -> String {
    let begin = "The release mixes labels of several levels.";
    let Some(left) = facts.guessed.left else {
        return format!(
            "{begin} A coarse label that overlaps a finer one could reveal that its records did \
             not fit the finer one (downcoding; Cohen, USENIX Security 2022). incog tried the attack on this \
             release, and it narrows no label."
        );
    };
    let how_sure = match facts.certain {
        Some(certain) => format!(
            "The result is certain for {} of the records, whose classes are larger than \
             necessary, and a guess for the others.",
            percent_as_told(certain.records)
        ),
        None => "The result is a guess: the job demands more than class sizes, counts people, or names a \
            search, so a record may be coarse for other reasons."
            .to_owned(),
    };
    let right = facts.guessed.right.map_or(String::new(), |right| {
        format!(
            " Compared with the original values, it is right for {} of the narrowed records.",
            percent_as_told(right)
        )
    });
    format!(
        "{begin} Their values may overlap (20-39 beside 20-29). A coarse label then reveals that its records \
         did not fit the finer one, so an attacker who knows the algorithm can narrow some labels \
         (downcoding; Cohen, USENIX Security 2022). incog tried the attack on this release. It narrows {} of \
         the classes, with {} of the records, to {} of the combinations of values that their labels cover, \
         on average. {how_sure}{right} The attack narrows \
         whole classes: records of a class still look alike. Strict cells are immune to it.",
        percent_as_told(facts.guessed.classes),
        percent_as_told(facts.guessed.records),
        percent_as_told(left),
    )
}

/// What columns tell of which there is one value for each class.
fn aggregates(report: &Report) -> Option<String> {
    let is_group = report.solution.recoding == RecodingKind::Microaggregation;
    let is_aggregate =
        |role: &str| ["sensitive", "insensitive"].contains(&role) || is_group && role == "quasi-identifier";
    let of_classes = report.columns.iter().filter(|column| is_aggregate(&column.role));
    let of_classes =
        of_classes.filter_map(|column| Some(format!("{} ({})", column.name, aggregate_in(column)?)));
    let names: Vec<String> = of_classes.collect();
    (!names.is_empty()).then(|| {
        format!(
            "All records of a class have the same value in {}. The models count the original \
             values behind it, as if they were published, so the aggregate reveals no more than \
             those. It still reveals something: an attacker who knows a mean and all other values \
             of a class knows the last one, and a mode, a range or a median may be a person's own \
             value. Means preserve sums and means over whole classes; differences inside a class \
             are lost.",
            names.join(", ")
        )
    })
}

/// The word for the value of each class, if there is one.
fn aggregate_in(column: &ColumnFacts) -> Option<&str> {
    let publish = column.publish.as_deref()?;
    Aggregate::ALL.iter().any(|aggregate| aggregate.name() == publish).then_some(publish)
}

/// What treatments do not do, and what rows of one person tell together.
fn treatments(report: &Report) -> Vec<String> {
    let of = |entry: &&TreatmentEntry| {
        let name = entry.card.name;
        let columns = report.columns.iter().filter(|column| column.publish.as_deref() == Some(name));
        let columns: Vec<&str> = columns.map(|column| column.name.as_str()).collect();
        let caveat = entry.card.caveat.filter(|_| !columns.is_empty())?;
        let marks = report.columns.iter().flat_map(|column| &column.redacted);
        let counted: Vec<String> =
            marks.filter(|_| name == "redact").map(|(mark, count)| format!("{count} [{mark}]")).collect();
        let counted =
            if counted.is_empty() { String::new() } else { format!(" Replaced: {}.", counted.join(", ")) };
        Some(format!("Columns changed by the treatment {name}: {}.{counted} {caveat}", columns.join(", ")))
    };
    let linked = report.columns.iter().filter_map(|column| {
        let LinkedFacts { people, most_rows, fewest_alike, alone } = column.linked.as_ref()?;
        Some(format!(
            "The column {} links the rows of each of {people} people, up to {most_rows} rows \
             each. By all rows together, a person shares the same classes with at least \
             {fewest_alike} people (including that person), and {alone} people are unique. The \
             models promise nothing about linked rows.",
            column.name
        ))
    });
    TREATMENTS.iter().copied().filter_map(|entry| of(&entry)).chain(linked).collect()
}

/// Whom the figures count.
fn unit(report: &Report) -> String {
    match report.job.privacy.unit.as_deref().filter(|unit| report.columns.iter().any(|one| one.name == *unit))
    {
        Some(unit) => format!(
            "The models count the people named in column {unit}: each once in a class, and once \
             for each of their values. An attacker who knows several records of a person can \
             compare their classes: fewer people may be in all of them than in each."
        ),
        None => {
            "The models count records. A person with several records counts as several people.".to_owned()
        }
    }
}

/// What the models of the release do not protect against, those that need providers last.
fn of_models(report: &Report) -> Vec<String> {
    let is_listed = |entry: &&&ModelEntry| report.privacy.iter().any(|facts| facts.model == entry.card.name);
    let models: Vec<&ModelEntry> = MODELS.iter().filter(is_listed).copied().collect();
    let caveats = |provider: bool| {
        let of = models.iter().filter(move |entry| entry.needs.provider == provider);
        of.filter_map(|entry| entry.card.caveat)
    };
    let mut all: Vec<&str> = caveats(false).collect();
    if report.job.privacy.models().any(|asked| asked.is_on("joint")) {
        all.push(JOINT);
    }
    if models.iter().any(|entry| entry.needs.sensitive) {
        all.push(if report.job.conceals_choice() { CONCEALED } else { MINIMALITY });
    }
    all.extend(caveats(true));
    // Several models say the same about providers.
    all.dedup();
    all.into_iter().map(str::to_owned).collect()
}

const JOINT: &str = "A joint model protects the combinations of all sensitive values. It says \
 little about each column: all records of a class may share a diagnosis although no combination \
 stands out. List a model for that column as well.";

const CONCEALED: &str = "An attacker who knows the algorithm can reason from the releases that it \
 did not choose (minimality attack; Wong, Fu, Wang and Pei, VLDB 2007). Here a secret draws from the \
 releases that lose nearly as little, and the report withholds the objective and the gap. So nobody can be \
 sure that anything finer would have broken a model, although it may have. An attacker can still compare \
 several releases of the same people.";

const MINIMALITY: &str = "An attacker who knows the algorithm can reason from its choice \
 (minimality attack; Wong, Fu, Wang and Pei, VLDB 2007): columns are no coarser, and records no fewer, than \
 the models demand. So anything finer would have broken a model. Together with the \
 quasi-identifiers of everybody in the table, that can make a sensitive value more likely than l \
 or t allow. k-anonymity reads no sensitive values and is immune. To prevent the attack, ask for \
 stricter parameters than you need, or fix the levels beforehand (min_level and max_level).";

//! What the models of a report do not protect against, in plain words.

use super::page::percent_as_told;
use super::{ColumnFacts, LinkedFacts, NarrowingFacts, RecodingKind, Report};
use incog_data::Aggregate;
use incog_privacy::{MODELS, ModelEntry};
use incog_treatment::{TREATMENTS, TreatmentEntry};

/// One paragraph for each thing the reader should know before trusting the release.
pub fn caveats(report: &Report) -> Vec<String> {
    let mut all = of_models(report);
    if let Some(noise) = &report.noise {
        all.push(format!(
            "{} of the released records, in {} classes, are noise: made up from the distributions of the columns \
             in the name of providers with few records, so that enough providers reach every class. They are not \
             marked. All figures of use count them; k and l hold without them. A provider whose name they bear can \
             tell them from its own records.",
            noise.records, noise.classes
        ));
    }
    all.extend(report.narrowing.as_ref().map(overlapping));
    all.extend(aggregates(report));
    all.extend(treatments(report));
    let insensitive = report.columns.iter().filter(|column| column.role == "insensitive");
    let insensitive = insensitive.filter(|column| column.publish.is_none());
    let insensitive: Vec<&str> = insensitive.map(|column| column.name.as_str()).collect();
    if !insensitive.is_empty() {
        all.push(format!(
            "The columns marked insensitive ({}) are published as they are. Whoever knows some of their values \
             can use them like quasi-identifiers, and no model here counts that.",
            insensitive.join(", ")
        ));
    }
    all.extend(of_series(report));
    all.push(
        "No model here protects against knowledge beyond the quasi-identifiers that were named, against \
         linking this release with another one of the same people, or against facts that hold for a whole \
         group and so for each of its members."
            .to_owned(),
    );
    all.push(unit(report));
    all
}

/// That the release was held against earlier ones.
fn of_series(report: &Report) -> Option<String> {
    let releases = &report.job.releases;
    let earlier = releases.earlier.as_ref().filter(|earlier| !earlier.is_empty())?;
    let what = match releases.on_overlap.as_deref() {
        None | Some("refuse") => {
            "Nothing is published that tells too much together with them, unless a waiver above answers for it."
        }
        Some(_) => "It is published whatever they tell together; the steward's report has the figures.",
    };
    // Only an internal report has them.
    let figures = report.series.as_ref().map(|facts| format!(" Found: {facts}.")).unwrap_or_default();
    Some(format!(
        "The release was held against {} earlier of the same people, as somebody would who looks a person up in each by quasi-identifiers and \
         keeps what all of them leave. {what}{figures} Other releases were not looked at, nor what is known of somebody beside her quasi-identifiers.",
        earlier.len()
    ))
}

/// What labels of several levels tell of each other.
fn overlapping(facts: &NarrowingFacts) -> String {
    let begin = "Records have labels of several levels.";
    let Some(left) = facts.guessed.left else {
        return format!(
            "{begin} A label that overlaps a finer one of other records could tell that its own did not fit that \
             (downcoding; Cohen, USENIX Security 2022). Tried on this release, that makes no label finer than it reads."
        );
    };
    let how_sure = match facts.certain {
        Some(certain) => format!(
            "It is certain for {} of the records, whose classes are larger than they must be, and a guess for the others.",
            percent_as_told(certain.records)
        ),
        None => "It is a guess: the job demands more than sizes of classes, counts people, or names a search, and so a record may have \
                 had to stay where it is."
            .to_owned(),
    };
    let right = facts.guessed.right.map_or(String::new(), |right| {
        format!(
            " By the original values it is right for {} of the records that are narrowed.",
            percent_as_told(right)
        )
    });
    format!(
        "{begin} The values they stand for may overlap (20-39 beside 20-29), and then a coarse label tells that its records \
         did not fit a finer one that others have: whoever knows how the release was made can make some labels finer \
         than they read (downcoding; Cohen, USENIX Security 2022). Tried on this release, that narrows {} of the \
         classes, with {} of the records, to {} of the combinations of values that their labels stand for, on average. \
         {how_sure}{right} What is narrowed is a whole class: its records still look alike. Strict cells tell nothing in \
         this way.",
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
            "All records of a class have the same value in {}. The models count the values behind it, as if they were \
             published: the aggregate follows from them and tells no more, but it does tell. Whoever knows a mean and all \
             other values of a class knows the last one, and a mode, a range or a median may be somebody's own value. Sums \
             and means over whole classes are kept by means; differences inside a class are not in the release.",
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
        Some(format!("Published as {name}: {}.{counted} {caveat}", columns.join(", ")))
    };
    let linked = report.columns.iter().filter_map(|column| {
        let LinkedFacts { people, most_rows, fewest_alike, alone } = column.linked.as_ref()?;
        Some(format!(
            "The column {} joins the rows of each of {people} people, up to {most_rows}. Seen by all rows together, somebody has at least \
             {fewest_alike} people whose rows stand in the same classes, herself included, and {alone} people have nobody else like them. The \
             models promise nothing about that.",
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
            "The models count whom the column {unit} names, each once in a class and once for each of her values. Who \
             knows several records of one of them can hold their classes against each other: fewer may be in all of \
             them than in each."
        ),
        None => {
            "The models count records: a person with several records is counted as several people.".to_owned()
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

const JOINT: &str = "A joint model is about the combinations of all sensitive values. It says little about each column: all \
     records of a class may share a diagnosis although no combination stands out, unless a model is listed for \
     that column as well.";

const CONCEALED: &str = "Whoever knows how a release was made can reason from what would have been possible instead (minimality attack; Wong, Fu, Wang \
     and Pei, VLDB 2007). By the job of this one a secret draws among releases that lose nearly as little, and what was optimized and how \
     near this is to the best is not told, so nobody can be sure that anything finer would have broken a model. It may have: the draw also \
     falls on releases of which that is true. Several releases of the same people can still be held against each other.";

const MINIMALITY: &str = "Whoever knows how the release was made can reason from it (minimality attack; Wong, Fu, Wang and Pei, VLDB \
     2007): a column is no coarser and no more is left out than the models demand, so anything finer would \
     have broken one. Together with the quasi-identifiers of everybody in the table, that can make a sensitive \
     value more likely than l or t say. k-anonymity looks at no sensitive value and tells none in this way. \
     Who fears it asks for more than is needed, or fixes the levels beforehand (min_level and max_level).";

//! What is wrong with a job, in the words of the Python package.

use super::Notation;
use super::error_messages::with_keywords;
use super::keyword_text::{keyword_text, tables_in_python};
use crate::job::{JobError, JobProblem};
use crate::limits::MOST_QUASI_IDENTIFIERS;
use incog_io::{JobTextProblem, kinds_in_python, without_found_values};

/// What is wrong with a job that somebody described in this notation.
///
/// ```
/// use incog::Job;
/// use incog::python::{Notation, job_message};
/// let job = "input = \"a.csv\"\noutput = \"b.csv\"\ncolumns.age.role = \"quasi-identifier\"\n";
/// let refused = Job::from_toml(job, "").unwrap_err();
/// assert!(job_message(&refused, Notation::Keywords).contains("k=5"));
/// assert!(job_message(&refused, Notation::JobFile).contains("[privacy]"));
/// ```
pub fn job_message(error: &JobError, notation: Notation) -> String {
    // A place in a text is told only where somebody wrote that text.
    let is_text = error.place.file.is_some() || error.place.line.is_some();
    if notation == Notation::JobFile || is_text {
        return error.to_string();
    }
    if notation == Notation::Flags {
        let told = in_flags(&error.problem);
        return told.unwrap_or_else(|| with_settings(&error.problem, notation).to_string());
    }
    match in_keywords(&error.problem, notation) {
        Some(message) => message,
        None => with_keywords(&with_settings(&error.problem, notation).to_string(), notation),
    }
}

/// What serde says is wrong with the value of a key that the package wrote as JSON.
///
/// ```
/// use incog::python::{Notation, value_message};
/// let said = "invalid type: string \"many\", expected i64";
/// assert_eq!(
///     value_message("privacy.k-anonymity", said, Notation::Keywords),
///     "k: found a str, expected an int, such as 5"
/// );
/// ```
pub fn value_message(key: &str, said: &str, notation: Notation) -> String {
    // A key that is not known is named by the message itself.
    if said.starts_with("unknown field") {
        return JobTextProblem::of_serde(said).to_string();
    }
    if let Some(name) = said.strip_prefix("missing field ").map(|name| name.trim_matches('`')) {
        let within = if key == "." { String::new() } else { format!("{}: ", dictionary(key, notation)) };
        return format!("{within}\"{name}\" is missing");
    }
    let what = kinds_in_python(&without_found_values(said));
    let what = what.replace("unknown variant, expected ", "unknown; expected ").replace('`', "\"");
    let what = tables_in_python(&what);
    if key == "." { what } else { format!("{}: {what}", notation.setting(key)) }
}

/// Problems whose remedy has a flag of its own.
fn in_flags(problem: &JobProblem) -> Option<String> {
    Some(match problem {
        JobProblem::NoModel => {
            "there is no privacy model; name one with -k, -l or -t, such as -k 5 for k-anonymity".to_owned()
        }
        JobProblem::NoQuasiIdentifier => {
            "there is no quasi-identifier; name at least one column with -q".to_owned()
        }
        JobProblem::NoSensitive { model } => {
            format!("{model} needs a sensitive column; name at least one with -s")
        }
        JobProblem::NoProvider { model } => {
            format!("{model} needs to know the provider of each record; name its column with --provider")
        }
        _ => return None,
    })
}

/// The mapping of a model as a caller writes it, also of one that has a keyword for its first
/// parameter.
fn dictionary(key: &str, notation: Notation) -> String {
    match key.strip_prefix("privacy.").filter(|model| !model.contains('.')) {
        Some(model) if notation == Notation::Keywords => format!("models[{model:?}]"),
        _ => notation.setting(key),
    }
}

/// Problems whose remedy has a keyword of its own.
fn in_keywords(problem: &JobProblem, notation: Notation) -> Option<String> {
    Some(match problem {
        JobProblem::Missing { key: "waivers", what } => format!("a waiver has no reason: {what}"),
        JobProblem::Missing { key, what } => {
            let is_keyword = key.contains('.') || ["population", "query", "table"].contains(key);
            let name = if is_keyword { notation.setting(key) } else { format!("{key:?}") };
            format!("{name} is missing: {}", with_keywords(what, notation))
        }
        JobProblem::TwoProviders { first, second } => {
            format!(
                "provider names the columns {first:?} and {second:?}; only one column can be the provider"
            )
        }
        JobProblem::NoUnit { unit, .. } => format!(
            "unit names column {unit:?}, which another keyword names, too; name it in unit alone, or set \
             unit=\"record\" to count records"
        ),
        JobProblem::NoModel => "there is no privacy model; set k, l, t or models, such as k=5".to_owned(),
        JobProblem::NoQuasiIdentifier => {
            "there is no quasi-identifier; name at least one column in quasi_identifiers".to_owned()
        }
        JobProblem::TooManyQuasiIdentifiers { found } => format!(
            "quasi_identifiers names {found} columns, and at most {MOST_QUASI_IDENTIFIERS} are possible; keep those \
             that others can know about a person, and name columns that nobody needs in identifiers"
        ),
        JobProblem::NoSensitive { model } => {
            format!("{model} needs a sensitive column; name at least one in sensitive")
        }
        JobProblem::NoProvider { model } => {
            format!("{model} needs to know the provider of each record; name its column in provider")
        }
        JobProblem::TwoUnits { first, second } => format!(
            "columns {first:?} and {second:?} both name people; choose the one that the models count, with \
             unit={first:?} or unit={second:?}"
        ),
        JobProblem::NoSecret { column } => format!(
            "columns[{column:?}][\"publish\"] is random and needs a secret: with the seed in the report, anybody could \
             undo it; set release={{\"secret\": \"key.txt\"}} (make the file with incog.new_key)"
        ),
        _ => return None,
    })
}

/// A key, or one with a value, as a setting of this notation.
fn setting(key: &str, notation: Notation) -> String {
    if key.contains(" = ") { keyword_text(key, notation) } else { notation.setting(key) }
}

/// The problem with its keys as settings of this notation.
fn with_settings(problem: &JobProblem, notation: Notation) -> JobProblem {
    let mut problem = problem.clone();
    match &mut problem {
        JobProblem::OutOfRange { key, .. }
        | JobProblem::UnknownWord { key, .. }
        | JobProblem::BadParameter { key, .. }
        | JobProblem::Secret { key, .. }
        | JobProblem::NotOneCharacter { key, .. }
        | JobProblem::NotSensitive { key, .. }
        | JobProblem::Idle { key, .. } => *key = notation.setting(key),
        JobProblem::Contradiction { first, second, .. } => {
            (*first, *second) = (setting(first, notation), setting(second, notation));
        }
        _ => {}
    }
    problem
}

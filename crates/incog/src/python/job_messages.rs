//! What is wrong with a job, in the words of the Python package.

use super::Notation;
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
    let told =
        if notation == Notation::Flags { in_flags(&error.problem) } else { in_keywords(&error.problem) };
    told.unwrap_or_else(|| with_settings(&error.problem, notation).to_string())
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
    let what = kinds_in_python(&without_found_values(said));
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

/// Problems whose remedy has a keyword of its own.
fn in_keywords(problem: &JobProblem) -> Option<String> {
    Some(match problem {
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
            (*first, *second) = (notation.setting(first), notation.setting(second));
        }
        _ => {}
    }
    problem
}

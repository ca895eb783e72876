//! The parts of the Python package that are generated: names and types from the cards, keywords
//! from a list. And messages in the words of the package: keywords in the place of flags and of
//! keys of a job file.

mod attacks;
mod error_messages;
mod job_messages;
mod keyword;
mod keyword_text;
mod keywords;
mod names;
mod notation;
mod phrases;
mod role_text;
mod text;

pub use error_messages::{error_message, note_message};
pub use job_messages::{job_message, value_message};
pub use keyword_text::keyword_text;
pub use notation::Notation;
pub use phrases::with_phrases;
pub use role_text::role_text;

/// The files of the package that have generated parts, in `crates/incog-py/python/incog`.
pub const PYTHON_FILES: [&str; 5] = ["_attack.py", "_explore.py", "_keywords.py", "_job.py", "_names.py"];

/// The text of such a file with the generated parts as they have to be: all of `_names.py`; in the
/// others what stands between `# cards: keywords` (or `# cards: keywords to explore`) and
/// `# end of cards`, and the arguments in the docstrings of `anonymize`, `explore` and `attack`.
/// `None` when one of these places is missing, or the file is another.
///
/// ```
/// use incog::python::with_python_parts;
/// let text = with_python_parts("_names.py", "").expect("it is written as a whole");
/// assert!(text.contains("ModelName = Literal[\n    \"k-anonymity\","));
/// assert_eq!(with_python_parts("_keywords.py", "no place for them"), None);
/// ```
pub fn with_python_parts(file: &str, text: &str) -> Option<String> {
    match file {
        "_names.py" => Some(names::types()),
        "_attack.py" => {
            let text = put(text, PLACE, &attacks::signature())?;
            put(&text, ARGUMENTS, &attacks::arguments())
        }
        "_explore.py" => put(text, ARGUMENTS, &keywords::arguments_to_explore()),
        "_keywords.py" => {
            let text = put(text, PLACE, &keywords::typed())?;
            put(&text, PLACE_TO_EXPLORE, &keywords::typed_to_explore())
        }
        "_job.py" => {
            let text = put(text, PLACE, &keywords::signature())?;
            put(&text, ARGUMENTS, &keywords::arguments())
        }
        _ => None,
    }
}

/// Where keywords stand, each on a line of its own.
const PLACE: [&str; 2] = ["# cards: keywords\n", "# end of cards\n"];

const PLACE_TO_EXPLORE: [&str; 2] = ["# cards: keywords to explore\n", "# end of cards\n"];

/// Where a docstring says what they are.
const ARGUMENTS: [&str; 2] = ["    Args:\n", "\n    Raises:\n"];

/// The text with this part between the two texts, before which only spaces stand on the line.
fn put(text: &str, [begin, end]: [&str; 2], part: &str) -> Option<String> {
    let (before, rest) = text.split_once(begin)?;
    let (old, after) = rest.split_once(end)?;
    let indent = &old[old.rfind('\n').map_or(0, |line| line + 1)..];
    let indent = if indent.trim_matches(' ').is_empty() { indent } else { "" };
    Some(format!("{before}{begin}{part}{indent}{end}{after}"))
}

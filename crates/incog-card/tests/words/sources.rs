//! Names and comments of Rust sources.

use std::collections::{BTreeMap, BTreeSet};

use super::files::Files;

/// All lines of all sources, each with its place.
fn lines(sources: &Files) -> impl Iterator<Item = (String, &str)> {
    sources.iter().flat_map(|(path, text)| {
        text.lines().enumerate().map(move |(at, line)| (format!("{path}:{}", at + 1), line))
    })
}

fn places(sources: &Files, holds: impl Fn(&str) -> bool) -> Vec<String> {
    lines(sources).filter(|(_, line)| holds(line)).map(|(place, _)| place).collect()
}

/// The text of a line that is a comment and nothing else.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = ["///", "//!", "//"].iter().find_map(|mark| line.strip_prefix(mark));
    text.map(str::trim_start)
}

/// Lines of comments wider than 100 columns, without the code of examples.
pub fn wide_comments(sources: &Files) -> Vec<String> {
    let mut is_code = false;
    lines(sources)
        .filter(|(_, line)| {
            let text = comment(line);
            is_code = text.is_some_and(|text| is_code != text.starts_with("```"));
            text.is_some() && !is_code && line.chars().count() > 100
        })
        .map(|(place, _)| place)
        .collect()
}

/// Comments that make sense only beside another one.
pub fn leaning_comments(sources: &Files) -> Vec<String> {
    places(sources, |line| {
        comment(line).is_some_and(|text| text.starts_with("The same") || text.starts_with("As above"))
    })
}

/// Beginnings of comments that name a thing by a question instead of a noun of the field.
const RIDDLES: [&str; 9] = [
    "What can be set",
    "What can be varied",
    "What holds",
    "What is known of",
    "What is said",
    "What is told",
    "What it is",
    "What somebody",
    "What was said",
];

/// Comments that begin with one of [`RIDDLES`]. The second line of a comment may.
pub fn riddles(sources: &Files) -> Vec<String> {
    let mut is_inside = false;
    lines(sources)
        .filter(|(_, line)| {
            let was_inside = std::mem::replace(&mut is_inside, comment(line).is_some());
            !was_inside
                && comment(line)
                    .is_some_and(|text: &str| RIDDLES.iter().any(|riddle| text.starts_with(riddle)))
        })
        .map(|(place, _)| place)
        .collect()
}

/// Functions whose name is a preposition.
pub fn functions_called_of(sources: &Files) -> Vec<String> {
    places(sources, |line| {
        comment(line).is_none() && ["(", "<"].iter().any(|end| line.contains(&format!("fn of{end}")))
    })
}

/// Parameters of functions that are taken apart where they are declared, as in `(a, b): (A, B)`.
pub fn tuple_parameters(sources: &Files) -> Vec<String> {
    places(sources, |line| {
        // A parameter on a line of its own begins it; the arms of a `match` have no type.
        let declared = line.find("fn ").map_or(line, |at| &line[at..]);
        let is_parameter = declared.starts_with("fn ") || line.trim_start().starts_with('(');
        comment(line).is_none() && is_parameter && declared.contains("): (")
    })
}

/// A place for each hundred closures that `let` gives a name. Those that capture nothing are better
/// private functions.
pub fn hundreds_of_named_closures(sources: &Files) -> Vec<String> {
    let mut is_let_before = false;
    let named = lines(sources).filter(|(_, line)| {
        let line = line.trim();
        let begins = |text: &str| ["|", "move |"].iter().any(|bar| text.starts_with(bar));
        let is_named = match line.strip_prefix("let ").and_then(|line| line.split_once(" = ")) {
            Some((_, value)) => begins(value),
            None => is_let_before && begins(line),
        };
        is_let_before = line.starts_with("let ") && line.ends_with('=');
        is_named
    });
    named.step_by(100).map(|(place, _)| place).collect()
}

/// Names of public types that more than one crate declares.
pub fn shared_type_names(sources: &Files) -> Vec<String> {
    let mut crates: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, text) in sources {
        let Some((room, _)) = path.strip_prefix("crates/").and_then(|path| path.split_once("/src/")) else {
            continue;
        };
        for name in text.lines().filter_map(public_type) {
            crates.entry(name).or_default().insert(room);
        }
    }
    let shared = crates.into_iter().filter(|(_, rooms)| rooms.len() > 1);
    shared.map(|(name, rooms)| format!("{name}: {rooms:?}")).collect()
}

/// The name of the type that a line declares as public.
fn public_type(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

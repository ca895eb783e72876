//! Messages about a job, with keywords in the place of the keys that they name.

use super::Notation;

/// Tables of a job file whose keys messages name.
const TABLES: [&str; 6] = ["columns.", "csv.missing", "privacy.", "recoding.", "search.", "suppression."];

/// Tables of a job of trajectories whose keys messages name.
const TRAJECTORY_TABLES: [&str; 7] =
    ["points.", "privacy.", "release.choose", "sampling.", "search.", "suppression.", "trips."];

/// How files end, which may have the name of a table.
const FILES: [&str; 10] = ["arrow", "csv", "gz", "json", "jsonl", "parquet", "toml", "tsv", "txt", "xlsx"];

/// Keys of tables that are also how files begin: `release.csv` is one.
const KEYS: [&str; 11] = [
    "release.conceal_choice",
    "release.escape_formulas",
    "release.fixed_width",
    "release.labels",
    "release.noise",
    "release.order",
    "release.provider",
    "release.secret",
    "utility.keep_columns",
    "utility.objective",
    "utility.objective.metric",
];

/// Keys of a column that messages name without their table.
const OF_COLUMNS: [&str; 8] =
    ["format", "impossible", "kind", "levels", "max_level", "min_level", "publish", "weeks"];

/// The message with the keys of a job file as keywords of the package, and their values as Python
/// writes them. What stands in quotes stays.
///
/// ```
/// use incog::python::{Notation, keyword_text};
/// let told = |message| keyword_text(message, Notation::Keywords);
/// assert_eq!(told("set suppression.limit = 0"), "set suppression=0");
/// assert_eq!(told("set release.noise = false"), "set release={\"noise\": False}");
/// assert_eq!(told("set publish = { round = 10 }"), "set \"publish\": {\"round\": 10}");
/// assert_eq!(told("column \"privacy.unit\" is empty"), "column \"privacy.unit\" is empty");
/// ```
pub fn keyword_text(message: &str, notation: Notation) -> String {
    let (mut text, mut rest) = (String::with_capacity(message.len()), message);
    let mut is_quoted = false;
    while let Some(sign) = rest.chars().next() {
        let begins_word = !text.ends_with(|last: char| last.is_alphanumeric() || "._-/\\\"".contains(last));
        if let Some((said, after)) = setting(rest, notation).filter(|_| !is_quoted && begins_word) {
            text.push_str(&said);
            rest = after;
            continue;
        }
        is_quoted ^= sign == '"' && !text.ends_with('\\');
        text.push(sign);
        rest = &rest[sign.len_utf8()..];
    }
    text
}

/// The message with tables of a job file as dictionaries: `a dict such as {"round": 10}`.
pub(super) fn tables_in_python(message: &str) -> String {
    let message = message.replace("a table", "a dict");
    let Some((before, table)) = message.split_once('{') else { return message };
    match items(table, '}') {
        Some((items, after)) => format!("{before}{{{items}}}{after}"),
        None => message,
    }
}

/// The setting that a text begins with, as Python says it, and the text behind it.
fn setting(text: &str, notation: Notation) -> Option<(String, &str)> {
    let end = text.find(|sign: char| !(sign.is_ascii_alphanumeric() || "._-".contains(sign)));
    let key = text[..end.unwrap_or(text.len())].trim_end_matches(['.', '-']);
    let after = &text[key.len()..];
    let assigned = after.strip_prefix(" = ").and_then(value);
    if is_key(key, notation) {
        let keyword = notation.setting(key);
        return Some(match assigned {
            Some((value, after)) => (with_value(&keyword, &value), after),
            None => (keyword, after),
        });
    }
    let is_of_column = notation == Notation::Keywords && OF_COLUMNS.contains(&key);
    let (value, after) = assigned.filter(|_| is_of_column)?;
    Some((format!("{key:?}: {value}"), after))
}

/// Whether a word is a key of a job file that has a keyword, and not the name of a file.
fn is_key(word: &str, notation: Notation) -> bool {
    let tables = if notation == Notation::Keywords { &TABLES[..] } else { &TRAJECTORY_TABLES };
    let is_in_table = tables.iter().any(|table| word.starts_with(table));
    let is_file = word.rsplit('.').next().is_some_and(|ending| FILES.contains(&ending));
    !is_file && (is_in_table || notation == Notation::Keywords && KEYS.contains(&word))
}

/// `release={"noise": False}` for `release["noise"]` and `False`.
fn with_value(keyword: &str, value: &str) -> String {
    let Some((name, inside)) = keyword.split_once('[') else { return format!("{keyword}={value}") };
    let keys: Vec<&str> = inside.trim_end_matches(']').split("][").collect();
    format!("{name}={}", keys.iter().rev().fold(value.to_owned(), |inner, key| format!("{{{key}: {inner}}}")))
}

/// The value of a job file that a text begins with, as Python writes it, and the text behind it.
fn value(text: &str) -> Option<(String, &str)> {
    let bare = text.find(|sign: char| !(sign.is_ascii_alphanumeric() || "._-".contains(sign)));
    match text.chars().next()? {
        '"' => {
            let end = 2 + text[1..].find('"')?;
            Some((text[..end].to_owned(), &text[end..]))
        }
        '[' => items(&text[1..], ']').map(|(items, after)| (format!("[{items}]"), after)),
        '{' => items(&text[1..], '}').map(|(items, after)| (format!("{{{items}}}"), after)),
        sign if sign.is_ascii_alphanumeric() || "-.".contains(sign) => {
            let word = text[..bare.unwrap_or(text.len())].trim_end_matches('.');
            let word = if text.starts_with("...") { "..." } else { word };
            let python = match word {
                "true" => "True",
                "false" => "False",
                "..." => word,
                number if number.parse::<f64>().is_ok() => number,
                _ => return None,
            };
            Some((python.to_owned(), &text[word.len()..]))
        }
        _ => None,
    }
}

/// Values, or keys with values, up to the sign that closes them.
fn items(text: &str, close: char) -> Option<(String, &str)> {
    let (mut items, mut rest) = (Vec::new(), text.trim_start());
    loop {
        if let Some(after) = rest.strip_prefix(close) {
            return Some((items.join(", "), after));
        }
        let item = if close == '}' {
            let (key, after) = rest.split_once(" = ")?;
            let (value, after) = value(after)?;
            rest = after;
            format!("\"{key}\": {value}")
        } else {
            let (value, after) = value(rest)?;
            rest = after;
            value
        };
        items.push(item);
        rest = rest.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_values_are_told_as_python_writes_them() {
        for (said, python) in [
            ("set privacy.unit = \"record\"", "set unit=\"record\""),
            ("k-map counts people; set privacy.population", "k-map counts people; set population"),
            ("set recoding.kind = \"global\" or \"local\"", "set recoding=\"global\" or \"local\""),
            ("(utility.keep_columns = \"off\") x", "(keep_columns=\"off\") x"),
            (
                "set search.kgen.optimal_suppression = true, or",
                "set parameters={\"optimal_suppression\": True}, or",
            ),
            ("raise search.id-dga.islands", "raise parameters[\"islands\"]"),
            (
                "publish = { pseudonym = \"key.txt\", purpose = \"...\" }",
                "\"publish\": {\"pseudonym\": \"key.txt\", \"purpose\": \"...\"}",
            ),
            ("set a base: publish = { round = ... }", "set a base: \"publish\": {\"round\": ...}"),
            ("(weeks = true shifts by whole weeks)", "(\"weeks\": True shifts by whole weeks)"),
            ("columns.zip.hierarchy.tree: no", "the hierarchy of \"zip\" (tree): no"),
            ("csv.missing = [], and", "missing=[], and"),
            ("the markers of missing values in csv.missing.", "the markers of missing values in missing."),
            ("../release.csv: already exists", "../release.csv: already exists"),
            ("release.csv and release.secret", "release.csv and release[\"secret\"]"),
            ("k = 0 is out of range", "k = 0 is out of range"),
            ("the value \"a = b\" of column \"search.x\"", "the value \"a = b\" of column \"search.x\""),
            ("set release.secret = \"key.txt\" to", "set release={\"secret\": \"key.txt\"} to"),
        ] {
            assert_eq!(keyword_text(said, Notation::Keywords), python);
        }
    }

    #[test]
    fn tables_are_dictionaries() {
        let said = "found a bool, expected a form such as \"mean\" or a table such as { round = 10 }";
        let python = "found a bool, expected a form such as \"mean\" or a dict such as {\"round\": 10}";
        assert_eq!(tables_in_python(said), python);
        assert_eq!(tables_in_python("found None, expected a str"), "found None, expected a str");
    }

    #[test]
    fn keys_of_trajectories_and_names_of_files_are_told_apart() {
        for (said, python) in [
            ("name the column with points.id, or", "name the column with id, or"),
            ("count trips with privacy.unit = \"trip\"", "count trips with unit=\"trip\""),
            ("0 were outside trips.bounds, 0", "0 were outside trips[\"bounds\"], 0"),
            ("points.csv: file not found", "points.csv: file not found"),
        ] {
            assert_eq!(keyword_text(said, Notation::TrajectoryKeywords), python);
        }
        assert_eq!(
            keyword_text("columns.csv: file not found", Notation::Keywords),
            "columns.csv: file not found"
        );
    }
}

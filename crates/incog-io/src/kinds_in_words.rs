//! What serde says of values of a wrong kind, as people who write a job say it.

/// A message of serde, from which the value that was found is taken out, in words without types of
/// Rust.
///
/// `invalid type: string, expected f64` becomes
/// `found a text in quotes, expected a number, such as 0.05`.
pub fn kinds_in_words(message: &str) -> String {
    kinds_in(message, &TOML)
}

/// Like `kinds_in_words`, with the names that Python has for kinds of values.
///
/// ```
/// let said = incog_io::kinds_in_python("invalid type: floating point, expected i64");
/// assert_eq!(said, "found a float, expected an int, such as 5");
/// ```
pub fn kinds_in_python(message: &str) -> String {
    kinds_in(message, &PYTHON)
}

/// Names of kinds of values.
struct KindNames {
    text: &'static str,
    whole: &'static str,
    number: &'static str,
    switch: &'static str,
    list: &'static str,
    table: &'static str,
    nothing: &'static str,
    expected_number: &'static str,
    expected_whole: &'static str,
}

const TOML: KindNames = KindNames {
    text: "a text in quotes",
    whole: "a whole number",
    number: "a number with a decimal point",
    switch: "true or false",
    list: "a list [...]",
    table: "a table { ... }",
    nothing: "no value",
    expected_number: "a number, such as 0.05",
    expected_whole: "a whole number, such as 5",
};

const PYTHON: KindNames = KindNames {
    text: "a str",
    whole: "an int",
    number: "a float",
    switch: "a bool",
    list: "a list",
    table: "a dict",
    nothing: "None",
    expected_number: "a float, such as 0.05",
    expected_whole: "an int, such as 5",
};

fn kinds_in(message: &str, names: &KindNames) -> String {
    let parts = |begin: &str| message.strip_prefix(begin)?.split_once(", expected ");
    if let Some(("integer", expected)) = parts("invalid value: ")
        && expected.starts_with('u')
    {
        return format!(
            "found {} that is negative or too large, expected {} from 0",
            names.whole, names.whole
        );
    }
    match parts("invalid type: ").or_else(|| parts("invalid value: ")) {
        Some((found, expected)) => {
            format!("found {}, expected {}", found_kind(found, names), expected_kind(expected, names))
        }
        None => missing_key(message).unwrap_or_else(|| message.to_owned()),
    }
}

/// Serde calls a key of a job a field.
fn missing_key(message: &str) -> Option<String> {
    let (key, rest) = message.strip_prefix("missing field `")?.split_once('`')?;
    Some(format!("key {key:?} is missing{rest}"))
}

fn found_kind<'a>(kind: &'a str, names: &KindNames) -> &'a str {
    match kind {
        "string" => names.text,
        "integer" => names.whole,
        "floating point" => names.number,
        "boolean" => names.switch,
        "sequence" => names.list,
        "map" => names.table,
        "null" | "unit value" => names.nothing,
        other => other,
    }
}

fn expected_kind<'a>(kind: &'a str, names: &KindNames) -> &'a str {
    match kind {
        "f64" | "f32" => names.expected_number,
        "i64" | "u64" | "u32" | "u16" | "u8" | "usize" => names.expected_whole,
        "a string" | "string" | "path string" => names.text,
        "a boolean" | "boolean" => names.switch,
        "a sequence" | "sequence" => names.list,
        "a map" | "map" => names.table,
        other if other.starts_with("struct ") => names.table,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_as_people_name_them() {
        for (message, words) in [
            ("invalid type: string, expected f64", "found a text in quotes, expected a number, such as 0.05"),
            (
                "invalid type: floating point, expected i64",
                "found a number with a decimal point, expected a whole number, such as 5",
            ),
            (
                "invalid type: integer, expected struct ColumnFile",
                "found a whole number, expected a table { ... }",
            ),
            (
                "invalid value: string, expected a share such as 0.05",
                "found a text in quotes, expected a share such as 0.05",
            ),
            (
                "invalid value: integer, expected u64",
                "found a whole number that is negative or too large, expected a whole number from 0",
            ),
            ("missing field `k`", "key \"k\" is missing"),
        ] {
            assert_eq!(kinds_in_words(message), words);
        }
    }
}

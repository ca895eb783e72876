//! What serde says of values of a wrong kind, as people who write a job say it.

/// A message of serde, from which the value that was found is taken out, in words without types of
/// Rust.
///
/// `invalid type: string, expected f64` becomes
/// `found a text in quotes, expected a number, such as 0.05`.
pub fn kinds_in_words(message: &str) -> String {
    let parts = |begin: &str| message.strip_prefix(begin)?.split_once(", expected ");
    match parts("invalid type: ").or_else(|| parts("invalid value: ")) {
        Some((found, expected)) => {
            format!("found {}, expected {}", found_kind(found), expected_kind(expected))
        }
        None => message.to_owned(),
    }
}

fn found_kind(kind: &str) -> &str {
    match kind {
        "string" => "a text in quotes",
        "integer" => "a whole number",
        "floating point" => "a number with a decimal point",
        "boolean" => "true or false",
        "sequence" => "a list [...]",
        "map" => "a table { ... }",
        other => other,
    }
}

fn expected_kind(kind: &str) -> &str {
    match kind {
        "f64" | "f32" => "a number, such as 0.05",
        "i64" | "u64" | "u32" | "u16" | "u8" | "usize" => "a whole number, such as 5",
        "a string" | "string" | "path string" => "a text in quotes",
        "a boolean" | "boolean" => "true or false",
        "a sequence" | "sequence" => "a list [...]",
        "a map" | "map" => "a table { ... }",
        other if other.starts_with("struct ") => "a table { ... }",
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
            ("missing field `k`", "missing field `k`"),
        ] {
            assert_eq!(kinds_in_words(message), words);
        }
    }
}

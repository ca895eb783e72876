//! Messages of readers, without the text they read.

/// What serde says is wrong, without the value it found.
///
/// A command reads files that somebody names, and those who read its messages may not be allowed to
/// read these files. So messages say what kind of thing was found and what was expected, but never
/// show the thing itself.
///
/// ```
/// let said = "invalid type: string \"root:x:0\", expected a boolean at line 1 column 5";
/// assert_eq!(
///     incog_io::without_found_values(said),
///     "invalid type: string, expected a boolean at line 1 column 5"
/// );
/// ```
pub fn without_found_values(message: &str) -> String {
    let begins = ["invalid type:", "invalid value:", "unknown variant", "unknown field"];
    let (Some(expected), true) =
        (message.rfind(", expected "), begins.iter().any(|begin| message.starts_with(begin)))
    else {
        return message.to_owned();
    };
    let (found, expected) = message.split_at(expected);
    let kind = found.split(['"', '`']).next().unwrap_or_default();
    format!("{}{expected}", kind.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_value_goes() {
        for (message, left) in [
            ("invalid value: string \"a, expected b\", expected c", "invalid value: string, expected c"),
            ("invalid type: integer `5`, expected a string", "invalid type: integer, expected a string"),
            ("invalid type: map, expected a string", "invalid type: map, expected a string"),
            ("unknown variant `x`, expected one of `a`, `b`", "unknown variant, expected one of `a`, `b`"),
            ("missing field `incog` at line 1 column 2", "missing field `incog` at line 1 column 2"),
        ] {
            assert_eq!(without_found_values(message), left);
        }
    }
}

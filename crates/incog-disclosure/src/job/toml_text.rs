//! Values and strings as they stand in a job file.

use incog_io::shown_in_toml;

/// A value on one line.
pub(super) fn inline(value: &toml::Value) -> String {
    match value {
        toml::Value::Table(table) => {
            let pairs: Vec<String> =
                table.iter().map(|(key, value)| format!("{} = {}", bare(key), inline(value))).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        toml::Value::Array(values) => {
            format!("[{}]", values.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

fn bare(key: &str) -> String {
    let is_bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if is_bare { key.to_owned() } else { quoted(key) }
}

/// A basic string of TOML, on one line; names of columns are always quoted, since they may contain
/// anything. What JSON escapes is escaped alike in TOML, which has no raw DEL in addition.
pub(super) fn quoted(text: &str) -> String {
    shown_in_toml(&serde_json::Value::from(text).to_string()).into_owned()
}

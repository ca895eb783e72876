//! Sweeps written out.

use crate::LabError;
use toml::{Table, Value};

/// All instances of a template: one for each combination of the values in its `sweep`, whose keys
/// may be dotted (`"set.privacy.k-anonymity" = [2, 5]`). `{key}` in a text of the template stands
/// for the value, where the key is the last part of the dotted one.
pub(super) fn expand(mut template: Table) -> Result<Vec<Table>, LabError> {
    let instance = template.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let sweep = match template.remove("sweep") {
        Some(Value::Table(sweep)) => sweep,
        None => Table::new(),
        Some(_) => return Err(LabError::Sweep { instance, key: String::new() }),
    };
    let mut all = vec![template];
    for (key, values) in &sweep {
        let values = values.as_array().filter(|values| !values.is_empty());
        let Some(values) = values else { return Err(LabError::Sweep { instance, key: key.clone() }) };
        let with = |table: Table| values.iter().map(move |value| with_value(table.clone(), key, value));
        all = all.into_iter().flat_map(with).collect();
    }
    Ok(all)
}

fn with_value(mut table: Table, key: &str, value: &Value) -> Table {
    let shown = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let last = key.rsplit('.').next().unwrap_or(key);
    let stands_for = format!("{{{last}}}");
    if table.get("x").and_then(Value::as_str) == Some(&stands_for) {
        table.insert("x".into(), number(value));
    }
    for (_, text) in table.iter_mut() {
        if let Value::String(text) = text {
            *text = text.replace(&stands_for, &shown);
        }
    }
    set(&mut table, key, if key == "x" { number(value) } else { value.clone() });
    table
}

fn number(value: &Value) -> Value {
    match value {
        Value::Integer(whole) => Value::Float(*whole as f64),
        other => other.clone(),
    }
}

fn set(table: &mut Table, key: &str, value: Value) {
    match key.split_once('.') {
        None => {
            table.insert(key.into(), value);
        }
        Some((first, rest)) => {
            let inner = table.entry(first).or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(inner) = inner {
                set(inner, rest, value);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_is_a_product() {
        let template: Table = r#"
            name = "adult k={k-anonymity} n={take}"
            x = "{take}"
            [sweep]
            "set.privacy.k-anonymity" = [2, 5]
            take = [1, 2, 3]
        "#
        .parse()
        .unwrap();
        let all = expand(template).unwrap();
        let names: Vec<&str> = all.iter().map(|table| table["name"].as_str().unwrap()).collect();
        assert_eq!(names.len(), 6);
        assert_eq!(names[1], "adult k=2 n=2");
        assert_eq!(all[4]["set"]["privacy"]["k-anonymity"].as_integer(), Some(5));
        assert_eq!(all[4]["x"].as_float(), Some(2.0));
    }

    #[test]
    fn a_sweep_over_nothing_is_refused() {
        let template: Table = "name = \"a\"\n[sweep]\nt = []".parse().unwrap();
        assert_eq!(
            expand(template).unwrap_err().to_string(),
            "instance \"a\": sweep.t must be a list of at least one value"
        );
    }
}

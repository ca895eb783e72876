//! Several columns in one flag, as a line of CSV has them.

/// The names in a list such as `age,zip`; a name with a comma stands in quotes, as in
/// `age,"name, first"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnList(Vec<String>);

impl ColumnList {
    /// All names of several lists.
    pub fn all(lists: &[Self]) -> Vec<String> {
        lists.iter().flat_map(|list| list.0.iter().cloned()).collect()
    }
}

/// Reads a list of columns.
pub fn column_list(text: &str) -> Result<ColumnList, String> {
    let mut names = Vec::new();
    let mut rest = text;
    loop {
        let (name, behind) = match rest.trim_start().strip_prefix('"') {
            Some(quoted) => in_quotes(quoted)?,
            None => {
                let (name, behind) = rest.split_at(rest.find(',').unwrap_or(rest.len()));
                (name.trim().to_owned(), behind)
            }
        };
        if name.is_empty() {
            return Err(format!("expected names of columns with a comma between them, found {text:?}"));
        }
        names.push(name);
        match behind.strip_prefix(',') {
            Some(more) => rest = more,
            None => return Ok(ColumnList(names)),
        }
    }
}

/// The name up to the closing quote, in which a double quote is written twice, and what follows.
fn in_quotes(quoted: &str) -> Result<(String, &str), String> {
    let mut name = String::new();
    let mut rest = quoted;
    loop {
        let (part, behind) = rest.split_once('"').ok_or(
            "the closing quote is missing; write \"name, \
            first\"",
        )?;
        name.push_str(part);
        match behind.strip_prefix('"') {
            Some(more) => {
                name.push('"');
                rest = more;
            }
            None if behind.trim_start().is_empty() => return Ok((name, "")),
            None if behind.trim_start().starts_with(',') => return Ok((name, behind.trim_start())),
            None => return Err("expected a comma after the quoted name".to_owned()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_may_have_commas_and_quotes() {
        let read = |text| ColumnList::all(&[column_list(text).unwrap()]);
        assert_eq!(read("age"), ["age"]);
        assert_eq!(read("age, zip"), ["age", "zip"]);
        assert_eq!(read("\"name, first\",age"), ["name, first", "age"]);
        assert_eq!(read("age , \" zip \""), ["age", " zip "]);
        assert_eq!(read("\"a \"\"b\"\", c\""), ["a \"b\", c"]);
        assert_eq!(read("size 5\""), ["size 5\""]);
        for wrong in ["", ",", "age,", "\"age", "\"age\"zip", "\"\""] {
            assert!(column_list(wrong).is_err(), "{wrong}");
        }
    }
}

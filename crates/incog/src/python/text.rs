//! Texts of Python.

use crate::catalogue::{Parameter, ParameterDefault, Range};

/// Columns of a line.
const WIDTH: usize = 118;

/// The type of the values of a parameter.
pub fn type_of(range: Range) -> String {
    match range {
        Range::Whole(..) => "int".to_owned(),
        Range::Number(..) | Range::Above(..) => "float".to_owned(),
        Range::AboveOr(_, _, word) => format!("float | {}", literal([word])),
        Range::Words(words) => literal(words.iter().copied()),
        Range::Switch => "bool".to_owned(),
        Range::Column | Range::Text => "str".to_owned(),
        Range::Texts => "list[str]".to_owned(),
    }
}

/// `Literal["drop", "star"]`
pub fn literal(words: impl IntoIterator<Item = &'static str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("\"{word}\"")).collect();
    format!("Literal[{}]", words.join(", "))
}

/// `a number from 0 to 1, 0.5 when nothing is said`; what types say is left out.
pub fn range_and_default(parameter: &Parameter) -> String {
    let range = match parameter.range {
        Range::Words(_) | Range::Switch => String::new(),
        range => format!("; {range}"),
    };
    match &parameter.default {
        ParameterDefault::Value(value) => format!("{range}; default {value}"),
        ParameterDefault::Required => format!("{range}; required"),
        ParameterDefault::Nothing => range,
    }
}

/// Words in lines: the first begins with `first`, the others with as many spaces as `indent` says.
pub fn wrapped(first: &str, indent: usize, words: &str) -> String {
    let mut lines = vec![first.to_owned()];
    for word in words.split(' ') {
        let line = lines.last_mut().expect("there is a first line");
        if line.chars().count() + 1 + word.chars().count() > WIDTH && !line.trim().is_empty() {
            lines.push(format!("{}{word}", " ".repeat(indent)));
        } else {
            *line += &format!("{}{word}", if line.ends_with(' ') { "" } else { " " });
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = wrapped("    k:", 8, &"word ".repeat(40).trim_end().replace("word", "fourteen"));
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.lines().count(), 4);
        assert!(
            text.starts_with("    k: fourteen")
                && text.lines().nth(1).is_some_and(|line| line.starts_with("        f"))
        );
    }
}

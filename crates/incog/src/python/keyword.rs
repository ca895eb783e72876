//! Keywords as types, signatures and docstrings have them.

use super::text::wrapped;

/// A keyword: what it is called, what it takes, and what it says.
pub(super) struct Keyword {
    pub name: &'static str,
    /// The type without `None`, which stands for nothing said.
    pub takes: String,
    /// What a signature has as the default.
    pub default: String,
    pub says: String,
}

impl Keyword {
    pub fn new(name: &'static str, takes: &str, says: impl Into<String>) -> Self {
        Self { name, takes: takes.to_owned(), default: "None".to_owned(), says: says.into() }
    }

    /// A keyword of names, of which there may be none.
    pub fn names(name: &'static str, says: impl Into<String>) -> Self {
        Self::new(name, "Names", says).or("()")
    }

    /// Sets the default, which is otherwise `None`; an empty one leaves the keyword without a
    /// default.
    pub fn or(self, default: impl ToString) -> Self {
        Self { default: default.to_string(), ..self }
    }

    fn kind(&self) -> String {
        if self.default == "None" { format!("{} | None", self.takes) } else { self.takes.clone() }
    }

    /// The name of a field is one letter.
    fn note(&self) -> &'static str {
        if self.name == "l" { "  # noqa: E741 (the name of the field)" } else { "" }
    }
}

/// What `progress` takes.
pub const PROGRESS: &str = "``True`` for a tqdm bar, or a callable that receives each event as a dictionary";

/// Items of a type.
pub(super) fn as_items(keywords: &[Keyword]) -> String {
    let line = |keyword: &Keyword| {
        let kind = keyword.kind();
        let kind = if keyword.default.is_empty() { format!("Required[{kind}]") } else { kind };
        format!("    {}: {kind}{}\n", keyword.name, keyword.note())
    };
    keywords.iter().map(line).collect()
}

/// Parameters of a function or method, so many spaces from the left.
pub(super) fn as_parameters(keywords: &[Keyword], indent: usize) -> String {
    let line = |keyword: &Keyword| {
        let default =
            if keyword.default.is_empty() { String::new() } else { format!(" = {}", keyword.default) };
        format!("{:indent$}{}: {}{default},{}\n", "", keyword.name, keyword.kind(), keyword.note())
    };
    keywords.iter().map(line).collect()
}

/// Arguments in a docstring.
pub(super) fn as_arguments(keywords: impl IntoIterator<Item = Keyword>) -> String {
    let said =
        |keyword: Keyword| wrapped(&format!("        {}:", keyword.name), 12, &format!("{}.", keyword.says));
    keywords.into_iter().map(said).collect()
}

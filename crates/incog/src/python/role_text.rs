//! Messages about roles of columns, with the keywords that give them.

/// Roles as a job file names them, and the keyword of the package for each.
const ROLES: [(&str, &str); 8] = [
    ("quasi-identifier", "quasi_identifiers"),
    ("identifier", "identifiers"),
    ("sensitive", "sensitive"),
    ("insensitive", "insensitive"),
    ("provider", "provider"),
    ("person", "unit"),
    ("household", "unit"),
    ("own-k", "own_k"),
];

/// What introduces a role.
const INTRODUCES: &str = " the role ";

/// The message with keywords in the place of roles: `name it in identifiers` for `give it the role
/// "identifier"`. Other mentions of a role stay.
///
/// ```
/// use incog::python::role_text;
/// let said = "leave it out, or give \"a\" and \"b\" the role quasi-identifier";
/// assert_eq!(role_text(said), "leave it out, or name \"a\" and \"b\" in quasi_identifiers");
/// ```
pub fn role_text(message: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(message.len()), message);
    while let Some(at) = rest.find(INTRODUCES) {
        let (before, after) = (&rest[..at], &rest[at + INTRODUCES.len()..]);
        let begin = before.rfind("give ").filter(|begin| !before[*begin..].contains(';'));
        let Some((begin, (keywords, after))) = begin.zip(keywords(after)) else {
            text.push_str(&rest[..at + INTRODUCES.len()]);
            rest = after;
            continue;
        };
        text.push_str(&format!("{}name {} in {keywords}", &before[..begin], &before[begin + 5..]));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// The keywords of one role, or of two with `or` between them, that a text begins with.
fn keywords(text: &str) -> Option<(String, &str)> {
    let (first, after) = keyword(text)?;
    Some(match after.strip_prefix(" or ").and_then(keyword) {
        Some((second, after)) if second != first => (format!("{first} or {second}"), after),
        Some((_, after)) => (first.to_owned(), after),
        None => (first.to_owned(), after),
    })
}

fn keyword(text: &str) -> Option<(&'static str, &str)> {
    let bare = text.strip_prefix('"').unwrap_or(text);
    let (role, keyword) = ROLES.iter().find(|(role, _)| bare.starts_with(role))?;
    let after = &bare[role.len()..];
    Some((keyword, if text.starts_with('"') { after.strip_prefix('"')? } else { after }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_told_as_keywords() {
        for (said, python) in [
            (
                "give it the role \"identifier\", which leaves them out",
                "name it in identifiers, which leaves them out",
            ),
            (
                "give it the role identifier or quasi-identifier",
                "name it in identifiers or quasi_identifiers",
            ),
            ("give a column the role \"person\" or \"household\" (it", "name a column in unit (it"),
            ("give it a list; the role \"x\" is none", "give it a list; the role \"x\" is none"),
            ("has the role \"sensitive\"", "has the role \"sensitive\""),
        ] {
            assert_eq!(role_text(said), python);
        }
    }
}

//! Codes of diagnoses, with a point and without.

/// A text that begins with a code of the form of ICD-10, a letter and two signs the first of which
/// is a digit, without the point behind them. Others, such as `C1.1` and `C11`, may be two things.
pub(super) fn without_a_point(text: &str) -> Option<String> {
    if let Some(joined) = without_a_blank(text) {
        return Some(without_a_point(&joined).unwrap_or(joined));
    }
    let (code, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let plain = code_without_a_mark(code);
    let joined = with_additions(plain.unwrap_or(code), rest);
    let code = code_without_a_point(joined.as_deref().unwrap_or(plain.unwrap_or(code)));
    let rest = if joined.is_some() { "" } else { rest };
    code.or(joined).or_else(|| plain.map(str::to_owned)).map(|code| code + rest)
}

/// `i50.1` for `i50.1+`: the marks for a cause and for where it shows, which say nothing of what it
/// is. `b12+` may be a finding.
fn code_without_a_mark(code: &str) -> Option<&str> {
    let plain = code.trim_end_matches(['+', '*', '!', '\u{2020}', '\u{2021}']);
    let has_point = code_without_a_point(plain).is_some();
    (plain.len() < code.len() && (has_point || !code.contains('+') && is_category(plain))).then_some(plain)
}

/// A code with the letters behind it that say how sure it is or on which side: `j45.0 g`.
fn with_additions(code: &str, rest: &str) -> Option<String> {
    const ADDITIONS: [&str; 7] = ["g", "v", "a", "z", "r", "l", "b"];
    let letters = || rest.split_whitespace();
    let are_additions =
        letters().count() > 0 && letters().all(|word| ADDITIONS.contains(&word.to_lowercase().as_str()));
    let is_code = is_category(code) || code_without_a_point(code).is_some();
    (are_additions && is_code).then(|| code.to_owned() + &letters().collect::<String>())
}

/// A letter and two signs, the first of which is a digit.
fn is_category(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, digit, last]
        if letter.is_ascii_alphabetic() && digit.is_ascii_digit() && last.is_ascii_alphanumeric())
}

/// `e 11.9` as `e11.9`: a letter, a blank and two digits, with nothing or a point or comma behind.
fn without_a_blank(text: &str) -> Option<String> {
    let (letter, rest) = text.split_once(' ')?;
    let is_letter = letter.len() == 1 && letter.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_category = matches!(rest.as_bytes(), [first, second, behind @ ..]
        if first.is_ascii_digit() && second.is_ascii_digit() && matches!(behind.first(), None | Some(b'.' | b',')));
    (is_letter && is_category).then(|| format!("{letter}{rest}"))
}

fn code_without_a_point(text: &str) -> Option<String> {
    const MOST_BEHIND: usize = 4;
    let (category, rest) = text.split_once(['.', ','])?;
    let rest = rest.strip_suffix('-').unwrap_or(rest);
    let is_rest = rest.len() <= MOST_BEHIND && rest.bytes().all(|sign| sign.is_ascii_alphanumeric());
    (is_category(category) && is_rest).then(|| format!("{category}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::without_a_point;

    #[test]
    fn only_the_form_of_icd_10_has_a_point_that_says_nothing() {
        for (text, code) in [
            ("i50.1", "i501"),
            ("c7a.00", "c7a00"),
            ("s72.001a", "s72001a"),
            ("i50.-", "i50"),
            ("i50.1 heart failure", "i501 heart failure"),
            ("e11,9", "e119"),
            ("e 11.9", "e119"),
            ("e 11", "e11"),
            ("m54.5+", "m545"),
            ("a17*", "a17"),
            ("j45.0 g", "j450g"),
            ("j45 g", "j45g"),
            ("m54.5 g l", "m545gl"),
        ] {
            assert_eq!(without_a_point(text).as_deref(), Some(code), "{text}");
        }
        for text in
            ["c1.1", "c111.1", "i501", "1.5", "", "i50.12345", "i50.1.2", "see i50.1", "b12+", "b12 x", "a+"]
        {
            assert_eq!(without_a_point(text), None, "{text}");
        }
    }
}

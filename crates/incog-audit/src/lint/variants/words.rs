//! Words, written and joined in several ways.

use unicode_normalization::UnicodeNormalization;

/// Marks around words and within them.
const QUOTES: [char; 16] = [
    '"', '\'', '`', '\u{b4}', '\u{ab}', '\u{bb}', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}', '\u{201c}',
    '\u{201d}', '\u{201e}', '\u{201f}', '\u{2039}', '\u{203a}',
];

/// Without the marks around the text, and those between letters: `alzheimer's`. Feet and inches
/// keep theirs.
pub(super) fn without_quotes(text: &str) -> Option<String> {
    if !text.contains(QUOTES) {
        return None;
    }
    let inner = text
        .strip_prefix(QUOTES)
        .and_then(|rest| rest.strip_suffix(QUOTES))
        .filter(|inner| !inner.is_empty());
    let signs: Vec<char> = inner.unwrap_or(text).chars().collect();
    let is_letter =
        |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(|sign| sign.is_alphabetic());
    let is_kept = |at: &usize| {
        let is_between = is_letter(at.checked_sub(1)) && is_letter(Some(at + 1));
        !(QUOTES.contains(&signs[*at]) && is_between)
    };
    Some((0..signs.len()).filter(is_kept).map(|at| signs[at]).collect())
}

/// Single letters without the points between them: `copd` for `c.o.p.d`.
pub(super) fn without_points(text: &str) -> Option<String> {
    if !text.contains('.') {
        return None;
    }
    let joined = |word: &str| {
        let letters = word.strip_suffix('.').unwrap_or(word).split('.');
        let are_single = letters.clone().count() > 1 && letters.clone().all(is_one_letter);
        if are_single { letters.collect() } else { word.to_owned() }
    };
    let changed = text.split(' ').map(joined).collect::<Vec<String>>().join(" ");
    (changed != text).then_some(changed)
}

fn is_one_letter(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(char::is_alphabetic) && signs.next().is_none()
}

/// What a finding may be called behind the first word, by its beginning.
const FINDINGS: [(&str, &str, &[&str]); 2] = [
    ("pos", "positive", &["", "itiv", "itive", "itif", "itief", "itivo", "itiva"]),
    ("neg", "negative", &["", "ativ", "ative", "atif", "atief", "ativo", "ativa"]),
];

/// `hiv positive` for `hiv-pos.` and `hiv+`. One letter or two before the sign may be a blood
/// group.
pub(super) fn with_findings_written_out(text: &str) -> Option<String> {
    let signed = [("+", "positive"), ("-", "negative")].iter().find_map(|(sign, finding)| {
        let word = text.strip_suffix(sign)?;
        (word.chars().count() >= 3 && word.chars().all(char::is_alphabetic))
            .then(|| format!("{word} {finding}"))
    });
    signed.or_else(|| with_last_finding(text))
}

/// With the last word written out, if it is a finding.
fn with_last_finding(text: &str) -> Option<String> {
    let begin =
        text.rfind(is_joiner).map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    let (before, last) = text.split_at(begin);
    let finding = FINDINGS.iter().find_map(|(begin, finding, ends)| {
        let small = last.to_lowercase();
        small.strip_prefix(begin).is_some_and(|end| ends.contains(&end)).then_some(*finding)
    })?;
    let changed = format!("{before}{finding}");
    (changed != text).then_some(changed)
}

/// Latin letters without their marks.
pub(super) fn without_accents(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    for sign in text.nfd() {
        let is_mark = ('\u{300}'..='\u{36f}').contains(&sign);
        match sign {
            _ if is_mark && plain.ends_with(|last: char| last.is_ascii_alphabetic()) => {}
            '\u{df}' => plain.push_str("ss"),
            '\u{e6}' => plain.push_str("ae"),
            '\u{f8}' => plain.push('o'),
            '\u{142}' => plain.push('l'),
            '\u{153}' => plain.push_str("oe"),
            other => plain.push(other),
        }
    }
    Some(plain.nfc().collect())
}

/// `heavy smoker` for `smoker, heavy`: one comma, and nothing but letters and blanks around it.
pub(super) fn in_order(text: &str) -> Option<String> {
    let (last, first) = text.split_once(',')?;
    let (last, first) = (last.trim_end(), first.trim_start());
    let are_words = |part: &str| {
        !part.is_empty() && part.chars().all(|sign| sign.is_alphabetic() || sign == ' ' || is_joiner(sign))
    };
    (are_words(last) && are_words(first)).then(|| format!("{first} {last}"))
}

/// Blanks, underscores and hyphens of all kinds.
fn is_joiner(sign: char) -> bool {
    matches!(sign, ' ' | '_' | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Words with nothing between them, whatever stood there; a single letter and what follows it keep
/// a blank, numbers keep what stands between them, and a minus stays one.
pub(super) fn joined_in_one_way(text: &str) -> Option<String> {
    if !text.contains(is_joiner) {
        return None;
    }
    let signs: Vec<char> = text.chars().collect();
    let mut joined = String::with_capacity(text.len());
    let mut at = 0;
    while at < signs.len() {
        let end = at + signs[at..].iter().take_while(|sign| is_joiner(**sign)).count();
        if end == at {
            joined.push(signs[at]);
            at += 1;
            continue;
        }
        match between(&signs, at, end) {
            Some(joiner) => joined.push_str(joiner),
            None => joined.extend(&signs[at..end]),
        }
        at = end;
    }
    Some(joined)
}

/// Marks beside which a blank says nothing: `< 5`, `10 %`, `flu , cold`.
const BESIDE_BLANKS: &str = ",;:/+&()%<>=\u{2264}\u{2265}";

/// What may stand in the place of the joiners from one place to another; `None` where they stay.
fn between(signs: &[char], begin: usize, end: usize) -> Option<&'static str> {
    let letters =
        |run: &mut dyn Iterator<Item = &char>| run.take(2).take_while(|sign| sign.is_alphabetic()).count();
    let before = letters(&mut signs[..begin].iter().rev());
    let after = letters(&mut signs[end..].iter());
    let (last, next) = (begin.checked_sub(1).and_then(|at| signs.get(at)), signs.get(end));
    let is_digit = |sign: Option<&char>| sign.is_some_and(|sign| sign.is_numeric());
    let is_mark = |sign: Option<&char>| sign.is_some_and(|sign| BESIDE_BLANKS.contains(*sign));
    let are_plain = signs[begin..end].iter().all(|sign| [' ', '_'].contains(sign));
    let is_minus = is_digit(next) && end - begin > 1 && !are_plain;
    match (before, after) {
        _ if is_minus => None,
        _ if are_plain && (is_mark(last) || is_mark(next)) => Some(""),
        (2, 2) => Some(""),
        (1, 1 | 2) | (2, 1) => Some(" "),
        (2, _) if is_digit(next) => Some(""),
        (_, 2) if is_digit(last) => Some(""),
        (1, _) if is_digit(next) && are_plain => Some(" "),
        (_, 1) if is_digit(last) && are_plain => Some(" "),
        _ => None,
    }
}

/// Arabic numbers for Roman ones behind a word: `stage iv`.
pub(super) fn in_arabic_numbers(text: &str) -> Option<String> {
    const ROMAN: [&str; 9] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    let number = |word: &str| {
        ROMAN.iter().position(|roman| *roman == word.to_lowercase()).map(|at| (at + 1).to_string())
    };
    let (first, rest) = text.split_once(' ')?;
    let is_word = first.chars().count() >= 3 && first.chars().all(char::is_alphabetic);
    let words: Vec<String> =
        rest.split(' ').map(|word| number(word).unwrap_or_else(|| word.to_owned())).collect();
    let changed = format!("{first} {}", words.join(" "));
    (is_word && changed != text).then_some(changed)
}

/// Words as they are spelled in the United States: `anaemia`, `oedema`, `tumour`. Short words are
/// different ones.
pub(super) fn in_american(text: &str) -> Option<String> {
    const SHORT: usize = 5;
    let respelled = |word: &str| {
        if word.len() <= SHORT || !word.is_ascii() {
            return word.to_owned();
        }
        let word = word.replace("ae", "e").replace("oe", "e");
        word.strip_suffix("our").map_or(word.clone(), |stem| format!("{stem}or"))
    };
    let changed = text.split(' ').map(respelled).collect::<Vec<_>>().join(" ");
    (changed != text).then_some(changed)
}

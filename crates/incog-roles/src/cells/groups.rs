//! Groups of digits in a text, and what stands between them.

use super::digits::ascii_digit;
use std::borrow::Cow;

/// What stands between two groups of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// Blanks, brackets among them.
    Blank,
    /// A hyphen.
    Hyphen,
    /// A slash.
    Slash,
    /// A full stop.
    Stop,
    /// Several of them in one: no number goes on there.
    Other,
}

/// Digits without anything between them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'t> {
    /// The digits.
    pub digits: &'t str,
    /// What stands before it, between it and the last group.
    pub between: Between,
    /// Whether brackets stand around it.
    pub is_in_brackets: bool,
}

/// Groups of digits that follow each other, with nothing but signs of numbers between.
#[derive(Debug)]
pub(super) struct Run<'t> {
    /// Where it begins, in bytes.
    pub begin: usize,
    /// Whether a plus stands before it.
    pub has_plus: bool,
    /// The groups.
    pub groups: Vec<Group<'t>>,
}

/// The text with digits, blanks, hyphens and brackets of all scripts as those of ASCII.
pub(crate) fn plain_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let plain = |sign: char| match sign {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => ' ',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{ff0b}' => '+',
        '\u{ff08}' => '(',
        '\u{ff09}' => ')',
        '\u{ff0f}' | '\u{2044}' => '/',
        '\u{ff0e}' => '.',
        other => ascii_digit(other),
    };
    // Signs that only say in which direction the text runs.
    let is_shown = |sign: &char| !matches!(sign, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    Cow::Owned(text.chars().filter(is_shown).map(plain).collect())
}

/// All runs of groups in a text of plain signs. Letters, commas, colons and other signs end a run.
pub(super) fn runs(text: &str) -> Vec<Run<'_>> {
    const BETWEEN: &[u8] = b" -./()";
    let bytes = text.as_bytes();
    let (mut runs, mut at) = (Vec::<Run<'_>>::new(), 0);
    let mut last_end = None;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let gap = last_end.map(|last: usize| &text[last..at]);
        let goes_on =
            gap.is_some_and(|gap| gap.len() <= 4 && gap.bytes().all(|byte| BETWEEN.contains(&byte)));
        let opens = at > 0 && bytes[at - 1] == b'(';
        let is_in_brackets = opens && bytes.get(end) == Some(&b')');
        let between = gap.filter(|_| goes_on).map_or(Between::Blank, between);
        let group = Group { digits: &text[at..end], between, is_in_brackets };
        match runs.last_mut().filter(|_| goes_on) {
            Some(run) => run.groups.push(group),
            None => {
                let before = text[..at].trim_end_matches(['(', ' ']);
                let is_near = at - before.len() <= 1;
                let is_in_a_word = text[..at].ends_with(is_of_a_word);
                let has_plus = is_near && before.ends_with('+') || before.ends_with("+(");
                // What letters stand before is a code: `AB0123-45678`.
                let groups = if is_in_a_word { Vec::new() } else { vec![group] };
                runs.push(Run { begin: at, has_plus, groups });
            }
        }
        (last_end, at) = (Some(end), end);
    }
    runs.retain(|run| !run.groups.is_empty());
    runs
}

/// Letters of scripts that write words apart.
fn is_of_a_word(sign: char) -> bool {
    sign == '_' || sign.is_alphanumeric() && sign < '\u{3040}'
}

fn between(gap: &str) -> Between {
    let marks: String = gap.chars().filter(|sign| !" ()".contains(*sign)).collect();
    match marks.as_str() {
        "" => Between::Blank,
        "-" => Between::Hyphen,
        "/" => Between::Slash,
        "." if !gap.contains(' ') => Between::Stop,
        _ => Between::Other,
    }
}

//! The tokens of Rust sources, as far as paths are concerned: words and signs, without comments,
//! literals and lifetimes.

/// Words (with numbers, which no path holds), `::` as one token, and every other sign by itself.
pub fn tokens(source: &str) -> Vec<String> {
    let text: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        at = match text[at] {
            '/' if text.get(at + 1) == Some(&'/') => end_of_line(&text, at),
            '/' if text.get(at + 1) == Some(&'*') => end_of_block_comment(&text, at),
            '"' => end_of_text(&text, at + 1),
            '\'' => end_of_quote(&text, at),
            sign if sign.is_alphanumeric() || sign == '_' => {
                let end = end_of_word(&text, at);
                let word: String = text[at..end].iter().collect();
                match end_of_prefixed_text(&text, &word, end) {
                    Some(end) => end,
                    None => {
                        tokens.push(word);
                        end
                    }
                }
            }
            ':' if text.get(at + 1) == Some(&':') => {
                tokens.push("::".to_owned());
                at + 2
            }
            sign => {
                if !sign.is_whitespace() {
                    tokens.push(sign.to_string());
                }
                at + 1
            }
        }
    }
    tokens
}

fn end_of_line(text: &[char], from: usize) -> usize {
    text[from..].iter().position(|sign| *sign == '\n').map_or(text.len(), |length| from + length)
}

/// Block comments nest.
fn end_of_block_comment(text: &[char], from: usize) -> usize {
    let mut depth = 0;
    let mut at = from;
    while at + 1 < text.len() {
        match (text[at], text[at + 1]) {
            ('/', '*') => (depth, at) = (depth + 1, at + 2),
            ('*', '/') if depth == 1 => return at + 2,
            ('*', '/') => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    text.len()
}

fn end_of_text(text: &[char], mut at: usize) -> usize {
    while at < text.len() && text[at] != '"' {
        at += if text[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// After a character such as `'a'` or `'\n'`; a lifetime ends with its name.
fn end_of_quote(text: &[char], at: usize) -> usize {
    if text.get(at + 1) == Some(&'\\') {
        let after = (at + 3).min(text.len());
        return text[after..]
            .iter()
            .position(|sign| *sign == '\'')
            .map_or(text.len(), |length| after + length + 1);
    }
    if text.get(at + 2) == Some(&'\'') { at + 3 } else { end_of_word(text, at + 1) }
}

fn end_of_word(text: &[char], from: usize) -> usize {
    let rest = &text[from.min(text.len())..];
    from + rest.iter().take_while(|sign| sign.is_alphanumeric() || **sign == '_').count()
}

/// The end of a text whose prefix (`r`, `b`, `br`, `c`, `cr`) was read as a word, or nothing if
/// none follows.
fn end_of_prefixed_text(text: &[char], prefix: &str, after: usize) -> Option<usize> {
    let hashes = text[after..].iter().take_while(|sign| **sign == '#').count();
    match prefix {
        "b" | "c" if text.get(after) == Some(&'"') => Some(end_of_text(text, after + 1)),
        "b" if text.get(after) == Some(&'\'') => Some(end_of_quote(text, after)),
        "r" | "br" | "cr" if text.get(after + hashes) == Some(&'"') => {
            let closing: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            let inside = after + hashes + 1;
            let length = text[inside..].windows(closing.len()).position(|window| window == closing)?;
            Some(inside + length + closing.len())
        }
        _ => None,
    }
}

#[test]
fn comments_literals_and_lifetimes_are_no_tokens() {
    let source = r###"
        use crate::a; // use crate::b;
        /* crate::c /* nested */ crate::d */
        fn f<'x>(y: &'x str) -> char { "crate::e \" crate::f"; r#"crate::g " "#; b"crate::h"; '"'; '\''; b'"'; crate::i }
    "###;
    let words = tokens(source).join(" ");
    assert_eq!(words, "use crate :: a ; fn f < > ( y : & str ) - > char { ; ; ; ; ; ; crate :: i }");
}

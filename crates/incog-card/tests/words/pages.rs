//! Words and sentences of pages, without code, tables and links.

use super::files::Files;

/// Phrases that readers stumbled over, and that were replaced; an installation without `--locked`
/// takes versions of dependencies that do not go together.
const MENDED: [&str; 18] = [
    "cargo install --path",
    "can be set of a thing",
    "of which nothing is said",
    "somebody answers for it",
    "so many records each",
    "the same of a",
    "knows better",
    "its time was over",
    "nothing left to try",
    "leaves no place for",
    "how like its original",
    "for the file of the decision",
    "whatever is suppressed with it, does better",
    "one level a column",
    "one row a person",
    "why, and who says so",
    "may be given away",
    "must not leave with",
];

/// A place for each hundred words of all pages together.
pub fn hundreds_of_words(pages: &Files) -> Vec<String> {
    let words = pages.iter().flat_map(|(path, text)| text.split_whitespace().map(move |_| path.clone()));
    words.step_by(100).collect()
}

/// Sentences of more than 30 words.
pub fn long_sentences(pages: &Files) -> Vec<String> {
    let mut long = Vec::new();
    for (path, text) in pages {
        for paragraph in paragraphs(text) {
            for sentence in paragraph.split_inclusive(['.', '?', '!', ':', ';']).collect::<Joined>().0 {
                let words = sentence.split_whitespace().count();
                if words > 30 {
                    let begin: Vec<&str> = sentence.split_whitespace().take(8).collect();
                    long.push(format!("{path}: {words} words: {} ...", begin.join(" ")));
                }
            }
        }
    }
    long
}

/// Pieces between marks, put together again where the mark ends no sentence, as in `0.5`.
struct Joined(Vec<String>);

impl<'text> FromIterator<&'text str> for Joined {
    fn from_iter<I: IntoIterator<Item = &'text str>>(pieces: I) -> Self {
        let mut sentences: Vec<String> = Vec::new();
        let mut is_open = false;
        for piece in pieces {
            match sentences.last_mut() {
                Some(last) if is_open && !piece.starts_with(char::is_whitespace) => last.push_str(piece),
                _ => sentences.push(piece.to_owned()),
            }
            is_open = true;
        }
        Self(sentences)
    }
}

/// Paragraphs and items of lists as one line each; blocks of code, tables and headings are left
/// out.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    let mut in_code = false;
    for line in text.lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") {
            in_code = !in_code;
            continue;
        }
        let is_text = !in_code && !line.starts_with("    ") && !trimmed.starts_with(['|', '#', '<', '!']);
        let begins = trimmed.is_empty() || trimmed.starts_with("* ") || trimmed.starts_with("- ");
        if begins || !is_text {
            paragraphs.push(String::new());
        }
        if is_text && let Some(paragraph) = paragraphs.last_mut() {
            paragraph.push(' ');
            paragraph.push_str(trimmed);
        }
    }
    paragraphs
}

/// Places of phrases that were replaced, in pages and in sources but this one.
pub fn mended_phrases(pages: &Files, sources: &Files) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in pages.iter().chain(sources) {
        if path.ends_with("tests/words/pages.rs") {
            continue;
        }
        for (at, line) in text.lines().enumerate() {
            let held = MENDED.iter().filter(|phrase| line.contains(**phrase));
            found.extend(held.map(|phrase| format!("{path}:{}: {phrase}", at + 1)));
        }
    }
    found
}

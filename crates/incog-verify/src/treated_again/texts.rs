//! Texts from which detectors took out what they recognize.

use super::TreatedColumn;
use incog_roles::{DETECTORS, Recognizer};
use incog_treatment::redaction_mark;

/// The most words that a detector is shown together.
const MOST_WORDS: usize = 6;

/// What stands around words and is no part of them.
const MARKS: [char; 14] = [',', ';', ':', '.', '!', '?', '(', ')', '[', ']', '"', '\'', '<', '>'];

/// Texts in which a detector still recognizes something between two marks.
pub(super) fn left_over(column: &TreatedColumn<'_>) -> Option<usize> {
    let names = column.treatment.spec.parameters().texts("redact").ok()?;
    let asked = DETECTORS.iter().filter(|detector| names.iter().any(|name| *name == detector.name));
    let recognizers = asked.filter_map(|detector| match detector.recognizer {
        Recognizer::Value(fits) => Some(fits),
        Recognizer::Column(_) => None,
    });
    let recognizers: Vec<fn(&str) -> bool> = recognizers.collect();
    let marks: Vec<String> = DETECTORS.iter().map(|detector| redaction_mark(detector.name)).collect();
    let texts = column.cells(false);
    Some(texts.iter().filter(|cell| has_find(cell.is, &marks, &recognizers)).count())
}

/// Whether anything is recognized between the marks of a text.
fn has_find(text: &str, marks: &[String], recognizers: &[fn(&str) -> bool]) -> bool {
    let mut parts = vec![text];
    for mark in marks {
        parts = parts.iter().flat_map(|part| part.split(mark.as_str())).collect();
    }
    parts.iter().any(|part| is_recognized(part, recognizers))
}

/// Whether some words in a row are what a detector recognizes.
fn is_recognized(part: &str, recognizers: &[fn(&str) -> bool]) -> bool {
    let words: Vec<&str> = part.split_whitespace().collect();
    let begin = part.as_ptr() as usize;
    for (first, word) in words.iter().enumerate() {
        let from = word.as_ptr() as usize - begin;
        for last in words.iter().skip(first).take(MOST_WORDS) {
            let to = last.as_ptr() as usize - begin + last.len();
            let run = part[from..to].trim_matches(MARKS);
            if !run.is_empty() && recognizers.iter().any(|fits| fits(run)) {
                return true;
            }
        }
    }
    false
}

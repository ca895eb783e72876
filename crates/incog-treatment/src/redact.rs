//! Text without what detectors recognize.

use crate::computed_column::by_value;
use crate::unfit_value::Unfit;
use crate::{NeededKey, Subject, Treatment, TreatmentContext, TreatmentEntry, TreatmentError};
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Refusal};
use incog_data::Column;
use incog_roles::{DETECTORS, Recognizer};

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "redact",
        audience: CardAudience::Product,
        summary: "replaces what the detectors of incog init recognize in text by the name of the detector: \
            [e-mail address]",
        reference: "Meystre et al., Automatic de-identification of textual documents in the electronic health record: a review, BMC \
                    Medical Research Methodology 10, 2010, doi:10.1186/1471-2288-10-70",
        parameters: &[Parameter::new(
            "redact",
            "names of detectors that recognize single values, such as \"e-mail address\", \"telephone \
             number\", \"name of a person\"",
            Range::Texts,
            ParameterDefault::Required,
        )],
        caveat: Some(
            "Detectors find known forms, and not all of them: names missing from their lists, nicknames, \
             places, rare diseases and stories that identify a person stay in the text. No program makes \
             free text anonymous; leave the column out if you can.",
        ),
    },
    subject: Subject::Values,
    key: |_| NeededKey::None,
    withheld: &[],
    becomes: None,
    read: |parameters| {
        let detector = |name: &String| {
            let found = recognizers().find(|(known, _)| known == name);
            found.ok_or_else(|| Refusal::UnknownWord {
                parameter: "redact",
                found: name.clone(),
                known: recognizers().map(|(known, _)| known).collect(),
            })
        };
        let detectors = parameters.texts("redact")?.iter().map(detector).collect::<Result<Vec<_>, _>>()?;
        if detectors.is_empty() {
            return Err(Refusal::Missing { parameter: "redact", what: "names of detectors" });
        }
        Ok(Box::new(Redact { detectors }))
    },
};

/// What stands in the place of what the detector of a name recognizes.
pub fn redaction_mark(detector: &str) -> String {
    format!("[{detector}]")
}

/// Most words that are looked at together: `0049 30 12 34 56 78`, `12 Long Street Name Road`.
const MOST_WORDS: usize = 6;

/// What stands around words and is no part of them.
const MARKS: [char; 14] = [',', ';', ':', '.', '!', '?', '(', ')', '[', ']', '"', '\'', '<', '>'];

const ANYTHING: Unfit = Unfit { what: "no texts", advice: "correct them" };

type Named = (&'static str, fn(&str) -> bool);

/// The detectors that recognize a value by itself.
fn recognizers() -> impl Iterator<Item = Named> {
    DETECTORS.iter().filter_map(|detector| match detector.recognizer {
        Recognizer::Value(fits) => Some((detector.name, fits)),
        Recognizer::Column(_) => None,
    })
}

#[derive(Debug)]
struct Redact {
    detectors: Vec<Named>,
}

impl Treatment for Redact {
    fn treat(&self, column: &Column, _: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        by_value(column, ANYTHING, |text| Some(self.redacted(text)))
    }
}

impl Redact {
    /// The text with the longest recognized runs of words replaced, from the left.
    fn redacted(&self, text: &str) -> String {
        let words = words(text);
        let (mut made, mut copied, mut at) = (String::new(), 0, 0);
        while at < words.len() {
            let longest = MOST_WORDS.min(words.len() - at);
            let found = (1..=longest).rev().find_map(|taken| {
                let (first, last) = (words[at].0, words[at + taken - 1].1);
                let run = trimmed(text, first, last);
                let name = self.detectors.iter().find(|(_, fits)| fits(&text[run.0..run.1]))?.0;
                Some((taken, run, name))
            });
            let found = found.filter(|_| made.is_empty() || !is_planted("only the first find is redacted"));
            let Some((taken, (first, last), name)) = found else {
                at += 1;
                continue;
            };
            made += &text[copied..first];
            made += &redaction_mark(name);
            (copied, at) = (last, at + taken);
        }
        made + &text[copied..]
    }
}

/// Where the words of a text begin and end, in bytes.
fn words(text: &str) -> Vec<(usize, usize)> {
    let base = text.as_ptr() as usize;
    text.split_whitespace()
        .map(|word| (word.as_ptr() as usize - base, word))
        .map(|(at, word)| (at, at + word.len()))
        .collect()
}

/// A run of words without the marks around it.
fn trimmed(text: &str, first: usize, last: usize) -> (usize, usize) {
    let run = &text[first..last];
    let begin = first + (run.len() - run.trim_start_matches(MARKS).len());
    (begin, begin + run.trim_matches(MARKS).len())
}

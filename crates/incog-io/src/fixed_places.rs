//! Where the fields of a text without delimiters seem to stand.

use crate::chunks::Chunks;
use crate::first_bytes::first_bytes;
use crate::formats::{content, known_endings, named};
use crate::table_file::ReadOptions;
use crate::table_format::Opened;
use crate::text_layout::TextLayout;
use crate::{ReadError, open_file};
use std::cmp::Ordering;
use std::path::Path;

/// Fewer lines may have blanks below each other by chance.
const FEWEST_LINES: u64 = 5;
/// A longer line is no row of fields that somebody described.
const LONGEST_LINE: usize = 10_000;
/// Shorter lines of one length are values of one column as often as not.
const SHORTEST_PACKED: usize = 10;

/// The places of fields as guessed from blanks; the description of the file has the true ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FixedPlaces {
    /// Blanks below each other in all lines divide them.
    Divided(DividedLines),
    /// Nothing divides lines, which all have so many characters.
    Packed(usize),
}

/// Lines of fields that blanks divide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DividedLines {
    /// Characters of each field, with the blanks around its values.
    pub widths: Vec<usize>,
    /// What the first line has in these fields, if it is divided there, too; otherwise its words,
    /// if they are as many.
    pub first_line: Option<Vec<String>>,
    /// Whether the first line is divided where the others are.
    pub first_fits: bool,
}

/// Looks at all lines of a text for places at which its fields may stand; `None` where nothing
/// speaks for such places.
///
/// A field begins where a blank stands in every line and ends before the next such place, so no
/// value of this text is cut. The first line may be one of names and is looked at by itself.
///
/// # Errors
/// When the file cannot be read as a text.
pub fn fixed_places(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Option<FixedPlaces>, ReadError> {
    let path = path.as_ref();
    let file = open_file(path).map_err(|fault| ReadError::File { path: path.into(), fault })?;
    let unknown = || ReadError::UnknownEnding { path: path.into(), known: known_endings() };
    let named = named(path).ok_or_else(unknown)?;
    let opened = Opened { path, file, named, content };
    let (source, sample, _) = first_bytes(opened, TextLayout::new(options))?;
    let mut seen = Seen::default();
    for chunk in Chunks::of_lines(source, sample) {
        // What cannot be read is for the reader of the table to say.
        let Ok(chunk) = chunk else { return Ok(None) };
        let Ok(text) = std::str::from_utf8(&chunk) else { return Ok(None) };
        if !text.lines().filter(|line| !line.trim().is_empty()).all(|line| seen.line(line.trim_end())) {
            return Ok(None);
        }
    }
    Ok(seen.places())
}

/// What was seen of the lines below the first.
#[derive(Debug, Default)]
struct Seen {
    first: Option<String>,
    lines: u64,
    /// For each place how many lines have something there.
    filled: Vec<u64>,
    /// Whether there is something else than digits, signs and points.
    has_words: Vec<bool>,
    /// Whether all lines, the first one, too, are as long as this.
    length: Option<usize>,
    differ: bool,
}

impl Seen {
    /// Looks at a line; false where it cannot have fields at fixed places.
    fn line(&mut self, line: &str) -> bool {
        let length = line.chars().count();
        if length > LONGEST_LINE || line.contains('\t') {
            return false;
        }
        self.differ |= self.length.replace(length).is_some_and(|other| other != length);
        if self.first.is_none() {
            self.first = Some(line.to_owned());
            return true;
        }
        self.lines += 1;
        self.filled.resize(self.filled.len().max(length), 0);
        self.has_words.resize(self.filled.len(), false);
        for ((filled, has_words), character) in
            self.filled.iter_mut().zip(&mut self.has_words).zip(line.chars())
        {
            *filled += u64::from(!character.is_whitespace());
            *has_words |=
                !(character.is_whitespace() || character.is_ascii_digit() || "+-.,".contains(character));
        }
        true
    }

    fn places(&self) -> Option<FixedPlaces> {
        let first = self.first.as_deref().filter(|_| self.lines >= FEWEST_LINES)?;
        let fields = self.fields();
        if fields.len() < 2 {
            let packed = self.length.filter(|length| !self.differ && *length >= SHORTEST_PACKED);
            return packed.map(FixedPlaces::Packed);
        }
        let begins = self.begins(&fields);
        let characters: Vec<char> = first.chars().collect();
        let is_cut = |&begin: &usize| {
            let around = begin.checked_sub(1).and_then(|before| characters.get(before..=begin));
            around.is_some_and(|around| !around.iter().any(|character| character.is_whitespace()))
        };
        let first_fits = !begins.iter().any(is_cut);
        let longest_first = if first_fits { characters.len() } else { 0 };
        let widths = widths(&begins, self.filled.len().max(longest_first));
        let cells = if first_fits { cut(first, &widths) } else { words(first, fields.len()) };
        let first_line = Some(cells).filter(|cells| !cells.is_empty());
        Some(FixedPlaces::Divided(DividedLines { widths, first_line, first_fits }))
    }

    /// Where runs of places begin and end at which some line has something.
    fn fields(&self) -> Vec<(usize, usize)> {
        let mut fields: Vec<(usize, usize)> = Vec::new();
        for (place, _) in self.filled.iter().enumerate().filter(|(_, filled)| **filled > 0) {
            match fields.last_mut().filter(|(_, end)| *end == place) {
                Some((_, end)) => *end = place + 1,
                None => fields.push((place, place + 1)),
            }
        }
        fields
    }

    /// Where fields begin, each with the blanks that its values may grow into: numbers to the left,
    /// words to the right.
    fn begins(&self, fields: &[(usize, usize)]) -> Vec<usize> {
        let grows_left = |&(begin, end): &(usize, usize)| match self.filled[end - 1].cmp(&self.filled[begin])
        {
            Ordering::Equal => !self.has_words[begin..end].contains(&true),
            other => other.is_gt(),
        };
        let between = fields.windows(2).map(|pair| {
            let (end, begin) = (pair[0].1, pair[1].0);
            match (grows_left(&pair[0]), grows_left(&pair[1])) {
                (_, false) => begin,
                (true, true) => end,
                (false, true) => end + (begin - end).div_ceil(2),
            }
        });
        std::iter::once(0).chain(between).collect()
    }
}

/// The widths of fields that begin there, the last of which ends with the longest line.
fn widths(begins: &[usize], end: usize) -> Vec<usize> {
    let ends = begins.iter().skip(1).copied().chain([end]);
    begins.iter().zip(ends).map(|(begin, end)| end - begin).collect()
}

/// What a line has in fields of these widths.
fn cut(line: &str, widths: &[usize]) -> Vec<String> {
    let mut characters = line.chars();
    widths
        .iter()
        .map(|&width| characters.by_ref().take(width).collect::<String>().trim().to_owned())
        .collect()
}

/// The words of a line, if there are so many.
fn words(line: &str, expected: usize) -> Vec<String> {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    if words.len() == expected { words } else { Vec::new() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn look(text: &str) -> Option<FixedPlaces> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::fs::write(&path, text).unwrap();
        fixed_places(&path, &ReadOptions::default()).unwrap()
    }

    fn divided(text: &str) -> (Vec<usize>, Vec<String>, bool) {
        match look(text) {
            Some(FixedPlaces::Divided(DividedLines { widths, first_line, first_fits })) => {
                (widths, first_line.unwrap_or_default(), first_fits)
            }
            other => panic!("{other:?} in {text}"),
        }
    }

    const LINES: &str = "   1  34 Ulm      f\n   2 103 New York\n  13   7 Örebro   f\n 104  55 Ulm      m\n   5  56 Wien     m\n";

    #[test]
    fn blanks_below_each_other_divide_fields() {
        let (widths, first, fits) = divided(&format!("  id age town   sex\n{LINES}"));
        assert_eq!((widths, fits), (vec![4, 5, 9, 1], false), "sex is wider than its field");
        assert_eq!(first, ["id", "age", "town", "sex"]);
        let (widths, first, fits) = divided(&format!("   9  40 Graz     f\n{LINES}"));
        assert_eq!((widths, fits), (vec![4, 5, 9, 1], true));
        assert_eq!(first, ["9", "40", "Graz", "f"]);
        let (_, first, fits) = divided(&format!("number of the patient, her age and town\n{LINES}"));
        assert!(first.is_empty() && !fits);
    }

    #[test]
    fn lines_without_blanks_may_be_packed() {
        let line = |row: usize| format!("{:04}{:03}f{:<6}\n", row, 30 + row, "flu000");
        let packed: String = (0..8).map(line).collect();
        assert_eq!(look(&packed), Some(FixedPlaces::Packed(14)));
        assert_eq!(look("12345\n12346\n12347\n12348\n12349\n12350\n"), None, "short values of one column");
        assert_eq!(look(&packed.replacen("f", "", 1)), None, "lines differ");
    }

    #[test]
    fn other_texts_have_no_fixed_places() {
        assert_eq!(look("name\nAnna Smith\nBo Li\nCarla Jones-Miller\nDavid Ng\nEve Adams\n"), None);
        assert_eq!(look("a\tb\n1\t2\n1\t2\n1\t2\n1\t2\n1\t2\n"), None);
        assert_eq!(look("1  2\n1  2\n1  2\n"), None, "three lines say nothing");
        assert_eq!(look(""), None);
    }
}

//! Which character stands between the fields.

use crate::record_scanner::{Ends, RecordScanner};

pub(crate) const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];
pub(crate) const BLANK: u8 = b' ';
const RECORDS: usize = 100;

/// Fewer fields than this between blanks may be one value: a name, a date with its time.
const FEWEST_BETWEEN_BLANKS: usize = 3;

/// In fewer records than this the blanks may agree by chance.
const FEWEST_RECORDS_WITH_BLANKS: usize = 3;

/// The delimiter of delimited text, from its first bytes.
///
/// For each of `,` `;` tab `|` the fields of the first 100 records are counted, minding quotes. The
/// winner is the one with the largest share of records that have as many fields as the first
/// record, which needs at least two; then the one with more fields; then the one named first.
///
/// The blank is a delimiter only where none of those divides the first record, and where single
/// blanks divide three records or more, each of them into the same number of fields, at least
/// three, none of them empty. Otherwise the answer is `None`: a table of one column, whose values
/// may have blanks.
///
/// ```
/// use incog_io::detect_delimiter;
/// assert_eq!(detect_delimiter(b"age;range\n30;\"[30, 40[\"\n", b'"'), Some(b';'));
/// assert_eq!(detect_delimiter(b"age sex zip\n30 f 11323\n31 m 20450\n", b'"'), Some(b' '));
/// assert_eq!(detect_delimiter(b"age\n30\n", b'"'), None);
/// ```
pub fn detect_delimiter(sample: &[u8], quote: u8) -> Option<u8> {
    most_consistent(sample, quote).or_else(|| divided_by_blanks(sample, quote).then_some(BLANK))
}

fn most_consistent(sample: &[u8], quote: u8) -> Option<u8> {
    let mut best: Option<((f64, usize), u8)> = None;
    for delimiter in CANDIDATES.into_iter().filter(|&delimiter| delimiter != quote) {
        let (counts, _) = field_counts(sample, delimiter, quote);
        let Some(&first) = counts.first().filter(|&&first| first > 1) else { continue };
        let agreeing = counts.iter().filter(|&&count| count == first).count();
        let score = (agreeing as f64 / counts.len() as f64, first);
        let better =
            best.is_none_or(|(other, _)| score.0.total_cmp(&other.0).then(score.1.cmp(&other.1)).is_gt());
        if better {
            best = Some((score, delimiter));
        }
    }
    best.map(|(_, delimiter)| delimiter)
}

/// Whether single blanks divide all of the first records alike.
fn divided_by_blanks(sample: &[u8], quote: u8) -> bool {
    let (counts, has_empty) = field_counts(sample, BLANK, quote);
    quote != BLANK
        && !has_empty
        && counts.len() >= FEWEST_RECORDS_WITH_BLANKS
        && counts[0] >= FEWEST_BETWEEN_BLANKS
        && counts.iter().all(|&count| count == counts[0])
}

/// Fields of each of the first records, and whether one of those is empty; an unfinished last
/// record counts only when it is the only one.
fn field_counts(sample: &[u8], delimiter: u8, quote: u8) -> (Vec<usize>, bool) {
    let mut scanner = RecordScanner::new(delimiter, quote);
    let (mut counts, mut fields, mut length, mut has_empty) = (Vec::new(), 1, 0, false);
    for &byte in sample {
        let ends = scanner.step(byte);
        if ends == Ends::Nothing {
            length += usize::from(!scanner.at_record_start());
            continue;
        }
        has_empty |= length == 0;
        length = 0;
        fields += 1;
        if ends == Ends::Record {
            counts.push(fields - 1);
            fields = 1;
        }
        if counts.len() == RECORDS {
            break;
        }
    }
    if counts.is_empty() {
        counts.push(fields);
    }
    (counts, has_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_the_consistent_one() {
        assert_eq!(detect_delimiter(b"a,b;c\n1,2;3\n1;3\n", b'"'), Some(b';'));
        assert_eq!(detect_delimiter(b"a\tb c\n1,5\t2\n", b'"'), Some(b'\t'));
        assert_eq!(detect_delimiter(b"a|b\n\"x\n,,,,\"|2\n", b'"'), Some(b'|'));
        assert_eq!(detect_delimiter(b"a,b,c\n1,2\n1,2,3\n", b'"'), Some(b','));
        assert_eq!(detect_delimiter(b"'a,b'\n", b'\''), None);
        assert_eq!(detect_delimiter(b"", b'"'), None);
    }

    #[test]
    fn a_blank_is_the_delimiter_where_nothing_else_can_be() {
        let detect = |text: &str| detect_delimiter(text.as_bytes(), b'"');
        assert_eq!(detect("A11 6 A34\nA12 48 A32\nA14 12 A34\n"), Some(b' '));
        assert_eq!(detect("A11 6 A34\r\nA12 48 A32\r\n\r\nA14 12 A34\r\n"), Some(b' '));
        assert_eq!(detect("city age sex\n\"New York\" 30 f\nRome 31 m\n"), Some(b' '), "quotes are minded");
        assert_eq!(detect("a b c\n1 2 3\n1 2 3,5\n"), Some(b' '), "a comma further down divides nothing");
        // Any other delimiter that divides the first record is taken, with or without blanks beside
        // it.
        assert_eq!(detect("a, b, c\n1, 2, 3\n4, 5, 6\n"), Some(b','));
        assert_eq!(detect("a b c;d\n1 2 3;4\n5 6 7;8\n"), Some(b';'));
        assert_eq!(detect("a b c|d\n1 2 3\n5 6 7|8\n"), Some(b'|'));
        assert_eq!(detect("full name\tage\nAnna M. Smith\t30\n"), Some(b'\t'));
    }

    #[test]
    fn values_with_blanks_are_not_divided() {
        let detect = |text: &str| detect_delimiter(text.as_bytes(), b'"');
        assert_eq!(detect("full name\nAnna Smith\nBob Miller\nCarl Jones\n"), None, "two words");
        assert_eq!(
            detect("name\nAnna M. Smith\nBob C. Miller\nCarl D. Jones\n"),
            None,
            "the header is one word"
        );
        assert_eq!(detect("New York City\nRome\nSalt Lake City\n"), None, "not all alike");
        assert_eq!(detect("date of birth\n1 May 1980\n"), None, "two records");
        assert_eq!(detect("\"a b c\"\n\"d e f\"\n\"g h i\"\n"), None, "in quotes");
        // Columns of a fixed width: more than one blank would make empty fields.
        assert_eq!(detect("1   2\n3   4\n5   6\n"), None);
        assert_eq!(detect(" 1 2 3\n 4 5 6\n 7 8 9\n"), None);
        assert_eq!(detect("1 2 3 \n4 5 6 \n7 8 9 \n"), None);
        assert_eq!(detect_delimiter(b"a b c\nd e f\ng h i\n", b' '), None, "the quote");
    }
}

//! Which character stands between the fields.

use crate::record_scanner::{Ends, RecordScanner};

const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];
const RECORDS: usize = 100;

/// The delimiter of delimited text, from its first bytes.
///
/// For each of `,` `;` tab `|` the fields of the first 100 records are counted, minding quotes. The
/// one wins for which most records have as many fields as the first, at least two; then the one with
/// more fields; then the one named first. `None` when no candidate divides the first record: a table of one column.
///
/// ```
/// use incog_io::detect_delimiter;
/// assert_eq!(detect_delimiter(b"age;range\n30;\"[30, 40[\"\n", b'"'), Some(b';'));
/// assert_eq!(detect_delimiter(b"age\n30\n", b'"'), None);
/// ```
pub fn detect_delimiter(sample: &[u8], quote: u8) -> Option<u8> {
    let mut best: Option<((f64, usize), u8)> = None;
    for delimiter in CANDIDATES.into_iter().filter(|&delimiter| delimiter != quote) {
        let counts = field_counts(sample, delimiter, quote);
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

/// Fields of each of the first records; an unfinished last record counts only when it is the only one.
fn field_counts(sample: &[u8], delimiter: u8, quote: u8) -> Vec<usize> {
    let mut scanner = RecordScanner::new(delimiter, quote);
    let (mut counts, mut fields) = (Vec::new(), 1);
    for &byte in sample {
        match scanner.step(byte) {
            Ends::Nothing => {}
            Ends::Field => fields += 1,
            Ends::Record => {
                counts.push(fields);
                fields = 1;
                if counts.len() == RECORDS {
                    break;
                }
            }
        }
    }
    if counts.is_empty() {
        counts.push(fields);
    }
    counts
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
}

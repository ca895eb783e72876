//! Where a table stands in its text: titles above the header, sums and notes below the last record.

use crate::decompression::io_error;
use crate::delimiter::CANDIDATES;
use crate::encoded_text::read_in_its_encoding;
use crate::first_bytes::first_bytes;
use crate::formats::{content, known_endings, named};
use crate::record_shapes::{RecordShape, record_shapes};
use crate::table_file::ReadOptions;
use crate::table_format::Opened;
use crate::text_layout::TextLayout;
use crate::utf8_tally::Utf8Tally;
use crate::{ReadError, TextEncoding, open_file};
use std::io::Read;
use std::path::Path;

const BLOCK: usize = 64 << 10;
/// Records that are looked at above and below.
const RECORDS: usize = 200;
/// More lines below a table are no footer.
const MOST_FOOTERS: usize = 20;
/// The share of records below the header that have as many fields as the header.
const LEAST_SHARE: f64 = 0.9;

/// Where a table stands in its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TablePlace {
    pub encoding: Option<TextEncoding>,
    pub skip_rows: usize,
    pub skip_footer: usize,
    /// The delimiter, where lines above the header would hide it.
    pub delimiter: Option<u8>,
    /// The first bytes of the text, with whole lines of a longer one.
    pub head: Vec<u8>,
}

/// Looks for a table in a delimited text.
pub(crate) fn find_table(path: &Path, options: &ReadOptions) -> Result<TablePlace, ReadError> {
    let file = open_file(path).map_err(|fault| ReadError::File { path: path.into(), fault })?;
    let unknown = || ReadError::UnknownEnding { path: path.into(), known: known_endings() };
    let named = named(path).ok_or_else(unknown)?;
    let opened = Opened { path, file, named, content };
    read_in_its_encoding(opened, options, |opened, layout| {
        let TextEnds { mut head, tail, encoding } = ends(opened, layout)?;
        let place = place(&head, &tail, options);
        if !tail.starts_with(&head) {
            head.truncate(memchr::memrchr(b'\n', &head).map_or(0, |end| end + 1));
        }
        Ok(TablePlace { encoding, head, ..place })
    })
}

/// The first and the last bytes of a text.
struct TextEnds {
    head: Vec<u8>,
    tail: Vec<u8>,
    /// The encoding, if it is not plain UTF-8.
    encoding: Option<TextEncoding>,
}

fn ends(opened: Opened<'_>, layout: TextLayout) -> Result<TextEnds, ReadError> {
    let (path, compression) = (opened.path, opened.named.compression);
    let (mut source, head, layout) = first_bytes(opened, layout)?;
    let mut tally = Utf8Tally::new();
    tally.feed(&head);
    let mut tail = head.clone();
    loop {
        let before = tail.len();
        let read = (&mut source).take(BLOCK as u64).read_to_end(&mut tail);
        read.map_err(|error| io_error(path, compression, error))?;
        if tail.len() == before {
            break;
        }
        tally.feed(&tail[before..]);
        tail.drain(..tail.len().saturating_sub(2 * BLOCK));
    }
    tally.finish();
    match tally.first_other {
        Some(line) => Err(ReadError::NotUtf8 { path: path.into(), line, column: None }),
        None => Ok(TextEnds { head, tail, encoding: layout.encoding }),
    }
}

fn place(head: &[u8], tail: &[u8], options: &ReadOptions) -> TablePlace {
    let candidates = CANDIDATES.into_iter().filter(|&candidate| candidate != options.quote);
    let candidates = candidates.filter(|&candidate| options.delimiter.is_none_or(|asked| asked == candidate));
    let mut best: Option<(f64, Header, u8)> = None;
    for delimiter in candidates {
        let Some((share, header)) = header(&record_shapes(head, delimiter, options.quote, RECORDS)) else {
            continue;
        };
        let is_better = best.is_none_or(|(other_share, other, _)| {
            share.total_cmp(&other_share).then(header.fields.cmp(&other.fields)).is_gt()
        });
        if is_better {
            best = Some((share, header, delimiter));
        }
    }
    let Some((_, header, delimiter)) = best else { return TablePlace::default() };
    let is_whole = tail.starts_with(head);
    let start = if is_whole { 0 } else { memchr::memchr(b'\n', tail).map_or(tail.len(), |end| end + 1) };
    let below = record_shapes(&tail[start..], delimiter, options.quote, usize::MAX);
    let below = if is_whole { below.get(header.record + 2..).unwrap_or_default() } else { &below };
    TablePlace {
        skip_rows: header.line,
        skip_footer: footer(&tail[start..], below, header.fields),
        delimiter: Some(delimiter).filter(|_| header.line > 0 && options.delimiter.is_none()),
        ..TablePlace::default()
    }
}

/// The first record of a table.
#[derive(Debug, Clone, Copy)]
struct Header {
    /// Lines and records above it.
    line: usize,
    record: usize,
    /// Its fields.
    fields: usize,
}

/// The header below titles, and the share of all records that have as many fields.
fn header(records: &[RecordShape]) -> Option<(f64, Header)> {
    let fields = most_frequent(records)?;
    let record = records.iter().position(|shape| shape.fields == fields && 2 * shape.filled > fields)?;
    let is_title = |shape: &RecordShape| {
        let is_narrow = shape.fields < fields || !shape.is_last_filled;
        is_narrow && (2 * shape.filled <= fields || shape.filled == 1)
    };
    let alike = |records: &[RecordShape]| records.iter().filter(|shape| shape.fields == fields).count();
    let below = &records[record..];
    let ends = below.iter().rev().take_while(|shape| is_footer(shape, fields)).count();
    let below = &below[..below.len() - ends];
    let is_clear = alike(below) > 1 && alike(below) as f64 >= LEAST_SHARE * below.len() as f64;
    // A record of numbers has no names for the columns.
    let are_titles = records[..record].iter().all(is_title) && !records[record].has_numbers;
    let record = if is_clear && are_titles { record } else { 0 };
    let share = alike(records) as f64 / records.len() as f64;
    Some((share, Header { line: if record == 0 { 0 } else { records[record].line }, record, fields }))
}

/// The number of fields, two or more, that most records have.
fn most_frequent(records: &[RecordShape]) -> Option<usize> {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for shape in records.iter().filter(|shape| shape.fields > 1) {
        match counts.iter_mut().find(|(fields, _)| *fields == shape.fields) {
            Some((_, count)) => *count += 1,
            None => counts.push((shape.fields, 1)),
        }
    }
    counts.into_iter().max_by_key(|&(fields, count)| (count, fields)).map(|(fields, _)| fields)
}

/// How many lines at the end of a text are no records of a table with so many fields.
fn footer(text: &[u8], records: &[RecordShape], fields: usize) -> usize {
    let Some(first) = records.get(records.len() - footers(records, fields)) else { return 0 };
    let lines = text.split(|&byte| byte == b'\n').skip(first.line);
    let lines = lines.filter(|line| !line.trim_ascii().is_empty()).count();
    if lines > MOST_FOOTERS { 0 } else { lines }
}

/// How many of the last of these are no records of a table with so many fields. A sum that has no
/// name is one only where all records above it have something in their first field.
pub(crate) fn footers(records: &[RecordShape], fields: usize) -> usize {
    const FEWEST_RECORDS: usize = 10;
    let ends = records.iter().rev();
    let named = ends.clone().take_while(|shape| is_footer(shape, fields)).count();
    let all = ends.take_while(|shape| is_footer(shape, fields) || is_nameless_sum(shape, fields)).count();
    let above = &records[..records.len() - all];
    let is_keyed = above.len() >= FEWEST_RECORDS && above.iter().all(|shape| shape.is_first_filled);
    if is_keyed { all } else { named }
}

/// Whether a record has numbers in at most half of its fields, and nothing before them.
fn is_nameless_sum(shape: &RecordShape, fields: usize) -> bool {
    shape.fields == fields && !shape.is_first_filled && shape.are_numbers && 2 * shape.filled <= fields
}

/// Whether a record at the end of a table with so many fields is a note, a sum or blank.
fn is_footer(shape: &RecordShape, fields: usize) -> bool {
    let is_note = shape.fields != fields && (2 * shape.filled <= fields || shape.filled == 1);
    let is_sum = shape.fields == fields && shape.filled < fields && shape.is_sum;
    is_note || is_sum || shape.filled == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (usize, usize) {
        let place = place(text.as_bytes(), text.as_bytes(), &ReadOptions::default());
        (place.skip_rows, place.skip_footer)
    }

    const ROWS: &str = "1;m;30;Ulm\n2;f;31;Bonn\n3;m;32;Jena\n4;f;33;Hof\n";

    #[test]
    fn titles_stand_above_and_sums_below() {
        let table = format!("id;sex;age;town\n{ROWS}");
        assert_eq!(found(&table), (0, 0));
        assert_eq!(found(&format!("Patients of 2024, ward 3\n\n{table}")), (2, 0));
        assert_eq!(found(&format!("Patients;;;\nAs of;1.1.2024;;\n{table}")), (2, 0));
        assert_eq!(found(&format!("sep=;\n{table}")), (1, 0));
        assert_eq!(found(&format!("{table}Summe;;126;\n")), (0, 1));
        assert_eq!(found(&format!("{table}Summe;;126;\n\nSource: our register\n\n")), (0, 2));
        assert_eq!(found(&format!("{table};;;\n;;;\n")), (0, 2));
        assert_eq!(found(&format!("Title\n{table}Total;;126;\nnote")), (1, 2));
    }

    #[test]
    fn a_sum_needs_no_name_where_each_record_has_a_key() {
        let table = format!("id;sex;age;town\n{}", ROWS.repeat(3));
        assert_eq!(found(&format!("{table};;378;\n")), (0, 1));
        assert_eq!(found(&format!("{table};;378;\n;;31,5;\n")), (0, 2));
        // Records that lack most.
        assert_eq!(found(&format!("{table};;31;\n{ROWS};;30;\n")), (0, 0));
        assert_eq!(found(&format!("{table};;old;\n")), (0, 0));
        assert_eq!(found(&format!("id;sex;age;town\n{ROWS};;126;\n")), (0, 0));
    }

    #[test]
    fn records_are_no_titles() {
        for table in [
            // A header that misses a name, and one that misses a delimiter.
            format!(";sex;age;town\n{ROWS}"),
            format!("id;sex;age\n{ROWS}"),
            "name;age\nTotal;3\n".to_owned(),
            ";age\n1;3\n2;4\n".to_owned(),
            "age\n3\n4\n".to_owned(),
            // A record of missing values in the middle, and a short one at the end.
            format!("id;sex;age;town\n{ROWS};;;\n{ROWS}"),
            format!("id;sex;age;town\n{ROWS}5;m;30\n"),
            String::new(),
            // Two codes in one value, and numbers with a decimal comma in one column.
            "codes;n\n1,2;3\n4,5;6\n7,8;9\n".to_owned(),
            "value\n1,5\n2,5\n3,5\n".to_owned(),
        ] {
            assert_eq!(found(&table), (0, 0), "{table}");
        }
    }
}

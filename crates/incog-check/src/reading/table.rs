//! Tables of delimited text, as columns of codes.

use crate::Refused;
use crate::heap::*;
use crate::reading::json::Json;

/// How texts of tables are divided.
#[derive(Debug, Clone)]
pub(crate) struct TextForm {
    /// Detected where it is not given.
    pub delimiter: Option<char>,
    pub quote: char,
    /// Texts that stand for a missing value.
    pub missing: Vec<String>,
}

impl TextForm {
    fn is_missing(&self, cell: &str) -> bool {
        self.missing.iter().any(|marker| marker == cell.trim())
    }

    /// The form that a job says.
    pub fn read(job: &Json) -> Self {
        let [delimiter, quote] =
            ["delimiter", "quote"].map(|key| job.text_at(&["csv", key]).and_then(|text| text.chars().next()));
        let missing = job.at(&["csv", "missing"]).and_then(Json::list);
        let markers = missing.map(|list| list.iter().filter_map(Json::text).map(ToOwned::to_owned).collect());
        Self {
            delimiter,
            quote: quote.unwrap_or('"'),
            missing: markers.unwrap_or_else(|| ["", "NA", "?"].map(ToOwned::to_owned).to_vec()),
        }
    }
}

/// A column: its distinct values, and which of them each row has.
#[derive(Debug, Clone, Default)]
pub(crate) struct CodedColumn {
    pub name: String,
    /// Distinct values, in the order of their first rows.
    pub values: Vec<String>,
    /// The place of a value in `values`, row by row.
    pub codes: Vec<usize>,
    /// The code of the missing value, if there is one: all markers are one value.
    pub missing: Option<usize>,
    /// How many markers stand for it.
    pub markers: usize,
}

/// Columns of as many rows each.
#[derive(Debug, Clone, Default)]
pub(crate) struct CodedTable {
    pub columns: Vec<CodedColumn>,
    pub rows: usize,
}

impl CodedTable {
    /// Reads a text; `what` names it in messages.
    pub fn parse(bytes: &[u8], form: &TextForm, what: &'static str) -> Result<Self, Refused> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = core::str::from_utf8(bytes).map_err(|_| Refused::NoText { what })?;
        let delimiter = form.delimiter.unwrap_or_else(|| delimiter_of(text, form.quote));
        let mut lines = split(text, delimiter, form.quote).into_iter();
        let names: Vec<String> =
            lines.next().ok_or(Refused::Header { what })?.iter().map(|name| name.trim().to_owned()).collect();
        if names.iter().collect::<BTreeSet<_>>().len() < names.len() {
            return Err(Refused::Header { what });
        }
        let mut cells: Vec<Vec<String>> = names.iter().map(|_| Vec::new()).collect();
        let mut rows = 0;
        for (at, line) in lines.enumerate() {
            if line.len() != names.len() {
                return Err(Refused::Ragged { what, line: at + 2 });
            }
            cells.iter_mut().zip(line).for_each(|(column, cell)| column.push(cell));
            rows += 1;
        }
        let columns = names.into_iter().zip(cells);
        Ok(Self { columns: columns.map(|(name, cells)| CodedColumn::new(name, cells, form)).collect(), rows })
    }

    pub fn column(&self, name: &str) -> Option<&CodedColumn> {
        self.columns.iter().find(|column| column.name == name)
    }
}

impl CodedColumn {
    fn new(name: String, cells: Vec<String>, form: &TextForm) -> Self {
        let found: BTreeSet<&String> = cells.iter().filter(|cell| form.is_missing(cell)).collect();
        let markers = found.len();
        let marker = match found.first() {
            Some(only) if markers == 1 => Some(only.to_string()),
            Some(_) => Some(String::new()),
            None => None,
        };
        let mut column = Self { name, markers, ..Self::default() };
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for cell in cells {
            let is_marker = form.is_missing(&cell);
            let value = if is_marker { marker.clone().unwrap_or_default() } else { cell };
            let next = column.values.len();
            let code = *places.entry(value.clone()).or_insert(next);
            if code == next {
                column.values.push(value);
                column.missing = column.missing.or(is_marker.then_some(code));
            }
            column.codes.push(code);
        }
        column
    }

    /// The value of a row; two missing values are equal, whatever stands for them.
    pub fn cell(&self, row: usize) -> Option<&str> {
        let code = *self.codes.get(row)?;
        if self.missing == Some(code) { None } else { self.values.get(code).map(String::as_str) }
    }
}

/// The rows of a text; blank lines are none.
pub(crate) fn split(text: &str, delimiter: char, quote: char) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut is_quoted, mut is_begun) = (false, false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if is_quoted {
            if character != quote {
                cell.push(character);
            } else if characters.peek() == Some(&quote) {
                cell.push(quote);
                characters.next();
            } else {
                is_quoted = false;
            }
        } else if character == quote && cell.is_empty() {
            (is_quoted, is_begun) = (true, true);
        } else if character == delimiter {
            row.push(core::mem::take(&mut cell));
            is_begun = true;
        } else if character == '\n' || character == '\r' {
            if is_begun {
                row.push(core::mem::take(&mut cell));
                rows.push(core::mem::take(&mut row));
            }
            is_begun = false;
        } else {
            cell.push(character);
            is_begun = true;
        }
    }
    if is_begun {
        row.push(cell);
        rows.push(row);
    }
    rows
}

/// The one of `,` `;` tab `|` by which most of 100 rows have as many fields as the first.
fn delimiter_of(text: &str, quote: char) -> char {
    let end = text.char_indices().nth(65_536).map_or(text.len(), |(at, _)| at);
    let mut best = (0, 0, ',');
    for delimiter in [',', ';', '\t', '|'] {
        let rows = split(&text[..end], delimiter, quote);
        let counts: Vec<usize> = rows.iter().take(100).map(Vec::len).collect();
        let first = counts.first().copied().unwrap_or(0);
        let alike = counts.iter().filter(|&&count| count == first && first > 1).count();
        // No row count differs between delimiters unless quotes do; alike rows decide.
        if (alike, first) > (best.0, best.1) {
            best = (alike, first, delimiter);
        }
    }
    best.2
}

/// Rows in groups that have the same codes in some columns, in the order of their codes.
pub(crate) fn grouped<K: Ord>(rows: usize, key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for row in 0..rows {
        groups.entry(key(row)).or_default().push(row);
    }
    groups.into_values().collect()
}

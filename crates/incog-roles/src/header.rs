//! Whether the first line of a file is a header at all.

use crate::detector::{Recognizer, Strength};
use crate::detectors::DETECTORS;
use crate::profile::Profile;
use incog_data::{Column, Table};
use std::collections::HashSet;
use std::fmt;

/// Why a header looks like a record; counts of its names, none of which is repeated here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeaderOfData {
    /// The names in it.
    pub names: usize,
    /// Names that are numbers above a column of numbers.
    pub numbers: usize,
    /// Names that occur again as values of their column.
    pub occur_below: usize,
    /// Names that are e-mail addresses, or dates above dates, and the like.
    pub recognized: usize,
    /// Names that stand there twice.
    pub repeated: usize,
}

impl fmt::Display for HeaderOfData {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "of the {} names in the header {} are numbers above numbers, {} are values of their column, {} look like \
             personal data and {} are there twice",
            self.names, self.numbers, self.occur_below, self.recognized, self.repeated
        )
    }
}

/// Whether a header looks like the first record of a table without one, and why.
///
/// `header` are the names as they stand in the file, in the order of the columns of `table`; a name
/// that the reader changed to make it unique is of no use here.
///
/// ```
/// let rows = [["50", "Self", "13"], ["38", "Private", "9"], ["53", "Private", "7"]];
/// let table = incog_data::Table::from_rows(["39", "Private", "11"], rows, &[])?;
/// assert!(incog_roles::looks_like_data(&["39", "Private", "11"], &table).is_some());
/// assert!(incog_roles::looks_like_data(&["age", "workclass", "grade"], &table).is_none());
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn looks_like_data<S: AsRef<str>>(header: &[S], table: &Table) -> Option<HeaderOfData> {
    let names: Vec<&str> = header.iter().map(|name| name.as_ref().trim()).collect();
    if are_counted(&names) {
        return None;
    }
    let mut found = HeaderOfData { names: names.len(), ..HeaderOfData::default() };
    let mut seen = HashSet::new();
    // Where all that is wrong is that a name occurs below, files with their headers were put
    // together.
    let mut occur_as_text = 0;
    for (at, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        found.repeated += usize::from(!seen.insert(*name));
        let Some(column) = table.columns().get(at) else { continue };
        let is_number = name.parse::<f64>().is_ok() && !is_counted(&names, at);
        // After rows were taken out, some values occur only in the dictionary.
        let used = column.used();
        let occurs = column.dictionary.iter().zip(&used).any(|(value, used)| *used && value.trim() == *name);
        found.numbers += usize::from(is_number && column.value_type.is_number());
        found.occur_below += usize::from(occurs);
        occur_as_text += usize::from(occurs && !is_number);
        found.recognized += usize::from(is_recognized(name, column));
    }
    let signs = found.numbers.max(found.occur_below) + occur_as_text + found.recognized + found.repeated;
    let only_text_occurs = found.numbers == 0 && occur_as_text == found.names && found.names > 1;
    let only_text_occurs = only_text_occurs && occurs_as_a_row(&names, table);
    let is_data = found.recognized > 0 || 2 * signs >= found.names.max(1) && !only_text_occurs;
    (is_data && signs > 0).then_some(found)
}

/// Whether the names occur together in a row or not at all, as where files with their headers were
/// put together.
fn occurs_as_a_row(names: &[&str], table: &Table) -> bool {
    let mut found = vec![0usize; table.rows()];
    for (name, column) in names.iter().zip(table.columns()) {
        let is_it: Vec<bool> = column.dictionary.iter().map(|value| value.trim() == *name).collect();
        found
            .iter_mut()
            .zip(&column.codes)
            .for_each(|(found, code)| *found += usize::from(is_it[code as usize]));
    }
    found.iter().all(|&found| found == 0 || found == names.len())
}

/// `1`, `2`, `3`, as columns are numbered, or years that follow each other.
fn are_counted(names: &[&str]) -> bool {
    let numbers: Option<Vec<i64>> = names.iter().map(|name| name.parse().ok()).collect();
    let follow = |numbers: Vec<i64>| numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    numbers.is_some_and(|numbers| numbers.len() > 1 && follow(numbers))
}

/// Whether a name is one more or one less than its neighbour, as years are in wide tables.
fn is_counted(names: &[&str], at: usize) -> bool {
    let number = |at: usize| names.get(at)?.parse::<i64>().ok();
    let Some(own) = number(at) else { return false };
    let neighbours = [at.checked_sub(1).and_then(number), number(at + 1)];
    neighbours.into_iter().flatten().any(|other| own.abs_diff(other) == 1)
}

/// Whether a name is what only a value can be, or of the kind that the values below it are.
fn is_recognized(name: &str, column: &Column) -> bool {
    // Wide tables have dates as names of columns of numbers.
    if column.value_type.is_number() {
        return false;
    }
    let profile = Profile::new(column);
    DETECTORS.iter().any(|detector| match detector.recognizer {
        Recognizer::Value(fits) => {
            let speaks_for_itself = detector.strength == Strength::Proof && detector.chance <= 0.01;
            fits(name) && (speaks_for_itself || detector.examine(&profile).is_some())
        }
        Recognizer::Column(_) => false,
    })
}

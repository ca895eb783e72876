//! What all releases together leave of a sensitive column.

use super::Series;
use super::class_histories::{ClassHistories, ClassHistory};
use super::class_values::{ClassValues, left_by};
use super::differences::differences;
use super::facts::SensitiveSeries;
use super::known_release::KnownRelease;
use crate::kinds::Kinds;
use incog_data::Column;
use std::collections::{BTreeSet, HashMap};

/// The values that a sensitive column has in the table and in any release, numbered once: numbers
/// that are equal are one value.
pub(super) struct AllValues {
    pub column: String,
    code_of: HashMap<String, u32>,
    count: u64,
}

/// What a release shows where it says nothing of a value.
const NOTHING_SAID: &str = "*";

/// The spellings of a missing value, which is a value of its own, as models count it.
const MISSING: [&str; 3] = ["", "NA", "?"];

/// The values of each sensitive column of the series.
pub(super) fn all_values(series: &Series<'_>) -> Vec<AllValues> {
    series.sensitive.iter().map(|column| AllValues::new(series, column)).collect()
}

impl AllValues {
    fn new(series: &Series<'_>, name: &str) -> Self {
        let tables = [series.people, series.release].into_iter();
        let columns = tables.chain(series.earlier.iter().map(|one| one.release));
        let columns: Vec<&Column> = columns.filter_map(|table| table.column(name)).collect();
        let is_number = columns.first().is_some_and(|column| column.value_type.is_number());
        let (mut code_of, mut codes) = (HashMap::new(), HashMap::new());
        for text in columns.iter().flat_map(|column| column.dictionary.iter()) {
            let next = codes.len() as u32;
            let code = *codes.entry(one_spelling(text, is_number)).or_insert(next);
            code_of.insert(text.to_owned(), code);
        }
        Self { column: name.to_owned(), code_of, count: codes.len() as u64 }
    }

    fn code(&self, text: &str) -> u32 {
        self.code_of.get(text).copied().expect("every value of the table and of the releases was numbered")
    }
}

/// One text for all spellings of a number, and for all markers of missing values.
fn one_spelling(text: &str, is_number: bool) -> String {
    if MISSING.contains(&text.trim()) {
        return String::new();
    }
    let number = text.trim().parse::<f64>().ok().filter(|number| is_number && number.is_finite());
    // Adding 0 turns a negative zero into a positive one.
    number.map_or_else(|| text.trim().to_owned(), |number| (number + 0.0).to_string())
}

/// The values of each class of a release in a sensitive column; rows that show nothing do not
/// count.
pub(super) fn class_values(
    values: &AllValues,
    column: &Column,
    kinds: &Kinds,
    stays: &[bool],
) -> Vec<ClassValues> {
    let mut classes = vec![ClassValues::default(); kinds.records.len()];
    let codes: Vec<Option<u32>> = column
        .dictionary
        .iter()
        .map(|text| (text.trim() != NOTHING_SAID).then(|| values.code(text)))
        .collect();
    for ((&class, code), _) in kinds.of_row.iter().zip(&column.codes).zip(stays).filter(|(_, stays)| **stays)
    {
        let class = &mut classes[class as usize];
        match codes[code as usize] {
            Some(value) => *class.records.entry(value).or_default() += 1,
            None => class.is_open = true,
        }
    }
    classes
}

/// The figures of all sensitive columns.
pub(super) fn all(
    series: &Series<'_>,
    values: &[AllValues],
    histories: &ClassHistories,
    present: &KnownRelease<'_>,
    earlier: &[KnownRelease<'_>],
) -> Vec<SensitiveSeries> {
    let releases: Vec<&KnownRelease<'_>> = std::iter::once(present).chain(earlier).collect();
    let of = |(place, values): (usize, &AllValues)| {
        let mut found = Found::default();
        for history in &histories.0 {
            found.look_at(series, history, place, values, &releases);
        }
        let (arrivals, departures) = differences(series.limits.l, place, present, earlier);
        SensitiveSeries {
            column: values.column.clone(),
            fewest: found.fewest,
            below_l: found.below_l.len() as u64,
            disclosed: found.disclosed.len() as u64,
            contradicted: found.contradicted.len() as u64,
            m_invariance: found.least_signature.map(|least| if found.differ { 0 } else { least }),
            arrivals,
            departures,
        }
    };
    values.iter().enumerate().map(of).collect()
}

/// What was found so far; people by number.
#[derive(Default)]
struct Found {
    fewest: Option<u64>,
    below_l: BTreeSet<u32>,
    disclosed: BTreeSet<u32>,
    contradicted: BTreeSet<u32>,
    least_signature: Option<u64>,
    differ: bool,
}

impl Found {
    fn look_at(
        &mut self,
        series: &Series<'_>,
        history: &ClassHistory,
        place: usize,
        values: &AllValues,
        releases: &[&KnownRelease<'_>],
    ) {
        let sets = releases
            .iter()
            .zip(&history.classes)
            .filter(|(_, classes)| !classes.is_empty())
            .filter_map(|(release, classes)| Some(left_by(classes, release.sensitive[place].as_ref()?)));
        let sets: Vec<Option<BTreeSet<u32>>> = sets.collect();
        let Some(alone) = sets
            .iter()
            .map(|set: &Option<BTreeSet<u32>>| set.as_ref().map_or(values.count, |set| set.len() as u64))
            .min()
        else {
            return;
        };
        self.differ |= sets.iter().any(|set| *set != sets[0]);
        self.least_signature = Some(self.least_signature.map_or(alone, |least| least.min(alone)));
        let mut together: Option<BTreeSet<u32>> = None;
        for set in sets.into_iter().flatten() {
            together = Some(together.map_or(set.clone(), |left| left.intersection(&set).copied().collect()));
        }
        let Some(together) = together else { return };
        let Some(own) = series.people.column(&values.column) else { return };
        let left = together.len() as u64;
        for &row in &history.rows {
            let person = series.person(row);
            if !together.contains(&values.code(own.value(row as usize))) {
                self.contradicted.insert(person);
                continue;
            }
            self.fewest = Some(self.fewest.map_or(left, |fewest| fewest.min(left)));
            if left < series.limits.l.min(alone) {
                self.below_l.insert(person);
            }
            if left == 1 && alone > 1 {
                self.disclosed.insert(person);
            }
        }
    }
}

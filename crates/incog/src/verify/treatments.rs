//! What columns became, as far as it shows without their keys. With them, columns are compared
//! value by value like any other.

use super::Check;
use super::evidence::{Evidence, Reading, as_released};
use super::matching::CommonColumn;
use super::premises::Premises;
use crate::job::Job;
use incog_data::Column;
use incog_treatment::{Subject, is_pseudonym};
use std::collections::{BTreeMap, HashMap};

const KEY: &str = "needs the key (--key or --job) or the job's secret (--secret)";

/// The claims about columns whose key is not at hand.
pub(super) fn verify(premises: &Premises, evidence: &Evidence<'_>) -> Vec<Check> {
    let terms = &premises.job.terms;
    let open = terms.open_treatments();
    // What is not to be compared cell by cell.
    let aggregated = evidence.records.columns().iter().map(|column| column.name.clone());
    let aggregated = aggregated.filter(|name| terms.aggregate_of(name).is_some());
    let apart: Vec<String> = open.iter().cloned().chain(aggregated).collect();
    let of_column = |name: &String| {
        let (treatment, released) = (terms.treatment_of(name)?, evidence.records.column(name)?);
        let claim = format!("{name} is released as {}", treatment.spec.name());
        let whole = Check::not_shown(claim, KEY);
        let of_people = (treatment.spec.entry().subject == Subject::People)
            .then(|| people(&premises.job, evidence, &apart, released));
        Some(of_people.into_iter().flatten().chain([whole]).collect::<Vec<_>>())
    };
    open.iter().filter_map(of_column).flatten().collect()
}

/// That cells have the form of pseudonyms, and that one stands for one person.
fn people(job: &Job, evidence: &Evidence<'_>, apart: &[String], released: &Column) -> Vec<Check> {
    let name = &released.name;
    let original = evidence.input.column(name);
    let nobody: Vec<&str> = original.map(Column::missing_texts).unwrap_or_default();
    let is_name = |text: &str| is_pseudonym(text) || text.is_empty() || nobody.contains(&text.trim());
    let used = released.used();
    let others =
        (0u32..).zip(&used).filter(|(code, used)| **used && !is_name(released.dictionary.get(*code)));
    let others = others.count();
    let detail = match others {
        0 => "every cell is a pseudonym, or that of a record that names nobody".to_owned(),
        _ => format!("{others} different cells are no pseudonyms"),
    };
    let form = Check::new(format!("{name} has the form of pseudonyms"), others == 0, detail);
    std::iter::once(form)
        .chain(original.map(|original| one_to_one(job, evidence, apart, original, released)))
        .collect()
}

/// That records of one person have one pseudonym, and those of two have two, of all records that
/// are certain.
fn one_to_one(
    job: &Job,
    evidence: &Evidence<'_>,
    apart: &[String],
    original: &Column,
    released: &Column,
) -> Check {
    let claim = format!("{} has one pseudonym for each person", released.name);
    let (mut to, mut from, mut records, mut wrong) = (BTreeMap::new(), BTreeMap::new(), 0, 0);
    for (person, record) in certain_people(job, evidence, apart, original) {
        let pseudonym = released.one_missing(released.codes.at(record));
        records += 1;
        let same = *to.entry(person).or_insert(pseudonym) == pseudonym
            && *from.entry(pseudonym).or_insert(person) == person;
        wrong += u64::from(!same);
    }
    match (records, wrong) {
        (0, _) => Check::not_shown(claim, "the files leave open which record of the input each one is"),
        (_, 0) => {
            Check::new(claim, true, format!("{} people in {records} records that are certain", to.len()))
        }
        _ => Check::new(claim, false, format!("not in {wrong} of {records} records that are certain")),
    }
}

/// The released records of which it is certain whose they are: all records of the input that look
/// the same are one person's.
fn certain_people(
    job: &Job,
    evidence: &Evidence<'_>,
    apart: &[String],
    original: &Column,
) -> Vec<(u32, usize)> {
    let Reading::Levels(levels) = &evidence.reading else { return Vec::new() };
    let is_plain = |column: &&Column| {
        let is_read = evidence.attributes.iter().any(|bound| bound.qid.name == column.name);
        !is_read && !apart.contains(&column.name)
    };
    let plain = evidence.records.columns().iter().filter(is_plain);
    let plain: Vec<CommonColumn> = plain
        .filter_map(|column| Some(as_released(job, evidence.input.column(&column.name)?, column)))
        .collect();
    let columns: Vec<&CommonColumn> = levels.iter().map(|read| &read.column).chain(&plain).collect();
    let mut person_of: HashMap<Vec<u32>, Option<u32>> = HashMap::new();
    for (row, code) in original.codes.iter().enumerate() {
        let key = columns.iter().map(|column| column.of_input(row as u32)).collect();
        let person = original.one_missing(code);
        let known = person_of.entry(key).or_insert(Some(person));
        *known = known.filter(|known| *known == person);
    }
    let certain = |record: usize| {
        let key: Vec<u32> = columns.iter().map(|column| column.of_record(record)).collect();
        Some((person_of.get(&key).copied().flatten()?, record))
    };
    (0..evidence.records.rows()).filter_map(certain).collect()
}

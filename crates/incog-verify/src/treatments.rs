//! What columns became, as far as it shows without their keys. With them, columns are compared
//! value by value like any other.

use super::Check;
use super::evidence::{Evidence, Reading, as_released, is_in_order_of_input};
use super::matching::CommonColumn;
use super::premises::Premises;
use incog_audit::name_spelling;
use incog_data::Column;
use incog_disclosure::job::{Job, Role};
use incog_treatment::{ChanceTest, FALSE_ALARM, OriginalCell, Subject, TreatedGroup, is_pseudonym};
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
        let by_chance = by_chance(premises, evidence, &apart, released).unwrap_or_default();
        Some(of_people.into_iter().flatten().chain(by_chance).chain([whole]).collect::<Vec<_>>())
    };
    open.iter().filter_map(of_column).flatten().collect()
}

/// That the cells can be what chance made of those of the input, of groups of records that were all
/// published. `None` where the release does not show such groups.
fn by_chance(
    premises: &Premises,
    evidence: &Evidence<'_>,
    apart: &[String],
    released: &Column,
) -> Option<Vec<Check>> {
    let terms = &premises.job.terms;
    if evidence.attributes.iter().any(|bound| bound.qid.name == released.name) {
        return None; // labels, which are not what chance made
    }
    let spec = &terms.treatment_of(&released.name)?.spec;
    let original = evidence.input.column(&released.name)?;
    let people = evidence.input.column(terms.people()?)?;
    let names: Vec<String> = people.dictionary.iter().map(name_spelling).collect();
    let known = |row: &u32| {
        let row = *row as usize;
        !original.is_missing(original.codes.at(row)) && !people.is_missing(people.codes.at(row))
    };
    let original_of = |row: &u32| OriginalCell {
        person: &names[people.codes.at(*row as usize) as usize],
        text: original.dictionary.get(original.codes.at(*row as usize)),
    };
    let released_of = |record: &usize| {
        let code = released.codes.at(*record);
        (!released.is_missing(code)).then(|| released.dictionary.get(code))
    };
    let groups: Vec<TreatedGroup<'_>> = published_groups(premises, evidence, apart)?
        .iter()
        .map(|group| TreatedGroup {
            originals: group.rows.iter().filter(|row| known(row)).map(original_of).collect(),
            released: group.records.iter().filter_map(released_of).collect(),
        })
        .filter(|group| group.originals.len() == group.released.len())
        .collect();
    let tests = spec.chance_tests(&groups);
    let count = tests.len();
    let check = |test: ChanceTest| {
        let name = &released.name;
        let rare = format!(
            "{}; a correctly treated column fails this with a probability of {FALSE_ALARM:e}",
            test.found
        );
        let holds = test.holds(count);
        Check::new(format!("{name}: {}", test.claim), holds, if holds { test.found } else { rare })
    };
    Some(tests.into_iter().map(check).collect())
}

/// Rows of the input that look alike in what the release has of them, all of which are published.
#[derive(Default)]
struct PublishedGroup {
    rows: Vec<u32>,
    records: Vec<usize>,
}

/// The groups of rows of which it is certain that all are published. A release in the order of the
/// input that leaves nothing out shows each record by itself.
fn published_groups(
    premises: &Premises,
    evidence: &Evidence<'_>,
    apart: &[String],
) -> Option<Vec<PublishedGroup>> {
    let Reading::Levels(levels) = &evidence.reading else { return None };
    let job = &premises.job;
    // Invented records may be equal to suppressed ones.
    let may_invent = job.terms.release.noise && job.terms.with_role(Role::Provider).next().is_some();
    if may_invent
        || evidence.unmatched > 0
        || job.terms.drawn_share().is_some()
        || !levels.iter().all(|read| read.certain)
    {
        return None;
    }
    let (rows, records) = (evidence.input.rows(), evidence.records.rows());
    if is_in_order_of_input(premises) && rows == records {
        let alone = |row: usize| PublishedGroup { rows: vec![row as u32], records: vec![row] };
        return Some((0..rows).map(alone).collect());
    }
    let plain = plain_columns(job, evidence, apart);
    let columns: Vec<&CommonColumn> = levels.iter().map(|read| &read.column).chain(&plain).collect();
    let mut groups: BTreeMap<Vec<u32>, PublishedGroup> = BTreeMap::new();
    for row in 0..rows as u32 {
        let key = columns.iter().map(|column| column.of_input(row)).collect();
        groups.entry(key).or_default().rows.push(row);
    }
    for record in 0..records {
        let key: Vec<u32> = columns.iter().map(|column| column.of_record(record)).collect();
        groups.entry(key).or_default().records.push(record);
    }
    Some(groups.into_values().filter(|group| group.rows.len() == group.records.len()).collect())
}

/// The columns that are published value by value and are to be compared cell by cell.
fn plain_columns(job: &Job, evidence: &Evidence<'_>, apart: &[String]) -> Vec<CommonColumn> {
    let is_plain = |column: &&Column| {
        let is_read = evidence.attributes.iter().any(|bound| bound.qid.name == column.name);
        !is_read && !apart.contains(&column.name)
    };
    let plain = evidence.records.columns().iter().filter(is_plain);
    plain.filter_map(|column| Some(as_released(job, evidence.input.column(&column.name)?, column))).collect()
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
        0 => "every cell is a pseudonym, or the cell of a record without a person".to_owned(),
        _ => format!("{others} different cells are not pseudonyms"),
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
        (0, _) => Check::not_shown(claim, "the files do not show which record of the input each row is"),
        (_, 0) => Check::new(
            claim,
            true,
            format!("{} people, in the {records} records whose original is certain", to.len()),
        ),
        _ => Check::new(
            claim,
            false,
            format!("wrong in {wrong} of the {records} records whose original is certain"),
        ),
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
    let plain = plain_columns(job, evidence, apart);
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

//! Tables that were checked, with what everybody needs of them.

use crate::draws;
use crate::error::AttackError;
use crate::labels::Meaning;
use crate::matched_column::{Cohort, MatchedColumn};
use crate::rate::Rate;
use crate::request::{AttackRequest, Attacked};
use crate::targets::Targets;
use crate::unmatched_labels::UnreadLabels;
use incog_data::{Column, Table};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// What is attacked.
pub(crate) struct AttackSetup<'a> {
    /// The columns that original and release have, in the order of the original.
    pub columns: Vec<MatchedColumn<'a>>,
    /// Those that the original has with each further release.
    pub also: Vec<Vec<MatchedColumn<'a>>>,
    /// Places of those that the attacker knows.
    pub known: Vec<usize>,
    /// Places of those that he wants to know.
    pub sensitive: Vec<usize>,
    pub original: Targets,
    pub control: Option<Targets>,
    /// Rows of the release by their hashes.
    pub release: Targets,
    pub queries: usize,
    pub width: usize,
    pub seed: u64,
}

impl<'a> AttackSetup<'a> {
    pub fn new(attacked: &Attacked<'a>, request: &AttackRequest) -> Result<Self, AttackError> {
        check_tables(attacked)?;
        if request.queries == 0 {
            return Err(AttackError::NoQueries);
        }
        check_names(attacked, request)?;
        let bound = |original: &'a Column, release: &'a Table| {
            let release = release.column(&original.name)?;
            let control = match attacked.control {
                Some(control) => Some(control.column(&original.name)?),
                None => None,
            };
            let hierarchy = attacked.hierarchies.get(&original.name).cloned();
            Some(MatchedColumn::new(original, release, control, hierarchy.into_iter().collect()))
        };
        let is_unit = |column: &&Column| request.unit.as_ref() == Some(&column.name);
        let shared = |release: &'a Table| -> Vec<MatchedColumn<'a>> {
            let columns = attacked.original.columns().iter().filter(|column| !is_unit(column));
            columns.filter_map(|column| bound(column, release)).collect()
        };
        let columns = shared(attacked.release);
        let also = attacked.also.iter().map(|release| shared(release)).collect();
        let place = |name: &String| columns.iter().position(|column| column.name == name);
        let sensitive: Vec<usize> = request.sensitive.iter().filter_map(place).collect();
        let known = match request.known.as_slice() {
            [] => (0..columns.len()).filter(|place| !sensitive.contains(place)).collect(),
            named => named.iter().filter_map(place).collect(),
        };
        let seed = request.seed;
        let hashes = |table: &Table| {
            let shared = columns.iter().filter_map(|bound| Some((bound.name, table.column(bound.name)?)));
            draws::content_hashes(seed, table.rows(), shared)
        };
        let targets = |table: &Table| match request.unit.as_ref().and_then(|unit| table.column(unit)) {
            Some(people) => Targets::people(&hashes(table), people),
            None => Targets::records(&hashes(table)),
        };
        let original = targets(attacked.original);
        let control = attacked.control.map(targets);
        let release = Targets::records(&hashes(attacked.release));
        let (queries, width) = (request.queries, request.columns.max(1));
        Ok(Self { columns, also, known, sensitive, original, control, release, queries, width, seed })
    }

    /// The columns that the attacker knows.
    pub fn known_columns(&self) -> Vec<&MatchedColumn<'a>> {
        self.known.iter().map(|&place| &self.columns[place]).collect()
    }

    /// A group; nothing where there is no control group.
    pub fn group(&self, group: Cohort) -> Option<&Targets> {
        match group {
            Cohort::Original => Some(&self.original),
            Cohort::Control => self.control.as_ref(),
        }
    }

    /// Makes something of the records of everybody who is attacked: of those with the smallest
    /// hashes. Beside its row each record has its number among all, from which draws follow.
    pub fn of_each<T: Send>(
        &self,
        group: Cohort,
        make: impl Fn(&mut dyn Iterator<Item = (usize, u32)>) -> T + Sync,
    ) -> Vec<T> {
        let Some(targets) = self.group(group) else { return Vec::new() };
        let of = |target: usize| {
            let (start, rows) = targets.records_of(target);
            make(&mut (start..).zip(rows.iter().copied()))
        };
        (0..self.queries.min(targets.len())).into_par_iter().map(of).collect()
    }

    /// How often something succeeds with one record at least of somebody; who has no record with
    /// which it can be tried is no attempt.
    pub fn rate(&self, group: Cohort, attempt: impl Fn(usize, u32) -> Option<bool> + Sync) -> Rate {
        let of_one = |records: &mut dyn Iterator<Item = (usize, u32)>| {
            let tried: Vec<bool> = records.filter_map(|(number, row)| attempt(number, row)).collect();
            (!tried.is_empty()).then(|| tried.contains(&true))
        };
        Rate::count(self.of_each(group, of_one).into_iter().flatten())
    }

    /// Labels of all releases that could not be read.
    pub fn unread(&self) -> Vec<UnreadLabels> {
        let of = |(further, bound): (usize, &MatchedColumn<'_>)| {
            let counts = bound.release.column.counts();
            let unread = bound.release.meanings.iter().zip(counts);
            let unread: Vec<u64> = unread
                .filter(|(meaning, count)| **meaning == Meaning::Unread && *count > 0)
                .map(|(_, count)| count)
                .collect();
            let (column, records) = (bound.name.to_owned(), unread.iter().sum());
            (!unread.is_empty()).then_some(UnreadLabels { column, further, labels: unread.len(), records })
        };
        let all = std::iter::once(&self.columns).chain(&self.also).enumerate();
        all.flat_map(|(further, columns)| columns.iter().map(move |bound| (further, bound)))
            .filter_map(of)
            .collect()
    }
}

fn check_tables(attacked: &Attacked<'_>) -> Result<(), AttackError> {
    let Attacked { original, release, control, .. } = attacked;
    let others = control.iter().map(|table| ("control group", *table));
    let further = attacked.also.iter().map(|table| ("further release", *table));
    for (name, table) in
        [("original", *original), ("release", *release)].into_iter().chain(others).chain(further)
    {
        if table.rows() == 0 {
            return Err(AttackError::Empty { table: name });
        }
        if table.rows() >= u32::MAX as usize {
            return Err(AttackError::TooManyRows { table: name, rows: table.rows() });
        }
        if !original.columns().iter().any(|column| table.column(&column.name).is_some()) {
            return Err(AttackError::OtherColumns { table: name, original: names(original) });
        }
    }
    Ok(())
}

/// Refuses names that stand for nothing or for two things, and people who cannot be told apart.
fn check_names(attacked: &Attacked<'_>, request: &AttackRequest) -> Result<(), AttackError> {
    let named: Vec<&String> = request.known.iter().chain(&request.sensitive).chain(&request.unit).collect();
    for (place, name) in named.iter().enumerate() {
        if named[..place].contains(name) {
            return Err(AttackError::NamedTwice { name: (*name).clone() });
        }
    }
    let originals = [("original", Some(attacked.original)), ("control group", attacked.control)];
    let originals = originals.into_iter().filter_map(|(table, of)| Some((table, of?)));
    let tables = originals.clone().chain([("release", attacked.release)]);
    for (table, of) in tables {
        for name in request.known.iter().chain(&request.sensitive) {
            has_column(of, table, name)?;
        }
    }
    for release in &attacked.also {
        for name in &request.sensitive {
            has_column(release, "further release", name)?;
        }
        if !request.known.is_empty()
            && !request.known.iter().any(|name: &String| release.column(name).is_some())
        {
            let (table, known) = ("further release", request.known.clone());
            return Err(AttackError::NothingKnown { table, known });
        }
    }
    let Some(unit) = &request.unit else { return Ok(()) };
    let mut people = Vec::new();
    for (table, of) in originals {
        let column = has_column(of, table, unit)?;
        let records = column.codes.iter().filter(|&code| column.is_missing(code)).count();
        if records > 0 {
            return Err(AttackError::NoPerson { table, column: unit.clone(), records });
        }
        people.push(column);
    }
    let [original, control] = people[..] else { return Ok(()) };
    let original: BTreeSet<&str> = original.dictionary.iter().collect();
    let in_both = control.dictionary.iter().filter(|person| original.contains(person)).count();
    if in_both > 0 {
        return Err(AttackError::InBothGroups { column: unit.clone(), people: in_both });
    }
    Ok(())
}

fn names(table: &Table) -> Vec<String> {
    table.columns().iter().map(|column| column.name.clone()).collect()
}

fn has_column<'t>(of: &'t Table, table: &'static str, name: &str) -> Result<&'t Column, AttackError> {
    of.column(name).ok_or_else(|| AttackError::UnknownColumn {
        table,
        name: name.to_owned(),
        known: names(of),
    })
}

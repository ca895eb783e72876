//! Left-out columns that show that people have several rows.
//!
//! A value in several rows shows it only where the value is one person's. Names and telephones
//! repeat among namesakes and relatives.

use super::person_keys::{has_meaning, may_name_people, present};
use super::{Finding, Rule, Severity, columns};
use crate::grouping::Grouping;
use crate::numbers::{day_of, number_of};
use incog_data::{Column, ValueCounts};
use incog_privacy::Role;
use incog_roles::{
    Meaning, NameReading, Proposal, ProposedRole as Proposed, Reason, ValueKind, followed_by, read_name,
};
use std::collections::BTreeMap;

/// Days of a mean year.
const DAYS_OF_A_YEAR: f64 = 365.2425;

/// Rows of one person are seldom from more years than this.
const YEARS_OF_ONE: f64 = 10.0;

/// Names or ways to reach somebody, which relatives and namesakes share.
const SHARED: [Meaning; 4] = [Meaning::Name, Meaning::PersonName, Meaning::Telephone, Meaning::Email];

/// Words for people and their numbers; medical numbers may be those of visits.
const PEOPLE: [Meaning; 3] = [Meaning::Person, Meaning::PersonNumber, Meaning::NationalNumber];

/// A table with the proposals for its columns, and what they say of whose its rows are.
pub(super) struct LeftOut<'a, 't> {
    counts: &'a ValueCounts<'t>,
    proposals: &'a [Proposal],
    /// Whether a number of people is different in each row.
    has_one_row_each: bool,
    /// Whether a column names people in full, or numbers them.
    names_in_full: bool,
}

impl<'a, 't> LeftOut<'a, 't> {
    pub fn new(counts: &'a ValueCounts<'t>, proposals: &'a [Proposal]) -> Self {
        let columns: Vec<(&Column, &[u64])> = counts.columns().collect();
        let numbers = |(column, of_code): &(&Column, &[u64])| numbers_each_row(column, of_code);
        let in_full = |((column, _), proposal): (&(&Column, &[u64]), &Proposal)| {
            proposal.role.identifies() && (is_in_full(column, proposal) || is_number_of_people(column))
        };
        Self {
            counts,
            proposals,
            has_one_row_each: columns.iter().any(numbers),
            names_in_full: columns.iter().zip(proposals).any(in_full),
        }
    }

    /// What the column at a place shows.
    pub fn finding(&self, at: usize) -> Option<Finding> {
        let (column, of_code) = (self.column(at)?, self.counts.of_column(at));
        let is_shared = has_meaning(&self.proposals[at], &SHARED) || is_name(&self.proposals[at]);
        if !may_name_people(column, &self.proposals[at]) || is_shared && self.are_of_several(at) {
            return None;
        }
        columns::people_with_several_rows(column, of_code).map(|message| warning(column, message))
    }

    /// Whether equal names, or telephones, are those of several people.
    fn are_of_several(&self, at: usize) -> bool {
        // What settles an age and a sex is one person's, whatever the numbers say.
        if self.has_one_row_each && followed_by(self.counts, at).is_none() {
            return true;
        }
        if !is_name(&self.proposals[at]) {
            return false;
        }
        let Some(column) = self.column(at) else { return false };
        let is_part = !is_in_full(column, &self.proposals[at]);
        if is_part && self.names_in_full {
            return true;
        }
        let names = if is_part { self.parts() } else { vec![column] };
        let groups = Grouping::of_columns(names, self.counts.table().table().rows());
        self.are_namesakes(&groups)
    }

    /// The columns that have parts of names.
    fn parts(&self) -> Vec<&Column> {
        let columns = self.counts.columns().map(|(column, _)| column).zip(self.proposals);
        let is_part = |(column, proposal): &(&Column, &Proposal)| {
            proposal.role == Proposed::Identifier && is_name(proposal) && !is_in_full(column, proposal)
        };
        columns.filter(is_part).map(|(column, _)| column).collect()
    }

    /// Whether nobody has two rows of a group, or most rows that share a name are of people whose
    /// ages are far apart.
    fn are_namesakes(&self, groups: &Grouping) -> bool {
        let table = self.counts.table();
        let mut rows = vec![0u64; groups.len()];
        let mut span = vec![(f64::INFINITY, f64::NEG_INFINITY); groups.len()];
        let years = self.years();
        for (row, &group) in groups.of_row.iter().enumerate() {
            rows[group as usize] += table.count(row);
            let year = years.as_ref().and_then(|(column, years)| years[column.codes.at(row) as usize]);
            if let Some(year) = year {
                let (least, most) = span[group as usize];
                span[group as usize] = (least.min(year), most.max(year));
            }
        }
        let repeated = || rows.iter().zip(&span).filter(|(rows, _)| **rows > 1);
        let all: u64 = repeated().map(|(rows, _)| rows).sum();
        let apart: u64 = repeated()
            .filter(|(_, (least, most)): &(&u64, &(f64, f64))| most - least > YEARS_OF_ONE)
            .map(|(rows, _)| rows)
            .sum();
        apart * 3 >= all * 2
    }

    /// The first column that says how old somebody is, or when she was born, in years by code.
    fn years(&self) -> Option<(&Column, Vec<Option<f64>>)> {
        self.counts.columns().find_map(|(column, _)| {
            read_name(&column.name).first(&[Meaning::Birth, Meaning::Age])?;
            let years: Vec<Option<f64>> = column
                .dictionary
                .iter()
                .map(|text: &str| number_of(text).or_else(|| Some(day_of(text)? / DAYS_OF_A_YEAR)))
                .collect();
            let read = years.iter().flatten().count();
            (read > 0 && read * 2 >= years.len()).then_some((column, years))
        })
    }

    fn column(&self, at: usize) -> Option<&Column> {
        self.counts.table().table().columns().get(at)
    }
}

/// A warning that rows of one person may be counted as several people.
pub(super) fn warning(column: &Column, message: String) -> Finding {
    Finding {
        severity: Severity::Warning,
        rule: Rule::SeveralRows,
        column: column.name.clone(),
        about: None,
        message,
    }
}

/// The findings of all columns that are left out.
pub(super) fn lint_left_out<'a>(
    counts: &'a ValueCounts<'_>,
    proposals: &'a [Proposal],
    roles: &BTreeMap<String, Role>,
) -> Vec<Finding> {
    let left_out = LeftOut::new(counts, proposals);
    let is_left_out = |column: &Column| roles.get(&column.name) == Some(&Role::Identifier);
    let places = counts.columns().enumerate().filter(|(_, (column, _))| is_left_out(column));
    places.filter_map(|(at, _)| left_out.finding(at)).collect()
}

fn is_name(proposal: &Proposal) -> bool {
    let by_value = |reason: &Reason| {
        matches!(reason, Reason::Values { kind: ValueKind::PersonName | ValueKind::NamePart, .. })
    };
    has_meaning(proposal, &[Meaning::Name, Meaning::PersonName]) || proposal.reasons.iter().any(by_value)
}

/// Whether most values of a column of names have several words.
fn is_in_full(column: &Column, proposal: &Proposal) -> bool {
    let (mut all, mut several) = (0, 0);
    for text in present(column) {
        all += 1;
        several += usize::from(text.split([' ', ',', '.']).filter(|word| !word.is_empty()).count() > 1);
    }
    is_name(proposal) && several * 2 > all
}

/// Whether a column is a number of people by its name, and no other word makes it one of visits.
fn is_number_of_people(column: &Column) -> bool {
    let NameReading { hits, unknown } = read_name(&column.name);
    let is_part =
        |meaning: Meaning| PEOPLE.contains(&meaning) || matches!(meaning, Meaning::Number | Meaning::Medical);
    unknown == 0
        && hits.iter().any(|hit| PEOPLE.contains(&hit.meaning))
        && hits.iter().all(|hit| is_part(hit.meaning))
}

/// Whether each record has a number of people of its own.
pub(super) fn numbers_each_row(column: &Column, of_code: &[u64]) -> bool {
    is_number_of_people(column)
        && (0u32..)
            .zip(of_code)
            .all(|(code, records): (u32, &u64)| *records == 0 || *records == 1 && !column.is_missing(code))
}

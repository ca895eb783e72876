//! Columns that reveal the original value of a quasi-identifier.

use super::{Finding, Rule, Severity};
use crate::grouping::{Codes, Grouping};
use crate::numbers::says_something;
use incog_data::{Column, NarrowCodes, Table, ValueCounts, code_counts, may_agree_by_chance};
use incog_privacy::Role;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How many rows are used to refute a dependence quickly, before all rows are looked at.
const FIRST: usize = 4096;

/// Findings that are no danger, of one column at most: a table may have thousands of columns that
/// determine each other.
const TOLD: usize = 16;

/// Finds published columns whose value determines that of a quasi-identifier, as a broader or finer
/// group derived from it may do: reading the one undoes the generalization of the other.
///
/// A column that has a new value in most rows determines everything by being unique; it is reported
/// as a near-identifier instead.
pub(super) fn lint_dependence(counts: &ValueCounts<'_>, roles: &BTreeMap<String, Role>) -> Vec<Finding> {
    let pairs = Pairs::new(counts, roles);
    let mut told = vec![0; pairs.columns.len()];
    let mut findings = Vec::new();
    for target in pairs.targets() {
        for (source, told) in pairs.columns.iter().zip(&mut told) {
            // These are no danger; of the others none is left out.
            let is_none = matches!(pairs.role(source), Role::QuasiIdentifier | Role::Sensitive);
            if is_none && *told == TOLD {
                continue;
            }
            let Some(finding) = pairs.finding(source, target) else { continue };
            let is_danger = finding.severity == Severity::Danger;
            if is_danger || *told < TOLD {
                *told += usize::from(!is_danger);
                findings.push(finding);
            }
        }
    }
    findings
}

/// The insensitive columns that undo the generalization of a quasi-identifier, each with the first
/// that it undoes.
///
/// They are the dangers of [`Rule::Determines`] that [`lint`](super::lint()) finds of such columns;
/// where thousands of columns determine each other, these are found sooner, and with less memory.
pub fn undoing(table: &Table, roles: &BTreeMap<String, Role>) -> Vec<Finding> {
    let counts = ValueCounts::new(table);
    let pairs = Pairs::new(&counts, roles);
    let sources = pairs.columns.iter().filter(|source| pairs.role(source) == Role::Insensitive);
    let first = |source| {
        let mut found = pairs.targets().filter_map(|target| pairs.finding(source, target));
        found.find(|finding| finding.severity == Severity::Danger)
    };
    sources.filter_map(first).collect()
}

/// The columns of a table, each of which may determine another one.
struct Pairs<'a> {
    columns: Vec<Counted<'a>>,
    roles: &'a BTreeMap<String, Role>,
    records: usize,
}

impl<'a> Pairs<'a> {
    fn new(counts: &'a ValueCounts<'_>, roles: &'a BTreeMap<String, Role>) -> Self {
        let columns = counts.columns().map(|(column, of_code)| {
            Counted::new(column, Cow::Borrowed(&column.codes), Cow::Borrowed(of_code))
        });
        let columns = columns.collect();
        Self { columns, roles, records: counts.table().records() as usize }
    }

    fn role(&self, of: &Counted<'_>) -> Role {
        self.roles.get(&of.column.name).copied().unwrap_or_default()
    }

    fn targets(&self) -> impl Iterator<Item = &Counted<'a>> {
        self.columns.iter().filter(|target| self.role(target) == Role::QuasiIdentifier && target.used > 1)
    }

    /// What there is to say of a column beside a quasi-identifier: in all rows, or else in those
    /// where the quasi-identifier says something. A missing cell is no value that another column
    /// could determine.
    fn finding(&self, source: &Counted<'_>, target: &Counted<'_>) -> Option<Finding> {
        let role = self.role(source);
        if source.column.name == target.column.name || role.names_people() {
            return None;
        }
        dependence(source, target, role, self.records).or_else(|| {
            let first = target.told_rows(FIRST)?;
            may_depend(&source.in_rows(&first), &target.in_rows(&first)).then_some(())?;
            let told = target.told_rows(usize::MAX)?;
            dependence(&source.in_rows(&told), &target.in_rows(&told), role, told.len())
        })
    }
}

/// What there is to say of a column beside a quasi-identifier in so many records.
fn dependence(source: &Counted<'_>, target: &Counted<'_>, role: Role, records: usize) -> Option<Finding> {
    if !(2..=records / 2).contains(&source.used) || target.used < 2 {
        None
    } else if determines(source, target) {
        Some(finding(source, target, role))
    } else {
        let is_derived = role == Role::Insensitive && determines(target, source);
        is_derived.then(|| derived(source, target))
    }
}

/// Whether one of two columns determines the other.
fn may_depend(one: &Counted<'_>, other: &Counted<'_>) -> bool {
    determines(one, other) || determines(other, one)
}

/// A column, or some of its rows, whose values were counted.
struct Counted<'a> {
    column: &'a Column,
    /// The code of each row.
    codes: Cow<'a, NarrowCodes>,
    /// The records of each code.
    of_code: Cow<'a, [u64]>,
    /// Distinct values that occur.
    used: usize,
    /// Whether it says nothing in some rows: the cell is missing.
    is_silent: bool,
}

impl<'a> Counted<'a> {
    fn new(column: &'a Column, codes: Cow<'a, NarrowCodes>, of_code: Cow<'a, [u64]>) -> Self {
        let used = (0u32..).zip(of_code.iter()).filter(|(_, count)| **count > 0).map(|(code, _)| code);
        let is_silent = used.clone().any(|code| !says_something(column, code));
        let used = used.count();
        Self { column, codes, of_code, used, is_silent }
    }

    /// Some rows of the column, each as one record.
    fn in_rows(&self, rows: &[usize]) -> Counted<'a> {
        let codes = self.codes.of_items(rows.iter().copied());
        let of_code = code_counts(&codes, self.column.dictionary.len());
        Counted::new(self.column, Cow::Owned(codes), Cow::Owned(of_code))
    }

    /// Rows among the first ones where it says something; `None` where it does so in all rows.
    fn told_rows(&self, first: usize) -> Option<Vec<usize>> {
        let rows = 0..self.codes.len().min(first);
        let told = rows.filter(|row| says_something(self.column, self.codes.at(*row)));
        self.is_silent.then(|| told.collect())
    }
}

fn finding(source: &Counted<'_>, target: &Counted<'_>, role: Role) -> Finding {
    let (severity, advice) = match role {
        Role::QuasiIdentifier => (
            Severity::Note,
            "published finer than that column, it reveals more than the level of that \
                column",
        ),
        Role::Sensitive => (Severity::Warning, "it reveals that column, however far that is generalized"),
        _ if may_be_chance(source, target) => {
            (Severity::Warning, "this may be chance in so few rows; if it is not, leave it out")
        }
        _ => (
            Severity::Danger,
            "published unchanged, it undoes any generalization of that column; leave it out",
        ),
    };
    let message = format!(
        "each of its {} values occurs with only one value of {}: {advice}",
        source.used, target.column.name
    );
    found(source, target, severity, message)
}

fn found(source: &Counted<'_>, target: &Counted<'_>, severity: Severity, message: String) -> Finding {
    let (column, about) = (source.column.name.clone(), Some(target.column.name.clone()));
    Finding { severity, rule: Rule::Determines, column, about, message }
}

/// Whether two columns that have nothing to do with each other could look like this: rows that
/// agree in `source` agree in `target` each with the chance that two rows do.
fn may_be_chance(source: &Counted<'_>, target: &Counted<'_>) -> bool {
    may_agree_by_chance(&target.of_code, target.of_code.iter().sum(), source.used as u64)
}

fn derived(source: &Counted<'_>, target: &Counted<'_>) -> Finding {
    let message = format!(
        "is derived from {}: each of its {} values covers a group of that column's {} values, and is \
         published even if that column is generalized further; leave it out, or give it the role \
         quasi-identifier",
        target.column.name, source.used, target.used
    );
    let severity = if may_be_chance(target, source) { Severity::Warning } else { Severity::Danger };
    found(source, target, severity, message)
}

/// Whether rows that agree in `source` always agree in `target`.
fn determines(source: &Counted<'_>, target: &Counted<'_>) -> bool {
    let rows = source.codes.len();
    let holds = |rows: usize| {
        let both = [source, target]
            .map(|counted| Codes { of_row: &counted.codes, values: counted.column.dictionary.len() });
        Grouping::by(&both, rows).len() == Grouping::by(&both[..1], rows).len()
    };
    holds(rows.min(FIRST)) && holds(rows)
}

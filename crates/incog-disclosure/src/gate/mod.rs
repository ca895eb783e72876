//! What must not be published, unless somebody accepts it.

mod audited;
mod class_demands;
mod copies;
mod derived;
mod households;
mod idle_waivers;
mod labels;
mod nearest;
mod notes;
mod outliers;
mod singling;
mod split_values;

pub use audited::AuditedTable;
pub use class_demands::ClassDemands;
pub use copies::is_perturbed;
pub use idle_waivers::idle_waivers;
pub use nearest::{nearest, open_nearest};
pub use notes::warnings;
pub use singling::blur_of;
pub use singling::{k_of, moves_several, noisy, of_release, open};

use crate::DisclosureError;
use crate::GateError;
use crate::dangers::Dangers;
use crate::job::{Terms, Unit};
use incog_audit::{Finding, Rule, Severity, known_rows, linked_rows, lint};
use incog_card::is_planted;
use incog_data::{Column, CountedTable, Table};
use incog_privacy::Role;
use notes::{KindOfNote, one_of_each_kind};
use std::collections::BTreeMap;

/// Refuses to publish a table on these terms where that would be a danger that nobody answers for;
/// otherwise what should be looked at although it keeps nothing from being published.
pub fn check(terms: &Terms, table: CountedTable<'_>) -> Result<Vec<String>, DisclosureError> {
    let (given_back, mut warnings) = given_back(terms, table);
    let linted = linted(terms, table);
    let unnamed = unnamed_people(terms, &linted);
    let open = without_waived(terms, dangers(terms, table, linted, given_back));
    if open.is_empty() {
        warnings.extend(unnamed);
        warnings.extend(households::warning(terms, table.table()));
        warnings.extend(split_values::warning(terms, table.table()));
        Ok(warnings)
    } else {
        Err(DisclosureError::Gate(GateError::Unsafe(Dangers::new(open))))
    }
}

/// Refuses to publish columns that a treatment has changed where other columns give their originals
/// back, or where chance perturbs copies of one column, unless a waiver accepts it. `originals` are
/// those columns before treatment.
pub fn check_treated(terms: &Terms, originals: &[Column], treated: &Table) -> Result<(), DisclosureError> {
    let found = derived::given_back_treated(terms, originals, treated).into_iter();
    let found = found.chain(copies::perturbed_twice(terms, originals));
    let dangers: Vec<Finding> = found.filter(|finding| finding.severity == Severity::Danger).collect();
    let open = without_waived(terms, dangers);
    if open.is_empty() { Ok(()) } else { Err(DisclosureError::Gate(GateError::Unsafe(Dangers::new(open)))) }
}

/// The dangers that nobody answers for of a release whose labels, with a column that is published
/// beside them, tell more of another quasi-identifier than its own label. `originals` are the
/// quasi-identifiers of its records before they were generalized.
pub fn open_labels(terms: &Terms, released: CountedTable<'_>, originals: &[Column]) -> Vec<Finding> {
    without_waived(terms, labels::narrowed_labels(terms, released, originals))
}

/// The part of [`check`] that depends on models and suppression: columns that single people out.
pub fn check_singling(terms: &Terms, table: CountedTable<'_>) -> Result<(), DisclosureError> {
    let open = open(terms, &singling::of_any_release(terms, table));
    if open.is_empty() { Ok(()) } else { Err(DisclosureError::Gate(GateError::Unsafe(Dangers::new(open)))) }
}

/// The dangers of publishing a table on these terms, without those that somebody answers for.
pub fn open_dangers(terms: &Terms, table: CountedTable<'_>) -> Vec<Finding> {
    let (given_back, _) = given_back(terms, table);
    without_waived(terms, dangers(terms, table, linted(terms, table), given_back))
}

fn without_waived(terms: &Terms, mut found: Vec<Finding>) -> Vec<Finding> {
    if is_planted("the gate is open") {
        found.clear();
    }
    found.retain(|finding| !terms.waivers.contains_key(&finding.key()));
    found
}

/// The published columns that give a quasi-identifier back: dangers, and the words of warnings that
/// nobody has answered.
fn given_back(terms: &Terms, table: CountedTable<'_>) -> (Vec<Finding>, Vec<String>) {
    let found = derived::given_back(terms, table).into_iter();
    let (dangers, mild): (Vec<Finding>, Vec<Finding>) =
        found.partition(|finding| finding.severity == Severity::Danger);
    let mild = without_waived(terms, mild).into_iter().map(|finding| KindOfNote {
        text: format!("{}: {}", finding.column, finding.message),
        kind: (finding.rule, finding.about),
        columns: finding.column,
    });
    (dangers, one_of_each_kind(mild))
}

fn linted(terms: &Terms, table: CountedTable<'_>) -> Vec<Finding> {
    let roles: BTreeMap<String, Role> =
        terms.columns.iter().map(|(name, column)| (name.clone(), column.role)).collect();
    lint(table, &roles, &BTreeMap::new())
}

/// The warning that people seem to have several records, where nobody said what is counted.
fn unnamed_people(terms: &Terms, linted: &[Finding]) -> Option<String> {
    let found = linted.iter().find(|finding| finding.rule == Rule::UnnamedPeople);
    found.filter(|_| terms.unit == Unit::Unset).map(|finding| finding.message.clone())
}

/// What is dangerous about the columns that would be published as they are, and about counting
/// records where people may have several.
fn dangers(
    terms: &Terms,
    table: CountedTable<'_>,
    linted: Vec<Finding>,
    given_back: Vec<Finding>,
) -> Vec<Finding> {
    let is_danger = |finding: &Finding| match terms.role(&finding.column) {
        Role::Identifier => finding.rule == Rule::SeveralRows && terms.unit == Unit::Unset,
        Role::Sensitive | Role::Insensitive => finding.severity == Severity::Danger,
        Role::Provider => finding.severity == Severity::Danger && terms.release.provider,
        // The models are about what is generalized, and about whom it says whose a row is; the
        // others are not published. What a quasi-identifier's own values say of somebody is
        // published where it is not generalized.
        Role::QuasiIdentifier => match finding.rule {
            Rule::Identifying => may_be_original(terms, &finding.column),
            rule => rule == Rule::SeveralRows && terms.unit == Unit::Unset,
        },
        Role::Person | Role::Household => {
            finding.rule == Rule::Variants && terms.unit.column() == Some(&finding.column)
        }
        Role::OwnK | Role::Undecided => false,
    };
    let found = linted.into_iter().filter(is_danger).chain(linked(terms, table));
    let found = found.chain(singling::joined(terms, table.table()));
    let singled = singling::of_any_release(terms, table).into_iter().map(|one| one.finding());
    found
        .chain(singled)
        .chain(given_back)
        .map(|finding| Finding { severity: Severity::Danger, ..finding })
        .collect()
}

/// Whether values of a quasi-identifier may be published as they are.
fn may_be_original(terms: &Terms, column: &str) -> bool {
    terms.columns.get(column).is_none_or(|column| column.min_level.unwrap_or(0) == 0)
}

/// That pseudonyms join rows of one person, where they do.
fn linked<'a>(terms: &'a Terms, table: CountedTable<'a>) -> impl Iterator<Item = Finding> + 'a {
    let quasi_identifiers: Vec<&str> = terms.with_role(Role::QuasiIdentifier).collect();
    let people = table.table().columns().iter().filter(|column| terms.role(&column.name).names_people());
    let people = people.filter(|column| terms.publishes(&column.name));
    let found = move |column| {
        linked_rows(table.table(), column, &quasi_identifiers)
            .or_else(|| known_rows(&singling::of_joined_rows(terms, table, column)))
    };
    people.filter_map(found).map(|finding| about_shifts(terms, finding))
}

/// The finding, with what rows that are joined tell of the days by which their dates were moved.
fn about_shifts(terms: &Terms, finding: Finding) -> Finding {
    let shifted: Vec<&str> = terms
        .treatments()
        .map(|(name, _)| name)
        .filter(|name| terms.most_days_moved(name).is_some())
        .collect();
    if shifted.is_empty() {
        return finding;
    }
    let message = format!(
        "{}; the dates in {} are shifted by one number of days per person: days without events, such as \
         weekends, rule out most numbers (weeks = true shifts by whole weeks), and an exact age at such a \
         date usually leaves one number for a known birthday",
        finding.message,
        shifted.join(", ")
    );
    Finding { message, ..finding }
}

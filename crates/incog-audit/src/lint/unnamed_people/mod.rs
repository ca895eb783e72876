//! People who seem to have several records, where no column says whose a record is.
//!
//! Two people of one place and sex are as often of the same age as a year apart. Records of one
//! person have the same age each time. So equal ages, or days of birth, are compared with
//! neighbouring ones, among records that agree in all other quasi-identifiers.

mod equal_shares;
mod kinds;

use super::several_rows::numbers_each_row;
use super::{Finding, Rule, Severity};
use equal_shares::equal_shares;
use incog_data::ValueCounts;
use incog_privacy::Role;
use kinds::{Kinds, is_age};
use std::collections::BTreeMap;

/// Whether people seem to have several records, and no column says whose they are.
pub(super) fn lint_unnamed_people(
    counts: &ValueCounts<'_>,
    roles: &BTreeMap<String, Role>,
) -> Option<Finding> {
    let (mut quasi_identifiers, mut others) = (Vec::new(), Vec::new());
    for (column, of_code) in counts.columns() {
        match roles.get(&column.name) {
            Some(Role::Person | Role::Household) => return None,
            Some(Role::Identifier) if numbers_each_row(column, of_code) => return None,
            Some(Role::QuasiIdentifier) => quasi_identifiers.push(column),
            Some(Role::Sensitive | Role::Insensitive) => others.push(column),
            _ => {}
        }
    }
    let rows = counts.table().table().rows();
    if let Some(found) = equal_shares(&quasi_identifiers, &others, rows) {
        return Some(found);
    }
    if !quasi_identifiers.iter().any(|column| is_age(column)) {
        return None;
    }
    let people = Kinds::new(&quasi_identifiers, rows, counts.table().counts());
    let times = people.most_times()?;
    let names: Vec<&str> = quasi_identifiers.iter().map(|column| column.name.as_str()).collect();
    Some(Finding {
        severity: Severity::Warning,
        rule: Rule::UnnamedPeople,
        column: names.join(" + "),
        about: None,
        message: format!(
            "{} of {} records agree with another one in all quasi-identifiers, {times:.0} times as often as \
             in a table of one record a person: some people seem to have several records, and then a class of \
             records has fewer people. Add the column that says whose a record is (role \"person\"; it is not \
             published), or set unit = \"record\" if each record is about another person",
            people.repeated(),
            people.records()
        ),
    })
}

#[cfg(test)]
mod tests;

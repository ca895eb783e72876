//! Identifiers in a written release, by the roles that the job states.
//!
//! Nothing here asks what the release was to have (`Terms::publishes`): a mistake there would be
//! repeated.

use crate::job::{HierarchySource, Role, Terms};
use incog_audit::{PublishedIdentifier, published_identifiers};
use incog_data::{HierarchySpec, Table};

/// The columns of a written release that name people: by their own names, or under the name of
/// another column.
pub fn identifiers_in(terms: &Terms, input: &Table, release: &Table) -> Vec<PublishedIdentifier> {
    let names_people = |role: Role| matches!(role, Role::Identifier | Role::Person | Role::Household);
    let stated = terms.columns.iter().filter(|(_, column)| names_people(column.role));
    let untreated = stated.filter(|(_, column)| column.treatment.is_none());
    let identifiers: Vec<&str> = untreated.map(|(name, _)| name.as_str()).collect();
    let mut labelled_by = Vec::new();
    for (name, column) in &terms.columns {
        if let Some(HierarchySource::Made(HierarchySpec::Columns(above))) = &column.hierarchy {
            labelled_by.extend(above.columns.iter().map(|above| (name.as_str(), above.as_str())));
        }
    }
    published_identifiers(input, release, &identifiers, &labelled_by)
}

/// Says in words what was found: each column of the release, and whose values it has.
pub fn told(found: &[PublishedIdentifier]) -> String {
    let one = |found: &PublishedIdentifier| match found.by_name {
        true => format!("{:?}", found.column),
        false => format!("{:?}, which has the values of {:?}", found.column, found.identifier),
    };
    found.iter().map(one).collect::<Vec<_>>().join(", ")
}

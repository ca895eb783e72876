//! Published columns that give others back, and what the order of the rows tells.

use super::singling::published;
use crate::job::{ReleaseOrder, Role, Terms};
use incog_audit::{
    Blur, DerivedRequest, DerivedTarget, Finding, PublishedColumn, follows_from_known, gives_back,
    told_by_order,
};
use incog_data::{Column, CountedTable, Table};

/// Treatments after which a column still has values of its kind, other ones.
const MOVES_OR_REPLACES: [&str; 6] =
    ["first-of", "noise", "post-randomization", "round", "shift-days", "top-and-bottom"];

/// Treatments that make something coarser of a date that others know.
const OF_KNOWN_DATES: [&str; 4] = ["age-at", "age-on", "first-of", "period-start"];

/// The published columns, and the order of the rows, that give the original of a quasi-identifier
/// back, and those that follow from a part of a name that is left out.
pub(super) fn given_back(terms: &Terms, table: CountedTable<'_>) -> Vec<Finding> {
    let quasi_identifiers: Vec<&Column> = (table.table().columns().iter())
        .filter(|column| terms.role(&column.name) == Role::QuasiIdentifier)
        .collect();
    let is_exact =
        |column: &&Column| terms.columns.get(&column.name).is_some_and(|column| column.max_level == Some(0));
    let exact = quasi_identifiers.iter().copied().filter(is_exact).map(|column| PublishedColumn {
        column,
        role: Role::QuasiIdentifier,
        blur: Blur::None,
    });
    let mut sources = published(terms, table.table(), |name| !terms.is_made_of_others(name));
    sources.extend(exact);
    let names = table.table().columns().iter().filter(|column| is_left_out_name(terms, column));
    let follow = follows_from_known(&names.collect::<Vec<_>>(), &sources);
    let is_in_order = terms.release.order == ReleaseOrder::Input;
    let mut found = gives_back(&DerivedRequest {
        targets: quasi_identifiers.into_iter().map(DerivedTarget::generalized).collect(),
        sources,
        rows: table.table().rows(),
        is_in_order,
    });
    found.extend(follow);
    if is_in_order {
        found.extend(told_by_the_order(terms, table.table()));
    }
    found
}

/// Whether a column that is not published has names or addresses: most values have letters, and
/// blanks where they have digits.
fn is_left_out_name(terms: &Terms, column: &Column) -> bool {
    let is_left_out = terms.role(&column.name).names_people() && !terms.publishes(&column.name);
    let names = column.dictionary.iter().filter(|text| is_name(text));
    is_left_out && names.count() * 2 > column.dictionary.iter().len()
}

fn is_name(text: &str) -> bool {
    let has_digits = text.contains(|sign: char| sign.is_ascii_digit());
    text.contains(char::is_alphabetic) && (!has_digits || text.trim().contains(' '))
}

/// What the order of the rows tells of columns that are not published.
fn told_by_the_order(terms: &Terms, table: &Table) -> Vec<Finding> {
    let left_out = table.columns().iter().filter(|column| !terms.publishes(&column.name));
    let left_out: Vec<&Column> =
        left_out.filter(|column| terms.role(&column.name) != Role::QuasiIdentifier).collect();
    let person = terms.people().filter(|people| !terms.publishes(people));
    told_by_order(&left_out, person.and_then(|people| table.column(people)), table.rows())
}

/// The columns of a treated table that give the original of a column back which a treatment
/// changes; `originals` are those columns before treatment.
pub(super) fn given_back_treated(terms: &Terms, originals: &[Column], treated: &Table) -> Vec<Finding> {
    // Classes are given one value after the search: until then the table has the original.
    let aggregated = treated.columns().iter().filter(|column| terms.aggregate_of(&column.name).is_some());
    let sources = published(terms, treated, |name| !terms.is_made_of_others(name));
    let known: Vec<&Column> = originals.iter().filter(|original| is_known_date(terms, original)).collect();
    let mut found = follows_from_known(&known, &sources);
    found.extend(gives_back(&DerivedRequest {
        targets: originals
            .iter()
            .chain(aggregated)
            .filter_map(|original| target_of(terms, original, treated))
            .collect(),
        sources,
        rows: treated.rows(),
        is_in_order: false,
    }));
    found
}

/// Whether others know the original of a column, a date of which something coarser is published.
fn is_known_date(terms: &Terms, original: &Column) -> bool {
    let treatment = terms.treatment_of(&original.name).map(|treatment| treatment.spec.name());
    let is_of_date = treatment.is_some_and(|treatment| OF_KNOWN_DATES.contains(&treatment));
    terms.role(&original.name) == Role::QuasiIdentifier && is_of_date
}

/// The original of a column that a treatment moves or replaces, or whose classes are given one
/// value.
fn target_of<'t>(terms: &Terms, original: &'t Column, treated: &'t Table) -> Option<DerivedTarget<'t>> {
    let name = &original.name;
    if terms.aggregate_of(name).is_some() {
        return Some(DerivedTarget { original, published: None, is_treated: true });
    }
    let treatment = terms.treatment_of(name)?.spec.name();
    MOVES_OR_REPLACES.contains(&treatment).then_some(())?;
    let published = Some(treated.column(name)?);
    Some(DerivedTarget { original, published, is_treated: true })
}

//! Columns that are published value by value, and single people out.

use super::class_demands::ClassDemands;
use super::outliers::singled_out_with_outliers;
use crate::job::{Role, Terms, most_days};
use incog_audit::{
    Blur, Criterion, Finding, KnownRowsRequest, PublishedColumn, Severity, SingledOut, Singling,
    SinglingRequest, continued_rows, criteria, followed_columns, required_k,
};
use incog_card::is_planted;
use incog_data::{Column, CountedTable, Table};
use incog_treatment::{NeededKey, TreatmentSpec};
use std::collections::{BTreeMap, BTreeSet};

/// The largest k that a model asks for. A c-mixture asks for a share of all records, which is no
/// number of lookalikes.
pub fn k_of<'c>(criteria: impl IntoIterator<Item = &'c Criterion>) -> u64 {
    required_k(criteria.into_iter().filter(|criterion| criterion.model() != "c-mixture"))
}

/// The largest k that the models of a job ask for.
pub(super) fn demanded_k(terms: &Terms, table: CountedTable<'_>) -> u64 {
    k_of(&criteria(&terms.demand(table.table()), table))
}

/// What the published columns of a release single out; `people` says whose each record is.
pub fn of_release(
    terms: &Terms,
    released: CountedTable<'_>,
    people: Option<&Column>,
    asked: &ClassDemands,
) -> Vec<SingledOut> {
    let request = SinglingRequest {
        columns: published(terms, released.table(), |_| true),
        labels: labels_of(terms, released.table()),
        people,
        counts: released.counts(),
        rows: released.table().rows(),
        k: asked.k,
        values: asked.values.clone(),
    };
    let mut found = singled_out_with_outliers(released, &request);
    // A published name joins the rows already, which has a finding and a waiver of its own.
    let is_named = terms.people().is_some_and(|people| terms.publishes(people));
    found.retain(|one| !is_named || one.by != Singling::LinkedRows);
    found
}

pub(super) fn labels_of<'t>(terms: &Terms, released: &'t Table) -> Vec<&'t Column> {
    let columns = released.columns().iter();
    columns.filter(|column| terms.role(&column.name) == Role::QuasiIdentifier).collect()
}

/// What any release of a table would single out, whichever records are suppressed: it is refused
/// before anything is searched for. Columns that are made of several records are left to the
/// measurement of the release.
pub(super) fn of_any_release(terms: &Terms, table: CountedTable<'_>) -> Vec<SingledOut> {
    let k = k_of(&criteria(&terms.demand(table.table()), table));
    let request = SinglingRequest {
        columns: published(terms, table.table(), |name| !terms.is_made_of_others(name)),
        labels: Vec::new(),
        people: terms.people().and_then(|people| table.column(people)),
        counts: table.counts(),
        rows: table.table().rows(),
        k,
        values: BTreeMap::new(),
    };
    let suppressed = terms.suppression.records(table.records() as usize);
    singled_out_with_outliers(table, &request)
        .into_iter()
        .filter(|found| found.is_certain(suppressed))
        .collect()
}

/// What others may know of the rows of people that a published pseudonym joins, in any release of a
/// table. What a secret changes cell by cell nobody knows.
pub(super) fn of_joined_rows<'t>(
    terms: &Terms,
    table: CountedTable<'t>,
    person: &'t Column,
) -> KnownRowsRequest<'t> {
    let is_known = |name: &str| {
        let key = terms.treatment_of(name).map(|treatment| treatment.spec.needed_key());
        !terms.is_made_of_others(name)
            && (matches!(key, None | Some(NeededKey::None)) || moved_with(terms, name).is_some())
    };
    KnownRowsRequest {
        person,
        columns: published(terms, table.table(), is_known),
        counts: table.counts(),
        k: demanded_k(terms, table),
    }
}

/// Published columns by which the rows of a person continue each other, and those that follow from
/// her other rows. A published name joins them already.
pub(super) fn joined(terms: &Terms, table: &Table) -> Vec<Finding> {
    let people = terms.people().filter(|people| !terms.publishes(people));
    let Some(person) = people.and_then(|people| table.column(people)) else { return Vec::new() };
    let published = published(terms, table, |name| !terms.is_made_of_others(name));
    let columns: Vec<&Column> = published.iter().map(|one| one.column).collect();
    let exact = || published.iter().filter(|one| one.blur == Blur::None);
    let hidden = exact().filter(|one| one.role == Role::Sensitive).map(|one| one.column);
    let known = labels_of(terms, table).into_iter().chain(exact().map(|one| one.column));
    let mut found = continued_rows(person, &columns);
    found.extend(followed_columns(person, known.collect(), &hidden.collect::<Vec<&Column>>()));
    found
}

/// The columns of a table that are published value by value. Pseudonyms say nothing to those who
/// have no key, and what stands for a class is as little known as its label.
pub(super) fn published<'t>(
    terms: &Terms,
    table: &'t Table,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<PublishedColumn<'t>> {
    let is_published = |column: &&Column| {
        let role = terms.role(&column.name);
        role != Role::QuasiIdentifier
            && !role.names_people()
            && terms.publishes(&column.name)
            && terms.aggregate_of(&column.name).is_none()
            && is_wanted(&column.name)
    };
    described(terms, table.columns().iter().filter(is_published))
}

/// Columns with what others may know of them.
pub(super) fn described<'t>(
    terms: &Terms,
    columns: impl Iterator<Item = &'t Column>,
) -> Vec<PublishedColumn<'t>> {
    let keys: BTreeSet<String> = terms.treatments().filter_map(|(name, _)| moved_with(terms, name)).collect();
    let described = columns.map(|column| {
        let blur = blur(terms, &column.name, &keys);
        PublishedColumn { column, role: terms.role(&column.name), blur }
    });
    described.collect()
}

/// The columns of a table that noise has moved.
pub fn noisy<'t>(terms: &Terms, table: &'t Table) -> Vec<PublishedColumn<'t>> {
    let is_noisy =
        |name: &str| terms.treatment_of(name).is_some_and(|treatment| treatment.spec.name() == "noise");
    published(terms, table, is_noisy)
}

/// How far published values are from those that somebody may know.
fn blur(terms: &Terms, column: &str, keys: &BTreeSet<String>) -> Blur {
    let Some(treatment) = terms.treatment_of(column) else { return Blur::None };
    let key = moved_with(terms, column).and_then(|key| keys.iter().position(|one| *one == key));
    blur_of(&treatment.spec, key.unwrap_or_default())
}

/// How far a treatment moves values; `key` is what dates have in common that are moved together.
pub fn blur_of(spec: &TreatmentSpec, key: usize) -> Blur {
    let parameters = spec.parameters();
    match spec.name() {
        "noise" => match (parameters.number("noise"), parameters.word("kind")) {
            (Ok(share), Ok("multiplicative")) => Blur::from_relative_noise(share),
            (Ok(deviation), _) => Blur::from_noise(deviation),
            _ => Blur::None,
        },
        "round" if parameters.is_on("random") => {
            parameters.number("round").map_or(Blur::None, Blur::Multiples)
        }
        // A public report has no list of the categories, some of which are drawn again.
        "post-randomization" => {
            parameters.number("pram").map_or(Blur::None, |kept| Blur::Replaced(1.0 - kept))
        }
        _ => most_days(spec).map_or(Blur::None, |most| Blur::Days { most: most as f64, key }),
    }
}

/// What the dates of a column have in common with those that are moved by as many days.
pub(super) fn moved_with(terms: &Terms, column: &str) -> Option<String> {
    let most = terms.most_days_moved(column)?;
    // A public report has no path of the key: then all are taken for one.
    let key = terms.treatment_of(column)?.key.as_ref();
    Some(format!("{most} {}", key.map(|path| path.display().to_string()).unwrap_or_default()))
}

/// Whether several columns have dates that are moved by person.
pub fn moves_several(terms: &Terms) -> bool {
    terms.treatments().filter(|(name, _)| moved_with(terms, name).is_some()).count() > 1
}

/// The dangers that nobody answers for.
pub fn open(terms: &Terms, found: &[SingledOut]) -> Vec<Finding> {
    if is_planted("the gate is open") {
        return Vec::new();
    }
    let dangers = found.iter().filter(|one| one.severity == Severity::Danger).map(SingledOut::finding);
    dangers.filter(|finding| !terms.waivers.contains_key(&finding.key())).collect()
}

//! The hierarchies of a job for a table, and what happens to values that they do not have.

use super::lasting::lasting_hierarchy;
use super::{HierarchyNote, build_noting};
use crate::DisclosureError;
use crate::job::{ColumnJob, HierarchySource, Pins, Role, SuppressedAs, Terms, UnknownValues};
use crate::proposed_hierarchy::by_default;
use crate::{HierarchyInputError, PinnedHierarchyError, ReleaseError};
use incog_audit::AuditError;
use incog_data::{
    BuildError, Column, Dictionary, DictionaryBuilder, Hierarchy, HierarchySpec, NotNumbers, Order,
    QuasiIdentifier, QuasiIdentifierError, Table, Values,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The hierarchies of the columns of a job.
#[derive(Debug, Default)]
pub struct ResolvedHierarchies {
    /// Those of quasi-identifiers and of sensitive columns that have one.
    pub hierarchies: BTreeMap<String, Arc<Hierarchy>>,
    /// Where those of quasi-identifiers come from; where the job does not say, as it was made.
    pub sources: BTreeMap<String, HierarchySource>,
    /// The quasi-identifiers for which the job gives none.
    pub made_by_default: BTreeSet<String>,
    /// What should be looked at in the files.
    pub notes: Vec<HierarchyNote>,
}

impl ResolvedHierarchies {
    /// How those were made for which the job gives none.
    pub fn made(&self) -> impl Iterator<Item = (&String, &HierarchySource)> {
        self.sources.iter().filter(|(name, _)| self.made_by_default.contains(*name))
    }
}

/// Reads and makes the hierarchies of a job for a table. Values that have no place in theirs are
/// refused, or, where the job says so, replaced in the table by the root.
pub fn resolve_hierarchies(
    terms: &Terms,
    mut table: Table,
) -> Result<(Table, ResolvedHierarchies), DisclosureError> {
    let pins = Pins::load(&terms.hierarchy)?;
    check_columns(terms, &table)?;
    check_aggregates(terms, &table)?;
    let mut settled = ResolvedHierarchies::default();
    let mut replaced: Vec<Column> = Vec::new();
    for column in table.columns() {
        let Some(wanted) = terms.columns.get(&column.name) else { continue };
        match (wanted.role, &wanted.hierarchy) {
            (Role::QuasiIdentifier, _) => {
                let one = OneColumn { terms, wanted, column, table: &table, pins: &pins };
                replaced.extend(one.resolve_hierarchies(&mut settled)?);
            }
            (Role::Sensitive, Some(source)) => {
                let hierarchy = build_noting(source, column, &table, &mut settled.notes)?;
                settled.hierarchies.insert(column.name.clone(), hierarchy);
            }
            _ => {}
        }
    }
    for column in replaced {
        table = table.with_replaced(column)?;
    }
    Ok((table, settled))
}

/// Every column of the job that must be in the table is there.
pub(crate) fn check_columns(terms: &Terms, table: &Table) -> Result<(), DisclosureError> {
    // A release has neither identifiers nor, mostly, providers.
    let Some((name, _)) = terms.columns.iter().find(|(name, wanted): &(&String, &ColumnJob)| {
        table.column(name).is_none() && !wanted.role.may_be_left_out()
    }) else {
        return Ok(());
    };
    let known = table.columns().iter().map(|column| column.name.clone()).collect();
    Err(AuditError::UnknownColumn { table: "input", name: name.clone(), known }.into())
}

/// The values of a column of which aggregates are taken are of their kind.
fn check_aggregates(terms: &Terms, table: &Table) -> Result<(), DisclosureError> {
    let checked = |column: &Column| match terms.aggregate_of(&column.name) {
        None => Ok(()),
        Some(aggregate) => aggregate.check(column).map_err(|NotNumbers { others, values }| {
            if terms.role(&column.name) == Role::QuasiIdentifier {
                return PinnedHierarchyError::NotNumbers { column: column.name.clone(), values: others }
                    .into();
            }
            let aggregate = aggregate.name();
            DisclosureError::Release(ReleaseError::NotAggregated {
                column: column.name.clone(),
                aggregate,
                others,
                values,
            })
        }),
    };
    table.columns().iter().try_for_each(checked)
}

/// The hierarchies of a table that are made where a job gives none, after the plan with these pins
/// if there is one.
pub fn made_by_default(
    terms: &Terms,
    table: &Table,
    pins: &Pins,
) -> Result<BTreeMap<String, HierarchySource>, DisclosureError> {
    let made = |column: &Column| {
        let wanted = terms.columns.get(&column.name)?;
        let is_made = wanted.role == Role::QuasiIdentifier && wanted.hierarchy.is_none();
        let source = is_made.then(|| source_by_default(terms, wanted, column, pins))?;
        Some(source.map(|source| (column.name.clone(), source)))
    };
    table.columns().iter().filter_map(made).collect()
}

/// The hierarchy of a column where the job gives none: that of the plan, or the one that its values
/// ask for.
fn source_by_default(
    terms: &Terms,
    wanted: &ColumnJob,
    column: &Column,
    pins: &Pins,
) -> Result<HierarchySource, DisclosureError> {
    let default = || HierarchySource::Made(by_default(column));
    Ok(match pins.by_default(&column.name)?.unwrap_or_else(default) {
        HierarchySource::Made(spec) => {
            HierarchySource::Made(spec.labelled(terms.release.labels).published_as(wanted.publish))
        }
        stated => stated,
    })
}

/// A quasi-identifier whose hierarchy is settled.
struct OneColumn<'a> {
    terms: &'a Terms,
    wanted: &'a ColumnJob,
    column: &'a Column,
    table: &'a Table,
    pins: &'a Pins,
}

impl OneColumn<'_> {
    /// The column, with the root in place of values that are not in the hierarchy, if there are
    /// any.
    fn resolve_hierarchies(
        &self,
        settled: &mut ResolvedHierarchies,
    ) -> Result<Option<Column>, DisclosureError> {
        let name = &self.column.name;
        if self.wanted.hierarchy.is_none() {
            settled.made_by_default.insert(name.clone());
        }
        let source = self.source()?;
        let plain = self.plain_values(&source)?;
        let of_plain = OneColumn { column: plain.as_ref().unwrap_or(self.column), ..*self };
        let hierarchy = of_plain.hierarchy(&source, settled)?;
        self.check_empty_cells(&hierarchy)?;
        let (mut hierarchy, column) = of_plain.unknown_values(hierarchy)?;
        // The domain of a file must not tell whether a suppressed record has a value that the file
        // does not know.
        if self.unknown_at_top() && matches!(source, HierarchySource::File(_)) {
            hierarchy = Arc::new(hierarchy.with_root_as_value());
        }
        settled.sources.insert(name.clone(), source);
        settled.hierarchies.insert(name.clone(), hierarchy);
        Ok(column.or(plain))
    }

    /// The column with its values as they are published, where that is as numbers.
    fn plain_values(&self, source: &HierarchySource) -> Result<Option<Column>, DisclosureError> {
        let publish = self.wanted.publish;
        if !publish.is_numeric() {
            return Ok(None);
        }
        let column = self.column.name.clone();
        let mut others = publish.columns(&column).into_iter().filter(|name| *name != column);
        if let Some(taken) = others.find(|name| self.table.column(name).is_some()) {
            return Err(DisclosureError::Release(ReleaseError::BoundsColumnTaken { column, taken }));
        }
        match source {
            HierarchySource::Made(spec) => Ok(Some(spec.plain_values(self.column.clone())?)),
            _ => Err(BuildError::NotOfNumbers { column }.into()),
        }
    }

    /// Refuses empty cells that could be one thing or another: below the root only one kind of
    /// label is empty.
    fn check_empty_cells(&self, hierarchy: &Hierarchy) -> Result<(), DisclosureError> {
        let root = hierarchy.root_label();
        let is_empty = |level: usize| hierarchy.labels(level).iter().any(|label| label == root);
        if !self.wanted.publish.is_numeric() || !(0..hierarchy.height()).any(is_empty) {
            return Ok(());
        }
        let column = || self.column.name.clone();
        if self.terms.suppression.shown_as == SuppressedAs::Star {
            let what = "suppressed records and values without a number (missing values; for midpoints also \
                open intervals)";
            return Err(DisclosureError::Release(ReleaseError::AlikeCells { column: column(), what }));
        }
        if self.unknown_at_top() && !self.pins.is_empty() {
            let what = "values missing from the hierarchy and values without a number (missing values; for \
                midpoints also open intervals)";
            return Err(DisclosureError::Release(ReleaseError::AlikeCells { column: column(), what }));
        }
        Ok(())
    }

    fn unknown_at_top(&self) -> bool {
        self.terms.hierarchy.unknown == UnknownValues::Top
    }

    fn source(&self) -> Result<HierarchySource, DisclosureError> {
        match &self.wanted.hierarchy {
            Some(source) => Ok(source.clone()),
            None => source_by_default(self.terms, self.wanted, self.column, self.pins),
        }
    }

    fn hierarchy(
        &self,
        source: &HierarchySource,
        settled: &mut ResolvedHierarchies,
    ) -> Result<Arc<Hierarchy>, DisclosureError> {
        if let Some(lasting) = lasting_hierarchy(self.terms, source, self.column)? {
            return Ok(lasting);
        }
        let pinned = self.pins.hierarchy(&self.column.name)?;
        if let (HierarchySource::Made(spec), Some(pinned), false) = (source, &pinned, source.is_stated()) {
            return Ok(Arc::new(spec.extended(pinned, self.column)));
        }
        let made = match known_of(source, self.column).filter(|_| self.unknown_at_top()) {
            // Of a stated hierarchy, only the part that is known.
            Some(known) => build_of_known(source, self.column, &known)?,
            None => build_noting(source, self.column, self.table, &mut settled.notes)?,
        };
        match pinned {
            Some(pinned) if !has_labels_of(&made, &pinned) => {
                Err(DisclosureError::PinnedHierarchy(PinnedHierarchyError::HierarchyChanged {
                    column: self.column.name.clone(),
                }))
            }
            _ => Ok(made),
        }
    }

    /// Refuses values that the hierarchy does not have, or puts the root in their place.
    fn unknown_values(
        &self,
        hierarchy: Arc<Hierarchy>,
    ) -> Result<(Arc<Hierarchy>, Option<Column>), DisclosureError> {
        let column = self.column;
        let known: Vec<bool> =
            column.dictionary.iter().map(|value| hierarchy.find(value).is_some()).collect();
        if known.iter().all(|known| *known) {
            return Ok((hierarchy, None));
        }
        if self.unknown_at_top() {
            let root = hierarchy.root_label();
            if has_value_named_like_root(&hierarchy) {
                return Err(DisclosureError::Release(ReleaseError::NamedLikeRoot {
                    column: column.name.clone(),
                    values: known.iter().filter(|known| !**known).count(),
                    root: root.to_owned(),
                }));
            }
            return Ok((Arc::new(hierarchy.with_root_as_value()), Some(at_root(column, &known, root))));
        }
        if self.pins.is_empty() {
            // Says which value.
            QuasiIdentifier::new(column, hierarchy.clone()).map_err(|error| self.naming_file(error))?;
        }
        let is_unknown = |code: u32| !known[code as usize];
        Err(DisclosureError::Hierarchy(HierarchyInputError::UnknownValues {
            column: column.name.clone(),
            values: known.iter().filter(|known| !**known).count(),
            records: column.codes.iter().filter(|&code| is_unknown(code)).count(),
            row: column.codes.iter().position(is_unknown).unwrap_or_default() + 1,
        }))
    }

    /// The error with the file of the hierarchy, where that is what lacks a value.
    fn naming_file(&self, source: QuasiIdentifierError) -> DisclosureError {
        match (&source, &self.wanted.hierarchy) {
            (QuasiIdentifierError::MissingValue { .. }, Some(HierarchySource::File(path))) => {
                DisclosureError::Hierarchy(HierarchyInputError::HierarchyLacksValue {
                    path: path.clone(),
                    source,
                })
            }
            _ => source.into(),
        }
    }
}

/// The values of a column that a tree or an order of values names, or that are missing; `None` for
/// other hierarchies.
pub(super) fn known_of(source: &HierarchySource, column: &Column) -> Option<Vec<bool>> {
    let named: BTreeSet<&str> = match source {
        HierarchySource::Tree(tree) => {
            tree.iter().flat_map(|(value, parent)| [value.as_str(), parent.as_str()]).collect()
        }
        HierarchySource::Made(HierarchySpec::Fanout(fanout)) => match &fanout.order {
            Order::Given(order) => order.iter().map(String::as_str).collect(),
            Order::Natural => return None,
        },
        _ => return None,
    };
    let codes = (0u32..).zip(column.dictionary.iter());
    Some(codes.map(|(code, value)| named.contains(value) || column.is_missing(code)).collect())
}

pub(super) fn build_of_known(
    source: &HierarchySource,
    column: &Column,
    known: &[bool],
) -> Result<Arc<Hierarchy>, DisclosureError> {
    let values = Values::of_codes(column, |code| known[code as usize]);
    Ok(Arc::new(super::build_of_values(source, column, &values)?))
}

/// Whether the values that both hierarchies have are grouped in the same way, under the same
/// labels, at every level.
fn has_labels_of(made: &Hierarchy, earlier: &Hierarchy) -> bool {
    let height = made.height();
    let same = |value: u32| {
        let found = made.find(earlier.label(0, value));
        found.is_none_or(|found| {
            (0..=height).all(|level| made.label(level, found) == earlier.label(level, value))
        })
    };
    height == earlier.height() && (0..earlier.values() as u32).all(same)
}

/// Whether a value below the root has its text: a `*` in a table whose root is `*`, in a group with
/// others.
fn has_value_named_like_root(hierarchy: &Hierarchy) -> bool {
    let root = hierarchy.root_label();
    let named = hierarchy.find(root);
    named.is_some_and(|value| (0..hierarchy.height()).any(|level| hierarchy.label(level, value) != root))
}

/// A column in which the root replaces every value that is not known.
fn at_root(column: &Column, known: &[bool], root: &str) -> Column {
    let mut builder = DictionaryBuilder::default();
    let values = column.dictionary.iter().zip(known);
    let codes: Vec<u32> =
        values.map(|(value, known)| builder.insert(if *known { value } else { root })).collect();
    let dictionary: Dictionary = builder.finish();
    let is_known_value = column.dictionary.iter().zip(known).any(|(value, known)| *known && value == root);
    let unknown = codes.iter().zip(known).find(|(_, known)| !**known).map(|(code, _)| *code);
    let missing = column.missing.iter().map(|&code| codes[code as usize]);
    // An unknown value, like a missing one, has no place in the order of the others.
    let mut missing: Vec<u32> = missing.chain(unknown.filter(|_| !is_known_value)).collect();
    missing.sort_unstable();
    missing.dedup();
    Column {
        codes: column.codes.renamed(&codes),
        name: column.name.clone(),
        value_type: column.value_type,
        dictionary,
        missing,
    }
}

//! `publish` of a column: a form of labels, or a value that stands for those of a class.

use super::check::{Blame, Checked, word};
use super::column::HierarchySource;
use super::error::JobProblem;
use super::file::{ColumnFile, PublishFile};
use incog_data::{Aggregate, HierarchySpec, Publish};
use incog_privacy::Role;

/// In what form a column is published, and what stands for the values of a class.
///
/// Other forms than labels only where the hierarchy is made of numbers or dates; aggregates only of
/// columns that make no classes.
pub(super) fn publish(
    name: &str,
    file: &ColumnFile,
    role: Role,
    hierarchy: Option<&HierarchySource>,
) -> Checked<(Publish, Option<Aggregate>)> {
    let key = format!("columns.{name}.publish");
    let forms = Publish::ALL.map(|publish| (publish.name(), (publish, None)));
    let aggregates =
        Aggregate::ALL.map(|aggregate| (aggregate.name(), (Publish::default(), Some(aggregate))));
    let known: Vec<_> = forms.into_iter().chain(aggregates).collect();
    let Some((publish, aggregate)) = word(&key, file.publish.as_ref().and_then(PublishFile::form), &known)?
    else {
        return Ok((Publish::default(), None));
    };
    match role {
        // Whether it may be depends on the kind of recoding.
        Role::QuasiIdentifier if aggregate.is_some() => Ok((publish, aggregate)),
        Role::QuasiIdentifier => of_numbers(name, key, publish, hierarchy),
        Role::Sensitive | Role::Insensitive if !publish.is_numeric() => Ok((publish, aggregate)),
        _ => Err(idle(
            key,
            "only quasi-identifiers are generalized, and only sensitive and insensitive columns are \
             aggregated",
        )),
    }
}

fn of_numbers(
    name: &str,
    key: String,
    publish: Publish,
    hierarchy: Option<&HierarchySource>,
) -> Checked<(Publish, Option<Aggregate>)> {
    let of_numbers = |source: &HierarchySource| {
        use HierarchySpec::{Date, Flat, Intervals, Ranges};
        matches!(source, HierarchySource::Made(Intervals(_) | Ranges(_) | Date(_) | Flat))
    };
    if publish.is_numeric() && !hierarchy.is_none_or(of_numbers) {
        let second = format!("columns.{name}.hierarchy");
        let why =
            "bounds and midpoints need a hierarchy of numbers or dates: intervals, ranges, date or flat";
        return Err((Some(key.clone()), JobProblem::Contradiction { first: key, second, why }));
    }
    Ok((publish, None))
}

fn idle(key: String, why: &'static str) -> Blame {
    (Some(key.clone()), JobProblem::Idle { key, why })
}

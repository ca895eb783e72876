//! Numbers far beyond those of all other people.

use crate::rounded_numbers::outliers;
use incog_audit::{
    Blur, Knowable, PublishedColumn, Severity, SingledOut, Singling, SinglingRequest, singled_out,
};
use incog_data::{Column, CountedTable, ValueType};

/// What the columns of a table single out; last those whose numbers have outliers.
pub(super) fn singled_out_with_outliers(
    table: CountedTable<'_>,
    request: &SinglingRequest<'_>,
) -> Vec<SingledOut> {
    let mut found = singled_out(request);
    let columns = request.columns.iter().filter(|one| is_open(table, one, &found));
    let outlying: Vec<SingledOut> = columns.filter_map(|one| outlying(table, request, one)).collect();
    found.extend(outlying);
    found
}

/// Whether a column has exact numbers, and nothing is found of it alone.
fn is_open(table: CountedTable<'_>, published: &PublishedColumn<'_>, found: &[SingledOut]) -> bool {
    let name = std::slice::from_ref(&published.column.name);
    published.blur == Blur::None
        && found.iter().all(|one| one.columns != name)
        && has_numbers(table, published.column)
}

/// Whether the records have numbers. A release with rows of `*` for suppressed records is text, but
/// its records are not.
fn has_numbers(table: CountedTable<'_>, column: &Column) -> bool {
    let of_code = table.counts().by_value(column);
    let told = (0u32..).zip(column.dictionary.iter()).zip(of_code);
    let told = told.filter(|((code, _), records)| *records > 0 && !column.is_missing(*code));
    let value_type = ValueType::infer(told.map(|((_, text), _)| text));
    matches!(value_type, ValueType::Integer | ValueType::Decimal)
}

/// The warning that `incog init` answers with `round = "auto"`.
fn outlying(
    table: CountedTable<'_>,
    request: &SinglingRequest<'_>,
    published: &PublishedColumn<'_>,
) -> Option<SingledOut> {
    let least = request.k.max(2);
    let records = outliers(table, published.column, request.people, least);
    (records > 0).then(|| SingledOut {
        by: Singling::Outliers,
        columns: vec![published.column.name.clone()],
        knowable: Knowable::Amount,
        severity: Severity::Warning,
        records,
        of: table.records(),
        fewer_than: least,
        counts_people: request.people.is_some(),
        values: None,
        sample: None,
    })
}

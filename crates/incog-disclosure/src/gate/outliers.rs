//! Numbers far beyond those of all other people.

use crate::rounded_numbers::outliers;
use incog_audit::{
    Blur, Knowable, PublishedColumn, Severity, SingledOut, Singling, SinglingRequest, singled_out,
};
use incog_data::{CountedTable, ValueType};

/// What the columns of a table single out; last those whose numbers have outliers.
pub(super) fn singled_out_with_outliers(
    table: CountedTable<'_>,
    request: &SinglingRequest<'_>,
) -> Vec<SingledOut> {
    let mut found = singled_out(request);
    let columns = request.columns.iter().filter(|one| is_open(one, &found));
    let outlying: Vec<SingledOut> = columns.filter_map(|one| outlying(table, request, one)).collect();
    found.extend(outlying);
    found
}

/// Whether a column has exact numbers, and nothing is found of it alone.
fn is_open(published: &PublishedColumn<'_>, found: &[SingledOut]) -> bool {
    let is_number = matches!(published.column.value_type, ValueType::Integer | ValueType::Decimal);
    let name = std::slice::from_ref(&published.column.name);
    is_number && published.blur == Blur::None && found.iter().all(|one| one.columns != name)
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

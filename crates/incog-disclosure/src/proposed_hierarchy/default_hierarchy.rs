//! The hierarchy of a column that has none.

use incog_data::{Column, Fanout, HierarchySpec, Order, Values};
use incog_roles::{column_kind, known_order};

/// The hierarchy that is made where a job gives none: by the values of a column and the meaning of
/// its name. What it groups together does not depend on how many records have a value.
pub fn by_default(column: &Column) -> HierarchySpec {
    let proposed = HierarchySpec::proposed_for(column, column_kind(&column.name));
    match proposed {
        HierarchySpec::Flat => by_order(column).unwrap_or(HierarchySpec::Flat),
        proposed => proposed,
    }
}

/// Pairs of neighbours, where all values are words of a list in a known order. The list is the
/// whole one, whatever occurs.
fn by_order(column: &Column) -> Option<HierarchySpec> {
    let values = Values::from_column(column);
    let present = values.present();
    if present.len() <= 2 {
        return None;
    }
    let order = Order::Given(known_order(present)?);
    let spec = HierarchySpec::Fanout(Fanout { fanout: 2, order });
    spec.build_from(&values).is_ok().then_some(spec)
}

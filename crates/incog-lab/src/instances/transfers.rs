//! Made-up bank transfers: numbers, strings, dates and places, the four types of KGEN's own data
//! set.
//!
//! That set (47 columns, 1,599 rows, section 4.1) is not published. This one has its form: columns
//! of the four types in turn, generalized as its table 6 says, numbers to ranges, strings by stars
//! from the right, dates to month, year and decade, places to the province and the country they lie
//! in. What a transfer is like follows from one of a few kinds of business, so that columns depend
//! on each other; everything is drawn from one seed, and no bank's data went into it.

use incog_data::{
    Column, ColumnBuilder, DateLevels, DateUnit, Hierarchy, HierarchyError, HierarchySpec, Mask,
    QuasiIdentifier, Ranges, Table, Tuples,
};
use incog_search::Stream;
use std::sync::Arc;

use super::large::LargeInstanceError;

/// Rows and columns of KGEN's set.
pub const FORM: (usize, usize) = (1599, 47);

/// Kinds of business.
const KINDS: usize = 8;

/// How often a column shows what its kind of business mostly has.
const TYPICAL: f64 = 0.75;

/// Towns, each with its province and its country. None of them exists.
const TOWNS: [[&str; 3]; 12] = [
    ["Aldermond", "North Polder", "Lowland"],
    ["Brakel Haven", "North Polder", "Lowland"],
    ["Cranewick", "North Polder", "Lowland"],
    ["Dorrum", "South Polder", "Lowland"],
    ["Eelmere", "South Polder", "Lowland"],
    ["Fenholt", "South Polder", "Lowland"],
    ["Gorstadt", "Upper Vale", "Highland"],
    ["Hochmar", "Upper Vale", "Highland"],
    ["Irnau", "Upper Vale", "Highland"],
    ["Jessel", "Lower Vale", "Highland"],
    ["Kronach Mill", "Lower Vale", "Highland"],
    ["Lindau Ferry", "Lower Vale", "Highland"],
];

/// The table that a seed determines, with columns `amount_1`, `account_2`, `date_3`, `place_4`,
/// `amount_5` and so on.
///
/// ```
/// use incog_lab::instances::transfers::{FORM, transfers};
/// let table = transfers(FORM.0, FORM.1, 1);
/// assert_eq!((table.rows(), table.columns().len()), (1599, 47));
/// assert_eq!(table.columns()[3].name, "place_4");
/// assert_eq!(table, transfers(FORM.0, FORM.1, 1));
/// ```
pub fn transfers(rows: usize, columns: usize, seed: u64) -> Table {
    let mut builders: Vec<ColumnBuilder> = (0..columns).map(|at| ColumnBuilder::new(name(at))).collect();
    let mut stream = Stream::new(seed, 0);
    for _ in 0..rows {
        let kind = stream.small(KINDS);
        for (at, builder) in builders.iter_mut().enumerate() {
            // What is typical of a kind of business differs from column to column.
            let typical = (kind * 7 + at * 3) % KINDS;
            let drawn = if stream.chance(TYPICAL) { typical } else { stream.below(KINDS) };
            builder.push(&value(at, drawn, &mut stream));
        }
    }
    let columns = builders.into_iter().map(|builder| builder.finish(&[])).collect();
    Table::new(columns).expect("the names are different and every column got one value a row")
}

fn name(at: usize) -> String {
    format!("{}_{}", ["amount", "account", "date", "place"][at % 4], at + 1)
}

/// A value of the column, near what `kind` mostly has.
fn value(at: usize, kind: usize, stream: &mut Stream) -> String {
    match at % 4 {
        0 => (kind * 120 + stream.small(60)).to_string(),
        1 => format!("NL{}{:02}", kind + 1, stream.small(30)),
        2 => format!("{}-{:02}-{:02}", 2008 + 2 * kind, 1 + stream.small(12), 1 + stream.below(28)),
        _ => TOWNS[(kind + stream.small(3)) % TOWNS.len()][0].to_owned(),
    }
}

fn hierarchy(at: usize, column: &Column, table: &Table) -> Result<Hierarchy, LargeInstanceError> {
    let dates = vec![DateUnit::Month, DateUnit::Year, DateUnit::Decade];
    let spec = match at % 4 {
        0 => HierarchySpec::Ranges(Ranges { levels: 5, ..Ranges::default() }),
        1 => HierarchySpec::Mask(Mask::default()),
        2 => HierarchySpec::Date(DateLevels { units: dates, ..DateLevels::default() }),
        _ => {
            let missing = |source| LargeInstanceError::Hierarchy { path: "places".into(), source };
            return places().map_err(missing);
        }
    };
    Ok(spec.build(column, table)?)
}

fn places() -> Result<Hierarchy, HierarchyError> {
    Hierarchy::new(TOWNS.iter().map(|[town, province, country]| [*town, *province, *country, "*"]))
}

/// The first quasi-identifiers of the table of KGEN's form.
pub(crate) fn tuples(quasi_identifiers: usize) -> Result<Tuples, LargeInstanceError> {
    let table = transfers(FORM.0, FORM.1, 1);
    let columns: Vec<&Column> = table.columns().iter().take(quasi_identifiers).collect();
    let bind = |(at, column): (usize, &&Column)| {
        Ok(QuasiIdentifier::new(column, Arc::new(hierarchy(at, column, &table)?))?)
    };
    let bound = columns.iter().enumerate().map(bind).collect::<Result<_, LargeInstanceError>>()?;
    Ok(Tuples::new(bound, &columns, &[], table.rows())?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn each_type_is_generalized_as_table_6_says() {
        let tuples = tuples(4).unwrap();
        let labels: Vec<Vec<&str>> = tuples
            .quasi_identifiers()
            .iter()
            .map(|qid| (0..=qid.hierarchy.height()).map(|level| qid.hierarchy.label(level, 0)).collect())
            .collect();
        assert_eq!(labels[0].len(), 6);
        assert!(labels[1][1].ends_with('*') && labels[1][1].starts_with("NL"));
        assert!(labels[2][0].starts_with(labels[2][2]) && labels[2][3].contains("0-2"), "{:?}", labels[2]);
        assert!(TOWNS.iter().any(|town| labels[3] == [town[0], town[1], town[2], "*"]));
    }
}

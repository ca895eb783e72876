//! Generalizes values to the values of other columns of the same table.

use super::{BuildError, NotDependent, Values};
use crate::{Column, Hierarchy, Table};

/// One level for each given column that depends on this one, such as facility to county to area;
/// then `*`.
///
/// Every value must go with one value of the first column in all rows, and each of those with one
/// value of the next. Rows where the other column is missing are ignored; where it is missing in
/// all rows of a value, the label from the level below is repeated.
///
/// ```
/// use incog_data::{ColumnBuilder, HierarchySpec, DependentColumns, Table};
/// let mut facility = ColumnBuilder::new("facility");
/// let mut county = ColumnBuilder::new("county");
/// for (f, c) in [("Bellevue", "Manhattan"), ("Coler", "Manhattan"), ("Bellevue", "")] {
///     facility.push(f);
///     county.push(c);
/// }
/// let table = Table::new(vec![facility.finish(&[""]), county.finish(&[""])]).unwrap();
/// let spec = HierarchySpec::Columns(DependentColumns { columns: vec!["county".into()] });
/// let hierarchy = spec.build(&table.columns()[0], &table).unwrap();
/// assert_eq!(hierarchy.label(1, hierarchy.find("Coler").unwrap()), "Manhattan");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DependentColumns {
    /// Names of the columns, finest first.
    pub columns: Vec<String>,
}

impl DependentColumns {
    /// Makes the hierarchy of `column`; fails when a column is unknown or a value goes with two.
    pub fn build(&self, column: &Column, table: &Table) -> Result<Hierarchy, BuildError> {
        let find = |name: &String| {
            table.column(name).ok_or_else(|| BuildError::UnknownColumn {
                column: column.name.clone(),
                wanted: name.clone(),
            })
        };
        let above = self.columns.iter().map(find).collect::<Result<Vec<&Column>, _>>()?;
        for pair in above.windows(2) {
            parents(&column.name, pair[0], pair[1])?;
        }
        let parents: Vec<_> =
            above.iter().map(|above| parents(&column.name, column, above)).collect::<Result<_, _>>()?;
        let code_of: std::collections::HashMap<&str, usize> = column.dictionary.iter().zip(0..).collect();
        Values::from_column(column).hierarchy(above.len(), |value| {
            let code = code_of[value];
            let mut label = value;
            let labels = above.iter().zip(&parents).map(|(above, parents)| {
                label = parents[code].map_or(label, |parent| above.dictionary.get(parent));
                label.to_owned()
            });
            Ok(labels.collect())
        })
    }
}

/// For each code of `child` the one code of `parent` it goes with, where that is not missing.
fn parents(column: &str, child: &Column, parent: &Column) -> Result<Vec<Option<u32>>, BuildError> {
    let mut parents: Vec<Option<u32>> = vec![None; child.dictionary.len()];
    for (row, (value, above)) in child.codes.iter().zip(&parent.codes).enumerate() {
        if child.is_missing(value) || parent.is_missing(above) {
            continue;
        }
        let first = *parents[value as usize].get_or_insert(above);
        if first != above {
            return Err(BuildError::NotDependent(Box::new(NotDependent {
                column: column.into(),
                child: child.name.clone(),
                parent: parent.name.clone(),
                row: row + 1,
            })));
        }
    }
    Ok(parents)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ColumnBuilder;

    fn table(rows: &[[&str; 3]]) -> Table {
        let columns = ["facility", "county", "area"].iter().enumerate().map(|(place, name)| {
            let mut builder = ColumnBuilder::new(*name);
            rows.iter().for_each(|row| builder.push(row[place]));
            builder.finish(&["", "NA"])
        });
        Table::new(columns.collect()).unwrap()
    }

    fn build(rows: &[[&str; 3]]) -> Result<Hierarchy, BuildError> {
        let columns = vec!["county".into(), "area".into()];
        let table = table(rows);
        DependentColumns { columns }.build(&table.columns()[0], &table)
    }

    #[test]
    fn missing_parents_repeat_the_label_below() {
        let h = build(&[["f", "c", "a"], ["g", "", "a"], ["h", "", ""], ["NA", "d", "a"]]).unwrap();
        let row = |value: &str| {
            let code = h.find(value).unwrap();
            (0..=3).map(|level| h.label(level, code)).collect::<Vec<_>>().join("|")
        };
        assert_eq!(
            [row("f"), row("g"), row("h"), row("NA")],
            ["f|c|a|*", "g|g|a|*", "h|h|h|*", "NA|NA|NA|*"]
        );
    }

    #[test]
    fn says_where_a_value_has_two_parents() {
        let error = build(&[["f", "c", "a"], ["f", "d", "a"]]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "column \"facility\", row 2: the value of facility has another value of county than in an \
             earlier row; a hierarchy needs exactly one"
        );
        let error = build(&[["f", "c", "a"], ["g", "c", "b"]]).unwrap_err();
        assert!(
            error.to_string().contains("row 2: the value of county has another value of area"),
            "{error}"
        );
        let table = table(&[["f", "c", "a"]]);
        let unknown = DependentColumns { columns: vec!["state".into()] }.build(&table.columns()[0], &table);
        assert!(unknown.unwrap_err().to_string().contains("needs the column \"state\""));
    }
}

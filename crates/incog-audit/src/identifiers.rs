//! Whether a written release has a column of identifiers, seen from its header and its cells alone.

use incog_data::{Column, Table};
use std::collections::HashMap;

/// A column of a release that names people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedIdentifier {
    /// The column of the release.
    pub column: String,
    /// The identifier of the input that it has.
    pub identifier: String,
    /// Whether it has its name; otherwise it has its values.
    pub by_name: bool,
}

/// Distinct identifiers that a column has before it is said to have them.
const FEWEST: usize = 3;

/// The columns of a release that have the name of an identifier, or whose cells are values of one.
///
/// `identifiers` are columns that nobody may be told, as somebody has stated their roles.
/// `labelled_by` has columns whose labels are values of another one, each with that other one. A
/// column has the values of an identifier where each of its values is one, none occurs more often
/// than in the input, and they are not the values of the input's own column of that name. The order
/// of the rows does not matter. Nobody is asked what was to be published.
///
/// ```
/// use incog_audit::published_identifiers;
/// use incog_data::{ColumnBuilder, Table};
/// let table = |name: &str, values: [&str; 3]| {
///     let mut builder = ColumnBuilder::new(name);
///     values.iter().for_each(|value| builder.push(value));
///     Table::new(vec![builder.finish(&[])]).unwrap()
/// };
/// let input = table("name", ["Ann", "Bob", "Eve"]);
/// assert!(published_identifiers(&input, &table("ill", ["flu", "flu", "gout"]), &["name"], &[]).is_empty());
/// let found = published_identifiers(&input, &table("ill", ["Eve", "Ann", "Bob"]), &["name"], &[]);
/// assert_eq!((found[0].column.as_str(), found[0].by_name), ("ill", false));
/// ```
pub fn published_identifiers(
    input: &Table,
    release: &Table,
    identifiers: &[&str],
    labelled_by: &[(&str, &str)],
) -> Vec<PublishedIdentifier> {
    let of_column = |column: &Column| {
        let named = identifiers.iter().find(|name| name.trim() == column.name.trim());
        let told = |identifier: &str, by_name| PublishedIdentifier {
            column: column.name.clone(),
            identifier: identifier.to_owned(),
            by_name,
        };
        if let Some(named) = named {
            return Some(told(named, true));
        }
        let cells = texts(column);
        let is_own = || input.column(&column.name).is_some_and(|own| is_part(&cells, &texts(own)));
        let mut known = identifiers.iter().filter_map(|name| input.column(name));
        let has_values = |known: &&Column| {
            let is_label = labelled_by.contains(&(column.name.as_str(), known.name.as_str()));
            let may_be = !is_label && cells.len() >= FEWEST && has_any(known, &cells);
            may_be && is_part(&cells, &texts(known)) && !is_own()
        };
        known.find(has_values).map(|known| told(&known.name, false))
    };
    release.columns().iter().filter_map(of_column).collect()
}

/// Whether a column has some one of these texts: most columns have not, and need not be counted.
fn has_any(column: &Column, texts: &HashMap<&str, u64>) -> bool {
    let first = texts.keys().next();
    first.is_some_and(|first| column.dictionary.iter().any(|text| text.trim() == *first))
}

/// How many rows have each text that is neither missing nor the `*` of a suppressed record.
fn texts(column: &Column) -> HashMap<&str, u64> {
    let counts =
        (0u32..).zip(column.counts()).filter(|(code, count)| *count > 0 && !column.is_missing(*code));
    let mut texts = HashMap::new();
    for (code, count) in counts {
        *texts.entry(column.dictionary.get(code).trim()).or_default() += count;
    }
    texts.remove("*");
    texts
}

/// Whether the first texts are some of the others, none of them more often than there.
fn is_part(texts: &HashMap<&str, u64>, all: &HashMap<&str, u64>) -> bool {
    texts.iter().all(|(text, count)| all.get(text).is_some_and(|there| count <= there))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::ColumnBuilder;

    fn table(columns: &[(&str, &[&str])]) -> Table {
        let column = |(name, values): &(&str, &[&str])| {
            let mut builder = ColumnBuilder::new(*name);
            values.iter().for_each(|value| builder.push(value));
            builder.finish(&["", "?"])
        };
        Table::new(columns.iter().map(column).collect()).unwrap()
    }

    fn found(release: &[(&str, &[&str])]) -> Vec<(String, bool)> {
        let input = table(&[
            ("id", &["1", "2", "3", "4", "5"]),
            ("name", &["Ann", "Bob", "Eve", "?", "Zoe"]),
            ("bed", &["3", "4", "1", "2", "5"]),
            ("age", &["1", "1", "2", "2", "3"]),
        ]);
        let found = published_identifiers(&input, &table(release), &["id", "name"], &[("town", "name")]);
        found.into_iter().map(|found| (found.column, found.by_name)).collect()
    }

    #[test]
    fn a_column_with_the_name_of_an_identifier_is_found() {
        assert_eq!(found(&[("age", &["1", "1"]), (" name", &["a", "b"])]), [(" name".to_owned(), true)]);
    }

    #[test]
    fn identifiers_under_another_name_are_found_in_any_order() {
        assert_eq!(found(&[("ward", &["Zoe", "Ann", "Eve"])]), [("ward".to_owned(), false)]);
        assert_eq!(found(&[("age", &["5", "4", "2"])]), [("age".to_owned(), false)]);
    }

    #[test]
    fn values_of_the_own_column_and_repeated_ones_are_no_identifiers() {
        assert_eq!(found(&[("bed", &["5", "4", "2"])]), []);
        assert_eq!(found(&[("ward", &["5", "5", "2", "1"])]), []);
        assert_eq!(found(&[("ward", &["Ann", "Bob"])]), [], "fewer than three are no column of identifiers");
        assert_eq!(found(&[("town", &["Zoe", "Ann", "Eve"])]), [], "the job says that names are its labels");
    }
}

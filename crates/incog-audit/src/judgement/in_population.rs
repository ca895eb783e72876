//! How many people of a population look like each class of a release.

use super::Unshown;
use crate::grouping::Grouping;
use incog_data::{Column, CountedTable, Table};
use std::collections::HashMap;

/// The classes of a release beside the people who look like them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct InPopulation {
    /// For each class its records, and the people with the same labels.
    pub classes: Vec<(u64, u64)>,
    /// People with labels that no class has.
    pub elsewhere: u64,
}

impl InPopulation {
    /// Counts them by their labels, text by text.
    ///
    /// `population` has a row for each person, and in each of these columns the label that she has
    /// in the release.
    ///
    /// # Errors
    /// When one of the tables lacks one of the columns.
    pub fn new(
        release: CountedTable<'_>,
        population: &Table,
        quasi_identifiers: &[String],
    ) -> Result<Self, Unshown> {
        let mut records: HashMap<Vec<&str>, (u64, u64)> = HashMap::new();
        for (labels, rows) in by_labels(release.table(), quasi_identifiers)? {
            let count: u64 = rows.iter().map(|&row| release.count(row as usize)).sum();
            records.entry(labels).or_default().0 += count;
        }
        let mut elsewhere = 0;
        for (labels, rows) in by_labels(population, quasi_identifiers)? {
            match records.get_mut(&labels) {
                Some((_, people)) => *people += rows.len() as u64,
                None => elsewhere += rows.len() as u64,
            }
        }
        let mut classes: Vec<(u64, u64)> =
            records.into_values().filter(|(records, _)| *records > 0).collect();
        classes.sort_unstable();
        Ok(Self { classes, elsewhere })
    }

    /// The people who look like the class that fewest look like; `None` without a class.
    pub fn least_people(&self) -> Option<u64> {
        self.classes.iter().map(|(_, people)| *people).min()
    }

    /// The largest share of the people who look like a class that is in the table. A class that
    /// nobody looks like is no part of the population: the share is 1 then, as surely nobody else
    /// is meant.
    pub fn highest_presence(&self) -> Option<f64> {
        self.classes.iter().map(|(records, people)| presence(*records, *people)).reduce(f64::max)
    }

    /// The smallest share; 0 where somebody looks like no class.
    pub fn lowest_presence(&self) -> Option<f64> {
        let lowest =
            self.classes.iter().map(|(records, people)| presence(*records, *people)).reduce(f64::min);
        if self.elsewhere > 0 { Some(0.0) } else { lowest }
    }
}

fn presence(records: u64, people: u64) -> f64 {
    if people == 0 { 1.0 } else { records as f64 / people as f64 }
}

/// Labels, and the rows that have them.
type Labelled<'t> = (Vec<&'t str>, Vec<u32>);

/// The rows with the same labels.
fn by_labels<'t>(table: &'t Table, names: &[String]) -> Result<Vec<Labelled<'t>>, Unshown> {
    let columns = names.iter().map(|name| table.column(name).ok_or(Unshown::Population));
    let columns: Vec<&Column> = columns.collect::<Result<_, _>>()?;
    let grouping = Grouping::of_columns(columns.iter().copied(), table.rows());
    let labels = |&row: &u32| columns.iter().map(|column| column.value(row as usize)).collect();
    let mut groups: Vec<Labelled<'_>> =
        grouping.representatives.iter().map(|row| (labels(row), Vec::new())).collect();
    (0u32..).zip(&grouping.of_row).for_each(|(row, &group)| groups[group as usize].1.push(row));
    Ok(groups)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn table(rows: &[[&str; 2]]) -> Table {
        Table::from_rows(["age", "zip"], rows.iter().map(|row| row.to_vec()), &[]).unwrap()
    }

    /// Two records that three people look like, one that one looks like, and two people who look
    /// like nobody.
    #[test]
    fn people_are_counted_by_their_labels() {
        let release = table(&[["3*", "1"], ["3*", "1"], ["4*", "1"]]);
        let people = [["4*", "1"], ["3*", "1"], ["3*", "1"], ["3*", "1"], ["3*", "2"], ["5*", "1"]];
        let names = ["age", "zip"].map(str::to_owned);
        let found = InPopulation::new((&release).into(), &table(&people), &names).unwrap();
        assert_eq!(found, InPopulation { classes: vec![(1, 1), (2, 3)], elsewhere: 2 });
        assert_eq!(found.least_people(), Some(1));
        assert_eq!((found.highest_presence(), found.lowest_presence()), (Some(1.0), Some(0.0)));
        let nobody = InPopulation::new((&release).into(), &table(&[["6*", "1"]]), &names).unwrap();
        assert_eq!((nobody.least_people(), nobody.highest_presence()), (Some(0), Some(1.0)));
        let other = InPopulation::new((&release).into(), &table(&people), &["sex".to_owned()]);
        assert_eq!(other, Err(Unshown::Population));
    }
}

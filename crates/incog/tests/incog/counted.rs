//! A table that somebody has counted is published as the records that its rows stand for.

use crate::beside_the_release::{HIERARCHIES, MODELS, in_form, job};
use incog::runs::TableRuns;
use incog::{CountedTable, IncogError, Job, Judgement, Table, TableRelease, Terms};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use std::path::Path;

const NAMES: [&str; 5] = ["age", "zip", "town", "ill", "ward"];

fn publish(terms: &Terms, table: CountedTable<'_>) -> Result<TableRelease, IncogError> {
    terms.publish(table, &terms.plan(table)?)
}

/// The records of a release in the order of their texts, those that its rows stand for written out.
fn records(release: &TableRelease) -> Vec<Vec<&str>> {
    let row = |row: usize| release.table.columns().iter().map(|column| column.value(row)).collect::<Vec<_>>();
    let times = |row: usize| release.counts.as_ref().map_or(1, |counts| counts[row] as usize);
    let rows = 0..release.table.rows();
    let mut records: Vec<_> = rows.flat_map(|place| std::iter::repeat_n(row(place), times(place))).collect();
    records.sort_unstable();
    records
}

/// For each row of the input how many of its records are in the release.
fn published_by_row(release: &TableRelease, rows: usize, row_of: impl Fn(u32) -> usize) -> Vec<u32> {
    let mut published = vec![0; rows];
    for (place, &row) in release.rows.iter().enumerate() {
        published[row_of(row)] += release.counts.as_ref().map_or(1, |counts| counts[place]);
    }
    published
}

/// People of whom many are alike, so that classes keep some of theirs.
fn person() -> impl Strategy<Value = [String; 5]> {
    let town = select(vec!["Aachen", "Bonn", "?"]);
    (20u32..27, 100u32..104, town, select(vec!["flu", "cold", "gout"]), select(vec!["w1", "w2"])).prop_map(
        |(age, zip, town, ill, ward)| {
            [age.to_string(), zip.to_string(), town.into(), ill.into(), ward.into()]
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn a_counted_table_gives_the_release_of_its_records(
        people in proptest::collection::vec((person(), 1u32..5), 4..24),
        hierarchies in select(HIERARCHIES.to_vec()),
        models in select(MODELS.to_vec()),
        objective in select(vec!["loss", "gen-loss", "entropy", "discernibility"]),
        shown in select(vec!["drop", "star"]),
        form in select(vec!["label", "bounds", "midpoint"]),
        recoding in select(vec!["", "[recoding]\nkind = \"local\"\n", "[recoding]\nkind = \"local\"\ncells = \"strict\"\n"]),
        aggregated in any::<bool>(),
    ) {
        let job = in_form(&job(&hierarchies, models, objective, shown), form) + recoding;
        let of_class = if aggregated { "[columns.ill]\npublish = \"mode\"\n" } else { "[columns.ill]\n" };
        let job = job.replace("[columns.ill]\n", of_class);
        let job = Job::from_toml(&job, Path::new(".")).unwrap();
        let table = |rows: &[&[String; 5]]| {
            Table::from_rows(NAMES, rows.iter().map(|row| row.iter().map(String::as_str)), &["", "?", "NA"]).unwrap()
        };
        let once = table(&people.iter().map(|(row, _)| row).collect::<Vec<_>>());
        let each: Vec<usize> =
            people.iter().enumerate().flat_map(|(place, (_, count))| std::iter::repeat_n(place, *count as usize)).collect();
        let whole = table(&each.iter().map(|&place| &people[place].0).collect::<Vec<_>>());
        let counts: Vec<u32> = people.iter().map(|(_, count)| *count).collect();
        let counted = publish(job.terms(), CountedTable::new(&once, &counts).unwrap());
        match (counted, publish(job.terms(), (&whole).into())) {
            (Ok(counted), Ok(whole)) => {
                prop_assert_eq!(records(&counted), records(&whole));
                let facts = |release: &TableRelease| release.privacy.iter().map(Judgement::facts).collect::<Vec<_>>();
                prop_assert_eq!(facts(&counted), facts(&whole));
                prop_assert_eq!(&counted.utility, &whole.utility);
                if people.iter().enumerate().all(|(place, (row, _))| people[..place].iter().all(|(other, _)| other != row)) {
                    let rows = people.len();
                    let of_counted = published_by_row(&counted, rows, |row| row as usize);
                    prop_assert_eq!(of_counted, published_by_row(&whole, rows, |row| each[row as usize]));
                }
            }
            (Err(counted), Err(whole)) => prop_assert_eq!(counted.to_string(), whole.to_string()),
            (counted, whole) => prop_assert!(false, "{:?} {:?}", counted.err(), whole.err()),
        }
    }
}

#[test]
fn counts_that_do_not_fit_are_refused() {
    let table = Table::from_rows(["age"], [["31"], ["32"]], &[]).unwrap();
    assert_eq!(CountedTable::new(&table, &[1]).unwrap_err().to_string(), "1 counts were given for 2 rows");
    let terms = Terms::builder()
        .quasi_identifier("age")
        .model(incog::ModelSpec::named("k-anonymity", [("k", 2.into())]).unwrap())
        .build()
        .unwrap();
    let nobody = terms.plan(CountedTable::new(&table, &[3, 0]).unwrap()).unwrap_err();
    assert!(nobody.to_string().contains("has a count of 0"), "{nobody}");
}

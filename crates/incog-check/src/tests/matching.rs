//! Matchings and readings of labels against all permutations.

use super::lists;
use crate::release::matching::{Matcher, UnclearLabels, assign_labels};
use std::collections::BTreeMap;

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..count).collect();
    lists(&all, count).filter(|list| all.iter().all(|one| list.contains(one))).collect()
}

/// For each of some labels its rows, each with its key.
fn rows(counts: &[[usize; 2]]) -> Vec<(usize, usize)> {
    let mut rows = vec![];
    for (at, counts) in counts.iter().enumerate() {
        rows.extend((0..2).flat_map(|key| vec![(at, key); counts[key]]));
    }
    rows
}

/// Every relation between three kinds of rows and three of records, with one or two of each kind.
#[test]
fn a_matching_is_found_where_there_is_one() {
    let ways = permutations(4);
    for sizes in lists(&[1usize, 2], 4) {
        let rows = [sizes[0], sizes[1], 1];
        let records = [sizes[2], sizes[3], 1];
        let [row_groups, record_groups] = [rows, records]
            .map(|sizes| sizes.iter().enumerate().map(|(kind, &size)| vec![kind; size]).collect::<Vec<_>>());
        let (row_kinds, record_kinds) = (row_groups.concat(), record_groups.concat());
        if row_kinds.len() > record_kinds.len() || record_kinds.len() > 4 {
            continue;
        }
        for relation in 0u32..512 {
            fn may(relation: u32, row: usize, record: usize) -> bool {
                relation >> (row * 3 + record) & 1 == 1
            }
            let found =
                Matcher::new(&row_groups, &record_groups, |row, record| may(relation, row[0], record[0]));
            let expected = ways.iter().any(|way| {
                let records: Vec<usize> =
                    way.iter().filter_map(|&at| record_kinds.get(at)).copied().collect();
                row_kinds.iter().zip(records).all(|(&row, record)| may(relation, row, record))
            });
            assert_eq!(found.unwrap().completes(), expected, "{relation} {rows:?} {records:?}");
        }
    }
}

/// Every way in which three labels and three groups have up to two rows with one of two keys.
#[test]
fn labels_are_read_in_the_only_way_or_not_at_all() {
    let ways = permutations(3);
    let costs: BTreeMap<usize, f64> = [(0, 0.0), (1, 1.0), (2, 2.0)].into_iter().collect();
    let counts: Vec<[usize; 2]> = vec![[1, 0], [0, 1], [1, 1], [2, 0]];
    for list in lists(&counts, 6) {
        let (wanted, there) = list.split_at(3);
        let fitting: Vec<&Vec<usize>> = ways
            .iter()
            .filter(|way| {
                let mut pairs = way.iter().zip(wanted);
                pairs.all(|(&group, wanted)| (0..2).all(|key| wanted[key] <= there[group][key]))
            })
            .collect();
        let mut found: Vec<usize> = vec![];
        for way in &fitting {
            found.push(way.iter().zip(wanted).map(|(&group, wanted)| group * (wanted[0] + wanted[1])).sum());
        }
        let read = assign_labels(3, rows(wanted).into_iter(), rows(there).into_iter(), &costs);
        match found.first() {
            None => assert_eq!(read, Ok(None), "{list:?}"),
            Some(first) if found.iter().all(|cost| cost == first) => {
                assert!(fitting.contains(&&read.unwrap().unwrap()), "{list:?}");
            }
            Some(_) => assert_eq!(read, Err(UnclearLabels::Ambiguous), "{list:?}"),
        }
    }
}

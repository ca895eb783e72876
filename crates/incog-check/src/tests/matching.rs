//! Matchings and readings of labels against all permutations.

use super::lists;
use crate::release::matching::{Matcher, UnclearLabels, assign_labels};
use std::collections::BTreeMap;

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..count).collect();
    lists(&all, count).filter(|list| all.iter().all(|one| list.contains(one))).collect()
}

/// Every relation between three kinds of rows and three of records, with one or two of each kind.
#[test]
fn a_matching_is_found_where_there_is_one() {
    let ways = permutations(4);
    for sizes in lists(&[1usize, 2], 4) {
        let rows = [sizes[0], sizes[1], 1];
        let records = [sizes[2], sizes[3], 1];
        let kinds = |sizes: &[usize]| -> Vec<usize> {
            sizes.iter().enumerate().flat_map(|(kind, &size)| vec![kind; size]).collect()
        };
        let (row_kinds, record_kinds) = (kinds(&rows), kinds(&records));
        if row_kinds.len() > record_kinds.len() || record_kinds.len() > 4 {
            continue;
        }
        for relation in 0u32..512 {
            let may = |row: usize, record: usize| relation >> (row * 3 + record) & 1 == 1;
            let groups = |sizes: &[usize]| -> Vec<Vec<usize>> {
                sizes.iter().enumerate().map(|(kind, &size)| vec![kind; size]).collect()
            };
            let found = Matcher::new(&groups(&rows), &groups(&records), |row, record| may(row[0], record[0]));
            let of_way = |way: &Vec<usize>| {
                let records = way.iter().filter_map(|&at| record_kinds.get(at));
                let records: Vec<usize> = records.copied().collect();
                row_kinds.iter().zip(records).all(|(&row, record)| may(row, record))
            };
            assert_eq!(
                found.unwrap().completes(),
                ways.iter().any(of_way),
                "{relation} {rows:?} {records:?}"
            );
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
        let fits = |way: &&Vec<usize>| {
            way.iter().zip(wanted).all(|(&group, wanted)| (0..2).all(|key| wanted[key] <= there[group][key]))
        };
        let cost = |way: &Vec<usize>| -> usize {
            way.iter().zip(wanted).map(|(&group, wanted)| group * (wanted[0] + wanted[1])).sum()
        };
        let found: Vec<usize> = ways.iter().filter(fits).map(cost).collect();
        let rows = |counts: &[[usize; 2]]| -> Vec<(usize, usize)> {
            let keys =
                |counts: &[usize; 2]| (0..2).flat_map(|key| vec![key; counts[key]]).collect::<Vec<_>>();
            counts
                .iter()
                .enumerate()
                .flat_map(|(at, counts)| keys(counts).into_iter().map(move |key| (at, key)))
                .collect()
        };
        let read = assign_labels(3, rows(wanted).into_iter(), rows(there).into_iter(), &costs);
        match found.first() {
            None => assert_eq!(read, Ok(None), "{list:?}"),
            Some(first) if found.iter().all(|cost| cost == first) => {
                assert!(fits(&&read.unwrap().unwrap()), "{list:?}");
            }
            Some(_) => assert_eq!(read, Err(UnclearLabels::Ambiguous), "{list:?}"),
        }
    }
}

//! Linkability, membership, skewness and singling out by several columns, made again by their
//! definitions on tables of three columns of which the first has numbers.

use crate::{only, rate_of, request, table, tried};
use incog_attack::{AttackRequest, Attacked};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

type Rows = Vec<Vec<String>>;
const NAMES: [&str; 3] = ["a", "b", "c"];

pub fn rows() -> impl Strategy<Value = Rows> {
    let record = (0..60u32, 0..4u32, 0..3u32)
        .prop_map(|(a, b, c)| vec![a.to_string(), format!("b{b}"), format!("c{c}")]);
    proptest::collection::vec(record, 2..30)
}

fn number(row: &[String]) -> i64 {
    row[0].parse().unwrap()
}

/// The range of the numbers of some tables, or 1.
fn range(tables: &[&Rows]) -> i64 {
    let numbers = || tables.iter().flat_map(|rows| rows.iter()).map(|row| number(row));
    (numbers().max().unwrap() - numbers().min().unwrap()).max(1)
}

/// Gower distance by some columns, times the range.
fn distance(one: &[String], other: &[String], columns: &[usize], range: i64) -> i64 {
    let of = |&column: &usize| match column {
        0 => (number(one) - number(other)).abs(),
        _ if one[column] == other[column] => 0,
        _ => range,
    };
    columns.iter().map(of).sum()
}

fn nearest(target: &[String], release: &Rows, columns: &[usize], range: i64) -> (i64, BTreeSet<usize>) {
    let far: Vec<i64> = release.iter().map(|row| distance(target, row, columns, range)).collect();
    let least = *far.iter().min().unwrap();
    (least, (0..far.len()).filter(|&row| far[row] == least).collect())
}

/// The chance that both halves of what is known of somebody lead to the same record.
fn chance_of_link(target: &[String], release: &Rows, range: i64) -> f64 {
    let (one, other) = (nearest(target, release, &[0], range).1, nearest(target, release, &[1, 2], range).1);
    one.intersection(&other).count() as f64 / (one.len() as f64 * other.len() as f64)
}

proptest! {
    #[test]
    fn linkability_is_that_of_the_definition(original in rows(), release in rows()) {
        let range = range(&[&original, &release]);
        let chances: Vec<f64> = original.iter().map(|target| chance_of_link(target, &release, range)).collect();
        let tables = (table(&NAMES, &original), table(&NAMES, &release));
        let report = tried(&Attacked::new(&tables.0, &tables.1), &only(&["linkability"], request(&NAMES, &[])));
        let right = rate_of(&report, "linkability").successes as usize;
        let least = chances.iter().filter(|chance| **chance == 1.0).count();
        let most = chances.iter().filter(|chance| **chance > 0.0).count();
        prop_assert!((least..=most).contains(&right), "{right} of {least} to {most}");
    }

    /// Of those equally near at the border between both halves any may be taken; all nearer ones
    /// are.
    #[test]
    fn membership_is_that_of_the_definition(original in rows(), release in rows(), control in rows()) {
        // Of tables of the same size all are attacked, so that it does not matter who is drawn.
        let each = original.len().min(control.len());
        let (original, control) = (original[..each].to_vec(), control[..each].to_vec());
        let range = range(&[&original, &release, &control]);
        let far = |rows: &Rows| -> Vec<i64> {
            rows.iter().map(|target| nearest(target, &release, &[0, 1, 2], range).0).collect()
        };
        let (members, others) = (far(&original), far(&control));
        let mut all = [members.clone(), others.clone()].concat();
        all.sort_unstable();
        let border = all[each - 1];
        let count = |far: &[i64], is_so: &dyn Fn(i64) -> bool| far.iter().filter(|far| is_so(**far)).count();
        let nearer = (count(&members, &|far| far < border), count(&others, &|far| far < border));
        let at_border = (count(&members, &|far| far == border), count(&others, &|far| far == border));
        let open = each - nearer.0 - nearer.1;
        let least = nearer.0 + open.saturating_sub(at_border.1);
        let most = nearer.0 + open.min(at_border.0);
        let tables = (table(&NAMES, &original), table(&NAMES, &release), table(&NAMES, &control));
        let attacked = Attacked { control: Some(&tables.2), ..Attacked::new(&tables.0, &tables.1) };
        let report = tried(&attacked, &only(&["membership"], request(&[], &[])));
        let found = rate_of(&report, "membership");
        prop_assert_eq!(found.attempts as usize, each);
        prop_assert!((least..=most).contains(&(found.successes as usize)), "{found:?} of {least} to {most}");
    }

    #[test]
    fn skewness_is_that_of_the_definition(original in rows(), release in rows()) {
        let (mut right, mut naive, mut all) = (0, 0, 0);
        let most_frequent = |rows: &[&Vec<String>]| {
            let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
            rows.iter().for_each(|row| *counts.entry(&row[2]).or_default() += 1);
            counts.into_iter().min_by_key(|(text, count)| (-count, *text)).map(|(text, _)| text.to_owned())
        };
        let of_all = most_frequent(&release.iter().collect::<Vec<_>>());
        for target in &original {
            let fit: Vec<&Vec<String>> = release.iter().filter(|row| row[..2] == target[..2]).collect();
            if let Some(guess) = most_frequent(&fit) {
                all += 1;
                right += u64::from(guess == target[2]);
                naive += u64::from(of_all.as_ref() == Some(&target[2]));
            }
        }
        let tables = (table(&NAMES, &original), table(&NAMES, &release));
        let report = tried(&Attacked::new(&tables.0, &tables.1), &only(&["skewness"], request(&["a", "b"], &["c"])));
        let found = report.findings.iter().find(|finding| finding.attack == "skewness").unwrap();
        prop_assert_eq!((found.original.successes, found.baseline.successes, found.original.attempts), (right, naive, all));
    }
}

/// What a released record says in all columns.
fn suggested(found: &[String], median: f64) -> impl Fn(&Vec<String>) -> bool {
    let (own, is_above) = (number(found), number(found) as f64 > median);
    let others = found[1..].to_vec();
    move |row| (if is_above { number(row) >= own } else { number(row) <= own }) && row[1..] == others[..]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// With predicates of all columns there is one for each released record that looks like no
    /// other, so all can be counted. That one of 30 records is not drawn in 50,000 draws has a
    /// chance below 10^-700.
    #[test]
    fn singling_out_by_several_is_that_of_the_definition(original in rows(), release in rows()) {
        let mut numbers: Vec<f64> = release.iter().map(|row| number(row) as f64).collect();
        numbers.sort_by(f64::total_cmp);
        let median = (numbers[(numbers.len() - 1) / 2] + numbers[numbers.len() / 2]) / 2.0;
        let (mut right, mut known) = (0, BTreeSet::new());
        for found in &release {
            let is_so = suggested(found, median);
            if release.iter().filter(|row| is_so(row)).count() == 1 && known.insert(found.clone()) {
                right += u64::from(original.iter().filter(|row| is_so(row)).count() == 1);
            }
        }
        let tables = (table(&NAMES, &original), table(&NAMES, &release));
        let attacks = vec!["singling-out-by-several".to_owned()];
        let report = tried(&Attacked::new(&tables.0, &tables.1), &AttackRequest { attacks, ..request(&[], &[]) });
        let found = rate_of(&report, "singling-out-by-several");
        prop_assert_eq!((found.successes, found.attempts), (right, known.len() as u64));
    }
}

/// Over 400 seeds the successes of linkability are as many as their chances say. By Hoeffding's
/// inequality they are farther away than this with a chance of 10^-6 for seeds that nobody chose.
#[test]
fn of_equally_near_records_each_is_taken_as_often() {
    let row = |n: usize| vec![(n * 7 % 10).to_string(), format!("b{}", n % 2), format!("c{}", n % 3)];
    let (original, release): (Rows, Rows) = ((0..20).map(row).collect(), (5..31).map(row).collect());
    let range = range(&[&original, &release]);
    let expected: f64 = original.iter().map(|target| chance_of_link(target, &release, range)).sum();
    let tables = (table(&NAMES, &original), table(&NAMES, &release));
    let seeds = 400;
    let successes: u64 = (0..seeds)
        .map(|seed| {
            let attacks = vec!["linkability".to_owned()];
            let request = AttackRequest { seed, attacks, ..request(&NAMES, &[]) };
            rate_of(&tried(&Attacked::new(&tables.0, &tables.1), &request), "linkability").successes
        })
        .sum();
    let attempts = seeds as f64 * original.len() as f64;
    let off = (successes as f64 - seeds as f64 * expected).abs();
    assert!(off <= (attempts * (2e6f64).ln() / 2.0).sqrt(), "{successes} of {}", seeds as f64 * expected);
    assert!(expected > 0.5 && expected < original.len() as f64 - 0.5, "{expected} is no chance");
}

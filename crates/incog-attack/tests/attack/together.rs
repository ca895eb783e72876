//! Downcoding and intersections, made again by their definitions on tables in which many records
//! fit somebody.

use crate::{only, rate_of, request, table, tried};
use incog_attack::Attacked;
use proptest::prelude::*;
use std::collections::BTreeSet;

const NAMES: [&str; 3] = ["a", "b", "c"];
/// Labels of the two columns that are known, with what they stand for.
const NUMBERS: [(&str, &str); 7] =
    [("0", "0"), ("1", "1"), ("2", "2"), ("0-1", "01"), ("[1, 3)", "12"), ("0-2", "012"), ("*", "012")];
const WORDS: [(&str, &str); 4] = [("x", "x"), ("y", "y"), ("{x, y}", "xy"), ("*", "xy")];

type Label = (&'static str, &'static str);

fn original() -> impl Strategy<Value = Vec<Vec<String>>> {
    let record = (0..3u32, 0..2usize, 0..4u32);
    // With every value, so that labels stand for what they do in the list.
    let all = [(0, 0, 0), (1, 1, 1), (2, 0, 2), (2, 0, 3)];
    proptest::collection::vec(record, 0..12).prop_map(move |rows| {
        let text =
            |(a, b, c): &(u32, usize, u32)| vec![a.to_string(), ["x", "y"][*b].to_owned(), format!("c{c}")];
        all.iter().chain(&rows).map(text).collect()
    })
}

fn release() -> impl Strategy<Value = Vec<(Label, Label, String)>> {
    let record = (0..NUMBERS.len(), 0..WORDS.len(), 0..4u32);
    let record = record.prop_map(|(a, b, c)| (NUMBERS[a], WORDS[b], format!("c{c}")));
    proptest::collection::vec(record, 1..12)
}

fn published(release: &[(Label, Label, String)]) -> incog_data::Table {
    table(
        &NAMES,
        &release
            .iter()
            .map(|(a, b, c): &(Label, Label, String)| vec![a.0.to_owned(), b.0.to_owned(), c.clone()])
            .collect::<Vec<_>>(),
    )
}

fn fitting<'r>(release: &'r [(Label, Label, String)], target: &[String]) -> Vec<&'r (Label, Label, String)> {
    release.iter().filter(|(a, b, _)| a.1.contains(&target[0]) && b.1.contains(&target[1])).collect()
}

fn is_within(one: Label, other: Label) -> bool {
    one.1.chars().all(|value| other.1.contains(value))
}

fn values(rows: &[&(Label, Label, String)]) -> BTreeSet<String> {
    rows.iter().map(|row| row.2.clone()).collect()
}

proptest! {
    #[test]
    fn downcoding_is_that_of_the_definition(original in original(), release in release()) {
        let (mut right, mut plain, mut all) = (0, 0, 0);
        for target in &original {
            let fit = fitting(&release, target);
            let is_finer = |one: &(Label, Label, String), other: &(Label, Label, String)| {
                is_within(one.0, other.0) && is_within(one.1, other.1) && !(is_within(other.0, one.0) && is_within(other.1, one.1))
            };
            let finest: Vec<_> = fit.iter().filter(|row| !fit.iter().any(|other| is_finer(other, row))).copied().collect();
            let own: BTreeSet<String> = [target[2].clone()].into();
            all += u64::from(!fit.is_empty());
            right += u64::from(values(&finest) == own);
            plain += u64::from(values(&fit) == own);
        }
        let (original, release) = (table(&NAMES, &original), published(&release));
        let report = tried(&Attacked::new(&original, &release), &only(&["downcoding", "homogeneity"], request(&["a", "b"], &["c"])));
        let found = report.findings.iter().find(|finding| finding.attack == "downcoding").unwrap();
        prop_assert_eq!((found.original.successes, found.baseline.successes, found.original.attempts), (right, plain, all));
        prop_assert_eq!(&found.baseline, rate_of(&report, "homogeneity"));
    }

    #[test]
    fn intersection_is_that_of_the_definition(original in original(), releases in proptest::collection::vec(release(), 2..4)) {
        let (mut right, mut one, mut all) = (0, 0, 0);
        for target in &original {
            let said: Vec<BTreeSet<String>> = releases.iter().map(|release| values(&fitting(release, target))).collect();
            if said.iter().any(BTreeSet::is_empty) {
                continue;
            }
            let own: BTreeSet<String> = [target[2].clone()].into();
            let left = said.iter().skip(1).fold(said[0].clone(), |left, said| &left & said);
            all += 1;
            right += u64::from(left == own);
            one += u64::from(said.contains(&own));
        }
        let original = table(&NAMES, &original);
        let releases: Vec<_> = releases.iter().map(|release| published(release)).collect();
        let attacked = Attacked { also: releases[1..].iter().collect(), ..Attacked::new(&original, &releases[0]) };
        let report = tried(&attacked, &only(&["intersection"], request(&["a", "b"], &["c"])));
        let found = report.findings.iter().find(|finding| finding.attack == "intersection").unwrap();
        prop_assert_eq!((found.original.successes, found.baseline.successes, found.original.attempts), (right, one, all));
    }
    #[test]
    fn intersection_of_people_is_that_of_the_definition(original in original(), releases in proptest::collection::vec(release(), 2..4)) {
        let (mut right, mut one, mut all) = (0, 0, 0);
        for (place, target) in original.iter().enumerate() {
            let fits: Vec<_> = releases.iter().map(|release| fitting(release, target)).collect();
            if fits.iter().any(Vec::is_empty) {
                continue;
            }
            let around = |fits: &Vec<&(Label, Label, String)>| -> BTreeSet<usize> {
                let is_near = |other: &Vec<String>| fits.iter().any(|(a, b, _)| a.1.contains(&other[0]) && b.1.contains(&other[1]));
                (0..original.len()).filter(|&other| is_near(&original[other])).collect()
            };
            let near: Vec<BTreeSet<usize>> = fits.iter().map(around).collect();
            let alone = |people: &BTreeSet<usize>| *people == BTreeSet::from([place]);
            all += 1;
            right += u64::from(alone(&near[1..].iter().fold(near[0].clone(), |left, one| &left & one)));
            one += u64::from(near.iter().any(alone));
        }
        let original = table(&NAMES, &original);
        let releases: Vec<_> = releases.iter().map(|release| published(release)).collect();
        let attacked = Attacked { also: releases[1..].iter().collect(), ..Attacked::new(&original, &releases[0]) };
        let report = tried(&attacked, &only(&["intersection-of-people"], request(&["a", "b"], &[])));
        let found = &report.findings[0];
        prop_assert_eq!((found.original.successes, found.baseline.successes, found.original.attempts), (right, one, all));
    }
}

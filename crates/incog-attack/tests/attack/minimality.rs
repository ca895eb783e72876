//! Minimality, made again by its definition on classes so small that all orders of their values can
//! be gone through.

use crate::{only, request, table, tried};
use incog_attack::Attacked;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A class of a release that knows a letter and a digit of its people, and publishes neither, or
/// only the letter.
#[derive(Debug, Clone)]
struct Class {
    shows_letter: bool,
    /// Letter, digit and illness of each; all have the first letter where it is shown.
    people: Vec<(usize, usize, usize)>,
}

const LETTERS: [[&str; 2]; 3] = [["a", "b"], ["c", "d"], ["e", "f"]];
const DIGITS: [[&str; 2]; 3] = [["0", "1"], ["2", "3"], ["4", "5"]];
const ILL: [&str; 3] = ["flu", "gout", "mumps"];

fn classes() -> impl Strategy<Value = Vec<Class>> {
    let people = proptest::collection::vec((0..2usize, 0..2usize, 0..3usize), 1..6);
    let class = (any::<bool>(), people).prop_map(|(shows_letter, mut people)| {
        people.iter_mut().filter(|_| shows_letter).for_each(|person| person.0 = 0);
        Class { shows_letter, people }
    });
    proptest::collection::vec(class, 1..4)
}

/// All orders of some things, each as often as it can be dealt.
fn orders(things: &[usize]) -> Vec<Vec<usize>> {
    if things.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |first: usize| {
        let rest: Vec<usize> = (0..things.len()).filter(|&at| at != first).map(|at| things[at]).collect();
        orders(&rest).into_iter().map(move |rest| [vec![things[first]], rest].concat())
    };
    (0..things.len()).flat_map(with_first).collect()
}

fn counts(ill: impl IntoIterator<Item = usize>) -> [u64; 3] {
    ill.into_iter().fold([0; 3], |mut counts, ill| {
        counts[ill] += 1;
        counts
    })
}

/// The most frequent one, or of equally frequent ones the more frequent in the class, and then the
/// first by its text.
fn most(counts: [u64; 3], class: [u64; 3]) -> usize {
    (0..3).rev().max_by_key(|&ill| (counts[ill], class[ill])).unwrap()
}

/// Right guesses of the attacker and of the naive one.
fn right(classes: &[Class]) -> (u64, u64) {
    let of_class: Vec<[u64; 3]> =
        classes.iter().map(|class| counts(class.people.iter().map(|p| p.2))).collect();
    let size = |counts: &[u64; 3]| counts.iter().sum::<u64>();
    let fewest = of_class.iter().map(size).min().unwrap();
    let is_too_often = |ill: usize, count: u64, all: u64| {
        count > 0 && of_class.iter().all(|class| count * size(class) > class[ill] * all || class[ill] == 0)
    };
    let (mut learned, mut naive) = (0, 0);
    for (class, own) in classes.iter().zip(&of_class) {
        let person = |column: usize, at: usize| [class.people[at].0, class.people[at].1][column];
        let all: Vec<usize> = (0..class.people.len()).collect();
        let parts = |column: usize| -> Vec<Vec<usize>> {
            let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            all.iter().for_each(|&at| parts.entry(person(column, at)).or_default().push(at));
            parts.into_values().collect()
        };
        let hidden = if class.shows_letter { vec![1] } else { vec![0, 1] };
        let is_open = |column: &usize| {
            let parts = parts(*column);
            parts.len() > 1 && parts.iter().all(|part| part.len() as u64 >= fewest)
        };
        let open: Vec<usize> = hidden.into_iter().filter(is_open).collect();
        let ill: Vec<usize> = class.people.iter().map(|person| person.2).collect();
        let is_broken = |way: &[usize]| {
            open.iter().all(|&column| {
                parts(column).iter().any(|part| {
                    let of_part = counts(part.iter().map(|&at| way[at]));
                    (0..3).any(|ill| is_too_often(ill, of_part[ill], part.len() as u64))
                })
            })
        };
        let ways = orders(&ill);
        let broken: Vec<Vec<usize>> = ways.iter().filter(|way| is_broken(way)).cloned().collect();
        let ways = if broken.is_empty() { ways } else { broken };
        for (at, own_ill) in ill.iter().enumerate() {
            let is_alike =
                |other: &usize| open.iter().all(|&column| person(column, *other) == person(column, at));
            let alike: Vec<usize> = all.iter().copied().filter(is_alike).collect();
            let shares = counts(ways.iter().flat_map(|way| alike.iter().map(|&at| way[at])));
            learned += u64::from(most(shares, *own) == *own_ill);
            naive += u64::from(most(*own, *own) == *own_ill);
        }
    }
    (learned, naive)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn minimality_is_that_of_the_definition(classes in classes()) {
        let numbered = classes.iter().enumerate();
        let people = numbered.clone().flat_map(|(number, class)| class.people.iter().map(move |p| {
            vec![LETTERS[number][p.0].to_owned(), DIGITS[number][p.1].to_owned(), ILL[p.2].to_owned()]
        }));
        let published = numbered.flat_map(|(number, class)| class.people.iter().map(move |p| {
            let [a, b] = LETTERS[number];
            let letter = if class.shows_letter { a.to_owned() } else { format!("{{{a}, {b}}}") };
            let [c, d] = DIGITS[number];
            vec![letter, format!("{{{c}, {d}}}"), ILL[p.2].to_owned()]
        }));
        let (people, published): (Vec<_>, Vec<_>) = (people.collect(), published.collect());
        // All values are somewhere, so that labels stand for what they say; those people fit no
        // label of the release.
        let others = [("a", "4"), ("b", "5"), ("c", "0"), ("d", "1"), ("e", "2"), ("f", "3")];
        let others = others.map(|(letter, digit)| vec![letter.to_owned(), digit.to_owned(), "flu".to_owned()]);
        let original = table(&["letter", "digit", "ill"], &[people, others.to_vec()].concat());
        let release = table(&["letter", "digit", "ill"], &published);
        let asked = only(&["minimality"], request(&["letter", "digit"], &["ill"]));
        let report = tried(&Attacked::new(&original, &release), &asked);
        let found = &report.findings[0];
        prop_assert_eq!(found.original.attempts as usize, published.len());
        prop_assert_eq!((found.original.successes, found.baseline.successes), right(&classes));
    }
}

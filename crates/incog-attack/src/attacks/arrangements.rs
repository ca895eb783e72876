//! The ways in which the sensitive values of a class may belong to its people.

use crate::draws::Draws;
use std::collections::BTreeMap;

/// More ways are not gone through one by one.
const MOST_WAYS: u64 = 2_000;
/// So many are drawn then: fewer of large classes.
const DRAWN: usize = 400;
const FEWEST_DRAWN: usize = 20;
/// People looked at in all ways that are drawn.
const MOST_LOOKS: usize = 4_000_000;

/// What a release seems to promise.
pub(super) struct Promise {
    /// Records of the smallest class.
    pub fewest: usize,
    /// The greatest share of each value in a class: records of it, and of the class.
    shares: BTreeMap<u32, (u64, u64)>,
}

impl Promise {
    /// Of classes, each with how many of its records have which value.
    pub fn from_classes<'c>(classes: impl Iterator<Item = &'c BTreeMap<u32, u64>>) -> Self {
        let (mut fewest, mut shares) = (u64::MAX, BTreeMap::new());
        for class in classes {
            let size = class.values().sum();
            fewest = fewest.min(size);
            for (&value, &count) in class {
                let share = shares.entry(value).or_insert((count, size));
                if count * share.1 > share.0 * size {
                    *share = (count, size);
                }
            }
        }
        Self { fewest: fewest as usize, shares }
    }

    fn is_broken_by(&self, value: u32, count: u64, size: u64) -> bool {
        self.shares.get(&value).is_none_or(|share| count * share.1 > share.0 * size)
    }
}

/// The people of a class, by the parts into which a finer column would divide them.
pub(super) struct Split {
    part_of: Vec<usize>,
    sizes: Vec<u64>,
}

impl Split {
    /// `None` where the number of people is reason enough against it: a part would have fewer than
    /// `fewest`.
    pub fn new(of_person: &[u32], fewest: usize) -> Option<Self> {
        let (part_of, parts) = numbered(of_person.iter().copied());
        let mut sizes = vec![0; parts.len()];
        part_of.iter().for_each(|&part| sizes[part] += 1);
        let is_open = sizes.len() > 1 && sizes.iter().all(|&size| size >= fewest as u64);
        is_open.then_some(Self { part_of, sizes })
    }

    /// Whether what is promised would be broken in a part, did these of the values belong to people
    /// in this way.
    fn is_broken_by(&self, way: &[usize], values: &[u32], promise: &Promise) -> bool {
        let mut counts = vec![0u64; self.sizes.len() * values.len()];
        self.part_of.iter().zip(way).for_each(|(part, value)| counts[part * values.len() + value] += 1);
        let broken = |(part, &size): (usize, &u64)| {
            let of_part = &counts[part * values.len()..][..values.len()];
            values.iter().zip(of_part).any(|(&value, &count)| promise.is_broken_by(value, count, size))
        };
        self.sizes.iter().enumerate().any(broken)
    }
}

/// Things by the number of each among the different ones, and these.
fn numbered<T: Ord>(things: impl Iterator<Item = T>) -> (Vec<usize>, Vec<T>) {
    let mut number: BTreeMap<T, usize> = BTreeMap::new();
    let of_each = things.map(|thing| {
        let next = number.len();
        *number.entry(thing).or_insert(next)
    });
    let of_each: Vec<usize> = of_each.collect();
    let mut all: Vec<(T, usize)> = number.into_iter().collect();
    all.sort_by_key(|(_, number)| *number);
    (of_each, all.into_iter().map(|(thing, _)| thing).collect())
}

/// How often people have which value, in the ways that were counted.
struct Shares {
    values: usize,
    counts: Vec<u64>,
    ways: u64,
}

impl Shares {
    fn new(people: usize, values: usize) -> Self {
        Self { values, counts: vec![0; people * values], ways: 0 }
    }

    fn add(&mut self, signature_of: &[usize], way: &[usize]) {
        self.ways += 1;
        signature_of.iter().zip(way).for_each(|(of, value)| self.counts[of * self.values + value] += 1);
    }
}

/// For people of each signature how often they have which value in all ways in which each of the
/// splits breaks the promise; in all ways where none does, or where there is nothing to split.
/// `values` are those of the class in an order that follows from their texts, equal ones beside
/// each other.
pub(super) fn shares_of_values(
    values: &[u32],
    signatures: &[Vec<u32>],
    splits: &[Split],
    promise: &Promise,
    draws: &mut Draws,
) -> BTreeMap<Vec<u32>, BTreeMap<u32, u64>> {
    let (mut way, different) = numbered(values.iter().copied());
    let (signature_of, of_people) = numbered(signatures.iter());
    let [mut all, mut broken] = [(); 2].map(|()| Shares::new(of_people.len(), different.len()));
    let mut count = |way: &[usize]| {
        all.add(&signature_of, way);
        if splits.iter().all(|split| split.is_broken_by(way, &different, promise)) {
            broken.add(&signature_of, way);
        }
    };
    if splits.is_empty() || ways(values) > MOST_WAYS {
        let ways =
            if splits.is_empty() { 0 } else { (MOST_LOOKS / way.len().max(1)).clamp(FEWEST_DRAWN, DRAWN) };
        for _ in 0..ways {
            let order = draws.some(way.len(), way.len());
            count(&order.into_iter().map(|place| way[place]).collect::<Vec<_>>());
        }
    } else {
        count(&way);
        while next(&mut way) {
            count(&way);
        }
    }
    let shares = if broken.ways > 0 { broken } else { all };
    let of_values = |place: usize| {
        let counts = &shares.counts[place * different.len()..][..different.len()];
        different.iter().copied().zip(counts.iter().copied()).collect()
    };
    of_people.into_iter().enumerate().map(|(place, of)| (of.clone(), of_values(place))).collect()
}

/// How many ways there are, or a number above [`MOST_WAYS`].
fn ways(values: &[u32]) -> u64 {
    let (mut ways, mut before) = (1u64, 0u64);
    for group in values.chunk_by(|a, b| a == b) {
        for chosen in 1..=group.len() as u64 {
            before += 1;
            // A product of neighbouring binomials is whole at every step.
            ways = ways * before / chosen;
            if ways > MOST_WAYS * MOST_WAYS {
                return ways;
            }
        }
    }
    ways
}

/// The next one in lexicographic order; `false` after the last one.
fn next(way: &mut [usize]) -> bool {
    let Some(place) = (1..way.len()).rev().find(|&place| way[place - 1] < way[place]) else { return false };
    let (head, tail) = way.split_at_mut(place);
    let pivot = &mut head[place - 1];
    tail.reverse();
    // One of the tail is greater: the first of it was.
    let Some(greater) = tail.iter().position(|value| value > pivot) else { return false };
    std::mem::swap(pivot, &mut tail[greater]);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_are_gone_through_once() {
        let values = [7, 7, 3, 3, 3, 9];
        let mut way = numbered(values.into_iter()).0;
        let mut seen = std::collections::BTreeSet::from([way.clone()]);
        while next(&mut way) {
            assert!(seen.insert(way.clone()));
        }
        assert_eq!((seen.len() as u64, ways(&values)), (60, 60));
        assert!(ways(&[[1; 40], [2; 40]].concat()) > MOST_WAYS);
    }
}

//! Levels that the exponential mechanism chooses before records are drawn.

use crate::DisclosureError;
use crate::DrawError;
use incog_data::{Column, Grouper, LabelTables, Levels, QuasiIdentifier, RolledUpTable, Table, Tuples};
use incog_privacy::LevelChoice;
use rayon::prelude::*;

/// Nodes of a lattice that a choice may have: each is looked at, since a search that leaves some
/// out would tell of the records.
const MOST_NODES: u64 = 1 << 17;

/// The level of each quasi-identifier. Each node of the lattice that the job allows is scored by
/// the records that it is expected to keep, each by the share of its information that is left;
/// `bits` are the random numbers, by their places.
///
/// # Errors
/// When there are too many nodes to look at all of them.
pub fn chosen_levels(
    choice: &LevelChoice,
    bound: Vec<QuasiIdentifier>,
    table: &Table,
    bits: impl Fn(u64) -> u64,
) -> Result<Levels, DisclosureError> {
    let columns: Vec<&Column> = bound.iter().filter_map(|qid| table.column(&qid.name)).collect();
    let mut nodes = nodes(&bound)?;
    let tuples = Tuples::new(bound, &columns, &[], table.rows())?;
    let scores = scores(choice, &nodes, &tuples);
    let mut draws = 0..;
    let place = choice.choose(&scores, &mut || bits(draws.next().unwrap_or_default()));
    // A lattice has its top.
    Ok(nodes.swap_remove(place.unwrap_or_default()))
}

/// All nodes that the job allows, in lexicographic order.
fn nodes(bound: &[QuasiIdentifier]) -> Result<Vec<Levels>, DisclosureError> {
    let size: f64 = bound.iter().map(|qid| f64::from(qid.max_level - qid.min_level) + 1.0).product();
    if size > MOST_NODES as f64 {
        return Err(DisclosureError::Draw(DrawError::TooManyNodes { nodes: size as u64, most: MOST_NODES }));
    }
    let mut nodes: Vec<Vec<u8>> = vec![Vec::new()];
    for qid in bound {
        let longer = |node: &Vec<u8>| {
            let node = node.clone();
            (qid.min_level..=qid.max_level).map(move |level| [&node[..], &[level]].concat())
        };
        nodes = nodes.iter().flat_map(longer).collect();
    }
    Ok(nodes.into_iter().map(Levels::from).collect())
}

/// The score of each node.
fn scores(choice: &LevelChoice, nodes: &[Levels], tuples: &Tuples) -> Vec<u64> {
    let tables = LabelTables::new(tuples);
    let tuples_as_items = RolledUpTable::of_tuples(tuples, &tables);
    let coarser = |lowest| tuples_as_items.coarsen(&tables, lowest, tuples.len(), &mut Grouper::default());
    let finest = nodes.first().and_then(coarser).unwrap_or(tuples_as_items);
    let kept = Kept::new(tuples.quasi_identifiers());
    let of_node = |grouper: &mut Grouper, levels: &Levels| {
        let grouping = grouper.group(&finest, &tables, levels);
        let classes = grouping.sizes.iter().zip(grouping.representatives);
        let score = classes.map(|(&records, &item)| match choice.counted(records.into()) {
            0 => 0,
            counted => counted * kept.of_tuple(tuples, finest.tuples()[item as usize], levels),
        });
        score.sum()
    };
    nodes.par_iter().map_init(Grouper::default, of_node).collect()
}

/// What is kept of the information of a label: all of a value's, nothing of the root's.
struct Kept {
    /// By quasi-identifier, level and code: its part of the whole, by the weights of the job.
    parts: Vec<Vec<Vec<f64>>>,
}

impl Kept {
    fn new(bound: &[QuasiIdentifier]) -> Self {
        let whole: f64 = bound.iter().map(|qid| qid.weight).sum();
        let of_qid = |qid: &QuasiIdentifier| {
            let others = (qid.hierarchy.values() as f64 - 1.0).max(1.0);
            let of_label = |level: u8, code| {
                let lost = f64::from(qid.leaves(level, code) - 1) / others;
                (1.0 - lost) * qid.weight / whole
            };
            let codes = 0..qid.leaf_of.len() as u32;
            (0..=qid.max_level)
                .map(|level| codes.clone().map(|code| of_label(level, code)).collect())
                .collect()
        };
        Self { parts: bound.iter().map(of_qid).collect() }
    }

    /// In the parts of a record that scores are counted in. Follows from the labels of the tuple
    /// alone.
    fn of_tuple(&self, tuples: &Tuples, tuple: u32, levels: &Levels) -> u64 {
        let codes = tuples.codes(tuple as usize).iter();
        let parts = self.parts.iter().zip(codes).zip(levels.iter());
        LevelChoice::kept(parts.map(|((of, &code), &level)| of[usize::from(level)][code as usize]).sum())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::Hierarchy;
    use incog_privacy::DifferentialPrivacy;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::collections::BTreeMap;

    /// ε = 2.5 with 0.5 for the levels: k = 7 of 8.1 records, by β = 0.8647.
    fn choice() -> LevelChoice {
        DifferentialPrivacy::with_levels(2.5, 0.4, 0.5).level_choice().unwrap()
    }

    const AREAS: [[&str; 3]; 5] = [
        ["n1", "north", "*"],
        ["n2", "north", "*"],
        ["s1", "south", "*"],
        ["s2", "south", "*"],
        ["w1", "west", "*"],
    ];

    fn ages() -> Vec<[String; 3]> {
        (0..100).map(|age: u32| [age.to_string(), format!("{}0s", age / 10), "*".to_owned()]).collect()
    }

    fn bound(table: &Table, weights: [f64; 2]) -> Vec<QuasiIdentifier> {
        let area = Hierarchy::new(AREAS).unwrap();
        let ages = ages();
        let age = Hierarchy::new(ages.iter().map(|row| row.each_ref().map(String::as_str))).unwrap();
        let pairs = table.columns().iter().zip([area, age]).zip(weights);
        pairs
            .map(|((column, hierarchy), weight)| QuasiIdentifier {
                weight,
                ..QuasiIdentifier::new(column, hierarchy.into()).unwrap()
            })
            .collect()
    }

    fn table(people: &[(usize, usize)]) -> Table {
        let ages = ages();
        Table::from_rows(
            ["area", "age"],
            people.iter().map(|&(area, age)| [AREAS[area][0], ages[age][0].as_str()]),
            &[],
        )
        .unwrap()
    }

    /// The score of a node, in records, from its definition: classes by their labels, and leaves
    /// counted in the rows of the hierarchies.
    fn plain(people: &[(usize, usize)], weights: [f64; 2], levels: [usize; 2]) -> f64 {
        let ages = ages();
        let mut classes: BTreeMap<(&str, &str), f64> = BTreeMap::new();
        people.iter().for_each(|&(area, age)| {
            *classes.entry((AREAS[area][levels[0]], &ages[age][levels[1]])).or_default() += 1.0
        });
        let kept = |rows: usize, under: usize| 1.0 - (under as f64 - 1.0) / (rows as f64 - 1.0);
        let score = |((area, age), records): ((&str, &str), f64)| {
            let counted = (2.0 * (records - 9.0).max(0.0)).min(records);
            let of_area = kept(AREAS.len(), AREAS.iter().filter(|row| row[levels[0]] == area).count());
            let of_age = kept(ages.len(), ages.iter().filter(|row| row[levels[1]] == age).count());
            counted * (weights[0] * of_area + weights[1] * of_age) / (weights[0] + weights[1])
        };
        classes.into_iter().map(score).sum()
    }

    /// Sixty random tables, with weights of their own.
    #[test]
    fn scores_are_those_of_the_definition() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..60 {
            let (areas, span) = (random.random_range(1..=5), random.random_range(1..=60));
            let records = random.random_range(1..200);
            let people: Vec<(usize, usize)> =
                (0..records).map(|_| (random.random_range(0..areas), random.random_range(0..span))).collect();
            let weights = [1.0, f64::from(random.random_range(1..5u8))];
            let table = table(&people);
            let bound = bound(&table, weights);
            let nodes = nodes(&bound).unwrap();
            let columns: Vec<&Column> = table.columns().iter().collect();
            let tuples = Tuples::new(bound, &columns, &[], table.rows()).unwrap();
            for (levels, found) in nodes.iter().zip(scores(&choice(), &nodes, &tuples)) {
                let expected = plain(&people, weights, [levels[0].into(), levels[1].into()]);
                // A class is rounded down by less than one part a record.
                let found = found as f64 / 65_536.0;
                assert!(
                    found <= expected + 1e-6 && found > expected - people.len() as f64 / 65_536.0 - 1e-6,
                    "{levels}: {found} {expected}"
                );
            }
        }
    }

    /// With one record more no score falls, and none rises by more than two records: of 60 random
    /// tables all nodes.
    #[test]
    fn one_record_more_raises_scores_by_two_records_at_most() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut highest = 0;
        for _ in 0..60 {
            let span = random.random_range(1..=30);
            let mut of_somebody = || (random.random_range(0..5), random.random_range(0..span));
            let mut people: Vec<(usize, usize)> = (0..80).map(|_| of_somebody()).collect();
            let of = |people: &[(usize, usize)]| {
                let table = table(people);
                let bound = bound(&table, [1.0, 3.0]);
                let nodes = nodes(&bound).unwrap();
                let columns: Vec<&Column> = table.columns().iter().collect();
                scores(&choice(), &nodes, &Tuples::new(bound, &columns, &[], table.rows()).unwrap())
            };
            let fewer = of(&people);
            people.push(of_somebody());
            for (more, fewer) in of(&people).into_iter().zip(fewer) {
                let rises = more.checked_sub(fewer).unwrap();
                assert!(rises <= 2 * 65_536, "{rises}");
                highest = highest.max(rises);
            }
        }
        assert!(highest > 65_536, "{highest}");
    }

    /// Each node as often as its score says, up to what chance does (5 standard deviations, in one
    /// of two million, for each of nine).
    #[test]
    fn nodes_are_chosen_with_the_probabilities_of_the_mechanism() {
        let people: Vec<(usize, usize)> = (0..24).map(|n| (n % 2, 30 + n % 3)).collect();
        let table = table(&people);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        let tries = 4_000;
        let mut found: BTreeMap<Vec<u8>, f64> = BTreeMap::new();
        for _ in 0..tries {
            let draws: Vec<u64> = (0..10_000).map(|_| random.random()).collect();
            let levels =
                chosen_levels(&choice(), bound(&table, [1.0, 1.0]), &table, |place| draws[place as usize]);
            *found.entry(levels.unwrap().to_vec()).or_default() += 1.0;
        }
        let nodes: Vec<[usize; 2]> = (0..9).map(|node| [node / 3, node % 3]).collect();
        let weight = |node: &[usize; 2]| (0.5 * plain(&people, [1.0, 1.0], *node) / 2.0).exp();
        let whole: f64 = nodes.iter().map(weight).sum();
        for node in &nodes {
            let share = weight(node) / whole;
            let seen = found.get(&node.map(|level| level as u8)[..]).copied().unwrap_or_default();
            let (expected, deviation) = (tries as f64 * share, (tries as f64 * share * (1.0 - share)).sqrt());
            assert!((seen - expected).abs() <= 5.0 * deviation + 1.0, "{node:?}: {seen} {expected}");
        }
        assert!(found.len() >= 5, "{found:?}");
    }
}

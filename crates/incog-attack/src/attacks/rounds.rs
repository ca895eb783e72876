//! Where the records of a class may lie, if a release was made in rounds: one level per column for
//! all records that are left, and whoever is in a large enough class then is published at these
//! levels and done with.
//!
//! Let a round have had the levels `g`, and let a class have levels that are nowhere finer and
//! somewhere coarser. It is from a later round, as nothing is left that has a large class at `g` or
//! finer. So of all later records no cell of `g` has as many as the smallest class, and none at all
//! where the cell itself is published.
//!
//! That is so where k-anonymity alone decides what is large enough, all columns that are
//! generalized are known, and a class has the labels of its round. Rows of `*` are taken for
//! suppressed ones, and a label that a hierarchy has at several levels is in no round.

use crate::flow::Network;
use crate::kinds::Kinds;
use crate::label_places::{Place, all_labels};
use crate::labels::Meaning;
use crate::matched_column::MatchedColumn;
use incog_data::Hierarchy;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Most cells of a round that a class is looked at in: so many hold more than nearly all classes
/// have.
const CELLS: usize = 64;

/// Most pairs of a class and a cell that are looked at together.
const PAIRS: usize = 20_000;

/// A label of each column: those of a class, or a cell of a round.
type Places = Vec<u32>;

/// A release, read as if it had been made in rounds.
pub(super) struct Rounds<'a> {
    columns: Vec<Leveled<'a>>,
    records: &'a [u64],
    /// The level of each kind in each column, and its label there.
    levels: Vec<Vec<u8>>,
    labels: Vec<Places>,
    /// What each round published.
    rounds: BTreeMap<Vec<u8>, BTreeSet<Places>>,
    /// Records of the smallest class.
    fewest: u64,
}

/// A part of a label: how many records of a class lie in it at least and at most, and how many of
/// the values that its label stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    pub least: u64,
    pub most: u64,
    pub values: u32,
}

/// The parts of a class in a column, by the label one level finer.
pub(super) type Parts = BTreeMap<u32, Part>;

impl<'a> Rounds<'a> {
    pub fn new(known: &[&'a MatchedColumn<'a>], kinds: &'a Kinds) -> Self {
        let columns: Vec<Leveled<'a>> = known.iter().map(|bound| Leveled::new(bound)).collect();
        let kinds_in_all = kinds.records.len();
        let of_kind = |kind: usize| -> (Vec<u8>, Places) {
            let pairs = columns.iter().zip(&kinds.codes);
            pairs.map(|(column, codes)| column.label_of_code[codes[kind] as usize]).unzip()
        };
        let (levels, labels): (Vec<Vec<u8>>, Vec<Places>) = (0..kinds_in_all).map(of_kind).unzip();
        let mut rounds: BTreeMap<Vec<u8>, BTreeSet<Places>> = BTreeMap::new();
        // A label that no rule reads is in no round.
        for (levels, labels) in levels.iter().zip(&labels).filter(|(levels, _)| is_read(levels)) {
            rounds.entry(levels.clone()).or_default().insert(labels.clone());
        }
        let mut found = Self { columns, records: &kinds.records, levels, labels, rounds, fewest: 0 };
        let kept = found.levels.iter().zip(found.records).filter(|(levels, _)| !found.is_starred(levels));
        found.fewest = kept.map(|(_, &records)| records).min().unwrap_or_default();
        found
    }

    /// Whether a kind is `*` everywhere.
    fn is_starred(&self, levels: &[u8]) -> bool {
        self.columns.iter().zip(levels).all(|(column, &level)| level == column.height)
    }

    /// Of each kind and column with a coarser label the parts of that, where some have bounds that
    /// follow from the rounds; nothing where the release cannot have been made so.
    pub fn refined(&self) -> BTreeMap<(u32, usize), Parts> {
        let mut refined = BTreeMap::new();
        for round in self.rounds.keys() {
            for together in self.together(round) {
                if !self.bound(round, &together, &mut refined) {
                    return BTreeMap::new();
                }
            }
        }
        let is_bound = |kind: u32, part: &Part| part.least > 0 || part.most < self.records[kind as usize];
        refined.retain(|&(kind, _), parts: &mut Parts| parts.values().any(|part| is_bound(kind, part)));
        refined
    }

    /// In which part of the label that a kind has in a column each value lies, by the label one
    /// level finer.
    pub fn parts_of_values(&self, kind: u32, column: usize, bound: &MatchedColumn<'_>) -> Vec<Option<u32>> {
        let level = self.levels[kind as usize][column].saturating_sub(1);
        bound.values.texts().map(|(value, text)| self.columns[column].of_value(text, value, level)).collect()
    }

    /// The later kinds of a round with the cells that each may have records in; those that share
    /// cells stand together.
    fn together(&self, round: &[u8]) -> Vec<Vec<(u32, Vec<Places>)>> {
        let is_later = |levels: &[u8]| {
            levels != round
                && is_read(levels)
                && !self.is_starred(levels)
                && levels.iter().zip(round).all(|(level, of_round)| level >= of_round)
        };
        let later = (0..self.levels.len()).filter(|&kind| is_later(&self.levels[kind]));
        let cells = later.filter_map(|kind| Some((kind as u32, self.cells(kind, round)?)));
        let cells: Vec<(u32, Vec<Places>)> = cells.collect();
        // Whoever comes first of those that share cells stands for all of them.
        let mut first_of: Vec<usize> = (0..cells.len()).collect();
        let first = |first_of: &[usize], mut at: usize| {
            while first_of[at] < at {
                at = first_of[at];
            }
            at
        };
        let mut owner: BTreeMap<&Places, usize> = BTreeMap::new();
        for (at, (_, cells)) in cells.iter().enumerate() {
            for cell in cells {
                let other = *owner.entry(cell).or_insert(at);
                let (one, other) = (first(&first_of, at), first(&first_of, other));
                first_of[one.max(other)] = one.min(other);
            }
        }
        let roots: Vec<usize> = (0..cells.len()).map(|at| first(&first_of, at)).collect();
        let mut groups: BTreeMap<usize, Vec<(u32, Vec<Places>)>> = BTreeMap::new();
        cells.into_iter().zip(roots).for_each(|(of, root)| groups.entry(root).or_default().push(of));
        let pairs =
            |group: &Vec<(u32, Vec<Places>)>| group.iter().map(|(_, cells)| cells.len()).sum::<usize>();
        groups.into_values().filter(|group| pairs(group) <= PAIRS).collect()
    }

    /// The cells of a round that the labels of a kind stand for; nothing where they are too many.
    fn cells(&self, kind: usize, round: &[u8]) -> Option<Vec<Places>> {
        let mut cells: Vec<Places> = vec![Vec::new()];
        for (place, column) in self.columns.iter().enumerate() {
            let within = column.within(self.levels[kind][place], self.labels[kind][place], round[place]);
            if cells.len() * within.len() > CELLS {
                return None;
            }
            let longer =
                |cell: Places| within.iter().map(move |&label| cell.iter().copied().chain([label]).collect());
            cells = cells.into_iter().flat_map(longer).collect();
        }
        Some(cells)
    }

    /// Narrows the bounds of some kinds by what one round says of them together. `false` where not
    /// all their records have a place.
    fn bound(
        &self,
        round: &[u8],
        together: &[(u32, Vec<Places>)],
        refined: &mut BTreeMap<(u32, usize), Parts>,
    ) -> bool {
        let published = &self.rounds[round];
        let mut network = Network::default();
        let (source, sink) = (network.node(), network.node());
        let mut nodes: BTreeMap<&Places, u32> = BTreeMap::new();
        for cell in together.iter().flat_map(|(_, cells)| cells).filter(|cell| !published.contains(*cell)) {
            nodes.entry(cell).or_insert_with(|| {
                let node = network.node();
                network.edge(node, sink, self.fewest - 1);
                node
            });
        }
        let wanted: u64 = together.iter().map(|&(kind, _)| self.records[kind as usize]).sum();
        let mut of_kinds = Vec::with_capacity(together.len());
        for (kind, cells) in together {
            let node = network.node();
            network.edge(source, node, self.records[*kind as usize]);
            let open = cells.iter().filter_map(|cell| Some((cell, *nodes.get(cell)?)));
            let edges: Vec<(&Places, usize)> =
                open.map(|(cell, to)| (cell, network.edge(node, to, u64::MAX / 2))).collect();
            of_kinds.push(KindFlow { kind: *kind, node, sink, edges });
        }
        if network.push(source, sink) < wanted {
            return false;
        }
        for flow in &of_kinds {
            let levels = &self.levels[flow.kind as usize];
            for column in (0..self.columns.len()).filter(|&column| levels[column] > round[column]) {
                self.narrow(flow, column, round, &mut network, refined);
            }
        }
        true
    }

    /// Narrows the bounds of one column of a kind, whose records can be moved between cells as long
    /// as all records have a place.
    fn narrow(
        &self,
        flow: &KindFlow<'_>,
        column: usize,
        round: &[u8],
        network: &mut Network,
        refined: &mut BTreeMap<(u32, usize), Parts>,
    ) {
        let KindFlow { kind, node, sink, ref edges } = *flow;
        let (leveled, records) = (&self.columns[column], self.records[kind as usize]);
        let level = self.levels[kind as usize][column] - 1;
        let parts = refined.entry((kind, column)).or_insert_with(|| {
            let within = leveled.within(level + 1, self.labels[kind as usize][column], level).iter();
            within
                .map(|&part| (part, Part { least: 0, most: records, values: leveled.values(level, part) }))
                .collect()
        });
        for (&part, found) in parts.iter_mut() {
            let is_inside = |cell: &Places| leveled.covers(level, part, round[column], cell[column]);
            let of = |inside: bool| {
                edges.iter().filter(move |(cell, _)| is_inside(cell) == inside).map(|&(_, edge)| edge)
            };
            let (inside, outside): (Vec<usize>, Vec<usize>) = (of(true).collect(), of(false).collect());
            let lie = |network: &Network, edges: &[usize]| -> u64 {
                edges.iter().map(|&edge| network.through(edge)).sum()
            };
            network.reroute(node, sink, &outside, &inside);
            found.most = found.most.min(lie(network, &inside));
            network.reroute(node, sink, &inside, &outside);
            found.least = found.least.max(lie(network, &inside));
        }
    }
}

/// Where the records of a kind flow in the network of a round: along `edges`, each to a cell.
struct KindFlow<'a> {
    kind: u32,
    node: u32,
    sink: u32,
    edges: Vec<(&'a Places, usize)>,
}

/// The level of a label that no rule reads.
const UNREAD: u8 = u8::MAX;

fn is_read(levels: &[u8]) -> bool {
    levels.iter().all(|&level| level < UNREAD)
}

/// A known column by the levels of its hierarchy; where none is given, values and `*`.
struct Leveled<'a> {
    hierarchy: Option<&'a Hierarchy>,
    height: u8,
    /// Values that there are, where no hierarchy says it.
    values: u32,
    /// Of each released code its level and its label there.
    label_of_code: Vec<(u8, u32)>,
    /// For a level and one that is no coarser the labels of this that each label of that stands
    /// for.
    within: BTreeMap<(u8, u8), Vec<Vec<u32>>>,
}

impl<'a> Leveled<'a> {
    fn new(bound: &'a MatchedColumn<'a>) -> Self {
        let hierarchy = bound.hierarchies.first().map(|hierarchy| &**hierarchy);
        let places = hierarchy.map(only_places);
        let texts = bound.release.column.dictionary.iter().zip(&bound.release.meanings);
        let label = |(text, meaning): (&str, &Meaning)| match &places {
            Some(places) => places.get(text.trim()).copied().flatten(),
            None => match meaning {
                Meaning::Anything => Some((1, 0)),
                Meaning::Values(found) if found.len() == 1 => Some((0, found[0])),
                _ => None,
            },
        };
        let mut leveled = Self {
            hierarchy,
            height: hierarchy.map_or(1, |hierarchy| hierarchy.height() as u8),
            values: bound.values.len() as u32,
            label_of_code: texts.map(|pair| label(pair).unwrap_or((UNREAD, 0))).collect(),
            within: BTreeMap::new(),
        };
        leveled.fill();
        leveled
    }

    /// Makes the tables for the levels that are released, and for those one finer.
    fn fill(&mut self) {
        let released = self.label_of_code.iter().map(|&(level, _)| level).filter(|&level| level < UNREAD);
        let levels: BTreeSet<u8> = released.flat_map(|level| [level, level.saturating_sub(1)]).collect();
        for &level in &levels {
            for &finer in levels.iter().take_while(|&&finer| finer <= level) {
                let table = self.table(level, finer);
                self.within.insert((level, finer), table);
            }
        }
    }

    fn table(&self, level: u8, finer: u8) -> Vec<Vec<u32>> {
        let leaves = self.hierarchy.map_or(self.values, |hierarchy| hierarchy.values() as u32);
        let of_leaf = |level: u8, leaf: u32| match self.hierarchy {
            Some(hierarchy) => hierarchy.label_code(level.into(), leaf),
            None => [leaf, 0][usize::from(level)],
        };
        let mut within: Vec<BTreeSet<u32>> = Vec::new();
        for leaf in 0..leaves {
            let label = of_leaf(level, leaf) as usize;
            within.resize(within.len().max(label + 1), BTreeSet::new());
            within[label].insert(of_leaf(finer, leaf));
        }
        within.into_iter().map(|labels| labels.into_iter().collect()).collect()
    }

    /// The labels of a level that is no coarser for which a label stands, ascending.
    fn within(&self, level: u8, label: u32, finer: u8) -> &[u32] {
        self.within.get(&(level, finer)).map_or(&[], |table| &table[label as usize])
    }

    /// Whether a label stands for one of a level that is no coarser.
    fn covers(&self, level: u8, label: u32, finer: u8, other: u32) -> bool {
        self.within(level, label, finer).binary_search(&other).is_ok()
    }

    /// How many values a label stands for.
    fn values(&self, level: u8, label: u32) -> u32 {
        let of_all = if level == 0 { 1 } else { self.values };
        self.hierarchy.map_or(of_all, |hierarchy| hierarchy.leaves(level.into(), label))
    }

    /// The label that stands for a value at a level; nothing for one that the hierarchy does not
    /// have.
    fn of_value(&self, text: &str, value: u32, level: u8) -> Option<u32> {
        let Some(hierarchy) = self.hierarchy else { return Some(if level == 0 { value } else { 0 }) };
        Some(hierarchy.label_code(level.into(), hierarchy.find(text)?))
    }
}

/// Of each label the level that has it, and its place there; nothing where several have it.
fn only_places(hierarchy: &Hierarchy) -> HashMap<&str, Option<(u8, u32)>> {
    let mut places = HashMap::new();
    for (text, Place { level, label }) in all_labels(hierarchy) {
        let place = (level as u8, label);
        places.entry(text).and_modify(|known| *known = None).or_insert(Some(place));
    }
    places
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::Table;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Four places in two regions, and three ages.
    const PLACES: [[&str; 3]; 4] =
        [["a", "north", "*"], ["b", "north", "*"], ["c", "south", "*"], ["d", "south", "*"]];
    const AGES: [[&str; 2]; 3] = [["1", "*"], ["2", "*"], ["3", "*"]];

    /// Which places and ages a label stands for.
    fn stands_for(label: &[&str]) -> Vec<[usize; 2]> {
        let places = (0..4).filter(|&place| PLACES[place].contains(&label[0]));
        let pairs = places.flat_map(|place| (0..3).map(move |age| [place, age]));
        pairs.filter(|&[_, age]| AGES[age].contains(&label[1])).collect()
    }

    fn level(label: &[&str]) -> [usize; 2] {
        [
            PLACES.iter().find_map(|row| row.iter().position(|of| *of == label[0])).unwrap(),
            usize::from(label[1] == "*"),
        ]
    }

    /// All ways to put so many records into cells; `put` gets how many each cell has.
    fn ways(records: u64, cells: &[[usize; 2]], so_far: &mut Vec<u64>, put: &mut dyn FnMut(&[u64])) {
        if so_far.len() == cells.len() {
            if records == 0 {
                put(so_far);
            }
            return;
        }
        for here in 0..=records {
            so_far.push(here);
            ways(records - here, cells, so_far, put);
            so_far.pop();
        }
    }

    type Found = BTreeMap<(usize, usize, usize), (u64, u64)>;

    /// How many records of a class lie in each of its cells, each by a place and an age in it.
    type Lies = Vec<([usize; 2], u64)>;

    /// Is given each way in which the records of a class can lie.
    type Put<'p> = dyn FnMut(Lies) + 'p;

    /// How many records each cell has.
    type Full = BTreeMap<[&'static str; 2], u64>;

    /// The least and the most records of each class in each half or value of its labels, by all
    /// ways to place the records of later classes in the cells of one round, of which each has
    /// fewer than the smallest class; nothing where there is no way.
    fn placed(round: [usize; 2], kinds: &[(Vec<&str>, u64)]) -> Option<Found> {
        let fewest = kinds.iter().map(|kind| kind.1).min().unwrap();
        let cell = |[place, age]: [usize; 2]| [PLACES[place][round[0]], AGES[age][round[1]]];
        let is_published =
            |of: [&str; 2]| kinds.iter().any(|(label, _)| level(label) == round && label[..] == of);
        let later: Vec<usize> = (0..kinds.len())
            .filter(|&kind| {
                let of = level(&kinds[kind].0);
                of != round && of[0] >= round[0] && of[1] >= round[1]
            })
            .collect();
        let mut found = Found::new();
        let mut any = false;
        let cells_of = |kind: usize| -> Vec<[usize; 2]> {
            let mut seen = BTreeSet::new();
            stands_for(&kinds[kind].0).into_iter().filter(|&pair| seen.insert(cell(pair))).collect()
        };
        fn place(
            later: &[usize],
            full: &Full,
            step: &dyn Fn(usize, &mut Put<'_>),
            may: &dyn Fn(&Full) -> bool,
            cell: &dyn Fn([usize; 2]) -> [&'static str; 2],
            chosen: &mut Vec<Lies>,
            done: &mut dyn FnMut(&[Lies]),
        ) {
            let Some((&kind, rest)) = later.split_first() else { return done(chosen) };
            step(kind, &mut |lies| {
                let mut full = full.clone();
                lies.iter().for_each(|&(at, records)| *full.entry(cell(at)).or_default() += records);
                if may(&full) {
                    chosen.push(lies);
                    place(rest, &full, step, may, cell, chosen, done);
                    chosen.pop();
                }
            });
        }
        let step = |kind: usize, with: &mut Put<'_>| {
            let cells = cells_of(kind);
            ways(kinds[kind].1, &cells, &mut Vec::new(), &mut |put| {
                with(cells.iter().copied().zip(put.iter().copied()).collect())
            });
        };
        let may = |full: &Full| {
            full.iter().all(|(&of, &records)| if is_published(of) { records == 0 } else { records < fewest })
        };
        place(&later, &BTreeMap::new(), &step, &may, &cell, &mut Vec::new(), &mut |chosen| {
            any = true;
            for (&kind, lies) in later.iter().zip(chosen) {
                let of = level(&kinds[kind].0);
                for column in 0..2 {
                    if of[column] == round[column] {
                        continue;
                    }
                    let part = |pair: [usize; 2]| match (column, of[0]) {
                        (0, 1) => pair[0],
                        (0, _) => pair[0] / 2,
                        _ => pair[1],
                    };
                    let parts: BTreeSet<usize> = stands_for(&kinds[kind].0).into_iter().map(part).collect();
                    for of_part in parts {
                        let records =
                            lies.iter().filter(|(pair, _)| part(*pair) == of_part).map(|of| of.1).sum();
                        let bounds = found.entry((kind, column, of_part)).or_insert((u64::MAX, 0));
                        *bounds = (bounds.0.min(records), bounds.1.max(records));
                    }
                }
            }
        });
        any.then_some(found)
    }

    /// Bounds are those of all ways to place the records, in 400 random releases; where there is no
    /// way for some round, nothing is compared.
    #[test]
    fn bounds_are_those_of_all_arrangements() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let labels: Vec<Vec<&str>> = ["a", "b", "c", "d", "north", "south", "*"]
            .into_iter()
            .flat_map(|place| ["1", "2", "3", "*"].map(|age| vec![place, age]))
            .collect();
        let hierarchies =
            [Hierarchy::new(PLACES).unwrap(), Hierarchy::new(AGES).unwrap()].map(std::sync::Arc::new);
        let values: Vec<[&str; 2]> =
            (0..4).flat_map(|place| (0..3).map(move |age| [PLACES[place][0], AGES[age][0]])).collect();
        let original = Table::from_rows(["place", "age"], values, &[]).unwrap();
        let (mut compared, mut narrowed) = (0, 0);
        for _ in 0..400 {
            let mut kinds: BTreeMap<usize, u64> = BTreeMap::new();
            for _ in 0..random.random_range(2..5) {
                kinds.insert(random.random_range(0..labels.len()), random.random_range(2..5));
            }
            let kinds: Vec<(Vec<&str>, u64)> =
                kinds.into_iter().map(|(label, records)| (labels[label].clone(), records)).collect();
            let is_all = |kind: &&(Vec<&str>, u64)| stands_for(&kind.0).len() == 12;
            if kinds.iter().any(|kind| is_all(&kind))
                || kinds.iter().filter(|kind| stands_for(&kind.0).len() > 5).count() > 1
            {
                continue;
            }
            let rows = kinds.iter().flat_map(|(label, records)| (0..*records).map(|_| [label[0], label[1]]));
            let release = Table::from_rows(["place", "age"], rows, &[]).unwrap();
            let column = |place: usize| {
                MatchedColumn::new(
                    &original.columns()[place],
                    &release.columns()[place],
                    None,
                    vec![hierarchies[place].clone()],
                )
            };
            let columns = [column(0), column(1)];
            let known: Vec<&MatchedColumn<'_>> = columns.iter().collect();
            let of_release = Kinds::from_columns(&known);
            let found = Rounds::new(&known, &of_release).refined();
            let mut expected = Found::new();
            let rounds: BTreeSet<[usize; 2]> = kinds.iter().map(|kind| level(&kind.0)).collect();
            let by_round: Option<Vec<Found>> =
                rounds.into_iter().map(|round| placed(round, &kinds)).collect();
            let Some(by_round) = by_round else {
                assert!(found.is_empty());
                continue;
            };
            for (of, (least, most)) in by_round.into_iter().flatten() {
                let bounds = expected.entry(of).or_insert((0, u64::MAX));
                *bounds = (bounds.0.max(least), bounds.1.min(most));
            }
            compared += 1;
            for ((kind, column), parts) in &found {
                // Kinds are numbered as their rows come, and so are those above.
                let kind = *kind as usize;
                for (place, part) in parts {
                    let number = match (*column, level(&kinds[kind].0)[0]) {
                        (0, 1) => hierarchies[0].label(0, *place).to_owned(),
                        (0, _) => hierarchies[0].labels(1).get(*place).to_owned(),
                        _ => hierarchies[1].label(0, *place).to_owned(),
                    };
                    let of_part = match (*column, level(&kinds[kind].0)[0]) {
                        (0, 1) => PLACES.iter().position(|row| row[0] == number).unwrap(),
                        (0, _) => usize::from(number == "south"),
                        _ => AGES.iter().position(|row| row[0] == number).unwrap(),
                    };
                    assert_eq!(
                        expected[&(kind, *column, of_part)],
                        (part.least, part.most),
                        "{kinds:?} {kind} {column} {number}"
                    );
                }
            }
            let is_narrow = |&(&(kind, _, _), &(least, most)): &(&(usize, usize, usize), &(u64, u64))| {
                least > 0 || most < kinds[kind].1
            };
            for (&(kind, column, _), _) in expected.iter().filter(is_narrow) {
                narrowed += 1;
                assert!(found.contains_key(&(kind as u32, column)), "{kinds:?} {kind} {column}");
            }
        }
        assert!(compared > 100 && narrowed > 60, "{compared} {narrowed}");
    }

    /// Two thousand releases that are made in rounds, at nodes in any order, of people whose places
    /// are known: all bounds are true.
    #[test]
    fn of_releases_made_in_rounds_all_bounds_are_true() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
        let hierarchies =
            [Hierarchy::new(PLACES).unwrap(), Hierarchy::new(AGES).unwrap()].map(std::sync::Arc::new);
        let mut narrowed = 0;
        for _ in 0..2_000 {
            let k = random.random_range(2..6);
            let mut left: Vec<[usize; 2]> = (0..random.random_range(5..60))
                .map(|_| [random.random_range(0..4), random.random_range(0..3)])
                .collect();
            let original = Table::from_rows(
                ["place", "age"],
                left.iter().map(|&[place, age]| [PLACES[place][0], AGES[age][0]]),
                &[],
            )
            .unwrap();
            let mut classes: Vec<([&str; 2], Vec<[usize; 2]>)> = Vec::new();
            for _ in 0..random.random_range(1..6) {
                let node = [random.random_range(0..3), random.random_range(0..2)];
                let mut cells: BTreeMap<[&str; 2], Vec<[usize; 2]>> = BTreeMap::new();
                left.iter().for_each(|&[place, age]| {
                    cells.entry([PLACES[place][node[0]], AGES[age][node[1]]]).or_default().push([place, age])
                });
                let (large, small): (Vec<_>, Vec<_>) =
                    cells.into_iter().partition(|(_, people)| people.len() >= k);
                classes.extend(large);
                left = small.into_iter().flat_map(|(_, people)| people).collect();
            }
            // Whoever is left is suppressed, by rows of `*` or without.
            let stars = if random.random() { left.len() } else { 0 };
            let rows = classes
                .iter()
                .flat_map(|(labels, people)| people.iter().map(|_| *labels))
                .chain((0..stars).map(|_| ["*", "*"]));
            let rows: Vec<[&str; 2]> = rows.collect();
            if rows.is_empty() {
                continue;
            }
            let release = Table::from_rows(["place", "age"], rows, &[]).unwrap();
            let columns = [0, 1].map(|place| {
                MatchedColumn::new(
                    &original.columns()[place],
                    &release.columns()[place],
                    None,
                    vec![hierarchies[place].clone()],
                )
            });
            let known: Vec<&MatchedColumn<'_>> = columns.iter().collect();
            let kinds = Kinds::from_columns(&known);
            let rounds = Rounds::new(&known, &kinds);
            for ((kind, column), parts) in rounds.refined() {
                let label = |place: usize| {
                    columns[place].release.column.dictionary.get(kinds.codes[place][kind as usize])
                };
                let people: Vec<[usize; 2]> = classes
                    .iter()
                    .filter(|(labels, _)| labels[0] == label(0) && labels[1] == label(1))
                    .flat_map(|(_, people)| people.clone())
                    .collect();
                let part_of_value = rounds.parts_of_values(kind, column, known[column]);
                for (of, part) in parts {
                    let text = |person: &[usize; 2]| {
                        if column == 0 { PLACES[person[0]][0] } else { AGES[person[1]][0] }
                    };
                    let lies = |person: &&[usize; 2]| {
                        part_of_value[columns[column].values.find(text(person)).unwrap() as usize] == Some(of)
                    };
                    let there = people.iter().filter(lies).count() as u64;
                    assert!(
                        (part.least..=part.most).contains(&there),
                        "{classes:?} {:?} {part:?} {there}",
                        [label(0), label(1)]
                    );
                    narrowed += u64::from(part.least > 0 || part.most < people.len() as u64);
                }
            }
        }
        assert!(narrowed > 500, "{narrowed}");
    }

    /// `x` is its own parent, so nobody knows of which round it is.
    #[test]
    fn a_label_of_several_levels_is_of_no_round() {
        let hierarchy = std::sync::Arc::new(
            Hierarchy::new([["x", "x", "*"], ["y1", "z", "*"], ["y2", "z", "*"], ["w", "v", "*"]]).unwrap(),
        );
        let original = Table::from_rows(["place"], [["x"], ["y1"], ["y2"], ["w"]], &[]).unwrap();
        let release =
            Table::from_rows(["place"], [["x"], ["x"], ["x"], ["z"], ["z"], ["z"], ["z"]], &[]).unwrap();
        let column =
            MatchedColumn::new(&original.columns()[0], &release.columns()[0], None, vec![hierarchy.clone()]);
        let kinds = Kinds::from_columns(&[&column]);
        let rounds = Rounds::new(&[&column], &kinds);
        assert_eq!(rounds.levels, [[UNREAD], [1]]);
        assert!(rounds.refined().is_empty());
    }
}

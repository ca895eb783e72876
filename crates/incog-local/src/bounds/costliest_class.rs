//! The dearest records of a group that are about enough people.

use crate::problem::LocalProblem;
use incog_data::Tuples;
use incog_privacy::RequiredPeople;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Tuples with the price of each of their records.
type Priced = (u64, u32);

/// Of all parts of a group that have enough records and are about enough people: by how much their
/// prices exceed what a cell costs them. Keeps its memory from group to group.
///
/// That is the most for a part that has every record whose price is above the cost, and of the
/// others as few and as dear ones as it takes. They are taken in the order of what they lack to the
/// cost: a record of somebody new always, one of somebody who is there already only as long as
/// enough places are left for people. (The sets that can be filled up so are a matroid, in which
/// taking the best first gives the best.)
pub(crate) struct DearestClass<'p> {
    tuples: &'p Tuples,
    people: RequiredPeople<'p>,
    is_there: Vec<bool>,
    there: Vec<u32>,
    above: Vec<Priced>,
}

/// How many more records a part needs, and how many of them may be about people who are there.
struct Missing {
    places: u64,
    for_known: u64,
}

impl<'p> DearestClass<'p> {
    /// `None` where no number of people is asked for.
    pub fn of_problem(problem: &'p LocalProblem) -> Option<Self> {
        Some(Self::new(problem.tuples(), problem.models().required_people()?))
    }

    fn new(tuples: &'p Tuples, people: RequiredPeople<'p>) -> Self {
        let most = people.of_cell.iter().max().map_or(0, |&most| most as usize + 1);
        Self { tuples, people, is_there: vec![false; most], there: Vec::new(), above: Vec::new() }
    }

    /// How many people every class has.
    pub fn people(&self) -> u64 {
        self.people.least
    }

    /// Whether some part of at least `records` records has higher prices than it costs.
    pub fn exceed(&mut self, group: impl Iterator<Item = Priced>, records: u64, cost: u64) -> bool {
        let (gain, lack) = self.gain_and_lack(group, records, cost, true);
        lack.is_some_and(|lack| gain > lack)
    }

    /// The highest price that no record may exceed so that no such part has higher prices than it
    /// costs, rounded down; `None` if it is so already.
    pub fn cap(&mut self, group: impl Iterator<Item = Priced>, records: u64, cost: u64) -> Option<u64> {
        let (gain, lack) = self.gain_and_lack(group, records, cost, false);
        let lack = lack.filter(|lack| gain > *lack)?;
        self.above.sort_unstable_by_key(|&entry| Reverse(entry));
        let (mut capped, mut rest) = (0, gain);
        for place in 0..self.above.len() {
            let count = u128::from(self.tuples.count(self.above[place].1 as usize));
            capped += count;
            rest -= u128::from(self.above[place].0 - cost) * count;
            let Some(room) = lack.checked_sub(rest) else { continue };
            let cap = cost + (room / capped) as u64;
            if self.above.get(place + 1).is_none_or(|next| cap >= next.0) {
                return Some(cap);
            }
        }
        // All of them capped at the cost gain nothing.
        Some(cost)
    }

    /// By how much the records above the cost exceed it, and what those lack to it that a class
    /// needs beside them; `None` where the group has not enough. In a hurry, the gain is not all of
    /// it where nobody else is needed.
    fn gain_and_lack(
        &mut self,
        group: impl Iterator<Item = Priced>,
        records: u64,
        cost: u64,
        in_a_hurry: bool,
    ) -> (u128, Option<u128>) {
        self.forget();
        let (mut taken, mut gain) = (0u64, 0u128);
        let mut others: Vec<Reverse<(u64, u32)>> = Vec::new();
        for (price, tuple) in group {
            if price <= cost {
                others.push(Reverse((cost - price, tuple)));
                continue;
            }
            let count = self.tuples.count(tuple as usize);
            taken += u64::from(count);
            gain += u128::from(price - cost) * u128::from(count);
            self.above.push((price, tuple));
            self.meet(tuple, u64::MAX);
            if in_a_hurry && taken >= records && self.there.len() as u64 >= self.people.least {
                return (gain, Some(0));
            }
        }
        if gain == 0 {
            return (0, None);
        }
        let lack = self.lack(BinaryHeap::from(others), records.saturating_sub(taken));
        (gain, lack)
    }

    /// What the records lack that are needed to have so many more, and enough people.
    fn lack(&mut self, mut others: BinaryHeap<Reverse<(u64, u32)>>, records: u64) -> Option<u128> {
        let mut missing = self.missing(records);
        let mut lack = 0;
        while missing.places > 0 {
            let Reverse((deficit, tuple)) = others.pop()?;
            lack += u128::from(deficit) * u128::from(self.fill(tuple, &mut missing));
        }
        Some(lack)
    }

    /// How many records of which tuples are the dearest part of at least `records` records: all
    /// those above the cost, until there are enough, and as few others as it takes. The tuples come
    /// with their prices, the dearest first.
    pub fn part(&mut self, dearest: &[(f64, u32)], records: u64, cost: f64) -> Option<Vec<(u32, u64)>> {
        self.forget();
        let (above, others) = dearest.split_at(dearest.partition_point(|(price, _)| *price > cost));
        let (mut part, mut taken) = (Vec::new(), 0);
        for &(_, tuple) in above {
            let count = u64::from(self.tuples.count(tuple as usize));
            part.push((tuple, count));
            taken += count;
            self.meet(tuple, u64::MAX);
            if self.missing(records.saturating_sub(taken)).places == 0 {
                return Some(part);
            }
        }
        let mut missing = self.missing(records.saturating_sub(taken));
        for &(_, tuple) in others {
            match self.fill(tuple, &mut missing) {
                0 => {}
                count => part.push((tuple, count)),
            }
        }
        (missing.places == 0).then_some(part)
    }

    /// How many of these tuples, from the first, are about so many people together; all, if they
    /// are about fewer.
    pub fn tuples_of(&mut self, tuples: &[u32], people: u64) -> usize {
        self.forget();
        let is_enough = |&tuple: &u32| {
            self.meet(tuple, u64::MAX);
            self.there.len() as u64 >= people
        };
        tuples.iter().position(is_enough).map_or(tuples.len(), |place| place + 1)
    }

    /// What a part lacks that is to have so many more records.
    fn missing(&self, records: u64) -> Missing {
        let people = self.people.least.saturating_sub(self.there.len() as u64);
        let places = records.max(people);
        Missing { places, for_known: places - people }
    }

    /// Takes as many records of a tuple as there are places for.
    fn fill(&mut self, tuple: u32, missing: &mut Missing) -> u64 {
        let new = self.meet(tuple, missing.places);
        let count = u64::from(self.tuples.count(tuple as usize));
        let known = (count - new).min(missing.for_known).min(missing.places - new);
        missing.places -= new + known;
        missing.for_known -= known;
        new + known
    }

    /// Counts those people of a tuple who are not there yet, at most so many.
    fn meet(&mut self, tuple: u32, most: u64) -> u64 {
        let before = self.there.len() as u64;
        for cell in self.tuples.cells(tuple as usize).iter().filter(|cell| cell.count > 0) {
            let person = self.people.of_cell[cell.cell as usize];
            if self.there.len() as u64 - before < most && !self.is_there[person as usize] {
                self.is_there[person as usize] = true;
                self.there.push(person);
            }
        }
        self.there.len() as u64 - before
    }

    fn forget(&mut self) {
        self.there.drain(..).for_each(|person| self.is_there[person as usize] = false);
        self.above.clear();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::{ColumnBuilder, Hierarchy, QuasiIdentifier};
    use incog_search::Stream;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// Up to nine records: the place where each lives, and whom it is about.
    fn records(stream: &mut Stream) -> Vec<[usize; 2]> {
        (0..1 + stream.below(9)).map(|_| [stream.below(5), stream.below(5)]).collect()
    }

    fn tuples(records: &[[usize; 2]]) -> Tuples {
        let column = |name: &str, place: usize| {
            let mut builder = ColumnBuilder::new(name);
            records.iter().for_each(|record| builder.push(&record[place].to_string()));
            builder.finish(&[])
        };
        let (home, person) = (column("home", 0), column("person", 1));
        let hierarchy = Hierarchy::new(["0", "1", "2", "3", "4"].map(|home| [home, "*"])).unwrap();
        let qid = QuasiIdentifier::new(&home, Arc::new(hierarchy)).unwrap();
        Tuples::new(vec![qid], &[&home], &[&person], records.len()).unwrap()
    }

    /// Whether any part of at least so many records and people has higher prices than it costs; by
    /// trying all.
    fn some_part_exceeds(priced: &[(u64, u32)], least: (u64, u64), cost: u64) -> bool {
        (1u32..1 << priced.len()).any(|set| {
            let part: Vec<(u64, u32)> =
                (0..priced.len()).filter(|place| set >> place & 1 == 1).map(|place| priced[place]).collect();
            let people: BTreeSet<u32> = part.iter().map(|&(_, person)| person).collect();
            let sum: u64 = part.iter().map(|&(price, _)| price).sum();
            part.len() as u64 >= least.0 && people.len() as u64 >= least.1 && sum > part.len() as u64 * cost
        })
    }

    #[test]
    fn caps_are_the_highest_that_leave_no_part_that_gains() {
        let mut stream = Stream::new(2, 0);
        for _ in 0..5_000 {
            let records = records(&mut stream);
            let tuples = tuples(&records);
            let prices: Vec<u64> = (0..tuples.len()).map(|_| stream.below(12) as u64).collect();
            let of_cell = tuples.sensitive()[0].of_cell.clone();
            let least = (1 + stream.below(4) as u64, 1 + stream.below(4) as u64);
            let cost = stream.below(10) as u64;
            let mut dearest =
                DearestClass::new(&tuples, RequiredPeople { least: least.1, of_cell: &of_cell });
            let priced = |most: u64| -> Vec<(u64, u32)> {
                let of_tuple = |tuple: usize| {
                    let cells = tuples.cells(tuple).iter();
                    let people =
                        cells.flat_map(|cell| vec![of_cell[cell.cell as usize]; cell.count as usize]);
                    people.map(move |person| (tuple, person)).collect::<Vec<_>>()
                };
                let all = (0..tuples.len()).flat_map(of_tuple);
                all.map(|(tuple, person)| (prices[tuple].min(most), person)).collect()
            };
            let group = || prices.iter().copied().zip(0u32..);
            let exceeds = some_part_exceeds(&priced(u64::MAX), least, cost);
            assert_eq!(
                dearest.exceed(group(), least.0, cost),
                exceeds,
                "{records:?} {prices:?} {least:?} {cost}"
            );
            let cap = dearest.cap(group(), least.0, cost);
            assert_eq!(cap.is_some(), exceeds, "{records:?} {prices:?} {least:?} {cost}");
            if let Some(cap) = cap {
                assert!(
                    !some_part_exceeds(&priced(cap), least, cost),
                    "{records:?} {prices:?} {least:?} {cost}: {cap}"
                );
                assert!(
                    some_part_exceeds(&priced(cap + 1), least, cost),
                    "{records:?} {prices:?} {least:?} {cost}: {cap}"
                );
            }
        }
    }
}

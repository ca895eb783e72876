//! Which record of the original each row of the release may be.

use crate::heap::*;
use crate::numbers::abs;

/// The most pairs of kinds of records that are compared, and steps of a search for labels.
const MOST_PAIRS: usize = 4_000_000;

/// Rows of the release, some of them alike, and records that each may be.
pub(crate) struct Matcher {
    wanted: Vec<usize>,
    may_be: Vec<Vec<usize>>,
    /// By kind of record: how many are not taken.
    free: Vec<usize>,
    /// By kind of record: how many each kind of row has taken.
    taken: Vec<BTreeMap<usize, usize>>,
}

impl Matcher {
    /// `None` where there are too many pairs to compare.
    pub fn new(
        wanted: &[Vec<usize>],
        there: &[Vec<usize>],
        is_pair: impl Fn(&Vec<usize>, &Vec<usize>) -> bool,
    ) -> Option<Self> {
        if wanted.len().checked_mul(there.len())? > MOST_PAIRS {
            return None;
        }
        let mut may_be = vec![];
        for row in wanted {
            may_be.push((0..there.len()).filter(|&at| is_pair(row, &there[at])).collect());
        }
        Some(Self {
            wanted: wanted.iter().map(Vec::len).collect(),
            may_be,
            free: there.iter().map(Vec::len).collect(),
            taken: there.iter().map(|_| BTreeMap::new()).collect(),
        })
    }

    /// Whether all rows can have a record of their own (Kuhn 1955, by breadth-first search).
    pub fn completes(mut self) -> bool {
        (0..self.wanted.len()).all(|row| (0..self.wanted[row]).all(|_| self.place(row)))
    }

    /// Finds a record for one more row of a kind, moving others where it must.
    fn place(&mut self, row: usize) -> bool {
        // From which kind of row each kind of record was reached, and by which record that was.
        let mut reached: Vec<Option<usize>> = vec![None; self.free.len()];
        let mut by_record: Vec<Option<usize>> = vec![None; self.wanted.len()];
        let (mut queue, mut next) = (vec![row], 0);
        while let Some(&from) = queue.get(next) {
            next += 1;
            for place in 0..self.may_be[from].len() {
                let record = self.may_be[from][place];
                if reached[record].is_some() {
                    continue;
                }
                reached[record] = Some(from);
                if self.free[record] > 0 {
                    self.free[record] -= 1;
                    self.shift(record, &reached, &by_record);
                    return true;
                }
                for &holder in self.taken[record].keys() {
                    if holder != row && by_record[holder].is_none() {
                        by_record[holder] = Some(record);
                        queue.push(holder);
                    }
                }
            }
        }
        false
    }

    /// Hands records on along the path by which the last one was reached.
    fn shift(&mut self, last: usize, reached: &[Option<usize>], by_record: &[Option<usize>]) {
        let mut record = last;
        while let Some(from) = reached[record] {
            *self.taken[record].entry(from).or_default() += 1;
            let Some(before) = by_record[from] else { return };
            if let Some(count) = self.taken[before].get_mut(&from) {
                *count -= 1;
                if *count == 0 {
                    self.taken[before].remove(&from);
                }
            }
            record = before;
        }
    }
}

/// It is not clear which group a label stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnclearLabels {
    /// There are more ways to try than is done.
    TooMany,
    /// Two ways cost differently.
    Ambiguous,
}

/// For each label a group of its own whose records have at least its rows, by key. `None` where
/// there is none.
///
/// # Errors
/// Where not all such ways cost the same, or there are too many of them.
pub(crate) fn assign_labels<K: Ord>(
    labels: usize,
    rows: impl Iterator<Item = (usize, K)>,
    records: impl Iterator<Item = (usize, K)>,
    cost_of: &BTreeMap<usize, f64>,
) -> Result<Option<Vec<usize>>, UnclearLabels> {
    let mut wanted: Vec<BTreeMap<K, usize>> = (0..labels).map(|_| BTreeMap::new()).collect();
    for (label, key) in rows {
        *wanted[label].entry(key).or_default() += 1;
    }
    let mut there: BTreeMap<usize, BTreeMap<K, usize>> = BTreeMap::new();
    for (group, key) in records {
        *there.entry(group).or_default().entry(key).or_default() += 1;
    }
    let mut choices: Vec<Vec<usize>> = vec![];
    for wanted in &wanted {
        let fitting = there.iter().filter(|(_, there)| {
            wanted.iter().all(|(key, count)| there.get(key).is_some_and(|has| has >= count))
        });
        choices.push(fitting.map(|(group, _)| *group).collect());
    }
    let weights: Vec<f64> = wanted.iter().map(|keys| keys.values().sum::<usize>() as f64).collect();
    let mut order: Vec<usize> = (0..labels).collect();
    order.sort_by_key(|&label| choices[label].len());
    let chosen = vec![usize::MAX; labels];
    let mut search = LabelSearch { choices, weights, order, cost_of, chosen, found: None, steps: 0 };
    search.extend(0, 0.0)?;
    Ok(search.found.map(|(_, chosen)| chosen))
}

struct LabelSearch<'a> {
    choices: Vec<Vec<usize>>,
    weights: Vec<f64>,
    order: Vec<usize>,
    cost_of: &'a BTreeMap<usize, f64>,
    chosen: Vec<usize>,
    found: Option<(f64, Vec<usize>)>,
    steps: usize,
}

impl LabelSearch<'_> {
    fn extend(&mut self, depth: usize, cost: f64) -> Result<(), UnclearLabels> {
        self.steps += 1;
        // The depth is that of the call stack, too.
        if self.steps > MOST_PAIRS / 8 || depth > 500 {
            return Err(UnclearLabels::TooMany);
        }
        let Some(&label) = self.order.get(depth) else {
            let (found, _) = self.found.get_or_insert_with(|| (cost, self.chosen.clone()));
            let is_same = abs(*found - cost) <= 1e-9 * f64::max(1.0, abs(cost));
            return if is_same { Ok(()) } else { Err(UnclearLabels::Ambiguous) };
        };
        for place in 0..self.choices[label].len() {
            let group = self.choices[label][place];
            if self.chosen.contains(&group) {
                continue;
            }
            self.chosen[label] = group;
            let more = self.weights[label] * self.cost_of.get(&group).copied().unwrap_or(0.0);
            self.extend(depth + 1, cost + more)?;
        }
        self.chosen[label] = usize::MAX;
        Ok(())
    }
}

//! In which orders the keys of lines stand.

use std::collections::HashMap;

/// The orders of keys, as places of columns, with how many lines have each.
///
/// Columns are in the order that more than half of the lines have, or else by name. In the order of
/// the first line a release would tell how the first record of the input was written, whoever that
/// is.
#[derive(Default)]
pub(super) struct KeyOrders {
    /// Lines follow others of their order mostly: those of the last one are counted here.
    last: (Vec<usize>, u64),
    lines: HashMap<Vec<usize>, u64>,
}

impl KeyOrders {
    /// Notes a line.
    pub fn note(&mut self, order: Vec<usize>) {
        if self.last.0 != order {
            self.count_last();
            self.last = (order, 0);
        }
        self.last.1 += 1;
    }

    /// Notes lines whose columns have other places here.
    pub fn append(&mut self, mut later: Self, places: &[usize]) {
        later.count_last();
        for (order, lines) in later.lines {
            let order = order.into_iter().map(|place| places[place]).collect();
            *self.lines.entry(order).or_default() += lines;
        }
    }

    /// For each of so many columns, how many lines have its key.
    pub fn lines_with(&self, columns: usize) -> Vec<u64> {
        let mut with = vec![0; columns];
        let last = (&self.last.0, &self.last.1);
        for (order, lines) in self.lines.iter().chain([last]) {
            order.iter().for_each(|&place| with[place] += lines);
        }
        with
    }

    /// For each column, given by its name, its rank: first those of the order that more than half
    /// of the lines have, as they stand there, then all others by name.
    pub fn ranks(mut self, names: &[&str]) -> Vec<usize> {
        self.count_last();
        let all: u64 = self.lines.values().sum();
        let most = self.lines.into_iter().find(|(_, lines)| 2 * lines > all);
        let mut order = most.map_or_else(Vec::new, |(order, _)| order);
        let mut others: Vec<usize> = (0..names.len()).filter(|place| !order.contains(place)).collect();
        others.sort_unstable_by_key(|&place| names[place]);
        order.extend(others);
        let mut ranks = vec![0; names.len()];
        order.into_iter().enumerate().for_each(|(rank, place)| ranks[place] = rank);
        ranks
    }

    fn count_last(&mut self) {
        let (order, lines) = std::mem::take(&mut self.last);
        if lines > 0 {
            *self.lines.entry(order).or_default() += lines;
        }
    }
}

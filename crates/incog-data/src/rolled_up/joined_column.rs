//! Several attributes packed into one code per item.

use crate::{LabelTables, NarrowCodes};
use std::ops::Range;

/// Attributes are joined into one column of codes as long as their labels multiply to at most this;
/// larger joins save passes over the items but make the look-up tables leave the cache.
const JOIN_LIMIT: u64 = 2048;

/// A look-up table is made for every node, so it is worth its entries only for this many items
/// each.
const ITEMS_PER_ENTRY: u64 = 8;

/// No column is kept shorter than this for want of items.
const SMALLEST_JOIN: u64 = 64;

/// Attributes that share a code: the digits of a number, the last one varying fastest.
#[derive(Debug, Clone)]
pub(super) struct JoinedColumn {
    pub attributes: Vec<usize>,
    /// Labels of each of them at the rolled-up table's level.
    pub radices: Vec<u32>,
    /// The packed code of each item.
    pub codes: NarrowCodes,
}

/// What a digit adds to a sum, for each of its values: a factor times another label.
pub(super) struct Term {
    /// 0 where it adds nothing.
    pub factor: u64,
    /// The label of each value.
    pub labels: Vec<u32>,
}

/// Which attributes share a code, and how many codes there are: first fit in the order of the
/// attributes.
pub(super) fn joins(labels: impl Iterator<Item = u32>, items: usize) -> Vec<Vec<(usize, u32)>> {
    let limit = (items as u64 / ITEMS_PER_ENTRY).clamp(SMALLEST_JOIN, JOIN_LIMIT);
    let mut joins: Vec<(u64, Vec<(usize, u32)>)> = Vec::new();
    for (attribute, labels) in labels.enumerate() {
        let radix = labels.max(1);
        let index =
            joins.iter().position(|(size, _)| size * u64::from(radix) <= limit).unwrap_or(joins.len());
        if index == joins.len() {
            joins.push((1, Vec::new()));
        }
        joins[index].0 *= u64::from(radix);
        joins[index].1.push((attribute, radix));
    }
    joins.into_iter().map(|(_, attributes)| attributes).collect()
}

impl JoinedColumn {
    /// Number of possible codes.
    pub fn size(&self) -> usize {
        self.radices.iter().map(|&radix| radix as usize).product()
    }

    /// The label of one of its attributes (by position) in a packed code.
    pub fn label(&self, position: usize, code: u32) -> u32 {
        let below: u32 = self.radices[position + 1..].iter().product();
        code / below % self.radices[position]
    }

    /// Appends, for each code, the sum of what its digits add; where that is.
    ///
    /// The table of the last digit is copied once for each value of the digit before, with what
    /// that value adds, and so on: long runs without a division.
    pub fn append_sums<S: Copy + Default + std::ops::Add<Output = S>>(
        &self,
        sums: &mut Vec<S>,
        terms: &[Term],
        word: impl Fn(u64) -> S,
    ) -> Range<usize> {
        let start = sums.len();
        sums.resize(start + self.size(), S::default());
        let table = &mut sums[start..];
        let Some((last, terms)) = terms.split_last() else { return start..sums.len() };
        let added = |term: &Term, label: u32| word(term.factor.wrapping_mul(u64::from(label)));
        table.iter_mut().zip(&last.labels).for_each(|(sum, &label)| *sum = added(last, label));
        let mut inner = last.labels.len().max(1);
        for term in terms.iter().rev() {
            let filled = inner * term.labels.len().max(1);
            let (first, others) = table[..filled].split_at_mut(inner);
            for (block, &label) in others.chunks_exact_mut(inner).zip(term.labels.iter().skip(1)) {
                let added = added(term, label);
                block.iter_mut().zip(&*first).for_each(|(sum, &below)| *sum = below + added);
            }
            let added = added(term, term.labels.first().copied().unwrap_or_default());
            first.iter_mut().for_each(|sum| *sum = *sum + added);
            inner = filled;
        }
        start..sums.len()
    }

    /// The terms of its attributes: their labels at other levels, each attribute times its factor.
    pub fn terms(&self, tables: &LabelTables, from: &[u8], to: &[u8], factors: &[u64]) -> Vec<Term> {
        let term = |(&attribute, &factor): (&usize, &u64)| Term {
            factor,
            labels: tables.lift(attribute, from[attribute], to[attribute]).collect(),
        };
        self.attributes.iter().zip(factors).map(term).collect()
    }

    /// Adds a counter of its codes to counters of the labels of its attributes.
    pub fn unpack(&self, mut counter: Vec<u64>, counters: &mut [Vec<u64>]) {
        for (&attribute, &radix) in self.attributes.iter().zip(&self.radices).rev() {
            let of_attribute = &mut counters[attribute];
            let digits = counter.chunks_exact(radix as usize);
            counter = digits
                .map(|digits| {
                    of_attribute.iter_mut().zip(digits).for_each(|(label, &records)| *label += records);
                    digits.iter().sum()
                })
                .collect();
        }
    }
}

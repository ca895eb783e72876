//! Classes told by gradient-boosted trees that learned from the original, and by those that learned
//! from the release.

use super::super::cells::{Cells, Records};
use super::readings::Read;
use incog_data::{Column, Table};
use incog_learn::{Feature, class_scores};
use std::cmp::Reverse;

/// Records that are learned from, at most.
const MOST_LEARNED: usize = 5_000;

/// For each tested record how much each class speaks for it, learned from the original and from the
/// release; `None` where nothing can be learned.
pub(super) fn scores(
    target: &Read<'_>,
    features: &[&Read<'_>],
    classes: &Cells,
    others: Option<&Table>,
) -> Option<[Vec<Vec<f64>>; 2]> {
    let tested: Vec<&Column> = match others {
        None => features.iter().map(|read| read.column.original).collect(),
        Some(others) => features.iter().map(|read| others.column(read.name())).collect::<Option<_>>()?,
    };
    let known: Vec<Known<'_>> =
        features.iter().zip(tested).map(|(read, tested)| Known::new(read, tested)).collect();
    let scores = |records: &Records, rows: &[usize], features: &[Feature]| {
        let of_row: Vec<u32> = rows.iter().map(|&row| likeliest_class(records, row)).collect();
        let found = class_scores(features, &of_row).ok().filter(|found| !found.is_empty())?;
        let of_class = |class: usize, row: usize| found.get(class).map_or(0.0, |scores| scores[row]);
        Some(
            (0..found[0].len())
                .map(|row| (0..classes.labels.len()).map(|class| of_class(class, row)).collect())
                .collect(),
        )
    };
    let rows = evenly_spaced((0..classes.before.codes.len()).collect());
    let features: Vec<Feature> = known.iter().map(|known| known.of_original(&rows)).collect();
    let before = scores(&classes.before, &rows, &features)?;
    // A label that stands for any class says nothing of it.
    let released = target.column.released.codes.iter().enumerate();
    let says = released.filter(|(_, code)| target.values[*code as usize].is_some());
    let rows = evenly_spaced(says.map(|(row, _)| row).collect());
    let features: Vec<Feature> = known.iter().map(|known| known.of_release(&rows)).collect();
    Some([before, scores(&classes.after, &rows, &features)?])
}

fn evenly_spaced(rows: Vec<usize>) -> Vec<usize> {
    let step = rows.len().div_ceil(MOST_LEARNED).max(1);
    rows.into_iter().step_by(step).collect()
}

/// The class of which a record has the greatest share; of several the first.
fn likeliest_class(records: &Records, row: usize) -> u32 {
    let spread = records.spread[records.codes.at(row) as usize].iter();
    spread.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map_or(0, |(class, _)| *class as u32)
}

/// A column that classes are told by, in both tables and in the records that are tested.
struct Known<'a> {
    read: &'a Read<'a>,
    /// The code that each tested record's value has in the original, of a number that it does not
    /// have that of the nearest; `None` for words that it does not have.
    tested: Vec<Option<u32>>,
}

impl<'a> Known<'a> {
    fn new(read: &'a Read<'a>, tested: &Column) -> Self {
        let code_of: Vec<Option<u32>> =
            (0..tested.dictionary.len() as u32).map(|code| read.code_of(tested, code)).collect();
        Self { read, tested: tested.codes.iter().map(|code| code_of[code as usize]).collect() }
    }

    fn of_original(&self, rows: &[usize]) -> Feature {
        let codes = &self.read.column.original.codes;
        let itself: Vec<Option<u32>> =
            (0..self.read.column.original.dictionary.len() as u32).map(Some).collect();
        self.feature(rows.iter().map(|&row| codes.at(row)), &self.read.numbers_before, &itself)
    }

    fn of_release(&self, rows: &[usize]) -> Feature {
        let codes = &self.read.column.released.codes;
        self.feature(
            rows.iter().map(|&row| codes.at(row)),
            &self.read.numbers_after,
            &self.likeliest_labels(),
        )
    }

    /// Labels that are learned from, the number of each label, and the label of each value of the
    /// original.
    fn feature(
        &self,
        learned: impl Iterator<Item = u32>,
        numbers: &[Option<f64>],
        label_of: &[Option<u32>],
    ) -> Feature {
        let label = |value: &Option<u32>| value.and_then(|value| label_of[value as usize]);
        if !self.read.numbers_before.iter().any(Option::is_some) {
            let asked = self.tested.iter().map(|value| label(value).unwrap_or(u32::MAX)).collect();
            return Feature::Words { learned: learned.collect(), asked };
        }
        let learned: Vec<Option<f64>> = learned.map(|code| numbers[code as usize]).collect();
        let mean = incog_learn::mean(learned.iter().copied().flatten().collect());
        let number = |value: &Option<u32>| match label(value) {
            Some(label) => numbers[label as usize],
            None => value.and_then(|value| self.read.numbers_before[value as usize]),
        };
        Feature::Numbers {
            learned: learned.into_iter().map(|number| number.unwrap_or(mean)).collect(),
            asked: self.tested.iter().map(|value| number(value).unwrap_or(mean)).collect(),
        }
    }

    /// For each value of the original the released label that most likely stands for it: that of
    /// the most records for each of its values.
    fn likeliest_labels(&self) -> Vec<Option<u32>> {
        let (original, released) = (self.read.column.original, self.read.column.released);
        let everything: Vec<u32> = (0..original.dictionary.len() as u32).collect();
        let mut best: Vec<Option<(f64, Reverse<&str>, u32)>> = vec![None; everything.len()];
        for ((code, values), count) in (0u32..).zip(&self.read.values).zip(released.counts()) {
            let values = values.as_ref().unwrap_or(&everything);
            let weight = count as f64 / values.len() as f64;
            let label = (weight, Reverse(released.dictionary.get(code)), code);
            for &value in values.iter().filter(|_| count > 0) {
                let best = &mut best[value as usize];
                if best.is_none_or(|best| best.0 < weight || best.0 == weight && best.1 < label.1) {
                    *best = Some(label);
                }
            }
        }
        best.into_iter().map(|best| best.map(|(.., code)| code)).collect()
    }
}

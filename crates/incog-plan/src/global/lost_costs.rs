//! What it costs to suppress whole tuples, worked out on labels rather than on values.

use super::costs::Costs;
use incog_data::{NarrowCodes, QuasiIdentifier, Tuples};

/// What the suppression of tuples adds, by attribute and level.
///
/// Where all labels of a level cost the same nothing is counted but records; where values cost what
/// their labels do, the records of labels are counted, and those of a level are made of those of
/// the level below.
pub(super) struct LostCosts {
    attributes: Vec<AttributeCosts>,
    /// Of one tuple after the other: the finest labels by which costs are told apart, of all
    /// attributes where they are.
    labels: NarrowCodes,
    /// By these attributes: where their labels begin among those of all.
    begins: Vec<usize>,
    /// All records by the labels of all attributes.
    totals: Vec<u64>,
    /// The records of all tuples.
    all: u64,
}

/// Which tuples are suppressed.
pub(super) struct Lost {
    /// The suppressed tuples, or those that stay, whichever are fewer.
    pub tuples: Vec<u32>,
    /// Whether these are those that stay.
    pub are_kept: bool,
}

struct AttributeCosts {
    /// By code: the finest label by which costs are told apart; empty where they are not.
    label_of: Vec<u32>,
    /// How many of these labels there are.
    labels: usize,
    levels: Vec<LevelCosts>,
}

/// What a suppressed record adds that would be kept at a level.
enum LevelCosts {
    /// One cost for every record.
    Same(f64),
    /// By label: of the level, each made of labels of the level that was counted before, or of the
    /// finest labels.
    ByLabel { of_finer: Vec<u32>, added: Vec<f64> },
}

impl LostCosts {
    /// `None` where suppressed records cost nothing of their own.
    pub fn new(tuples: &Tuples, costs: &Costs) -> Option<Self> {
        let of_attribute = |attribute| AttributeCosts::new(tuples, attribute, costs);
        let attributes: Vec<AttributeCosts> =
            (0..tuples.quasi_identifiers().len()).map(of_attribute).collect::<Option<_>>()?;
        let (mut told, mut begins, mut all_labels) = (Vec::new(), Vec::new(), 0);
        for (attribute, AttributeCosts { label_of, labels, .. }) in attributes.iter().enumerate() {
            if *labels > 0 {
                told.push((attribute, label_of));
                begins.push(all_labels);
                all_labels += labels;
            }
        }
        let of_tuple = |tuple: usize| {
            told.iter().map(move |(attribute, label_of)| label_of[tuples.codes(tuple)[*attribute] as usize])
        };
        let labels = (0..tuples.len()).flat_map(of_tuple).collect();
        let (totals, all) = (vec![0; all_labels], tuples.rows() as u64);
        let mut costs = Self { attributes, labels, begins, totals, all };
        let every_tuple = Lost { tuples: (0..tuples.len() as u32).collect(), are_kept: false };
        costs.totals = costs.counted(tuples.counts(), &every_tuple);
        Some(costs)
    }

    /// The suppressed records by the finest labels of all attributes.
    fn counted(&self, records: &[u32], lost: &Lost) -> Vec<u64> {
        let mut counted = if lost.are_kept { self.totals.clone() } else { vec![0; self.totals.len()] };
        if !self.begins.is_empty() {
            let begins = self.begins.as_slice();
            match &self.labels {
                NarrowCodes::One(labels) => count(labels, begins, records, lost, &mut counted),
                NarrowCodes::Two(labels) => count(labels, begins, records, lost, &mut counted),
                NarrowCodes::Four(labels) => count(labels, begins, records, lost, &mut counted),
            }
        }
        counted
    }

    /// By attribute and level, up to those of a node: what the suppression of these adds.
    pub fn added(&self, tuples: &Tuples, lost: &Lost, node: &[u8]) -> Vec<Vec<f64>> {
        let records = tuples.counts();
        let listed: u64 = lost.tuples.iter().map(|&tuple| u64::from(records[tuple as usize])).sum();
        let suppressed = if lost.are_kept { self.all - listed } else { listed };
        let counted = self.counted(records, lost);
        let mut first = 0;
        let of_attribute = |(attribute, &level): (&AttributeCosts, &u8)| {
            let from = first;
            first += attribute.labels;
            attribute.added(&counted[from..first], suppressed, usize::from(level))
        };
        self.attributes.iter().zip(node).map(of_attribute).collect()
    }
}

impl AttributeCosts {
    fn new(tuples: &Tuples, attribute: usize, costs: &Costs) -> Option<Self> {
        let qid = &tuples.quasi_identifiers()[attribute];
        let of_values: Vec<Vec<f64>> = (0..=qid.max_level)
            .map(|level| Some(costs.added(attribute, level)?.collect()))
            .collect::<Option<_>>()?;
        let same: Vec<Option<f64>> = of_values.iter().map(|added| all_the_same(added)).collect();
        let told: Vec<u8> = (0..=qid.max_level).filter(|&level| same[usize::from(level)].is_none()).collect();
        let follows = |&level: &u8| follows_from_labels(qid, level, &of_values[usize::from(level)]);
        // Without labels that say what is lost, values stand for themselves at every level.
        let by_label = told.iter().all(follows);
        let label = |level: u8, value: u32| if by_label { qid.label_code(level, value) } else { value };
        let values = qid.leaf_of.len() as u32;
        let finest = told.first().copied().unwrap_or_default();
        let mut finer = finest;
        let mut level_costs = Vec::with_capacity(same.len());
        for ((level, same), added) in (0..).zip(same).zip(&of_values) {
            if let Some(same) = same {
                level_costs.push(LevelCosts::Same(same));
                continue;
            }
            let (mut of_finer, mut of_label) = (Vec::new(), Vec::new());
            for value in 0..values {
                put(&mut of_finer, label(finer, value), label(level, value));
                put(&mut of_label, label(level, value), added[value as usize]);
            }
            level_costs.push(LevelCosts::ByLabel { of_finer, added: of_label });
            finer = level;
        }
        let label_of: Vec<u32> =
            (0..values).map(|value| label(finest, value)).take_while(|_| !told.is_empty()).collect();
        let labels = label_of.iter().max().map_or(0, |&largest| largest as usize + 1);
        Some(Self { label_of, labels, levels: level_costs })
    }

    /// By level up to `highest`, from the suppressed records by the finest labels.
    fn added(&self, counted: &[u64], suppressed: u64, highest: usize) -> Vec<f64> {
        let mut counted = std::borrow::Cow::Borrowed(counted);
        let mut of_level = |level: &LevelCosts| match level {
            LevelCosts::Same(added) => added * suppressed as f64,
            LevelCosts::ByLabel { of_finer, added } => {
                let mut of_label = vec![0; added.len()];
                of_finer
                    .iter()
                    .zip(&*counted)
                    .for_each(|(&label, records)| of_label[label as usize] += records);
                let sum = added.iter().zip(&of_label).map(|(added, &records)| added * records as f64).sum();
                counted = of_label.into();
                sum
            }
        };
        self.levels[..=highest].iter().map(&mut of_level).collect()
    }
}

/// Counts what is suppressed, or takes away what is kept. The labels of a tuple stand side by side,
/// so that one look at the memory brings them all.
fn count<T: Copy + Into<u32>>(
    labels: &[T],
    begins: &[usize],
    records: &[u32],
    lost: &Lost,
    counted: &mut [u64],
) {
    for tuple in lost.tuples.iter().map(|&tuple| tuple as usize) {
        let records = u64::from(records[tuple]);
        let more = if lost.are_kept { records.wrapping_neg() } else { records };
        let of_tuple = &labels[tuple * begins.len()..(tuple + 1) * begins.len()];
        for (&label, begin) in of_tuple.iter().zip(begins) {
            let count = &mut counted[begin + label.into() as usize];
            *count = count.wrapping_add(more);
        }
    }
}

/// What all values cost, where that is the same.
fn all_the_same(added: &[f64]) -> Option<f64> {
    let first = added.first().copied().unwrap_or(0.0);
    added.iter().all(|other| *other == first).then_some(first)
}

/// Whether values of one label cost the same.
fn follows_from_labels(qid: &QuasiIdentifier, level: u8, added: &[f64]) -> bool {
    let mut of_label: Vec<f64> = Vec::new();
    let values = (0u32..).zip(added);
    values.clone().for_each(|(value, &added)| put(&mut of_label, qid.label_code(level, value), added));
    values.into_iter().all(|(value, added)| of_label[qid.label_code(level, value) as usize] == *added)
}

/// Puts something at a place of a list that may end before it.
fn put<T: Copy + Default>(list: &mut Vec<T>, place: u32, what: T) {
    let place = place as usize;
    if list.len() <= place {
        list.resize(place + 1, T::default());
    }
    list[place] = what;
}

//! What each set of quasi-identifiers gives away by itself.

use super::bits::Bits;
use super::record_kinds::Alike;
use rayon::prelude::*;

/// What a table looks like to somebody who knows some quasi-identifiers.
pub(super) struct Subset {
    /// Their places, ascending.
    pub columns: Vec<usize>,
    pub classes: u64,
    /// Records, or people, of the smallest class.
    pub least: u64,
    /// Pairs that are in one class.
    pub pairs_alike: u128,
    /// The sizes of all classes together: all records, or all people, each as often as in different
    /// classes.
    pub members: u64,
    /// The kinds that are alone in their class: one record, or records of one person.
    pub unique: Bits,
}

/// Classes, and those of their kinds that a further quasi-identifier may still divide.
struct Partition {
    kinds: Vec<u32>,
    starts: Vec<usize>,
    /// The classes that nothing divides any more.
    settled: Settled,
    unique: Bits,
}

/// Classes that were counted.
#[derive(Clone, Copy)]
struct Settled {
    classes: u64,
    pairs_alike: u128,
    members: u64,
    least: u64,
}

/// Every set of at most `most` quasi-identifiers, in lexicographic order.
///
/// Classes are divided one quasi-identifier after the other; those of one kind are divided no
/// further and are only counted (stripped partitions: Huhtala, Kärkkäinen, Porkka, Toivonen, TANE,
/// The Computer Journal 42(2), 1999, doi:10.1093/comjnl/42.2.100).
pub(super) fn subsets(alike: &Alike, most: usize) -> Vec<Subset> {
    if alike.len() == 0 || most == 0 {
        return Vec::new();
    }
    below(alike, &whole(alike), &[], most)
}

fn whole(alike: &Alike) -> Partition {
    let settled = Settled { classes: 0, pairs_alike: 0, members: 0, least: u64::MAX };
    let kinds = (0..alike.len() as u32).collect();
    Partition { kinds, starts: vec![0, alike.len()], settled, unique: Bits::new(alike.len()) }
}

/// The sets that begin with `columns`, which `partition` is of.
fn below(alike: &Alike, partition: &Partition, columns: &[usize], most: usize) -> Vec<Subset> {
    let next = columns.last().map_or(0, |last| last + 1);
    let one_more = |column: usize| {
        let columns: Vec<usize> = columns.iter().copied().chain([column]).collect();
        let divided = divide(alike, partition, column);
        let further = match columns.len() < most {
            true => below(alike, &divided, &columns, most),
            false => Vec::new(),
        };
        std::iter::once(subset(alike, divided, columns)).chain(further).collect::<Vec<Subset>>()
    };
    (next..alike.codes.len()).into_par_iter().flat_map_iter(one_more).collect()
}

fn subset(alike: &Alike, partition: Partition, columns: Vec<usize>) -> Subset {
    let mut counted = partition.settled;
    let mut seen = vec![0; alike.people];
    for (mark, window) in (1..).zip(partition.starts.windows(2)) {
        counted.add(alike.size(&partition.kinds[window[0]..window[1]], &mut seen, mark));
    }
    let Settled { classes, pairs_alike, members, least } = counted;
    Subset { columns, classes, least, pairs_alike, members, unique: partition.unique }
}

impl Settled {
    fn add(&mut self, size: u64) {
        self.classes += 1;
        self.pairs_alike += u128::from(size) * u128::from(size.saturating_sub(1)) / 2;
        self.members += size;
        self.least = self.least.min(size);
    }
}

fn divide(alike: &Alike, partition: &Partition, column: usize) -> Partition {
    let codes = &alike.codes[column];
    let mut divided = Partition {
        kinds: Vec::with_capacity(partition.kinds.len()),
        starts: vec![0],
        settled: partition.settled,
        unique: partition.unique.clone(),
    };
    let (mut seen, mut mark) = (vec![0; alike.people], 0);
    let mut ends = vec![0u32; alike.values[column]];
    let mut sorted: Vec<u32> = Vec::new();
    let mut used: Vec<u32> = Vec::new();
    for window in partition.starts.windows(2) {
        let class = &partition.kinds[window[0]..window[1]];
        by_code(class, codes, &mut ends, &mut used, &mut sorted);
        for part in sorted.chunk_by(|a, b| codes[*a as usize] == codes[*b as usize]) {
            mark += 1;
            divided.add(part, alike.size(part, &mut seen, mark));
        }
    }
    divided
}

/// The kinds of a class, those with equal codes together. `ends` is 0 for all codes before and
/// after.
fn by_code(class: &[u32], codes: &[u32], ends: &mut [u32], used: &mut Vec<u32>, sorted: &mut Vec<u32>) {
    used.clear();
    for &kind in class {
        let code = codes[kind as usize];
        if ends[code as usize] == 0 {
            used.push(code);
        }
        ends[code as usize] += 1;
    }
    let mut end = 0;
    for &code in used.iter() {
        let count = std::mem::replace(&mut ends[code as usize], end);
        end += count;
    }
    sorted.clear();
    sorted.resize(class.len(), 0);
    for &kind in class {
        let place = &mut ends[codes[kind as usize] as usize];
        sorted[*place as usize] = kind;
        *place += 1;
    }
    used.iter().for_each(|&code| ends[code as usize] = 0);
}

impl Partition {
    fn add(&mut self, part: &[u32], size: u64) {
        // Unique by a set, unique by all that has it.
        if size == 1 {
            part.iter().for_each(|&kind| self.unique.set(kind));
        }
        if part.len() == 1 {
            self.settled.add(size);
        } else {
            self.kinds.extend_from_slice(part);
            self.starts.push(self.kinds.len());
        }
    }
}

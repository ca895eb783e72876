//! The earth mover's distances between two distributions, and the nearest parts of a class.
//!
//! The ground distances of Li et al. are distances along a tree, on which the earth mover's
//! distance is `sum over edges of weight * |P - Q|`, `P` and `Q` being the shares below the edge:
//! * equal: a star whose edges weigh 1/2, which `equal` does without a tree;
//! * ordered: a path whose edges weigh `1/(m - 1)`;
//! * hierarchical: the hierarchy, whose edges weigh `1/(2 * height)`, so that two values whose
//!   lowest common ancestor has height `h` lie `2h / (2 * height)` apart.

use crate::ParameterError;
use crate::projection::{Histogram, ROUNDING};
use incog_data::{Hierarchy, SensitiveAttribute};
use smallvec::{SmallVec, smallvec};

/// The end of a branch: no edge leads on.
const ROOT: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    /// Where the edge from here leads; nodes stand before their parents.
    parent: u32,
    /// The weight of that edge.
    weight: f64,
    /// The reference's share at and below this node.
    share: f64,
}

#[derive(Debug, Clone)]
pub(super) struct EarthMovers {
    nodes: Vec<Node>,
    node_of_value: Vec<u32>,
}

/// Records of one value, each of which costs the same in the branch that they have been merged
/// into.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    cost: f64,
    length: f64,
    bin: usize,
}

impl EarthMovers {
    /// Along the values as ascending numbers.
    pub fn ordered(attribute: &SensitiveAttribute, reference: &[f64]) -> Result<Self, ParameterError> {
        let numbers = numbers(attribute)?;
        let mut distinct = numbers.clone();
        distinct.sort_unstable_by(f64::total_cmp);
        distinct.dedup();
        let place = |number: &f64| distinct.partition_point(|other| other < number) as u32;
        let tree = Self::path(distinct.len(), numbers.iter().map(place).collect());
        Ok(tree.with_reference(reference))
    }

    /// Along the values in the given order.
    pub fn ordered_as(
        attribute: &SensitiveAttribute,
        reference: &[f64],
        order: &[String],
    ) -> Result<Self, ParameterError> {
        Ok(Self::path(order.len(), places(attribute, order)?).with_reference(reference))
    }

    /// Along the branches of a hierarchy over the values.
    pub fn hierarchical(
        attribute: &SensitiveAttribute,
        reference: &[f64],
        hierarchy: &Hierarchy,
    ) -> Result<Self, ParameterError> {
        Ok(Self::branches(attribute, hierarchy)?.with_reference(reference))
    }

    fn with_reference(mut self, reference: &[f64]) -> Self {
        for (&node, &share) in self.node_of_value.iter().zip(reference) {
            self.nodes[node as usize].share += share;
        }
        for node in 0..self.nodes.len() {
            let Node { parent, share, .. } = self.nodes[node];
            if parent != ROOT {
                self.nodes[parent as usize].share += share;
            }
        }
        self
    }

    /// A path over `places`; the last place needs no edge.
    fn path(places: usize, node_of_value: Vec<u32>) -> Self {
        let weight = if places > 1 { 1.0 / (places - 1) as f64 } else { 0.0 };
        let node = |place: usize| {
            let last = place + 1 == places;
            let (parent, weight) = if last { (ROOT, 0.0) } else { (place as u32 + 1, weight) };
            Node { parent, weight, share: 0.0 }
        };
        Self { nodes: (0..places).map(node).collect(), node_of_value }
    }

    /// The labels of all levels but the top one.
    fn branches(attribute: &SensitiveAttribute, hierarchy: &Hierarchy) -> Result<Self, ParameterError> {
        let height = hierarchy.height();
        let weight = 0.5 / height.max(1) as f64;
        let labels = |level| hierarchy.labels(level).len() as u32;
        let starts: Vec<u32> = (0..height)
            .scan(0, |next, level| {
                let start = *next;
                *next += labels(level);
                Some(start)
            })
            .collect();
        let count = (0..height).map(labels).sum::<u32>().max(1);
        let mut nodes = vec![Node { parent: ROOT, weight, share: 0.0 }; count as usize];
        for value in 0..hierarchy.values() as u32 {
            for level in 1..height {
                let child = starts[level - 1] + hierarchy.label_code(level - 1, value);
                nodes[child as usize].parent = starts[level] + hierarchy.label_code(level, value);
            }
        }
        let known: std::collections::BTreeMap<&str, u32> =
            (0..hierarchy.values() as u32).map(|value| (hierarchy.label(0, value), value)).collect();
        let node = |value: &String| {
            let (attribute, value) = (&attribute.name, value.as_str());
            let found = known.get(value).copied().ok_or_else(|| ParameterError::NotInHierarchy {
                attribute: attribute.clone(),
                value: value.to_owned(),
            })?;
            // A hierarchy of one level has one value and no edge.
            Ok(if height == 0 { 0 } else { hierarchy.label_code(0, found) })
        };
        let node_of_value = attribute.values.iter().map(node).collect::<Result<_, _>>()?;
        Ok(Self { nodes, node_of_value })
    }

    pub fn distance(&self, histogram: &Histogram, size: u64) -> f64 {
        self.cost(histogram.iter().map(|bin| (bin.value, bin.count as f64)), size)
    }

    fn cost(&self, counts: impl Iterator<Item = (u32, f64)>, size: u64) -> f64 {
        let mut below: SmallVec<[f64; 64]> = smallvec![0.0; self.nodes.len()];
        for (value, count) in counts {
            below[self.node_of_value[value as usize] as usize] += count;
        }
        let mut sum = 0.0;
        for (place, node) in self.nodes.iter().enumerate() {
            sum += node.weight * (below[place] / size as f64 - node.share).abs();
            if node.parent != ROOT {
                below[node.parent as usize] += below[place];
            }
        }
        sum
    }

    /// The least distance of a part of `size` records if records could be divided.
    pub fn relaxed(&self, histogram: &Histogram, size: u64) -> f64 {
        let taken = self.take(histogram, size, false);
        self.cost(histogram.iter().zip(taken).map(|(bin, count)| (bin.value, count)), size)
    }

    /// The nearest part of `size` records.
    pub fn nearest(&self, histogram: &Histogram, size: u64) -> Histogram {
        let mut part = histogram.clone();
        for (bin, taken) in part.iter_mut().zip(self.take(histogram, size, true)) {
            bin.count = taken.round() as u64;
        }
        part
    }

    /// How many records of each bin the nearest part of `size` records has.
    ///
    /// For every branch the least cost of taking `x` records from it is a convex function of `x`:
    /// the branches below are merged by cost per record, cheapest first, and the edge adds
    /// `weight * |x - size*q|`, itself convex, which keeps the order. So for every `x` the cheapest
    /// `x` records of a branch are the first `x` of its stretches, and in the end the first `size`
    /// of all.
    fn take(&self, histogram: &Histogram, size: u64, whole: bool) -> SmallVec<[f64; 16]> {
        let mut branches: Vec<Vec<Stretch>> = vec![Vec::new(); self.nodes.len()];
        for (bin, value) in histogram.iter().enumerate() {
            let stretch = Stretch { cost: 0.0, length: value.count as f64, bin };
            branches[self.node_of_value[value.value as usize] as usize].push(stretch);
        }
        let mut all = Vec::new();
        for (place, node) in self.nodes.iter().enumerate() {
            let stretches = std::mem::take(&mut branches[place]);
            if stretches.is_empty() {
                continue;
            }
            let stretches = bend(&stretches, size as f64 * node.share, node.weight, whole);
            let target = if node.parent == ROOT { &mut all } else { &mut branches[node.parent as usize] };
            *target = merge(target, &stretches);
        }
        let mut taken: SmallVec<[f64; 16]> = smallvec![0.0; histogram.len()];
        let mut missing = size as f64;
        for stretch in all {
            let length = stretch.length.min(missing);
            taken[stretch.bin] += length;
            missing -= length;
        }
        taken
    }
}

/// Adds `weight * |x - target|` to the cost of the first `x` records, for all `x`; when only
/// `whole` records count, the one across the target costs the difference between its two ends.
fn bend(stretches: &[Stretch], target: f64, weight: f64, whole: bool) -> Vec<Stretch> {
    // A target that is whole except for rounding must not split a record.
    let near = target.round();
    let target = if (target - near).abs() <= ROUNDING * near.max(1.0) { near } else { target };
    let (below, above) = if whole { (target.floor(), target.ceil()) } else { (target, target) };
    let across = weight * (below + above - 2.0 * target);
    let mut bent = Vec::with_capacity(stretches.len() + 2);
    let mut start = 0.0;
    for stretch in stretches {
        let end = start + stretch.length;
        for (from, to, cost) in
            [(0.0, below, -weight), (below, above, across), (above, f64::INFINITY, weight)]
        {
            let length = end.min(to) - start.max(from);
            if length > 0.0 {
                bent.push(Stretch { cost: stretch.cost + cost, length, bin: stretch.bin });
            }
        }
        start = end;
    }
    bent
}

/// Two lists of stretches as one, by cost; among equal costs those of the first list come first.
fn merge(first: &[Stretch], second: &[Stretch]) -> Vec<Stretch> {
    let mut merged = Vec::with_capacity(first.len() + second.len());
    let mut rest = first;
    for stretch in second {
        let cheaper = rest.partition_point(|other| other.cost <= stretch.cost);
        merged.extend_from_slice(&rest[..cheaper]);
        rest = &rest[cheaper..];
        merged.push(*stretch);
    }
    merged.extend_from_slice(rest);
    merged
}

fn numbers(attribute: &SensitiveAttribute) -> Result<Vec<f64>, ParameterError> {
    let number = |value: &String| {
        let number = value.trim().parse().ok().filter(|number: &f64| number.is_finite());
        // Adding 0 turns a negative zero into a positive one.
        number.map(|number| number + 0.0).ok_or_else(|| ParameterError::NotNumeric {
            attribute: attribute.name.clone(),
            value: value.clone(),
        })
    };
    attribute.values.iter().map(number).collect()
}

fn places(attribute: &SensitiveAttribute, order: &[String]) -> Result<Vec<u32>, ParameterError> {
    let places: std::collections::BTreeMap<&str, u32> = order.iter().map(String::as_str).zip(0..).collect();
    if places.len() < order.len() {
        return Err(ParameterError::RepeatedInOrder { attribute: attribute.name.clone() });
    }
    let place = |value: &String| {
        places.get(value.as_str()).copied().ok_or_else(|| ParameterError::NotInOrder {
            attribute: attribute.name.clone(),
            value: value.clone(),
        })
    };
    attribute.values.iter().map(place).collect()
}

//! The labels that records can be published with, attribute by attribute.

use incog_data::QuasiIdentifier;
use std::collections::BTreeMap;
use std::ops::Range;

/// What a label costs that may not be published: the one above all those at the highest level
/// allowed.
///
/// Costs of records stay below `2^41`, so a cell with such a label costs at least this, and sums of
/// a few hundred of them do not overflow.
pub(crate) const CLOSED: u64 = 1 << 52;

/// The labels of one attribute as a tree.
///
/// Of the labels that stand for the same values of the table only the one at the lowest level is in
/// it, which costs least. So every label but those of single values has at least two below it.
/// Where several labels are highest, one that is [closed](CLOSED) stands above them.
#[derive(Debug, Clone)]
pub(crate) struct LabelTree {
    nodes: Vec<Node>,
    /// For each code of the column its labels from the root down; empty for a code that no record
    /// has.
    paths: Vec<Vec<u32>>,
    /// The labels by depth, `[depth * codes + code]`; the root where a path has ended.
    by_depth: Vec<u32>,
    /// The [place](Self::place) of each of those.
    places: Vec<u32>,
    /// The label that stands for the one at a level, `[level - lowest][code]`.
    of_level: Vec<Vec<u32>>,
    lowest: u8,
    root: u32,
}

#[derive(Debug, Clone)]
struct Node {
    parent: Option<u32>,
    depth: usize,
    level: u8,
    cost: u64,
    /// Its place among the labels below its parent.
    place: u32,
    children: u32,
    /// A code below it.
    code: u32,
}

impl LabelTree {
    /// The labels above the codes that `occurs` says, at the levels that are allowed; `cost` is
    /// that of a level and code.
    pub fn new(qid: &QuasiIdentifier, occurs: &[bool], cost: impl Fn(u8, u32) -> u64) -> Self {
        let codes: Vec<u32> =
            (0u32..).zip(occurs).filter(|(_, occurs)| **occurs).map(|(code, _)| code).collect();
        let mut nodes: Vec<Node> = Vec::new();
        let mut of_level: Vec<Vec<u32>> = Vec::new();
        let mut sizes: Vec<usize> = Vec::new();
        for level in qid.min_level..=qid.max_level {
            let mut below: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            codes.iter().for_each(|&code| below.entry(qid.label_code(level, code)).or_default().push(code));
            let mut of_code = vec![u32::MAX; occurs.len()];
            for codes in below.values() {
                let lower = of_level.last().map(|lower| lower[codes[0] as usize]);
                let label = match lower.filter(|&lower| sizes[lower as usize] == codes.len()) {
                    Some(same) => same,
                    None => {
                        nodes.push(Node {
                            parent: None,
                            depth: 0,
                            level,
                            cost: cost(level, codes[0]),
                            place: 0,
                            children: 0,
                            code: codes[0],
                        });
                        sizes.push(codes.len());
                        nodes.len() as u32 - 1
                    }
                };
                codes.iter().for_each(|&code| of_code[code as usize] = label);
            }
            of_level.push(of_code);
        }
        let paths = vec![Vec::new(); occurs.len()];
        let (by_depth, places) = (Vec::new(), Vec::new());
        let mut tree = Self { nodes, paths, by_depth, places, of_level, lowest: qid.min_level, root: 0 };
        tree.link(&codes);
        tree
    }

    /// Finds the root, the path of each code, and what follows from them.
    fn link(&mut self, codes: &[u32]) {
        let highest: Vec<u32> = self
            .of_level
            .last()
            .map_or(Vec::new(), |top| codes.iter().map(|&code| top[code as usize]).collect());
        self.root = match highest.first() {
            Some(&first) if highest.iter().all(|&label| label == first) => first,
            _ => {
                let code = codes.first().copied().unwrap_or_default();
                self.nodes.push(Node {
                    parent: None,
                    depth: 0,
                    level: u8::MAX,
                    cost: CLOSED,
                    place: 0,
                    children: 0,
                    code,
                });
                self.nodes.len() as u32 - 1
            }
        };
        for &code in codes {
            let mut path = vec![self.root];
            for level in self.of_level.iter().rev() {
                let label = level[code as usize];
                if path.last() != Some(&label) {
                    path.push(label);
                }
            }
            for (depth, pair) in path.windows(2).enumerate() {
                let (parent, child) = (pair[0] as usize, pair[1] as usize);
                if self.nodes[child].parent.is_none() {
                    self.nodes[child].parent = Some(pair[0]);
                    self.nodes[child].depth = depth + 1;
                    self.nodes[child].place = self.nodes[parent].children;
                    self.nodes[parent].children += 1;
                }
            }
            self.paths[code as usize] = path;
        }
        let depths = self.paths.iter().map(Vec::len).max().unwrap_or(1);
        self.by_depth.clear();
        for depth in 0..depths {
            let labels = self.paths.iter().map(|path| path.get(depth).copied().unwrap_or(self.root));
            self.by_depth.extend(labels);
        }
        self.places = self.by_depth.iter().map(|&label| self.nodes[label as usize].place).collect();
    }

    /// How many labels there are, which are numbered from 0 on.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many values of the table there are.
    pub fn values(&self) -> usize {
        self.paths.iter().filter(|path| !path.is_empty()).count()
    }

    /// The label above all others.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// What a record loses that is published with a label; [`CLOSED`] where that is not allowed.
    pub fn cost(&self, label: u32) -> u64 {
        self.nodes[label as usize].cost
    }

    /// Whether a record may be published with a label.
    pub fn is_open(&self, label: u32) -> bool {
        self.cost(label) < CLOSED
    }

    /// The level of a label.
    pub fn level(&self, label: u32) -> u8 {
        self.nodes[label as usize].level
    }

    /// The labels below this one, which number each its [place](Self::place).
    pub fn children(&self, label: u32) -> usize {
        self.nodes[label as usize].children as usize
    }

    /// Which of the labels below its parent this one is.
    pub fn place(&self, label: u32) -> usize {
        self.nodes[label as usize].place as usize
    }

    /// The label next above.
    pub fn parent(&self, label: u32) -> Option<u32> {
        self.nodes[label as usize].parent
    }

    /// The labels of a code from the root down.
    pub fn path(&self, code: u32) -> &[u32] {
        &self.paths[code as usize]
    }

    /// The lowest label of a code.
    pub fn leaf(&self, code: u32) -> u32 {
        self.path(code).last().copied().unwrap_or(self.root)
    }

    /// The highest label of a code that may be published.
    pub fn highest(&self, code: u32) -> u32 {
        self.path(code).iter().copied().find(|&label| self.is_open(label)).unwrap_or(self.root)
    }

    /// The label next below `label` that a code has; `label` has labels below it.
    pub fn step(&self, label: u32, code: u32) -> u32 {
        self.steps(label)[code as usize]
    }

    /// The labels next below `label`, which has some, by code; only those of codes below it mean
    /// anything.
    pub fn steps(&self, label: u32) -> &[u32] {
        &self.by_depth[self.next_depth(label)]
    }

    /// The place of each of them.
    pub fn step_places(&self, label: u32) -> &[u32] {
        &self.places[self.next_depth(label)]
    }

    fn next_depth(&self, label: u32) -> Range<usize> {
        let (depth, codes) = (self.nodes[label as usize].depth + 1, self.paths.len());
        depth * codes..(depth + 1) * codes
    }

    /// Whether a label stands for a code, among others.
    pub fn covers(&self, label: u32, code: u32) -> bool {
        self.by_depth[self.nodes[label as usize].depth * self.paths.len() + code as usize] == label
    }

    /// The lowest label that stands for all that `label` stands for, and for a code.
    pub fn join(&self, mut label: u32, code: u32) -> u32 {
        while !self.covers(label, code) {
            match self.parent(label) {
                Some(parent) => label = parent,
                None => break,
            }
        }
        label
    }

    /// The lowest label that stands for all that two labels stand for.
    pub fn join_labels(&self, first: u32, second: u32) -> u32 {
        let (mut first, mut second) = (first, second);
        while first != second {
            let (upper, lower) = (&self.nodes[first as usize], &self.nodes[second as usize]);
            if upper.depth >= lower.depth {
                first = upper.parent.unwrap_or(self.root);
            } else {
                second = lower.parent.unwrap_or(self.root);
            }
        }
        first
    }

    /// The label that stands for what a code shows at a level.
    pub fn at_level(&self, level: u8, code: u32) -> u32 {
        self.of_level[usize::from(level - self.lowest)][code as usize]
    }

    /// All labels that may be published, each as its level and a code below it.
    pub fn labels(&self) -> impl Iterator<Item = (u8, u32)> {
        self.nodes.iter().filter(|node| node.cost < CLOSED).map(|node| (node.level, node.code))
    }
}

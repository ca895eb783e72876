//! A spatial index over trajectories: who is nearest to, or farthest from, a place.

mod query;
#[cfg(test)]
mod tests;

use std::ops::Range;

/// A point at each plane.
pub(crate) type PlanePoints = Vec<[f32; 2]>;

/// Members of a leaf: what a few vector registers hold.
const LANES: usize = 16;

const GONE: u32 = u32::MAX;

/// A tree of bounding boxes (Omohundro 1989) over points with coordinates in many planes, from
/// which points may be taken out.
///
/// The distance of two points is the sum over planes of max(0, Euclidean distance - the plane's
/// radius). No point of a box is nearer than the sum over planes of the distances to the box in
/// that plane, none is farther than the sum of the distances to its farthest corners: so whole
/// boxes are left out and the answer is still that of looking at every point. Equal distances are
/// decided by the point's number.
pub(crate) struct BoxTree {
    planes: usize,
    radii: Vec<f32>,
    first: u32,
    nodes: Vec<Node>,
    /// For each node and plane: lowest x and y, highest x and y.
    boxes: Vec<[f32; 4]>,
    /// For each leaf and plane: x of its members, y of its members.
    coordinates: Vec<[[f32; LANES]; 2]>,
    ids: Vec<[u32; LANES]>,
    /// By point: where it is, as leaf * LANES + lane.
    slots: Vec<u32>,
    /// By leaf: its node.
    leaves: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    present: u32,
    parent: u32,
    kind: Branch,
}

#[derive(Debug, Clone, Copy)]
enum Branch {
    Inner([u32; 2]),
    Leaf(u32),
}

/// Orders by distance, then by number: the bits of floats that are not negative order as they do.
pub(crate) fn key(distance: f32, number: u32) -> u64 {
    u64::from(distance.to_bits()) << 32 | u64::from(number)
}

pub(crate) fn number_of(key: u64) -> u32 {
    key as u32
}

pub(crate) fn distance_of(key: u64) -> f32 {
    f32::from_bits((key >> 32) as u32)
}

impl BoxTree {
    /// The points of a range of some planes.
    pub fn new(planes: &[[Vec<f32>; 2]], radii: Vec<f32>, range: Range<usize>) -> Self {
        let mut tree = Self {
            planes: planes.len(),
            radii,
            first: range.start as u32,
            nodes: Vec::new(),
            boxes: Vec::new(),
            coordinates: Vec::new(),
            ids: Vec::new(),
            slots: vec![0; range.len()],
            leaves: Vec::new(),
        };
        let mut points: Vec<u32> = (range.start as u32..range.end as u32).collect();
        tree.grow(planes, &mut points, 0);
        tree
    }

    /// Adds the node of these points and all below it, and returns its number.
    fn grow(&mut self, planes: &[[Vec<f32>; 2]], points: &mut [u32], parent: u32) -> u32 {
        let number = self.nodes.len() as u32;
        let boxes: Vec<[f32; 4]> = planes.iter().map(|plane| bounding_box(plane, points)).collect();
        let widest = widest(&boxes);
        self.boxes.extend(boxes);
        let kind = Branch::Leaf(self.leaves.len() as u32);
        self.nodes.push(Node { present: points.len() as u32, parent, kind });
        if points.len() <= LANES {
            self.add_leaf(planes, points, number);
            return number;
        }
        // Whole leaves to the left, so that few lanes stay empty.
        let left = points.len().div_ceil(LANES) / 2 * LANES;
        let axis = &planes[widest / 2][widest % 2];
        points.select_nth_unstable_by(left, |&a, &b| {
            axis[a as usize].total_cmp(&axis[b as usize]).then(a.cmp(&b))
        });
        let (near, far) = points.split_at_mut(left);
        let children = [self.grow(planes, near, number), self.grow(planes, far, number)];
        self.nodes[number as usize].kind = Branch::Inner(children);
        number
    }

    fn add_leaf(&mut self, planes: &[[Vec<f32>; 2]], points: &mut [u32], node: u32) {
        points.sort_unstable();
        let leaf = self.leaves.len();
        let mut ids = [GONE; LANES];
        for (lane, &point) in points.iter().enumerate() {
            ids[lane] = point;
            self.slots[(point - self.first) as usize] = (leaf * LANES + lane) as u32;
        }
        self.ids.push(ids);
        self.leaves.push(node);
        for plane in planes {
            let mut block = [[0.0; LANES]; 2];
            for (lane, &point) in points.iter().enumerate() {
                block[0][lane] = plane[0][point as usize];
                block[1][lane] = plane[1][point as usize];
            }
            self.coordinates.push(block);
        }
    }

    /// Points that are still there.
    pub fn len(&self) -> usize {
        self.nodes.first().map_or(0, |root| root.present as usize)
    }

    /// Whether a point of the range is still there.
    pub fn has(&self, point: u32) -> bool {
        let slot = self.slots[(point - self.first) as usize] as usize;
        self.ids[slot / LANES][slot % LANES] == point
    }

    /// The points that are still there, ascending.
    pub fn points(&self) -> Vec<u32> {
        let mut points: Vec<u32> = self.ids.as_flattened().iter().copied().filter(|&p| p != GONE).collect();
        points.sort_unstable();
        points
    }

    /// Where a point is or was.
    pub fn place(&self, point: u32) -> PlanePoints {
        let slot = self.slots[(point - self.first) as usize] as usize;
        let block = &self.coordinates[slot / LANES * self.planes..][..self.planes];
        block.iter().map(|[x, y]| [x[slot % LANES], y[slot % LANES]]).collect()
    }

    /// Takes a point out; the boxes around it shrink.
    pub fn take(&mut self, point: u32) {
        let slot = self.slots[(point - self.first) as usize] as usize;
        let leaf = slot / LANES;
        self.ids[leaf][slot % LANES] = GONE;
        let node = self.leaves[leaf] as usize;
        self.nodes[node].present -= 1;
        self.shrink_leaf(leaf, node);
        let mut below = node;
        while below != 0 {
            let node = self.nodes[below].parent as usize;
            self.nodes[node].present -= 1;
            if let Branch::Inner([left, right]) = self.nodes[node].kind {
                self.join_boxes(node, left as usize, right as usize);
            }
            below = node;
        }
    }

    fn shrink_leaf(&mut self, leaf: usize, node: usize) {
        let present = self.ids[leaf].map(|id| id != GONE);
        for plane in 0..self.planes {
            let [x, y] = &self.coordinates[leaf * self.planes + plane];
            let mut shrunk = EMPTY;
            for lane in 0..LANES {
                if present[lane] {
                    include(&mut shrunk, x[lane], y[lane]);
                }
            }
            self.boxes[node * self.planes + plane] = shrunk;
        }
    }

    fn join_boxes(&mut self, node: usize, left: usize, right: usize) {
        for plane in 0..self.planes {
            let [a, b] = [left, right].map(|child| self.boxes[child * self.planes + plane]);
            self.boxes[node * self.planes + plane] =
                [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
        }
    }
}

const EMPTY: [f32; 4] = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];

fn include(bounds: &mut [f32; 4], x: f32, y: f32) {
    *bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
}

fn bounding_box([x, y]: &[Vec<f32>; 2], points: &[u32]) -> [f32; 4] {
    let mut bounds = EMPTY;
    points.iter().for_each(|&point| include(&mut bounds, x[point as usize], y[point as usize]));
    bounds
}

/// The widest axis, as plane * 2, and 1 more for y.
fn widest(boxes: &[[f32; 4]]) -> usize {
    let widths = boxes.iter().flat_map(|&[low_x, low_y, high_x, high_y]| [high_x - low_x, high_y - low_y]);
    let widest = widths.enumerate().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    widest.map_or(0, |(axis, _)| axis)
}

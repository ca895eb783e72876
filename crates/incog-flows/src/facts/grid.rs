//! Squares of a quad-tree on a plane in metres.

use incog_trips::Projection;
use serde::{Deserialize, Serialize};

/// A finest square: column and row, counted from the origin of the grid.
pub type FlowCell = [i32; 2];

/// A square of the quad-tree: four squares of a level make one of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlowSquare {
    /// 0 for the finest squares; each level doubles the side.
    pub level: u8,
    /// Column and row among the squares of that level.
    pub place: FlowCell,
}

impl FlowSquare {
    /// The square of a level around a finest square.
    pub fn around(cell: FlowCell, level: u8) -> Self {
        Self { level, place: cell.map(|place| place >> level) }
    }

    /// The square of a level around it; the level is not below its own.
    pub fn at_level(self, level: u8) -> Self {
        Self { level, place: self.place.map(|place| place >> (level - self.level)) }
    }

    /// Whether a finest square is inside.
    pub fn contains(self, cell: FlowCell) -> bool {
        Self::around(cell, self.level) == self
    }

    /// The finest squares inside.
    pub fn cells(self) -> impl Iterator<Item = FlowCell> {
        let side = 1_i32 << self.level;
        let [column, row] = self.place.map(|place| place << self.level);
        (0..side).flat_map(move |right| (0..side).map(move |up| [column + right, row + up]))
    }
}

/// Where squares lie.
///
/// The origin is at longitude 0 on the parallel, so that two releases about one city have the same
/// squares.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FlowGrid {
    /// Side of a finest square, metres.
    pub metres: f64,
    /// The parallel that is true to scale, whole degrees; none where the input has metres.
    pub parallel: Option<f64>,
}

/// No square is wider, metres.
const WIDEST: f64 = 32_000.0;
/// How far from the origin a column or row may be.
const FARTHEST: f64 = 1e9;

/// The projection of a grid for some positions in degrees.
pub fn projection_on_parallel(positions: &[[f64; 2]]) -> Projection {
    let around = Projection::around(positions);
    Projection { longitude: 0.0, latitude: around.latitude.round().clamp(-85.0, 85.0) }
}

impl FlowGrid {
    /// The finest square of a position in metres.
    pub fn cell(&self, position: [f64; 2]) -> FlowCell {
        position.map(|metres| (metres / self.metres).floor().clamp(-FARTHEST, FARTHEST) as i32)
    }

    /// The coarsest level: its squares are 32 km wide, or the first that is wider.
    pub fn top(&self) -> u8 {
        (0..16).find(|&level| self.side(level) >= WIDEST).unwrap_or(16)
    }

    /// The side of a square, metres.
    pub fn side(&self, level: u8) -> f64 {
        self.metres * f64::from(1_u32 << level)
    }

    /// A corner of a square: (0, 0) is south-west, (1, 1) north-east, (0.5, 0.5) the centre.
    /// Degrees, or metres where the input has them.
    pub fn point(&self, square: FlowSquare, share: [f64; 2]) -> [f64; 2] {
        let side = self.side(square.level);
        let metres = [0, 1].map(|axis| (f64::from(square.place[axis]) + share[axis]) * side);
        let projection = self.parallel.map(|latitude| Projection { longitude: 0.0, latitude });
        projection.map_or(metres, |projection| projection.to_degrees(metres))
    }

    /// The name of a square: its side in metres, column and row.
    pub fn name(&self, square: FlowSquare) -> String {
        let [column, row] = square.place;
        format!("{}/{column}/{row}", self.side(square.level))
    }

    /// The square of a name.
    pub fn square(&self, name: &str) -> Option<FlowSquare> {
        let mut parts = name.split('/');
        let side: f64 = parts.next()?.parse().ok()?;
        let place = [parts.next()?.parse().ok()?, parts.next()?.parse().ok()?];
        let level = (0..=self.top()).find(|&level| self.side(level) == side)?;
        parts.next().is_none().then_some(FlowSquare { level, place })
    }
}

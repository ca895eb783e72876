//! Maps before and after: how many trajectories pass each cell of a grid.

use super::axes::open;
use std::fmt::Write;

/// Cells along the longer side.
const CELLS: f64 = 64.0;
/// Width of a map in its own units, and most of its height.
const WIDTH: f64 = 420.0;

/// The part of the plane that is drawn, and its grid.
pub struct Grid {
    west: f64,
    south: f64,
    /// Metres along the side of a cell.
    cell: f64,
    columns: usize,
    rows: usize,
}

impl Grid {
    /// Around 96 of 100 points of some tracks along each axis.
    pub fn around(tracks: &[&[[f64; 2]]]) -> Self {
        let range = |axis: usize| {
            let mut values: Vec<f64> =
                tracks.iter().flat_map(|track| track.iter().map(|point| point[axis])).collect();
            values.sort_unstable_by(f64::total_cmp);
            let at = |share: f64| {
                let place = (values.len() as f64 * share) as usize;
                values.get(place.min(values.len().saturating_sub(1))).copied().unwrap_or(0.0)
            };
            (at(0.02), at(0.98))
        };
        let ((west, east), (south, north)) = (range(0), range(1));
        let cell = ((east - west).max(north - south) / CELLS).max(1.0);
        let count = |from: f64, to: f64| (((to - from) / cell).ceil() as usize).clamp(1, CELLS as usize);
        let (columns, rows) = (count(west, east), count(south, north));
        Self { west, south, cell, columns, rows }
    }

    /// By cell, how many of the tracks pass it, on straight lines between their instants.
    pub fn count(&self, tracks: &[&[[f64; 2]]]) -> Vec<usize> {
        let mut counts = vec![0; self.columns * self.rows];
        let mut cells = Vec::new();
        for track in tracks {
            cells.clear();
            cells.extend(track.first().and_then(|&point| self.cell_of(point)));
            track.windows(2).for_each(|step| self.pass(step[0], step[1], &mut cells));
            cells.sort_unstable();
            cells.dedup();
            cells.iter().for_each(|&cell| counts[cell] += 1);
        }
        counts
    }

    /// The cells on the way from one point to another, looked at every third of a cell.
    fn pass(&self, from: [f64; 2], to: [f64; 2], cells: &mut Vec<usize>) {
        let way = [to[0] - from[0], to[1] - from[1]];
        // Of a way that leads far out of the map, a thousand looks are enough.
        let looks = (way[0].hypot(way[1]) / self.cell * 3.0).ceil().clamp(1.0, 1000.0);
        cells.extend((1..=looks as usize).filter_map(|look| {
            let share = look as f64 / looks;
            self.cell_of([from[0] + way[0] * share, from[1] + way[1] * share])
        }));
    }

    fn cell_of(&self, [x, y]: [f64; 2]) -> Option<usize> {
        let place = |value: f64, low: f64, cells: usize| {
            let place = (value - low) / self.cell;
            (place >= 0.0 && place < cells as f64).then_some(place as usize)
        };
        Some(place(y, self.south, self.rows)? * self.columns + place(x, self.west, self.columns)?)
    }

    /// A map of counts, those below `least` left out; `most` is the darkest.
    pub fn draw(&self, counts: &[usize], least: usize, most: usize, label: &str) -> String {
        let size = WIDTH / self.columns.max(self.rows) as f64;
        let (width, height) = (size * self.columns as f64, size * self.rows as f64);
        let mut svg = open(WIDTH, height + 26.0, "map", label);
        let left = (WIDTH - width) / 2.0;
        let _ = write!(
            svg,
            "<rect x=\"{left:.1}\" y=\"0\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"ground\"/>"
        );
        for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count >= least.max(1)) {
            let (column, row) = (index % self.columns, self.rows - 1 - index / self.columns);
            let (x, y) = (left + column as f64 * size, row as f64 * size);
            let colour = colour(between(count, least.max(1), most));
            // A hair wider than the cell, so that no seams show between neighbours.
            let side = size + 0.15;
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.2}\" height=\"{side:.2}\" fill=\"{colour}\"/>"
            );
        }
        svg + &self.scale(left, height, size) + "</svg>"
    }

    /// A bar of a round length.
    fn scale(&self, left: f64, height: f64, size: f64) -> String {
        let metres_a_unit = self.cell / size;
        let longest = WIDTH / 4.0 * metres_a_unit;
        let power = 10_f64.powf(longest.log10().floor());
        let length = [5.0, 2.0, 1.0].into_iter().map(|f| f * power).find(|l| *l <= longest).unwrap_or(power);
        let (end, y) = (left + length / metres_a_unit, height + 10.0);
        let text = if length >= 1000.0 { format!("{} km", length / 1000.0) } else { format!("{length} m") };
        format!(
            "<path class=\"scale\" d=\"M{left:.1} {:.1}v8M{left:.1} {y:.1}H{end:.1}M{end:.1} {:.1}v8\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" class=\"faint\">{text}</text>",
            y - 4.0,
            y - 4.0,
            end + 6.0,
            y + 4.0
        )
    }
}

/// Where a count lies between the least and the most, by factors.
fn between(count: usize, least: usize, most: usize) -> f64 {
    if most <= least { 1.0 } else { (count as f64 / least as f64).ln() / (most as f64 / least as f64).ln() }
}

/// From pale blue for 0 over blue to nearly black for 1: darkness alone tells the order.
fn colour(share: f64) -> String {
    const STOPS: [[f64; 3]; 4] =
        [[222.0, 235.0, 247.0], [127.0, 178.0, 219.0], [47.0, 109.0, 181.0], [12.0, 36.0, 78.0]];
    let place = share.clamp(0.0, 1.0) * 3.0;
    let from = (place as usize).min(2);
    let part = place - from as f64;
    let mixed = [0, 1, 2].map(|c| (STOPS[from][c] + (STOPS[from + 1][c] - STOPS[from][c]) * part) as u8);
    format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_counts_a_trajectory_once_and_few_are_not_drawn() {
        let still: &[[f64; 2]] = &[[10.0, 10.0]; 5];
        let moving: &[[f64; 2]] = &[[10.0, 10.0], [6000.0, 3000.0]];
        let tracks = [still, still, moving];
        let grid = Grid::around(&tracks);
        let counts = grid.count(&tracks);
        assert_eq!(counts.iter().copied().max(), Some(3));
        assert!(grid.draw(&counts, 3, 3, "map").contains(&colour(1.0)));
        assert!(!grid.draw(&counts, 4, 4, "map").contains(&colour(1.0)));
        assert_eq!((colour(0.0).as_str(), colour(1.0).as_str()), ("#deebf7", "#0c244e"));
        assert!(Grid::around(&[]).count(&[]).iter().all(|&count| count == 0));
    }
}

//! Counts as GeoJSON (RFC 7946), for maps.

use crate::counts::{FlowTable, PublishedCount};
use crate::facts::clock::FlowClock;
use crate::facts::grid::{FlowGrid, FlowSquare};
use serde_json::{Value, json};

const CORNERS: [[f64; 2]; 5] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]];

/// A square for each count of presence, a line for each of trips and moves; only for degrees.
pub fn geojson(counts: &[PublishedCount], grid: &FlowGrid, clock: FlowClock) -> String {
    let features: Vec<Value> = counts.iter().map(|count| feature(count, grid, clock)).collect();
    let mut text = json!({ "type": "FeatureCollection", "features": features }).to_string();
    text.push('\n');
    text
}

fn feature(count: &PublishedCount, grid: &FlowGrid, clock: FlowClock) -> Value {
    let PublishedCount { table, key, objects } = count;
    let (origin, destination) = (key.origin(), key.destination());
    let band = key.band.map(|band| clock.name(band));
    let mut properties =
        json!({ "table": table.name(), "band": band, "objects": objects, "from": grid.name(origin) });
    let geometry = if *table == FlowTable::Presence {
        let ring = CORNERS.map(|share| point(grid, origin, share));
        json!({ "type": "Polygon", "coordinates": [ring] })
    } else {
        properties["to"] = grid.name(destination).into();
        let ends = [origin, destination].map(|square| point(grid, square, [0.5, 0.5]));
        json!({ "type": "LineString", "coordinates": ends })
    };
    json!({ "type": "Feature", "properties": properties, "geometry": geometry })
}

/// Degrees to a tenth of a metre.
fn point(grid: &FlowGrid, square: FlowSquare, share: [f64; 2]) -> [f64; 2] {
    grid.point(square, share).map(|degrees| (degrees * 1e6).round() / 1e6)
}

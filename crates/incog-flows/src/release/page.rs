//! The page for people: tables and maps. It loads nothing from the network.

use crate::counts::{FlowTable, PublishedCount};
use crate::error::FlowsError;
use crate::facts::FlowFacts;
use crate::facts::grid::FlowSquare;
use crate::release::report::{FlowsReport, InternalFlowsReport};
use incog_report::STYLE;
use incog_trips::MAP_STYLE;
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Width of a map in its own units.
const WIDTH: f64 = 420.0;
/// Lines on a map.
const MOST_LINES: usize = 60;

#[derive(Serialize)]
struct PageContent {
    release: String,
    promises: Vec<String>,
    caveats: Vec<String>,
    tables: Vec<[String; 5]>,
    fitness: Vec<[String; 5]>,
    after: String,
    before: Option<String>,
    job: String,
}

/// The page of some counts; with what the steward knows, the page is internal.
pub fn page(
    report: &FlowsReport,
    counts: &[PublishedCount],
    internal: Option<(&InternalFlowsReport, &FlowFacts)>,
) -> Result<String, FlowsError> {
    let published = presence(counts);
    let frame = Frame::around(&published);
    let truth = internal.map(|(_, facts)| true_presence(facts, report.job.privacy.k));
    let most = truth.iter().flat_map(BTreeMap::values).chain(published.values()).copied().max().unwrap_or(1);
    let lines: Vec<&PublishedCount> = longest_trips(counts);
    let content = PageContent {
        release: report.job.output.display().to_string(),
        promises: report.promises.clone(),
        caveats: report.caveats.clone(),
        tables: tables(report),
        fitness: internal.map(|(internal, _)| fitness(internal)).unwrap_or_default(),
        after: frame.draw(&published, most, &lines),
        before: truth.map(|truth| frame.draw(&truth, most, &[])),
        job: toml::to_string(&report.job)?,
    };
    let mut environment = Environment::new();
    environment.add_template("style.css", STYLE)?;
    environment.add_template("maps.css", MAP_STYLE)?;
    environment.add_template("page.html", include_str!("page.html"))?;
    Ok(environment.get_template("page.html")?.render(Serde(content))?)
}

fn kind(table: FlowTable, by_band: bool) -> String {
    let what = match table {
        FlowTable::Presence => "were in a square",
        FlowTable::Trips => "travelled between squares",
        FlowTable::Moves => "crossed into a neighbouring square",
    };
    format!("{what}, {}", if by_band { "by band of time" } else { "in all bands" })
}

fn tables(report: &FlowsReport) -> Vec<[String; 5]> {
    let rows = report.tables.iter().map(|table| {
        let levels = table.levels.iter().enumerate().filter(|(_, counts)| **counts > 0);
        let levels: Vec<String> = levels
            .map(|(level, counts)| format!("{counts} of {} m", report.grid.side(level as u8)))
            .collect();
        [
            table.table.name().to_owned(),
            kind(table.table, table.by_band),
            table.counts.to_string(),
            table.smallest.to_string(),
            levels.join(", "),
        ]
    });
    rows.collect()
}

fn fitness(internal: &InternalFlowsReport) -> Vec<[String; 5]> {
    fn percent(share: f64) -> String {
        format!("{:.0} %", 100.0 * share)
    }
    let rows = internal.fitness.iter().map(|fitness| {
        [
            kind(fitness.table, fitness.by_band),
            fitness.verdict.in_words().to_owned(),
            percent(fitness.error),
            percent(fitness.told),
            percent(fitness.finest),
        ]
    });
    rows.collect()
}

/// The sum of the published counts of each square over its bands.
fn presence(counts: &[PublishedCount]) -> BTreeMap<FlowSquare, usize> {
    let mut sums = BTreeMap::new();
    for count in counts.iter().filter(|count| count.is_kind(FlowTable::Presence, true)) {
        *sums.entry(count.key.origin()).or_insert(0) += count.objects;
    }
    sums
}

/// The true sums of finest squares that k objects or more add up to.
fn true_presence(facts: &FlowFacts, k: usize) -> BTreeMap<FlowSquare, usize> {
    let mut sums = BTreeMap::new();
    for fact in &facts.presence {
        *sums.entry(FlowSquare { level: 0, place: fact.from }).or_insert(0) += 1;
    }
    sums.retain(|_, sum| *sum >= k);
    sums
}

/// The trips with the most objects that lead to another square.
fn longest_trips(counts: &[PublishedCount]) -> Vec<&PublishedCount> {
    let mut trips: Vec<&PublishedCount> = counts
        .iter()
        .filter(|count| count.is_kind(FlowTable::Trips, false))
        .filter(|count| count.key.from != count.key.to)
        .collect();
    trips.sort_by_key(|count| (std::cmp::Reverse(count.objects), count.key));
    trips.truncate(MOST_LINES);
    trips
}

/// The part of the grid that is drawn, in finest squares.
struct Frame {
    west: f64,
    north: f64,
    units: f64,
}

impl Frame {
    /// Around the squares of the two finest levels that are there.
    fn around(squares: &BTreeMap<FlowSquare, usize>) -> Self {
        let finest = squares.keys().map(|square| square.level).min().unwrap_or(0);
        let cells = squares.keys().filter(|square| square.level <= finest + 1);
        let mut edges = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        for square in cells {
            let size = f64::from(1_u32 << square.level);
            let [x, y] = square.place.map(|place| f64::from(place) * size);
            edges = [edges[0].min(x), edges[1].min(y), edges[2].max(x + size), edges[3].max(y + size)];
        }
        let side = (edges[2] - edges[0]).max(edges[3] - edges[1]);
        let side = if side.is_finite() { side.max(1.0) } else { 1.0 };
        let [west, north] = [edges[0], edges[3]].map(|edge| if edge.is_finite() { edge } else { 0.0 });
        Self { west, north, units: WIDTH / side }
    }

    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [(x - self.west) * self.units, (self.north - y) * self.units]
    }

    /// Coarse squares first, so that the finer ones stand upon them; then the lines of trips.
    fn draw(&self, squares: &BTreeMap<FlowSquare, usize>, most: usize, trips: &[&PublishedCount]) -> String {
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {WIDTH}\" role=\"img\" aria-label=\"map of {} squares\"><rect class=\"ground\" \
             width=\"{WIDTH}\" height=\"{WIDTH}\"/>",
            squares.len()
        );
        for (square, &count) in squares.iter().rev() {
            let size = f64::from(1_u32 << square.level);
            let [x, y] = self.at([f64::from(square.place[0]) * size, f64::from(square.place[1] + 1) * size]);
            // Per finest square, so that a coarse square is not darker than what is inside.
            let share = (count as f64 / (size * size)).max(1.0).ln() / (most as f64).max(2.0).ln();
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"#2f6db5\" \
                 fill-opacity=\"{:.2}\" stroke=\"#fff\" stroke-width=\".3\"><title>{count}</title></rect>",
                0.08 + 0.9 * share.clamp(0.0, 1.0),
                side = size * self.units
            );
        }
        trips.iter().for_each(|trip| svg += &self.line(trip, trips[0].objects));
        svg + "</svg>"
    }

    fn line(&self, trip: &PublishedCount, most: usize) -> String {
        let size = f64::from(1_u32 << trip.key.level);
        let [[x, y], [east, south]] = [trip.key.from, trip.key.to]
            .map(|place| self.at(place.map(|part| (f64::from(part) + 0.5) * size)));
        let width = 0.5 + 3.0 * trip.objects as f64 / most as f64;
        format!(
            "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{east:.1}\" y2=\"{south:.1}\" stroke=\"#c77700\" \
             stroke-opacity=\".6\" stroke-width=\"{width:.1}\"><title>{}</title></line>",
            trip.objects
        )
    }
}

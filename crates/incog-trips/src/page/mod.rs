//! The report for people: one page that stands alone.

mod axes;
mod charts;
mod facts;
mod maps;

use super::TrajectoryError;
use super::report::{SearchOfClusters, TrajectoryReport};
use incog_io::sha256_of_text;
use incog_report::svg::{class_sizes, grouped, named, short_number};
use incog_report::{PageFacts, STYLE};
use maps::Grid;
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;
use std::path::Path;

/// The style of maps and fronts.
pub const MAP_STYLE: &str = include_str!("style.css");

/// A report and its page, each bound to the other: the page tells the digest of the report without
/// its key `page`, and that key the digest of the page.
pub struct BoundPage {
    /// The report, which names its page.
    pub report: TrajectoryReport,
    /// Its text.
    pub json: String,
    /// The page.
    pub html: String,
}

impl BoundPage {
    /// Makes the page of a report of `released` trajectories; with their `originals` where the
    /// report is internal.
    pub fn new(
        mut report: TrajectoryReport,
        released: &[&[[f64; 2]]],
        originals: Option<&[&[[f64; 2]]]>,
        path: &Path,
    ) -> Result<Self, TrajectoryError> {
        report.page = None;
        let text = |report: &TrajectoryReport| serde_json::to_string_pretty(report).map(|text| text + "\n");
        let timeless = TrajectoryReport {
            search: SearchOfClusters { seconds: 0.0, ..report.search.clone() },
            ..report.clone()
        };
        let html = page(&report, &sha256_of_text(&text(&timeless)?), released, originals)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        report.page = Some(PageFacts { path: name, sha256: sha256_of_text(&html) });
        Ok(Self { json: text(&report)?, report, html })
    }
}

/// The page; no link in it leads to the network.
fn page(
    report: &TrajectoryReport,
    digest: &str,
    released: &[&[[f64; 2]]],
    originals: Option<&[&[[f64; 2]]]>,
) -> Result<String, TrajectoryError> {
    rendered("page.html", &PageContent::new(report, digest, released, originals)?)
}

/// What stands in the page of an internal report, for a page of somebody else's that has
/// [`MAP_STYLE`].
pub fn body(
    report: &TrajectoryReport,
    released: &[&[[f64; 2]]],
    originals: &[&[[f64; 2]]],
) -> Result<String, TrajectoryError> {
    rendered("main.html", &PageContent::new(report, "", released, Some(originals))?)
}

/// The front of a search as SVG, where it has more than one compromise.
pub fn front(report: &TrajectoryReport) -> Option<String> {
    (report.search.front.len() > 1).then(|| charts::front(&report.search))
}

fn rendered(template: &str, content: &PageContent<'_>) -> Result<String, TrajectoryError> {
    let mut environment = Environment::new();
    environment.add_template("style.css", STYLE)?;
    environment.add_template("maps.css", MAP_STYLE)?;
    environment.add_template("main.html", include_str!("main.html"))?;
    environment.add_template("page.html", include_str!("page.html"))?;
    Ok(environment.get_template(template)?.render(Serde(content))?)
}

/// What the template reads.
#[derive(Serialize)]
struct PageContent<'a> {
    version: &'a str,
    input: String,
    release: String,
    verdict: String,
    satisfied: bool,
    moved: String,
    decision: Option<&'static str>,
    waivers: Vec<[String; 2]>,
    warnings: &'a [String],
    risks: Vec<[String; 3]>,
    weakest: String,
    tiles: Vec<[String; 2]>,
    privacy: Vec<[String; 3]>,
    caveats: &'a [String],
    least: usize,
    most: String,
    digest: &'a str,
    before: Option<String>,
    after: String,
    shifts: Option<String>,
    cluster_sizes: String,
    front: Option<String>,
    convergence: Option<String>,
    compromises: usize,
    reference: String,
    hypervolume: String,
    algorithm: &'a str,
    lost: Vec<[String; 2]>,
    input_facts: Vec<[String; 2]>,
    seed: u64,
    job: String,
}

impl<'a> PageContent<'a> {
    fn new(
        report: &'a TrajectoryReport,
        digest: &'a str,
        released: &[&[[f64; 2]]],
        originals: Option<&[&[[f64; 2]]]>,
    ) -> Result<Self, TrajectoryError> {
        // Of an internal page the map has room for the originals, too; that of a public one follows
        // from the release.
        let grid = Grid::around(&[released, originals.unwrap_or_default()].concat());
        let after = grid.count(released);
        let before = originals.map(|originals| grid.count(originals));
        let most = before.iter().flatten().chain(&after).copied().max().unwrap_or(0);
        let least = report.job.privacy.k;
        let shifts = originals.map(|originals| {
            let pairs = originals.iter().zip(released).flat_map(|(a, b)| a.iter().zip(*b));
            pairs.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).collect::<Vec<f64>>()
        });
        let sizes: Vec<u64> = report.clusters.iter().map(|&size| size as u64).collect();
        let search = &report.search;
        Ok(Self {
            version: &report.incog,
            input: report.input.path.display().to_string(),
            release: report.release.path.display().to_string(),
            verdict: facts::verdict(report),
            satisfied: report.privacy.iter().all(|model| model.satisfied),
            moved: facts::moved(report),
            decision: facts::decision(report),
            waivers: facts::waivers(report),
            warnings: &report.warnings,
            risks: facts::risks(report),
            weakest: facts::weakest(report),
            tiles: facts::tiles(report),
            privacy: facts::privacy(report),
            caveats: &report.caveats,
            least,
            most: grouped(most as u64),
            digest,
            before: before.map(|before| grid.draw(&before, least, most, "map of the input")),
            after: grid.draw(&after, least, most, "map of the release"),
            shifts: shifts.map(|shifts| charts::histogram(&shifts)),
            cluster_sizes: named(
                &class_sizes(&sizes, ["trajectories in a cluster", "traj."]),
                "Clusters by their size",
            ),
            front: front(report),
            convergence: (search.convergence.len() > 1).then(|| charts::convergence(search)),
            compromises: search.front.len(),
            reference: format!("({}, {})", search.reference[0], search.reference[1]),
            hypervolume: search.hypervolume.map(|volume| short_number(volume.round())).unwrap_or_default(),
            algorithm: &search.algorithm,
            lost: facts::lost(report),
            input_facts: facts::input(report),
            seed: search.seed,
            job: toml::to_string(&report.job)?,
        })
    }
}

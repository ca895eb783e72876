//! The report for people: one page that stands alone.

mod axes;
mod charts;
mod facts;
mod maps;

use super::TrajectoryError;
use super::report::TrajectoryReport;
use super::utility::Pair;
use crate::report::{STYLE, class_sizes, grouped, short_number};
use maps::Grid;
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

/// The page; no link in it leads to the network.
pub fn page(report: &TrajectoryReport, pairs: &[Pair<'_>]) -> Result<String, TrajectoryError> {
    let mut environment = Environment::new();
    environment.add_template("style.css", STYLE)?;
    environment.add_template("maps.css", include_str!("style.css"))?;
    environment.add_template("page.html", include_str!("page.html"))?;
    Ok(environment.get_template("page.html")?.render(Serde(&View::of(report, pairs)?))?)
}

/// What the template reads.
#[derive(Serialize)]
struct View<'a> {
    version: &'a str,
    input: String,
    release: String,
    verdict: String,
    satisfied: bool,
    tiles: Vec<[String; 2]>,
    privacy: Vec<[String; 3]>,
    caveats: &'a [String],
    least: usize,
    most: String,
    before: String,
    after: String,
    shifts: String,
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

impl<'a> View<'a> {
    fn of(report: &'a TrajectoryReport, pairs: &[Pair<'_>]) -> Result<Self, TrajectoryError> {
        // Nothing is drawn of what was left out.
        let published: Vec<[&[[f64; 2]]; 2]> =
            pairs.iter().filter_map(|(a, b)| Some([a.positions, (*b)?.positions])).collect();
        let [originals, released] =
            [0, 1].map(|side| published.iter().map(|pair| pair[side]).collect::<Vec<_>>());
        let grid = Grid::around(&originals);
        let [before, after] = [&originals, &released].map(|tracks| grid.count(tracks));
        let most = before.iter().chain(&after).copied().max().unwrap_or(0);
        let least = report.job.privacy.k;
        let shifts: Vec<f64> = published
            .iter()
            .flat_map(|[a, b]| a.iter().zip(*b).map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])))
            .collect();
        let sizes: Vec<u64> = report.clusters.iter().map(|&size| size as u64).collect();
        let search = &report.search;
        Ok(Self {
            version: &report.incog,
            input: report.input.path.display().to_string(),
            release: report.release.path.display().to_string(),
            verdict: facts::verdict(report),
            satisfied: report.privacy.iter().all(|model| model.satisfied),
            tiles: facts::tiles(report),
            privacy: facts::privacy(report),
            caveats: &report.caveats,
            least,
            most: grouped(most as u64),
            before: grid.draw(&before, least, most, "map of the input"),
            after: grid.draw(&after, least, most, "map of the release"),
            shifts: charts::histogram(&shifts),
            cluster_sizes: class_sizes(&sizes, ["trajectories in a cluster", "traj."]),
            front: (search.front.len() > 1).then(|| charts::front(search)),
            convergence: (search.convergence.len() > 1).then(|| charts::convergence(search)),
            compromises: search.front.len(),
            reference: format!("({}, {})", search.reference[0], search.reference[1]),
            hypervolume: short_number(search.hypervolume.round()),
            algorithm: &search.algorithm,
            lost: facts::lost(report),
            input_facts: facts::input(report),
            seed: search.seed,
            job: toml::to_string(&report.job)?,
        })
    }
}

//! A trade-off as a page.

use super::{Exploration, ExploreError, Found, LOSS_OF_OTHERS, Point, Settings, job_at, shown};
use crate::job::Job;
use crate::{IncogError, Objective};
use incog_report::STYLE;
use incog_report::svg::{Curve, CurvePoint, curves, grouped, short_number};
use incog_utility::Goal;
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The figures of the table, behind the objective.
const FIGURES: [&str; 5] = ["gap", "suppressed", "classes", "smallest", "mean risk"];

#[derive(Serialize)]
struct Page<'a> {
    input: String,
    keys: Vec<&'a str>,
    objective: &'a str,
    /// Whether the points are about newcomers of a series.
    varies_delay: bool,
    direction: &'static str,
    figures: Vec<String>,
    losses: String,
    risks: String,
    points: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    settings: Vec<String>,
    title: String,
    figures: Vec<String>,
    none: Option<String>,
    job: String,
}

impl Exploration {
    /// The page of this trade-off of a job: one HTML file, for the steward. Paths in its jobs are
    /// relative to `folder`.
    ///
    /// # Errors
    /// When a job cannot be written.
    pub fn to_html(&self, job: &Job, folder: &Path) -> Result<String, IncogError> {
        let rows = self.points.iter().enumerate();
        let rows = rows
            .map(|(place, point)| Ok(self.row(place + 1, point, &job_text(job, &point.settings, folder)?)));
        let first = self.points.iter().find_map(|point| point.found.as_ref());
        let objective = first.map_or("loss", |found| found.objective.as_str());
        let page = Page {
            input: job.input().display().to_string(),
            keys: self.axes.iter().map(|axis| axis.key.as_str()).collect(),
            objective,
            varies_delay: self.varies_delay(),
            direction: direction(objective),
            figures: std::iter::once(objective)
                .chain(FIGURES)
                .map(str::to_owned)
                .chain(first.into_iter().flat_map(|found| self.figures_of_delay(found).into_keys()))
                .collect(),
            losses: self.loss_curves(),
            risks: self.risk_curves(),
            points: rows.collect::<Result<_, IncogError>>()?,
        };
        Ok(rendered(&page).map_err(unwritable)?)
    }

    /// The objective at each point, as SVG; a mark leads to `#point-N`, N being the number of the
    /// point from 1 on.
    pub fn loss_curves(&self) -> String {
        self.drawn(|found| {
            let others = self.figures_of_delay(found).get(LOSS_OF_OTHERS).copied();
            (found.value, others.or(found.bound))
        })
    }

    /// The further figures of a point that are about newcomers of a series.
    fn figures_of_delay(&self, found: &Found) -> BTreeMap<String, f64> {
        if self.varies_delay() { found.metrics.clone() } else { BTreeMap::new() }
    }

    /// The mean risk at each point in percent, as SVG.
    pub fn risk_curves(&self) -> String {
        self.drawn(|found| (100.0 * found.prosecutor_mean, None))
    }

    fn row(&self, number: usize, point: &Point, job: &str) -> Row {
        Row {
            number,
            settings: self.axes.iter().map(|axis| point.setting(&axis.key)).collect(),
            title: self.title(point),
            figures: point.found.iter().flat_map(|found| self.figures(found)).collect(),
            none: point.none.clone(),
            job: job.to_owned(),
        }
    }

    fn figures(&self, found: &Found) -> Vec<String> {
        let of_delay = self.figures_of_delay(found).into_values().map(short_number);
        figures(found).into_iter().chain(of_delay).collect()
    }

    fn title(&self, point: &Point) -> String {
        let told = |key: &String| format!("{key} = {}", point.setting(key));
        self.axes.iter().map(|axis| told(&axis.key)).collect::<Vec<_>>().join(", ")
    }

    /// The axis with most values lies along the page, and each combination of the others is a
    /// curve.
    fn drawn(&self, figure: impl Fn(&Found) -> (f64, Option<f64>)) -> String {
        let Some(along) = self.axes.iter().max_by_key(|axis| axis.values.len()) else { return String::new() };
        let mut drawn: Vec<Curve> = Vec::new();
        for (number, point) in (1..).zip(&self.points) {
            let others = self.axes.iter().filter(|axis| axis.key != along.key);
            let name: Vec<String> =
                others.map(|axis| format!("{} {}", axis.key, point.setting(&axis.key))).collect();
            let name = name.join(", ");
            let known = drawn.iter().position(|curve| curve.name == name);
            let curve = known.unwrap_or_else(|| {
                drawn.push(Curve { name, points: Vec::new() });
                drawn.len() - 1
            });
            let place = along.values.iter().position(|value| point.settings.get(&along.key) == Some(value));
            let (Some(found), Some(place)) = (&point.found, place) else { continue };
            let (value, bound) = figure(found);
            let title = format!("{}: {}", self.title(point), short_number(value));
            let anchor = format!("point-{number}");
            drawn[curve].points.push(CurvePoint { place, value, bound, title, anchor });
        }
        let steps: Vec<String> = along.values.iter().map(shown).collect();
        curves(&drawn, &steps, &along.key)
    }
}

fn job_text(job: &Job, settings: &Settings, folder: &Path) -> Result<String, IncogError> {
    Ok(job_at(job, settings)?.to_toml(folder).map_err(unwritable)?)
}

fn unwritable(why: impl std::fmt::Display) -> ExploreError {
    ExploreError::Unwritable { why: why.to_string() }
}

fn direction(objective: &str) -> &'static str {
    match Objective::named(objective).and_then(|objective| objective.goal()) {
        Ok(Goal::Maximize) => "More is better.",
        _ => "Less is better.",
    }
}

fn figures(found: &Found) -> Vec<String> {
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    vec![
        short_number(found.value),
        found.gap_in_words(),
        percent(found.suppressed_share),
        grouped(found.classes),
        grouped(found.smallest_class),
        percent(found.prosecutor_mean),
    ]
}

fn rendered(page: &Page<'_>) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.add_template("style.css", STYLE)?;
    environment.add_template("page.html", include_str!("page.html"))?;
    environment.get_template("page.html")?.render(Serde(page))
}

//! Cost of stronger protection, and what is one step away.

use super::percent;
use crate::session::{AXES, Session, TradeOff};
use incog::catalogue;
use incog::drawings::{grouped, named, short_number};
use incog::explore::{Exploration, Neighbours, Point};
use serde::Serialize;

#[derive(Serialize)]
pub struct Part {
    axes: Vec<AxisChoice>,
    metrics: Vec<&'static str>,
    running: Option<(usize, usize)>,
    refused: Option<String>,
    curve: Option<Curve>,
    neighbours: Option<Steps>,
    no_neighbours: Option<String>,
}

#[derive(Serialize)]
struct AxisChoice {
    name: &'static str,
    values: &'static str,
}

#[derive(Serialize)]
struct Curve {
    points: Vec<Row>,
    current: bool,
    key: String,
    /// The further metric that was asked for.
    metric: Option<String>,
    losses: String,
    risks: String,
    objective: String,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    setting: String,
    none: Option<String>,
    figures: Vec<String>,
}

#[derive(Serialize)]
struct Steps {
    current: bool,
    objective: String,
    value: String,
    steps: Vec<Vec<String>>,
    without: Vec<Vec<String>>,
}

pub fn part(session: &Session) -> Part {
    let state = session.state();
    let (neighbours, no_neighbours) = match &state.neighbours {
        None => (None, None),
        Some((revision, Ok(found))) => (Some(steps(found, *revision == state.revision)), None),
        Some((_, Err(why))) => (None, Some(why.clone())),
    };
    let none = Part {
        axes: AXES.iter().map(|one| AxisChoice { name: one.name, values: one.values }).collect(),
        metrics: catalogue::metrics().map(|card| card.name).collect(),
        running: None,
        refused: None,
        curve: None,
        neighbours,
        no_neighbours,
    };
    match &state.trade_off {
        TradeOff::None => none,
        TradeOff::Running(done, points) => Part { running: Some((*done, *points)), ..none },
        TradeOff::Refused(why) => Part { refused: Some(why.clone()), ..none },
        TradeOff::Found(revision, found) => {
            Part { curve: Some(curve(found, *revision == state.revision)), ..none }
        }
    }
}

fn curve(found: &Exploration, current: bool) -> Curve {
    let key = found.axes.first().map(|axis| axis.key.clone()).unwrap_or_default();
    let first = found.points.iter().find_map(|point| point.found.as_ref());
    let row = |(number, point): (usize, &Point)| Row {
        number,
        setting: point.setting(&key),
        none: point.none.clone(),
        figures: point.found.iter().flat_map(figures).collect(),
    };
    Curve {
        current,
        objective: first.map_or_else(|| "loss".to_owned(), |found| found.objective.clone()),
        metric: first.and_then(|found| found.metrics.keys().next().cloned()),
        losses: named(&found.loss_curves(), "The objective at each point"),
        risks: named(&found.risk_curves(), "The mean risk at each point, in percent"),
        points: (1..).zip(&found.points).map(row).collect(),
        key,
    }
}

fn figures(found: &incog::explore::Found) -> Vec<String> {
    let told = found.metrics.values().map(|value| short_number(*value));
    let figures = [
        short_number(found.value),
        found.gap_in_words(),
        percent(found.suppressed_share),
        grouped(found.smallest_class),
        percent(found.prosecutor_mean),
    ];
    figures.into_iter().chain(told).collect()
}

fn steps(found: &Neighbours, current: bool) -> Steps {
    let value = |value: Option<f64>| value.map_or_else(|| "none".to_owned(), short_number);
    let step = |step: &incog::explore::Neighbour| {
        let told = if step.allowed { "" } else { "above the suppression limit" };
        let levels = format!("{} to {}", step.from, step.to);
        vec![step.column.clone(), levels, value(step.value), grouped(step.suppressed), told.to_owned()]
    };
    let without = |one: &incog::explore::Without| {
        vec![one.column.clone(), value(one.value), one.suppressed.map(grouped).unwrap_or_default()]
    };
    Steps {
        current,
        objective: found.objective.clone(),
        value: short_number(found.value),
        steps: found.steps.iter().map(step).collect(),
        without: found.without.iter().map(without).collect(),
    }
}

//! A row of the table of runs.

use crate::measures;
use crate::suite::{RunKey, Suite};

/// The facts of a run apart from its measures.
const FACTS: [&str; 14] = [
    "instance",
    "algorithm",
    "parameters",
    "seed",
    "feasible",
    "objective",
    "stopped",
    "evaluations",
    "seconds",
    "levels",
    "bound",
    "gap",
    "lattice-nodes",
    "top-height",
];

/// A run that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What distinguishes it from the others.
    pub key: RunKey,
    /// The parameters, as in the suite.
    pub parameters: String,
    /// Why it ended.
    pub stopped: String,
    /// The objective's value; `None` when no release was found.
    pub objective: Option<f64>,
    /// Evaluations.
    pub evaluations: u64,
    /// Seconds; the only thing that differs from run to run.
    pub seconds: f64,
    /// Levels of the quasi-identifiers.
    pub levels: Vec<u8>,
    /// The value that no release can beat, if one is known.
    pub bound: Option<f64>,
    /// Relative distance to it.
    pub gap: Option<f64>,
    /// Nodes of the lattice.
    pub lattice_nodes: f64,
    /// Height of the top node: the sum of all highest levels.
    pub top_height: f64,
    /// The measures of the release, as [`Row::header`] names them, where they apply; empty without
    /// a release.
    pub measures: Vec<Option<f64>>,
}

impl Row {
    /// The names of the columns.
    pub fn header() -> Vec<String> {
        FACTS.iter().copied().chain(measures::names()).map(str::to_owned).collect()
    }

    /// The value of a column by name, if it is a number.
    pub fn number(&self, column: &str) -> Option<f64> {
        match column {
            "objective" => self.objective,
            "evaluations" => Some(self.evaluations as f64),
            "seconds" => Some(self.seconds),
            "bound" => self.bound,
            "gap" => self.gap,
            "lattice-nodes" => Some(self.lattice_nodes),
            "top-height" => Some(self.top_height),
            "feasible" => Some(f64::from(u8::from(self.objective.is_some()))),
            _ => self.measures.get(measures::place(column)?).copied().flatten(),
        }
    }

    /// The value of a column; where the run found nothing, what the suite says that this is worth.
    pub fn worth(&self, suite: &Suite, column: &str) -> Option<f64> {
        let of_nothing = || suite.nothing.get(column).copied().filter(|_| self.objective.is_none());
        self.number(column).or_else(of_nothing)
    }

    /// Sets a measure that is known only by comparison with other runs; does nothing without a
    /// release.
    pub(super) fn set_measure(&mut self, name: &str, value: Option<f64>) {
        if let Some(cell) = measures::place(name).and_then(|place| self.measures.get_mut(place)) {
            *cell = value;
        }
    }

    /// The cells of the row.
    pub(crate) fn cells(&self) -> Vec<String> {
        let optional = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let levels: Vec<String> = self.levels.iter().map(u8::to_string).collect();
        let mut cells = vec![
            self.key.instance.clone(),
            self.key.algorithm.clone(),
            self.parameters.clone(),
            self.key.seed.to_string(),
            self.objective.is_some().to_string(),
            optional(self.objective),
            self.stopped.clone(),
            self.evaluations.to_string(),
            self.seconds.to_string(),
            levels.join(" "),
            optional(self.bound),
            optional(self.gap),
            self.lattice_nodes.to_string(),
            self.top_height.to_string(),
        ];
        let measures = measures::names().len();
        cells.extend((0..measures).map(|place| optional(self.measures.get(place).copied().flatten())));
        cells
    }

    /// The row with these cells; `None` when they are not those of a row.
    pub(crate) fn of_cells(cells: &csv::StringRecord) -> Option<Self> {
        if cells.len() != FACTS.len() + measures::names().len() {
            return None;
        }
        let cell = |place: usize| cells.get(place).unwrap_or_default();
        let optional = |place: usize| match cell(place) {
            "" => Some(None),
            text => text.parse().ok().map(Some),
        };
        let levels = cell(9).split_whitespace().map(|level| level.parse().ok());
        let measures = (FACTS.len()..cells.len()).map(optional).collect::<Option<Vec<Option<f64>>>>()?;
        Some(Self {
            key: RunKey { instance: cell(0).into(), algorithm: cell(1).into(), seed: cell(3).parse().ok()? },
            parameters: cell(2).into(),
            objective: optional(5)?,
            stopped: cell(6).into(),
            evaluations: cell(7).parse().ok()?,
            seconds: cell(8).parse().ok()?,
            levels: levels.collect::<Option<_>>()?,
            bound: optional(10)?,
            gap: optional(11)?,
            lattice_nodes: cell(12).parse().ok()?,
            top_height: cell(13).parse().ok()?,
            measures: if optional(5)?.is_some() { measures } else { Vec::new() },
        })
    }
}

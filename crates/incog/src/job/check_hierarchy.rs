//! Checks of the `hierarchy` key.

use super::check::{Blame, out_of_range, word};
use super::column::HierarchySource;
use super::error::{JobError, JobProblem, Place};
use super::file::{HierarchyFile, MadeHierarchyFile};
use incog_data::{
    DateLevels, DateUnit, DependentColumns, Fanout, HierarchySpec, Intervals, Mask, MaskSide, Order, Ranges,
};
use incog_io::JobTextProblem;
use std::path::Path;

impl HierarchySource {
    /// Checks the `hierarchy` key of `column`; file names are relative to the working directory.
    pub fn check(column: &str, file: &HierarchyFile) -> Result<Self, JobError> {
        let nowhere = |(_, problem)| JobError::new(Place::default(), problem);
        hierarchy(column, file, Path::new("")).map_err(nowhere)
    }
}

impl HierarchyFile {
    /// Reads the value of a `hierarchy` key: `{ intervals = [5, 10] }` or `"file.csv"`.
    pub fn parse(text: &str) -> Result<Self, JobError> {
        #[derive(serde::Deserialize)]
        struct Key {
            hierarchy: HierarchyFile,
        }
        toml::from_str(&format!("hierarchy = {text}")).map(|key: Key| key.hierarchy).map_err(|error| {
            JobError::new(Place::default(), JobTextProblem::of_serde(error.message()).into())
        })
    }
}

/// The checked source of a column's hierarchy.
pub(super) fn hierarchy(column: &str, file: &HierarchyFile, folder: &Path) -> Result<HierarchySource, Blame> {
    let made = match file {
        HierarchyFile::Path(path) => return Ok(HierarchySource::File(folder.join(path))),
        HierarchyFile::Made(made) => made,
    };
    let key = |name: &str| format!("columns.{column}.hierarchy.{name}");
    if let Some(what) = &made.withheld {
        let problem = JobProblem::Withheld { column: column.to_owned(), what: what.clone() };
        return Err((Some(key("withheld")), problem));
    }
    let found = ways(made);
    if found != 1 {
        let problem = JobProblem::HierarchyWays { column: column.to_owned(), found };
        return Err((Some(format!("columns.{column}.hierarchy")), problem));
    }
    let idle = [
        ("origin", made.origin.is_some() && made.intervals.is_none(), "only intervals have an origin"),
        ("char", made.mask_char.is_some() && made.mask.is_none(), "only masking has a character"),
        ("format", made.format.is_some() && made.date.is_none(), "only dates have a format"),
        ("order", made.order.is_some() && made.fanout.is_none(), "only a fanout needs an order"),
        (
            "flat",
            made.flat == Some(false),
            "flat = true asks for the value and then *; leave it out otherwise",
        ),
    ];
    if let Some((name, _, why)) = idle.into_iter().find(|(_, is_idle, _)| *is_idle) {
        return Err((Some(key(name)), JobProblem::Idle { key: key(name), why }));
    }
    match &made.tree {
        Some(tree) => Ok(HierarchySource::Tree(tree.clone())),
        None => make(made, &key).map(HierarchySource::Made),
    }
}

fn ways(made: &MadeHierarchyFile) -> usize {
    let said = [
        made.intervals.is_some(),
        made.ranges.is_some(),
        made.mask.is_some(),
        made.date.is_some(),
        made.fanout.is_some(),
        made.tree.is_some(),
        made.columns.is_some(),
        made.flat.is_some(),
    ];
    said.into_iter().filter(|said| *said).count()
}

fn make(made: &MadeHierarchyFile, key: &impl Fn(&str) -> String) -> Result<HierarchySpec, Blame> {
    if let Some(widths) = &made.intervals {
        return intervals(widths, made.origin.unwrap_or(0.0), key);
    }
    if let Some(levels) = made.ranges {
        return match usize::try_from(levels) {
            Ok(levels @ 1..=64) => Ok(HierarchySpec::Ranges(Ranges { levels })),
            _ => Err(out_of_range(key("ranges"), levels as f64, "1 to 64 levels")),
        };
    }
    if let Some(side) = &made.mask {
        return mask(side, made.mask_char.as_deref(), key);
    }
    if let Some(units) = &made.date {
        return dates(units, made.format.clone(), key);
    }
    if let Some(columns) = &made.columns {
        let columns = columns.clone();
        return Ok(HierarchySpec::Columns(DependentColumns { columns }));
    }
    if let Some(fanout) = made.fanout {
        let order = made.order.clone().map_or(Order::Natural, Order::Given);
        return match usize::try_from(fanout) {
            Ok(fanout @ 2..) => Ok(HierarchySpec::Fanout(Fanout { fanout, order })),
            _ => Err(out_of_range(key("fanout"), fanout as f64, "at least two neighbours are joined")),
        };
    }
    Ok(HierarchySpec::Flat)
}

fn mask(side: &str, character: Option<&str>, key: &impl Fn(&str) -> String) -> Result<HierarchySpec, Blame> {
    let sides = [("right", MaskSide::Right), ("left", MaskSide::Left)];
    let side = word(&key("mask"), Some(side), &sides)?.unwrap_or_default();
    let character = character.unwrap_or("*");
    let mut characters = character.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(HierarchySpec::Mask(Mask { side, character })),
        _ => {
            let found = character.to_owned();
            Err((Some(key("char")), JobProblem::NotOneCharacter { key: key("char"), found }))
        }
    }
}

fn dates(
    units: &[String],
    format: Option<String>,
    key: &impl Fn(&str) -> String,
) -> Result<HierarchySpec, Blame> {
    if units.is_empty() {
        return Err(out_of_range(key("date"), 0.0, "at least one unit, such as \"month\""));
    }
    let known = DateUnit::ALL.map(|unit| (unit.name(), unit));
    let units = units
        .iter()
        .filter_map(|unit| word(&key("date"), Some(unit), &known).transpose())
        .collect::<Result<_, _>>()?;
    Ok(HierarchySpec::Date(DateLevels { units, format }))
}

fn intervals(widths: &[f64], origin: f64, key: &impl Fn(&str) -> String) -> Result<HierarchySpec, Blame> {
    let name = key("intervals");
    let Some(first) = widths.first() else {
        return Err(out_of_range(name, 0.0, "at least one width is needed"));
    };
    if !(first.is_finite() && *first > 0.0) {
        return Err(out_of_range(name, *first, "widths are more than 0"));
    }
    if !origin.is_finite() {
        return Err(out_of_range(key("origin"), origin, "it is a number"));
    }
    for pair in widths.windows(2) {
        let times = pair[1] / pair[0];
        let nests = times.is_finite() && times.round() >= 2.0 && (times - times.round()).abs() < 1e-9 * times;
        if !nests {
            return Err(out_of_range(name, pair[1], "each width is the one before times 2, 3, ..."));
        }
    }
    Ok(HierarchySpec::Intervals(Intervals { widths: widths.to_vec(), origin }))
}

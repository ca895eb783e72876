//! Checks of the `hierarchy` key.

use super::check::{Blame, out_of_range, word};
use super::column::HierarchySource;
use super::error::{JobError, JobProblem, Place};
use super::file::{HierarchyFile, MadeHierarchyFile};
use incog_data::{
    CodeSystem, DateLevels, DateUnit, DependentColumns, Fanout, HierarchySpec, Intervals, LabelStyle, Mask,
    MaskSide, Order, Publish, Ranges, Regions,
};
use incog_io::JobTextProblem;
use std::path::Path;

impl HierarchySource {
    /// Checks the `hierarchy` key of `column`; file names are relative to the working directory.
    pub fn check(column: &str, file: &HierarchyFile) -> Result<Self, JobError> {
        hierarchy(column, file, Path::new(""))
            .map_err(|(_, problem)| JobError::new(Place::default(), problem))
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
        ("bottom", made.bottom.is_some() && made.intervals.is_none(), "only intervals have a bottom code"),
        ("top", made.top.is_some() && made.intervals.is_none(), "only intervals have a top code"),
        ("keep", made.keep.is_some() && made.mask.is_none(), "only masking keeps characters"),
        ("char", made.mask_char.is_some() && made.mask.is_none(), "only masking has a character"),
        ("format", made.format.is_some() && made.date.is_none(), "only dates have a format"),
        ("order", made.order.is_some() && made.fanout.is_none(), "only a fanout needs an order"),
        (
            "flat",
            made.flat == Some(false),
            "flat = true makes a hierarchy of the value and *; remove the key if you want another one",
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
        made.codes.is_some(),
        made.countries.is_some(),
        made.flat.is_some(),
    ];
    said.into_iter().filter(|said| *said).count()
}

fn make(made: &MadeHierarchyFile, key: &impl Fn(&str) -> String) -> Result<HierarchySpec, Blame> {
    if let Some(widths) = &made.intervals {
        return intervals(widths, made, key);
    }
    if let Some(levels) = made.ranges {
        return match usize::try_from(levels) {
            Ok(levels @ 1..=64) => Ok(HierarchySpec::Ranges(Ranges { levels, ..Ranges::default() })),
            _ => Err(out_of_range(key("ranges"), levels as f64, "expected 1 to 64 levels")),
        };
    }
    if let Some(side) = &made.mask {
        return mask(side, made, key);
    }
    if let Some(units) = &made.date {
        return dates(units, made.format.clone(), key);
    }
    if let Some(system) = &made.codes {
        let systems = CodeSystem::ALL.map(|system| (system.name(), system));
        let system = word(&key("codes"), Some(system), &systems)?;
        return Ok(HierarchySpec::Codes(system.unwrap_or(CodeSystem::Icd10)));
    }
    if let Some(regions) = &made.countries {
        let known = Regions::ALL.map(|regions| (regions.name(), regions));
        let regions = word(&key("countries"), Some(regions), &known)?;
        return Ok(HierarchySpec::Countries(regions.unwrap_or(Regions::UnM49)));
    }
    if let Some(columns) = &made.columns {
        let columns = columns.clone();
        return Ok(HierarchySpec::Columns(DependentColumns { columns }));
    }
    if let Some(fanout) = made.fanout {
        let order = made.order.clone().map_or(Order::Natural, Order::Given);
        return match usize::try_from(fanout) {
            Ok(fanout @ 2..) => Ok(HierarchySpec::Fanout(Fanout { fanout, order })),
            _ => Err(out_of_range(key("fanout"), fanout as f64, "expected at least 2 neighbours")),
        };
    }
    Ok(HierarchySpec::Flat)
}

fn mask(side: &str, made: &MadeHierarchyFile, key: &impl Fn(&str) -> String) -> Result<HierarchySpec, Blame> {
    let sides = [("right", MaskSide::Right), ("left", MaskSide::Left)];
    let side = word(&key("mask"), Some(side), &sides)?.unwrap_or_default();
    let character = made.mask_char.as_deref().unwrap_or("*");
    let keep = made.keep.as_ref().map(|keep| kept(keep, key)).transpose()?;
    let mut characters = character.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(HierarchySpec::Mask(Mask { side, character, keep })),
        _ => {
            let found = character.to_owned();
            Err((Some(key("char")), JobProblem::NotOneCharacter { key: key("char"), found }))
        }
    }
}

/// How many characters stay, fewer at each level.
fn kept(keep: &[i64], key: &impl Fn(&str) -> String) -> Result<Vec<usize>, Blame> {
    let falls = keep.windows(2).all(|pair| pair[0] > pair[1]);
    let counts: Option<Vec<usize>> =
        keep.iter().map(|&kept| usize::try_from(kept).ok().filter(|kept| *kept > 0)).collect();
    counts.filter(|counts| falls && !counts.is_empty()).ok_or_else(|| {
        let wrong = keep.last().copied().unwrap_or_default() as f64;
        out_of_range(
            key("keep"),
            wrong,
            "expected how many characters to keep, fewer at each level and at \
            least one",
        )
    })
}

fn dates(
    units: &[String],
    format: Option<String>,
    key: &impl Fn(&str) -> String,
) -> Result<HierarchySpec, Blame> {
    if units.is_empty() {
        return Err(out_of_range(key("date"), 0.0, "expected at least one unit, such as \"month\""));
    }
    let known = DateUnit::ALL.map(|unit| (unit.name(), unit));
    let units = units
        .iter()
        .filter_map(|unit| word(&key("date"), Some(unit), &known).transpose())
        .collect::<Result<_, _>>()?;
    Ok(HierarchySpec::Date(DateLevels { units, format, ..DateLevels::default() }))
}

fn intervals(
    widths: &[f64],
    made: &MadeHierarchyFile,
    key: &impl Fn(&str) -> String,
) -> Result<HierarchySpec, Blame> {
    let origin = made.origin.unwrap_or(0.0);
    let name = key("intervals");
    let Some(first) = widths.first() else {
        return Err(out_of_range(name, 0.0, "expected at least one width"));
    };
    if !(first.is_finite() && *first > 0.0) {
        return Err(out_of_range(name, *first, "expected widths above 0"));
    }
    if !origin.is_finite() {
        return Err(out_of_range(key("origin"), origin, "expected a number"));
    }
    for pair in widths.windows(2) {
        let times = pair[1] / pair[0];
        let nests = times.is_finite() && times.round() >= 2.0 && (times - times.round()).abs() < 1e-9 * times;
        if !nests {
            return Err(out_of_range(
                name,
                pair[1],
                "expected each width to be a multiple (2, 3, ...) of \
                the one before",
            ));
        }
    }
    for (name, end) in [("bottom", made.bottom), ("top", made.top)] {
        let Some(end) = end else { continue };
        let places = (end - origin) / first;
        if !places.is_finite() || (places - places.round()).abs() > 1e-9 * places.abs().max(1.0) {
            return Err(out_of_range(
                key(name),
                end,
                "it must be where an interval of the narrowest width \
                begins",
            ));
        }
    }
    Ok(HierarchySpec::Intervals(Intervals {
        widths: widths.to_vec(),
        origin,
        bottom: made.bottom,
        top: made.top,
        labels: LabelStyle::default(),
        publish: Publish::default(),
    }))
}

//! How hierarchies are made.

use super::intervals::IntervalRule;
use crate::heap::*;
use crate::numbers::Decimal;
use crate::reading::json::Json;

/// How the hierarchy of a column is made.
#[derive(Debug, Clone)]
pub(crate) enum HierarchyRule {
    Flat,
    Mask {
        is_right: bool,
        mark: char,
        keep: Option<Vec<usize>>,
    },
    Intervals(IntervalRule),
    Ranges {
        levels: usize,
        is_interval: bool,
    },
    Fanout(usize),
    /// It must be given as a file.
    Elsewhere,
}

impl HierarchyRule {
    /// Whether releases name its groups by bounds around published values instead of its labels.
    pub fn is_named_by_bounds(&self) -> bool {
        matches!(self, Self::Ranges { .. } | Self::Fanout(_))
    }
}

impl HierarchyRule {
    /// `None` for a form, or a setting of one, that is not made again here.
    pub fn read(rule: Option<&Json>, is_interval: bool) -> Option<Self> {
        let map = rule?.map()?;
        let knows = |keys: &[&str]| map.keys().all(|key| keys.contains(&key.as_str()));
        let decimal = |key: &str| map.get(key).and_then(Json::number).and_then(Decimal::from_f64);
        if map.contains_key("flat") && knows(&["flat"]) {
            return Some(Self::Flat);
        }
        if let Some(side) = map.get("mask").filter(|_| knows(&["mask", "char", "keep"])) {
            let keep = map.get("keep").and_then(Json::list);
            let keep = keep.map(|list| list.iter().map(Json::count).collect::<Option<Vec<usize>>>());
            let mark = map.get("char").and_then(Json::text).and_then(|text| text.chars().next());
            let is_right = side.text()? == "right";
            return Some(Self::Mask {
                is_right,
                mark: mark.unwrap_or('*'),
                keep: keep.map_or(Some(None), |k| k.map(Some))?,
            });
        }
        if let Some(widths) =
            map.get("intervals").filter(|_| knows(&["intervals", "origin", "top", "bottom"]))
        {
            let width = |width: &Json| width.number().and_then(Decimal::from_f64);
            let widths = widths.list()?.iter().map(width).collect::<Option<_>>()?;
            let origin =
                if map.contains_key("origin") { decimal("origin")? } else { Decimal::from_f64(0.0)? };
            let (bottom, top) = (decimal("bottom"), decimal("top"));
            return Some(Self::Intervals(IntervalRule { widths, origin, bottom, top, is_interval }));
        }
        if let Some(levels) = map.get("ranges").filter(|_| knows(&["ranges"])) {
            return Some(Self::Ranges { levels: levels.count()?, is_interval });
        }
        let fanout = map.get("fanout").filter(|_| knows(&["fanout"]))?.count()?;
        (fanout > 1).then_some(Self::Fanout(fanout))
    }
}

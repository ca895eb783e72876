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

/// Whether a rule has no other keys.
fn knows(map: &BTreeMap<String, Json>, keys: &[&str]) -> bool {
    map.keys().all(|key| keys.contains(&key.as_str()))
}

impl HierarchyRule {
    /// Whether releases name its groups by bounds around published values instead of its labels.
    pub fn is_named_by_bounds(&self) -> bool {
        matches!(self, Self::Ranges { .. } | Self::Fanout(_))
    }

    /// `None` for a form, or a setting of one, that is not made again here.
    pub fn read(rule: Option<&Json>, is_interval: bool) -> Option<Self> {
        let map = rule?.map()?;
        if map.contains_key("flat") && knows(map, &["flat"]) {
            return Some(Self::Flat);
        }
        if let Some(side) = map.get("mask").filter(|_| knows(map, &["mask", "char", "keep"])) {
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
            map.get("intervals").filter(|_| knows(map, &["intervals", "origin", "top", "bottom"]))
        {
            let widths = widths.list()?.iter().map(|width| Decimal::from_f64(width.number()?));
            let widths = widths.collect::<Option<_>>()?;
            let mut ends = [None; 3];
            for (end, key) in ends.iter_mut().zip(["origin", "bottom", "top"]) {
                if let Some(number) = map.get(key).and_then(Json::number) {
                    *end = Some(Decimal::from_f64(number)?);
                }
            }
            let [origin, bottom, top] = ends;
            let origin = origin.or(Decimal::from_f64(0.0))?;
            return Some(Self::Intervals(IntervalRule { widths, origin, bottom, top, is_interval }));
        }
        if let Some(levels) = map.get("ranges").filter(|_| knows(map, &["ranges"])) {
            return Some(Self::Ranges { levels: levels.count()?, is_interval });
        }
        let fanout = map.get("fanout").filter(|_| knows(map, &["fanout"]))?.count()?;
        (fanout > 1).then_some(Self::Fanout(fanout))
    }
}

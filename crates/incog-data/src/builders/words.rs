//! What the labels of a level are, in words.

use super::{CodeSystem, Fanout, HierarchySpec, Mask, MaskSide};

impl HierarchySpec {
    /// What the labels of a level are, as it stands behind a share of the records:
    /// `30 % in intervals of 5`.
    ///
    /// `levels` are those of the hierarchy as it was published, the value and the root included.
    /// Where these are not the levels that `spec` makes, or it has no words for them, and of
    /// hierarchies from files (`None`), the level is told by its number.
    ///
    /// ```
    /// use incog_data::{HierarchySpec, Regions};
    /// let countries = HierarchySpec::Countries(Regions::UnM49);
    /// let words = |level| HierarchySpec::words(Some(&countries), level, 4);
    /// assert_eq!([words(0), words(1), words(3)], ["as it is", "by sub-region", "as *"]);
    /// assert_eq!(HierarchySpec::words(None, 1, 4), "at level 1 of 3");
    /// ```
    pub fn words(spec: Option<&Self>, level: usize, levels: usize) -> String {
        let top = levels.saturating_sub(1);
        match level {
            0 => "as it is".to_owned(),
            level if level == top => "as *".to_owned(),
            level => spec
                .and_then(|spec| spec.between(level, top))
                .unwrap_or_else(|| format!("at level {level} of {top}")),
        }
    }

    /// The words for a level between the value and the root, which is the level `top`.
    fn between(&self, level: usize, top: usize) -> Option<String> {
        let place = level - 1;
        let one_of = |count: usize, words: &dyn Fn(usize) -> Option<String>| {
            if top == count + 1 { words(place) } else { None }
        };
        match self {
            Self::Intervals(intervals) => one_of(intervals.widths.len(), &|place| {
                Some(format!("in intervals of {}", intervals.widths.get(place)?))
            }),
            Self::Date(date) => one_of(date.units.len(), &|place| {
                Some(format!("by {}", date.units.get(place)?.name().replace('-', " ")))
            }),
            Self::Columns(above) => {
                one_of(above.columns.len(), &|place| Some(format!("by {}", above.columns.get(place)?)))
            }
            Self::Countries(_) => by(&["sub-region", "region"], place, top),
            Self::Codes(CodeSystem::UkPostcode) => by(&["outward code", "area"], place, top),
            Self::Codes(CodeSystem::UsZip) => by(&["first three digits", "first digit"], place, top),
            Self::Codes(CodeSystem::Icd9 | CodeSystem::Icd10) => {
                by(&["category", "block", "chapter"], place, top)
            }
            Self::Codes(CodeSystem::Isco08) => {
                by(&["minor group", "sub-major group", "major group"], place, top)
            }
            Self::Codes(CodeSystem::Nace2) => by(&["group", "division", "section"], place, top),
            Self::Mask(mask) => mask.words(place, top),
            // Groups that were named by their published ends may have lost levels.
            Self::Ranges(_) | Self::Fanout(Fanout { .. }) | Self::Tree(_) | Self::Flat => None,
        }
    }
}

fn by(names: &[&str], place: usize, top: usize) -> Option<String> {
    let name = names.get(place).filter(|_| top == names.len() + 1)?;
    Some(format!("by {name}"))
}

impl Mask {
    /// Without `keep`, each level hides one character more of the longest value that was published.
    fn words(&self, place: usize, top: usize) -> Option<String> {
        let (kept, hidden) = match self.side {
            MaskSide::Right => ("first", "last"),
            MaskSide::Left => ("last", "first"),
        };
        let characters = |count: usize| match count {
            1 => "character".to_owned(),
            count => format!("{count} characters"),
        };
        match &self.keep {
            Some(keep) => {
                let count = *keep.get(place).filter(|_| top == keep.len() + 1)?;
                Some(format!("by the {kept} {}", characters(count)))
            }
            None => Some(format!("without the {hidden} {}", characters(place + 1))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DateLevels, DateUnit, DependentColumns, Intervals, Order, Ranges, Regions};
    use super::*;

    fn intervals(widths: &[f64]) -> HierarchySpec {
        HierarchySpec::Intervals(Intervals { widths: widths.to_vec(), ..Intervals::default() })
    }

    fn mask(side: MaskSide, keep: Option<Vec<usize>>) -> HierarchySpec {
        HierarchySpec::Mask(Mask { side, keep, ..Mask::default() })
    }

    #[test]
    fn every_kind_of_hierarchy() {
        let units = vec![DateUnit::Month, DateUnit::Quarter, DateUnit::Year];
        let dates = HierarchySpec::Date(DateLevels { units, ..DateLevels::default() });
        let columns = DependentColumns { columns: vec!["county".into()] };
        let cases = [
            (intervals(&[5.0, 20.0]), "as it is|in intervals of 5|in intervals of 20|as *"),
            (intervals(&[0.5]), "as it is|in intervals of 0.5|as *"),
            (dates, "as it is|by month|by quarter|by year|as *"),
            (
                mask(MaskSide::Right, None),
                "as it is|without the last character|without the last 2 characters|as *",
            ),
            (mask(MaskSide::Left, None), "as it is|without the first character|as *"),
            (
                mask(MaskSide::Right, Some(vec![5, 1])),
                "as it is|by the first 5 characters|by the first character|as *",
            ),
            (HierarchySpec::Codes(CodeSystem::Icd10), "as it is|by category|by block|by chapter|as *"),
            (
                HierarchySpec::Codes(CodeSystem::Isco08),
                "as it is|by minor group|by sub-major group|by major group|as *",
            ),
            (HierarchySpec::Codes(CodeSystem::Nace2), "as it is|by group|by division|by section|as *"),
            (HierarchySpec::Codes(CodeSystem::UkPostcode), "as it is|by outward code|by area|as *"),
            (HierarchySpec::Codes(CodeSystem::UsZip), "as it is|by first three digits|by first digit|as *"),
            (HierarchySpec::Countries(Regions::UnM49), "as it is|by sub-region|by region|as *"),
            (HierarchySpec::Columns(columns), "as it is|by county|as *"),
            (HierarchySpec::Flat, "as it is|as *"),
            (
                HierarchySpec::Ranges(Ranges { levels: 2, ..Ranges::default() }),
                "as it is|at level 1 of 2|as *",
            ),
            (
                HierarchySpec::Fanout(Fanout { fanout: 3, order: Order::Natural }),
                "as it is|at level 1 of 3|at level 2 of 3|as *",
            ),
        ];
        for (spec, expected) in cases {
            let levels = expected.split('|').count();
            let words: Vec<String> =
                (0..levels).map(|level| HierarchySpec::words(Some(&spec), level, levels)).collect();
            assert_eq!(words.join("|"), expected, "{spec:?}");
        }
    }

    #[test]
    fn levels_that_are_not_those_of_the_specification_have_numbers() {
        for spec in [
            intervals(&[5.0, 20.0]),
            mask(MaskSide::Right, Some(vec![3, 1])),
            HierarchySpec::Codes(CodeSystem::Icd9),
            HierarchySpec::Countries(Regions::UnM49),
        ] {
            assert_eq!(HierarchySpec::words(Some(&spec), 1, 3), "at level 1 of 2", "{spec:?}");
        }
        assert_eq!(HierarchySpec::words(None, 0, 1), "as it is");
    }
}

//! A column of all tables, with what each released text stands for.

use crate::label_places::Places;
use crate::labels::Meaning;
use crate::values::Values;
use incog_data::{Column, Hierarchy, NarrowCodes};
use std::sync::Arc;

/// A column as it is published.
pub(crate) struct Published<'a> {
    pub column: &'a Column,
    /// What each of its codes stands for.
    pub meanings: Vec<Meaning>,
    /// The number that each of its codes stands for, where it is a single one.
    pub numbers: Vec<Option<f64>>,
}

impl<'a> Published<'a> {
    pub fn new(column: &'a Column, values: &Values<'_>, places: &Places<'_>) -> Self {
        let meaning = |text: &str| Meaning::parse(text, values, places);
        let meanings: Vec<Meaning> = column.dictionary.iter().map(meaning).collect();
        let numbers = meanings.iter().map(|meaning| single_number(meaning, values)).collect();
        Self { column, meanings, numbers }
    }

    /// The number that a code stands for, where it is a single one.
    pub fn number(&self, code: u32) -> Option<f64> {
        self.numbers[code as usize]
    }
}

fn single_number(meaning: &Meaning, values: &Values<'_>) -> Option<f64> {
    match meaning {
        Meaning::Number(number) => Some(*number),
        Meaning::Values(found) => {
            let first = values.numbers[*found.first()? as usize]?;
            found.iter().all(|&code| values.numbers[code as usize] == Some(first)).then_some(first)
        }
        Meaning::Anything | Meaning::Unread => None,
    }
}

/// A column that original and release have.
pub(crate) struct MatchedColumn<'a> {
    pub name: &'a str,
    pub values: Values<'a>,
    pub original: &'a Column,
    /// The values of the control group, as the original numbers them.
    pub control: NarrowCodes,
    pub release: Published<'a>,
    /// What stands for what in its labels, where it was given; the first that has a value says so.
    pub hierarchies: Vec<Arc<Hierarchy>>,
}

impl<'a> MatchedColumn<'a> {
    pub fn new(
        original: &'a Column,
        release: &'a Column,
        control: Option<&'a Column>,
        hierarchies: Vec<Arc<Hierarchy>>,
    ) -> Self {
        let values = Values::new(original, control);
        let of_code: Vec<u32> = control
            .iter()
            .flat_map(|column| column.dictionary.iter())
            .map(|text: &str| values.find(text).expect("every value of the control group was numbered"))
            .collect();
        let control =
            control.iter().flat_map(|column| &column.codes).map(|code| of_code[code as usize]).collect();
        let release = Published::new(release, &values, &places(&hierarchies, &values));
        Self { name: &original.name, values, original, control, release, hierarchies }
    }

    /// Into which parts a label would be divided if it were one level finer, or by its values where
    /// no hierarchy is given: of each value the number of its part. `None` where it stands for one
    /// value, or for everything that nobody divides.
    pub fn finer(&self, code: u32) -> Option<Vec<u32>> {
        let meaning = &self.release.meanings[code as usize];
        let all = self.values.len() as u32;
        (0..all).filter(|value| meaning.has(*value)).nth(1)?;
        let Some(hierarchy) = self.hierarchies.first() else { return Some((0..all).collect()) };
        let text = self.release.column.dictionary.get(code).trim();
        let level = (1..=hierarchy.height())
            .rev()
            .find(|level: &usize| hierarchy.labels(*level).iter().any(|label| label == text))?;
        // Values that the hierarchy does not have are in no part with others.
        let part = |(value, text): (u32, &str)| {
            hierarchy.find(text).map_or(u32::MAX - value, |leaf| hierarchy.label_code(level - 1, leaf))
        };
        Some(self.values.texts().map(part).collect())
    }

    /// What its hierarchies say of labels.
    pub fn places(&self) -> Places<'_> {
        places(&self.hierarchies, &self.values)
    }

    /// The codes of the records of a group.
    pub fn codes(&self, group: Cohort) -> &NarrowCodes {
        match group {
            Cohort::Original => &self.original.codes,
            Cohort::Control => &self.control,
        }
    }
}

fn places<'h>(hierarchies: &'h [Arc<Hierarchy>], values: &Values<'_>) -> Places<'h> {
    Places::new(hierarchies.iter().map(|hierarchy| &**hierarchy), values)
}

/// Whose records are attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cohort {
    Original,
    Control,
}

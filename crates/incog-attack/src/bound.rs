//! A column of all tables, with what each released text stands for.

use crate::labels::Meaning;
use crate::values::Values;
use incog_data::{Column, Hierarchy};

/// A column as it is published.
pub(crate) struct Published<'a> {
    pub column: &'a Column,
    /// What each of its codes stands for.
    pub meanings: Vec<Meaning>,
    /// The number that each of its codes stands for, where it is a single one.
    pub numbers: Vec<Option<f64>>,
}

impl<'a> Published<'a> {
    pub fn of(column: &'a Column, values: &Values<'_>, hierarchy: Option<&Hierarchy>) -> Self {
        let meaning = |text: &str| Meaning::of(text, values, hierarchy);
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
pub(crate) struct Bound<'a> {
    pub name: &'a str,
    pub values: Values<'a>,
    pub original: &'a Column,
    /// The values of the control group, as the original numbers them.
    pub control: Vec<u32>,
    pub release: Published<'a>,
}

impl<'a> Bound<'a> {
    pub fn of(
        original: &'a Column,
        release: &'a Column,
        control: Option<&'a Column>,
        hierarchy: Option<&Hierarchy>,
    ) -> Self {
        let values = Values::of(original, control);
        let code_of = |text: &str| values.find(text).expect("every value of the control group was numbered");
        let of_code: Vec<u32> =
            control.iter().flat_map(|column| column.dictionary.iter()).map(code_of).collect();
        let control =
            control.iter().flat_map(|column| &column.codes).map(|&code| of_code[code as usize]).collect();
        let release = Published::of(release, &values, hierarchy);
        Self { name: &original.name, values, original, control, release }
    }

    /// The codes of the records of a group.
    pub fn codes(&self, group: Group) -> &[u32] {
        match group {
            Group::Original => &self.original.codes,
            Group::Control => &self.control,
        }
    }
}

/// Whose records are attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Group {
    Original,
    Control,
}

//! Tables that were checked, with what everybody needs of them.

use crate::bound::{Bound, Group};
use crate::draws;
use crate::error::AttackError;
use crate::labels::Meaning;
use crate::request::{AttackRequest, Attacked};
use crate::unread::UnreadLabels;
use incog_data::{Column, Table};

/// What is attacked.
pub(crate) struct Scene<'a> {
    /// The columns that original and release have, in the order of the original.
    pub columns: Vec<Bound<'a>>,
    /// Places of those that the attacker knows.
    pub known: Vec<usize>,
    /// Places of those that he wants to know.
    pub sensitive: Vec<usize>,
    /// Rows of the original, of the control group and of the release, by their lots.
    pub original: Vec<u32>,
    pub control: Option<Vec<u32>>,
    pub release: Vec<u32>,
    pub queries: usize,
    pub width: usize,
    pub seed: u64,
}

impl<'a> Scene<'a> {
    pub fn of(attacked: &Attacked<'a>, request: &AttackRequest) -> Result<Self, AttackError> {
        check_tables(attacked)?;
        if request.queries == 0 {
            return Err(AttackError::NoQueries);
        }
        let named: Vec<&String> = request.known.iter().chain(&request.sensitive).collect();
        for (place, name) in named.iter().enumerate() {
            if named[..place].contains(name) {
                return Err(AttackError::NamedTwice { name: (*name).clone() });
            }
            let tables = [
                ("original", Some(attacked.original)),
                ("release", Some(attacked.release)),
                ("control group", attacked.control),
            ];
            for (table, of) in tables {
                of.map_or(Ok(()), |of| has_column(of, table, name))?;
            }
        }
        let bound = |original: &'a Column| {
            let release = attacked.release.column(&original.name)?;
            let control = match attacked.control {
                Some(control) => Some(control.column(&original.name)?),
                None => None,
            };
            let hierarchy = attacked.hierarchies.get(&original.name).map(|hierarchy| &**hierarchy);
            Some(Bound::of(original, release, control, hierarchy))
        };
        let columns: Vec<Bound<'a>> = attacked.original.columns().iter().filter_map(bound).collect();
        let place = |name: &String| columns.iter().position(|column| column.name == name);
        let sensitive: Vec<usize> = request.sensitive.iter().filter_map(place).collect();
        let known = match request.known.as_slice() {
            [] => (0..columns.len()).filter(|place| !sensitive.contains(place)).collect(),
            named => named.iter().filter_map(place).collect(),
        };
        let seed = request.seed;
        let order = |table: &Table| {
            let shared = columns.iter().filter_map(|bound| Some((bound.name, table.column(bound.name)?)));
            draws::order(&draws::lots(seed, table.rows(), shared))
        };
        let (original, release) = (order(attacked.original), order(attacked.release));
        let control = attacked.control.map(order);
        let (queries, width) = (request.queries, request.columns.max(1));
        Ok(Self { columns, known, sensitive, original, control, release, queries, width, seed })
    }

    /// Rows of a group that are attacked: those with the smallest lots.
    pub fn targets(&self, group: Group) -> &[u32] {
        let rows = match group {
            Group::Original => &self.original,
            Group::Control => self.control.as_deref().unwrap_or_default(),
        };
        &rows[..self.queries.min(rows.len())]
    }

    /// Labels that could not be read.
    pub fn unread(&self) -> Vec<UnreadLabels> {
        let of = |bound: &Bound<'_>| {
            let counts = bound.release.column.counts();
            let unread = bound.release.meanings.iter().zip(counts);
            let unread: Vec<u64> = unread
                .filter(|(meaning, count)| **meaning == Meaning::Unread && *count > 0)
                .map(|(_, count)| count)
                .collect();
            let (column, records) = (bound.name.to_owned(), unread.iter().sum());
            (!unread.is_empty()).then_some(UnreadLabels { column, labels: unread.len(), records })
        };
        self.columns.iter().filter_map(of).collect()
    }
}

fn check_tables(attacked: &Attacked<'_>) -> Result<(), AttackError> {
    let Attacked { original, release, control, .. } = attacked;
    let others = control.iter().map(|table| ("control group", *table));
    for (name, table) in [("original", *original), ("release", *release)].into_iter().chain(others) {
        if table.rows() == 0 {
            return Err(AttackError::Empty { table: name });
        }
        if table.rows() >= u32::MAX as usize {
            return Err(AttackError::TooManyRows { table: name, rows: table.rows() });
        }
        if !original.columns().iter().any(|column| table.column(&column.name).is_some()) {
            return Err(AttackError::OtherColumns { table: name, original: names(original) });
        }
    }
    Ok(())
}

fn names(table: &Table) -> Vec<String> {
    table.columns().iter().map(|column| column.name.clone()).collect()
}

fn has_column(of: &Table, table: &'static str, name: &str) -> Result<(), AttackError> {
    let unknown = || AttackError::UnknownColumn { table, name: name.to_owned(), known: names(of) };
    of.column(name).map(|_| ()).ok_or_else(unknown)
}

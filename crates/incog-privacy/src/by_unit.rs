//! Models that count people instead of records.

use crate::{ClassModel, Direction, RequiredPeople, Retained};
use incog_data::{CellCount, ClassView, Kept, SensitiveAttribute, Tuples, text_hash};
use std::collections::HashMap;
use std::sync::Arc;

/// The people of a table, who may have several records each.
#[derive(Debug, Clone)]
pub(crate) struct People {
    /// The person of each cell; all missing values are one person.
    of_cell: Arc<[u32]>,
    /// For each person a number that decides who stays first; it follows from the name alone.
    draw: Arc<[u64]>,
    /// Whether all records of each person belong to one tuple, so that everybody is in one class
    /// whatever the levels.
    are_in_one_class: bool,
}

impl People {
    /// Those that an attribute of the cells names.
    pub fn new(unit: &SensitiveAttribute, tuples: &Tuples) -> Self {
        let missing = unit.missing.first().copied();
        let one_missing = |&person: &u32| match missing {
            Some(first) if unit.missing.contains(&person) => first,
            _ => person,
        };
        let of_cell: Vec<u32> = unit.of_cell.iter().map(one_missing).collect();
        let are_in_one_class = are_in_one_tuple(&of_cell, tuples);
        Self { of_cell: of_cell.into(), draw: draw(unit), are_in_one_class }
    }

    /// The person of each cell.
    pub fn of_cell(&self) -> &[u32] {
        &self.of_cell
    }

    /// One person for each value of an attribute of the cells; only for tests.
    #[cfg(test)]
    pub fn of_cells(unit: &SensitiveAttribute, are_in_one_class: bool) -> Self {
        Self { of_cell: unit.of_cell.clone().into(), draw: draw(unit), are_in_one_class }
    }

    /// How many people of a table have each value of an attribute, noisy records not counted.
    pub fn totals(&self, attribute: &SensitiveAttribute, tuples: &Tuples) -> Vec<u64> {
        let cells = self.of_cell.iter().zip(&attribute.of_cell).zip(tuples.cell_totals());
        let mut pairs: Vec<(u32, u32)> =
            cells.filter(|(_, total)| **total > 0).map(|((&person, &value), _)| (value, person)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut totals = vec![0; attribute.values.len()];
        pairs.iter().for_each(|&(value, _)| totals[value as usize] += 1);
        totals
    }

    /// How many people there are in the table, noisy records not counted.
    pub fn count(&self, tuples: &Tuples) -> u64 {
        let cells = self.of_cell.iter().zip(tuples.cell_totals());
        let mut people: Vec<u32> =
            cells.filter(|(_, total)| **total > 0).map(|(&person, _)| person).collect();
        people.sort_unstable();
        people.dedup();
        people.len() as u64
    }
}

/// A mixed hash: names that count up must not be taken in their own order.
fn draw(unit: &SensitiveAttribute) -> Arc<[u64]> {
    unit.values.iter().map(|name| text_hash(0, name)).collect()
}

fn are_in_one_tuple(person_of_cell: &[u32], tuples: &Tuples) -> bool {
    let mut tuple_of: HashMap<u32, usize> = HashMap::new();
    (0..tuples.len()).all(|tuple| {
        let mut cells = tuples.cells(tuple).iter();
        cells.all(|cell| *tuple_of.entry(person_of_cell[cell.cell as usize]).or_insert(tuple) == tuple)
    })
}

/// A model for which a person counts as one record of a class for each of her values, however many
/// records she has.
///
/// The model inside sees a class in which each distinct pair of a value and a person counts 1. What
/// it lets stay of that is turned back into records: all records of a pair stay or none, those of
/// people with the most records first.
///
/// For a model that more records never break, the part is the largest one. For the others `at_most`
/// is a limit that holds for every union of parts each of which meets the model. Where people are
/// in one class whatever the levels, pairs are never joined; so if the model lets `n` pairs stay,
/// no more records can stay than those of the `n` largest pairs. Elsewhere two parts that meet the
/// model may share people, so the model does not see their union as the union of what it sees of
/// each; then nothing is known except that no part can stay where no pairs could.
pub(crate) struct ByUnit {
    model: Box<dyn ClassModel>,
    people: People,
    /// For each cell the first cell with the same value of the attribute that the model is about.
    value_of_cell: Vec<u32>,
    is_about_people_only: bool,
}

/// The records of one person with one value in a class.
struct Pair {
    value: u32,
    person: u32,
    records: u64,
}

impl ByUnit {
    /// A model that counts people; `about` is the attribute it looks at, `None` when it looks only
    /// at how many there are.
    pub fn new(model: Box<dyn ClassModel>, people: People, about: Option<&SensitiveAttribute>) -> Self {
        let mut first: HashMap<u32, u32> = HashMap::new();
        let value_of_cell = match about {
            None => vec![0; people.of_cell.len()],
            Some(attribute) => {
                let cells = (0u32..).zip(&attribute.of_cell);
                cells.map(|(cell, &value)| *first.entry(value).or_insert(cell)).collect()
            }
        };
        // Without a value beside them, pairs are people.
        let is_about_people_only = about.is_none() && model.is_size_only();
        Self { model, people, value_of_cell, is_about_people_only }
    }

    /// The pairs of a class, in ascending order of value and person.
    fn pairs(&self, class: &ClassView<'_>) -> Vec<Pair> {
        let present = class.cells.iter().filter(|cell| cell.count > 0);
        let mut pairs: Vec<Pair> = present
            .map(|&CellCount { cell, count }| Pair {
                value: self.value_of_cell[cell as usize],
                person: self.people.of_cell[cell as usize],
                records: count.into(),
            })
            .collect();
        pairs.sort_unstable_by_key(|pair| (pair.value, pair.person));
        pairs.dedup_by(|next, pair| {
            let same = (next.value, next.person) == (pair.value, pair.person);
            pair.records += if same { next.records } else { 0 };
            same
        });
        pairs
    }

    /// The class as the model inside sees it.
    fn seen(pairs: &[Pair]) -> Vec<CellCount> {
        let of_value = |pairs: &[Pair]| CellCount { cell: pairs[0].value, count: pairs.len() as u32 };
        pairs.chunk_by(|a, b| a.value == b.value).map(of_value).collect()
    }

    fn ask<T>(
        &self,
        class: &ClassView<'_>,
        question: impl FnOnce(&dyn ClassModel, &ClassView<'_>) -> T,
    ) -> T {
        let cells = Self::seen(&self.pairs(class));
        question(self.model.as_ref(), &class.part(&cells))
    }

    /// The records of as many pairs of each value as `part` says: the pairs with the most records,
    /// or with the fewest.
    fn records(&self, class: &ClassView<'_>, pairs: &[Pair], part: &[CellCount], most: bool) -> Kept {
        let mut stay: Vec<(u32, u32)> = Vec::new();
        for of_value in pairs.chunk_by(|a, b| a.value == b.value) {
            let wanted = part.iter().find(|count| count.cell == of_value[0].value);
            let mut order: Vec<&Pair> = of_value.iter().collect();
            let size = |pair: &Pair| if most { u64::MAX - pair.records } else { pair.records };
            order.sort_by_key(|pair| (size(pair), self.people.draw[pair.person as usize], pair.person));
            let chosen = order.iter().take(wanted.map_or(0, |count| count.count as usize));
            stay.extend(chosen.map(|pair| (pair.value, pair.person)));
        }
        stay.sort_unstable();
        let stays = |cell: u32| {
            let pair = (self.value_of_cell[cell as usize], self.people.of_cell[cell as usize]);
            stay.binary_search(&pair).is_ok()
        };
        let cells: Vec<CellCount> =
            class.cells.iter().filter(|cell| cell.count > 0 && stays(cell.cell)).copied().collect();
        match ClassView::new(&cells).size {
            0 => Kept::Nothing,
            size if size == class.size => Kept::All,
            _ => Kept::Part(cells),
        }
    }

    /// How many records can stay at most when the model lets this many pairs stay.
    fn at_most(&self, class: &ClassView<'_>, pairs: &[Pair], at_most: u64) -> u64 {
        if at_most == 0 || !self.people.are_in_one_class {
            return if at_most == 0 { 0 } else { class.size };
        }
        let mut sizes: Vec<u64> = pairs.iter().map(|pair| pair.records).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.iter().take(usize::try_from(at_most).unwrap_or(usize::MAX)).sum()
    }
}

impl ClassModel for ByUnit {
    fn name(&self) -> &'static str {
        self.model.name()
    }

    fn required(&self) -> f64 {
        self.model.required()
    }

    fn direction(&self) -> Direction {
        self.model.direction()
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        self.ask(class, |model, seen| model.measure(seen))
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        self.ask(class, |model, seen| model.holds(seen))
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        if self.is_upward_closed() {
            return Retained::whole_or_nothing(class, self.holds(class));
        }
        let pairs = self.pairs(class);
        let seen = Self::seen(&pairs);
        let retained = self.model.retain(&class.part(&seen));
        let at_most = self.at_most(class, &pairs, retained.at_most);
        let kept = match retained.kept {
            Kept::Part(part) => self.records(class, &pairs, &part, true),
            whole => whole,
        };
        Retained { kept, at_most }
    }

    fn minimum_size(&self) -> u64 {
        // Each of as many people has a record.
        self.model.minimum_size()
    }

    fn asked_size(&self) -> Option<u64> {
        self.model.asked_size()
    }

    fn required_people(&self) -> Option<RequiredPeople<'_>> {
        let least = self.is_about_people_only.then(|| self.model.minimum_size())?;
        Some(RequiredPeople { least, of_cell: &self.people.of_cell })
    }

    fn is_upward_closed(&self) -> bool {
        self.model.is_upward_closed()
    }

    fn unions_hold(&self) -> bool {
        self.model.is_upward_closed() || self.people.are_in_one_class && self.model.unions_hold()
    }

    fn retain_up_to(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        let retained = self.retain(class);
        let at_most = retained.at_most.min(limit);
        if retained.kept.count(class) <= limit {
            return Retained { at_most, ..retained };
        }
        let pairs = self.pairs(class);
        let seen = Self::seen(&pairs);
        let of_pairs = |most: u64| match self.model.retain_up_to(&class.part(&seen), most).kept {
            Kept::Part(part) => self.records(class, &pairs, &part, false),
            Kept::All | Kept::Nothing => Kept::Nothing,
        };
        // Fewer pairs usually have fewer records; the part is sound whatever is found.
        let (mut enough, mut too_many) = (0, limit.min(pairs.len() as u64) + 1);
        let mut kept = Kept::Nothing;
        while enough + 1 < too_many {
            let middle = enough + (too_many - enough) / 2;
            let part = of_pairs(middle);
            if part.count(class) <= limit {
                enough = middle;
                if part.count(class) > kept.count(class) {
                    kept = part;
                }
            } else {
                too_many = middle;
            }
        }
        Retained { kept, at_most }
    }
}

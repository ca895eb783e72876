//! Columns whose value settles that of several others, as a person's number settles her age and her
//! sex.

use incog_data::{Column, ValueCounts, may_agree_by_chance};

/// Fewer values than these may as well be kinds.
const FEWEST_VALUES: usize = 20;

/// How many other columns have one value only for each value of this one, if two of them have
/// nothing to do with each other: towns settle counties and counties states, but people have an age
/// and a sex.
pub fn followed_by(counts: &ValueCounts<'_>, at: usize) -> Option<usize> {
    let columns = counts.table().table().columns();
    let (source, values) = (columns.get(at)?, counts.present(at));
    let is_measured = source.value_type.is_number() && source.value_type != incog_data::ValueType::Integer;
    if is_measured || values < FEWEST_VALUES {
        return None;
    }
    let follows = |&target: &usize| {
        (2..values).contains(&counts.present(target))
            && !may_be_chance(counts, counts.table().records(), at, target)
            && settles(source, &columns[target])
    };
    let followers: Vec<usize> = (0..columns.len()).filter(follows).collect();
    // Of what nearly every person has for herself, as her date of birth, anything follows by
    // chance.
    let people = values as u64;
    let follows_from = |other: usize, one: usize| {
        settles(&columns[one], &columns[other]) && !may_be_chance(counts, people, one, other)
    };
    let are_apart = |one: usize, other: usize| !follows_from(one, other) && !follows_from(other, one);
    let two_are_apart = followers
        .iter()
        .enumerate()
        .any(|(place, &one)| followers[place + 1..].iter().any(|&other| are_apart(one, other)));
    two_are_apart.then_some(followers.len())
}

/// Whether rows that agree in `source` agree in `target`; rows without a value say nothing.
fn settles(source: &Column, target: &Column) -> bool {
    let mut settled: Vec<Option<u32>> = vec![None; source.dictionary.len()];
    let mut rows = source.codes.iter().zip(&target.codes).filter(|(code, _)| !source.is_missing(*code));
    rows.all(|(code, other)| *settled[code as usize].get_or_insert(other) == other)
}

/// Whether this would be seen if the columns had nothing to do with each other: rows that agree in
/// `source` agree in `target` each with the chance that two rows do. `draws` are the records, or
/// the people that they are of.
fn may_be_chance(counts: &ValueCounts<'_>, draws: u64, source: usize, target: usize) -> bool {
    may_agree_by_chance(counts.of_column(target), draws, counts.present(source) as u64)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::Table;

    fn followers(row: impl Fn(usize) -> [String; 4]) -> Option<usize> {
        let rows: Vec<[String; 4]> = (0..400).map(row).collect();
        let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
        let table = Table::from_rows(["x", "a", "b", "c"], rows, &[""]).unwrap();
        followed_by(&ValueCounts::new(&table), 0)
    }

    #[test]
    fn people_are_told_from_towns() {
        // Each of eighty people in five rows.
        let person = |row: usize| row / 5;
        let text = |number: usize| number.to_string();
        let free = |row: usize| text(row * 7919 % 13);
        assert_eq!(
            followers(|row| [
                text(person(row)),
                text(person(row) % 30),
                text(person(row) % 7 / 3),
                free(row)
            ]),
            Some(2)
        );
        // A date of birth that two of them share, and the sex.
        let born = |row: usize| text(person(row).max(1));
        assert_eq!(
            followers(|row| [text(person(row)), born(row), text(person(row) % 7 % 2), free(row)]),
            Some(2)
        );
        // A county and its state.
        assert_eq!(
            followers(|row| [text(person(row)), text(person(row) / 4), text(person(row) / 20), free(row)]),
            None
        );
        // Nothing repeats, so nothing is settled by anything.
        assert_eq!(followers(|row| [text(row), text(row % 30), text(row % 7), free(row)]), None);
        assert_eq!(followers(|row| [free(row), text(row % 30), text(row % 7), free(row + 1)]), None);
    }

    #[test]
    fn rows_without_a_value_say_nothing() {
        let person = |row: usize| row / 5;
        let name = |row: usize| if row.is_multiple_of(5) { String::new() } else { person(row).to_string() };
        let row = |row: usize| {
            [name(row), (person(row) % 30).to_string(), (person(row) % 7 / 3).to_string(), "y".to_owned()]
        };
        assert_eq!(followers(row), Some(2));
    }
}

//! The names of the groups of a hierarchy, made from its published values.

use super::label_text::{KnownNames, joined, written};
use super::number_bounds::NumberBounds;
use super::{GroupEnd, PublishedValues, text_bounds, time_bounds};
use crate::builders::order::NaturalOrder;
use crate::builders::{Publish, Values};
use crate::outward_rounding::End;
use std::collections::{HashMap, HashSet};

/// Names groups of published values.
#[derive(Debug)]
pub(in super::super) struct GroupNames<'v> {
    publish: Publish,
    order: NaturalOrder,
    place: HashMap<&'v str, usize>,
    present: Vec<&'v str>,
    people: HashMap<&'v str, u64>,
    least: u64,
    numbers: Option<NumberBounds<'v>>,
    known: KnownNames<'v>,
}

/// A group of a level with the bounds that it would have alone.
struct GroupName<'v> {
    members: Vec<&'v str>,
    bounds: [GroupEnd; 2],
}

impl<'v> GroupNames<'v> {
    /// Names for groups of these values, in this form.
    pub fn new(published: &PublishedValues<'v>, values: &Values<'v>, publish: Publish) -> Self {
        let present = values.present().to_vec();
        let (people, order) = (published.people(), NaturalOrder::from_values(&present));
        let least = published.least();
        let is_number = order == NaturalOrder::Number;
        let numbers = is_number.then(|| NumberBounds::new(&people, &present, least)).flatten();
        let place = present.iter().enumerate().map(|(place, value)| (*value, place)).collect();
        Self { publish, order, place, present, people, least, numbers, known: KnownNames::default() }
    }

    /// The names of the groups of one level. Each has its members in the order of the values, with
    /// those that are missing last. A group that another level has as well has its name there.
    pub fn of_level(&mut self, groups: &[Vec<&'v str>]) -> Vec<String> {
        let present: Vec<Vec<&'v str>> = groups.iter().map(|group| self.present_of(group)).collect();
        let several = present.iter().filter(|members| members.len() > 1).cloned();
        let mut several: Vec<GroupName<'v>> =
            several.map(|members| GroupName { bounds: self.bounds(&members), members }).collect();
        several.sort_by_key(|group| self.place[group.members[0]]);
        self.keep_order(&mut several);
        let alone: Vec<&str> =
            present.iter().filter(|members| members.len() == 1).map(|members| members[0]).collect();
        self.name(&several, &alone);
        let name = |(group, present): (&Vec<&'v str>, &Vec<&'v str>)| match present.as_slice() {
            [] => group.first().map_or_else(String::new, |missing| (*missing).to_owned()),
            [one] => (*one).to_owned(),
            members => self.known.of_group(members).cloned().unwrap_or_default(),
        };
        groups.iter().zip(&present).map(name).collect()
    }

    fn present_of(&self, group: &[&'v str]) -> Vec<&'v str> {
        group.iter().filter(|member| self.place.contains_key(**member)).copied().collect()
    }

    /// The bounds of one group, which no other group has a part in.
    pub(super) fn bounds(&self, members: &[&'v str]) -> [GroupEnd; 2] {
        let people: Vec<(&str, u64)> =
            members.iter().map(|member| (*member, self.people_of(member))).collect();
        let backward: Vec<(&str, u64)> = people.iter().rev().copied().collect();
        [self.bound(End::Lower, &people), self.bound(End::Upper, &backward)]
    }

    /// A name of these bounds alone.
    pub(super) fn text(&self, bounds: &[GroupEnd; 2]) -> String {
        match (&self.numbers, bounds) {
            (Some(numbers), [GroupEnd::Number(lower), GroupEnd::Number(upper)])
                if self.publish.is_numeric() =>
            {
                self.publish.of_ends(Some(numbers.text(*lower)), Some(numbers.text(*upper)))
            }
            _ => joined(&bounds.each_ref().map(|bound| self.written(bound))),
        }
    }

    /// Sorts values as groups have them.
    pub fn sort(&self, members: &mut [&'v str]) {
        members.sort_by_key(|member| self.place.get(member).copied());
    }

    fn written(&self, bound: &GroupEnd) -> String {
        let number = |scaled| self.numbers.as_ref().map_or_else(String::new, |numbers| numbers.text(scaled));
        written(bound, self.order == NaturalOrder::Time, number)
    }

    fn people_of(&self, value: &str) -> u64 {
        self.people.get(value).copied().unwrap_or(0)
    }

    /// The bound at the end where the members begin.
    fn bound(&self, end: End, members: &[(&'v str, u64)]) -> GroupEnd {
        let Some(&(outermost, people)) = members.first() else { return GroupEnd::Open };
        let all: u64 = members.iter().map(|(_, people)| people).sum();
        let asked = self.least.min(all);
        let mut counted = 0;
        let reaches = members.iter().find(|(_, people)| {
            counted += people;
            counted >= asked
        });
        let reach = reaches.map_or(outermost, |(value, _)| *value);
        match (&self.numbers, self.order) {
            (Some(numbers), _) => {
                GroupEnd::Number(numbers.bound(end, numbers.number(outermost), numbers.number(reach)))
            }
            _ if people >= self.least => GroupEnd::Value(outermost.to_owned()),
            // The order of labels hands its bounds on to groups of more people.
            (None, order) if all < self.least && order != NaturalOrder::Band => GroupEnd::Open,
            (None, NaturalOrder::Time) => time_bounds::bound(end, outermost, reach),
            (None, NaturalOrder::Band) => self.nearest(end, outermost),
            (None, _) => {
                let is_rare = |text: &str| self.people.get(text).is_some_and(|people| *people < self.least);
                text_bounds::prefix(outermost, members, asked, is_rare)
            }
        }
    }

    fn nearest(&self, end: End, outermost: &str) -> GroupEnd {
        let place = self.place.get(outermost).copied().unwrap_or(0);
        let is_told = |value: &str| self.people_of(value) >= self.least;
        match end {
            End::Lower => text_bounds::nearest(self.present[..=place].iter().rev().copied(), is_told),
            End::Upper => text_bounds::nearest(self.present[place..].iter().copied(), is_told),
        }
    }

    /// Where no group lies between the values of another, no bound lies beyond that of the next
    /// group: labels are in the order of their groups.
    fn keep_order(&self, groups: &mut [GroupName<'v>]) {
        let ends = |group: &GroupName<'v>| {
            (self.place[group.members[0]], self.place[group.members[group.members.len() - 1]])
        };
        let has_keys =
            self.numbers.is_some() || matches!(self.order, NaturalOrder::Time | NaturalOrder::Text);
        if !has_keys || !groups.windows(2).all(|pair| ends(&pair[0]).1 < ends(&pair[1]).0) {
            return;
        }
        for place in 1..groups.len() {
            if lower_key(&groups[place].bounds[0]) < lower_key(&groups[place - 1].bounds[0]) {
                groups[place].bounds[0] = groups[place - 1].bounds[0].clone();
            }
        }
        for place in (1..groups.len()).rev() {
            if upper_key(&groups[place].bounds[1]) < upper_key(&groups[place - 1].bounds[1]) {
                groups[place - 1].bounds[1] = groups[place].bounds[1].clone();
            }
        }
    }

    /// Names the groups of several values of a level. Those of one value are called by it: `alone`.
    fn name(&mut self, groups: &[GroupName<'v>], alone: &[&str]) {
        let is_new = |group: &&GroupName<'v>| self.known.of_group(&group.members).is_none();
        let new: Vec<&GroupName<'v>> = groups.iter().filter(is_new).collect();
        if !self.publish.is_numeric() || self.numbers.is_none() {
            let named: Vec<_> =
                new.iter().map(|group| (group.members.clone(), self.text(&group.bounds))).collect();
            self.known.give_ordinals(&named, |name| self.people.contains_key(name));
            return;
        }
        let numbers = self.numbers.as_ref();
        let alone: HashSet<String> = alone
            .iter()
            .filter_map(|value| numbers.map(|numbers| numbers.text(numbers.number(value))))
            .collect();
        let mut previous = None;
        for group in new {
            let bounds = self.free_numbers(group.bounds.clone(), previous, &alone);
            previous = sum(&bounds);
            let name = self.text(&bounds);
            self.known.give(&group.members, name);
        }
    }

    /// Numbers have no ordinals: where another group has the name, the upper bound is farther.
    /// Middles rise from group to group, so that they tell the order of the groups.
    fn free_numbers(
        &self,
        mut bounds: [GroupEnd; 2],
        previous: Option<i128>,
        alone: &HashSet<String>,
    ) -> [GroupEnd; 2] {
        while let (Some(numbers), GroupEnd::Number(upper)) = (&self.numbers, &bounds[1]) {
            let is_middle = self.publish == Publish::Midpoint;
            let has_risen = !is_middle || previous.is_none() || sum(&bounds) > previous;
            let name = self.text(&bounds);
            if has_risen && !self.known.is_taken(&name) && !alone.contains(&name) {
                break;
            }
            let farther = numbers.farther(*upper);
            if farther == *upper {
                break;
            }
            bounds[1] = GroupEnd::Number(farther);
        }
        bounds
    }
}

/// Twice the middle of two numbers.
fn sum(bounds: &[GroupEnd; 2]) -> Option<i128> {
    match bounds {
        [GroupEnd::Number(lower), GroupEnd::Number(upper)] => lower.checked_add(*upper),
        _ => None,
    }
}

/// What lower bounds are compared by.
fn lower_key(bound: &GroupEnd) -> (i128, &str) {
    match bound {
        GroupEnd::Number(number) => (*number, ""),
        GroupEnd::Value(text) | GroupEnd::Prefix(text) => (0, text),
        GroupEnd::Open => (0, ""),
    }
}

/// What upper bounds are compared by: a beginning stands for all that begins with it.
fn upper_key(bound: &GroupEnd) -> (i128, String) {
    match bound {
        GroupEnd::Number(number) => (*number, String::new()),
        GroupEnd::Value(text) => (0, text.clone()),
        GroupEnd::Prefix(text) => (0, format!("{text}{}", char::MAX)),
        GroupEnd::Open => (0, char::MAX.to_string()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::super::column;
    use super::*;
    use proptest::prelude::*;

    fn names(values: &[(&str, u64)], groups: &[&[&str]], least: u64) -> Vec<String> {
        let texts: Vec<&str> = values.iter().map(|(text, _)| *text).collect();
        let column = column(&texts);
        let people = values.iter().map(|(_, people)| Some(*people)).collect();
        let published = PublishedValues::new(&column, people, least);
        let groups: Vec<Vec<&str>> = groups.iter().map(|group| group.to_vec()).collect();
        GroupNames::new(&published, &published.values(), Publish::Label).of_level(&groups)
    }

    #[test]
    fn groups_that_would_have_one_name_have_ordinals() {
        let values = [("103", 1), ("104", 1), ("141", 1), ("199", 1), ("200", 3), ("?", 2)];
        let found = names(&values, &[&["103", "104"], &["141", "199"], &["200"], &["?"]], 2);
        assert_eq!(found, ["102..105", "102..200", "200", "?"]);
        let alike = names(&[("a1", 1), ("b1", 1), ("c1", 1), ("d1", 1)], &[&["a1", "b1"], &["c1", "d1"]], 2);
        assert_eq!(alike, ["group (1)", "group (2)"]);
    }

    #[test]
    fn texts_are_told_by_what_k_people_have_in_common() {
        let values = [("Adams", 1), ("Adler", 1), ("Baker", 5), ("Bell", 1), ("Cole", 1)];
        assert_eq!(
            names(&values, &[&["Adams", "Adler", "Baker"], &["Bell", "Cole"]], 2),
            ["Ad*..Baker", "Ad*.."]
        );
    }

    #[test]
    fn a_group_of_fewer_than_k_people_hands_no_bound_of_its_own_on() {
        let values = [("Waldwalda", 1), ("Waldwaldb", 1), ("Weber", 1), ("Wolf", 9)];
        let groups: [&[&str]; 2] = [&["Waldwalda", "Waldwaldb"], &["Weber", "Wolf"]];
        assert_eq!(names(&values, &groups, 5), ["..Wolf", "W*..Wolf"]);
        let days = [("2024-03-01", 1), ("2024-03-09", 1), ("2024-05-02", 1), ("2024-08-04", 9)];
        let groups: [&[&str]; 2] = [&["2024-03-01", "2024-03-09"], &["2024-05-02", "2024-08-04"]];
        assert_eq!(names(&days, &groups, 5), ["..2024-08-04", "2024..2024-08-04"]);
    }

    #[test]
    fn bands_are_told_by_the_nearest_that_k_people_have() {
        let values = [("<18", 5), ("18 to 29", 1), ("30 to 49", 1), ("50 or older", 7)];
        let found = names(&values, &[&["<18", "18 to 29"], &["30 to 49", "50 or older"]], 5);
        assert_eq!(found, ["<18..50 or older (1)", "<18..50 or older (2)"]);
    }

    #[test]
    fn no_middle_is_the_name_of_a_group_of_one_value() {
        let values = [("385", 3), ("386", 1), ("390", 3), ("391", 1), ("392", 3), ("770", 3), ("3425", 3)];
        let texts: Vec<&str> = values.iter().map(|(text, _)| *text).collect();
        let (column, people) = (column(&texts), values.iter().map(|(_, people)| Some(*people)).collect());
        let published = PublishedValues::new(&column, people, 2);
        let groups = [vec!["385"], vec!["386", "390", "391"], vec!["392", "770", "3425"]];
        let found = GroupNames::new(&published, &published.values(), Publish::Midpoint).of_level(&groups);
        let distinct: HashSet<&String> = found.iter().collect();
        assert_eq!(distinct.len(), 3, "{found:?}");
    }

    proptest! {
        #[test]
        fn no_bound_is_a_value_of_fewer_than_k_people(
            people in proptest::collection::btree_map(-300i32..3000, 1u64..6, 2..40), fanout in 2usize..6, least in 2u64..6,
        ) {
            let texts: Vec<String> = people.keys().map(i32::to_string).collect();
            let values: Vec<(&str, u64)> = texts.iter().map(String::as_str).zip(people.values().copied()).collect();
            let groups: Vec<Vec<&str>> =
                values.chunks(fanout).map(|group| group.iter().map(|(text, _)| *text).collect()).collect();
            let refer: Vec<&[&str]> = groups.iter().map(Vec::as_slice).collect();
            let found = names(&values, &refer, least);
            let mut before = (i128::MIN, i128::MIN);
            for (name, group) in found.iter().zip(&groups).filter(|(_, group)| group.len() > 1) {
                let (text, _) = super::super::label_text::without_ordinal(name);
                let (lower, upper) = text.split_once("..").unwrap();
                let (lower, upper): (i128, i128) = (lower.parse().unwrap(), upper.parse().unwrap());
                for bound in [lower, upper] {
                    let there = i32::try_from(bound).ok().and_then(|bound| people.get(&bound));
                    prop_assert!(there.is_none_or(|people| *people >= least), "{name}: {bound}");
                }
                prop_assert!(group.iter().all(|value| (lower..=upper).contains(&value.parse().unwrap())), "{name}");
                prop_assert!(before.0 <= lower && before.1 <= upper, "{found:?} are not in order");
                before = (lower, upper);
            }
            let distinct: HashSet<&String> = found.iter().collect();
            prop_assert_eq!(distinct.len(), groups.len());
        }
    }
}

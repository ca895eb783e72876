//! Numbers around a group: multiples of 1, 2 or 5 times a power of ten.

use crate::decimal::{floor_scaled, format_scaled, plain};
use crate::outward_rounding::{End, bases, outward};
use std::collections::{BTreeMap, HashMap};

/// The published numbers of a column in units of the last place that one of them has.
#[derive(Debug)]
pub(super) struct NumberBounds<'a> {
    places: u32,
    of_text: HashMap<&'a str, i128>,
    people_at: BTreeMap<i128, u64>,
    least: u64,
}

impl<'a> NumberBounds<'a> {
    /// These numbers, each with the people who have it; `None` where one has too many digits.
    pub fn new(people: &HashMap<&'a str, u64>, numbers: &[&'a str], least: u64) -> Option<Self> {
        let texts = numbers.iter().map(|text| Some((*text, plain(text)?)));
        let texts = texts.collect::<Option<Vec<(&str, String)>>>()?;
        let places_of = |text: &String| text.split_once('.').map_or(0, |(_, fraction)| fraction.len() as u32);
        let places = texts.iter().map(|(_, text)| places_of(text)).max().unwrap_or(0);
        let of_text = texts.iter().map(|(raw, text)| Some((*raw, floor_scaled(text, places)?)));
        let of_text = of_text.collect::<Option<HashMap<&str, i128>>>()?;
        let mut people_at = BTreeMap::new();
        for (text, number) in &of_text {
            *people_at.entry(*number).or_insert(0) += people.get(text).copied().unwrap_or(0);
        }
        Some(Self { places, of_text, people_at, least })
    }

    /// The number that a published value is.
    pub fn number(&self, text: &str) -> i128 {
        self.of_text.get(text).copied().unwrap_or(0)
    }

    /// A number as it is written.
    pub fn text(&self, number: i128) -> String {
        format_scaled(number, self.places)
    }

    /// The bound of a group at one end. `outermost` is the value there, and `reach` the value of
    /// the k-th of the people from that end on.
    pub fn bound(&self, end: End, outermost: i128, reach: i128) -> i128 {
        if self.people_at.get(&outermost).is_some_and(|people| *people >= self.least) {
            return outermost;
        }
        outward(end, outermost, (reach - outermost).abs(), |number| self.is_nobodys(number))
    }

    /// The next multiple behind an upper bound of the largest base that it is a multiple of.
    pub fn farther(&self, upper: i128) -> i128 {
        let below = bases().take_while(|base| *base <= upper.abs());
        let base = below.filter(|base| upper % base == 0).last().unwrap_or(1);
        let mut farther = (1..).map(|times| upper + times * base);
        farther.find(|bound| self.is_nobodys(*bound)).unwrap_or(upper)
    }

    /// Whether a number is no published value, or one that enough people have.
    fn is_nobodys(&self, number: i128) -> bool {
        self.people_at.get(&number).is_none_or(|people| *people >= self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds<'a>(numbers: &[(&'a str, u64)], least: u64) -> NumberBounds<'a> {
        let people: HashMap<&str, u64> = numbers.iter().copied().collect();
        let texts: Vec<&str> = numbers.iter().map(|(text, _)| *text).collect();
        NumberBounds::new(&people, &texts, least).expect("short numbers")
    }

    #[test]
    fn a_bound_is_a_value_of_enough_people_or_lies_outside() {
        let known = bounds(&[("50123", 1), ("50840", 1), ("61000", 5)], 2);
        let [first, second, third] = ["50123", "50840", "61000"].map(|text| known.number(text));
        assert_eq!(known.bound(End::Lower, first, second), 50_000);
        assert_eq!(known.bound(End::Upper, second, first), 51_000);
        assert_eq!(known.bound(End::Upper, third, third), 61_000);
    }

    #[test]
    fn a_round_number_of_one_person_is_no_bound() {
        let known = bounds(&[("0", 1), ("3", 1), ("50000", 1), ("50001", 1)], 2);
        assert_eq!(known.bound(End::Lower, 50_000, 50_001), 40_000);
        assert_eq!(known.bound(End::Upper, 3, 0), 5);
        assert_eq!(known.bound(End::Lower, 0, 3), -5);
    }

    #[test]
    fn fractions_have_bases_below_one() {
        let known = bounds(&[("0.12", 1), ("0.17", 1)], 2);
        let bound = known.bound(End::Lower, known.number("0.12"), known.number("0.17"));
        assert_eq!(known.text(bound), "0.1");
        let bound = known.bound(End::Upper, known.number("0.17"), known.number("0.12"));
        assert_eq!(known.text(bound), "0.2");
    }
}

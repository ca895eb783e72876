//! The values that a column has, whoever has them.

use incog_data::{Column, ValueType};
use std::collections::HashMap;

/// The values that a column has in the original and in the control group: those of the original
/// keep their codes.
pub(crate) struct Values<'a> {
    texts: Vec<&'a str>,
    code_of: HashMap<&'a str, u32>,
    /// Each as a number; `None` where it is none, or missing.
    pub numbers: Vec<Option<f64>>,
    /// Those of each number, by its bits, so that a long column is not walked over for each of its
    /// values.
    numbered: HashMap<u64, Vec<u32>>,
    pub is_number: bool,
    pub is_date: bool,
}

impl<'a> Values<'a> {
    pub fn new(original: &'a Column, control: Option<&'a Column>) -> Self {
        let (mut texts, mut code_of): (Vec<&str>, HashMap<&str, u32>) = (Vec::new(), HashMap::new());
        for text in
            original.dictionary.iter().chain(control.iter().flat_map(|column| column.dictionary.iter()))
        {
            code_of.entry(text).or_insert_with(|| {
                texts.push(text);
                texts.len() as u32 - 1
            });
        }
        let is_number = original.value_type.is_number();
        let number =
            |text: &&str| text.trim().parse().ok().filter(|number: &f64| is_number && number.is_finite());
        let numbers: Vec<Option<f64>> = texts.iter().map(number).collect();
        let mut numbered: HashMap<u64, Vec<u32>> = HashMap::new();
        let known = (0u32..).zip(&numbers).filter_map(|(code, number)| Some((code, (*number)?)));
        known.for_each(|(code, number)| numbered.entry(bits(number)).or_default().push(code));
        Self { texts, code_of, numbers, numbered, is_number, is_date: original.value_type == ValueType::Date }
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn find(&self, text: &str) -> Option<u32> {
        self.code_of.get(text).copied()
    }

    /// All values that are this one: of numbers also those that are written in another way.
    pub fn equal_to(&self, code: u32) -> Vec<u32> {
        match self.numbers[code as usize] {
            Some(number) => self.of_number(number).to_vec(),
            None => vec![code],
        }
    }

    /// All values that are this number, ascending by code.
    pub fn of_number(&self, number: f64) -> &[u32] {
        self.numbered.get(&bits(number)).map_or(&[], Vec::as_slice)
    }

    pub fn texts(&self) -> impl Iterator<Item = (u32, &'a str)> + '_ {
        (0u32..).zip(self.texts.iter().copied())
    }

    pub fn matching(&self, is_so: impl Fn(f64) -> bool) -> Vec<u32> {
        let numbers = (0u32..).zip(&self.numbers);
        numbers.filter(|(_, number)| number.is_some_and(&is_so)).map(|(code, _)| code).collect()
    }

    pub fn matching_text(&self, is_so: impl Fn(&str) -> bool) -> Vec<u32> {
        self.texts().filter(|(_, text)| is_so(text)).map(|(code, _)| code).collect()
    }
}

/// Of numbers that are equal the same.
fn bits(number: f64) -> u64 {
    // Adding 0 turns a negative zero into a positive one.
    (number + 0.0).to_bits()
}

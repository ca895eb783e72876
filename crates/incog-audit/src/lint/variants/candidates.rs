//! Texts that may be spellings of one value, found by hashes of how they look.

use foldhash::fast::FixedState;
use rayon::prelude::*;
use std::hash::BuildHasher;

/// The texts whose look another text may have, too, in their order.
///
/// A column of millions of different values takes a number for each of its looks, and no text. Two
/// looks with one hash only mean that both texts are compared.
pub(super) fn candidates<'a>(texts: &[&'a str], looks: impl Fn(&str) -> Vec<String> + Sync) -> Vec<&'a str> {
    let hasher = FixedState::default();
    let numbers = |(place, text): (usize, &&str)| {
        looks(text).into_iter().map(|look| (hasher.hash_one(look), place)).collect::<Vec<_>>()
    };
    let mut numbers: Vec<(u64, usize)> = texts.par_iter().enumerate().flat_map_iter(numbers).collect();
    numbers.par_sort_unstable();
    let alike = numbers.chunk_by(|one, other| one.0 == other.0).filter(|alike| alike.len() > 1);
    let mut places: Vec<usize> = alike.flatten().map(|(_, place)| *place).collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(|place| texts[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::candidates;

    #[test]
    fn texts_with_a_look_of_their_own_are_left_out() {
        let looks = |text: &str| text.split('/').map(str::to_lowercase).collect::<Vec<_>>();
        assert_eq!(candidates(&["a", "b", "A", "c/d", "e", "D"], looks), ["a", "A", "c/d", "D"]);
        assert!(candidates(&["a", "b", "c/d"], looks).is_empty());
    }
}

//! How many rows have each code.

/// Tables that four times still fit into the nearest cache.
const MOST_IN_LANES: usize = 1 << 10;

/// How many of the rows have each of `values` codes.
///
/// # Panics
/// If a code is not below `values`.
///
/// ```
/// assert_eq!(incog_data::code_counts([0, 2, 0], 3), [2, 0, 1]);
/// ```
pub fn code_counts(codes: impl IntoIterator<Item = u32>, values: usize) -> Vec<u64> {
    let mut counts = vec![0; values];
    let codes = codes.into_iter();
    if values <= MOST_IN_LANES {
        // Most rows often have the code of the row before: a count could go on only when that one
        // is stored.
        let mut lanes = vec![[0u64; 4]; values];
        codes.enumerate().for_each(|(row, code)| lanes[code as usize][row % 4] += 1);
        counts.iter_mut().zip(&lanes).for_each(|(count, lanes)| *count = lanes.iter().sum());
    } else {
        codes.for_each(|code| counts[code as usize] += 1);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_are_those_of_a_plain_loop(codes in prop::collection::vec(0u32..5, 0..40), more in 0usize..3_000) {
            let plain: Vec<u64> =
                (0..5 + more).map(|code| codes.iter().filter(|one| **one as usize == code).count() as u64).collect();
            prop_assert_eq!(code_counts(codes, 5 + more), plain);
        }
    }
}

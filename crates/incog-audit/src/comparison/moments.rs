//! Mean, standard deviation and median of numbers that are counted by value.

use serde::{Deserialize, Serialize};

/// Summary statistics of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moments {
    /// How many there are; missing values are none.
    pub values: u64,
    /// Their mean; null where there are none.
    pub mean: Option<f64>,
    /// Their standard deviation, with the number of values less one as divisor; null where there
    /// are fewer than two.
    pub standard_deviation: Option<f64>,
    /// The middle one in their order, or the mean of the two middle ones; null where there are
    /// none.
    pub median: Option<f64>,
}

impl Moments {
    /// Of numbers, each with how many records have it.
    pub fn from_counted(counted: impl IntoIterator<Item = (f64, u64)>) -> Self {
        // In their order sums do not depend on the order of the records.
        let ranked = Ranked::from_counted(counted);
        let (counted, values) = (&ranked.counted, ranked.values);
        let (Some(low), Some(high)) = (ranked.at(values.saturating_sub(1) / 2), ranked.at(values / 2)) else {
            return Self { values, mean: None, standard_deviation: None, median: None };
        };
        let n = values as f64;
        let mean = counted.iter().map(|&(number, count)| number * count as f64).sum::<f64>() / n;
        let squares =
            counted.iter().map(|&(number, count)| (number - mean).powi(2) * count as f64).sum::<f64>();
        Self {
            values,
            mean: Some(mean),
            standard_deviation: (values > 1).then(|| (squares / (n - 1.0)).sqrt()),
            median: Some(f64::midpoint(low, high)),
        }
    }
}

/// Numbers in their order, each with how many records have it.
pub(super) struct Ranked {
    counted: Vec<(f64, u64)>,
    /// How many records have a number.
    pub values: u64,
}

impl Ranked {
    /// Those that some record has.
    pub fn from_counted(counted: impl IntoIterator<Item = (f64, u64)>) -> Self {
        let mut counted: Vec<(f64, u64)> = counted.into_iter().filter(|(_, count)| *count > 0).collect();
        counted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let values = counted.iter().map(|(_, count)| count).sum();
        Self { counted, values }
    }

    /// The number at a place among those of all records, from 0.
    pub fn at(&self, place: u64) -> Option<f64> {
        let mut before = 0;
        let found = self.counted.iter().find(|(_, count)| {
            before += count;
            place < before
        });
        found.map(|(number, _)| *number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_known_numbers() {
        let of = |counted: &[(f64, u64)]| Moments::from_counted(counted.iter().copied());
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squared differences 32 in all.
        let moments = of(&[(4.0, 3), (2.0, 1), (5.0, 2), (9.0, 1), (7.0, 1)]);
        assert_eq!((moments.values, moments.mean, moments.median), (8, Some(5.0), Some(4.5)));
        assert!(moments.standard_deviation.is_some_and(|s| (s - (32.0f64 / 7.0).sqrt()).abs() < 1e-12));
        let odd = of(&[(1.0, 1), (10.0, 1), (3.0, 1), (8.0, 0)]);
        assert_eq!((odd.values, odd.median), (3, Some(3.0)));
        assert_eq!(of(&[(15.5, 4647)]).standard_deviation, Some(0.0));
        let one = of(&[(3.0, 1)]);
        assert_eq!((one.mean, one.standard_deviation, one.median), (Some(3.0), None, Some(3.0)));
        assert_eq!(of(&[]), Moments { values: 0, mean: None, standard_deviation: None, median: None });
    }
}

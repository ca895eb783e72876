//! Records as points.

use thiserror::Error;

/// Records as points: one standardized number in each column, and whom each is about.
#[derive(Debug, Clone)]
pub struct NumericPoints {
    columns: usize,
    /// The numbers of one point after the other.
    numbers: Vec<f64>,
    /// Whom each point is about; the same number says the same person.
    unit: Vec<u32>,
    /// For each point the record that it is.
    record: Vec<u32>,
    /// For each record its point.
    point: Vec<u32>,
    units: usize,
}

/// Why columns are no points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PointsError {
    /// There is no column, or no record.
    #[error("there is nothing to group; micro-aggregation needs at least one numeric column and one record")]
    Empty,
    /// A column is shorter or longer than the first.
    #[error("column {column} has {found} records, the first has {expected}")]
    Unequal {
        /// Its place, from 0; that behind the last is the unit.
        column: usize,
        /// Its records.
        found: usize,
        /// Those of the first.
        expected: usize,
    },
    /// A number is infinite or none.
    #[error("column {column} has {records} records without a finite number; distances need one in each")]
    NotFinite {
        /// Its place, from 0.
        column: usize,
        /// How many.
        records: usize,
    },
}

impl NumericPoints {
    /// The records of some columns, each column with mean 0 and standard deviation 1, so that all
    /// count alike; a column with one value only is 0. `units` says whom each record is about,
    /// numbered from 0 without gaps; each record is a unit of its own where nothing is said.
    ///
    /// ```
    /// use incog_local::microaggregation::NumericPoints;
    /// let points = NumericPoints::standardized(&[vec![1.0, 3.0], vec![5.0, 5.0]], None)?;
    /// assert!(points.len() == 2 && (points.total_error() - 2.0).abs() < 1e-12);
    /// # Ok::<(), incog_local::microaggregation::PointsError>(())
    /// ```
    ///
    /// # Errors
    /// Where columns are not of equal length, or some number is not finite.
    pub fn standardized(columns: &[Vec<f64>], units: Option<&[u32]>) -> Result<Self, PointsError> {
        let records = columns.first().map_or(0, Vec::len);
        if records == 0 {
            return Err(PointsError::Empty);
        }
        let lengths = columns.iter().map(Vec::len).chain(units.map(<[u32]>::len));
        if let Some((column, found)) = lengths.enumerate().find(|(_, found)| *found != records) {
            return Err(PointsError::Unequal { column, found, expected: records });
        }
        for (column, numbers) in columns.iter().enumerate() {
            let records = numbers.iter().filter(|number| !number.is_finite()).count();
            if records > 0 {
                return Err(PointsError::NotFinite { column, records });
            }
        }
        let unit = |record: u32| units.map_or(record, |units| units[record as usize]);
        let mut record: Vec<u32> = (0..records as u32).collect();
        let in_order = |a: &u32, b: &u32| {
            let mut orders = columns.iter().map(|column| column[*a as usize].total_cmp(&column[*b as usize]));
            orders.find(|order| order.is_ne()).unwrap_or_else(|| unit(*a).cmp(&unit(*b)))
        };
        record.sort_by(in_order);
        let mut numbers = vec![0.0; records * columns.len()];
        for (place, column) in columns.iter().enumerate() {
            let ordered: Vec<f64> = record.iter().map(|&record| column[record as usize]).collect();
            for (point, number) in standardized(ordered).into_iter().enumerate() {
                numbers[point * columns.len() + place] = number;
            }
        }
        let unit: Vec<u32> = record.iter().map(|&record| unit(record)).collect();
        let units = unit.iter().max().map_or(0, |last| *last as usize + 1);
        let mut point = vec![0; records];
        (0u32..).zip(&record).for_each(|(place, &record)| point[record as usize] = place);
        Ok(Self { columns: columns.len(), numbers, unit, record, point, units })
    }

    /// Weights the columns: the squared distance of two points is the sum over columns of the
    /// weight times the squared difference. What is no number above 0 is taken for 0; columns
    /// without a weight count once.
    ///
    /// ```
    /// use incog_local::microaggregation::NumericPoints;
    /// let points = NumericPoints::standardized(&[vec![1.0, 3.0], vec![5.0, 6.0]], None)?;
    /// assert!((points.weighted(&[3.0, 1.0]).total_error() - 8.0).abs() < 1e-12);
    /// # Ok::<(), incog_local::microaggregation::PointsError>(())
    /// ```
    #[must_use]
    pub fn weighted(mut self, weights: &[f64]) -> Self {
        let scales: Vec<f64> = weights.iter().map(|weight| weight.max(0.0).sqrt()).collect();
        for (place, number) in self.numbers.iter_mut().enumerate() {
            *number *= scales.get(place % self.columns).copied().unwrap_or(1.0);
        }
        self
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.record.len()
    }

    /// Whether there are none; never so.
    pub fn is_empty(&self) -> bool {
        self.record.is_empty()
    }

    /// The squared error of all records in one group, SST.
    pub fn total_error(&self) -> f64 {
        self.numbers.iter().map(|number| number * number).sum()
    }

    /// The mean of some records, by their numbers.
    pub fn centroid_of_records(&self, records: &[u32]) -> Vec<f64> {
        let points: Vec<u32> = records.iter().filter_map(|&record| self.point_of(record)).collect();
        self.centroid(&points)
    }

    fn point_of(&self, record: u32) -> Option<u32> {
        self.point.get(record as usize).copied()
    }

    /// The record that a point is.
    pub(super) fn record(&self, point: u32) -> u32 {
        self.record[point as usize]
    }

    pub(super) fn unit(&self, point: u32) -> u32 {
        self.unit[point as usize]
    }

    /// The most units there can be.
    pub(super) fn units(&self) -> usize {
        self.units
    }

    /// The numbers of a point.
    pub(super) fn at(&self, point: u32) -> &[f64] {
        let begin = point as usize * self.columns;
        &self.numbers[begin..begin + self.columns]
    }

    /// The squared distance of two points.
    pub(super) fn apart(&self, a: u32, b: u32) -> f64 {
        squared(self.at(a), self.at(b))
    }

    /// The mean of some points.
    pub(super) fn centroid(&self, points: &[u32]) -> Vec<f64> {
        let mut mean = vec![0.0; self.columns];
        for &point in points {
            mean.iter_mut().zip(self.at(point)).for_each(|(sum, number)| *sum += number);
        }
        mean.iter_mut().for_each(|sum| *sum /= points.len().max(1) as f64);
        mean
    }
}

/// The squared Euclidean distance.
pub(super) fn squared(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

fn standardized(numbers: Vec<f64>) -> Vec<f64> {
    let n = numbers.len() as f64;
    // Of at most 1, so that no sum is infinite.
    let largest = numbers.iter().fold(0.0f64, |largest, number| largest.max(number.abs()));
    let scale = if largest > 0.0 { largest } else { 1.0 };
    let scaled: Vec<f64> = numbers.into_iter().map(|number| number / scale).collect();
    let mean = scaled.iter().sum::<f64>() / n;
    let deviation = (scaled.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / n).sqrt();
    let is_one_value = scaled.windows(2).all(|pair| pair[0] == pair[1]);
    let standard =
        |number: f64| if is_one_value || deviation == 0.0 { 0.0 } else { (number - mean) / deviation };
    scaled.into_iter().map(standard).collect()
}

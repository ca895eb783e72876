//! A score that counts the value behind a label beside yes/no answers: whoever takes off what the
//! answers give is left with the points for the value.

use super::cells::sums;
use super::sample::range;
use super::trial::Trial;
use super::{Left, Number, Prediction};
use crate::derivations::least_squares::weights;
use std::collections::HashMap;

/// At most so many answers give points.
const MOST_ANSWERS: usize = 40;

/// The fewest answers that give points: with one or none, the score is tried as a number.
const FEWEST_ANSWERS: usize = 2;

/// Of so many rows with the same points, it is told from where to where their values lie.
const ROWS_OF_POINTS: usize = 20;

/// More different points are no points.
const MOST_POINTS: usize = 40;

impl Trial<'_> {
    /// The score and the answers, where its points that no answer gives leave half of many labels;
    /// none of a number that is no score.
    pub(super) fn score<'a>(&self, score: &Number<'a>, answers: &[&Number<'a>]) -> Option<Prediction<'a>> {
        let others = answers.iter().filter(|answer| answer.name != score.name);
        let answers: Vec<&Number<'a>> = others.copied().take(MOST_ANSWERS).collect();
        let given = self.points_of_answers(score, &answers)?;
        let rows = 0..self.target.values.len();
        let left: Vec<Option<f64>> = rows.map(|row| left_of(score, &answers, &given, row)).collect();
        let left = self.rows_left_with_half(&left)?;
        let giving = answers.into_iter().zip(&given).filter(|(_, points)| **points != 0.0);
        let columns = std::iter::once(score.name).chain(giving.map(|(answer, _)| answer.name)).collect();
        Some(Prediction { columns, left, of: self.target.values.len() })
    }

    /// The points that each answer gives, as whole numbers, where several give some.
    fn points_of_answers(&self, score: &Number<'_>, answers: &[&Number<'_>]) -> Option<Vec<f64>> {
        if answers.len() < FEWEST_ANSWERS || !score.values.iter().flatten().all(|value| value.fract() == 0.0)
        {
            return None;
        }
        let (values, points) = (&self.target.values, &score.values);
        let known = (0..values.len()).filter_map(|row| {
            let said = answers.iter().map(|answer| answer.values[row]).collect::<Option<Vec<f64>>>()?;
            Some((row, values[row]?, points[row]?, said))
        });
        let known: Vec<(usize, f64, f64, Vec<f64>)> = known.collect();
        let means = self.labels.iter().map(|means| known.iter().map(|known| means[known.0]).collect());
        let of_target = known.iter().map(|known| known.1).collect();
        let behind = sums(&means.collect::<Vec<_>>(), &[of_target], known.len());
        let points: Vec<f64> = known.iter().map(|known| known.2).collect();
        let cells = known.into_iter().zip(behind).map(|(known, behind)| [known.3, behind].concat());
        let found = weights(&cells.collect::<Vec<_>>(), &points, 0)?;
        let points: Vec<f64> = found[..answers.len()].iter().map(|weight| weight.round()).collect();
        let giving = points.iter().filter(|points| **points != 0.0).count();
        (giving >= FEWEST_ANSWERS).then_some(points)
    }

    /// The rows of which the points that are left tell at most half of the label, where these are
    /// many.
    fn rows_left_with_half(&self, left: &[Option<f64>]) -> Option<Left> {
        let mut of_points: HashMap<i64, Vec<f64>> = HashMap::new();
        for (left, value) in left.iter().zip(&self.target.values) {
            if let Some((left, value)) = left.zip(*value) {
                of_points.entry(left.round() as i64).or_default().push(value);
            }
        }
        if !(2..=MOST_POINTS).contains(&of_points.len()) {
            return None;
        }
        of_points.retain(|_, values| values.len() >= ROWS_OF_POINTS);
        of_points.values_mut().for_each(|values| values.sort_by(f64::total_cmp));
        let rows = (0..left.len()).filter(|row| {
            let Some((value, points)) = self.target.values[*row].zip(left[*row]) else { return false };
            let behind = of_points.get(&(points.round() as i64)).and_then(|values| range(values));
            behind.is_some_and(|(low, high)| self.is_narrowed(*row, value, [low, high]))
        });
        self.if_many(rows.count())
    }
}

/// What is left of the score of a row when the points of the answers are taken off.
fn left_of(score: &Number<'_>, answers: &[&Number<'_>], given: &[f64], row: usize) -> Option<f64> {
    let taken = answers.iter().zip(given).map(|(answer, points)| Some(points * answer.values[row]?));
    Some(score.values[row]? - taken.sum::<Option<f64>>()?)
}

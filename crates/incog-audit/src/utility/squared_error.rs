//! What is lost where the numbers of a class are taken for their mean.

use super::Attribute;
use super::figures::{Domain, UtilityEvidence, classes};
use incog_data::RecordCounts;

/// The mean of the attributes' shares, by their weights; `None` where it is not known which record
/// became which, or, of the whole input, where some are suppressed.
pub(super) fn squared_error(evidence: &UtilityEvidence<'_>) -> Option<f64> {
    let (mut sum, mut weights) = (0.0, 0.0);
    for attribute in evidence.attributes {
        if let Some(share) = squared_error_of(evidence, attribute)? {
            sum += attribute.weight * share;
            weights += attribute.weight;
        }
    }
    Some(if weights > 0.0 { sum / weights } else { 0.0 })
}

/// The sum of the squared distances of an attribute's numbers to the mean of their class, as a
/// share of those to the mean of all; `None` inside where all are equal, or some are no numbers.
pub(super) fn squared_error_of(
    evidence: &UtilityEvidence<'_>,
    attribute: &Attribute<'_>,
) -> Option<Option<f64>> {
    let rows = evidence.rows?;
    if evidence.domain == Domain::Input && evidence.records() != evidence.all {
        return None;
    }
    let number = |row: &u32| {
        let leaf = attribute.leaf(*row)?;
        attribute.hierarchy.label(0, leaf).trim().parse::<f64>().ok().filter(|number| number.is_finite())
    };
    let Some(numbers) = rows.iter().map(number).collect::<Option<Vec<f64>>>() else { return Some(None) };
    let classes = classes(evidence.attributes, evidence.rows_released);
    let within = squares(&numbers, evidence.counts, &classes.of_row, classes.len());
    let all = squares(&numbers, evidence.counts, &vec![0; numbers.len()], 1);
    Some((all > 0.0).then(|| within / all))
}

/// The sum of the squared distances of numbers, each so many times, to the mean of their group.
fn squares(numbers: &[f64], counts: RecordCounts<'_>, group_of: &[u32], groups: usize) -> f64 {
    // Relative to a member, so that equal numbers are exactly their mean.
    let mut of_group: Vec<Option<(f64, f64, f64)>> = vec![None; groups];
    for (row, (&number, &group)) in numbers.iter().zip(group_of).enumerate() {
        let (origin, sum, count) = of_group[group as usize].get_or_insert((number, 0.0, 0.0));
        *sum += (number - *origin) * counts.at(row) as f64;
        *count += counts.at(row) as f64;
    }
    let square = |(row, (&number, &group)): (usize, (&f64, &u32))| {
        let distance =
            of_group[group as usize].map_or(0.0, |(origin, sum, count)| number - origin - sum / count);
        distance * distance * counts.at(row) as f64
    };
    numbers.iter().zip(group_of).enumerate().map(square).sum()
}

//! Linear regression that a quarter of wrong rows does not move.

/// A row is left out that is farther from the line than so many middle residuals.
const FAR: f64 = 4.0;

/// So often the line is drawn again without rows that are far.
const PASSES: usize = 3;

/// Added to the diagonal, so that columns that follow from each other do no harm.
const RIDGE: f64 = 1e-9;

/// The weights of the columns, by rows of this parity; none where they are too few.
pub(super) fn weights(rows: &[Vec<f64>], target: &[f64], parity: usize) -> Option<Vec<f64>> {
    let own: Vec<usize> = (0..rows.len()).filter(|row| row % 2 == parity).collect();
    let mut used = own.clone();
    let mut found = Vec::new();
    for _ in 0..PASSES {
        found = fit(rows, target, &used)?;
        let residual = |row: usize| (target[row] - at(&found, &rows[row])).abs();
        let mut residuals: Vec<f64> = own.iter().map(|&row| residual(row)).collect();
        residuals.sort_by(f64::total_cmp);
        let far = FAR * residuals[residuals.len() / 2];
        used = own.iter().copied().filter(|&row| residual(row) <= far).collect();
    }
    Some(found)
}

/// The value at a row.
pub(super) fn at(weights: &[f64], row: &[f64]) -> f64 {
    weights.iter().zip(row).map(|(weight, cell)| weight * cell).sum()
}

fn fit(rows: &[Vec<f64>], target: &[f64], used: &[usize]) -> Option<Vec<f64>> {
    let width = rows.first()?.len();
    if used.len() < 2 * width {
        return None;
    }
    let mut products = vec![vec![0.0; width + 1]; width];
    for &row in used {
        let cells = &rows[row];
        for (place, line) in products.iter_mut().enumerate() {
            line.iter_mut().zip(&cells[..=place]).for_each(|(sum, cell)| *sum += cells[place] * cell);
            line[width] += cells[place] * target[row];
        }
    }
    solved(products, used.len())
}

/// Solves the equations by Cholesky's decomposition, in place; of the matrix the lower half is
/// given, and the right side stands behind it.
fn solved(mut lower: Vec<Vec<f64>>, rows: usize) -> Option<Vec<f64>> {
    let width = lower.len();
    for place in 0..width {
        lower[place][place] += RIDGE * rows as f64;
        let (above, below) = lower.split_at_mut(place);
        let line = &mut below[0];
        for column in 0..place {
            let known: f64 = (0..column).map(|one| line[one] * above[column][one]).sum();
            line[column] = (line[column] - known) / above[column][column];
        }
        let known: f64 = line[..place].iter().map(|cell| cell * cell).sum();
        let left = line[place] - known;
        line[place] = (left > 0.0).then(|| left.sqrt())?;
        let known: f64 = (0..place).map(|one| line[one] * above[one][width]).sum();
        line[width] = (line[width] - known) / line[place];
    }
    let mut weights = vec![0.0; width];
    for place in (0..width).rev() {
        let known: f64 = (place + 1..width).map(|one| lower[one][place] * weights[one]).sum();
        weights[place] = (lower[place][width] - known) / lower[place][place];
    }
    weights.iter().all(|weight| weight.is_finite()).then_some(weights)
}

#[cfg(test)]
mod tests {
    use super::{at, weights};

    fn target(row: &[f64]) -> f64 {
        7.0 + 2.0 * row[1] - 3.0 * row[2]
    }

    fn wrong(place: usize) -> f64 {
        if place.is_multiple_of(9) { 1_000.0 } else { 0.0 }
    }

    #[test]
    fn a_line_is_found_beside_wrong_rows() {
        let rows = (0..200).map(|row| vec![1.0, f64::from(row % 17), f64::from(row % 5)]);
        let rows: Vec<Vec<f64>> = rows.collect();
        let targets: Vec<f64> =
            rows.iter().enumerate().map(|(place, row)| target(row) + wrong(place)).collect();
        let found = weights(&rows, &targets, 1).expect("weights");
        assert!((at(&found, &rows[3]) - target(&rows[3])).abs() < 1e-4, "{found:?}");
        assert_eq!(weights(&rows[..10], &targets, 1), None);
    }
}

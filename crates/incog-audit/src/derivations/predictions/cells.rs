//! What a prediction is made of, row by row.

/// Of each row 1, labels and numbers, their squares, and the products of numbers with each other
/// and with labels. Of three numbers also the products that a ratio and a sum of them need, and
/// those of two with the last label.
pub(super) fn plain(labels: &[Vec<f64>], numbers: &[Vec<f64>], rows: usize) -> Vec<Vec<f64>> {
    let [labels, numbers] =
        [labels, numbers].map(|all| all.iter().map(|one| standard(one)).collect::<Vec<_>>());
    let cells = (0..rows).map(|row| {
        let labels: Vec<f64> = labels.iter().map(|label| label[row]).collect();
        let numbers: Vec<f64> = numbers.iter().map(|number| number[row]).collect();
        let squares = numbers.iter().map(|number| number * number);
        let products = numbers.iter().flat_map(|number| labels.iter().map(move |label| number * label));
        let both = (numbers.len() == 2).then(|| numbers[0] * numbers[1]);
        let of_three = of_three(&numbers, labels.last().copied().unwrap_or_default());
        let all = std::iter::once(1.0).chain(labels.iter().copied()).chain(numbers.iter().copied());
        all.chain(squares).chain(products).chain(both).chain(of_three).collect()
    });
    cells.collect()
}

/// The products of two and of three of three numbers, and of two with a label; nothing of fewer.
fn of_three(numbers: &[f64], label: f64) -> Vec<f64> {
    let &[first, second, third] = numbers else { return Vec::new() };
    let pairs = [(first, second), (first, third), (second, third)];
    let of_two = pairs.into_iter().flat_map(|(one, other)| {
        let both = one * other;
        [both, both * one, both * other, both * label]
    });
    of_two.chain([first * second * third]).collect()
}

/// Of each row 1, labels and numbers.
pub(super) fn sums(labels: &[Vec<f64>], numbers: &[Vec<f64>], rows: usize) -> Vec<Vec<f64>> {
    let all: Vec<Vec<f64>> = labels.iter().chain(numbers).map(|one| standard(one)).collect();
    (0..rows).map(|row| std::iter::once(1.0).chain(all.iter().map(|one| one[row])).collect()).collect()
}

/// Of each row 1, and the logarithms of labels and numbers; none where a number has none.
pub(super) fn logarithms(labels: &[Vec<f64>], numbers: &[Vec<f64>], rows: usize) -> Option<Vec<Vec<f64>>> {
    let labels = labels.iter().filter_map(|label| logarithm(label));
    let numbers = numbers.iter().map(|number| logarithm(number)).collect::<Option<Vec<_>>>()?;
    let all: Vec<Vec<f64>> = labels.chain(numbers).map(|one| standard(&one)).collect();
    Some((0..rows).map(|row| std::iter::once(1.0).chain(all.iter().map(|one| one[row])).collect()).collect())
}

/// The logarithms of numbers of which nearly all are positive; 0 counts as half of the smallest.
pub(super) fn logarithm(numbers: &[f64]) -> Option<Vec<f64>> {
    let positive = numbers.iter().copied().filter(|number| *number > 0.0);
    let smallest = positive.clone().fold(f64::INFINITY, f64::min) / 2.0;
    let is_most = positive.count() * 10 >= numbers.len() * 9 && smallest > 0.0;
    is_most.then(|| numbers.iter().map(|number| number.max(smallest).ln()).collect())
}

/// Numbers around 0 with a deviation of 1.
fn standard(numbers: &[f64]) -> Vec<f64> {
    let all = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / all;
    let deviation = (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / all).sqrt();
    let scale = if deviation > 0.0 { deviation } else { 1.0 };
    numbers.iter().map(|number| (number - mean) / scale).collect()
}

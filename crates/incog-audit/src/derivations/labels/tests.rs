//! Labels that published numbers narrow, and labels that they do not.

mod few_lookalikes;

use super::*;
use incog_data::Table;

/// Price and count, in labels of these widths, and their product.
fn found(width: [u32; 2], product: impl Fn(u32, u32) -> u32) -> Vec<String> {
    let row = |row: u32| {
        let (price, count) = (1_000 + row * 379 % 1_000, 1 + row * 5 % 12);
        let labels = [price / width[0], count / width[1]];
        [price, labels[0], count, labels[1], product(price, count)].map(|cell| cell.to_string())
    };
    let rows: Vec<[String; 5]> = (0..300).map(row).collect();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    let table = Table::from_rows(["price", "p", "count", "c", "total"], rows, &[]).expect("a table");
    let columns = table.columns();
    let labelled = [0, 2].map(|at| LabelledColumn { labels: &columns[at + 1], originals: &columns[at] });
    narrows_labels(&labelled, &[&columns[4]], 1, RecordCounts::default()).iter().map(Finding::key).collect()
}

#[test]
fn a_product_beside_a_label_narrows_the_other_label() {
    // A count that is known exactly gives the price; one of 4 to 7 leaves more than the label.
    let product = |price: u32, count: u32| price * count;
    assert!(found([1_000, 1], product).contains(&"total + count: gives back price".to_owned()));
    assert!(found([100, 100], product).contains(&"total + price: gives back count".to_owned()));
    assert!(!found([50, 4], product).contains(&"total + count: gives back price".to_owned()));
    // What has nothing to do with them narrows nothing.
    assert_eq!(found([1_000, 1], |price, count| price * 31 % 977 + count * 17 % 13), Vec::<String>::new());
}

/// Numbers that have nothing to do with each other, from 0 to below 1, equal in every run.
fn scattered(row: usize, stream: usize) -> f64 {
    let mut state = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (stream as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((state ^ (state >> 29)) % 100_000) as f64 / 100_000.0
}

/// About normal, with a deviation of 1.
fn normal(row: usize, stream: usize) -> f64 {
    (0..12).map(|part| scattered(row, 100 * stream + part)).sum::<f64>() - 6.0
}

fn by_p(found: Vec<String>) -> bool {
    found.iter().any(|key| key.starts_with('p'))
}

/// Labels of 20, 2 and 2.
const NARROW: [f64; 3] = [20.0, 2.0, 2.0];

/// What is narrowed of a, b and c, in labels of these widths, by these numbers.
fn narrowed(widths: [f64; 3], published: impl Fn([f64; 3], usize) -> Vec<f64>) -> Vec<String> {
    narrowed_by_texts(widths, |behind, row| published(behind, row).iter().map(f64::to_string).collect())
}

/// Like [`narrowed`], by cells of any kind.
fn narrowed_by_texts(widths: [f64; 3], published: impl Fn([f64; 3], usize) -> Vec<String>) -> Vec<String> {
    let rows = (0..1_200).map(|row| {
        let behind = [1, 2, 3].map(|stream| 10.0 + (90.0 * scattered(row, stream)).floor());
        let labels = [0, 1, 2].map(|place| (behind[place] / widths[place]).floor());
        let cells = behind.into_iter().chain(labels).map(|cell| cell.to_string());
        cells.chain(published(behind, row)).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let names = ["a", "b", "c", "a_label", "b_label", "c_label", "p", "q"];
    let more: Vec<String> = (names.len()..rows[0].len()).map(|place| format!("r{place}")).collect();
    let names = names.into_iter().chain(more.iter().map(String::as_str)).take(rows[0].len());
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    let table = Table::from_rows(names, rows, &[]).expect("a table");
    let columns = table.columns();
    let labelled = [0, 1, 2].map(|at| LabelledColumn { labels: &columns[at + 3], originals: &columns[at] });
    let published: Vec<&Column> = columns[6..].iter().collect();
    let found = narrows_labels(&labelled, &published, 1, RecordCounts::default());
    found.iter().map(Finding::key).filter(|key| key.ends_with("back a")).collect()
}

#[test]
fn whatever_the_formula_is_a_narrow_label_is_found() {
    // Rounded to 3, with noise, top coded, with weights, as a share, and of three labels.
    assert!(by_p(narrowed(NARROW, |[a, b, _], _| vec![((a + b) / 3.0).round() * 3.0])));
    assert!(by_p(narrowed(NARROW, |[a, b, _], row| vec![(a + b + 1.5 * normal(row, 7)).round()])));
    assert!(by_p(narrowed(NARROW, |[a, b, _], _| vec![(a + b).min(150.0)])));
    assert!(by_p(narrowed(NARROW, |[a, b, _], _| vec![a + 3.0 * b])));
    assert!(by_p(narrowed(NARROW, |[a, b, _], _| vec![(1_000.0 * a / b).round() / 10.0])));
    assert!(by_p(narrowed(NARROW, |[a, b, _], _| vec![(1_000.0 * a / b / b).round() / 1_000.0])));
    assert!(by_p(narrowed(NARROW, |[a, b, c], _| vec![a + b + c])));
    // Two numbers that do not tell alone.
    let pair = narrowed(NARROW, |[a, b, _], row| {
        let hidden = (500.0 * scattered(row, 9)).floor();
        vec![a + hidden, (hidden + 3.0 * b).round()]
    });
    assert_eq!(pair, ["p + q: gives back a"]);
}

#[test]
fn numbers_that_go_with_a_label_do_not_narrow_it() {
    for widths in [[20.0, 20.0, 20.0], [20.0, 2.0, 2.0], [100.0, 20.0, 20.0]] {
        // A correlation of 0.85, one of chance alone, and a coarse sum.
        let correlated = narrowed(widths, |[a, _, _], row| vec![(a + 16.0 * normal(row, 7)).round()]);
        assert_eq!(correlated, Vec::<String>::new(), "{widths:?}");
        let other = narrowed(widths, |_, row| vec![(90.0 * scattered(row, 7)).floor(), normal(row, 8)]);
        assert_eq!(other, Vec::<String>::new(), "{widths:?}");
    }
    let coarse = narrowed(NARROW, |[a, b, _], _| vec![((a + b) / 40.0).round() * 40.0]);
    assert_eq!(coarse, Vec::<String>::new());
    let wide = narrowed([20.0, 20.0, 20.0], |[a, b, _], _| vec![a + b]);
    assert_eq!(wide, Vec::<String>::new());
}

/// Whether it is found that p, with or without q, tells a to less than its label of 20.
fn by_cells(cells: impl Fn([f64; 3], usize) -> Vec<String>) -> bool {
    by_p(narrowed_by_texts(NARROW, cells))
}

#[test]
fn slopes_that_differ_by_category_are_found() {
    let unit = |row: usize| scattered(row, 11) < 0.5;
    // Kilograms and pounds, rates by drug, and a sign by sex.
    assert!(by_cells(|[a, b, _], row| {
        let [factor, name] = if unit(row) { [1.0, 0.0] } else { [2.2, 1.0] };
        vec![format!("{:.1}", factor * (a + b)), ["kg", "lb"][name as usize].to_owned()]
    }));
    assert!(by_cells(|[a, b, _], row| {
        let drug = (6.0 * scattered(row, 12)) as usize;
        vec![format!("{:.1}", a * [0.5, 3.0, 1.0, 8.0, 2.0, 5.0][drug] + b), format!("drug {drug}")]
    }));
    assert!(by_cells(|[a, b, _], row| {
        let sign = if unit(row) { 1.0 } else { -1.0 };
        vec![format!("{}", sign * a + b), unit(row).to_string()]
    }));
    // A category that says nothing of the number, and a number that says nothing of a.
    assert!(!by_cells(|_, row| vec![
        format!("{}", (100.0 * scattered(row, 13)).floor()),
        unit(row).to_string()
    ]));
    assert!(!by_cells(|[a, _, _], row| {
        let factor = if unit(row) { 1.0 } else { 2.2 };
        vec![format!("{:.0}", factor * (a + 16.0 * normal(row, 7))), unit(row).to_string()]
    }));
}

#[test]
fn numbers_in_texts_months_and_thresholds_are_found() {
    assert!(by_cells(|[a, b, _], _| vec![format!("{} mg, daily", a + b)]));
    let month = |months: f64| (2_000 + months as u32 / 12, 1 + months as u32 % 12);
    assert!(by_cells(|[a, b, _], _| {
        let (year, month) = month(a + b);
        vec![format!("{year}{month:02}")]
    }));
    assert!(by_cells(|[a, b, _], _| {
        let (year, month) = month(a + b);
        vec![format!("{year}-{month:02}")]
    }));
    let thresholds =
        |number: f64| (2..=19).map(|place| (number > 5.0 * f64::from(place)).to_string()).collect();
    assert!(by_cells(|[a, _, _], _| thresholds(a)));
    assert!(!by_cells(|_, row| thresholds(100.0 * scattered(row, 14))));
}

/// Marks of six years, empty before somebody came: in one row of twenty also later.
#[test]
fn empty_cells_tell_when_somebody_came() {
    fn cell(row: usize, column: usize, is_told: bool) -> String {
        let came = row * 7 % 6;
        match column {
            0 => (2_020 + came).to_string(),
            1 => "*".to_owned(),
            mark if (!is_told || mark - 2 >= came) && !(row * 31 + mark * 7).is_multiple_of(120) => {
                (row % 4).to_string()
            }
            _ => String::new(),
        }
    }
    for is_told in [true, false] {
        let rows = (0..600).map(|row| (0..8).map(|column| cell(row, column, is_told)).collect());
        let rows: Vec<Vec<String>> = rows.collect();
        let rows = rows.iter().map(|row| row.iter().map(String::as_str));
        let names = ["came", "label", "m0", "m1", "m2", "m3", "m4", "m5"];
        let table = Table::from_rows(names, rows, &[""]).expect("a table");
        let [originals, labels, marks @ ..] = table.columns() else { panic!("eight columns") };
        let marks: Vec<&Column> = marks.iter().collect();
        let found = empty_cells_behind_labels(&[LabelledColumn { labels, originals }], &marks);
        let keys: Vec<String> = found.iter().map(Finding::key).collect();
        assert_eq!(keys, if is_told { vec!["empty cells: gives back came"] } else { vec![] });
    }
}

/// Whether it is found that a score of five answers, with points for a or without, tells a to less
/// than its label of this width.
fn by_score(width: f64, points: impl Fn(f64) -> f64) -> Vec<String> {
    let weights = [1.0, 1.0, 2.0, 3.0, 6.0];
    narrowed_by_texts([width, 20.0, 20.0], |[a, _, _], row| {
        let said: Vec<bool> = (0..weights.len()).map(|place| scattered(row, 40 + place) < 0.15).collect();
        let sum: f64 = weights.iter().zip(&said).filter(|(_, said)| **said).map(|(weight, _)| weight).sum();
        let answers = said.iter().map(|said| if *said { "yes" } else { "no" }.to_owned());
        std::iter::once((sum + points(a)).to_string()).chain(answers).collect()
    })
}

/// Charlson's points for an age: one for each ten years from 50 on.
fn by_age(age: f64) -> f64 {
    ((age - 40.0) / 10.0).floor().clamp(0.0, 4.0)
}

#[test]
fn a_score_less_its_answers_tells_the_points_for_a_label() {
    assert_eq!(by_score(100.0, by_age), ["p + q + r8 + r9 + r10 + r11: gives back a"]);
    assert_eq!(by_score(100.0, |_| 0.0), Vec::<String>::new());
    // Labels of ten years are no wider than the points.
    assert_eq!(by_score(10.0, by_age), Vec::<String>::new());
}

#[test]
fn nearly_nothing_is_no_formula_of_what_is_mostly_zero() {
    // How many old people are in a household, an age, and an income, which have nothing to do with
    // each other: any age divided by an income rounds to zero.
    let names = ["old", "old_label", "age", "age_label", "income"];
    let found = |old: fn(usize) -> u32| {
        let rows: Vec<[String; 5]> = (0..200)
            .map(|row| {
                let (old, age) = (old(row), 20 + (60.0 * scattered(row, 2)) as u32);
                let income = 20_000 + 1_000 * (30.0 * scattered(row, 3)) as u32;
                let label = |number: u32, width: u32| (number / width).to_string();
                [old.to_string(), label(old, 10), age.to_string(), label(age, 20), income.to_string()]
            })
            .collect();
        let rows = rows.iter().map(|row| row.iter().map(String::as_str));
        let table = Table::from_rows(names, rows, &[]).expect("a table");
        let [old, old_label, age, age_label, income] = table.columns() else { panic!("five columns") };
        let labelled = [(old_label, old), (age_label, age)];
        let labelled = labelled.map(|(labels, originals)| LabelledColumn { labels, originals });
        narrows_labels(&labelled, &[income], 1, RecordCounts::default())
            .iter()
            .map(Finding::key)
            .collect::<Vec<String>>()
    };
    assert_eq!(found(|row| u32::from(row % 5 == 0)), Vec::<String>::new());
}

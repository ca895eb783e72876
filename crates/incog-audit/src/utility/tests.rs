//! A release of counted rows has the figures of its records.

#![allow(clippy::unwrap_used)]

use super::*;
use incog_data::{Column, ColumnBuilder, Hierarchy, RecordCounts};
use incog_utility::{METRICS, Objective};
use proptest::prelude::*;

/// Numbers in pairs, and letters.
fn hierarchies() -> [Hierarchy; 2] {
    [
        Hierarchy::new([["1", "1-2", "*"], ["2", "1-2", "*"], ["5", "5-6", "*"], ["6", "5-6", "*"]]).unwrap(),
        Hierarchy::new([["a", "*"], ["b", "*"], ["c", "*"]]).unwrap(),
    ]
}

fn column<'a>(values: impl Iterator<Item = &'a str>) -> Column {
    let mut builder = ColumnBuilder::new("c");
    values.for_each(|value| builder.push(value));
    builder.finish(&[])
}

/// Each row of the input: its values, whether it is released, and how often it stands there.
type Row = ((usize, usize), bool, u32);

/// A figure with the metric that was the objective; `None` where it is not told.
type Figure = (&'static str, Option<f64>);

/// All figures of all metrics.
fn figures(rows: &[Row], levels: [usize; 2], counts: bool, domain: Domain) -> Vec<Figure> {
    let (hierarchies, names) = (hierarchies(), [["1", "2", "5", "6"], ["a", "b", "c", "a"]]);
    let times: Vec<u32> = rows.iter().map(|row| row.2).collect();
    let rows: Vec<Row> = match counts {
        true => rows.to_vec(),
        false => rows.iter().flat_map(|&row| std::iter::repeat_n(row, row.2 as usize)).collect(),
    };
    let released: Vec<u32> = (0u32..).zip(&rows).filter(|(_, row)| row.1).map(|(place, _)| place).collect();
    let of_released: Vec<u32> = rows.iter().filter(|row| row.1).map(|row| row.2).collect();
    let (input, output) = match counts {
        true => (RecordCounts::of_rows(&times), RecordCounts::of_rows(&of_released)),
        false => (RecordCounts::ONE_EACH, RecordCounts::ONE_EACH),
    };
    let value = |row: &Row, place: usize| names[place][[row.0.0, row.0.1][place]];
    let originals = [0, 1].map(|place| column(rows.iter().map(|row| value(row, place))));
    let cells = [0, 1].map(|place| {
        let hierarchy = &hierarchies[place];
        let label = |row: &Row| hierarchy.label(levels[place], hierarchy.find(value(row, place)).unwrap());
        column(released.iter().map(|&row| label(&rows[row as usize])))
    });
    let attribute = |place: usize| {
        let mut attribute =
            Attribute::new(1.0 + place as f64, levels[place], &hierarchies[place], &cells[place]);
        attribute.original = Some(Original::new(&originals[place], input, &hierarchies[place]));
        attribute.with_counts(output)
    };
    let evidence = UtilityEvidence {
        attributes: &[attribute(0), attribute(1)],
        rows_released: released.len(),
        counts: output,
        rows: Some(&released),
        all: input.sum(rows.len()) as f64,
        k: 2.0,
        domain,
    };
    let told = METRICS.iter().flat_map(|entry| {
        let measured = MeasuredUtility::measure(&evidence, &Objective::named(entry.card.name).unwrap());
        let figures = [
            measured.objective.map(|(figure, _)| figure),
            measured.entropy,
            Some(measured.transparency),
            Some(measured.precision),
            Some(measured.gen_loss),
            Some(measured.loss),
            Some(measured.c_avg),
            Some(measured.suppressed_share),
            Some(measured.discernibility),
            Some(measured.height),
        ];
        let losses = measured.losses.iter().map(|&loss| Some(loss));
        let name = entry.card.name;
        figures.into_iter().chain(losses).map(move |figure| (name, figure)).collect::<Vec<_>>()
    });
    told.collect()
}

/// Whether both tell the same figures, up to rounding of sums in another order.
fn are_same(first: &[Figure], second: &[Figure]) -> bool {
    let is_near =
        |a: f64, b: f64| a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    let is_same = |(a, b): (&Figure, &Figure)| {
        let figures = a.1.zip(b.1).map_or(a.1 == b.1, |(a, b)| is_near(a, b));
        a.0 == b.0 && figures
    };
    first.len() == second.len() && first.iter().zip(second).all(is_same)
}

proptest! {
    #[test]
    fn counted_rows_have_the_figures_of_their_records(
        rows in prop::collection::vec(((0usize..4, 0usize..3), any::<bool>(), 1u32..4), 1..10),
        (first, second) in (0usize..3, 0usize..2),
        whole in any::<bool>(),
    ) {
        let rows: Vec<Row> = rows.into_iter().map(|(values, released, count)| (values, released || whole, count)).collect();
        for domain in [Domain::Released, Domain::Input] {
            let found = figures(&rows, [first, second], true, domain);
            let one_by_one = figures(&rows, [first, second], false, domain);
            prop_assert!(are_same(&found, &one_by_one), "{:?}\n{:?}", found, one_by_one);
        }
    }
}

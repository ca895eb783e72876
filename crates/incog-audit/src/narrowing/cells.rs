//! The cells of a release as spans of places in an order of the values.

use crate::label_costs::{cost_of_level, weight_in};
use crate::utility::lost_by_label;
use crate::{Attribute, Codes, Grouping, ReleasedLabel};
use incog_data::{Hierarchy, RecordCounts};

/// The values below a label: from one place to another in an [`Order`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub first: u32,
    pub last: u32,
}

impl Span {
    pub fn holds(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    pub fn has(self, place: u32) -> bool {
        (self.first..=self.last).contains(&place)
    }
}

/// The values of a hierarchy in an order in which those below any label stand together.
pub(super) struct Order {
    /// For each value its place.
    pub place_of: Vec<u32>,
    /// By level and label.
    spans: Vec<Vec<Span>>,
}

impl Order {
    fn from_hierarchy(hierarchy: &Hierarchy) -> Self {
        let mut values: Vec<u32> = (0..hierarchy.values() as u32).collect();
        let path = |value: u32| (0..=hierarchy.height()).rev().map(move |at| hierarchy.label_code(at, value));
        // What is no part of the domain stands behind no label.
        values.sort_by(|&a, &b| {
            hierarchy.counts(b).cmp(&hierarchy.counts(a)).then_with(|| path(a).cmp(path(b)))
        });
        let mut place_of = vec![0; values.len()];
        (0u32..).zip(&values).for_each(|(place, &value)| place_of[value as usize] = place);
        let mut spans: Vec<Vec<Span>> = (0..=hierarchy.height())
            .map(|level| vec![Span { first: u32::MAX, last: 0 }; hierarchy.labels(level).len()])
            .collect();
        for (level, spans) in spans.iter_mut().enumerate() {
            for (place, &value) in (0u32..).zip(&values).filter(|(_, value)| hierarchy.counts(**value)) {
                let span = &mut spans[hierarchy.label_code(level, value) as usize];
                (span.first, span.last) = (span.first.min(place), span.last.max(place));
            }
        }
        Self { place_of, spans }
    }
}

/// A class of a release.
pub(super) struct Cell {
    /// What its labels stand for, by attribute.
    pub labels: Vec<Span>,
    /// What its labels cost a record.
    pub cost: f64,
    pub records: u64,
}

/// The classes of a release.
pub(super) struct Cells {
    /// By attribute.
    pub orders: Vec<Order>,
    pub cells: Vec<Cell>,
    /// The cell of each released row.
    pub of_row: Vec<u32>,
}

impl Cells {
    pub fn new(attributes: &[Attribute<'_>], rows: usize, counts: RecordCounts<'_>, objective: &str) -> Self {
        let orders: Vec<Order> =
            attributes.iter().map(|attribute| Order::from_hierarchy(attribute.hierarchy)).collect();
        let labels: Vec<Vec<(Span, f64)>> = attributes
            .iter()
            .zip(&orders)
            .map(|(attribute, order)| labels(attribute, order, objective))
            .collect();
        let codes: Vec<Codes<'_>> = attributes
            .iter()
            .map(|attribute| Codes { of_row: &attribute.codes, values: attribute.label_of.len() })
            .collect();
        let Grouping { of_row, representatives } = Grouping::by(&codes, rows);
        let cells: Vec<Cell> = representatives
            .iter()
            .zip(counts.by_code(of_row.iter().copied(), representatives.len()))
            .map(|(&row, records)| {
                let of_attribute = attributes.iter().zip(&labels);
                let (labels, costs): (_, Vec<f64>) = of_attribute
                    .map(|(attribute, labels)| labels[attribute.codes.at(row as usize) as usize])
                    .unzip();
                Cell { labels, cost: costs.iter().sum(), records }
            })
            .collect();
        Self { orders, cells, of_row }
    }
}

/// What each code of an attribute stands for, and what it costs. One that is no label stands for a
/// value of its own.
fn labels(attribute: &Attribute<'_>, order: &Order, objective: &str) -> Vec<(Span, f64)> {
    let hierarchy = attribute.hierarchy;
    let cost = cost_of_level(objective).unwrap_or(lost_by_label);
    let weight = weight_in(objective, attribute.weight);
    let costs: Vec<Vec<f64>> = (0..=hierarchy.height()).map(|level| cost(hierarchy, level)).collect();
    let of_code = |(code, label): (u32, &Option<ReleasedLabel>)| match *label {
        Some(ReleasedLabel { level, label }) => {
            (order.spans[level][label as usize], weight * costs[level][label as usize])
        }
        None => {
            let place = hierarchy.values() as u32 + code;
            (Span { first: place, last: place }, 0.0)
        }
    };
    (0u32..).zip(&attribute.label_of).map(of_code).collect()
}

//! Groups of equally many neighbours in an order.

use super::{BuildError, Order, Values};
use crate::Hierarchy;
use std::collections::{HashMap, HashSet};

/// Groups of `fanout` neighbours, groups of `fanout` groups, and so on, then `*`. A group is
/// labelled `first..last`, a group of one value by that value.
///
/// ```
/// use incog_data::{ColumnBuilder, Fanout, Order, Values};
/// let mut builder = ColumnBuilder::new("severity");
/// for severity in ["minor", "major"] { builder.push(severity); }
/// let severity = builder.finish(&[]);
/// let order = ["minor", "moderate", "major", "extreme"].map(String::from).to_vec();
/// let hierarchy = Fanout { fanout: 2, order: Order::Given(order) }.build(&Values::from_column(&severity)).unwrap();
/// assert_eq!(hierarchy.label(1, hierarchy.find("major").unwrap()), "major..extreme");
/// assert_eq!(hierarchy.label(2, hierarchy.find("major").unwrap()), "*");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fanout {
    /// Members of a group, at least 2.
    pub fanout: usize,
    /// Which values are neighbours.
    pub order: Order,
}

impl Fanout {
    /// Makes the hierarchy; fails when the given order lacks a value or names one twice.
    pub fn build(&self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        if self.fanout < 2 {
            return Err(BuildError::FanoutTooSmall { column: values.column().into(), fanout: self.fanout });
        }
        match &self.order {
            Order::Natural => self.group(values, values.present()),
            Order::Given(order) => {
                let order: Vec<&str> = order.iter().map(String::as_str).collect();
                check_order(values, &order)?;
                self.group(&values.clone().covering(order.iter().copied()), &order)
            }
        }
    }

    fn group(&self, values: &Values<'_>, order: &[&str]) -> Result<Hierarchy, BuildError> {
        let place: HashMap<&str, usize> =
            order.iter().zip(0..).map(|(&value, place)| (value, place)).collect();
        let sizes = std::iter::successors(Some(self.fanout), |size| size.checked_mul(self.fanout));
        let sizes: Vec<usize> = sizes.take_while(|&size| size < order.len()).collect();
        values.hierarchy(sizes.len(), |value| {
            let place = place[value];
            Ok(sizes.iter().map(|size| label(order, place / size * size, *size)).collect())
        })
    }
}

fn label(order: &[&str], first: usize, size: usize) -> String {
    let last = order.len().min(first + size) - 1;
    if first == last { order[first].to_owned() } else { format!("{}..{}", order[first], order[last]) }
}

fn check_order(values: &Values<'_>, order: &[&str]) -> Result<(), BuildError> {
    let column = values.column();
    let mut known = HashSet::new();
    for &value in order {
        if !known.insert(value) {
            return Err(BuildError::TwiceInOrder { column: column.into(), value: value.into() });
        }
    }
    match values.present().iter().find(|&value| !known.contains(*value)) {
        Some(value) => Err(BuildError::NotInOrder { column: column.into(), value: (*value).into() }),
        None => Ok(()),
    }
}

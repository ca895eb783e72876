//! How well counts are answered from a release.

use incog_data::{Class, Classes, Tuples};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Queries asked.
const QUERIES: usize = 500;
/// Relative error up to which an answer is right.
const TOLERANCE: f64 = 0.05;
/// The queries for every release of a table.
const SEED: u64 = 0x1d_d6a;

/// `attribute = label` at some level of its hierarchy.
struct Condition {
    attribute: usize,
    level: u8,
    label: u32,
}

/// Random count queries on a table, with their true answers.
///
/// A release's query precision is the share of them that it answers within 5 % of the original's
/// answer.
///
/// ID-DGA (table 3) uses the measure without defining it. Our definition: a query is a conjunction
/// of conditions on 1 to 3 quasi-identifiers drawn at random; each asks for the label, at a random
/// level below the root, that one random record has, so that the true answer is never 0. In the
/// release a record whose released value covers more than the label counts with the share
/// `|label| / |released value|` of their leaves.
pub(crate) struct QueryWorkload(Vec<(Vec<Condition>, f64)>);

impl QueryWorkload {
    /// The queries for the same table.
    pub fn draw(tuples: &Tuples) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
        let query = |_| {
            let query = draw(tuples, &mut random);
            let truth = count(tuples, &query);
            (query, truth)
        };
        Self((0..QUERIES).map(query).collect())
    }

    /// Share of the queries that the release answers well enough.
    pub fn precision(&self, classes: &Classes<'_>) -> f64 {
        let is_right = |(query, truth): &&(Vec<Condition>, f64)| {
            (estimate(classes, query) - truth).abs() <= TOLERANCE * truth
        };
        self.0.iter().filter(is_right).count() as f64 / QUERIES as f64
    }
}

fn draw(tuples: &Tuples, random: &mut impl Rng) -> Vec<Condition> {
    let codes = tuples.codes(tuple_of_record(tuples, random.random_range(0..tuples.rows() as u64)));
    let width = codes.len();
    let wanted = random.random_range(1..=width.min(3));
    let mut attributes: Vec<usize> = (0..width).collect();
    (0..wanted)
        .map(|place| {
            attributes.swap(place, random.random_range(place..width));
            let attribute = attributes[place];
            let qid = &tuples.quasi_identifiers()[attribute];
            let level = random.random_range(0..qid.hierarchy.height().max(1)) as u8;
            Condition { attribute, level, label: qid.label_code(level, codes[attribute]) }
        })
        .collect()
}

/// The tuple of a record, the records numbered tuple by tuple.
fn tuple_of_record(tuples: &Tuples, record: u64) -> usize {
    let mut before = 0;
    let holds = |&tuple: &usize| {
        before += u64::from(tuples.count(tuple));
        record < before
    };
    (0..tuples.len()).find(holds).unwrap_or_default()
}

fn count(tuples: &Tuples, query: &[Condition]) -> f64 {
    let meets = |tuple: usize| {
        query.iter().all(|condition| {
            let qid = &tuples.quasi_identifiers()[condition.attribute];
            qid.label_code(condition.level, tuples.codes(tuple)[condition.attribute]) == condition.label
        })
    };
    (0..tuples.len()).filter(|&tuple| meets(tuple)).map(|tuple| f64::from(tuples.count(tuple))).sum()
}

fn estimate(classes: &Classes<'_>, query: &[Condition]) -> f64 {
    let share = |class: &Class, condition: &Condition| {
        let label = classes.label(class, condition.attribute);
        let (qid, released, code) = (label.quasi_identifier, label.level, label.code);
        if released <= condition.level {
            return f64::from(u8::from(qid.label_code(condition.level, code) == condition.label));
        }
        // The asked label lies below the released one, or has nothing in common with it.
        let hierarchy = &qid.hierarchy;
        let below = (0..hierarchy.values() as u32)
            .find(|&value| hierarchy.label_code(condition.level as usize, value) == condition.label);
        let covers = below.is_some_and(|value| {
            hierarchy.label_code(released as usize, value) == qid.label_code(released, code)
        });
        let leaves = |level: u8, label: u32| f64::from(hierarchy.leaves(level as usize, label));
        if covers {
            leaves(condition.level, condition.label) / leaves(released, qid.label_code(released, code))
        } else {
            0.0
        }
    };
    let of_class = |class: &Class| {
        class.kept as f64 * query.iter().map(|condition| share(class, condition)).product::<f64>()
    };
    classes.released().map(of_class).sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::{ColumnBuilder, Hierarchy, Kept, Levels, QuasiIdentifier};
    use std::sync::Arc;

    fn ages() -> Tuples {
        let mut builder = ColumnBuilder::new("age");
        ["31", "31", "35", "42", "44", "44", "44", "35"].iter().for_each(|value| builder.push(value));
        let age = builder.finish(&[]);
        let rows = [["31", "3x", "*"], ["35", "3x", "*"], ["42", "4x", "*"], ["44", "4x", "*"]];
        let hierarchy = Hierarchy::new(rows.iter().map(|row| row.to_vec())).unwrap();
        let qid = QuasiIdentifier::new(&age, Arc::new(hierarchy)).unwrap();
        Tuples::new(vec![qid], &[&age], &[], 8).unwrap()
    }

    #[test]
    fn the_original_answers_everything_and_nothing_nothing() {
        let tuples = ages();
        let original = Classes::group(&tuples, &Levels::from(vec![0]));
        let queries = QueryWorkload::draw(&tuples);
        assert_eq!(queries.precision(&original), 1.0);
        let nothing = Classes::group(&tuples, &Levels::from(vec![0])).retain(|_| Kept::Nothing);
        assert_eq!(queries.precision(&nothing), 0.0);
    }

    #[test]
    fn a_coarser_value_counts_by_its_leaves() {
        let tuples = ages();
        let coarse = Classes::group(&tuples, &Levels::from(vec![1]));
        let hierarchy = &tuples.quasi_identifiers()[0].hierarchy;
        let asked = |value: &str| {
            let label = hierarchy.find(value).unwrap();
            let query = [Condition { attribute: 0, level: 0, label }];
            (count(&tuples, &query), estimate(&coarse, &query))
        };
        // 2 of the 4 in their thirties are 31: half the leaves, half the records.
        assert_eq!(asked("31"), (2.0, 2.0));
        assert_eq!(asked("44"), (3.0, 2.0));
    }
}

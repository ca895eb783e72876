//! Small random tables with hierarchies, models and metrics.

use incog_data::{Column, ColumnBuilder, Hierarchy, QuasiIdentifier, Tuples};
use incog_local::LocalProblem;
use incog_privacy::{Binding, Conjunction, ModelSpec, Parameters, Value, bind_all};
use incog_search::Stream;
use incog_utility::{Metric, metric_entry};
use std::collections::BTreeSet;
use std::sync::Arc;

/// All metrics that are weighted sums of what labels cost; precision counts suppressed records or
/// not.
const METRICS: [&str; 4] = ["gen-loss", "transparency", "precision", "height"];

/// A table of up to eight records with up to three quasi-identifiers, and what is asked of its
/// release.
#[derive(Debug, Clone)]
pub struct RandomProblem {
    /// Values of the quasi-identifiers, then illness, hospital and person.
    rows: Vec<[usize; 6]>,
    hierarchies: Vec<Vec<Vec<String>>>,
    /// How many quasi-identifiers there are, which take the hierarchies in turn.
    width: usize,
    levels: Vec<(usize, usize)>,
    weights: Vec<f64>,
    models: Vec<ModelSpec>,
    /// For each row a k of its own, where people have one.
    own_k: Option<Vec<usize>>,
    counts_people: bool,
    metric: &'static str,
    lost: bool,
    limit: u64,
}

impl RandomProblem {
    /// The next problem of a stream.
    pub fn draw(stream: &mut Stream) -> Self {
        let attributes = 1 + stream.below(3);
        let hierarchies: Vec<Vec<Vec<String>>> = (0..attributes).map(|_| hierarchy(stream)).collect();
        let person_has_one_tuple = stream.chance(0.3);
        let mut rows: Vec<[usize; 6]> = Vec::new();
        for _ in 0..2 + stream.below(7) {
            let mut row = [0; 6];
            (0..attributes).for_each(|a| row[a] = stream.below(hierarchies[a].len()));
            row[3..].copy_from_slice(&[stream.below(3), stream.below(3), stream.below(5)]);
            if person_has_one_tuple && let Some(other) = rows.iter().find(|other| other[5] == row[5]) {
                row[..3].copy_from_slice(&other[..3]);
            }
            rows.push(row);
        }
        let level_range = |stream: &mut Stream, hierarchy: &Vec<Vec<String>>| {
            let height = hierarchy[0].len() - 1;
            let low = if stream.chance(0.1) { stream.below(height + 1) } else { 0 };
            let high = if stream.chance(0.15) { low + stream.below(height - low + 1) } else { height };
            (low, high)
        };
        Self {
            levels: hierarchies.iter().map(|hierarchy| level_range(stream, hierarchy)).collect(),
            weights: (0..attributes).map(|_| [1.0, 1.0, 0.0, 2.5][stream.below(4)]).collect(),
            models: models(stream),
            own_k: None,
            counts_people: stream.chance(0.25),
            metric: METRICS[stream.below(METRICS.len())],
            lost: stream.chance(0.5),
            limit: if stream.chance(0.5) { 0 } else { stream.below(rows.len() + 1) as u64 },
            width: attributes,
            rows,
            hierarchies,
        }
    }

    /// The next problem of a stream in which people have a k of their own.
    pub fn draw_with_own_k(stream: &mut Stream) -> Self {
        let mut drawn = Self::draw(stream);
        if drawn.models.iter().all(|model| model.name() != "k-anonymity") {
            drawn.models.push(named("k-anonymity", vec![("k", (1 + stream.below(2) as i64).into())]));
        }
        let own_k: Vec<usize> =
            drawn.rows.iter().map(|_| [1, 1, 2, 2, 3, 3, 4, 6, 0][stream.below(9)]).collect();
        let limit = drawn.limit + own_k.iter().filter(|k| **k == 0).count() as u64;
        Self { own_k: Some(own_k), limit, ..drawn }
    }

    /// The problem with more than nine quasi-identifiers.
    pub fn widened(&self) -> Self {
        Self { width: 10 + self.rows.len() % 4, ..self.clone() }
    }

    /// The problem with its rows in the opposite order.
    pub fn reversed(&self) -> Self {
        let own_k = self.own_k.as_ref().map(|own_k| own_k.iter().rev().copied().collect());
        Self { rows: self.rows.iter().rev().copied().collect(), own_k, ..self.clone() }
    }

    /// The problem as the library sees it.
    pub fn build(&self) -> LocalProblem {
        LocalProblem::new(self.tuples(), self.bind(), self.metric(), self.limit).unwrap()
    }

    /// The models, by name, and whom they count.
    pub fn kind(&self) -> String {
        let mut names: Vec<String> = self.models.iter().map(|model| format!("{model:?}")).collect();
        for name in &mut names {
            // The variant tells more than its numbers.
            let words: Vec<&str> =
                name.split('"').skip(1).step_by(2).filter(|word| *word != "illness").collect();
            *name = format!("{} {}", name.split(' ').next().unwrap(), words.join(" ")).trim_end().to_owned();
        }
        names.sort();
        if self.counts_people { format!("{} by person", names.join(" + ")) } else { names.join(" + ") }
    }

    pub fn metric(&self) -> Box<dyn Metric> {
        let entry = metric_entry(self.metric).unwrap();
        let lost = (self.lost && self.metric == "precision").then(|| ("suppressed", Value::word("lost")));
        entry.metric(&Parameters::said(&entry.card, lost).unwrap(), 2).unwrap()
    }

    pub fn bind(&self) -> Conjunction {
        let tuples = self.tuples();
        let none = BTreeSet::new();
        let unit = self.counts_people.then_some("person");
        let binding = Binding::new(&tuples, Some("hospital"), unit, &none);
        bind_all(&self.models, &binding.with_own_k(self.own_k.as_ref().map(|_| "own k"))).unwrap()
    }

    pub fn tuples(&self) -> Tuples {
        let column = |name: &str, value: &dyn Fn(&[usize; 6]) -> String| {
            let mut builder = ColumnBuilder::new(name);
            self.rows.iter().for_each(|row| builder.push(&value(row)));
            builder.finish(&[])
        };
        let base = self.hierarchies.len();
        let value = |row: &[usize; 6], a: usize| -> String {
            let hierarchy = &self.hierarchies[a % base];
            hierarchy[(row[a % base] + a / base * row[5]) % hierarchy.len()][0].clone()
        };
        let columns: Vec<Column> =
            (0..self.width).map(|a| column(&format!("q{a}"), &|row| value(row, a))).collect();
        let others = [("illness", 3), ("hospital", 4), ("person", 5)];
        let [illness, hospital, person] =
            others.map(|(name, place)| column(name, &|row| row[place].to_string()));
        let mut own = ColumnBuilder::new("own k");
        self.own_k.iter().flatten().for_each(|k| own.push(&k.to_string()));
        let own_k = self.own_k.as_ref().map(|_| own.finish(&[]));
        let qids = columns.iter().enumerate().map(|(a, column)| {
            let rows = self.hierarchies[a % base]
                .iter()
                .map(|row| row.iter().map(String::as_str).collect::<Vec<_>>());
            let qid = QuasiIdentifier::new(column, Arc::new(Hierarchy::new(rows).unwrap())).unwrap();
            let mut qid = qid.with_level_range(self.levels[a % base].0, self.levels[a % base].1).unwrap();
            qid.weight = self.weights[a % base];
            qid
        });
        let person = self.counts_people.then_some(&person);
        let others: Vec<&Column> = [&illness, &hospital].into_iter().chain(&own_k).chain(person).collect();
        let tuples =
            Tuples::new(qids.collect(), &columns.iter().collect::<Vec<_>>(), &others, self.rows.len())
                .unwrap();
        let tree = [["0", "mild", "*"], ["1", "mild", "*"], ["2", "grave", "*"]];
        tuples.with_hierarchy("illness", Arc::new(Hierarchy::new(tree).unwrap()))
    }
}

/// Two to four values, and none to two levels below the root; no label occurs at two levels.
fn hierarchy(stream: &mut Stream) -> Vec<Vec<String>> {
    let values = 2 + stream.below(3);
    let mut rows: Vec<Vec<String>> = (0..values).map(|value| vec![value.to_string()]).collect();
    let mut groups: Vec<usize> = (0..values).collect();
    for level in 0..stream.below(3) {
        let merge: Vec<usize> = (0..4).map(|_| stream.below(3)).collect();
        groups.iter_mut().for_each(|group| *group = merge[*group]);
        rows.iter_mut().zip(&groups).for_each(|(row, group)| row.push(format!("{level}:{group}")));
    }
    rows.iter_mut().for_each(|row| row.push("*".into()));
    rows
}

fn models(stream: &mut Stream) -> Vec<ModelSpec> {
    let mut models: Vec<ModelSpec> = Vec::new();
    for _ in 0..1 + stream.below(2) {
        let asked = model(stream);
        if models.iter().all(|known| known.name() != asked.name()) {
            models.push(asked);
        }
    }
    if stream.chance(0.1) && models.iter().all(|known| known.name() != "m-privacy") {
        models.push(named("m-privacy", vec![("m", 1.into())]));
    }
    models
}

fn named(name: &str, values: Vec<(&'static str, Value)>) -> ModelSpec {
    ModelSpec::named(name, values).unwrap()
}

fn model(stream: &mut Stream) -> ModelSpec {
    let illness = ("column", Value::word("illness"));
    let t = (1 + stream.below(12)) as f64 / 12.0;
    let diverse = |l: Value, kind: &'static str| vec![("l", l), ("kind", Value::word(kind)), illness.clone()];
    let close =
        |distance: &'static str| vec![("t", t.into()), ("distance", Value::word(distance)), illness.clone()];
    match stream.below(16) {
        0..3 => named("k-anonymity", vec![("k", (1 + stream.below(4) as i64).into())]),
        3 => named("l-diversity", diverse((2 + stream.below(2) as i64).into(), "distinct")),
        4 => named("l-diversity", diverse([1.5, 2.0, 2.5][stream.below(3)].into(), "entropy")),
        5 => {
            let mut values = diverse((2 + stream.below(2) as i64).into(), "recursive");
            values.push(("c", [0.8, 1.5, 3.0][stream.below(3)].into()));
            named("l-diversity", values)
        }
        6 => named("t-closeness", close("equal")),
        7 => named("t-closeness", close("euclidean")),
        8 => named("t-closeness", close("ordered")),
        9 => named("t-closeness", close("hierarchical")),
        10 => {
            let k = (1 + stream.below(3) as i64).into();
            let mut values = vec![("k", k), ("alpha", [0.4, 0.5, 0.7][stream.below(3)].into())];
            values.push(illness.clone());
            named("alpha-k-anonymity", values)
        }
        11 => named("beta-likeness", vec![("beta", [0.5, 1.0][stream.below(2)].into()), illness.clone()]),
        12 => named("delta-disclosure", vec![("delta", [0.7, 1.5][stream.below(2)].into()), illness.clone()]),
        13 => named("maximum-risk", vec![("risk", [0.5, 0.3][stream.below(2)].into())]),
        14 => named(
            "k-map",
            vec![("k", (2 + stream.below(6) as i64).into()), ("sampling_fraction", 0.3.into())],
        ),
        _ => named("provider-diversity", vec![("m", (2 + stream.below(2) as i64).into())]),
    }
}

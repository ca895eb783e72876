//! Small random tables with hierarchies, privacy models and metrics.

use incog_card::{Parameters, Range};
use incog_data::{Column, ColumnBuilder, Hierarchy, QuasiIdentifier, SensitiveAttribute, Tuples};
use incog_plan::ReleaseProblem;
use incog_privacy::{
    AlphaDeassociation, BetaLikeness, ClassModel, Conjunction, DeltaDisclosure, Distance, DistinctLDiversity,
    EntropyLDiversity, KAnonymity, LikenessKind, NumberRange, OwnK, RecursiveLDiversity, TCloseness,
};
use incog_utility::METRICS;
use proptest::prelude::*;
use std::sync::Arc;

/// A table of up to ten records with four quasi-identifiers of up to four values and a sensitive
/// attribute of three, and what is asked of its release.
#[derive(Debug, Clone)]
pub struct RandomProblem {
    rows: Vec<Row>,
    /// For each quasi-identifier the groups of its values at each inner level, finest first.
    groups: Vec<Vec<[usize; 4]>>,
    models: Vec<usize>,
    metric: usize,
    lost: bool,
    limit: u64,
}

/// The quasi-identifiers' values and the illness of a record.
type Row = ([usize; 4], usize);

pub const VALUES: [&str; 4] = ["a", "b", "c", "d"];
const LABELS: [&str; 4] = ["p", "q", "r", "s"];
const ILLNESSES: [&str; 3] = ["cold", "flu", "gout"];

/// Random problems; every model and metric of the catalogues occurs.
pub fn random_problems() -> impl Strategy<Value = RandomProblem> {
    let row = ([0..4usize, 0..3, 0..3, 0..2], 0..3usize);
    let inner = proptest::collection::vec([0..4usize, 0..4, 0..4, 0..4], 0..3);
    (
        proptest::collection::vec(row, 1..11),
        proptest::collection::vec(inner, 4),
        proptest::collection::vec(0..18usize, 1..3),
        0..METRICS.len(),
        any::<bool>(),
        0..11u64,
    )
        .prop_map(|(rows, groups, models, metric, lost, limit)| RandomProblem {
            rows,
            groups,
            models,
            metric,
            lost,
            limit,
        })
}

impl RandomProblem {
    /// A problem without suppression.
    pub fn new(rows: Vec<Row>, groups: Vec<Vec<[usize; 4]>>, models: Vec<usize>, metric: usize) -> Self {
        Self { rows, groups, models, metric, lost: false, limit: 0 }
    }

    /// The problem as the library sees it.
    pub fn build(&self) -> ReleaseProblem {
        let tuples = self.tuples(&self.rows);
        let models = self.models(&tuples.sensitive()[0]);
        let k = models.minimum_size();
        let entry = METRICS[self.metric];
        // The other word of what a metric has a choice of.
        let other = entry.card.parameters.iter().filter_map(|parameter| match parameter.range {
            Range::Words(words) => Some((parameter.name, words[1].into())),
            _ => None,
        });
        let said = other.filter(|_| self.lost);
        let metric = entry.metric(&Parameters::said(&entry.card, said).unwrap(), k).unwrap();
        ReleaseProblem::new(tuples, models, metric, self.limit).unwrap()
    }

    /// The problem with its rows in the opposite order.
    pub fn reversed(&self) -> Self {
        Self { rows: self.rows.iter().rev().copied().collect(), ..self.clone() }
    }

    fn tuples(&self, rows: &[Row]) -> Tuples {
        let column = |name: &str, value: &dyn Fn(&Row) -> &'static str| {
            let mut builder = ColumnBuilder::new(name);
            rows.iter().for_each(|row| builder.push(value(row)));
            builder.finish(&[])
        };
        let columns: Vec<Column> =
            (0..4).map(|a| column(&format!("q{a}"), &|row| VALUES[row.0[a]])).collect();
        let illness = column("illness", &|row| ILLNESSES[row.1]);
        let qids = columns
            .iter()
            .zip(&self.groups)
            .map(|(column, groups)| QuasiIdentifier::new(column, Arc::new(hierarchy(groups))).unwrap())
            .collect();
        Tuples::new(qids, &columns.iter().collect::<Vec<_>>(), &[&illness], rows.len()).unwrap()
    }

    fn models(&self, illness: &SensitiveAttribute) -> Conjunction {
        let model = |&choice: &usize| -> Box<dyn ClassModel> {
            match choice {
                0..3 => Box::new(KAnonymity::new(choice as u64 + 1).unwrap()),
                3 => Box::new(DistinctLDiversity::new(illness, 2).unwrap()),
                4 => Box::new(EntropyLDiversity::new(illness, 1.7).unwrap()),
                5 => Box::new(RecursiveLDiversity::new(illness, 1.5, 2).unwrap()),
                6 => Box::new(TCloseness::new(illness, 0.25, Distance::Euclidean).unwrap()),
                7 => Box::new(TCloseness::new(illness, 0.3, Distance::Equal).unwrap()),
                8 => Box::new(TCloseness::new(illness, 0.45, Distance::Euclidean).unwrap()),
                9 => Box::new(AlphaDeassociation::new(illness, 0.6).unwrap()),
                10 => Box::new(BetaLikeness::new(illness, 0.5, LikenessKind::Basic).unwrap()),
                11 => Box::new(BetaLikeness::new(illness, 1.0, LikenessKind::Enhanced).unwrap()),
                12 => Box::new(DeltaDisclosure::new(illness, 0.6).unwrap()),
                13 => Box::new(DeltaDisclosure::new(illness, 1.2).unwrap()),
                14 => {
                    // Where nobody has it, the model says nothing.
                    let share = AlphaDeassociation::new(illness, 0.3).unwrap();
                    Box::new(share.only_of(illness, &["gout".into()]))
                }
                15 => Box::new(NumberRange::new(&severity(illness), 2.0).unwrap()),
                16 => Box::new(OwnK::new(&own_k(illness, [2, 3, 4]), 1).unwrap()),
                _ => Box::new(OwnK::new(&own_k(illness, [3, 0, 1]), 2).unwrap()),
            }
        };
        Conjunction::new(self.models.iter().map(model).collect())
    }
}

/// For each illness the k that those who have it ask for.
fn own_k(illness: &SensitiveAttribute, asked: [u64; 3]) -> SensitiveAttribute {
    let of =
        |ill: &String| ILLNESSES.iter().zip(asked).find(|(known, _)| *known == ill).map_or(0, |(_, k)| k);
    let values = illness.values.iter().map(|ill| of(ill).to_string()).collect();
    SensitiveAttribute { values, ..illness.clone() }
}

/// Illnesses as numbers: how bad they are, from 1 to 3.
fn severity(illness: &SensitiveAttribute) -> SensitiveAttribute {
    let of = |ill: &String| ILLNESSES.iter().position(|known| known == ill).map_or(0, |place| place + 1);
    let values = illness.values.iter().map(|ill| of(ill).to_string()).collect();
    SensitiveAttribute { values, ..illness.clone() }
}

/// Merges the groups of each level with those of the levels below, so that levels nest.
pub fn hierarchy(groups: &[[usize; 4]]) -> Hierarchy {
    let mut of_value = [0, 1, 2, 3];
    let mut rows: Vec<Vec<&str>> = VALUES.iter().map(|value| vec![*value]).collect();
    for merge in groups {
        of_value = of_value.map(|group| merge[group]);
        rows.iter_mut().zip(of_value).for_each(|(row, group)| row.push(LABELS[group]));
    }
    rows.iter_mut().for_each(|row| row.push("*"));
    Hierarchy::new(rows).unwrap()
}

//! People who ask for a k of their own: against trying every part of every class of every node.

use incog::job::{HierarchyFile, Role};
use incog::plan::{LocalSettings, PlanError};
use incog::runs::TableRuns;
use incog::search::{BoxProblem, Stop};
use incog::{IncogError, ModelSpec, PlanStageError, Table, Terms};
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::{BTreeMap, BTreeSet};

/// Two quasi-identifiers, an illness, what the record asks for, and whom it is about.
type Row = [&'static str; 5];

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let row = (
        select(vec!["1", "2", "3", "4"]),
        select(vec!["u", "v"]),
        select(vec!["flu", "gout"]),
        select(vec!["0", "1", "2", "3", "4", "7"]),
        select(vec!["ann", "bob", "cid", "dan", "eve"]),
    );
    proptest::collection::vec(row.prop_map(|(a, b, ill, k, who)| [a, b, ill, k, who]), 2..10)
}

/// What is promised beside everybody's own k.
#[derive(Debug, Clone, Copy)]
struct Promise {
    k: usize,
    l: usize,
    of_people: bool,
}

fn promises() -> impl Strategy<Value = Promise> {
    (1..4usize, 1..3usize, any::<bool>()).prop_map(|(k, l, of_people)| Promise { k, l, of_people })
}

impl Promise {
    /// Whom a record counts for: `place` is its row.
    fn unit(self, place: usize, rows: &[Row]) -> String {
        if self.of_people { rows[place][4].to_owned() } else { place.to_string() }
    }

    /// What the unit of a record asks for; `None` where that is to be left out.
    fn asked(self, place: usize, rows: &[Row]) -> Option<usize> {
        let hers = (0..rows.len()).filter(|&other| self.unit(other, rows) == self.unit(place, rows));
        let all: Vec<usize> = hers.map(|other| rows[other][3].parse().unwrap()).collect();
        if all.contains(&0) { None } else { all.into_iter().chain([self.k]).max() }
    }

    /// By the definition: whether these records may be a class.
    fn holds(self, class: &[usize], rows: &[Row]) -> bool {
        let units: BTreeSet<String> = class.iter().map(|&place| self.unit(place, rows)).collect();
        let illnesses: BTreeSet<&str> = class.iter().map(|&place| rows[place][2]).collect();
        let is_met = |&place: &usize| self.asked(place, rows).is_some_and(|asked| asked <= units.len());
        class.is_empty() || illnesses.len() >= self.l && class.iter().all(is_met)
    }

    fn largest_part(self, class: &[usize], rows: &[Row]) -> usize {
        let parts = (0u32..1 << class.len()).filter_map(|part| {
            let of_part = (0..class.len()).filter(|place| part >> place & 1 == 1).map(|place| class[place]);
            let of_part: Vec<usize> = of_part.collect();
            self.holds(&of_part, rows).then_some(of_part.len())
        });
        parts.max().unwrap_or(0)
    }

    fn terms(self, limit: f64, objective: &str, algorithm: &str, local: bool) -> Terms {
        let named = |name, parameter, value: usize| {
            ModelSpec::named(name, [(parameter, (value as i64).into())]).unwrap()
        };
        let builder = Terms::builder()
            .quasi_identifier("a")
            .hierarchy("a", HierarchyFile::parse("{ intervals = [2] }").unwrap())
            .quasi_identifier("b")
            .sensitive("ill")
            .role("k", Role::OwnK)
            .suppression_limit(limit)
            .objective(objective)
            .algorithm(algorithm)
            .model(named("k-anonymity", "k", self.k))
            .model(named("l-diversity", "l", self.l));
        let builder = if self.of_people { builder.person("who") } else { builder.identifier("who") };
        if local { builder.local(LocalSettings::default()) } else { builder }.build().unwrap()
    }
}

fn table(rows: &[Row]) -> Table {
    Table::from_rows(["a", "b", "ill", "k", "who"], rows.iter().map(|row| row.iter().copied()), &[]).unwrap()
}

/// The least loss of all nodes at which enough of every class can stay, by trying all parts of all
/// classes. The loss is the share of levels, or of cells that are suppressed or generalized.
fn least_loss(promise: Promise, terms: &Terms, rows: &[Row], is_share: bool) -> Option<f64> {
    let table = table(rows);
    let problem = terms.problem(&table).unwrap();
    let qids = problem.tuples().quasi_identifiers();
    let losses = problem.lattice().nodes().filter_map(|node| {
        let label = |row: usize, place: usize| {
            qids[place].label(node[place], table.columns()[place].codes.at(row)).to_owned()
        };
        let mut classes: BTreeMap<[String; 2], Vec<usize>> = BTreeMap::new();
        for row in 0..rows.len() {
            classes.entry([label(row, 0), label(row, 1)]).or_default().push(row);
        }
        let kept: Vec<usize> = classes.values().map(|class| promise.largest_part(class, rows)).collect();
        let most: usize = kept.iter().sum();
        let suppressed = rows.len() - most;
        if most == 0 || suppressed as u64 > problem.suppression_limit() {
            return None;
        }
        let shares = (0..2).map(|place| match qids[place].hierarchy.height() {
            0 => 0.0,
            height => f64::from(node[place]) / height as f64,
        });
        let discernibility: usize =
            kept.iter().map(|kept| kept * kept).sum::<usize>() + suppressed * rows.len();
        Some(if is_share { shares.sum::<f64>() / 2.0 } else { discernibility as f64 })
    });
    losses.reduce(f64::min)
}

fn check_release(
    promise: Promise,
    terms: &Terms,
    rows: &[Row],
) -> Result<Option<(f64, Stop)>, TestCaseError> {
    let table = table(rows);
    let plan = match terms.plan(&table) {
        Ok(plan) => plan,
        Err(IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_)))) => return Ok(None),
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    };
    let release = terms.publish(&table, &plan).unwrap();
    prop_assert!(release.table.column("k").is_none() && release.table.column("who").is_none());
    let mut classes: BTreeMap<[&str; 2], Vec<usize>> = BTreeMap::new();
    for (place, &row) in release.rows.iter().enumerate() {
        let label = |column: usize| release.table.columns()[column].value(place);
        classes.entry([label(0), label(1)]).or_default().push(row as usize);
    }
    for class in classes.values() {
        prop_assert!(promise.holds(class, rows), "{promise:?} breaks on {class:?} of {rows:?}");
    }
    Ok(Some((plan.value, plan.stopped)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn the_proved_optimum_is_the_best_of_all(
        rows in rows(), promise in promises(), limit in select(vec![0.0, 0.3, 0.6, 1.0]),
        is_share in any::<bool>(), algorithm in select(vec!["optimal", "exhaustive", "auto"]),
    ) {
        let terms = promise.terms(limit, if is_share { "precision" } else { "discernibility" }, algorithm, false);
        let best = least_loss(promise, &terms, &rows, is_share);
        match (check_release(promise, &terms, &rows)?, best) {
            (None, None) => {}
            (Some((value, stopped)), Some(best)) => {
                prop_assert!((value - best).abs() < 1e-9, "{value} was found, {best} is best");
                // The largest part of people with several illnesses is known, too.
                prop_assert_eq!(stopped, Stop::Proved);
            }
            (found, best) => prop_assert!(false, "{found:?}, best {best:?}"),
        }
    }

    #[test]
    fn local_recodings_keep_everybodys_own_k(
        rows in rows(), promise in promises(), limit in select(vec![0.3, 0.6, 1.0]),
    ) {
        let terms = promise.terms(limit, "gen-loss", "auto", true);
        check_release(promise, &terms, &rows)?;
    }
}

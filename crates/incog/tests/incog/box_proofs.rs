//! Proofs that no full-domain release is better: what they prove, and what is left of them when
//! they are changed.

use crate::oracle::{close, oracle};
use crate::random_problem::{VALUES, hierarchy};
use incog_audit::{BoxProof, BoxStep, Demand, FullDomain, NoBound};
use incog_data::{ColumnBuilder, Hierarchy, QuasiIdentifier, Table, Tuples};
use incog_plan::{Plan, ReleaseProblem, Request, SearchSettings, certify, solve};
use incog_privacy::{MissingAs, ModelSpec};
use incog_search::exact::{self, NoCertificate, OptimalityCertificate, Step};
use incog_search::{Budget, Evaluator, Stop};
use incog_utility::Objective;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const ILL: [&str; 3] = ["flu", "gout", "pox"];
const WHO: [&str; 5] = ["ann", "bob", "cid", "dan", "eve"];

/// The values of three quasi-identifiers, an illness, and whom the record is about or whom it comes
/// from.
type Row = ([usize; 3], usize, usize);

/// A table and what is asked of its release.
#[derive(Debug, Clone)]
struct RandomRequest {
    rows: Vec<Row>,
    /// For each quasi-identifier the groups of its values at each inner level, finest first.
    groups: Vec<Vec<[usize; 4]>>,
    models: Vec<usize>,
    objective: usize,
    limit: f64,
    people: bool,
    /// Whether people have a k of their own.
    own_k: bool,
    /// Of the quasi-identifiers, what they count and how many of their lowest and highest levels
    /// are not allowed.
    weights: [u8; 3],
    cut_off: [(u8, u8); 3],
    evaluations: Option<u64>,
}

fn asked() -> impl Strategy<Value = RandomRequest> {
    let row = ([0..4usize, 0..4, 0..3], 0..3usize, 0..5usize);
    let inner = proptest::collection::vec([0..4usize, 0..4, 0..4, 0..4], 0..3);
    let terms = (
        proptest::collection::vec(0..15usize, 1..3),
        0..6usize,
        prop_oneof![Just(0.0), 0.0..1.0f64, Just(1.0)],
        any::<[bool; 2]>(),
        [0..3u8, 1..3, 1..3],
        [(0..2u8, 0..2u8), (0..2, 0..2), (0..2, 0..2)],
        prop_oneof![Just(None), (1..30u64).prop_map(Some)],
    );
    (proptest::collection::vec(row, 1..14), proptest::collection::vec(inner, 3), terms).prop_map(
        |(rows, groups, (models, objective, limit, [people, own_k], weights, cut_off, evaluations))| {
            RandomRequest {
                rows,
                groups,
                models,
                objective,
                limit,
                people,
                own_k,
                weights,
                cut_off,
                evaluations,
            }
        },
    )
}

/// A model; some are about whom records come from.
fn model(choice: usize, people: bool) -> ModelSpec {
    let (name, values): (_, Vec<(_, incog_card::Value)>) = match if people { choice % 11 } else { choice } {
        0..2 => ("k-anonymity", vec![("k", (choice as i64 + 2).into())]),
        2 => ("l-diversity", vec![("l", 2.into())]),
        3 => ("l-diversity", vec![("l", 1.7.into()), ("kind", "entropy".into())]),
        4 => ("l-diversity", vec![("l", 2.into()), ("kind", "recursive".into()), ("c", 1.5.into())]),
        5 => ("t-closeness", vec![("t", 0.3.into())]),
        6 => ("alpha-k-anonymity", vec![("alpha", 0.6.into()), ("k", 2.into())]),
        7 => ("beta-likeness", vec![("beta", 1.0.into())]),
        8 => ("p-sensitive-k-anonymity", vec![("p", 2.into()), ("k", 3.into())]),
        9 => ("maximum-risk", vec![("risk", 0.5.into())]),
        10 => ("k-map", vec![("k", 4.into()), ("sampling_fraction", 0.2.into())]),
        11 => ("delta-disclosure", vec![("delta", 0.9.into())]),
        12 => ("c-mixture", vec![("c", 0.4.into())]),
        13 => ("provider-diversity", vec![("m", 2.into())]),
        _ => ("m-privacy", vec![("m", 1.into())]),
    };
    ModelSpec::named(name, values).unwrap()
}

/// Everything a search and whoever checks it need.
struct BoundRequest {
    table: Table,
    quasi_identifiers: Vec<QuasiIdentifier>,
    demand: Demand,
    objective: Objective,
    problem: ReleaseProblem,
    hierarchies: BTreeMap<String, Arc<Hierarchy>>,
}

impl RandomRequest {
    /// A job with everybody's own k has k-anonymity, too.
    fn models(&self) -> Vec<ModelSpec> {
        let models = self.models.iter().chain(self.own_k.then_some(&0));
        models.map(|&choice| model(choice, self.people)).collect()
    }

    fn table(&self) -> Table {
        let column = |name: &str, value: &dyn Fn(&Row) -> &'static str| {
            let mut builder = ColumnBuilder::new(name);
            self.rows.iter().for_each(|row| builder.push(value(row)));
            builder.finish(&[])
        };
        let qids = (0..3).map(|a| column(&format!("q{a}"), &|row| VALUES[row.0[a]]));
        let own = column("own", &|row| ["0", "1", "2", "4"][(row.0[0] + row.1 + 2 * row.2) % 4]);
        let others = [column("ill", &|row| ILL[row.1]), column("who", &|row| WHO[row.2])];
        let own = self.own_k.then_some(own);
        Table::new(qids.chain(others).chain(own).collect()).unwrap()
    }

    fn quasi_identifiers(&self, table: &Table) -> Vec<QuasiIdentifier> {
        let bound = |(attribute, groups): (usize, &Vec<[usize; 4]>)| {
            let hierarchy = Arc::new(hierarchy(groups));
            let height = hierarchy.height();
            let (low, high) = self.cut_off[attribute];
            let low = usize::from(low).min(height);
            let high = (height - usize::from(high).min(height)).max(low);
            let qid = QuasiIdentifier::new(&table.columns()[attribute], hierarchy).unwrap();
            let qid = qid.with_level_range(low, high).unwrap();
            QuasiIdentifier { weight: self.weights[attribute].into(), ..qid }
        };
        self.groups.iter().enumerate().map(bound).collect()
    }

    fn objective(&self) -> Objective {
        let name = ["loss", "gen-loss", "transparency", "height", "precision", "precision"][self.objective];
        let entry = incog_utility::METRICS.iter().find(|entry| entry.card.name == name).unwrap();
        let said = (self.objective == 5).then_some(("suppressed", "lost".into()));
        Objective::new(incog_card::Parameters::said(&entry.card, said).unwrap()).unwrap()
    }

    /// `None` where the models do not fit the table.
    fn pose(&self) -> Option<BoundRequest> {
        let table = self.table();
        let quasi_identifiers = self.quasi_identifiers(&table);
        let models = self.models();
        let named = |is_so: bool| is_so.then(|| "who".to_owned());
        let (unit, provider) = (named(self.people), named(!self.people));
        let request = Request {
            suppression_limit: self.limit,
            objective: self.objective(),
            unit: unit.clone(),
            provider: provider.clone(),
            own_k: self.own_k.then(|| "own".to_owned()),
            ..Request::new(models.clone())
        };
        let columns: Vec<_> = table.columns()[..3].iter().collect();
        let in_cells: Vec<_> = table.columns()[3..].iter().collect();
        let tuples = Tuples::new(quasi_identifiers.clone(), &columns, &in_cells, table.rows()).unwrap();
        let problem = incog_plan::release_problem(&request, tuples).ok()?;
        let demand = Demand {
            models,
            quasi_identifiers: ["q0", "q1", "q2"].map(String::from).into(),
            sensitive: vec![("ill".to_owned(), MissingAs::default())],
            provider,
            own_k: request.own_k.clone(),
            unit,
            provider_published: false,
            aggregated: Vec::new(),
        };
        let (objective, hierarchies) = (request.objective, BTreeMap::new());
        Some(BoundRequest { table, quasi_identifiers, demand, objective, problem, hierarchies })
    }
}

impl BoundRequest {
    fn releases(&self) -> FullDomain<'_> {
        FullDomain {
            input: &self.table,
            quasi_identifiers: &self.quasi_identifiers,
            demand: &self.demand,
            hierarchies: &self.hierarchies,
            objective: &self.objective,
            limit: self.problem.suppression_limit(),
        }
    }

    fn proof(&self, certificate: OptimalityCertificate) -> BoxProof {
        let step = |step| match step {
            Step::Cut { attribute, level } => BoxStep::Cut(attribute, level),
            Step::Below(node) => BoxStep::Below(node),
            Step::Dear { nodes, highest } => BoxStep::Dear(nodes, highest),
        };
        BoxProof {
            quasi_identifiers: self.demand.quasi_identifiers.clone(),
            nodes: certificate.nodes.iter().map(|node| node.to_vec()).collect(),
            steps: certificate.steps.into_iter().map(step).collect(),
        }
    }

    fn plan(&self, algorithm: &str, evaluations: Option<u64>) -> Option<Plan> {
        let settings = SearchSettings {
            algorithm: algorithm.into(),
            max_evaluations: evaluations,
            ..SearchSettings::default()
        };
        solve(&self.problem, &settings, &AtomicBool::new(false), &mut |_| {}).ok()
    }

    /// The proof of a plan; none where nothing may be concluded.
    fn prove(&self, plan: &Plan) -> Result<Option<BoxProof>, TestCaseError> {
        let can_be = self.releases().can_be_bounded();
        let made = certify(&self.problem, plan, &SearchSettings::default(), &AtomicBool::new(false));
        prop_assert!(can_be.is_err() || made.is_ok() || plan.upper_bound.is_none(), "{:?}", made.err());
        Ok(made.ok().filter(|_| can_be.is_ok()).map(|certificate| self.proof(certificate)))
    }
}

/// A change of a proof: where, what, and to what.
type Change = (usize, usize, u8, u8);

fn change(proof: &mut BoxProof, (place, kind, first, second): Change) {
    let (step, node) = (place % proof.steps.len().max(1), place % proof.nodes.len().max(1));
    match kind {
        0 => proof.steps.truncate(step),
        1 if !proof.steps.is_empty() => _ = proof.steps.remove(step),
        2 if !proof.steps.is_empty() => {
            let other = usize::from(first) % proof.steps.len();
            proof.steps.swap(step, other);
        }
        3 if !proof.nodes.is_empty() => proof.nodes[node][usize::from(first) % 3] = second % 5,
        4 => proof.nodes.truncate(node),
        5 => proof.steps.insert(step, BoxStep::Cut(usize::from(first) % 4, second % 5)),
        6 => proof.steps.insert(step, BoxStep::Below(usize::from(first) % (proof.nodes.len() + 1))),
        _ => match proof.steps.get_mut(step) {
            Some(BoxStep::Cut(attribute, level)) => {
                (*attribute, *level) = (usize::from(first) % 4, second % 5)
            }
            Some(BoxStep::Below(place)) => *place = usize::from(first) % (proof.nodes.len() + 1),
            Some(BoxStep::Dear(nodes, highest)) => {
                match first % 4 {
                    0 => nodes.push(usize::from(second) % (proof.nodes.len() + 1)),
                    1 => nodes.extend_from_within(..),
                    2 => _ = highest.pop(),
                    _ => highest.push((usize::from(second) % 4, second % 5)),
                };
            }
            None => {}
        },
    }
}

/// What is too long, or not so, is not written.
#[test]
fn there_is_no_proof_of_what_is_not_so() {
    let rows = (0..12).map(|row| ([row % 4, row / 4, row % 3], row % 3, row % 5)).collect();
    let asked = RandomRequest {
        rows,
        groups: vec![vec![[0, 0, 1, 1]]; 3],
        models: vec![0],
        objective: 3,
        limit: 0.0,
        people: false,
        own_k: false,
        weights: [1; 3],
        cut_off: [(0, 0); 3],
        evaluations: None,
    };
    let problem = asked.pose().unwrap().problem;
    let (best, _) = oracle(&problem).unwrap();
    let made = |bound: f64, most: usize, evaluations: u64| {
        let mut nobody = |_| {};
        let mut evaluator = Evaluator::new(&problem, Budget::evaluations(evaluations), &mut nobody);
        exact::certify(&mut evaluator, bound, most)
    };
    assert!(made(best, 1000, 1000).is_ok());
    assert_eq!(made(best + 1.0, 1000, 1000), Err(NoCertificate::NoBound));
    assert_eq!(made(best, 5, 1000), Err(NoCertificate::TooLong { most: 5 }));
    assert_eq!(made(best, 1000, 3), Err(NoCertificate::Stopped(Stop::Budget)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// The proof of an optimum proves it; that of a bound proves the bound.
    #[test]
    fn what_a_search_proves_is_proved_again(asked in asked()) {
        let Some(posed) = asked.pose() else { return Ok(()) };
        let Some(plan) = posed.plan("exhaustive", None) else { return Ok(()) };
        let Some((best, _)) = oracle(&posed.problem) else { panic!("a release of what cannot be released") };
        if let Some(proof) = posed.prove(&plan)? {
            let bound = posed.releases().bound_of_boxes(&proof).unwrap();
            prop_assert!(bound.is_ok_and(|bound| close(bound, best)), "{bound:?}, best is {best}");
        }
        let Some(early) = posed.plan("optimal", asked.evaluations) else { return Ok(()) };
        if let Some(proof) = posed.prove(&early)? {
            let bound = posed.releases().bound_of_boxes(&proof).unwrap().unwrap();
            let claimed = posed.problem.signed(early.upper_bound.unwrap());
            prop_assert!(bound >= claimed || close(bound, claimed), "{bound} of {claimed}");
            prop_assert!(bound <= best || close(bound, best), "{bound}, best is {best}");
        }
    }

    /// With weights, levels that are not allowed, people and any limit: the same node as trying all
    /// of them.
    #[test]
    fn hitting_set_finds_what_trying_all_finds(asked in asked()) {
        let Some(posed) = asked.pose() else { return Ok(()) };
        let Some(found) = posed.plan("hitting-set", None) else { return Ok(()) };
        let Some(best) = posed.plan("exhaustive", None) else { panic!("a release of what cannot be released") };
        prop_assert_eq!(found.recoding.levels(), best.recoding.levels());
        prop_assert_eq!((found.stopped, found.value), (best.stopped, best.value));
        // However early it ends, its bound holds.
        let Some(early) = posed.plan("hitting-set", asked.evaluations) else { return Ok(()) };
        let bound = early.upper_bound.map_or(f64::NEG_INFINITY, |bound| posed.problem.signed(bound));
        let best = posed.problem.signed(best.value);
        prop_assert!(bound <= best || close(bound, best), "{bound}, best is {best}");
    }

    /// However a proof is changed, it proves nothing that is not so.
    #[test]
    fn no_forged_proof_proves_too_much(
        asked in asked(),
        changes in proptest::collection::vec((any::<usize>(), 0..9usize, any::<u8>(), any::<u8>()), 1..5),
    ) {
        let Some(posed) = asked.pose() else { return Ok(()) };
        let Some(plan) = posed.plan("exhaustive", None) else { return Ok(()) };
        let (best, _) = oracle(&posed.problem).unwrap();
        let Some(mut proof) = posed.prove(&plan)? else { return Ok(()) };
        for one in changes {
            change(&mut proof, one);
            if let Ok(bound) = posed.releases().bound_of_boxes(&proof).unwrap() {
                prop_assert!(bound <= best || close(bound, best), "{bound}, best is {best}: {proof:?}");
            }
        }
    }

    /// A proof for other columns is none, and one that stops early leaves something open.
    #[test]
    fn a_shortened_proof_is_none(asked in asked(), place in any::<usize>()) {
        let Some(posed) = asked.pose() else { return Ok(()) };
        let Some(plan) = posed.plan("exhaustive", None) else { return Ok(()) };
        let Some(mut proof) = posed.prove(&plan)? else { return Ok(()) };
        let refused = |proof: &BoxProof| posed.releases().bound_of_boxes(proof).unwrap().err();
        let mut other = proof.clone();
        other.quasi_identifiers.swap(0, 1);
        prop_assert_eq!(refused(&other), Some(NoBound::QuasiIdentifiers));
        proof.steps.truncate(place % proof.steps.len());
        prop_assert_eq!(refused(&proof), Some(NoBound::Steps));
    }
}

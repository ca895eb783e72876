//! What is done side by side gives what is done one after the other.

use crate::random_problem::random_problems;
use incog_plan::ReleaseProblem;
use incog_search::exact::{exhaustive, optimal};
use incog_search::{
    BoxProblem, Budget, Evaluation, Evaluator, Lattice, Look, Node, PartFloor, Problem, Progress, Stop,
};
use proptest::prelude::*;

/// A release problem of which every look is said to take long, so that all of them are shared.
struct Slow(ReleaseProblem);

impl Problem for Slow {
    type Candidate = Node;

    fn evaluate(&self, node: &Node) -> Evaluation {
        self.0.evaluate(node)
    }
}

impl BoxProblem for Slow {
    type RolledUp = <ReleaseProblem as BoxProblem>::RolledUp;
    type View = <ReleaseProblem as BoxProblem>::View;

    fn lattice(&self) -> &Lattice {
        self.0.lattice()
    }

    fn rolled_up(&self) -> Self::RolledUp {
        self.0.rolled_up()
    }

    fn coarsen(&self, rolled_up: &Self::RolledUp, node: &Node) -> Option<Self::RolledUp> {
        self.0.coarsen(rolled_up, node)
    }

    fn look(&self, rolled_up: &Self::RolledUp, node: &Node) -> Look<Self::View> {
        self.0.look(rolled_up, node)
    }

    fn bound(
        &self,
        rolled_up: &Self::RolledUp,
        view: &Self::View,
        lowest: &Node,
        floors: &[PartFloor],
    ) -> f64 {
        self.0.bound(rolled_up, view, lowest, floors)
    }

    fn part(&self, attributes: &[usize]) -> Option<Self> {
        self.0.part(attributes).map(Self)
    }

    fn attributes(&self) -> &[usize] {
        self.0.attributes()
    }
}

/// All that is told on the way, and the end.
type SearchOutcome = (Vec<Progress>, u64, Option<(Node, Evaluation)>, Stop);

fn told<P: BoxProblem>(problem: &P, evaluations: Option<u64>, undivided_steps: Option<u64>) -> SearchOutcome {
    let mut progress = Vec::new();
    let mut observe = |point: Progress| progress.push(point);
    let mut evaluator = Evaluator::new(problem, Budget { evaluations, signal: &|| None }, &mut observe);
    let stop = match undivided_steps {
        Some(steps) => optimal(&mut evaluator, steps),
        None => exhaustive(&mut evaluator),
    };
    let (count, best) = (evaluator.evaluations(), evaluator.best().cloned());
    (progress, count, best, stop)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Small problems are worked on by one thread, the same problems said to be slow by three; also
    /// when the budget ends among the looks.
    #[test]
    fn sharing_changes_nothing(
        problem in random_problems(),
        evaluations in prop_oneof![Just(None), (1..200u64).prop_map(Some)],
        undivided_steps in prop_oneof![Just(None), (1..4u64).prop_map(Some)],
    ) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let alone = told(&problem.build(), evaluations, undivided_steps);
        let slow = Slow(problem.build());
        let shared = pool.install(|| told(&slow, evaluations, undivided_steps));
        prop_assert_eq!(alone, shared);
    }
}

//! Islands on several ranks, and searches that go on from where another one was.

mod threads;
mod toy;

use super::{About, CheckpointSink, IslandContext, IslandsError, Missed, call_off, is_begun};
use crate::evolutionary::{Genome, GenomeProblem, IdDga, IdDgaAblation, Snapshot};
use crate::{Budget, Evaluation, Evaluator, Node, Observer, Pairing, Problem, Progress, Stop, rounded};
use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
};
use std::sync::atomic::{AtomicU64, Ordering};
use threads::{ThreadRank, ranks};
use toy::Toy;

/// A search, and how much it may look at.
#[derive(Debug, Clone)]
struct Task {
    toy: Toy,
    search: IdDga,
    evaluations: u64,
    seed: u64,
}

/// All that a search leaves behind.
#[derive(Debug, Clone, PartialEq)]
struct Outcome {
    stop: Stop,
    evaluations: u64,
    best: Option<(Genome, Evaluation)>,
    bound: Option<f64>,
    progress: Vec<Progress>,
    snapshots: Vec<Snapshot>,
}

#[derive(Default)]
struct Diary {
    progress: Vec<Progress>,
    snapshots: Vec<Snapshot>,
    is_wanted: bool,
}

impl Observer for Diary {
    fn observe(&mut self, progress: Progress) {
        self.progress.push(progress);
    }

    fn wants_snapshots(&self) -> bool {
        self.is_wanted
    }

    fn snapshot(&mut self, snapshot: &Snapshot) {
        self.snapshots.push(snapshot.clone());
    }
}

/// Keeps every state that it is given, and asks for all unless it is patient.
#[derive(Default)]
struct Drawer {
    begin: Option<Vec<u8>>,
    kept: Vec<Vec<u8>>,
    missed: Vec<Missed>,
    is_patient: bool,
    /// Says that it could not keep what it is given.
    is_full: bool,
}

impl CheckpointSink for Drawer {
    fn begin(&mut self) -> Option<Vec<u8>> {
        self.begin.clone()
    }

    fn is_due(&mut self) -> bool {
        !self.is_patient
    }

    fn keep(&mut self, state: &[u8], _evaluations: u64) -> bool {
        self.kept.push(state.to_vec());
        !self.is_full
    }

    fn miss(&mut self, why: Missed) {
        self.missed.push(why);
    }
}

impl Task {
    fn run(
        &self,
        around: &mut IslandContext<'_>,
        signal: &(dyn Fn() -> Option<Stop> + Sync),
    ) -> Result<Outcome, IslandsError> {
        let mut diary = Diary { is_wanted: around.rank() == 0, ..Diary::default() };
        let budget = Budget { evaluations: Some(self.evaluations), signal };
        let toy = self.toy.clone();
        let mut evaluator = Evaluator::new(&toy, budget, &mut diary);
        let stop = self.search.run_among(&mut evaluator, around, self.seed)?;
        let (evaluations, best, bound) =
            (evaluator.evaluations(), evaluator.best().cloned(), evaluator.bound());
        Ok(Outcome { stop, evaluations, best, bound, progress: diary.progress, snapshots: diary.snapshots })
    }

    fn alone(&self) -> Outcome {
        self.run(&mut IslandContext::default(), &|| None).unwrap()
    }

    /// What every rank comes to; the first one's keeper is the drawer.
    fn on_ranks(&self, ranks: Vec<ThreadRank>, drawer: &mut Drawer) -> Vec<Result<Outcome, IslandsError>> {
        self.on_ranks_until(ranks, drawer, &|| None)
    }

    fn on_ranks_until(
        &self,
        ranks: Vec<ThreadRank>,
        drawer: &mut Drawer,
        signal: &(dyn Fn() -> Option<Stop> + Sync),
    ) -> Vec<Result<Outcome, IslandsError>> {
        std::thread::scope(|scope| {
            let mut drawer = Some(drawer);
            let running: Vec<_> = ranks
                .into_iter()
                .map(|rank| {
                    let drawer = drawer.take();
                    scope.spawn(move || {
                        let sink = drawer.map(|drawer| drawer as &mut dyn CheckpointSink);
                        let mut around = IslandContext { transport: Some(&rank), sink, binding: [7; 32] };
                        self.run(&mut around, signal)
                    })
                })
                .collect();
            running.into_iter().map(|rank| rank.join().unwrap()).collect()
        })
    }
}

/// What all ranks know, the first one also of the course.
fn known(outcome: &Outcome) -> (Stop, u64, Option<(Genome, Evaluation)>, Option<f64>) {
    (outcome.stop, outcome.evaluations, outcome.best.clone(), outcome.bound)
}

fn task() -> impl Strategy<Value = Task> {
    let without = prop_oneof![
        Just(IdDgaAblation::Nothing),
        Just(IdDgaAblation::Mutation),
        Just(IdDgaAblation::Improvement),
        Just(IdDgaAblation::Framework),
    ];
    let toy = (proptest::collection::vec(1u8..=4, 1..=4), prop_oneof![Just(0), 1usize..=70], any::<u64>());
    let pairing = prop_oneof![Just(Pairing::Disjoint), Just(Pairing::Each), Just(Pairing::All)];
    let breeding = (without, pairing);
    (toy, breeding, 4usize..=6, 1u64..=3, 1u64..=600, any::<u64>()).prop_map(
        |((highest, records, salt), (without, pairing), islands, migration_interval, evaluations, seed)| {
            Task {
                toy: Toy::new(highest, records, salt),
                search: IdDga {
                    population: 5 * islands,
                    islands,
                    mutation: 0.2,
                    pairing,
                    migration_interval,
                    without,
                },
                evaluations,
                seed,
            }
        },
    )
}

fn one_task(records: usize) -> Task {
    let search = IdDga {
        population: 20,
        islands: 4,
        mutation: 0.2,
        pairing: Pairing::Disjoint,
        migration_interval: 2,
        without: IdDgaAblation::Nothing,
    };
    Task { toy: Toy::new(vec![5; 6], records, 5), search, evaluations: 900, seed: 3 }
}

/// Ends a search from outside after so many looks at the clock, and goes on: what it keeps is the
/// state of the last meeting byte for byte, and leads to the same result. Whether it had held one.
fn ended_and_gone_on(task: &Task, count: usize, asks: u64) -> bool {
    let mut all = Drawer::default();
    let whole = task.on_ranks(ranks(1), &mut all)[0].clone().unwrap();
    let asked = AtomicU64::new(0);
    let signal = || (asked.fetch_add(1, Ordering::Relaxed) >= asks).then_some(Stop::Time);
    let mut patient = Drawer { is_patient: true, ..Drawer::default() };
    let ended = task.on_ranks_until(ranks(count), &mut patient, &signal)[0].clone().unwrap();
    if ended.stop != Stop::Time {
        assert!(patient.kept.is_empty());
        // What is proved is proved, even by fewer evaluations where other islands were cut; one of
        // those may have looked at a node that cannot be better and whose best suppression is not
        // known, and then the whole search does not prove it.
        let is_proved = ended.stop == Stop::Proved && matches!(whole.stop, Stop::Proved | Stop::Converged);
        let loss = |outcome: &Outcome| outcome.best.as_ref().map(|(_, evaluation)| evaluation.loss);
        assert!(known(&ended) == known(&whole) || is_proved, "{ended:?} {whole:?}");
        assert_eq!(loss(&ended), loss(&whole));
        if is_proved {
            check_proof(&task.toy, &ended);
        }
        return false;
    }
    // A state begins with the evaluations before it.
    let evaluations = |state: &[u8]| u64::from_le_bytes(state[..8].try_into().unwrap());
    let held: Vec<&Vec<u8>> =
        all.kept.iter().filter(|state| evaluations(state) <= ended.evaluations).collect();
    assert!(patient.kept.len() <= 1);
    // The last epoch may have ended when all that is left of it was looking at the clock.
    let last_ones = &held[held.len().saturating_sub(2)..];
    let Some(state) = patient.kept.pop() else {
        assert!(held.is_empty() || evaluations(held[0]) == ended.evaluations);
        return false;
    };
    assert!(last_ones.contains(&&state));
    let mut rest = Drawer { begin: Some(state), ..Drawer::default() };
    let again = task.on_ranks(ranks(count), &mut rest)[0].clone().unwrap();
    assert_eq!(known(&again), known(&whole));
    true
}

#[test]
fn whenever_a_search_is_ended_it_keeps_the_last_meeting() {
    // Where genomes consist of levels, many are evaluated between two looks at the clock.
    for (records, count, step) in [(0, 1, 2), (0, 3, 2), (30, 1, 20), (30, 2, 20)] {
        let task = one_task(records);
        let kept = (0..40).filter(|place| ended_and_gone_on(&task, count, place * step)).count();
        assert!(kept > 20, "{records} {count}: {kept}");
    }
}

fn all_nodes(toy: &Toy) -> Vec<Vec<u8>> {
    toy.lattice.highest.iter().fold(vec![Vec::new()], |nodes: Vec<Vec<u8>>, &high| {
        let longer = |node: Vec<u8>| (0..=high).map(move |level| [node.clone(), vec![level]].concat());
        nodes.into_iter().flat_map(longer).collect()
    })
}

/// The least loss of a node that is allowed, by a look at all of them.
fn best_of_all(toy: &Toy) -> f64 {
    let evaluations = all_nodes(toy)
        .into_iter()
        .map(|levels| toy.evaluate(&Genome { levels: levels.into(), kept: Default::default() }));
    evaluations.filter(Evaluation::is_feasible).map(|found| found.loss).fold(f64::INFINITY, f64::min)
}

/// An island that is ended has looked at less of what cannot be better, so one that has seen all
/// nodes may prove what the whole search does not: there some of those nodes left the best
/// suppression open.
#[test]
fn an_island_that_was_ended_takes_no_proof_from_another() {
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let without_whole_proof = alone.install(|| {
        let ended_first = |&(salt, asks): &(u64, u64)| {
            let task = Task { toy: Toy::new(vec![3, 2], 0, 2 * salt + 1), evaluations: 104, ..one_task(0) };
            let asked = AtomicU64::new(0);
            let signal = || (asked.fetch_add(1, Ordering::Relaxed) >= asks).then_some(Stop::Time);
            let ended = task.run(&mut IslandContext::default(), &signal).unwrap();
            if ended.stop != Stop::Proved || task.alone().stop != Stop::Converged {
                return false;
            }
            check_proof(&task.toy, &ended);
            true
        };
        (0..100).flat_map(|salt| (0..20).map(move |asks| (salt, asks))).filter(ended_first).count()
    });
    assert!(without_whole_proof > 0);
}

/// Demands that what is called proved is: nothing is better, and no node can be of which the best
/// suppression is not known.
fn check_proof(toy: &Toy, proved: &Outcome) {
    let loss = proved.best.as_ref().map_or(f64::INFINITY, |(_, found)| found.loss);
    assert_eq!((loss, proved.bound), (best_of_all(toy), Some(loss)));
    let open = all_nodes(toy).into_iter().map(Node::from).filter(|node| toy.leaves_suppression_open(node));
    assert!(open.into_iter().all(|node| rounded(toy.bound(&node)) >= rounded(loss)));
}

/// Where the budget of some islands ends before that of others, what those meant to look at and did
/// not is not known to these.
#[test]
fn islands_prove_only_what_all_nodes_say() {
    let mut proved = 0;
    for salt in 0..6_000u64 {
        let highest =
            [vec![3, 4, 4], vec![4, 4, 2, 4], vec![4, 3, 4], vec![4, 3, 4, 2]][salt as usize % 4].clone();
        let nodes: u64 = highest.iter().map(|&high| u64::from(high) + 1).product();
        let search = IdDga {
            population: 12 + (salt as usize % 3) * 6,
            islands: 6,
            mutation: 0.2,
            pairing: Pairing::Disjoint,
            migration_interval: 1 + salt % 2,
            without: IdDgaAblation::Nothing,
        };
        // Even salts, of which every evaluation is exact.
        let toy = Toy::new(highest, 0, salt.wrapping_mul(0x9e37_79b9_7f4a_7c15) << 1);
        let task = Task { toy, search, evaluations: nodes * (70 + salt % 40) / 100, seed: salt };
        let found = task.alone();
        if found.stop == Stop::Proved {
            proved += 1;
            check_proof(&task.toy, &found);
        }
    }
    assert!(proved > 1_000, "{proved}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_result_does_not_depend_on_the_number_of_ranks(task in task()) {
        let alone = task.alone();
        let most = if task.search.without == IdDgaAblation::Framework { 1 } else { 4 };
        for count in 1..=most {
            let outcomes = task.on_ranks(ranks(count), &mut Drawer::default());
            let first = outcomes[0].clone().unwrap();
            prop_assert_eq!(&first, &alone, "{} ranks", count);
            for outcome in outcomes {
                prop_assert_eq!(known(&outcome.unwrap()), known(&alone), "{} ranks", count);
            }
        }
    }

    #[test]
    fn a_search_goes_on_from_any_meeting_to_the_same_result(task in task(), count in 1usize..=4, place in any::<usize>()) {
        let count = if task.search.without == IdDgaAblation::Framework { 1 } else { count };
        let mut drawer = Drawer::default();
        let whole = task.on_ranks(ranks(count), &mut drawer)[0].clone().unwrap();
        prop_assert_eq!(&whole, &task.alone());
        let Some(state) = drawer.kept.get(place % drawer.kept.len().max(1)) else { return Ok(()) };
        let mut rest = Drawer { begin: Some(state.clone()), ..Drawer::default() };
        let mut around = IslandContext { sink: Some(&mut rest), ..IslandContext::default() };
        let again = task.run(&mut around, &|| None).unwrap();
        prop_assert_eq!(known(&again), known(&whole));
        // What it keeps from there on is what was kept before.
        prop_assert_eq!(&drawer.kept[drawer.kept.len() - rest.kept.len()..], &rest.kept[..]);
        let mut rest = Drawer { begin: Some(state.clone()), ..Drawer::default() };
        for outcome in task.on_ranks(ranks(count), &mut rest) {
            prop_assert_eq!(known(&outcome.unwrap()), known(&whole));
        }
    }

    #[test]
    fn a_search_that_is_ended_keeps_the_last_meeting(task in task(), count in 1usize..=4, asks in prop_oneof![0u64..40, 0u64..700]) {
        let count = if task.search.without == IdDgaAblation::Framework { 1 } else { count };
        ended_and_gone_on(&task, count, asks);
    }

    /// A state with another byte is refused, or is another state; it makes nothing panic.
    #[test]
    fn a_damaged_state_does_no_harm(records in prop_oneof![Just(0), Just(20)], place in any::<usize>(), byte in any::<u8>(), end in any::<usize>()) {
        let task = one_task(records);
        let mut drawer = Drawer::default();
        task.on_ranks(ranks(1), &mut drawer).remove(0).unwrap();
        let state = drawer.kept[drawer.kept.len() / 2].clone();
        let mut changed = state.clone();
        let place = place % changed.len();
        changed[place] = byte;
        for damaged in [changed, state[..end % state.len()].to_vec()] {
            let is_shorter = damaged.len() < state.len();
            let mut drawer = Drawer { begin: Some(damaged), ..Drawer::default() };
            let mut around = IslandContext { sink: Some(&mut drawer), ..IslandContext::default() };
            let outcome = task.run(&mut around, &|| None);
            prop_assert!(!is_shorter || matches!(outcome, Err(IslandsError::Damaged(_))));
        }
    }
}

#[test]
fn an_end_from_outside_on_one_rank_ends_all_at_the_next_meeting() {
    for records in [0, 30] {
        let task = one_task(records);
        let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
            let running: Vec<_> = ranks(3)
                .into_iter()
                .map(|rank| {
                    let task = &task;
                    scope.spawn(move || {
                        let asked = AtomicU64::new(0);
                        let is_told = super::Transport::rank(&rank) == 1;
                        let signal = || {
                            let late = is_told && asked.fetch_add(1, Ordering::Relaxed) > 20;
                            late.then_some(Stop::Interrupted)
                        };
                        let mut around = IslandContext { transport: Some(&rank), ..IslandContext::default() };
                        task.run(&mut around, &signal).unwrap()
                    })
                })
                .collect();
            running.into_iter().map(|rank| rank.join().unwrap()).collect()
        });
        assert!(outcomes.iter().all(|outcome| outcome.stop == Stop::Interrupted));
        assert!(outcomes.iter().all(|outcome| known(outcome) == known(&outcomes[0])));
        assert!(outcomes[0].evaluations < task.alone().evaluations, "{records}");
    }
}

/// Of a hundred million individuals few are made, on each island a part at the most after the
/// search was asked to end.
#[test]
fn a_search_ends_while_its_population_is_made() {
    let mut task = Task { evaluations: 1 << 40, ..one_task(70) };
    task.search.population = 100_000_000;
    let asked = AtomicU64::new(0);
    let signal = || (asked.fetch_add(1, Ordering::Relaxed) >= 20).then_some(Stop::Time);
    let ended = task.run(&mut IslandContext::default(), &signal).unwrap();
    assert_eq!(ended.stop, Stop::Time);
    assert!((1..=20 * crate::BETWEEN_LOOKS as u64).contains(&ended.evaluations), "{}", ended.evaluations);
}

#[test]
fn a_lost_rank_is_an_error_for_all_others() {
    let task = one_task(0);
    let mut all = ranks(3);
    drop(all.pop());
    for outcome in task.on_ranks(all, &mut Drawer::default()) {
        let error = outcome.unwrap_err();
        assert!(matches!(&error, IslandsError::Lost(lost) if lost.rank <= 2), "{error}");
        assert!(error.to_string().contains("of this run failed"), "{error}");
    }
}

/// Ends a search of three ranks from outside; one of them cannot send these of its states.
fn ended_without_a_state(refuse: fn(About, &[u8]) -> bool) -> Drawer {
    let task = one_task(30);
    let mut all = ranks(3);
    all[1].refuse = refuse;
    let asked = AtomicU64::new(0);
    let signal = || (asked.fetch_add(1, Ordering::Relaxed) >= 400).then_some(Stop::Time);
    let mut drawer = Drawer { is_patient: true, ..Drawer::default() };
    let outcomes = task.on_ranks_until(all, &mut drawer, &signal);
    let first = outcomes[0].clone().unwrap();
    assert!(first.stop == Stop::Time && first.best.is_some());
    assert!(outcomes.into_iter().all(|outcome| known(&outcome.unwrap()) == known(&first)));
    drawer
}

/// The result of a search that has come to its end is not lost for the sake of its state.
#[test]
fn an_end_from_outside_stays_one_where_the_state_is_lost() {
    let too_large =
        ended_without_a_state(|about, bytes| matches!(about, About::State(_)) && !bytes.is_empty());
    assert!(too_large.kept.is_empty() && too_large.missed == [Missed::NotSent { rank: 1 }]);
    let gone = ended_without_a_state(|about, _| matches!(about, About::State(_)));
    assert!(gone.kept.is_empty());
    assert!(matches!(&gone.missed[..], [Missed::Lost(lost)] if lost.rank == 1), "{:?}", gone.missed);
}

/// As long as the search goes on, a state that cannot be sent is missed, and the next one asked
/// for.
#[test]
fn a_search_goes_on_where_a_state_cannot_be_sent() {
    let task = one_task(30);
    let mut all = ranks(3);
    all[2].refuse = |about, bytes| matches!(about, About::State(_)) && !bytes.is_empty();
    let mut drawer = Drawer::default();
    for outcome in task.on_ranks(all, &mut drawer) {
        assert_eq!(known(&outcome.unwrap()), known(&task.alone()));
    }
    assert!(drawer.kept.is_empty() && drawer.missed.len() > 1);
    assert!(drawer.missed.iter().all(|missed| *missed == Missed::NotSent { rank: 2 }));
}

/// What could not be kept when it was due is kept at the end; what was kept is not kept twice.
#[test]
fn the_last_meeting_is_kept_at_the_end_where_it_could_not_be_kept_before() {
    for (count, is_full) in [(1, false), (1, true), (3, false), (3, true)] {
        let asked = AtomicU64::new(0);
        let signal = || (asked.fetch_add(1, Ordering::Relaxed) >= 400).then_some(Stop::Time);
        let mut drawer = Drawer { is_full, ..Drawer::default() };
        let outcomes = one_task(30).on_ranks_until(ranks(count), &mut drawer, &signal);
        assert!(outcomes.into_iter().all(|outcome| outcome.unwrap().stop == Stop::Time));
        let [.., before, last] = &drawer.kept[..] else { panic!("{}", drawer.kept.len()) };
        assert_eq!(before == last, is_full, "{count}");
    }
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let task = one_task(0);
    let mut all = ranks(2);
    all[1].forge = |about, mut bytes| {
        if about == About::Meeting(3) {
            bytes.pop();
        }
        bytes
    };
    let outcomes = task.on_ranks(all, &mut Drawer::default());
    assert_eq!(outcomes[0], Err(IslandsError::Garbled { rank: 1 }));
    assert!(matches!(outcomes[1], Err(IslandsError::Lost(_))));
}

#[test]
fn ranks_that_search_something_else_are_told_so() {
    let task = one_task(0);
    let mut all = ranks(2);
    // The binding stands behind its length.
    all[0].forge = |about, mut bytes| {
        if about == About::Opening {
            bytes[8] ^= 1;
        }
        bytes
    };
    let outcomes = task.on_ranks(all, &mut Drawer::default());
    assert_eq!(outcomes[1], Err(IslandsError::OtherProblem { rank: 1 }));
    assert!(matches!(outcomes[0], Err(IslandsError::Lost(_))));
}

#[test]
fn no_rank_is_without_an_island_and_none_waits_for_a_search_that_does_not_begin() {
    let task = one_task(0);
    let all = ranks(5);
    let mut around = IslandContext { transport: Some(&all[0]), ..IslandContext::default() };
    let refused = task.run(&mut around, &|| None);
    assert_eq!(refused, Err(IslandsError::TooManyRanks { ranks: 5, islands: 4 }));
    call_off(&all[0]).unwrap();
    let mut around = IslandContext { transport: Some(&all[1]), ..IslandContext::default() };
    assert_eq!(task.run(&mut around, &|| None), Err(IslandsError::CalledOff));
    assert_eq!(is_begun(&all[2]), Ok(false));
}

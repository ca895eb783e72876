//! What an evaluation costs HAEF and ID-DGA, operators and set-up included: whole runs in the
//! papers' settings on made-up discharges, on one thread. The throughput is in evaluations.
//!
//! ```text
//! cargo bench -p incog --bench evolutionary
//! ```
#![allow(clippy::unwrap_used)]

use divan::Bencher;
use divan::counter::ItemsCount;
use incog_lab::instances::{INSTANCES, hospital_discharges};
use incog_plan::{ReleaseProblem, SearchSettings, solve};
use incog_privacy::{ClassModel, Conjunction, Distance, KAnonymity, TCloseness};
use incog_utility::metric_by_name;
use std::sync::atomic::AtomicBool;

fn main() {
    divan::main();
}

/// Places of D1 (300 records x 6 quasi-identifiers), D2 (600 x 6), D3 (300 x 10) and D4 (600 x 10).
const PLACES: [usize; 4] = [0, 1, 2, 3];

#[divan::bench(args = PLACES, sample_size = 1, sample_count = 15)]
fn id_dga(bencher: Bencher<'_, '_>, place: usize) {
    measure(bencher, "id-dga", &problem(place, None));
}

#[divan::bench(args = PLACES, sample_size = 1, sample_count = 15)]
fn haef(bencher: Bencher<'_, '_>, place: usize) {
    measure(bencher, "haef", &problem(place, Some(0.2)));
}

/// 2-anonymity, or t-closeness.
fn problem(place: usize, t: Option<f64>) -> ReleaseProblem {
    let instance = INSTANCES[place].draw(&hospital_discharges(28_000, 1)).unwrap();
    let close = |t| TCloseness::new(&instance.tuples.sensitive()[0], t, Distance::Euclidean).unwrap();
    let model: Box<dyn ClassModel> = match t {
        Some(t) => Box::new(close(t)),
        None => Box::new(KAnonymity::new(2).unwrap()),
    };
    let metric = metric_by_name("transparency", 1).unwrap();
    instance.problem(Conjunction::new(vec![model]), metric).unwrap()
}

fn measure(bencher: Bencher<'_, '_>, algorithm: &str, problem: &ReleaseProblem) {
    let settings = SearchSettings { algorithm: algorithm.into(), ..SearchSettings::default() };
    let run = || solve(problem, &settings, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let evaluations = pool.install(run).evaluations;
    bencher.counter(ItemsCount::new(evaluations)).bench_local(|| pool.install(run));
}

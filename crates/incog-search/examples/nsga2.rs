//! What the multi-objective loop itself costs: NSGA-II on two trivial problems, in microseconds per
//! evaluation. `cargo run --release -p incog-search --example nsga2`
#![allow(clippy::print_stdout, missing_docs)]

use incog_search::Budget;
use incog_search::pareto::{ParetoProblem, RealVariation, RealVector, Survival, evolve, hypervolume};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;

struct Schaffer;

impl ParetoProblem<2> for Schaffer {
    type Candidate = RealVector;
    fn evaluate_all(&self, candidates: &[RealVector]) -> Vec<[f64; 2]> {
        candidates.iter().map(|x| [x.0[0].powi(2), (x.0[0] - 2.0).powi(2)]).collect()
    }
}

struct Zdt1;

impl ParetoProblem<2> for Zdt1 {
    type Candidate = RealVector;
    fn evaluate_all(&self, candidates: &[RealVector]) -> Vec<[f64; 2]> {
        let losses = |x: &RealVector| {
            let g = 1.0 + 9.0 * x.0[1..].iter().sum::<f64>() / (x.0.len() - 1) as f64;
            [x.0[0], g * (1.0 - (x.0[0] / g).sqrt())]
        };
        candidates.iter().map(losses).collect()
    }
}

fn time<P: ParetoProblem<2, Candidate = RealVector>>(name: &str, problem: &P, bounds: Vec<(f64, f64)>) {
    let budget = 100_000;
    let start = Instant::now();
    let mut variation = RealVariation::new(bounds);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let evolved = evolve(
        problem,
        &mut variation,
        Survival::Crowding,
        100,
        Budget::evaluations(budget),
        &mut rng,
        &mut |_| {},
    );
    let micros = start.elapsed().as_secs_f64() * 1e6 / budget as f64;
    let front: Vec<[f64; 2]> = evolved.population.iter().map(|individual| individual.losses).collect();
    println!("{name}: {micros:.2} us an evaluation, hypervolume {:.4}", hypervolume(&front, &[1.1, 1.1]));
}

fn main() {
    time("schaffer, 1 variable", &Schaffer, vec![(-10.0, 10.0)]);
    time("zdt1, 2 variables", &Zdt1, vec![(0.0, 1.0); 2]);
    time("zdt1, 30 variables", &Zdt1, vec![(0.0, 1.0); 30]);
}

//! The δ and k of the papers, by exact arithmetic, and the promise itself by its definition.

use super::DifferentialPrivacy;
use super::smallest_class::Mechanism;
use crate::DrawnShare;

/// For ε and δ, β in parts of 2⁻³², the least k and its δ: by the formula of Bild, Kuhn and Prasser
/// in exact arithmetic (fractions of whole numbers; e^-ε between two of them).
const EXACT: &[(f64, f64, u32, u64, f64)] = &[
    (0.1, 0.001, 408_720_177, 26, 0.000984680329349524),
    (0.1, 0.0001, 408_720_177, 38, 8.040159159767015e-05),
    (0.1, 1e-05, 408_720_177, 49, 8.867776035840008e-06),
    (0.1, 1e-06, 408_720_177, 60, 9.020085826306925e-07),
    (0.5, 0.001, 1_689_937_948, 27, 0.0009654483576461043),
    (0.5, 0.0001, 1_689_937_948, 39, 9.191285208925573e-05),
    (0.5, 1e-05, 1_689_937_948, 51, 9.11320241030543e-06),
    (0.5, 1e-06, 1_689_937_948, 63, 9.257610235202193e-07),
    (std::f64::consts::LN_2, 0.001, 2_147_483_647, 31, 0.0007252454996961977),
    (std::f64::consts::LN_2, 0.0001, 2_147_483_647, 43, 7.694451015307345e-05),
    (std::f64::consts::LN_2, 1e-05, 2_147_483_647, 55, 8.456808402371355e-06),
    (std::f64::consts::LN_2, 1e-06, 2_147_483_647, 67, 9.499245670630518e-07),
    (1.0, 0.001, 2_714_937_127, 34, 0.0008506156665175145),
    (1.0, 0.0001, 2_714_937_127, 47, 9.209918790144821e-05),
    (1.0, 1e-05, 2_714_937_127, 61, 7.802839718515118e-06),
    (1.0, 1e-06, 2_714_937_127, 74, 8.994780755844467e-07),
    (1.5, 0.001, 3_336_630_555, 44, 0.0009000113871596604),
    (1.5, 0.0001, 3_336_630_555, 62, 9.145230680549665e-05),
    (1.5, 1e-05, 3_336_630_555, 80, 9.664498294075912e-06),
    (1.5, 1e-06, 3_336_630_555, 99, 8.517680456701443e-07),
    (2.0, 0.001, 3_713_706_680, 64, 0.0008776025618607669),
    (2.0, 0.0001, 3_713_706_680, 81, 9.172258329309767e-05),
    (2.0, 1e-05, 3_713_706_680, 113, 9.81191240037058e-06),
    (2.0, 1e-06, 3_713_706_680, 131, 9.445777181316951e-07),
    (3.0, 0.001, 4_081_133_465, 136, 0.0009630467240515522),
    (3.0, 0.0001, 4_081_133_465, 181, 9.673630590793501e-05),
    (3.0, 1e-05, 4_081_133_465, 226, 9.716987397397191e-06),
    (3.0, 1e-06, 4_081_133_465, 271, 9.760538527389729e-07),
];

#[test]
fn delta_and_k_are_those_of_exact_arithmetic() {
    for &(epsilon, delta, parts, k, exact) in EXACT {
        let model = DifferentialPrivacy::new(epsilon, delta);
        assert_eq!((model.share().parts(), model.k()), (parts, k), "{epsilon} {delta}");
        let found = model.delta();
        assert!(
            found >= exact * (1.0 - 1e-15) && found <= exact * (1.0 + 1e-9),
            "{epsilon} {delta}: {found} {exact}"
        );
        assert!(found <= delta);
    }
}

/// Li, Qardaji and Su: the larger k, the smaller δ; and SafePub's k rises where δ falls.
#[test]
fn delta_falls_with_k() {
    for epsilon in [0.05, 0.3, 1.0, 2.5, 4.0] {
        let mechanism = Mechanism::new(epsilon, DrawnShare::from_epsilon(epsilon));
        let deltas: Vec<f64> = (1..60).map(|k| mechanism.delta(k)).collect();
        assert!(deltas.windows(2).all(|pair| pair[1] <= pair[0]), "{epsilon}");
        let least: Vec<u64> = [0.1, 1e-2, 1e-4, 1e-8, 1e-15].map(|delta| mechanism.least_k(delta)).to_vec();
        assert!(least.windows(2).all(|pair| pair[0] < pair[1]), "{epsilon}: {least:?}");
    }
}

/// The probability of each release of a table, by all of its samples: how many records of each
/// label are told.
fn releases(table: &[usize; LABELS], beta: f64, k: usize) -> Vec<f64> {
    let records: Vec<usize> = (0..LABELS).flat_map(|label| vec![label; table[label]]).collect();
    let mut probability = vec![0.0; (MOST + 1).pow(LABELS as u32)];
    for sample in 0..1usize << records.len() {
        let drawn: Vec<usize> = (0..records.len()).filter(|place| sample >> place & 1 == 1).collect();
        let chance = beta.powi(drawn.len() as i32) * (1.0 - beta).powi((records.len() - drawn.len()) as i32);
        let told = (0..LABELS).map(|label| {
            let size = drawn.iter().filter(|&&place| records[place] == label).count();
            if size >= k { size } else { 0 }
        });
        probability[told.fold(0, |number, size| number * (MOST + 1) + size)] += chance;
    }
    probability
}

const LABELS: usize = 2;
const MOST: usize = 6;

/// The promise by its definition: for all tables of up to six records with two labels, each with
/// one record more, and the worst set of releases, which is where the difference is positive.
#[test]
fn the_promise_holds_for_all_neighbours() {
    let all = (0..=MOST).flat_map(|a| (0..=MOST - a).map(move |b| [a, b]));
    let tables: Vec<[usize; LABELS]> = all.collect();
    let mut nearest = 0.0f64;
    for (epsilon, delta) in
        [(0.2, 0.3), (0.5, 0.2), (0.8, 0.3), (1.0, 0.5), (1.0, 0.3), (1.5, 0.4), (2.0, 0.5)]
    {
        let model = DifferentialPrivacy::new(epsilon, delta);
        let (beta, k) = (model.share().probability(), model.k() as usize);
        let beyond = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(one, other)| (one - epsilon.exp() * other).max(0.0)).sum()
        };
        for table in tables.iter().filter(|table| table[0] < MOST && table[0] + table[1] < MOST) {
            let (fewer, more) = (releases(table, beta, k), releases(&[table[0] + 1, table[1]], beta, k));
            let missed = beyond(&more, &fewer).max(beyond(&fewer, &more));
            assert!(missed <= model.delta() + 1e-12, "{epsilon} {delta} {table:?}: {missed}");
            nearest = nearest.max(missed / model.delta());
        }
    }
    // Some tables reach the bound, so the test would see any smaller δ.
    assert!(nearest > 0.999, "{nearest}");
}

/// A k that is one less than asked misses δ by the formula.
#[test]
fn k_is_the_least() {
    for (epsilon, delta) in [(0.1, 1e-3), (1.0, 1e-5), (2.0, 1e-4), (5.0, 1e-6)] {
        let model = DifferentialPrivacy::new(epsilon, delta);
        let mechanism = Mechanism::new(epsilon, model.share());
        assert!(mechanism.delta(model.k() - 1) > delta && mechanism.delta(model.k()) <= delta);
    }
}

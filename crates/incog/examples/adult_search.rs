//! Times the exact search on Adult: `adult_search K LIMIT METRIC THREADS [ALGORITHM]`.
use incog::problem::{ReleaseProblem, SearchSettings, solve};
use incog_data::*;
use incog_privacy::{Conjunction, KAnonymity};
use incog_utility::*;
use std::sync::{Arc, atomic::AtomicBool};

const NAMES: [&str; 9] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
];

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let k: u64 = args[1].parse().unwrap();
    let limit: f64 = args[2].parse().unwrap();
    let threads: usize = args[4].parse().unwrap();
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().unwrap();
    let file = args.get(6).map_or("../shared/data/adult/adult_30162.csv", String::as_str);
    let text = std::fs::read_to_string(file).unwrap();
    let mut builders: Vec<ColumnBuilder> = vec![];
    for (i, line) in text.lines().enumerate() {
        if i == 0 {
            builders = line.split(';').map(ColumnBuilder::new).collect();
            continue;
        }
        for (b, v) in builders.iter_mut().zip(line.split(';')) {
            b.push(v);
        }
    }
    let columns: Vec<Column> = builders.into_iter().map(|b| b.finish(&["", "?"])).collect();
    let refs: Vec<&Column> = NAMES.iter().map(|n| columns.iter().find(|c| c.name == *n).unwrap()).collect();
    let qids: Vec<QuasiIdentifier> = refs
        .iter()
        .map(|c| {
            let h = std::fs::read_to_string(format!(
                "../shared/data/adult/hierarchies_arx/adult_hierarchy_{}.csv",
                c.name
            ))
            .unwrap();
            let h = Hierarchy::new(h.lines().map(|l| l.split(';').collect::<Vec<_>>())).unwrap();
            QuasiIdentifier::new(c, Arc::new(h)).unwrap()
        })
        .collect();
    let rows = refs[0].codes.len();
    let t = std::time::Instant::now();
    let tuples = Tuples::new(qids, &refs, &[], rows).unwrap();
    eprintln!("tuples {} in {:?}", tuples.len(), t.elapsed());
    let metric: Box<dyn Metric> = match args[3].as_str() {
        "loss" => Box::new(Loss),
        "transparency" => Box::new(Transparency),
        name => metric_by_name(name, &MetricParameters::default()).unwrap(),
    };
    let models = Conjunction::new(vec![Box::new(KAnonymity::new(k).unwrap())]);
    let t = std::time::Instant::now();
    let problem = ReleaseProblem::new(tuples, models, metric, (limit * rows as f64) as u64).unwrap();
    eprintln!("problem in {:?}", t.elapsed());
    let mut settings = SearchSettings::default();
    if let Some(a) = args.get(5) {
        settings.algorithm = a.clone();
    }
    let s = solve(&problem, &settings, &AtomicBool::new(false), &mut |_| {}).unwrap();
    println!(
        "{} {} evals {} {:?} suppressed {} in {:.1} ms",
        s.levels,
        s.value,
        s.evaluations,
        s.stopped,
        problem.classes(&s.levels).suppressed(),
        s.seconds * 1e3
    );
}

//! `utility.keep_columns` against all nodes of small lattices.

use incog::runs::TableRuns;
use incog::{JobFile, Terms};
use incog_data::{Levels, QuasiIdentifier, Table};
use incog_plan::ReleaseProblem;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

fn job_text(keep: &str, k: u64, limit: f64) -> String {
    format!(
        "[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [10, 20], origin = 0 }}\n\
         [columns.zip]\nrole = \"quasi-identifier\"\nhierarchy = {{ mask = \"right\" }}\n\
         [columns.sex]\nrole = \"quasi-identifier\"\nhierarchy = {{ flat = true }}\n\
         [privacy]\nk-anonymity = {k}\n[suppression]\nlimit = {limit}\n[recoding]\nkind = \"global\"\n\
         [utility]\nkeep_columns = \"{keep}\"\n[search]\nalgorithm = \"optimal\"\n"
    )
}

fn terms(keep: &str, k: u64, limit: f64) -> Terms {
    let file: JobFile = toml::from_str(&job_text(keep, k, limit)).unwrap();
    Terms::from_file(&file, "").unwrap()
}

/// Whether a column has two labels or more at a level, where it has two values.
fn keeps(qid: &QuasiIdentifier, level: u8) -> bool {
    let labels = |level: u8| {
        let mut labels: Vec<u32> =
            (0..qid.leaf_of.len() as u32).map(|code| qid.label_code(level, code)).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.len()
    };
    labels(0) < 2 || labels(level) > 1
}

/// The least loss over all allowed nodes, and over those that keep every column.
fn best(problem: &ReleaseProblem) -> (Option<f64>, Option<f64>) {
    let qids = problem.tuples().quasi_identifiers();
    let (mut of_all, mut of_kept): (Option<f64>, Option<f64>) = (None, None);
    let mut nodes = vec![Vec::new()];
    for qid in qids {
        nodes = nodes
            .into_iter()
            .flat_map(|node: Vec<u8>| {
                (0..=qid.max_level).map(move |level| [node.clone(), vec![level]].concat())
            })
            .collect();
    }
    for node in nodes {
        let is_kept = qids.iter().zip(&node).all(|(qid, level)| keeps(qid, *level));
        let levels = Levels::from(node);
        let classes = problem.classes(&levels);
        if problem.allows(&levels, &classes) {
            let value = problem.metric().value(&classes);
            let less = |best: Option<f64>| Some(best.map_or(value, |best| best.min(value)));
            of_all = less(of_all);
            of_kept = if is_kept { less(of_kept) } else { of_kept };
        }
    }
    (of_all, of_kept)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, rng_seed: RngSeed::Fixed(47), ..ProptestConfig::default() })]

    /// Where a release keeps every column, the best of those is proposed and proved; where none
    /// does, `all` proves that and `best-effort` gives up as few columns as it can.
    #[test]
    fn the_best_release_that_keeps_every_column_is_found(
        rows in proptest::collection::vec((20u32..60, select(vec!["101", "110", "201", "202"]), select(vec!["m", "w"])), 4..24),
        k in 2u64..5,
        limit in select(vec![0.0, 0.1, 0.3]),
    ) {
        let texts: Vec<[String; 3]> = rows.iter().map(|(age, zip, sex)| [age.to_string(), (*zip).to_owned(), (*sex).to_owned()]).collect();
        let table = Table::from_rows(["age", "zip", "sex"], texts.iter().map(|row| row.each_ref().map(String::as_str)), &[]).unwrap();
        let (of_all, of_kept) = best(&terms("off", k, limit).problem(&table).unwrap());
        let plan = |keep: &str| terms(keep, k, limit).plan(&table);
        let near = |value: f64, best: f64| (value - best).abs() <= 1e-12;
        let (all, effort) = (plan("all"), plan("best-effort"));
        match of_kept {
            Some(least) => {
                for found in [all.unwrap(), effort.unwrap()] {
                    prop_assert!(near(found.value, least) && found.gap == Some(0.0), "{} {least}", found.value);
                }
            }
            None => {
                prop_assert!(all.is_err(), "{of_all:?}");
                prop_assert_eq!(effort.is_ok(), of_all.is_some());
                if let (Ok(effort), Some(least)) = (effort, of_all) {
                    prop_assert!(effort.value >= least - 1e-12);
                }
            }
        }
    }
}

/// The loss alone gives up the sex of all people for finer codes, and the rule keeps it.
#[test]
fn a_column_is_not_lost_for_a_little_less_loss() {
    let row = |n: usize| {
        let sex = if n.is_multiple_of(5) { "w" } else { "m" };
        let place = ["z101", "z110", "z201", "z202"][n * 5 % 4];
        [format!("a{}", 20 + n * 13 % 12), place.to_owned(), sex.to_owned()]
    };
    let rows: Vec<[String; 3]> = (0..84).map(row).collect();
    let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let table = Table::from_rows(["age", "zip", "sex"], rows, &[]).unwrap();
    let levels = |keep: &str| {
        let text = job_text(keep, 5, 0.05);
        let text = text.replace("{ intervals = [10, 20], origin = 0 }", "{ mask = \"right\" }");
        let file: JobFile = toml::from_str(&text).unwrap();
        let plan = Terms::from_file(&file, "").unwrap().plan(&table).unwrap();
        plan.recoding.levels().unwrap().to_vec()
    };
    assert_eq!((levels("off"), levels("best-effort")), (vec![0, 0, 1], vec![1, 2, 0]));
}

#[test]
fn only_a_choice_of_labels_can_keep_all_columns() {
    let job = |recoding: &str| {
        let text = format!(
            "[columns.age]\nrole = \"quasi-identifier\"\n[privacy]\nk-anonymity = 2\n[recoding]\nkind = \"{recoding}\"\n\
             [utility]\nkeep_columns = \"all\"\n"
        );
        let file: JobFile = toml::from_str(&text).unwrap();
        Terms::from_file(&file, "")
            .map(|terms| terms.keep_columns().name())
            .map_err(|error| error.to_string())
    };
    assert_eq!((job("global"), job("local")), (Ok("all"), Ok("all")));
    let grouped = job("microaggregation");
    assert!(grouped.clone().unwrap_err().contains("utility.keep_columns"), "{grouped:?}");
}

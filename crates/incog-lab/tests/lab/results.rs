use incog_lab::plots::{Chart, Runs, draw};
use incog_lab::runs::{Row, Trace};
use incog_lab::suite::{PlotKind, RunKey, Suite};
use incog_lab::tables::{
    Claim, ClaimKind, Conclusion, Independent, Reading, compare, csv, independent, judge, latex, markdown,
    over_readings, rulings,
};
use std::collections::BTreeMap;

const SUITE: &str = r#"
    name = "two"
    title = "Two algorithms"
    seeds = 6
    subject = "new"
    optimum = "best"
    [[instances]]
    name = "I{k}"
    built-in = "D9"
    sweep = { k = [1, 2, 3, 4] }
    [[algorithms]]
    name = "optimal"
    label = "best"
    deterministic = true
    [[algorithms]]
    name = "haef"
    label = "new"
    [[algorithms]]
    name = "ga"
    label = "old"
    [[tables]]
    name = "all"
    title = "All"
    measure = "objective"
    [[plots]]
    name = "convergence"
    title = "Convergence"
    kind = "convergence"
    instances = ["I1"]
"#;

fn suite() -> Suite {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("suite.toml");
    std::fs::write(&path, SUITE).unwrap();
    Suite::read(&path, false).unwrap()
}

fn row(instance: &str, algorithm: &str, seed: u64, objective: f64, levels: &[u8]) -> Row {
    Row {
        key: RunKey { instance: instance.into(), algorithm: algorithm.into(), seed },
        parameters: String::new(),
        stopped: if algorithm == "best" { "proved" } else { "budget" }.into(),
        objective: Some(objective),
        evaluations: 100,
        seconds: 0.1,
        levels: levels.to_vec(),
        bound: None,
        gap: None,
        lattice_nodes: 12.0,
        top_height: 5.0,
        measures: Vec::new(),
    }
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for instance in ["I1", "I2", "I3", "I4"] {
        rows.push(row(instance, "best", 1, 20.0, &[1, 0]));
        for seed in 1..=6 {
            rows.push(row(instance, "new", seed, 15.0 + seed as f64 / 10.0, &[2, 1]));
            rows.push(row(instance, "old", seed, 10.0 + seed as f64 / 50.0, &[2, 3]));
        }
    }
    rows
}

fn claim(kind: ClaimKind, figure: f64) -> Claim {
    Claim {
        text: "new beats old".into(),
        source: "table 1".into(),
        table: "all".into(),
        kind,
        subject: "new".into(),
        rivals: vec!["old".into()],
        instances: None,
        figure,
        tolerance: 0.0,
        reading: "as printed".into(),
        readings: Vec::new(),
        sequences: Vec::new(),
        independent: false,
        not_testable: None,
        ours: false,
        beside: false,
        corrected: true,
    }
}

#[test]
fn a_table_says_who_is_better_and_how_far_the_optimum_is() {
    let suite = suite();
    let table = compare(&suite, &suite.tables[0], &rows());
    let cells = &table.lines[0].1;
    assert_eq!(table.algorithms, ["best", "new", "old"]);
    assert_eq!(cells.iter().map(|cell| cell.best).collect::<Vec<_>>(), [false, true, false]);
    // All 6 of the one sample above all 6 of the other: 2 of the 924 arrangements.
    assert!((cells[2].p.unwrap() - 2.0 / 924.0).abs() < 1e-12);
    assert_eq!(cells[2].subject_wins, 1);
    assert!((cells[1].gap.unwrap() - (20.0 - 15.35) / 20.0).abs() < 1e-12);
    let shown = markdown(&table);
    assert!(shown.contains("| I1 | 20.00 | **15.35 ± 0.19** | 10.07 ± 0.04⁺ |"), "{shown}");
    assert!(latex(&table).contains("\\textbf{15.35 $\\pm$ 0.19}"));
    assert_eq!(csv(&table).lines().count(), 1 + 4 * 3);
}

#[test]
fn claims_are_confirmed_refuted_or_left_open() {
    let suite = suite();
    let table = compare(&suite, &suite.tables[0], &rows());
    assert_eq!(judge(&claim(ClaimKind::BestMean, 1.0), &table).conclusion, Conclusion::Confirmed);
    assert_eq!(judge(&claim(ClaimKind::SignificantlyBetter, 0.75), &table).conclusion, Conclusion::Confirmed);
    let improvement = judge(&claim(ClaimKind::Improvement, 0.5), &table);
    assert_eq!(improvement.conclusion, Conclusion::Confirmed);
    assert!((improvement.figure.unwrap() - (15.35 / 10.07 - 1.0)).abs() < 1e-12);
    let reversed =
        Claim { subject: "old".into(), rivals: vec!["new".into()], ..claim(ClaimKind::BestMean, 1.0) };
    assert_eq!(judge(&reversed, &table).conclusion, Conclusion::Refuted);
    let few: Vec<Row> = rows().into_iter().filter(|row| row.key.seed < 3).collect();
    let few = compare(&suite, &suite.tables[0], &few);
    assert_eq!(judge(&claim(ClaimKind::BestMean, 1.0), &few).conclusion, Conclusion::NotDecided);
}

/// A ratio of sums, as HAEF's percentages are: the largest instance counts most.
#[test]
fn an_improvement_is_a_ratio_of_sums() {
    let suite = suite();
    let mut rows = rows();
    for row in rows.iter_mut().filter(|row| row.key.instance == "I1" && row.key.algorithm == "new") {
        row.objective = row.objective.map(|value| 100.0 * value);
    }
    let table = compare(&suite, &suite.tables[0], &rows);
    let verdict = judge(&claim(ClaimKind::Improvement, 0.5), &table);
    assert!((verdict.figure.unwrap() - (103.0 * 15.35 / (4.0 * 10.07) - 1.0)).abs() < 1e-9);
    let [low, high] = verdict.log_ratio.unwrap();
    assert!(low < (103.0 * 15.35 / (4.0f64 * 10.07)).ln() && (103.0 * 15.35 / (4.0f64 * 10.07)).ln() < high);
    assert_eq!(verdict.a12, Some(1.0));
}

#[test]
fn instances_at_the_ceiling_are_left_out_and_shares_of_runs_counted() {
    let suite = suite();
    let mut rows = rows();
    for row in rows.iter_mut().filter(|row| row.key.instance == "I2") {
        row.objective = Some(20.0);
    }
    let table = compare(&suite, &suite.tables[0], &rows);
    let verdict = judge(&claim(ClaimKind::SignificantlyBetter, 1.0), &table);
    assert_eq!((verdict.instances, verdict.at_ceiling, verdict.figure), (3, 1, Some(1.0)));
    let only = Claim { instances: Some("I2".into()), ..claim(ClaimKind::SignificantlyBetter, 1.0) };
    assert_eq!(judge(&only, &table).conclusion, Conclusion::NotTestable);
    let alone = Claim { rivals: Vec::new(), ..claim(ClaimKind::AtOptimum, 0.2) };
    assert_eq!(judge(&alone, &table).figure, Some(0.25));
}

#[test]
fn what_depends_on_the_reading_is_not_decided() {
    let suite = suite();
    let mut rows = rows();
    for row in rows.iter_mut().filter(|row| row.key.algorithm == "old" && row.key.instance != "I1") {
        row.objective = Some(19.0);
    }
    let tables = [("all".to_owned(), compare(&suite, &suite.tables[0], &rows))];
    let mut claim = claim(ClaimKind::BestMean, 1.0);
    claim.readings = vec![Reading {
        name: "on the first".into(),
        table: None,
        subject: None,
        rivals: Some(vec!["new".into()]),
        instances: None,
        beside: false,
    }];
    let verdicts: Vec<Conclusion> =
        claim.by_reading().iter().map(|read| judge(read, &tables[0].1).conclusion).collect();
    assert_eq!(verdicts, [Conclusion::Refuted, Conclusion::Confirmed]);
    assert_eq!(over_readings(&verdicts), Conclusion::NotDecided);
    let page = rulings(std::slice::from_ref(&claim), &tables);
    assert!(
        page.contains("| new beats old | table 1 | 100.0 % | 25.0 to 100.0 % | **not decided** |"),
        "{page}"
    );
    assert!(page.contains("| new beats old | on the first | 100.0 % | 4 |"), "{page}");
    // Another setting is no reading.
    claim.readings[0].beside = true;
    let page = rulings(&[claim], &tables);
    assert!(page.contains("| new beats old | table 1 | 100.0 % | 25.0 % | **refuted** |"), "{page}");
    assert!(page.contains("| new beats old | beside: on the first | 100.0 % | 4 |"), "{page}");
}

#[test]
fn nobody_is_steadier_than_who_never_varies() {
    let suite = suite();
    let mut rows = rows();
    rows.iter_mut().filter(|row| row.key.algorithm == "old").for_each(|row| row.objective = Some(11.0));
    let table = compare(&suite, &suite.tables[0], &rows);
    assert_eq!(judge(&claim(ClaimKind::Steadier, 1.0), &table).conclusion, Conclusion::NotTestable);
    let impossible = Claim { not_testable: Some("below 1".into()), ..claim(ClaimKind::BestMean, 1.0) };
    assert_eq!(judge(&impossible, &table).conclusion, Conclusion::NotTestable);
}

#[test]
fn a_convergence_plot_shows_every_algorithm_and_the_optimum() {
    let suite = suite();
    let trace = |algorithm: &str, seed: u64| Trace {
        instance: "I1".into(),
        algorithm: algorithm.into(),
        seed,
        best: vec![(1, 5.0), (40, 9.0 + seed as f64)],
        diversity: Vec::new(),
        front: Vec::new(),
    };
    let traces = [trace("new", 1), trace("new", 2), trace("old", 1)];
    let traces: BTreeMap<RunKey, Trace> = traces.into_iter().map(|trace| (trace.key(), trace)).collect();
    let charts = draw(Runs { suite: &suite, rows: &rows(), traces: &traces, cores: 2 }, &suite.plots[0]);
    assert_eq!(charts.len(), 1);
    assert_eq!(charts[0].0, "convergence-I1");
    let svg = charts[0].1.svg();
    for label in ["new", "old", "proved optimum"] {
        assert!(svg.contains(&format!(">{label}</text>")), "{label}");
    }
    assert!(incog_lab::plots::png(&svg).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_front_has_steps_and_a_speed_up_its_ceiling() {
    let mut suite = suite();
    let front = Trace {
        instance: "I1".into(),
        algorithm: "new".into(),
        seed: 1,
        best: Vec::new(),
        diversity: Vec::new(),
        front: vec![[2.0, 9.0], [4.0, 5.0], [8.0, 0.0]],
    };
    let traces: BTreeMap<RunKey, Trace> =
        (1..=6).map(|seed| Trace { seed, ..front.clone() }).map(|trace| (trace.key(), trace)).collect();
    let mut plot = suite.plots[0].clone();
    plot.kind = PlotKind::Front;
    let (rows, cores) = (rows(), 2);
    let charts = draw(Runs { suite: &suite, rows: &rows, traces: &traces, cores }, &plot);
    let Chart::Lines(_, series) = &charts[0].1 else { panic!("a front is made of lines") };
    assert_eq!((series.len(), series[0].points.len(), series[0].stepped), (1, 3, true));

    for (label, x) in [("new", 1.0), ("old", 4.0)] {
        let algorithm = suite.algorithms.iter_mut().find(|algorithm| algorithm.label() == label).unwrap();
        (algorithm.group, algorithm.x) = (Some("islands".into()), Some(x));
    }
    plot.kind = PlotKind::SpeedUp;
    let faster =
        |row: &Row| Row { seconds: if row.key.algorithm == "old" { 0.05 } else { 0.1 }, ..row.clone() };
    let rows: Vec<Row> = rows.iter().map(faster).collect();
    let charts = draw(Runs { suite: &suite, rows: &rows, traces: &traces, cores }, &plot);
    let Chart::Lines(_, series) = &charts[0].1 else { panic!("a speed-up is made of lines") };
    assert_eq!(series[0].points, [[1.0, 1.0, 1.0, 1.0], [4.0, 2.0, 2.0, 2.0]]);
    assert_eq!(series[1].points[1], [4.0, 2.0, 2.0, 2.0]);
    plot.growing_work = true;
    let charts = draw(Runs { suite: &suite, rows: &rows, traces: &traces, cores }, &plot);
    let Chart::Lines(_, series) = &charts[0].1 else { panic!("a speed-up is made of lines") };
    assert_eq!(series[0].points[1], [4.0, 8.0, 8.0, 8.0]);
}

#[test]
fn an_optimum_that_is_not_proved_is_none() {
    let suite = suite();
    let mut rows = rows();
    rows[0].stopped = "time".into();
    let table = compare(&suite, &suite.tables[0], &rows);
    assert!(markdown(&table).contains("| I1 | 20.00 (not proved) |"));
    assert_eq!((table.lines[0].1[1].gap, table.lines[1].1[1].gap.is_some()), (None, true));
}

#[test]
fn ranks_say_who_is_better_where_medians_are_equal() {
    let suite = suite();
    let mut rows = rows();
    // Both have the median 16, but the rival never more.
    for row in rows.iter_mut().filter(|row| row.key.instance == "I1" && row.key.algorithm != "best") {
        let seed = row.key.seed as f64;
        row.objective = Some(match row.key.algorithm.as_str() {
            "new" => 16.0,
            _ => 16.0 - (seed - 4.0).max(0.0),
        });
    }
    let mut more = rows.clone();
    for extra in 1..4 {
        more.extend(
            rows.iter().filter(|row| row.key.instance == "I1" && row.key.algorithm != "best").cloned().map(
                |mut row| {
                    row.key.seed += 6 * extra;
                    row
                },
            ),
        );
    }
    let table = compare(&suite, &suite.tables[0], &more);
    let cells = &table.lines[0].1;
    assert!(cells[2].p.unwrap() < 0.05);
    assert_eq!(cells[2].subject_wins, 1);
}

#[test]
fn a_claim_may_be_that_means_fall() {
    let suite = suite();
    let mut rows = rows();
    for row in rows.iter_mut().filter(|row| row.key.algorithm == "new") {
        // 4, 3, 2, 1 on I1 to I4.
        row.objective = row.key.instance[1..].parse::<f64>().ok().map(|place| 5.0 - place);
    }
    let table = compare(&suite, &suite.tables[0], &rows);
    let along = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
    let mut falls = claim(ClaimKind::Falls, 1.0);
    falls.sequences = vec![along(&["I1", "I2", "I3"]), along(&["I2", "I4"]), along(&["I1", "I4"])];
    assert_eq!(judge(&falls, &table).conclusion, Conclusion::NotDecided);
    falls.sequences.push(along(&["I3", "I4"]));
    assert_eq!(judge(&falls, &table).conclusion, Conclusion::Confirmed);
    falls.sequences =
        vec![along(&["I2", "I1"]), along(&["I4", "I1"]), along(&["I1", "I4"]), along(&["I3", "I2"])];
    let verdict = judge(&falls, &table);
    assert_eq!((verdict.conclusion, verdict.figure), (Conclusion::Refuted, Some(0.25)));
}

#[test]
fn only_independent_instances_are_tested() {
    let suite = suite();
    let table = compare(&suite, &suite.tables[0], &rows());
    let dependent = claim(ClaimKind::BestMean, 1.0);
    let independent = Claim { independent: true, ..dependent.clone() };
    assert_eq!(judge(&dependent, &table).p, None);
    // Four equal differences: the normal approximation with ties, but the same p as `signed_rank`
    // gives.
    let p = judge(&independent, &table).p.unwrap();
    assert!((0.05..0.2).contains(&p), "{p}");
    let page = rulings(&[independent], &[("all".to_owned(), table)]);
    assert!(page.contains(&format!("| {p:.4} | {p:.4} |")), "{page}");
}

#[test]
fn runs_near_the_optimum_are_counted_with_what_they_took() {
    let suite = suite();
    let rows: Vec<Row> = rows().into_iter().filter(|row| row.key.instance == "I1").collect();
    let trace = |seed: u64, best: Vec<(u64, f64)>| Trace {
        instance: "I1".into(),
        algorithm: "new".into(),
        seed,
        best,
        diversity: Vec::new(),
        front: Vec::new(),
    };
    // The optimum is 20: within 10 % from 18 on, within 5 % from 19 on.
    let traces = [trace(1, vec![(1, 5.0), (40, 18.0), (60, 19.0)]), trace(2, vec![(10, 18.5)])];
    let traces: BTreeMap<RunKey, Trace> = traces.into_iter().map(|trace| (trace.key(), trace)).collect();
    let reached = incog_lab::runs::reached(&suite, &rows, &traces);
    let key = |seed| RunKey { instance: "I1".into(), algorithm: "new".into(), seed };
    assert_eq!(reached[&key(1)], [Some(40), Some(60), None]);
    assert_eq!(reached[&key(2)], [Some(10), None, None]);
    let two: Vec<Row> =
        rows.into_iter().filter(|row| row.key.algorithm != "old" && row.key.seed <= 2).collect();
    let text = incog_lab::tables::reach(&suite, &two, &reached);
    // (40 + 10) / 2, and (60 + all 100 of the other) / 1.
    assert!(text.contains("| new | 100 % | 25 | 50 % | 160 | 0 % | – |"), "{text}");
}

#[test]
fn plots_over_all_instances_show_every_algorithm() {
    let suite = suite();
    let trace = |algorithm: &str, seed: u64, at: f64| Trace {
        instance: "I1".into(),
        algorithm: algorithm.into(),
        seed,
        best: vec![(50, at)],
        diversity: Vec::new(),
        front: Vec::new(),
    };
    let traces = [trace("new", 1, 15.0), trace("old", 1, 10.0)];
    let traces: BTreeMap<RunKey, Trace> = traces.into_iter().map(|trace| (trace.key(), trace)).collect();
    let (rows, mut plot) = (rows(), suite.plots[0].clone());
    (plot.kind, plot.instances) = (PlotKind::Gap, Vec::new());
    let charts = draw(Runs { suite: &suite, rows: &rows, traces: &traces, cores: 2 }, &plot);
    let Chart::Lines(_, series) = &charts[0].1 else { panic!("a gap is a line") };
    // From half of the 100 evaluations on, a quarter and a half of 20 away.
    assert_eq!((series[0].points[0], series[1].points[0]), ([50.0, 25.0, 25.0, 25.0], [50.0; 4]));
    plot.kind = PlotKind::CriticalDifference;
    let charts = draw(Runs { suite: &suite, rows: &rows, traces: &traces, cores: 2 }, &plot);
    let Chart::Ranking(_, labels, ranks) = &charts[0].1 else { panic!("ranks are ranked") };
    assert_eq!((labels.join(" ").as_str(), &ranks.of[..], ranks.instances), ("new old", &[1.0, 2.0][..], 4));
    assert!(charts[0].1.svg().contains("new (1.00)"));
}

#[test]
fn a_table_in_short_says_who_is_beyond_the_optimum() {
    let suite = suite();
    let mut rows = rows();
    rows.iter_mut().filter(|row| row.key.algorithm == "old").for_each(|row| row.objective = Some(25.0));
    let text = incog_lab::tables::summary(&compare(&suite, &suite.tables[0], &rows));
    assert!(text.contains("| best | 4 | +0.0 % | – | – | – |"), "{text}");
    assert!(text.contains("| new | 4 | -23."), "{text}");
    assert!(text.contains("| old | 4 | +25.0 % | 4 | 0 | 4 |"), "{text}");
}

/// Without this a search that seldom finds anything, but something good when it does, would be the
/// better one.
#[test]
fn a_run_that_finds_nothing_is_the_worst() {
    let mut suite = suite();
    let mut rows = rows();
    let found_nothing = |row: &&mut Row| row.key.algorithm == "old" && row.key.seed > 1;
    for row in rows.iter_mut().filter(|row| row.key.algorithm == "old") {
        row.objective = Some(18.0);
    }
    rows.iter_mut().filter(found_nothing).for_each(|row| row.objective = None);
    let table = compare(&suite, &suite.tables[0], &rows);
    let cell = &table.lines[0].1[2];
    // The mean is that of the one run which found something; by rank, the six of the rival beat the
    // other five.
    assert_eq!((cell.values.unwrap().mean, cell.feasible, cell.runs), (18.0, 1, 6));
    assert_eq!((cell.a12, cell.subject_wins), (Some(30.0 / 36.0), 0));
    let verdict = judge(&claim(ClaimKind::Improvement, 0.5), &table);
    assert_eq!((verdict.a12, verdict.conclusion), (Some(30.0 / 36.0), Conclusion::Refuted));
    suite.nothing = BTreeMap::from([("objective".to_owned(), 0.0)]);
    let table = compare(&suite, &suite.tables[0], &rows);
    assert_eq!(table.lines[0].1[2].values.unwrap().mean, 3.0);
    let verdict = judge(&claim(ClaimKind::Improvement, 0.5), &table);
    assert_eq!(verdict.conclusion, Conclusion::Confirmed);
    assert!((verdict.figure.unwrap() - (15.35 / 3.0 - 1.0)).abs() < 1e-12);
}

#[test]
fn evaluations_of_runs_that_find_nothing_are_expected_too() {
    let suite = suite();
    let rows: Vec<Row> = rows().into_iter().filter(|row| row.key.instance == "I1").collect();
    let mut rows: Vec<Row> =
        rows.into_iter().filter(|row| row.key.algorithm != "old" && row.key.seed <= 2).collect();
    rows[2].objective = None;
    let trace = Trace {
        instance: "I1".into(),
        algorithm: "new".into(),
        seed: 1,
        best: vec![(40, 18.0)],
        diversity: Vec::new(),
        front: Vec::new(),
    };
    let traces = BTreeMap::from([(trace.key(), trace)]);
    let reached = incog_lab::runs::reached(&suite, &rows, &traces);
    let text = incog_lab::tables::reach(&suite, &rows, &reached);
    // 40 and all 100 of the run that found nothing, by one.
    assert!(text.contains("| new | 50 % | 140 |"), "{text}");
}

/// One of three rivals is beaten at 0.03: significant as the papers test, not after Holm's
/// correction.
#[test]
fn what_is_significant_is_read_with_and_without_a_correction() {
    let mut table = {
        let suite = suite();
        compare(&suite, &suite.tables[0], &rows())
    };
    for (_, cells) in &mut table.lines {
        (cells[2].subject_wins, cells[2].subject_wins_uncorrected) = (0, 1);
    }
    let asked = claim(ClaimKind::SignificantlyBetter, 1.0);
    let read = asked.by_reading();
    let found: Vec<(&str, Conclusion)> =
        read.iter().map(|read| (read.reading.as_str(), judge(read, &table).conclusion)).collect();
    assert_eq!(
        found,
        [("as printed, each test alone", Conclusion::Confirmed), ("as printed, Holm", Conclusion::Refuted)]
    );
    let page = rulings(&[asked], &[("all".to_owned(), table)]);
    assert!(page.contains("| 100.0 % | 0.0 to 100.0 % | **not decided** |"), "{page}");
}

/// Two claims about the same means are one test, and what is no claim of the paper stands apart.
#[test]
fn one_test_counts_once_and_claims_of_our_own_stand_apart() {
    let suite = suite();
    let table = compare(&suite, &suite.tables[0], &rows());
    let best = Claim { independent: true, ..claim(ClaimKind::BestMean, 1.0) };
    let above = Claim { independent: true, ours: true, ..claim(ClaimKind::Improvement, 0.5) };
    let p = judge(&best, &table).p.unwrap();
    let page = rulings(&[best, above], &[("all".to_owned(), table)]);
    assert_eq!(page.matches(&format!("| {p:.4} | {p:.4} |")).count(), 2, "{page}");
    assert!(page.contains("### Claims of our own, which the paper does not make"), "{page}");
}

#[test]
fn figures_of_another_program_are_so_many_standard_errors_away() {
    let suite = suite();
    let tables = [("all".to_owned(), compare(&suite, &suite.tables[0], &rows()))];
    let mean = |figure: f64, deviation: Option<f64>| Independent {
        text: "mean".into(),
        table: "all".into(),
        algorithm: "new".into(),
        rival: None,
        instances: "I1".into(),
        figure,
        deviation,
        runs: 6,
    };
    // 15.1 to 15.6: deviation 0.187; with the same for the other program, the difference has a
    // standard error of 0.108.
    let text = independent(&[mean(15.25, None), mean(15.9, None), mean(15.9, Some(1.0))], &tables);
    assert!(text.contains("| mean | 15.250 | 15.350 | 0.9 | yes |"), "{text}");
    assert!(text.contains("| mean | 15.900 | 15.350 | 5.1 | **no** |"), "{text}");
    assert!(text.contains("| mean | 15.900 | 15.350 | 1.3 | yes |"), "{text}");
    let above =
        |figure: f64| Independent { rival: Some("old".into()), instances: "I1".into(), ..mean(figure, None) };
    let text = independent(&[above(0.52), above(0.2)], &tables);
    assert!(text.contains("| mean | +52.0 % | +52.4 % |") && text.contains("| yes |"), "{text}");
    assert!(text.contains("| mean | +20.0 % | +52.4 % |") && text.contains("**no**"), "{text}");
    assert_eq!(independent(&[], &tables), "");
}

/// Who does not differ is not lower, and where nobody ever differs, nobody could be.
#[test]
fn nobody_is_better_where_all_agree() {
    let suite = suite();
    let mut rows = rows();
    let compared = |row: &&mut Row| row.key.algorithm != "best";
    let on_the_first = rows.iter_mut().filter(compared).filter(|row| row.key.instance == "I1");
    on_the_first.for_each(|row| row.objective = Some(11.0));
    let better = claim(ClaimKind::BetterMean, 1.0);
    let verdict = judge(&better, &compare(&suite, &suite.tables[0], &rows));
    assert_eq!((verdict.figure, verdict.instances, verdict.at_ceiling), (Some(1.0), 3, 1));
    rows.iter_mut().filter(compared).for_each(|row| row.objective = Some(11.0));
    let table = compare(&suite, &suite.tables[0], &rows);
    assert_eq!(judge(&better, &table).conclusion, Conclusion::NotTestable);
    assert_eq!(judge(&claim(ClaimKind::Improvement, 0.1), &table).conclusion, Conclusion::NotTestable);
    assert_eq!(judge(&claim(ClaimKind::BestMean, 1.0), &table).conclusion, Conclusion::Confirmed);
}

/// The paper of KGEN says how near it comes: within .9 %.
#[test]
fn a_claim_may_allow_for_a_small_difference() {
    let suite = suite();
    let table = compare(&suite, &suite.tables[0], &rows());
    // The rival is half as good again, so that it falls short by a third of it.
    for (tolerance, share) in [(0.009, 0.0), (0.4, 1.0)] {
        let near = claim(ClaimKind::BestMean, 1.0);
        let near = Claim { subject: "old".into(), rivals: vec!["new".into()], tolerance, ..near };
        assert_eq!(judge(&near, &table).figure, Some(share));
    }
}

/// Half as good again is claimed; the interval says whether it is better, and whether by so much.
#[test]
fn direction_and_size_of_an_improvement_are_judged_by_its_interval() {
    let suite = suite();
    let table = compare(&suite, &suite.tables[0], &rows());
    assert_eq!(judge(&claim(ClaimKind::Improvement, 0.5), &table).conclusion, Conclusion::Confirmed);
    let doubled = judge(&claim(ClaimKind::Improvement, 1.0), &table);
    assert_eq!(doubled.conclusion, Conclusion::DirectionOnly);
    let by = doubled.by_interval.unwrap();
    assert_eq!((by.direction, by.size), (Conclusion::Confirmed, Conclusion::Refuted));
    let mixed = [Conclusion::Confirmed, Conclusion::DirectionOnly];
    assert_eq!(over_readings(&mixed), Conclusion::DirectionOnly);
}

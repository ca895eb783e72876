//! Local recodings, made by hand, from the plan to the verified report.

use crate::beside_the_release::{HIERARCHIES, MODELS, People, in_form, job, person, without_search};
use incog::runs::FileRuns;
use incog::verify::{Verdict, VerifyOptions};
use incog::{
    IncogError, Job, PlanFile, ProofEvidence, ProofFile, ReleaseOutcome, verify_report, verify_report_with,
};
use incog::{PlanStageError, ReleaseError};
use incog_audit::PriceBlock;
use incog_data::{CellCount, Classes, Generalization, Levels, Region, RegionPart, Tuples};
use incog_plan::{LOCAL_SEARCHES, LocalSearch, PlanError, ReleaseProblem};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Some people, or many who are alike, of whom all can be published.
fn people() -> impl Strategy<Value = Vec<[String; 5]>> {
    let age = select(vec!["20", "21", "30"]);
    let alike = (age, select(vec!["100", "110"]), select(vec!["Bonn", "Calw"]), select(vec!["flu", "cold"]));
    let alike = alike.prop_map(|(age, zip, town, ill)| [age, zip, town, ill, "w1"].map(String::from));
    prop_oneof![proptest::collection::vec(person(), 6..60), proptest::collection::vec(alike, 20..90),]
}

/// How a local recoding is made by hand, from what can be read of the records alone.
#[derive(Debug, Clone)]
struct Hand {
    /// Of each quasi-identifier two numbers that give its lower and its higher level.
    levels: [(u8, u8); 3],
    /// Which classes of the higher levels are taken apart, by what they read.
    apart: u64,
    /// Whether a record of each tuple stays behind in the coarse class.
    divided: bool,
}

fn hand() -> impl Strategy<Value = Hand> {
    (any::<[(u8, u8); 3]>(), any::<u64>(), any::<bool>()).prop_map(|(levels, apart, divided)| Hand {
        levels,
        apart,
        divided,
    })
}

impl Hand {
    fn levels(&self, tuples: &Tuples) -> (Levels, Levels) {
        let range = |(qid, (low, high)): (&incog_data::QuasiIdentifier, &(u8, u8))| {
            let top = qid.max_level;
            let low = low % (top + 1);
            (low, low + high % (top - low + 1))
        };
        let pairs: Vec<(u8, u8)> = tuples.quasi_identifiers().iter().zip(&self.levels).map(range).collect();
        let pick = |pick: fn(&(u8, u8)) -> u8| Levels::from(pairs.iter().map(pick).collect::<Vec<_>>());
        (pick(|pair| pair.0), pick(|pair| pair.1))
    }

    fn is_apart(&self, label: &str) -> bool {
        let hash = label
            .bytes()
            .fold(self.apart, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        hash >> 40 & 1 == 1
    }

    fn regions(&self, tuples: &Tuples) -> Vec<Region> {
        let (low, high) = self.levels(tuples);
        let mut regions: BTreeMap<(Vec<u32>, bool), Region> = BTreeMap::new();
        for tuple in 0..tuples.len() {
            let labels = |levels: &Levels| -> (Vec<u32>, String) {
                let codes = tuples.codes(tuple).iter().zip(levels.iter());
                let of = tuples.quasi_identifiers().iter().zip(codes);
                let both =
                    of.map(|(qid, (&code, &level))| (qid.label_code(level, code), qid.label(level, code)));
                let (codes, texts): (Vec<u32>, Vec<&str>) = both.unzip();
                (codes, texts.join("|"))
            };
            let (coarse, text) = labels(&high);
            let mut put = |key: (Vec<u32>, bool), levels: &Levels, cells: Option<Vec<CellCount>>| {
                let region = || Region { levels: levels.clone(), parts: Vec::new() };
                let part = RegionPart { tuple: tuple as u32, cells };
                regions.entry(key).or_insert_with(region).parts.push(part);
            };
            if !self.is_apart(&text) {
                put((coarse, false), &high, None);
            } else if self.divided && tuples.count(tuple) > 1 {
                let mut fine = tuples.cells(tuple).to_vec();
                let left = CellCount { count: 1, ..fine[0] };
                fine[0].count -= 1;
                fine.retain(|cell| cell.count > 0);
                put((coarse, false), &high, Some(vec![left]));
                put((labels(&low).0, true), &low, Some(fine));
            } else {
                put((labels(&low).0, true), &low, None);
            }
        }
        regions.into_values().collect()
    }

    /// The classes of the problem, of each of which stays what the models allow.
    fn classes<'a>(&self, problem: &'a ReleaseProblem) -> Option<Classes<'a>> {
        let regions = self.regions(problem.tuples());
        let classes = Classes::whole(problem.tuples(), &Generalization::Local(regions)).ok()?;
        Some(classes.retain(|class| problem.models().retain(class).kept)).filter(|classes| classes.kept() > 0)
    }

    /// A plan that was made by hand; `None` where labels are ambiguous, or nothing can be
    /// published.
    fn plan(&self, job: &Job, folder: &Path) -> Option<PlanFile> {
        let mut file = job.plan_to(folder.join("plan.json")).ok()?;
        let problem = job.problem().unwrap();
        let classes = self.classes(&problem)?;
        let value = problem.metric().value(&classes);
        file.plan.value = value;
        file.plan.recoding = classes.recoding();
        (file.plan.upper_bound, file.plan.gap) = (None, None);
        file.plan.stopped = incog_search::Stop::Converged;
        value.is_finite().then_some(file)
    }
}

fn published(folder: &Path, people: &People, job: &str, hand: &Hand) -> Option<(Job, ReleaseOutcome)> {
    fs::write(folder.join("people.csv"), people.text()).unwrap();
    let read =
        |job: &str| Job::from_toml(job, folder).unwrap().replacing_output(true).with_internal_report(true);
    let plan = hand.plan(&read(job), folder)?;
    let job = read(&format!("{job}[recoding]\nkind = \"local\"\n"));
    match job.apply(&plan) {
        Ok(outcome) => Some((job, outcome)),
        Err(
            IncogError::Release(ReleaseError::AmbiguousLabels { .. })
            | IncogError::Release(ReleaseError::AlikeCells { .. }),
        ) => None,
        Err(error) => panic!("{error}"),
    }
}

fn refuted(folder: &Path, report: &str) -> Vec<String> {
    let verification = verify_report(folder.join(report)).unwrap();
    verification.refuted().map(|check| format!("{}: {}", check.claim, check.detail)).collect()
}

const OBJECTIVES: [&str; 6] = ["gen-loss", "precision", "discernibility", "loss", "kl-divergence", "entropy"];

/// A release in the order of the input, and what is written beside it but for what the search says
/// of its work.
type Written = (String, (Value, String));

fn beside_the_release(outcome: &ReleaseOutcome) -> Written {
    let page = fs::read_to_string(&outcome.report_html).unwrap();
    (fs::read_to_string(&outcome.release).unwrap(), without_search(&outcome.public_json, &page))
}

/// Puts others in the place of suppressed people, one after the other: where the release stays, so
/// does all beside it.
fn suppressed_people_change_nothing(
    mut people: People,
    others: &[[String; 5]],
    written: impl Fn(&People) -> Option<Written>,
) -> Result<(), TestCaseError> {
    let Some(first) = written(&people) else { return Ok(()) };
    let lines = first.0.lines().skip(1).enumerate();
    for (row, _) in lines.filter(|(_, line)| line.ends_with("*,*,*,*")) {
        let mut next = people.clone();
        next.0[row] = others[row].clone();
        let Some(second) = written(&next).filter(|second| second.0 == first.0) else { continue };
        prop_assert_eq!(&second.1, &first.1, "{}\nand\n{}", people.text(), next.text());
        people = next;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, rng_seed: RngSeed::Fixed(2), ..ProptestConfig::default() })]

    #[test]
    fn a_local_release_is_verified(
        people in people(),
        hierarchies in select(HIERARCHIES.to_vec()),
        models in select(MODELS.to_vec()),
        objective in select(OBJECTIVES.to_vec()),
        shown in select(vec!["drop", "star"]),
        hand in hand(),
        form in select(vec!["label", "label", "bounds", "midpoint"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let people = People(people);
        let job = in_form(&job(&hierarchies, models, objective, shown), form);
        let Some((job, outcome)) = published(folder.path(), &people, &job, &hand) else { return Ok(()) };
        for report in ["out.csv.report.json", "out.csv.internal.json"] {
            let refuted = refuted(folder.path(), report);
            prop_assert!(refuted.is_empty(), "{report} {refuted:#?}\n{}\n{:?}", people.text(), outcome.report);
        }
        let told: Value = serde_json::from_str(&outcome.public_json).unwrap();
        prop_assert_eq!(&told["solution"]["recoding"], "local");
        prop_assert_eq!(Some(people.0.len() as u64 - outcome.report.solution.rows_kept), outcome.report.solution.rows_suppressed);
        // A record that is none of the input's is found.
        let release = fs::read_to_string(job.output()).unwrap();
        let mut lines: Vec<&str> = release.lines().collect();
        let Some(place) = lines.iter().rposition(|line| !line.starts_with("age") && !line.ends_with("*,*,*,*")) else {
            return Ok(());
        };
        let forged = lines[place].replace("flu", "pox").replace("cold", "pox").replace("gout", "pox");
        if forged != lines[place] {
            lines[place] = &forged;
            fs::write(job.output(), lines.join("\n") + "\n").unwrap();
            prop_assert!(!self::refuted(folder.path(), "out.csv.report.json").is_empty());
        }
    }

    #[test]
    fn inputs_with_the_same_local_release_have_the_same_report(
        people in proptest::collection::vec(person(), 6..30),
        others in proptest::collection::vec(person(), 30),
        hierarchies in select(HIERARCHIES.to_vec()),
        models in select(MODELS.to_vec()),
        objective in select(OBJECTIVES.to_vec()),
        hand in hand(),
        form in select(vec!["label", "label", "bounds", "midpoint"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let job = job(&hierarchies, models, objective, "star") + "[release]\norder = \"input\"\n";
        let job = in_form(&job, form);
        let beside = |people: &People| {
            let (_, outcome) = published(folder, people, &job, &hand)?;
            Some(beside_the_release(&outcome))
        };
        suppressed_people_change_nothing(People(people), &others, beside)?;
    }
}

/// The sums of what labels cost, which local recoding optimizes.
const ADDITIVE: [&str; 4] = ["gen-loss", "precision", "transparency", "height"];
/// Models of which a large class may have to lose records, beside a k that is more than what they
/// ask for.
const RETAINING: [&str; 6] = [
    "k-anonymity = 5\nt-closeness = { t = 0.3, column = \"ill\" }",
    "k-anonymity = 6\nt-closeness = { t = 0.2, distance = \"equal\", column = \"ill\" }",
    "k-anonymity = 5\nl-diversity = { l = 2, kind = \"recursive\", c = 1, column = \"ill\" }",
    "k-anonymity = 4\nl-diversity = { l = 2, kind = \"entropy\", column = \"ill\" }",
    "alpha-k-anonymity = { k = 4, alpha = 0.6, column = \"ill\" }",
    "k-anonymity = 4\nbeta-likeness = { beta = 1.0, column = \"ill\" }",
];

fn models() -> impl Strategy<Value = &'static str> {
    prop_oneof![select(MODELS.to_vec()), select(RETAINING.to_vec())]
}

/// A job that asks for a local recoding, by an effort or by a search of this name.
fn asking(job: &str, cells: &str, how: &str, limit: f64) -> String {
    let job = job.replace("limit = 1.0", &format!("limit = {limit}"));
    let recoding = format!("[recoding]\nkind = \"local\"\ncells = \"{cells}\"\n");
    match LocalSearch::by_name(how) {
        None => format!("{job}{recoding}effort = \"{how}\"\n"),
        Some(search) if search.is_strict() || cells == "free" => {
            format!("{job}[search]\nalgorithm = \"{how}\"\n{recoding}")
        }
        Some(_) => format!("{job}{recoding}"),
    }
}

/// Both efforts, as often as all searches by themselves.
fn ways() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        select(vec!["fast", "full"]),
        select(LOCAL_SEARCHES.iter().map(|search| search.card.name).collect::<Vec<_>>())
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_shrink_iters: 0, rng_seed: RngSeed::Fixed(3), ..ProptestConfig::default() })]

    #[test]
    fn a_job_makes_a_local_release_that_is_verified(
        people in people(),
        hierarchies in select(HIERARCHIES.to_vec()),
        models in models(),
        lowest in 0..2,
        objective in select(ADDITIVE.to_vec()),
        shown in select(vec!["drop", "star"]),
        cells in select(vec!["free", "strict"]),
        how in ways(),
        limit in select(vec![0.0, 0.1, 1.0]),
        form in select(vec!["label", "label", "bounds", "midpoint"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let people = People(people);
        fs::write(folder.join("people.csv"), people.text()).unwrap();
        let global = job(&hierarchies, models, objective, shown);
        let global = global.replace("[columns.age]\n", &format!("[columns.age]\nmin_level = {lowest}\n"));
        let asked = in_form(&asking(&global, cells, how, limit), form);
        let job = Job::from_toml(&asked, folder).unwrap().replacing_output(true).with_internal_report(true);
        let job = job.with_proof(Some(folder.join("proof.json")));
        let outcome = match job.run() {
            Ok(outcome) => outcome,
            Err(IncogError::Release(ReleaseError::AlikeCells { .. })) => return Ok(()),
            Err(IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_)))) => {
                let global = global.replace("limit = 1.0", &format!("limit = {limit}"));
                let global = Job::from_toml(&global, folder).unwrap().replacing_output(true);
                prop_assert!(global.run().is_err(), "a full-domain release is a local one, too");
                return Ok(());
            }
            Err(error) => panic!("{error}\n{asked}\n{}", people.text()),
        };
        // Levels that count from values stand in no public report.
        fs::write(folder.join("job.toml"), &asked).unwrap();
        let options = VerifyOptions { search: true, job: Some(folder.join("job.toml")), ..VerifyOptions::default() };
        for report in ["out.csv.report.json", "out.csv.internal.json"] {
            let verification = verify_report_with(folder.join(report), &options).unwrap();
            let refuted: Vec<_> = verification.refuted().collect();
            prop_assert!(refuted.is_empty(), "{report} {refuted:#?}\n{asked}\n{}\n{:?}", people.text(), outcome.report);
        }
        the_bound_is_proved(folder, &outcome)?;
        narrowing_is_right_where_it_is_certain(&outcome, cells)?;
        let release = fs::read_to_string(job.output()).unwrap();
        let plan = job.plan_to(folder.join("plan.json")).unwrap();
        job.apply(&plan).unwrap();
        prop_assert_eq!(&fs::read_to_string(job.output()).unwrap(), &release, "as the plan says");
        let search = outcome.report.search.as_ref().unwrap();
        let (value, bound) = (outcome.report.utility.value.unwrap(), search.upper_bound.unwrap());
        let is_bound = if objective == "transparency" { bound + 1e-9 >= value } else { bound <= value + 1e-9 };
        prop_assert!(is_bound, "{objective} {value} {bound}");
        if LocalSearch::by_name(how).is_none() {
            no_more_is_lost_than_by_one_level_a_column(folder, &global, limit, objective, value)?;
        }
    }
}

/// The lattices here are small, so a local recoding starts from the best full-domain one.
fn no_more_is_lost_than_by_one_level_a_column(
    folder: &Path,
    global: &str,
    limit: f64,
    objective: &str,
    value: f64,
) -> Result<(), TestCaseError> {
    let global = global.replace("limit = 1.0", &format!("limit = {limit}"));
    let global = global.replace("output = \"out.csv\"", "output = \"global.csv\"");
    let global = Job::from_toml(&global, folder).unwrap().replacing_output(true).with_internal_report(true);
    let Ok(outcome) = global.run() else { return Ok(()) };
    let other = outcome.report.utility.value.unwrap();
    let is_better = if objective == "transparency" { value + 1e-9 >= other } else { value <= other + 1e-9 };
    prop_assert!(is_better, "{objective} {value}, with one level per column {other}");
    Ok(())
}

/// Strict cells tell nothing of each other; what free ones tell for certain is true of the original
/// values.
fn narrowing_is_right_where_it_is_certain(
    outcome: &ReleaseOutcome,
    cells: &str,
) -> Result<(), TestCaseError> {
    let facts = outcome.report.narrowing.as_ref().unwrap();
    if cells == "strict" {
        prop_assert_eq!(facts.guessed.classes, 0.0);
    }
    if let Some(right) = facts.certain.and_then(|share| share.right) {
        prop_assert_eq!(right, 1.0, "{}", outcome.public_json);
    }
    prop_assert_eq!(outcome.public.narrowing.as_ref().and_then(|facts| facts.guessed.right), None);
    Ok(())
}

/// The prices of a release prove its bound; prices that say more than is true are refused.
fn the_bound_is_proved(folder: &Path, outcome: &ReleaseOutcome) -> Result<(), TestCaseError> {
    let path = folder.join("proof.json");
    let verified = |report: &str| {
        let job = Some(folder.join("job.toml")).filter(|job| job.exists());
        let options = VerifyOptions { proof: Some(path.clone()), job, ..VerifyOptions::default() };
        verify_report_with(folder.join(report), &options).unwrap()
    };
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let verification = verified(report);
        prop_assert!(verification.holds, "{report} {:#?}", verification.refuted().collect::<Vec<_>>());
        let is_shown = |claim: &str| {
            verification.checks.iter().any(|check| check.claim == claim && check.verdict == Verdict::Proved)
        };
        // The labels may leave open what the value is.
        prop_assert_eq!(is_shown("the bound is proved"), is_shown("search.gap"), "{}", report);
    }
    let proof = ProofFile::read(&path).unwrap();
    let ProofEvidence::Prices(blocks) = &proof.evidence else { panic!("{proof:?}") };
    let [block] = &blocks[..] else { panic!("{blocks:?}") };
    let prices = &block.prices;
    let forged = |prices: Vec<f64>| {
        let evidence = ProofEvidence::Prices(vec![PriceBlock { prices, ..block.clone() }]);
        fs::write(&path, ProofFile { evidence, ..proof.clone() }.to_json()).unwrap();
        let verification = verified("out.csv.internal.json");
        verification
            .checks
            .iter()
            .any(|check| check.claim == "the bound is proved" && check.verdict == Verdict::Proved)
    };
    // No prices prove more than the release loses: the dearest one is no lower than the bound.
    let bound = outcome.report.search.as_ref().unwrap().upper_bound.unwrap();
    let value = outcome.report.utility.value.unwrap();
    let dearest = prices.iter().copied().fold(0.0, f64::max);
    let more = dearest + (value - bound).abs() + 0.01 * value.abs() + 1e-3;
    prop_assert!(!forged(vec![more; prices.len()]), "{} at {more}", outcome.public_json);
    prop_assert!(!forged(prices[1..].to_vec()), "a price is missing");
    Ok(())
}

/// The cheapest label of a hierarchy at the lowest level allowed may be one that no value of the
/// table has.
#[test]
fn a_proof_holds_where_a_hierarchy_knows_labels_that_nobody_has() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("people.csv"), "age,sex\n20,f\n21,f\n30,m\n31,f\n31,m\n").unwrap();
    fs::write(folder.join("age.csv"), "20;2*;*\n21;2*;*\n30;3*;*\n31;3*;*\n120;old;*\n").unwrap();
    fs::write(folder.join("sex.csv"), "f;*\nm;*\n").unwrap();
    let job = "input = \"people.csv\"\noutput = \"out.csv\"\n\
        [columns.age]\nrole = \"quasi-identifier\"\nhierarchy = \"age.csv\"\nmin_level = 1\nweight = 2\n\
        [columns.sex]\nrole = \"quasi-identifier\"\nhierarchy = \"sex.csv\"\n\
        [privacy]\nk-anonymity = 2\nunit = \"record\"\n[recoding]\nkind = \"local\"\neffort = \"full\"\n";
    let job = Job::from_toml(job, folder).unwrap().with_internal_report(true);
    let outcome = job.with_proof(Some(folder.join("proof.json"))).run().unwrap();
    the_bound_is_proved(folder, &outcome).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, rng_seed: RngSeed::Fixed(4), ..ProptestConfig::default() })]

    #[test]
    fn inputs_with_the_same_local_release_of_a_job_have_the_same_report(
        people in proptest::collection::vec(person(), 6..30),
        others in proptest::collection::vec(person(), 30),
        hierarchies in select(HIERARCHIES.to_vec()),
        models in select(MODELS.to_vec()),
        objective in select(ADDITIVE.to_vec()),
        cells in select(vec!["free", "strict"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let job = job(&hierarchies, models, objective, "star") + "[release]\norder = \"input\"\n";
        let job = asking(&job, cells, "fast", 1.0);
        let beside = |people: &People| {
            fs::write(folder.join("people.csv"), people.text()).unwrap();
            let outcome = Job::from_toml(&job, folder).unwrap().replacing_output(true).run().ok()?;
            Some(beside_the_release(&outcome))
        };
        suppressed_people_change_nothing(People(people), &others, beside)?;
    }
}

/// Every leaf of the report of a local release can be changed, and none of the changes is called
/// true.
#[test]
fn every_leaf_of_a_local_report_is_checked_or_listed() {
    let folder = tempfile::tempdir().unwrap();
    let ages = ["20", "20", "21", "21", "30", "31", "32", "33"];
    let row = |(place, age): (usize, &&str)| {
        [*age, "101", "Bonn", ["flu", "cold"][place % 2], "w1"].map(String::from)
    };
    let people = People(ages.iter().enumerate().map(row).collect());
    let job = job(&HIERARCHIES[0], "k-anonymity = 2", "gen-loss", "drop");
    let of_two_levels = |apart: u64| {
        let hand = Hand { levels: [(0, 1), (0, 0), (0, 0)], apart, divided: false };
        let (_, outcome) = published(folder.path(), &people, &job, &hand)?;
        let whole = outcome.report.solution.rows_suppressed == Some(0);
        (whole && outcome.report.columns[0].by_level.len() == 2).then_some(outcome)
    };
    let outcome = (0..100).find_map(of_two_levels).unwrap();
    let report: Value = serde_json::from_str(&outcome.public_json).unwrap();
    let shares = report["columns"][0]["by_level"].as_array().unwrap();
    assert_eq!(shares.len(), 2, "both levels are told");
    let path = folder.path().join("out.csv.report.json");
    for (pointer, value) in [
        ("/solution/recoding", Value::from("global")),
        ("/solution/classes", 7.into()),
        ("/columns/0/by_level/0/records", 1.into()),
        ("/columns/0/by_level/0/level", 2.into()),
        ("/columns/0/by_level", Value::Array(Vec::new())),
        ("/columns/0/level", 1.into()),
        ("/columns/0/levels", 0.into()),
        ("/columns/0/information_loss", 0.01.into()),
        ("/utility/gen_loss", 0.01.into()),
        ("/utility/value", 0.01.into()),
        ("/narrowing/guessed/classes", 0.9.into()),
        ("/narrowing/guessed/records", 0.9.into()),
        ("/narrowing/guessed/left", 0.9.into()),
        ("/narrowing/certain/classes", 0.9.into()),
        ("/narrowing", Value::Null),
    ] {
        let mut forged = report.clone();
        *forged.pointer_mut(pointer).unwrap() = value;
        fs::write(&path, serde_json::to_string_pretty(&forged).unwrap() + "\n").unwrap();
        assert!(!verify_report(&path).unwrap().holds, "{pointer}");
    }
    fs::write(&path, &outcome.public_json).unwrap();
    let options = VerifyOptions { search: true, ..VerifyOptions::default() };
    let verification = verify_report_with(&path, &options).unwrap();
    assert!(verification.holds);
    assert!(verification.with(Verdict::NotShown).any(|check| check.claim.contains("the same release again")));
}

/// The paths and values of all leaves, `search.gap`, `columns[0].level`.
fn leaves(value: &Value, path: &str, found: &mut Vec<(String, String)>, pointer: &str) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            leaves(value, &path, found, &format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")));
        }),
        Value::Array(items) => items.iter().enumerate().for_each(|(place, value)| {
            leaves(value, &format!("{path}[{place}]"), found, &format!("{pointer}/{place}"));
        }),
        Value::Null => {}
        _ => found.push((path.to_owned(), pointer.to_owned())),
    }
}

fn otherwise(value: &Value) -> Value {
    match value {
        Value::Bool(truth) => (!truth).into(),
        Value::Number(number) if number.is_u64() => (number.as_u64().unwrap() + 1).into(),
        Value::Number(number) => (number.as_f64().unwrap() * 0.9 + 0.01).into(),
        Value::String(text) => format!("{text}x").into(),
        other => other.clone(),
    }
}

/// Whatever leaf of a report is changed, public or internal, of every kind of recoding: it is not
/// called proved.
#[test]
fn no_changed_leaf_is_called_proved() {
    let folder = tempfile::tempdir().unwrap();
    let text: String =
        (0..24).map(|row| format!("{},{},{}\n", 20 + row % 7, 100 + row % 5, row % 3)).collect();
    fs::write(folder.path().join("people.csv"), format!("age,zip,ill\n{text}")).unwrap();
    let of_kind = |kind: &str| {
        let objective = if kind == "microaggregation" { "squared-error" } else { "gen-loss" };
        let hierarchy = |rule: &str| match kind {
            "microaggregation" => String::new(),
            _ => format!("hierarchy = {rule}\n"),
        };
        format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n\
             [columns.age]\nrole = \"quasi-identifier\"\n{}[columns.zip]\nrole = \"quasi-identifier\"\n{}\
             [columns.ill]\nrole = \"sensitive\"\n\
             [privacy]\nunit = \"record\"\nk-anonymity = 3\nl-diversity = {{ l = 2, column = \"ill\" }}\n\
             [suppression]\nlimit = 0.2\n[utility]\nobjective = \"{objective}\"\n[recoding]\nkind = \"{kind}\"\n",
            hierarchy("{ intervals = [2, 4] }"),
            hierarchy("{ mask = \"right\" }"),
        )
    };
    for kind in ["global", "local", "microaggregation"] {
        let job = Job::from_toml(&of_kind(kind), folder.path()).unwrap().replacing_output(true);
        job.with_internal_report(true).run().unwrap();
        for name in ["out.csv.report.json", "out.csv.internal.json"] {
            let path = folder.path().join(name);
            let honest = fs::read_to_string(&path).unwrap();
            let report: Value = serde_json::from_str(&honest).unwrap();
            let mut found = Vec::new();
            leaves(&report, "", &mut found, "");
            assert!(found.len() > 40, "{kind} {name}: {}", found.len());
            for (leaf, pointer) in found {
                let mut forged = report.clone();
                let value = forged.pointer_mut(&pointer).unwrap();
                *value = otherwise(value);
                fs::write(&path, serde_json::to_string_pretty(&forged).unwrap() + "\n").unwrap();
                let Ok(verification) = verify_report(&path) else { continue };
                let blessed = verification
                    .checks
                    .iter()
                    .any(|check| check.verdict == Verdict::Proved && check.claim == leaf);
                assert!(!blessed, "{kind} {name}: {leaf}");
            }
            fs::write(&path, honest).unwrap();
        }
    }
}

/// What counts people sees no part of four records that three of them need; nothing at all is no
/// release then.
#[test]
fn a_release_of_nothing_is_none() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.csv"), "q,s,pid\nv21,30,p5\nv21,10,p1\nv21,30,p2\nv23,20,p2\n").unwrap();
    fs::write(folder.path().join("h.csv"), "v21;g;*\nv23;g;*\n").unwrap();
    for (kind, shown) in [("global", "drop"), ("local", "drop"), ("local", "star")] {
        let text = format!(
            "input = \"t.csv\"\noutput = \"o.csv\"\n[columns.q]\nrole = \"quasi-identifier\"\nhierarchy = \"h.csv\"\n\
             max_level = 0\n[columns.s]\nrole = \"sensitive\"\n[columns.pid]\nrole = \"person\"\n\
             [privacy]\nunit = \"pid\"\nk-anonymity = 3\nl-diversity = {{ c = 2, l = 2, kind = \"recursive\" }}\n\
             [suppression]\nlimit = 1.0\nas = \"{shown}\"\n[recoding]\nkind = \"{kind}\"\n"
        );
        let refused = Job::from_toml(&text, folder.path()).unwrap().run().unwrap_err();
        assert!(
            matches!(
                refused,
                IncogError::Plan(PlanStageError::Plan(
                    PlanError::Infeasible(_) | PlanError::NothingFound { .. }
                ))
            ),
            "{kind} {shown}: {refused}"
        );
        assert!(!folder.path().join("o.csv").exists());
    }
}

/// Two groups with the same median are one class, which loses more than two do.
#[test]
fn groups_that_read_the_same_are_not_the_best() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.csv"), "a\n1\n1\n1\n2\n1\n1\n").unwrap();
    let text = "input = \"t.csv\"\noutput = \"o.csv\"\n[columns.a]\nrole = \"quasi-identifier\"\npublish = \"median\"\n\
                [privacy]\nk-anonymity = 3\nunit = \"record\"\n[recoding]\nkind = \"microaggregation\"\n\
                [utility]\nobjective = \"squared-error\"\n";
    let outcome = Job::from_toml(text, folder.path()).unwrap().with_internal_report(true).run().unwrap();
    let search = outcome.report.search.as_ref().unwrap();
    assert!(search.gap.unwrap() > 0.0 && search.stopped != "proved", "{search:?}");
}

#[test]
fn of_fewer_records_than_k_there_is_no_release_of_any_kind() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("two.csv"), "age\n30\n31\n").unwrap();
    for kind in ["global", "local", "microaggregation"] {
        let text = format!(
            "input = \"two.csv\"\noutput = \"out.csv\"\ncolumns.age.role = \"quasi-identifier\"\n\
             privacy.k-anonymity = 3\nrecoding.kind = \"{kind}\"\nutility.objective = \"{}\"\n",
            if kind == "microaggregation" { "squared-error" } else { "gen-loss" },
        );
        let refused = Job::from_toml(&text, folder.path()).unwrap().run().unwrap_err();
        assert!(
            matches!(refused, IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_)))),
            "{kind}: {refused}"
        );
    }
}

//! `[recoding] kind = "microaggregation"`: groups of near records, from the job to the verified
//! release.

use crate::stage::Stage;
use serde_json::{Value, json};

const PEOPLE: &str = "age,income,illness,name\n31,1000,flu,a\n35,1200,gout,b\n42,5000,flu,c\n48,5100,ulcer,d\n33,1100,flu,e\n\
    44,5050,gout,f\n";

fn stage(rest: &str) -> Stage {
    let stage = Stage::new();
    stage.write("people.csv", PEOPLE.as_bytes());
    stage.write("job.toml", job(rest).as_bytes());
    stage
}

fn job(rest: &str) -> String {
    format!(
        "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
         [columns.income]\nrole = \"quasi-identifier\"\n[columns.illness]\nrole = \"sensitive\"\n\
         [columns.name]\nrole = \"identifier\"\n[privacy]\nk-anonymity = 2\nl-diversity = 2\n\
         [recoding]\nkind = \"microaggregation\"\n{rest}"
    )
}

const MEANS: &str = "age,income,illness\n33,1100,flu\n33,1100,flu\n33,1100,gout\n44.67,5050,flu\n44.67,5050,gout\n\
    44.67,5050,ulcer\n";

#[test]
fn groups_are_published_as_their_means() {
    let stage = stage("");
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(stage.read("out.csv"), MEANS);
    assert!(ran.err.contains("levels: none (one value per group)"), "{}", ran.err);
    assert!(!ran.err.contains("in every record"), "{}", ran.err);
    let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    assert_eq!(report["solution"]["recoding"], "microaggregation");
    assert_eq!(report["job"]["recoding"], json!({"kind": "microaggregation"}));
    let utility = &report["utility"];
    let keys: Vec<&String> = utility.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["objective", "value", "c_avg", "discernibility", "suppressed_share", "class_size"]);
    assert_eq!((&utility["objective"], &utility["value"]), (&json!("squared-error"), &Value::Null));
    assert_eq!(
        (&report["search"]["gap"], &report["columns"][0]["information_loss"]),
        (&Value::Null, &Value::Null)
    );
    let age = &report["columns"][0];
    assert_eq!(
        (&age["publish"], &age["levels"], &age["level"]),
        (&json!("mean"), &Value::Null, &Value::Null)
    );
    let internal: Value = serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap();
    assert!(internal["utility"].get("gen_loss").is_none(), "{internal}");
    assert!((internal["utility"]["value"].as_f64().unwrap() - 0.058).abs() < 5e-4, "{internal}");
    let lost = internal["columns"][0]["information_loss"].as_f64().unwrap();
    let mean = 233.0 / 6.0;
    let all: f64 = [31.0f64, 35.0, 42.0, 48.0, 33.0, 44.0].iter().map(|age| (age - mean).powi(2)).sum();
    assert!((lost - (4.0 + 4.0 + (64.0 + 100.0 + 4.0) / 9.0) / all).abs() < 1e-12, "{lost}");
    let page = stage.read("out.csv.report.html");
    assert!(!page.contains("information lost") && page.contains("the mean of each class"), "{page}");
    assert!(page.contains("share of its variance") && !page.contains("share of its domain"), "{page}");
    let page = stage.read("out.csv.internal.html");
    assert!(page.contains("information lost") && page.contains("5.8 %"), "{page}");
    let audited = stage.run(&["audit", "out.csv", "job.toml"]);
    assert_eq!(audited.code, 0, "{}{}", audited.out, audited.err);
    let listed = stage.run(&["list", "algorithms"]).out;
    assert!(listed.lines().any(|line| line == "v-mdav") && listed.contains("gamma"), "{listed}");
}

#[test]
fn what_files_do_not_show_is_said() {
    let sorted = stage("");
    assert_eq!(sorted.run(&["anonymize", "job.toml", "--internal"]).code, 0);
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let ran = sorted.run(&["verify", "--verbose", report]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        for open in ["every record comes from the input", "age is the mean of each class", "utility.value"] {
            let is_withheld = open == "utility.value" && report.contains(".report.");
            assert_eq!(ran.out.contains(&format!("not shown  {open}")), !is_withheld, "{open}: {}", ran.out);
        }
        assert!(ran.out.contains("means of income add up to the sum of the input"), "{}", ran.out);
        let again = sorted.run(&["verify", "--verbose", report, "--search"]);
        assert_eq!(again.code, 0, "{}{}", again.out, again.err);
    }
    let in_order = stage("[release]\norder = \"input\"\n");
    assert_eq!(in_order.run(&["anonymize", "job.toml", "--internal"]).code, 0);
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let ran = in_order.run(&["verify", "--verbose", report]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        let is_open = |claim: &str| ran.out.contains(&format!("not shown  {claim}"));
        assert!(!is_open("age") && !is_open("every record"), "{}", ran.out);
        assert!(!is_open("utility.value") || report.contains("internal"), "{}", ran.out);
    }
}

#[test]
fn a_plan_is_applied_as_it_was_made() {
    let stage = stage("");
    let planned = stage.run(&["plan", "job.toml", "-o", "plan.json"]);
    assert!(planned.code == 0 && planned.err.contains("one value per group"), "{}", planned.err);
    let ran = stage.run(&["apply", "plan.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(stage.read("out.csv"), MEANS);
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--search"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    // Groups of this table say nothing of another one.
    stage.write("people.csv", PEOPLE.replace("31,", "30,").as_bytes());
    for other in
        [&["apply", "plan.json", "--force"][..], &["apply", "plan.json", "--input", "people.csv", "--force"]]
    {
        let ran = stage.run(other);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert_eq!(stage.read("out.csv"), MEANS);
    }
}

#[test]
fn methods_are_named_with_their_parameters() {
    let of = |rest: &str| {
        let stage = stage(rest);
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert_eq!(ran.code, 0, "{rest}: {}", ran.err);
        let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
        report["search"]["algorithm"].clone()
    };
    assert_eq!(of("[search]\nalgorithm = \"mdav\"\n"), "mdav");
    assert_eq!(of("[search]\nalgorithm = \"v-mdav\"\n[search.v-mdav]\ngamma = 1.1\n"), "v-mdav");
}

/// Neither groups nor their bound are worked on when the time is over.
#[test]
fn the_time_that_is_given_ends_the_search_and_the_bound() {
    let stage = stage("[search]\nmax_seconds = 2\n");
    let number = |record: u64, step: u64| record.wrapping_mul(step) % 1_000_003;
    let lines = (0..20_000).map(|record| {
        format!("{},{},flu{},n{record}\n", number(record, 7_919), number(record, 104_729), record % 7)
    });
    stage.write(
        "people.csv",
        ("age,income,illness,name\n".to_owned() + &lines.collect::<String>()).as_bytes(),
    );
    let began = std::time::Instant::now();
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 5, "{}", ran.err);
    let internal: Value = serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap();
    assert_eq!(internal["search"]["stopped"], "time");
    assert!(began.elapsed().as_secs() < 30, "{:?}", began.elapsed());
}

#[test]
fn what_has_no_place_here_is_refused() {
    let refused = |text: &str, expected: &[&str]| {
        let stage = stage("");
        stage.write("job.toml", text.as_bytes());
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert_eq!(ran.code, 1, "{text}: {}", ran.err);
        expected.iter().for_each(|word| assert!(ran.err.contains(word), "{text}: {}", ran.err));
    };
    let in_age = |line: &str| job("").replacen("[columns.income]", &format!("{line}\n[columns.income]"), 1);
    refused(&in_age("hierarchy = { intervals = [5] }"), &["columns.age.hierarchy", "without levels"]);
    refused(&in_age("max_level = 1"), &["columns.age.max_level"]);
    refused(&in_age("publish = \"bounds\""), &["columns.age.publish", "median"]);
    refused(&job("cells = \"strict\"\n"), &["recoding.cells"]);
    refused(&job("[utility]\nobjective = \"gen-loss\"\n"), &["utility.objective", "squared-error"]);
    refused(&job("[search]\nalgorithm = \"mondrian\"\n"), &["search.algorithm", "mdav"]);
    refused(&job("[search]\nalgorithm = \"v-mdav\"\n[search.v-mdav]\ngamma = -1\n"), &["gamma"]);
    let of_levels = in_age("publish = \"mean\"").replace("microaggregation", "global");
    refused(&of_levels, &["columns.age.publish", "microaggregation"]);
    let of_regions = job("[search]\nalgorithm = \"mdav\"\n").replace("microaggregation", "local");
    refused(&of_regions, &["is for micro-aggregation"]);
}

#[test]
fn tables_that_cannot_be_grouped_are_refused() {
    let words = stage("");
    words.write("people.csv", PEOPLE.replace("35,", "old,").as_bytes());
    let ran = words.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 1 && ran.err.contains("\"age\": 1 values are not numbers"), "{}", ran.err);
    assert!(!ran.err.contains("old"), "{}", ran.err);
    words.write("people.csv", PEOPLE.replace("35,", ",").as_bytes());
    let ran = words.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 1 && ran.err.contains("needs a number in each record"), "{}", ran.err);
    // All records together have three illnesses.
    words.write("people.csv", PEOPLE.as_bytes());
    words.write("job.toml", job("").replace("l-diversity = 2", "l-diversity = 4").as_bytes());
    let ran = words.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 3 && ran.err.contains("l-diversity"), "{} {}", ran.code, ran.err);
    let proof = stage("").run(&["anonymize", "job.toml", "--proof", "proof.json"]);
    assert!(
        proof.code == 1 && proof.err.contains("cannot be proved in a file"),
        "{} {}",
        proof.code,
        proof.err
    );
}

//! `[recoding]`: levels by record, from the job to the verified release.

use crate::stage::Stage;
use serde_json::Value;

const PEOPLE: &str =
    "age,town,illness\n31,Bonn,flu\n31,Bonn,gout\n32,Bonn,flu\n33,Bonn,gout\n64,Calw,flu\n67,Calw,gout\n";

fn job(recoding: &str) -> String {
    format!(
        "input = \"people.csv\"\noutput = \"out.csv\"\n\
         [columns.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [5, 10, 20] }}\n\
         [columns.town]\nrole = \"quasi-identifier\"\nhierarchy = {{ flat = true }}\n\
         [columns.illness]\nrole = \"sensitive\"\n\
         [privacy]\nk-anonymity = 2\n[suppression]\nlimit = 0\n{recoding}"
    )
}

fn stage(recoding: &str) -> Stage {
    let stage = Stage::new();
    stage.write("people.csv", PEOPLE.as_bytes());
    stage.write("job.toml", job(recoding).as_bytes());
    stage
}

const LOCAL: &str = "[recoding]\nkind = \"local\"\n";

#[test]
fn labels_are_as_fine_as_each_class_allows() {
    let stage = stage(LOCAL);
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let levels = "levels: by record\n    age: 33.3 % as it is, 33.3 % in intervals of 5, 33.3 % in intervals of 10\n    \
                  town: 100.0 % as it is\n";
    assert!(ran.err.contains(levels), "{}", ran.err);
    assert!(stage.read("out.csv.report.html").contains("33.3 % in intervals of 5"));
    assert!(ran.err.contains("no other choice of levels, record by record, is better"), "{}", ran.err);
    assert_eq!(
        stage.read("out.csv"),
        "age,town,illness\n30-34,Bonn,flu\n30-34,Bonn,gout\n31,Bonn,flu\n31,Bonn,gout\n60-69,Calw,flu\n60-69,Calw,gout\n"
    );
    let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    assert_eq!(
        report["job"]["recoding"],
        serde_json::json!({"kind": "local", "cells": "free", "effort": "fast"})
    );
    assert_eq!(report["solution"]["recoding"], "local");
    // Somebody of 31 would be in the class of that age, so 32 and 33 are left of three ages. Those
    // two cannot be moved.
    let narrowing = serde_json::json!({
        "guessed": {"classes": 0.33, "records": 0.33, "left": 0.67},
        "certain": {"classes": 0.0, "records": 0.0, "left": null},
    });
    assert_eq!(report["narrowing"], narrowing);
    assert!(stage.read("out.csv.report.html").contains("narrows 33 % of the classes"));
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json", "--search"]);
    assert_eq!(verified.code, 0, "{}", verified.out);
    assert!(!verified.out.contains("not shown  search.gap"), "{}", verified.out);
}

#[test]
fn each_search_can_be_run_by_itself() {
    let names: Vec<&str> = incog::catalogue::local_algorithms().map(|card| card.name).collect();
    assert!(names.contains(&"mondrian") && names.contains(&"arx-iterated"), "{names:?}");
    for name in names {
        let stage = stage(LOCAL);
        let ran = stage.run(&["anonymize", "job.toml", "--algorithm", name]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
        assert_eq!(report["search"]["algorithm"], name);
        assert_eq!(report["job"]["recoding"], serde_json::json!({"kind": "local", "cells": "free"}));
        let verified = stage.run(&["verify", "--verbose", "out.csv.report.json", "--search"]);
        assert_eq!(verified.code, 0, "{name}: {}", verified.out);
        let listed = stage.run(&["list", "algorithms", "--all"]);
        assert!(listed.out.lines().any(|line| line == name), "{name}: {}", listed.out);
    }
}

#[test]
fn the_course_of_a_search_by_record_is_told() {
    let stage = stage(LOCAL);
    assert_eq!(stage.run(&["anonymize", "job.toml", "--internal"]).code, 0);
    let report: Value = serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap();
    let course: Vec<(f64, f64)> = serde_json::from_value(report["search"]["convergence"].clone()).unwrap();
    assert!(course.len() > 1 && course.is_sorted_by(|(steps, _), (more, _)| steps <= more), "{course:?}");
    assert!(course.is_sorted_by(|(_, one), (_, next)| next <= one), "gaps only close: {course:?}");
}

#[test]
fn an_audit_narrows_labels_of_hierarchy_files() {
    let stage = stage(LOCAL);
    let ages = [31, 32, 33, 64, 67];
    let age = |age: u32| format!("{age};{};{}\n", age / 5 * 5, ["30s", "60s"][usize::from(age > 40)]);
    let ages: String = ages.into_iter().map(age).map(|line| line.trim_end().to_owned() + ";*\n").collect();
    stage.write("age.csv", ages.as_bytes());
    stage.write("town.csv", b"Bonn;*\nCalw;*\n");
    let job = job(LOCAL)
        .replace("{ intervals = [5, 10, 20] }", "\"age.csv\"")
        .replace("{ flat = true }", "\"town.csv\"");
    stage.write("job.toml", job.as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let audited = stage.run(&["audit", "out.csv", "job.toml"]);
    let line = "overlapping labels narrow 33.3 % of the classes, with 33.3 % of the records, to 66.7 % of the values";
    assert!(audited.out.contains(line), "{}", audited.out);
    let json: Value =
        serde_json::from_str(&stage.run(&["audit", "out.csv", "job.toml", "--json"]).out).unwrap();
    assert_eq!(json["narrowing"]["guessed"]["classes"], 1.0 / 3.0);
    assert!(json["narrowing"].get("certain").is_none());
    // Of the input every label is a value, and without files nothing is said.
    assert!(stage.run(&["audit", "people.csv", "job.toml"]).out.contains("make no label finer"));
    let plain = stage.run(&["audit", "out.csv", "-q", "age", "-q", "town"]);
    assert!(!plain.out.contains("downcoding"), "{}", plain.out);
}

#[test]
fn nothing_is_certain_of_what_one_search_by_itself_makes() {
    let stage = stage(&format!("{LOCAL}[search]\nalgorithm = \"rounds\"\n"));
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    assert!(
        report["narrowing"]["guessed"]["classes"].is_f64() && report["narrowing"].get("certain").is_none()
    );
    assert!(stage.read("out.csv.report.html").contains("downcoding"));
    assert_eq!(stage.run(&["verify", "--verbose", "out.csv.report.json"]).code, 0);
}

#[test]
fn strict_cells_are_a_claim_about_the_release() {
    let stage = stage(&format!("{LOCAL}cells = \"strict\"\neffort = \"full\"\n"));
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let strict = stage.read("out.csv");
    assert!(!strict.contains("31,Bonn"), "30-34 beside 31 overlaps: {strict}");
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(verified.out.contains("cells are disjoint"), "{}", verified.out);
    assert!(verified.out.contains("proved     narrowing.guessed.classes  "), "{}", verified.out);
    // Of a release with free cells the same claim is refuted.
    stage.write("job.toml", job(LOCAL).as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml", "--force"]).code, 0);
    let forged = stage.read("out.csv.report.json").replace("\"cells\": \"free\"", "\"cells\": \"strict\"");
    stage.write("out.csv.report.json", forged.as_bytes());
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(verified.code, 1, "{}", verified.out);
    let refuted = verified
        .out
        .lines()
        .any(|line| line.contains("cells are disjoint") && line.contains("some combinations of values"));
    assert!(refuted, "{}", verified.out);
}

#[test]
fn a_plan_is_of_the_kind_its_job_asks_for() {
    let stage = stage(LOCAL);
    assert_eq!(stage.run(&["plan", "job.toml", "-o", "plan.json"]).code, 0);
    let plan = stage.read("plan.json");
    let ran = stage.run(&["apply", "plan.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let other = stage.run(&["apply", "plan.json", "--input", "people.csv", "-o", "today.csv"]);
    assert!(other.code == 1 && other.err.contains("levels per record"), "{}", other.err);
    let global = plan.replace("\"kind\": \"local\"", "\"kind\": \"global\"");
    let global = global.replace(",\n      \"cells\": \"free\",\n      \"effort\": \"fast\"", "");
    stage.write("plan.json", global.as_bytes());
    let ran = stage.run(&["apply", "plan.json", "--force"]);
    assert!(ran.code == 1 && ran.err.contains("recoding.kind"), "{}", ran.err);
}

#[test]
fn what_a_local_recoding_cannot_do_is_refused_with_the_reason() {
    for (recoding, part) in [
        ("[recoding]\ncells = \"free\"\n", "recoding.cells"),
        ("[recoding]\nkind = \"global\"\neffort = \"full\"\n", "recoding.effort"),
        ("[recoding]\nkind = \"locl\"\n", "did you mean \"local\""),
        ("[recoding]\nkind = \"local\"\ncell = \"free\"\n", "cell"),
        ("[search]\nalgorithm = \"haef\"\n[recoding]\nkind = \"local\"\n", "search.algorithm"),
        ("[search]\nalgorithm = \"mondrian\"\n", "this algorithm is for local recoding"),
        (
            "[search]\nalgorithm = \"rounds\"\n[recoding]\nkind = \"local\"\ncells = \"strict\"\n",
            "this algorithm makes overlapping cells",
        ),
        (
            "[search]\nalgorithm = \"rounds\"\n[recoding]\nkind = \"local\"\neffort = \"fast\"\n",
            "remove one of the two",
        ),
        ("[search]\ntrace = \"trace.csv\"\n[recoding]\nkind = \"local\"\n", "search.trace"),
        (
            "[utility]\nobjective = \"entropy\"\n[recoding]\nkind = \"local\"\n",
            "local recoding cannot optimize entropy",
        ),
    ] {
        let stage = stage(recoding);
        let before = stage.files();
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert_eq!(ran.code, 1, "{recoding}: {}", ran.err);
        assert!(ran.err.contains(part), "{recoding}: {}", ran.err);
        assert_eq!(stage.files(), before);
    }
}

#[test]
fn no_release_is_no_release_by_record_either() {
    let stage = stage(LOCAL);
    let job = job(LOCAL).replace("k-anonymity = 2", "k-anonymity = 7");
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("no release can meet the privacy models"), "{}", ran.err);
}

#[test]
fn a_bound_is_proved_by_a_file() {
    let stage = stage(LOCAL);
    let ran = stage.run(&["anonymize", "job.toml", "--proof", "proof.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json", "--proof", "proof.json"]);
    assert_eq!(verified.code, 0, "{}", verified.out);
    for line in ["proved     the bound is proved", "proved     search.gap", "proved     search.stopped"] {
        assert!(verified.out.contains(line), "{line}: {}", verified.out);
    }
    // Of a proof that was shortened nothing is left, and one that was raised is refuted.
    let proof: Value = serde_json::from_str(&stage.read("proof.json")).unwrap();
    let forged = |forge: &dyn Fn(&mut Value)| {
        let mut forged = proof.clone();
        forge(&mut forged["evidence"]["prices"]);
        assert_ne!(forged, proof);
        forged.to_string()
    };
    let prices = |blocks: &mut Value| blocks[0]["prices"].as_array().unwrap().clone();
    let cases = [
        (forged(&|blocks| blocks[0]["prices"] = prices(blocks)[1..].into()), "the number of prices"),
        (forged(&|blocks| blocks[0]["prices"] = vec![0.9; prices(blocks).len()].into()), "form a class"),
        (
            forged(&|blocks| *blocks = vec![blocks[0].clone(), blocks[0].clone()].into()),
            "other quasi-identifiers",
        ),
        (forged(&|blocks| blocks[0]["quasi_identifiers"][0] = "illness".into()), "other quasi-identifiers"),
    ];
    for (forged, why) in cases {
        stage.write("proof.json", forged.as_bytes());
        let verified = stage.run(&["verify", "--verbose", "out.csv.report.json", "--proof", "proof.json"]);
        assert_eq!(verified.code, 1, "{}", verified.out);
        assert!(verified.out.contains(why), "{why}: {}", verified.out);
    }
    stage.write("proof.json", b"{\"secret\": 5}");
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json", "--proof", "proof.json"]);
    assert!(verified.code == 1 && verified.err.contains("not a proof of incog"), "{}", verified.err);
}

/// There are too many cells of twelve quasi-identifiers, so each half of them has prices of its
/// own.
#[test]
fn the_bound_of_a_wide_table_is_proved_block_by_block() {
    let stage = Stage::new();
    let names: Vec<String> = (0..12).map(|n| format!("q{n}")).collect();
    let row = |row: usize| (0..12).map(|n| (row * (n + 3) / 7 % 4).to_string()).collect::<Vec<_>>().join(",");
    let rows: String = (0..40).map(|n| row(n) + "\n").collect();
    stage.write("wide.csv", format!("{}\n{rows}", names.join(",")).as_bytes());
    let columns: String = names
        .iter()
        .map(|name| format!("[columns.{name}]\nrole = \"quasi-identifier\"\nhierarchy = {{ fanout = 2 }}\n"))
        .collect();
    let job = format!(
        "input = \"wide.csv\"\noutput = \"out.csv\"\n{columns}[privacy]\nk-anonymity = 3\n[suppression]\nlimit = 0\n\
         [utility]\nobjective = \"gen-loss\"\n{LOCAL}"
    );
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--proof", "proof.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let proof: Value = serde_json::from_str(&stage.read("proof.json")).unwrap();
    let blocks = proof["evidence"]["prices"].as_array().unwrap();
    assert!(blocks.len() > 1, "{blocks:?}");
    let (code, said) = proved_by(&stage, "proof.json");
    assert!(code == 0 && said.contains("proved     the bound is proved"), "{said}");
    // Two prices for the labels of one quasi-identifier are one too many.
    let mut forged = proof.clone();
    forged["evidence"]["prices"][1]["quasi_identifiers"][0] = blocks[0]["quasi_identifiers"][0].clone();
    stage.write("forged.json", forged.to_string().as_bytes());
    let (code, said) = proved_by(&stage, "forged.json");
    assert!(code == 1 && said.contains("other quasi-identifiers"), "{said}");
}

/// What `incog verify --proof` says of the release in `out.csv`: the exit code, and all it prints.
fn proved_by(stage: &Stage, proof: &str) -> (i32, String) {
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json", "--proof", proof]);
    (verified.code, verified.out + &verified.err)
}

#[test]
fn a_full_domain_release_is_proved_by_a_file() {
    for objective in ["height", "precision", "loss", "gen-loss", "transparency"] {
        for search in ["auto", "optimal", "hitting-set", "exhaustive", "flash"] {
            let stage = stage(&format!(
                "[utility]\nobjective = \"{objective}\"\n[search]\nalgorithm = \"{search}\"\n"
            ));
            let ran = stage.run(&["anonymize", "job.toml", "--proof", "proof.json"]);
            assert_eq!(ran.code, 0, "{objective} {search}: {}", ran.err);
            let (code, said) = proved_by(&stage, "proof.json");
            assert_eq!(code, 0, "{objective} {search}: {said}");
            for line in
                ["proved     the bound is proved", "proved     search.gap", "proved     search.stopped"]
            {
                assert!(said.contains(line), "{objective} {search}, {line}: {said}");
            }
        }
    }
}

#[test]
fn a_proof_of_another_release_is_refused() {
    let stage = stage("");
    assert_eq!(stage.run(&["anonymize", "job.toml", "--proof", "proof.json"]).code, 0);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(stage.path("proof.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "only its owner may read it");
    }
    let proof = stage.read("proof.json");
    let first_step = &proof[proof.find("\"steps\":[").unwrap()..][..14];
    let cases = [
        (proof.replace("\"age\",\"town\"", "\"town\",\"age\""), "other quasi-identifiers"),
        (proof.replace(first_step, &first_step.replace('[', "[{\"cut\":[0,1]},")), "do not close"),
        (proof.replace("\"nodes\":[[", "\"nodes\":[[9,9],["), "levels that the hierarchies do not have"),
        (proof.replace("gen-loss", "loss"), "the objective"),
        (proof[..proof.len() / 2].to_owned(), "not a proof of incog"),
    ];
    for (forged, why) in cases {
        assert_ne!(forged, proof, "{why}");
        stage.write("forged.json", forged.as_bytes());
        let (code, said) = proved_by(&stage, "forged.json");
        assert!(code == 1 && said.contains(why), "{why}: {said}");
    }
    // The proof does not prove a release of other records.
    stage.write("people.csv", PEOPLE.replace("64,Calw", "31,Bonn").as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml", "--force"]).code, 0);
    let (code, said) = proved_by(&stage, "proof.json");
    assert!(code == 1 && said.contains("REFUTED    the bound is proved"), "{said}");
}

#[test]
fn a_proof_that_cannot_be_checked_is_not_written() {
    let asked = "[utility]\nobjective = \"discernibility\"\n";
    for (rest, why) in [(asked, "not a sum of label costs"), ("t-closeness", "can be invalid")] {
        let stage = stage(if rest == asked { asked } else { "" });
        if rest != asked {
            let job = job("")
                .replace("limit = 0", "limit = 0.5")
                .replace("[suppression]", "t-closeness = 0.3\n[suppression]");
            stage.write("job.toml", job.as_bytes());
        }
        let before = stage.files();
        let ran = stage.run(&["anonymize", "job.toml", "--proof", "proof.json"]);
        assert!(ran.code == 1 && ran.err.contains(why), "{why}: {}", ran.err);
        assert_eq!(stage.files(), before);
    }
}

#[test]
fn a_bound_with_a_gap_is_proved_as_such() {
    let stage = stage("[search]\nalgorithm = \"optimal\"\nmax_evaluations = 1\n");
    let ran = stage.run(&["anonymize", "job.toml", "--proof", "proof.json"]);
    let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    assert!(report["search"]["gap"].as_f64().unwrap() > 0.0, "{}", ran.err);
    let (code, said) = proved_by(&stage, "proof.json");
    assert!(code == 0 && said.contains("proved     search.gap"), "{said}");
    assert!(said.contains("not shown  search.stopped"), "{said}");
}

/// Where nobody is suppressed, and labels leave no choice whose records a class has, its people are
/// counted by `verify`.
#[test]
fn people_of_classes_are_counted_again() {
    let stage = Stage::new();
    let rows = PEOPLE.lines().enumerate().map(|(row, line)| match row {
        0 => format!("who,{line}\n"),
        row => format!("p{row},{line}\n"),
    });
    stage.write("people.csv", rows.collect::<String>().as_bytes());
    let person = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.who]\nrole = \"person\"\n";
    let job = job(LOCAL).replacen("input = \"people.csv\"\noutput = \"out.csv\"\n", person, 1);
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(verified.code, 0, "{}", verified.out);
    assert!(verified.out.contains("proved     k-anonymity holds"), "{}", verified.out);
    // Nobody may say that there are three.
    let forged = stage.read("out.csv.report.json").replace("\"achieved\": 2", "\"achieved\": 3");
    stage.write("out.csv.report.json", forged.as_bytes());
    let refuted = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(refuted.code, 1, "{}", refuted.out);
}

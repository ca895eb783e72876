//! Several providers, one release.

use crate::stage::Stage;
use serde_json::Value;
use std::collections::BTreeMap;

/// CPGEN, table 2.
const TABLE_2: [(&str, &str); 2] = [
    (
        "P1",
        "Zip,Gender,Age,Education,Disease,Expense\n4351,M,25,8th,HIV,2000\n4353,M,28,4th,HIV,3000\n\
         4362,F,32,8th,HIV,2500\n4362,F,33,8th,HIV,6000\n",
    ),
    (
        "P2",
        "Zip,Gender,Age,Education,Disease,Expense\n4354,M,26,8th,Diabetes,3500\n4353,M,28,5th,Diabetes,4000\n\
         4362,M,34,4th,Diabetes,5000\n4361,M,37,6th,Diabetes,1500\n",
    ),
];

/// CPGEN, table 3; its provider column stands last here.
const TABLE_3: [&str; 8] = [
    "435*,Gender,[20-30],Primary,HIV,2000,P1",
    "435*,Gender,[20-30],Primary,HIV,3000,P1",
    "435*,Gender,[20-30],Primary,Diabetes,3500,P2",
    "435*,Gender,[20-30],Primary,Diabetes,4000,P2",
    "436*,Gender,[30-40],Primary,Diabetes,5000,P2",
    "436*,Gender,[30-40],Primary,Diabetes,1500,P2",
    "436*,Gender,[30-40],Primary,HIV,2500,P1",
    "436*,Gender,[30-40],Primary,HIV,6000,P1",
];

const PAPER_JOB: &str = r#"inputs = [{ path = "P1.csv", provider = "P1" }, { path = "P2.csv", provider = "P2" }]
output = "out.csv"
[columns.Zip]
role = "quasi-identifier"
hierarchy = { mask = "right", char = "*" }
[columns.Gender]
role = "quasi-identifier"
hierarchy = { tree = { M = "Gender", F = "Gender" } }
[columns.Age]
role = "quasi-identifier"
hierarchy = "age.csv"
[columns.Education]
role = "quasi-identifier"
hierarchy = { tree = { 4th = "Primary", 5th = "Primary", 6th = "Primary", 8th = "Primary" } }
[columns.Disease]
role = "sensitive"
[privacy]
c-mixture = 0.6
[suppression]
limit = 0
[release]
provider = true
[utility]
objective = "cpgen"
"#;

fn paper() -> Stage {
    let stage = Stage::new();
    for (provider, table) in TABLE_2 {
        stage.write(&format!("{provider}.csv"), table.as_bytes());
    }
    let ages = (20..40).map(|age| {
        let decade = if age < 30 { "[20-30]" } else { "[30-40]" };
        format!("{age};{decade};[20-40];*\n")
    });
    stage.write("age.csv", ages.collect::<String>().as_bytes());
    stage.write("job.toml", PAPER_JOB.as_bytes());
    stage
}

/// The internal report, which tells all.
fn report(stage: &Stage) -> Value {
    serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap()
}

fn anonymize(stage: &Stage, arguments: &[&str]) -> Value {
    let all: Vec<&str> =
        ["anonymize", "job.toml", "--force", "--internal"].iter().chain(arguments).copied().collect();
    let ran = stage.run(&all);
    assert_eq!(ran.code, 0, "{}", ran.err);
    report(stage)
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().skip(1).collect();
    lines.sort_unstable();
    lines
}

/// The paper's tables 2 and 3, c = 0.6, by every search that can be asked.
#[test]
fn the_example_of_the_paper_comes_out_as_printed() {
    let stage = paper();
    let mut expected = TABLE_3;
    expected.sort_unstable();
    for algorithm in ["optimal", "exhaustive", "cpgen", "provider-aware", "flash", "top-down", "random"] {
        let report = anonymize(&stage, &["--algorithm", algorithm]);
        assert_eq!(sorted(&stage.read("out.csv")), expected, "{algorithm}");
        // k = floor(8 * 0.6), l = ceil(2 * 0.6), m = ceil(2 * 0.6), and what table 3 has.
        let rows: Vec<(&str, i64, i64)> = report["privacy"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                assert_eq!(row["model"], "c-mixture");
                let number = |key: &str| row[key].as_i64().unwrap();
                (row["variant"].as_str().unwrap(), number("required"), number("achieved"))
            })
            .collect();
        assert_eq!(rows, [("c = 0.6: k", 4, 4), ("c = 0.6: l", 2, 2), ("c = 0.6: m", 2, 2)]);
        // C_AVG = 8 / (2 classes * 4), and GenLoss is far from 0: alpha 0.6, beta 0.4.
        let utility = |key: &str| report["utility"][key].as_f64().unwrap();
        assert_eq!(utility("c_avg"), 1.0);
        assert!((utility("value") - (0.6 * utility("gen_loss") + 0.4)).abs() < 1e-9);
    }
}

#[test]
fn files_of_providers_are_pooled_and_the_provider_is_dropped() {
    let stage = paper();
    stage.write("job.toml", PAPER_JOB.replace("provider = true", "order = \"sorted\"").as_bytes());
    let report = anonymize(&stage, &[]);
    let release = stage.read("out.csv");
    assert_eq!(release.lines().next(), Some("Zip,Gender,Age,Education,Disease,Expense"));
    assert!(!release.contains("P1") && !release.contains("P2"));
    assert_eq!(report["input"]["rows"], 8);
    assert_eq!(report["input"]["path"], "P1.csv + P2.csv");
    assert_eq!((&report["inputs"][1]["provider"], &report["inputs"][1]["rows"]), (&"P2".into(), &4.into()));
    assert_eq!(report["job"]["inputs"][0]["path"], "P1.csv");
    let measured = report["privacy"][2]["measured"].as_str().unwrap();
    assert!(measured.contains("matched to its record"), "{measured}");

    // One file with a provider column gives the same.
    let mut rows = String::from("Provider,Zip,Gender,Age,Education,Disease,Expense\n");
    for (provider, table) in TABLE_2 {
        table.lines().skip(1).for_each(|line| rows.push_str(&format!("{provider},{line}\n")));
    }
    stage.write("pool.csv", rows.as_bytes());
    let (_, rest) = PAPER_JOB.split_once('\n').unwrap();
    let job = format!("input = \"pool.csv\"\n{rest}[columns.Provider]\nrole = \"provider\"\n");
    stage.write("job.toml", job.replace("provider = true", "order = \"sorted\"").as_bytes());
    anonymize(&stage, &[]);
    assert_eq!(stage.read("out.csv"), release);
}

#[test]
fn columns_may_stand_in_any_order_but_must_be_the_same() {
    let stage = paper();
    let release = {
        anonymize(&stage, &[]);
        stage.read("out.csv")
    };
    let swap = |line: &str| {
        let (zip, rest) = line.split_once(',').unwrap();
        format!("{rest},{zip}\n")
    };
    stage.write("P2.csv", TABLE_2[1].1.lines().map(swap).collect::<String>().as_bytes());
    anonymize(&stage, &[]);
    assert_eq!(stage.read("out.csv"), release);

    let refused = |parts: &[&str]| {
        let ran = stage.run(&["anonymize", "job.toml", "--force"]);
        assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{}", ran.err);
        parts.iter().for_each(|part| assert!(ran.err.contains(part), "{part:?} in {}", ran.err));
    };
    stage.write("P2.csv", TABLE_2[1].1.replace("Zip", "Postcode").as_bytes());
    refused(&["P2.csv", "P1.csv", "lacks \"Zip\"", "also has \"Postcode\""]);
    let with_provider = |line: &str| format!("{line},provider\n");
    for (provider, table) in TABLE_2 {
        let table: String = table.lines().map(with_provider).collect();
        stage.write(&format!("{provider}.csv"), table.as_bytes());
    }
    refused(&["P1.csv", "column \"provider\"", "that no file has"]);
    stage.write("job.toml", format!("input = \"P1.csv\"\n{PAPER_JOB}").as_bytes());
    refused(&["job.toml", "input cannot be combined with inputs"]);
    stage.write("job.toml", PAPER_JOB.replace("P2.csv", "P1.csv").as_bytes());
    refused(&["job.toml:1", "the same file"]);
}

/// 400 records of three providers, most of one.
fn hospitals() -> Vec<[String; 4]> {
    let mut state = 7u64;
    let mut draw = |limit: u64| {
        // Knuth's multiplier; the high bits are good enough for a table.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let record = |_| {
        let provider = ["north", "north", "north", "north", "south", "south", "west"][draw(7) as usize];
        let disease = ["flu", "cold", "asthma", "gout"][draw(4) as usize];
        [provider.into(), (20 + draw(48)).to_string(), (10_000 + draw(6) * 700).to_string(), disease.into()]
    };
    (0..400).map(record).collect()
}

const HOSPITALS_JOB: &str = r#"input = "hospitals.csv"
output = "out.csv"
[columns.hospital]
role = "provider"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [4, 12, 24, 48], origin = 20 }
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "right" }
[columns.disease]
role = "sensitive"
[privacy]
k-anonymity = 3
l-diversity = 2
"#;

fn hospitals_stage(job: &str) -> Stage {
    let stage = Stage::new();
    let rows: String = hospitals().iter().map(|record| record.join(",") + "\n").collect();
    stage.write("hospitals.csv", format!("hospital,age,zip,disease\n{rows}").as_bytes());
    stage.write("job.toml", job.as_bytes());
    stage
}

/// What some hospitals find when they pool their records, take them away from the release and look
/// at what is left: quasi-identifiers of classes with fewer than 3 records or 2 diseases. They see
/// the release and their own records only.
fn attack(release: &str, coalition: &[&str]) -> Vec<(String, String)> {
    let mut classes: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for line in release.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        classes.entry((cells[0].into(), cells[1].into())).or_default().push(cells[2].into());
    }
    for record in hospitals().iter().filter(|record| coalition.contains(&record[0].as_str())) {
        let class =
            classes.iter_mut().find(|((age, zip), _)| is_age(age, &record[1]) && is_zip(zip, &record[2]));
        let Some((_, diseases)) = class else { continue };
        if let Some(place) = diseases.iter().position(|disease| *disease == record[3]) {
            diseases.remove(place);
        }
    }
    let breaks = |diseases: &Vec<String>| {
        let distinct: std::collections::BTreeSet<&String> = diseases.iter().collect();
        !diseases.is_empty() && (diseases.len() < 3 || distinct.len() < 2)
    };
    classes.into_iter().filter(|(_, diseases)| breaks(diseases)).map(|(class, _)| class).collect()
}

/// Whether an age lies in an interval such as `20-23`; `*` is every age.
fn is_age(label: &str, age: &str) -> bool {
    match label.split_once('-') {
        Some((low, high)) => {
            let (low, high, age): (u32, u32, u32) =
                (low.parse().unwrap(), high.parse().unwrap(), age.parse().unwrap());
            (low..=high).contains(&age)
        }
        None => label == "*" || label == age,
    }
}

fn is_zip(label: &str, zip: &str) -> bool {
    label == "*" || label.chars().zip(zip.chars()).all(|(a, b)| a == '*' || a == b)
}

#[test]
fn colluding_providers_break_provider_diversity_but_not_m_privacy() {
    let stage = hospitals_stage(&format!("{HOSPITALS_JOB}provider-diversity = 2\n"));
    let report = anonymize(&stage, &[]);
    assert_eq!(report["privacy"][2]["satisfied"], true);
    let release = stage.read("out.csv");
    assert!(attack(&release, &[]).is_empty());
    assert!(!attack(&release, &["north"]).is_empty(), "provider diversity alone must not be enough");

    for algorithm in ["optimal", "cpgen", "provider-aware"] {
        for m in [1, 2] {
            let job = format!("{HOSPITALS_JOB}m-privacy = {m}\n");
            stage.write("job.toml", job.as_bytes());
            let report = anonymize(&stage, &["--algorithm", algorithm]);
            assert_eq!(report["privacy"][2]["model"], "m-privacy");
            assert_eq!(report["privacy"][2]["achieved"], m);
            assert!(report["privacy"][2]["measured"].as_str().unwrap().contains("matched to its record"));
            let release = stage.read("out.csv");
            assert!(release.lines().count() > 1);
            let names = ["north", "south", "west"];
            let mut coalitions: Vec<Vec<&str>> = names.iter().map(|&name| vec![name]).collect();
            if m == 2 {
                coalitions.extend(
                    names.map(|left: &str| names.iter().filter(|name| **name != left).copied().collect()),
                );
            }
            for coalition in coalitions {
                let broken = attack(&release, &coalition);
                assert!(broken.is_empty(), "{algorithm}, m = {m}: {coalition:?} break {broken:?}");
            }
        }
    }
}

#[test]
fn more_coalitions_than_can_be_checked_are_refused_in_words() {
    let stage = hospitals_stage(&format!("{HOSPITALS_JOB}m-privacy = 3\n"));
    let rows: String =
        (0..100).map(|n| format!("h{n},{},10000,{}\n", 20 + n % 40, ["flu", "cold"][n % 2])).collect();
    stage.write("hospitals.csv", format!("hospital,age,zip,disease\n{rows}").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 1);
    for part in ["m-privacy with m = 3 and 100 providers", "coalitions", "lower m, or merge providers"] {
        assert!(ran.err.contains(part), "{}", ran.err);
    }
}

/// `big` stands in three regions, `small` with one record in one of them; regions must stay apart.
fn cold_start(noise: &str) -> Stage {
    let stage = Stage::new();
    let rows = (0..24).map(|n| format!("{},{},{}\n", ["n", "s", "w"][n % 3], 20 + n, ["flu", "cold"][n % 2]));
    stage.write("big.csv", format!("region,age,disease\n{}", rows.collect::<String>()).as_bytes());
    stage.write("small.csv", b"region,age,disease\ns,31,flu\n");
    let job = format!(
        r#"inputs = [{{ path = "big.csv", provider = "big" }}, {{ path = "small.csv", provider = "small" }}]
output = "out.csv"
[columns.region]
role = "quasi-identifier"
max_level = 0
[columns.age]
role = "quasi-identifier"
[columns.disease]
role = "sensitive"
[privacy]
k-anonymity = 4
provider-diversity = 2
[suppression]
limit = 0
[release]
provider = true
{noise}
"#
    );
    stage.write("job.toml", job.as_bytes());
    stage
}

/// The providers of each region of the release.
fn providers_by_region(release: &str) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in release.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let providers = found.entry(cells[0].into()).or_default();
        if !providers.contains(&cells[3].to_owned()) {
            providers.push(cells[3].into());
        }
    }
    found
}

#[test]
fn noise_lets_every_class_reach_two_providers_and_is_disclosed() {
    let stage = cold_start("");
    stage.write("draw.key", "0123456789abcdef".repeat(4).as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--internal", "--draw-key", "draw.key"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("NOISE: 2 invented records in 2 classes"), "{}", ran.err);
    let report = report(&stage);
    assert_eq!(report["noise"], serde_json::json!({ "records": 2, "classes": 2 }));
    assert_eq!((&report["input"]["rows"], &report["release"]["rows"]), (&25.into(), &27.into()));
    assert_eq!(report["solution"]["rows_kept"], 25);
    let release = stage.read("out.csv");
    let regions = providers_by_region(&release);
    assert_eq!(regions.len(), 3);
    assert!(regions.values().all(|providers| providers.len() == 2), "{release}");
    assert!(stage.read("out.csv.report.html").contains("are noise"));
    // The order of the records changes nothing.
    let big = stage.read("big.csv");
    let (header, rows) = big.split_once('\n').unwrap();
    let reversed: Vec<&str> = rows.lines().rev().collect();
    stage.write("big.csv", format!("{header}\n{}\n", reversed.join("\n")).as_bytes());
    anonymize(&stage, &["--draw-key", "draw.key"]);
    assert_eq!(stage.read("out.csv"), release);
}

/// Records of three small towns are suppressed; what they are ill with, and who provides them, is
/// nothing that a made-up record may have.
#[test]
fn noise_has_nothing_of_suppressed_records() {
    let released = |illness: &str, hospitals: [&str; 3]| {
        let stage = Stage::new();
        let large = [("Ulm", "A"), ("Bonn", "B"), ("Kiel", "C"), ("Jena", "D")];
        let kept = (0..48).map(|n| {
            let (town, hospital) = large[n % 4];
            format!("{town},{},{hospital}\n", ["flu", "cold", "gout"][n / 4 % 3])
        });
        let lost =
            (0..9).map(|n| format!("{},{illness},{}\n", ["Rom", "Oslo", "Riga"][n / 3], hospitals[n / 3]));
        let rows: String = kept.chain(lost).collect();
        stage.write("in.csv", format!("town,illness,hospital\n{rows}").as_bytes());
        stage.write(
            "job.toml",
            br#"input = "in.csv"
output = "out.csv"
[columns]
town = { role = "quasi-identifier", hierarchy = { flat = true }, max_level = 0 }
illness = { role = "sensitive" }
hospital = { role = "provider" }
[privacy]
k-anonymity = 6
provider-diversity = 3
unit = "record"
[suppression]
limit = 0.3
[release]
provider = true
"#,
        );
        stage.write("draw.key", "0123456789abcdef".repeat(4).as_bytes());
        anonymize(&stage, &["--draw-key", "draw.key"]);
        assert_eq!(report(&stage)["noise"]["records"], 8);
        stage.read("out.csv")
    };
    let release = released("HIV", ["A", "B", "C"]);
    assert!(!release.contains("HIV"), "{release}");
    for hospitals in [["A"; 3], ["D"; 3], ["clinic for HIV"; 3]] {
        assert_eq!(release, released("flu", hospitals), "{hospitals:?}");
    }
}

/// A row that somebody invented is no noise where nothing asks for noise.
#[test]
fn noise_serves_models_of_providers_alone() {
    let refuted = |stage: &Stage, claim: &str| {
        let verified = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
        let found = |line: &str| line.starts_with("REFUTED") && line.contains(claim);
        verified.code == 1 && verified.out.lines().any(found)
    };
    let invent = |stage: &Stage| {
        let mut lines: Vec<String> = stage.read("out.csv").lines().map(str::to_owned).collect();
        let invented = lines[1].replace("flu", "cold").replace("gout", "cold");
        lines.insert(2, invented);
        stage.write("out.csv", (lines.join("\n") + "\n").as_bytes());
        let report = stage.read("out.csv.report.json");
        let noise = "\"noise\": { \"records\": 1, \"classes\": 1 },\n  \"solution\"";
        stage.write("out.csv.report.json", report.replacen("\"solution\"", noise, 1).as_bytes());
    };
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    assert!(!refuted(&stage, "noise"));
    invent(&stage);
    assert!(
        refuted(&stage, "noise may be added"),
        "{}",
        stage.run(&["verify", "--verbose", "out.csv.report.json"]).out
    );
    // Where something does, all but the providers must do without it: one of the five of a class is
    // invented.
    let stage = Stage::new();
    let job = crate::stage::JOB
        .replace("[privacy]\n", "[columns.ward]\nrole = \"provider\"\n[privacy]\nprovider-diversity = 2\n");
    stage.write("job.toml", job.replace("k-anonymity = 5", "k-anonymity = 12").as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let release = stage.read("out.csv");
    let first = release.lines().nth(1).unwrap();
    let invented = first.replace(first.rsplit(',').next().unwrap(), "pox");
    stage.write("out.csv", release.replacen(first, &invented, 1).as_bytes());
    let report = stage.read("out.csv.report.json");
    let noise = "\"noise\": { \"records\": 1, \"classes\": 1 },\n  \"solution\"";
    stage.write("out.csv.report.json", report.replacen("\"solution\"", noise, 1).as_bytes());
    assert!(!refuted(&stage, "noise may be added"));
    assert!(
        refuted(&stage, "the other models hold without noise"),
        "{}",
        stage.run(&["verify", "--verbose", "out.csv.report.json"]).out
    );
}

#[test]
fn without_noise_not_every_class_reaches_two_providers() {
    let stage = cold_start("noise = false");
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("no release can meet"), "{}", ran.err);
    // What may be dropped needs no noise; 8 of 25 records would have to go for each region.
    let job = stage.read("job.toml");
    stage.write("job.toml", job.replace("limit = 0", "limit = 0.35").replace("noise = false", "").as_bytes());
    assert_eq!(anonymize(&stage, &[])["noise"]["records"], 1);
    stage.write("job.toml", job.replace("limit = 0", "limit = 0.7").replace("noise = false", "").as_bytes());
    assert_eq!(anonymize(&stage, &[])["noise"], Value::Null);
    // Noise is no protection against the provider whose name it bears, so m-privacy gets none.
    let m_privacy = job
        .replace("noise = false", "")
        .replace("provider-diversity = 2", "provider-diversity = 2\nm-privacy = 1");
    stage.write("job.toml", m_privacy.as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml", "--force"]).code, 3);
}

//! Columns that chance has moved, and nearly empty ones, single nobody out together, unless a
//! waiver accepts it.

use crate::stage::Stage;
use crate::stays::{published, refused};
use serde_json::Value;

/// Numbers that have nothing to do with each other, equal in every run.
fn scattered(row: usize, stream: usize, below: usize) -> usize {
    let mut state = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (stream as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((state ^ (state >> 29)) % below as u64) as usize
}

/// Six hundred people with two incomes, each published with noise.
#[cfg(unix)]
fn noisy_stage(deviation: usize, more: &str) -> Stage {
    let stage = Stage::new();
    let row = |n: usize| {
        let [pay, rent] = [1, 2].map(|stream| 1_000 + scattered(n, stream, 3_000));
        format!("p{n},{},{pay},{rent}\n", 20 + n * 13 % 40)
    };
    let rows: String = (0..600).map(row).collect();
    stage.write("people.csv", format!("who,age,pay,rent\n{rows}").as_bytes());
    stage.write_secret("s.key", "a secret of this test alone");
    let job = format!(
        "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.who]\nrole = \"person\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
         hierarchy = {{ intervals = [20] }}\nmin_level = 1\n[columns.pay]\npublish = {{ noise = {deviation} }}\n[columns.rent]\n\
         publish = {{ noise = {deviation} }}\n[privacy]\nk-anonymity = 5\n[release]\nsecret = \"s.key\"\n{more}"
    );
    stage.write("stays.toml", job.as_bytes());
    stage
}

/// Of two incomes each leaves dozens of people, both together one.
#[test]
#[cfg(unix)]
fn noisy_columns_beside_each_other_are_refused() {
    let stage = noisy_stage(50, "");
    refused(&stage, "pay + rent: singles people out", "that, within the noise, fewer than");
    let wide = noisy_stage(600, "");
    let (report, _) = published(&wide);
    assert!(report["singled_out"].is_null(), "{}", report["singled_out"]);
}

#[test]
#[cfg(unix)]
fn who_answers_for_noisy_columns_is_told_and_both_verifiers_agree() {
    let waivers = "[waivers]\n\"pay + rent: singles people out\" = \"made up\"\n\
                   \"pay + rent: singles people out beside the labels\" = \"made up\"\n";
    let stage = noisy_stage(50, waivers);
    let ran = stage.run(&["anonymize", "stays.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    let kinds: Vec<&Value> = report["singled_out"].as_array().unwrap().iter().map(|one| &one["by"]).collect();
    assert!(kinds.contains(&&serde_json::json!("noisy")), "{kinds:?}");
    let verified = stage.run(&["verify", "out.csv.report.json", "--secret", "s.key"]);
    assert_eq!(verified.code, 0, "{}", verified.out);
}

/// Twenty-five laboratory values, each of which one patient in fifty has.
#[test]
fn nearly_empty_columns_together_are_refused() {
    let stage = Stage::new();
    let names: Vec<String> = (0..25).map(|number| format!("test_{number}")).collect();
    let row = |n: usize| {
        let cells = (0..25).map(|column| match n < 500 && n % 25 == column {
            true => format!("{}.5", 100 + n),
            false => String::new(),
        });
        format!("{},{}\n", 20 + n * 13 % 40, cells.collect::<Vec<String>>().join(","))
    };
    let rows: String = (0..1_000).map(row).collect();
    stage.write("stays.csv", format!("age,{}\n{rows}", names.join(",")).as_bytes());
    let told: String =
        names.iter().map(|name| format!("[columns.{name}]\nrole = \"insensitive\"\n")).collect();
    let job = format!(
        "input = \"stays.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [20] }}\n\
         min_level = 1\n{told}[privacy]\nk-anonymity = 5\n"
    );
    stage.write("stays.toml", job.as_bytes());
    refused(&stage, &format!("{}: singles people out", names.join(" + ")), "500 of 1000 records");
}

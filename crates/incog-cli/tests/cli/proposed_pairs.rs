//! The proposal for columns that single people out in pairs is one that the gate lets pass.

use crate::stage::Stage;

/// A number from 0 to `below` that has nothing to do with those of other salts, most often in the
/// middle.
fn draw(n: usize, salt: u64, below: u64) -> u64 {
    (0..4).map(|part| mixed(n, salt + 100 * part) % (below / 4 + 1)).sum()
}

fn mixed(n: usize, salt: u64) -> u64 {
    let mixed = (n as u64 + 10_000 * salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
}

/// Runs what `init` proposes for a table.
fn runs_as_proposed(table: &str) {
    let stage = Stage::new();
    stage.write("people.csv", table.as_bytes());
    let ran = stage.run(&["init", "people.csv", "-o", "job.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("job.toml");
    let ran = stage.run(&["anonymize", "job.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}\n{job}", ran.err);
}

const PEOPLE: [usize; 3] = [400, 1000, 2000];

fn body(n: usize) -> String {
    let height = 140 + draw(n, 1, 60);
    let weight = height * 9 / 10 - 105 + draw(n, 2, 40);
    format!("{},{height},{weight}\n", ["f", "m"][n % 2])
}

#[test]
fn heights_and_weights_run_as_proposed() {
    for people in PEOPLE {
        runs_as_proposed(&format!("sex,height,weight\n{}", (0..people).map(body).collect::<String>()));
    }
}

fn student(n: usize) -> String {
    let level = 20 + draw(n, 1, 60);
    let [math, reading, writing] = [2, 3, 4].map(|salt| level + draw(n, salt, 20));
    let group = ["group A", "group B", "group C", "group D"][n % 4];
    format!("{},{group},{math},{reading},{writing}\n", ["female", "male"][n / 4 % 2])
}

#[test]
fn three_scores_run_as_proposed() {
    let header = "gender,race/ethnicity,math score,reading score,writing score\n";
    for people in PEOPLE {
        runs_as_proposed(&(header.to_owned() + &(0..people).map(student).collect::<String>()));
    }
}

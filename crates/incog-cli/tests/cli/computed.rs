//! incog refuses a release from which an attacker could compute hidden values, by combining
//! columns or by rows that a pseudonym links, unless a waiver accepts it.

use crate::stage::Stage;

/// Numbers that have nothing to do with each other, the same in every run.
fn scattered(row: usize, stream: usize, below: usize) -> usize {
    let mut state = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (stream as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((state ^ (state >> 29)) % below as u64) as usize
}

/// A table and a job about it: a line for each column with its name and what the job says of it.
fn stage(columns: &[(&str, &str)], rows: usize, row: impl Fn(usize) -> String, rest: &str) -> Stage {
    let stage = Stage::new();
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let cells: String = (0..rows).map(|number| row(number) + "\n").collect();
    stage.write("in.csv", (names.join(",") + "\n" + &cells).as_bytes());
    let said: String = columns.iter().map(|(name, said)| format!("[columns.{name}]\n{said}\n")).collect();
    let models = "[privacy]\nk-anonymity = 5\n";
    let job = format!("input = \"in.csv\"\noutput = \"out.csv\"\n{said}{models}{rest}");
    stage.write("job.toml", job.as_bytes());
    stage
}

const QUASI_IDENTIFIER: &str =
    "role = \"quasi-identifier\"\nhierarchy = { intervals = [10], origin = 0 }\nmin_level = 1";
const INSENSITIVE: &str = "role = \"insensitive\"";

#[track_caller]
fn refused(stage: &Stage, key: &str) {
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 4, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains(&format!("{key:?} = ")), "{}", ran.err);
}

#[track_caller]
fn published(stage: &Stage) -> String {
    let ran = stage.run(&["anonymize", "job.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(verified.code, 0, "{}", verified.out);
    ran.err
}

#[test]
fn a_sum_of_three_parts_gives_a_stay_back() {
    let part = |row, stream| scattered(row, stream, 6);
    let columns = [("stay", QUASI_IDENTIFIER), ("a", INSENSITIVE), ("b", INSENSITIVE), ("c", INSENSITIVE)];
    let with = |slip: usize| {
        move |row: usize| {
            let [a, b, c] = [1, 2, 3].map(|stream| part(row, stream));
            format!("{},{a},{b},{c}", a + b + c + slip * scattered(row, 4, 16))
        }
    };
    refused(&stage(&columns, 600, with(0), ""), "a + b + c: gives back stay");
    // Something else of equal size is no sum of them.
    published(&stage(&columns, 600, with(1), ""));
}

#[test]
fn a_year_that_stays_as_it_is_less_an_age_gives_a_birth_year_back() {
    let born =
        "role = \"quasi-identifier\"\nhierarchy = { intervals = [10, 20], origin = 1900 }\nmin_level = 1";
    let year = "role = \"quasi-identifier\"\nmax_level = 0";
    let columns = [("born", born), ("year", year), ("age", INSENSITIVE)];
    let row = |row: usize| {
        let (born, year) = (1940 + scattered(row, 1, 60), 2018 + scattered(row, 2, 3));
        format!("{born},{year},{}", year - born)
    };
    let stage = stage(&columns, 900, row, "");
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 4, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("gives back born"), "{}", ran.err);
}

#[test]
fn a_code_gives_back_what_it_says_of_most_rows() {
    let place = "role = \"quasi-identifier\"\nhierarchy = { mask = \"right\" }\nmin_level = 1";
    let columns = [("place", place), ("office", INSENSITIVE)];
    let with = |slips: usize| {
        move |row: usize| {
            let place = scattered(row, 1, 20);
            let office = if scattered(row, 2, 100) < slips { scattered(row, 3, 20) } else { place };
            format!("{},o{}", 10 + place, (office * 7) % 20)
        }
    };
    refused(&stage(&columns, 1200, with(10), ""), "office: gives back place");
    let warned = published(&stage(&columns, 1200, with(35), ""));
    assert!(warned.contains("office: its value reveals place"), "{warned}");
    let nothing = published(&stage(&columns, 1200, with(70), ""));
    assert!(!nothing.contains("reveals place"), "{nothing}");
}

#[test]
fn the_order_of_the_input_gives_a_sorted_column_back() {
    let columns = [("day", QUASI_IDENTIFIER), ("ward", INSENSITIVE)];
    let row = |row: usize| format!("{},w{}", row / 2, scattered(row, 1, 3));
    refused(
        &stage(&columns, 600, row, "[release]\norder = \"input\"\n"),
        "order of the rows: gives back day",
    );
    published(&stage(&columns, 600, row, ""));
    // In another order it says nothing.
    let mixed = |row: usize| format!("{},w{}", scattered(row, 2, 300), scattered(row, 1, 3));
    published(&stage(&columns, 600, mixed, "[release]\norder = \"input\"\n"));
}

#[test]
fn a_contribution_gives_a_noisy_salary_back() {
    let noisy = "role = \"insensitive\"\npublish = { noise = 1500 }";
    let sensitive = "role = \"sensitive\"";
    let columns =
        [("who", "role = \"person\""), ("age", QUASI_IDENTIFIER), ("salary", noisy), ("fee", sensitive)];
    let row = |row: usize| {
        let salary = 1500 + 10 * scattered(row, 1, 700);
        format!("v{row},{},{salary},{}", 20 + scattered(row, 2, 40), (salary * 93 / 1000 + 5) / 10 * 10)
    };
    let stage = stage(&columns, 800, row, "[release]\nsecret = \"s.key\"\n");
    stage.run(&["key", "new", "s.key"]);
    refused(&stage, "fee: gives back salary");
}

/// Purchases of people whose pseudonym is published.
fn purchases(cells: impl Fn(usize) -> String) -> Stage {
    let columns = [
        ("card", "role = \"person\"\npublish = { pseudonym = \"p.key\", purpose = \"test\" }"),
        ("age", QUASI_IDENTIFIER),
        ("shop", INSENSITIVE),
        ("day", INSENSITIVE),
    ];
    let row = |row: usize| {
        let person = row % 300;
        format!("c{person},{},{}", 20 + scattered(person, 1, 3) * 10, cells(row))
    };
    let stage = stage(&columns, 2400, row, "");
    stage.run(&["key", "new", "p.key"]);
    stage
}

#[test]
fn purchases_that_a_pseudonym_joins_are_known_together() {
    let found = purchases(|row| format!("s{},d{}", scattered(row, 2, 12), scattered(row, 3, 6)));
    refused(&found, "card: linked rows");
    // Everybody buys in one shop on one day, or on another.
    let alike = purchases(|row| format!("s1,d{}", row / 300 % 2));
    published(&alike);
    let report: serde_json::Value = serde_json::from_str(&alike.read("out.csv.report.json")).unwrap();
    assert_eq!(report["risk"]["all_columns"]["alone"], 0.0);
}

#[test]
fn all_columns_are_known_of_all_rows_of_a_person() {
    let stage = purchases(|row| format!("s{},d{}", scattered(row, 2, 12), scattered(row, 3, 6)));
    let job = stage.read("job.toml") + "[waivers]\n\"card: linked rows\" = \"a test\"\n";
    stage.write("job.toml", job.as_bytes());
    published(&stage);
    let report: serde_json::Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    // A purchase alone is shared with many; eight purchases are nobody else's.
    assert_eq!(report["risk"]["all_columns"]["alone"], 1.0, "{}", report["risk"]);
}

/// A sum, less the label of its one part, is the other part.
#[test]
fn a_sum_beside_a_label_narrows_another_label() {
    let count = "role = \"quasi-identifier\"\nmin_level = 0\nmax_level = 1";
    let columns = [("score", QUASI_IDENTIFIER), ("count", count), ("total", INSENSITIVE)];
    let with = |is_sum: bool| {
        move |row: usize| {
            let (score, count) = (scattered(row, 1, 100), scattered(row, 2, 8));
            format!("{score},{count},{}", if is_sum { score + count } else { scattered(row, 3, 6) })
        }
    };
    let stage_of = |is_sum| stage(&columns, 3_000, with(is_sum), "");
    refused(&stage_of(true), "total + count: gives back score");
    published(&stage_of(false));
}

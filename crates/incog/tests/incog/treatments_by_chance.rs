//! Treatments that were not made, or by far less than asked for, are refuted without the keys.

use incog::runs::FileRuns;
use incog::verify::{Verdict, VerifyOptions};
use incog::{Job, verify_report_with, write_new_key};
use std::fs;
use std::path::Path;

const JOB: &str = "input = \"in.csv\"\noutput = \"out.csv\"\n[columns.who]\nrole = \"person\"\n\
    [columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [5, 10] }\n\
    [columns.income]\nrole = \"insensitive\"\npublish = { noise = 500 }\n\
    [columns.cat]\nrole = \"insensitive\"\npublish = { pram = 0.5, values = [\"A\", \"B\", \"C\", \"D\"] }\n\
    [columns.cost]\nrole = \"insensitive\"\npublish = { round = 20000, random = true }\n\
    [columns.seen]\nrole = \"insensitive\"\npublish = { shift_days = \"d.key\", most = 180 }\n\
    [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 5\n\
    [release]\nsecret = \"s.key\"\nORDER\n[suppression]\nlimit = 0.0\n";

/// The columns of the input behind `who`.
const COLUMNS: [&str; 6] = ["age", "income", "cat", "cost", "seen", "ill"];

/// Numbers that look random, the same in each run.
fn spread(row: u64, column: u64, below: u64) -> u64 {
    let mixed = (row * 8 + column + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) % below
}

/// A day by its number from 2021-12-31, which is day 0.
fn date(days: u64) -> String {
    let mut left = days;
    for year in 2021.. {
        let february = if year % 4 == 0 { 29 } else { 28 };
        for (month, length) in (1..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
            if year == 2021 && month < 12 {
                continue;
            }
            let first = if year == 2021 { 31 } else { 1 };
            if first + left <= length {
                return format!("{year}-{month:02}-{:02}", first + left);
            }
            left -= length - first + 1;
        }
    }
    unreachable!("years do not end")
}

/// The cells of a row, without the person.
fn original(row: u64) -> [String; 6] {
    [
        (20 + row % 50).to_string(),
        (2000 + spread(row, 1, 7000)).to_string(),
        ["A", "B", "C", "D"][spread(row, 2, 4) as usize].to_owned(),
        (1 + spread(row, 3, 99_999)).to_string(),
        date(1 + spread(row, 4, 700)),
        ["x", "y", "z"][spread(row, 5, 3) as usize].to_owned(),
    ]
}

const ROWS: u64 = 400;

/// A release whose keys are put away.
fn released(order: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let rows: String = (0..ROWS).map(|row| format!("P{row},{}\n", original(row).join(","))).collect();
    fs::write(path("in.csv"), format!("who,{}\n{rows}", COLUMNS.join(","))).unwrap();
    fs::write(path("job.toml"), JOB.replace("ORDER", order)).unwrap();
    for key in ["s.key", "d.key"] {
        write_new_key(path(key)).unwrap();
    }
    let job = fs::read_to_string(path("job.toml")).unwrap();
    let run = || Job::from_toml_file(path("job.toml")).unwrap().replacing_output(true).run();
    // What the table shows has to be answered for, and then what the release shows.
    let mut answered = "[waivers]".to_owned();
    while let Err(error) = run() {
        let text = error.to_string();
        let waivers = text.split_once("[waivers]").unwrap_or_else(|| panic!("{text}")).1;
        assert!(!answered.contains(waivers), "{text}");
        answered += waivers;
        fs::write(path("job.toml"), format!("{job}{answered}\n")).unwrap();
    }
    for key in ["s.key", "d.key"] {
        fs::remove_file(path(key)).unwrap();
    }
    folder
}

/// The refuted claims about a column of the release in a folder.
fn refuted(folder: &Path, column: &str) -> Vec<String> {
    let verification =
        verify_report_with(folder.join("out.csv.report.json"), &VerifyOptions::default()).unwrap();
    let of_column = verification.with(Verdict::Refuted).map(|check| check.claim.clone());
    of_column.filter(|claim| claim.starts_with(&format!("{column}: "))).collect()
}

/// Forges one column: `forge` makes a cell of the released one and the row of the input.
fn forged(folder: &Path, column: &str, forge: impl Fn(&str, u64) -> String) -> Vec<String> {
    let path = folder.join("out.csv");
    let honest = fs::read_to_string(&path).unwrap();
    let mut lines = honest.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let place = header.iter().position(|name| *name == column).unwrap();
    let mut forged = header.join(",") + "\n";
    for (row, line) in lines.enumerate() {
        let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
        cells[place] = forge(&cells[place], row as u64);
        forged += &(cells.join(",") + "\n");
    }
    fs::write(&path, forged).unwrap();
    let found = refuted(folder, column);
    fs::write(&path, honest).unwrap();
    found
}

#[test]
fn treatments_that_were_not_made_are_refuted_without_the_keys() {
    let folder = released("order = \"input\"");
    let folder = folder.path();
    for column in COLUMNS {
        assert_eq!(refuted(folder, column), Vec::<String>::new(), "the honest release");
    }
    let number = |text: &str| text.parse::<f64>().unwrap();
    let income = |share: f64| {
        forged(folder, "income", |cell, row| {
            let was = number(&original(row)[1]);
            (was + share * (number(cell) - was)).round().to_string()
        })
    };
    let too_narrow = vec!["income: the noise has the standard deviation of the job".to_owned()];
    for share in [0.0, 0.01, 0.2, 2.0] {
        assert_eq!(income(share), too_narrow, "{share}");
    }
    let kept = forged(folder, "cat", |_, row| original(row)[2].clone());
    assert_eq!(kept, ["cat: no more categories are kept than chance explains"]);
    let down = |_: &str, row: u64| (number(&original(row)[3]) as u64 / 20_000 * 20_000).to_string();
    assert_eq!(forged(folder, "cost", down), ["cost: numbers are rounded up as often as chance explains"]);
    let raw = forged(folder, "cost", |_, row| original(row)[3].clone());
    assert_eq!(raw, ["cost: numbers became one of the two nearest multiples"]);
    for days in [0, 1, 180] {
        let moved = forged(folder, "seen", |_, row| date(1 + spread(row, 4, 700) + days));
        assert!(!moved.is_empty(), "{days}");
    }
    let both = forged(folder, "seen", |_, row| date(2 + spread(row, 4, 700) - row % 2 * 2));
    assert_eq!(both, ["seen: dates are shifted as far as chance explains"]);
}

/// Groups of equal records, of which nobody sees which one is which.
#[test]
fn treatments_that_were_not_made_are_refuted_where_the_order_is_hidden() {
    let folder = released("");
    let folder = folder.path();
    for column in COLUMNS {
        assert_eq!(refuted(folder, column), Vec::<String>::new(), "the honest release");
    }
    // The original cells of each group, in the order of the input.
    let text = fs::read_to_string(folder.join("out.csv")).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let place = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (age, ill) = (place("age"), place("ill"));
    let keys: Vec<[String; 2]> = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>())
        .map(|cells| [cells[age].clone(), cells[ill].clone()])
        .collect();
    let first_age = |label: &str| label.split("..").next().unwrap().trim_matches('"').parse::<u64>().unwrap();
    let width = match () {
        () if keys.iter().all(|[label, _]| !label.contains("..")) => 1,
        () if keys.iter().any(|[label, _]| first_age(label) % 10 == 5) => 5,
        () => 10,
    };
    let source = |record: u64| {
        let key = &keys[record as usize];
        let before = keys[..record as usize].iter().filter(|other| *other == key).count();
        let is_alike = |row: &u64| {
            let cells = original(*row);
            number_of_interval(&cells[0], width) == first_age(&key[0]) && cells[5] == key[1]
        };
        (0..ROWS).filter(is_alike).nth(before).unwrap()
    };
    for (column, place) in [("income", 1), ("cat", 2), ("cost", 3), ("seen", 4)] {
        let found = forged(folder, column, |_, record| original(source(record))[place].clone());
        assert!(!found.is_empty(), "{column}");
    }
}

fn number_of_interval(age: &str, width: u64) -> u64 {
    age.parse::<u64>().unwrap() / width * width
}

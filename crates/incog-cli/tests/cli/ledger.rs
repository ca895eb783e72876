//! A series that incog keeps by itself, night after night.

use crate::nights::{self, JOB, attacked, done, names, night, publish, python, report, stage};
use crate::stage::Stage;
use serde_json::{Value, json};

/// People come, leave, move and fall ill otherwise; all nights are published, no comparison shows a
/// group below k or l, and every report is proved from its files.
#[test]
fn every_night_is_published_and_no_comparison_of_releases_shows_few_people() {
    for (kind, first, nights, more) in
        [("hospital", 400, 14, "max_delay = 1\n"), ("customers", 400, 14, "max_delay = 3\n")]
    {
        let stage = stage(kind, first, nights, more);
        for number in 1..=nights {
            done(publish(&stage, number));
        }
        let found = done(attacked(&stage, &names("r", nights), &names("night-", nights)));
        for kind in ["single", "step", "pair", "person"] {
            assert!(found.out.contains(kind), "{}", found.out);
        }
        for number in [1, 7, nights] {
            night(&stage, number);
            for which in ["report", "internal"] {
                let verified = stage.run(&["verify", "--verbose", &format!("r{number:03}.csv.{which}.json")]);
                let verified = done(verified);
                for claim in ["k-anonymity holds", "l-diversity holds", "who came or left did so among k"] {
                    let line = verified.out.lines().find(|line| line.contains(claim)).unwrap_or_default();
                    assert!(line.starts_with("proved"), "{claim}: {}", verified.out);
                }
            }
        }
        let series = report(&stage, &format!("r{nights:03}.csv.internal.json"))["ledger"].clone();
        assert_eq!(series["run"], json!(nights));
        assert!(sum_of_runs(&series, "came") > 400, "{series}");
        assert_eq!(sum_of_runs(&series, "stale") > 0, kind == "hospital", "{series}");
        // The attack on the published files sees unions of the groups that the report counts.
        let compared = (figure(&series["compared"]["records"]), figure(&series["compared"]["values"]));
        assert!(compared.0 >= 5 && compared.1 >= 3, "{series}");
        assert!(least(&found.out, "records") >= compared.0, "{series} {}", found.out);
        assert!(least(&found.out, "values") >= compared.1, "{series} {}", found.out);
        let page = stage.read(&format!("r{nights:03}.csv.internal.html"));
        let told = format!("sees groups of at least {} records, each with at least", compared.0);
        assert!(page.contains("The series") && page.contains(&told));
        let public = stage.read(&format!("r{nights:03}.csv.report.json"));
        assert!(!public.contains("\"waiting\"") && !public.contains("\"stale\""), "{public}");
        let page = stage.read(&format!("r{nights:03}.csv.report.html"));
        assert!(page.contains("belongs to a series") && !page.contains("The series"));
    }
}

/// Fifteen weeks of a hospital: classes keep their values while people come, leave and change.
#[test]
fn with_m_invariance_classes_keep_their_values_in_all_releases() {
    let stage = stage("hospital", 400, 15, "max_delay = 1\nmax_stale = 6\nm_invariance = true\n");
    (1..=15).for_each(|number| _ = done(publish(&stage, number)));
    let mut arguments = vec!["-m", "-k", "5", "-l", "3", "-q", "age,zip,gender,job", "-s", "value"];
    let releases = names("r", 15);
    arguments.extend(releases.iter().map(String::as_str));
    let found = done(python(&stage, "check_series.py", &arguments));
    assert!(found.out.contains("invariance"), "{}", found.out);
    let series = report(&stage, "r015.csv.internal.json")["ledger"].clone();
    // Of 520 newcomers who did not wait in the end; 327 where they come into new classes alone.
    assert!(sum_of_runs(&series, "came") - 400 >= 390 && sum_of_runs(&series, "left") > 0, "{series}");
}

fn figure(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// The least number that `at least 7 records` tells in any line of a text.
fn least(text: &str, what: &str) -> u64 {
    let words: Vec<&str> = text.split([' ', ',', '\n']).filter(|word| !word.is_empty()).collect();
    let told = words.windows(4).filter(|words| words[..2] == ["at", "least"] && words[3] == what);
    told.map(|words| words[2].parse().unwrap()).min().unwrap()
}

fn sum_of_runs(series: &Value, key: &str) -> u64 {
    series["runs"].as_array().unwrap().iter().map(|run| run[key].as_u64().unwrap()).sum()
}

/// The measurement of several releases, which shares nothing with the ledger, finds nothing either.
#[test]
fn the_measurement_of_earlier_releases_finds_no_danger() {
    let stage = stage("hospital", 400, 8, "max_delay = 1\n");
    for number in 1..=7 {
        done(publish(&stage, number));
    }
    let release = night(&stage, 8);
    let earlier: Vec<String> = (1..=7).map(|number| format!("r{number:03}.csv.report.json")).collect();
    for one in &earlier {
        done(stage.run(&["anonymize", "night.toml", "-o", &release, "--dry-run", "--earlier", one]));
    }
}

/// The smallest series: seven people of one class.
fn seven() -> Stage {
    let stage = Stage::new();
    stage.write_secret("secret.key", "8c1f7e0b5d2a49e6b3c70f18a6d49e52\n");
    stage.write("night.toml", format!("{JOB}max_delay = 0\n").as_bytes());
    stage
}

const SEVEN: [(&str, u32, &str); 7] = [
    ("a", 30, "flu"),
    ("b", 31, "gout"),
    ("c", 32, "asthma"),
    ("d", 33, "flu"),
    ("e", 34, "gout"),
    ("f", 30, "asthma"),
    ("g", 32, "flu"),
];

/// Publishes people of these names, ages and values; the figures of the run, its release, and its
/// public report and page without their digests.
fn run(stage: &Stage, people: &[(&str, u32, &str)]) -> ([u64; 6], String, String) {
    let rows = people.iter().map(|(person, age, value)| format!("{person},{age},1010,f,nurse,{value}\n"));
    let table = "person,age,zip,gender,job,value\n".to_owned() + &rows.collect::<String>();
    stage.write("export.csv", table.as_bytes());
    done(nights::run(stage, &["-o", "r.csv", "--internal", "--force"]));
    done(stage.run(&["verify", "r.csv.internal.json"]));
    let internal = report(stage, "r.csv.internal.json");
    let last = internal["ledger"]["runs"].as_array().unwrap().last().unwrap().clone();
    let figures =
        ["people", "came", "left", "stale", "waiting", "lost"].map(|key| last[key].as_u64().unwrap());
    let told = ["r.csv.report.json", "r.csv.report.html"].map(|name| stage.read(name)).concat();
    let told = told.lines().filter(|line| !line.contains("sha256")).collect();
    (figures, stage.read("r.csv"), told)
}

#[test]
fn who_leaves_stays_until_enough_of_the_class_leave() {
    let stage = seven();
    let (figures, first, told) = run(&stage, &SEVEN);
    assert_eq!(figures, [7, 7, 0, 0, 0, 0]);
    // One has left, one has another age of the same label: nothing that is published tells it.
    let mut people = SEVEN[1..].to_vec();
    people[0].1 = 33;
    assert_eq!(run(&stage, &people), ([7, 0, 0, 1, 0, 0], first.clone(), told.clone()));
    // Somebody comes, who waits; one has another illness, and her record is out of date.
    people[1].2 = "gout";
    people.push(("h", 31, "gout"));
    assert_eq!(run(&stage, &people), ([7, 0, 0, 2, 1, 0], first.clone(), told.clone()));
    // The first one comes back, and is as she was; so is the one with the other illness.
    people[1].2 = "asthma";
    people.push(SEVEN[0]);
    assert_eq!(run(&stage, &people), ([7, 0, 0, 0, 1, 0], first, told));
    // Four more come, and make a class with the one who waits.
    people.extend([("i", 30, "flu"), ("j", 31, "flu"), ("k", 32, "asthma"), ("l", 33, "gout")]);
    assert_eq!(run(&stage, &people).0, [12, 5, 0, 0, 0, 0]);
    // Four of the first class are too few to leave; all seven are enough.
    people.retain(|(name, ..)| !"abcd".contains(name));
    assert_eq!(run(&stage, &people).0, [12, 0, 0, 4, 0, 0]);
    people.retain(|(name, ..)| !"efg".contains(name));
    assert_eq!(run(&stage, &people).0, [5, 0, 7, 0, 0, 0]);
    // Who comes back is not published again.
    people.push(SEVEN[0]);
    assert_eq!(run(&stage, &people).0, [5, 0, 0, 0, 0, 1]);
    let private = stage.read("releases.ledger");
    assert!(!private.contains("\"a\""), "no names in the ledger");
}

/// The lines on the terminal count the people of the table apart from the records of the series.
#[test]
fn the_terminal_tells_the_people_of_the_table_from_the_records_of_the_series() {
    let stage = seven();
    run(&stage, &SEVEN);
    let mut people = SEVEN[1..].to_vec();
    people.push(("h", 31, "gout"));
    let table: String =
        people.iter().map(|(name, age, value)| format!("{name},{age},1010,f,nurse,{value}\n")).collect();
    // One has left and one has moved: the records of both stay; one has come and waits.
    let table = format!("person,age,zip,gender,job,value\n{}", table.replace("b,31,", "b,71,"));
    stage.write("export.csv", table.as_bytes());
    let ran = done(nights::run(&stage, &["-o", "r.csv", "--internal", "--force", "--verbose"]));
    for line in [
        "left: 7 records of the series, 5 of 6 columns; people in the table: 7, of whom in the release 5, \
         waiting 1, left out for good 1\n",
        "  records 7, classes 1\n",
        "of a person in the release must",
        "earlier labels stay, and newcomers have classes of their own",
        "input: export.csv, 7 records",
    ] {
        assert!(ran.err.contains(line), "{line}: {}", ran.err);
    }
    for part in ["suppressed", "kept", "gap", "in the table must"] {
        assert!(!ran.err.contains(part), "{part}: {}", ran.err);
    }
    let public = stage.read("r.csv.report.html");
    assert!(public.contains("left: 7 records of the series, 5 of 6 columns"), "{public}");
    assert!(!public.contains("people in the table:") && !public.contains("in the table must"), "{public}");
    // The release is not known to have appeared: of this table nothing is counted.
    let newest = stage.read("releases.ledger.head").replace("\"run\":2", "\"run\":1");
    stage.write("releases.ledger.head", newest.as_bytes());
    let ran = done(nights::run(&stage, &["-o", "r.csv", "--internal", "--force"]));
    assert!(ran.err.contains("left: 7 records of the series, 5 of 6 columns\n"), "{}", ran.err);
    assert!(ran.err.contains("the last run ended") && !ran.err.contains("people who wait"), "{}", ran.err);
    done(stage.run(&["verify", "r.csv.internal.json"]));
}

//! Labels of a series that no value of a later table changes.

use crate::nights::{self, done, job_of_pairs, report, with_job};
use crate::stage::{Ran, Stage};

fn job() -> String {
    job_of_pairs(
        r#"age = { role = "quasi-identifier", hierarchy = { intervals = [10], origin = 0 } }
zip = { role = "quasi-identifier", hierarchy = { mask = "right" } }"#,
    )
}

/// Two pairs; the code of y is the longest.
const FOUR: [&str; 4] = ["a,31,1010,no", "b,32,1010,hiv", "x,51,20201,no", "y,52,20202,hiv"];

/// The figures of a run, its release, and what it says on the terminal.
struct Night {
    people: u64,
    came: u64,
    waiting: u64,
    lost: u64,
    release: String,
    told: String,
}

fn publish(stage: &Stage, people: &[&str]) -> Ran {
    let rows = people.join("\n");
    stage.write("export.csv", format!("person,age,zip,value\n{rows}\n").as_bytes());
    nights::run(stage, &["-o", "r.csv", "--internal", "--force"])
}

fn run(stage: &Stage, people: &[&str]) -> Night {
    let ran = done(publish(stage, people));
    done(stage.run(&["verify", "r.csv.internal.json"]));
    done(stage.run(&["verify", "r.csv.report.json"]));
    let internal = report(stage, "r.csv.internal.json");
    let last = internal["ledger"]["runs"].as_array().unwrap().last().unwrap().clone();
    let [people, came, waiting, lost] =
        ["people", "came", "waiting", "lost"].map(|key| last[key].as_u64().unwrap());
    Night { people, came, waiting, lost, release: stage.read("r.csv"), told: ran.err }
}

/// Her values stand nowhere: neither on the terminal, nor in a release, report or page.
fn is_told_nowhere(stage: &Stage, night: &Night, value: &str) {
    assert!(!night.told.contains(value), "{}", night.told);
    for name in ["r.csv", "r.csv.report.json", "r.csv.report.html", "r.csv.internal.json"] {
        assert!(!stage.read(name).contains(value), "{name}");
    }
}

#[test]
fn a_value_without_a_place_waits_and_the_series_goes_on() {
    for (odd, column) in [
        ("c,33,1234567,no", "zip 1"),
        ("c,-98765,1010,no", "age 1"),
        ("c,33.98765,1010,no", "age 1"),
        ("c,98765 years,1010,no", "age 1"),
    ] {
        let stage = with_job(&job());
        let first = run(&stage, &FOUR);
        assert_eq!((first.people, first.waiting), (4, 0));
        let mut people = FOUR.to_vec();
        people.push(odd);
        let second = run(&stage, &people);
        assert_eq!((second.people, second.waiting, second.lost), (4, 1, 0), "{odd}");
        assert_eq!(second.release, first.release);
        assert!(second.told.contains(&format!("labels of the series: {column};")), "{}", second.told);
        is_told_nowhere(&stage, &second, if column.starts_with("zip") { "1234567" } else { "98765" });
        // Others come beside her, with values that are new and of the shape of the first table.
        people.extend(["d,34,1099,no", "e,39,1098,hiv"]);
        let third = run(&stage, &people);
        assert_eq!((third.people, third.came, third.waiting, third.lost), (6, 2, 1, 0), "{odd}");
        assert!(first.release.lines().all(|line| third.release.contains(line)), "{}", third.release);
        // Her value is corrected, and she comes with another one.
        people[4] = "c,35,1010,no";
        people.push("f,36,1010,hiv");
        let fourth = run(&stage, &people);
        assert_eq!((fourth.people, fourth.came, fourth.waiting, fourth.lost), (8, 2, 0, 0), "{odd}");
        assert!(!fourth.told.contains("no place"), "{}", fourth.told);
    }
}

/// Somebody of the first night whose value no hierarchy can place waits as on every other night,
/// and neither her value nor her presence changes a label.
#[test]
fn a_value_without_a_place_in_the_first_table_waits() {
    let tree = "{ tree = { 1010 = \"10\", 1099 = \"10\", 20201 = \"20\", 20202 = \"20\" } }";
    let of_tree = job().replace("{ mask = \"right\" }", tree);
    for (job, odd, column) in [
        (job(), "c,98765 years,1010,no", "age 1"),
        (job(), "c,98765 years,1010,hiv", "age 1"),
        (of_tree.clone(), "c,33,98765,no", "zip 1"),
        (of_tree, "c,98765 years,98765,no", "age 1, zip 1"),
    ] {
        let alone = run(&with_job(&job), &FOUR);
        let stage = with_job(&job);
        let first = run(&stage, &[&FOUR[..], &[odd]].concat());
        assert_eq!((first.people, first.waiting, first.lost), (4, 1, 0), "{odd}");
        assert_eq!(first.release, alone.release);
        assert!(first.told.contains(&format!("labels of the series: {column};")), "{}", first.told);
        is_told_nowhere(&stage, &first, "98765");
        let second = run(&stage, &[&FOUR[..], &["c,33,1010,no", "d,34,1099,hiv"]].concat());
        assert_eq!((second.people, second.came, second.waiting, second.lost), (6, 2, 0, 0), "{odd}");
    }
}

/// Most values without a place are a wrong hierarchy.
#[test]
fn a_first_table_of_values_without_a_place_is_refused() {
    let stage = with_job(&job());
    let ran = publish(&stage, &["a,old,1010,no", "b,young,1010,hiv", "x,51,20201,no"]);
    assert!(ran.code == 1 && ran.err.contains("column \"age\""), "{} {}", ran.code, ran.err);
    assert!(!stage.path("releases.ledger").exists() && !stage.path("r.csv").exists());
    let ran = publish(&stage, &["a,31,1010,no", "b,young,1010,hiv"]);
    assert!(ran.code == 3 && ran.err.contains("people who wait: 2"), "{} {}", ran.code, ran.err);
}

/// The people have left whose longer code, negative number or number with decimals made the labels.
#[test]
fn labels_stay_when_those_have_left_whose_values_made_them() {
    for odd in [
        ["v,61,3030303,no", "w,62,3030304,hiv"],
        ["v,-61,3030,no", "w,-62,3031,hiv"],
        ["v,61.5,3030,no", "w,62.5,3031,hiv"],
    ] {
        let stage = with_job(&job());
        let first = run(&stage, &[&FOUR[..], &odd].concat());
        assert_eq!(first.people, 6, "{odd:?}");
        let second = run(&stage, &FOUR);
        assert_eq!((second.people, second.lost), (4, 0), "{odd:?}");
        assert!(second.release.lines().all(|line| first.release.contains(line)), "{}", second.release);
        let third = run(&stage, &[&FOUR[..], &["d,34,1099,no", "e,39,1098,hiv"]].concat());
        assert_eq!((third.people, third.waiting), (6, 0), "{odd:?}");
    }
}

/// Somebody in the releases with a value without a place has other labels, as after a move.
#[test]
fn a_value_without_a_place_of_somebody_in_the_releases_is_another_label() {
    let stage = with_job(&job());
    let first = run(&stage, &FOUR);
    let mut people = FOUR.to_vec();
    people[0] = "a,31,1010101010,no";
    let second = run(&stage, &people);
    assert_eq!((second.people, second.waiting, second.lost), (4, 0, 1));
    assert_eq!(second.release, first.release);
    let third = run(&stage, &FOUR);
    assert_eq!((third.people, third.waiting, third.lost), (4, 0, 0));
}

/// Who waits follows from labels: with either sensitive value, all that is published is the same.
#[test]
fn nothing_published_tells_the_value_of_who_has_no_place() {
    fn published(value: &str) -> (String, String) {
        let stage = with_job(&job());
        run(&stage, &FOUR);
        let odd = format!("c,33,1234567,{value}");
        let people = [&FOUR[..], &[odd.as_str(), "d,34,1099,no", "e,39,1098,hiv"]].concat();
        run(&stage, &people);
        let told = ["r.csv.report.json", "r.csv.report.html"].map(|name| stage.read(name)).concat();
        let told = told.lines().filter(|line| !line.contains("sha256") && !line.contains("series_id"));
        (stage.read("r.csv"), told.collect())
    }
    assert_eq!(published("no"), published("hiv"));
}

#[test]
fn a_value_that_a_hierarchy_file_lacks_waits() {
    let zip_file = job().replace("{ mask = \"right\" }", "\"zip.csv\"");
    let stage = with_job(&zip_file);
    stage.write("zip.csv", b"1010,10,*\n1099,10,*\n20201,20,*\n20202,20,*\n");
    let first = run(&stage, &FOUR);
    let mut people = FOUR.to_vec();
    people.push("c,33,98765,no");
    let second = run(&stage, &people);
    assert_eq!((second.waiting, &second.release), (1, &first.release));
    assert!(second.told.contains("labels of the series: zip 1;"), "{}", second.told);
    is_told_nowhere(&stage, &second, "98765");
    people.push("d,34,1099,hiv");
    assert_eq!(run(&stage, &people).waiting, 2);
    // A line more in the file gives her a place.
    stage.write("zip.csv", b"1010,10,*\n1099,10,*\n20201,20,*\n20202,20,*\n98765,10,*\n");
    people.push("e,35,1099,no");
    let last = run(&stage, &people);
    assert_eq!((last.came, last.waiting, last.lost), (3, 0, 0));
}

#[test]
fn a_value_that_a_tree_lacks_waits() {
    let tree = "{ tree = { 1010 = \"10\", 1099 = \"10\", 20201 = \"20\", 20202 = \"20\" } }";
    let stage = with_job(&job().replace("{ mask = \"right\" }", tree));
    let first = run(&stage, &FOUR);
    let second = run(&stage, &[&FOUR[..], &["c,33,98765,no"]].concat());
    assert_eq!((second.waiting, &second.release), (1, &first.release));
    is_told_nowhere(&stage, &second, "98765");
}

/// Missing values: two people without an age stay when nobody in the table lacks one any more, and
/// keep their label when a later table writes them in another way.
#[test]
fn a_missing_value_is_one_in_every_table() {
    let stage = with_job(&job());
    let all = [&FOUR[..], &["v,NA,3030,no", "w,NA,3030,hiv"]].concat();
    let first = run(&stage, &all);
    assert_eq!(first.people, 6);
    let second = run(&stage, &all[..5]);
    assert_eq!((second.people, second.lost, &second.release), (6, 0, &first.release));
    let third = run(&stage, &[&FOUR[..], &["v,,3030,no", "w,?,3030,hiv"]].concat());
    assert_eq!((third.people, third.lost, &third.release), (6, 0, &first.release));
    let fourth = run(&stage, &FOUR);
    assert_eq!((fourth.people, fourth.lost), (4, 0));
    // The first table has no missing value.
    let stage = with_job(&job());
    run(&stage, &FOUR);
    let come = run(&stage, &all);
    assert_eq!(come.came, 2);
    let stay = run(&stage, &all[..5]);
    assert_eq!((stay.people, &stay.release), (6, &come.release));
}

/// A file or another rule that gives people of the releases other labels still ends the run.
#[test]
fn another_hierarchy_is_refused() {
    let stage = with_job(&job());
    run(&stage, &FOUR);
    for changed in ["intervals = [20]", "intervals = [10, 20]"] {
        stage.write("night.toml", job().replace("intervals = [10]", changed).as_bytes());
        let ran = publish(&stage, &FOUR);
        assert!(ran.code == 1 && ran.err.contains("labels of column \"age\""), "{changed}: {}", ran.err);
    }
    stage.write("night.toml", format!("{}[hierarchy]\nplan = \"plan.json\"\n", job()).as_bytes());
    let ran = publish(&stage, &FOUR);
    assert!(ran.code == 1 && ran.err.contains("hierarchy.plan"), "{}", ran.err);
}

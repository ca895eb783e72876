//! Where all hierarchies are stated, what is written beside the release of a small table tells
//! nothing of the values behind its labels: two inputs that give the same release give the same
//! report and the same page.

use crate::beside_the_release::without_search;
use incog::Job;
use incog::runs::FileRuns;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Metrics that depend on domains, on frequencies, and on classes alone.
const OBJECTIVES: [&str; 6] =
    ["gen-loss", "loss", "entropy", "kl-divergence", "\"entropy\", suppressed = \"lost\"", "ambiguity"];

/// The release of people of these ages, and what stands beside it.
fn release(folder: &Path, ages: &[usize], objective: &str) -> (String, (Value, String)) {
    let rows = ages.iter().enumerate().fold(String::new(), |mut rows, (place, age)| {
        writeln!(rows, "{age},{}", ["Aachen", "Bonn"][place % 2]).unwrap();
        rows
    });
    fs::write(folder.join("people.csv"), format!("age,town\n{rows}")).unwrap();
    let objective = if objective.contains(',') {
        format!("objective = {{ metric = {objective} }}")
    } else {
        format!("objective = {objective:?}")
    };
    let job = format!(
        "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = \"ages.csv\"\n\
         [columns.town]\nrole = \"quasi-identifier\"\nhierarchy = \"towns.csv\"\n\
         [privacy]\nk-anonymity = 3\nunit = \"record\"\n[utility]\n{objective}\n"
    );
    let written = ["out.csv", "out.csv.report.json", "out.csv.report.html"];
    written.iter().for_each(|name| _ = fs::remove_file(folder.join(name)));
    Job::from_toml(&job, folder).unwrap().run().unwrap();
    let [release, report, page] = written.map(|name| fs::read_to_string(folder.join(name)).unwrap());
    (release, without_search(&report, &page))
}

#[test]
fn what_stands_beside_a_small_release_tells_nothing_of_the_values_behind_its_labels() {
    let folder = tempfile::tempdir().unwrap();
    let ages: String = (20..30).map(|age| format!("{age};{}0-{}9;*\n", age / 10, age / 10)).collect();
    fs::write(folder.path().join("ages.csv"), ages).unwrap();
    fs::write(folder.path().join("towns.csv"), "Aachen;*\nBonn;*\n").unwrap();
    let known = [20, 21, 21, 22, 23, 23, 23, 25, 27, 27, 28];
    for objective in OBJECTIVES {
        let mut told: BTreeMap<String, (usize, (Value, String))> = BTreeMap::new();
        // Whoever knows all but the last tries every age for him.
        for last in 20..30 {
            let (release, beside) = release(folder.path(), &[&known[..], &[last]].concat(), objective);
            let first = told.entry(release).or_insert_with(|| (0, beside.clone()));
            first.0 += 1;
            assert_eq!(first.1, beside, "{objective}, {last}");
        }
        let most = told.values().map(|(candidates, _)| *candidates).max();
        assert!(most > Some(2), "{objective}: the release alone tells the age");
    }
}

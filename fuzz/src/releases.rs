//! A release of a table and one of trajectories, made by the program itself, with their reports.

use incog::runs::FileRuns;
use incog::trajectories::{TrajectoryJob, city_trips, run};
use incog::{Control, Job};
use incog_data::{Classes, Generalization, Region, RegionPart};
use std::fmt::Write;
use std::path::Path;

/// A job with hierarchies, models and settings of many kinds.
pub const JOB: &str = r#"input = "people.csv"
output = "people.release.csv"
[columns.name]
role = "identifier"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [6, 12, 24], origin = 20 }
weight = 2.0
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "right", char = "*" }
max_level = 5
[columns.disease]
role = "sensitive"
[privacy]
k-anonymity = 3
l-diversity = { l = 2, kind = "entropy" }
t-closeness = { t = 0.9, distance = "equal" }
[suppression]
limit = 0.5
as = "star"
[utility]
objective = { metric = "precision", suppressed = "lost" }
[search]
algorithm = "optimal"
max_evaluations = 5000
"#;

/// A job of trajectories.
pub const TRAJECTORIES: &str = r#"input = "city.csv"
output = "city.release.csv"
[points]
id = "vehicle"
[privacy]
k = 3
delta = 400.0
[suppression]
limit = 0.1
[search]
algorithm = "greedy"
"#;

/// A table for [`JOB`].
pub fn people() -> String {
    let mut text = "name,age,zip,disease,ward\n".to_owned();
    for n in 0..24 {
        let (zip, disease) = (["11323", "20450"][n / 12], ["flu", "cold", "asthma", "?"][n % 4]);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "person{n},{},{zip},{disease},ward{}", 20 + n, n % 3);
    }
    text
}

/// Makes both releases in `folder`; returns the texts of their reports.
pub fn make(folder: &Path) -> [String; 2] {
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("a file can be written");
        folder.join(name)
    };
    write("people.csv", &people());
    write("city.csv", &city_trips(20, 1));
    let job = Job::from_toml_file(write("people.toml", JOB)).expect("the job is good");
    job.replacing_output(true).run().expect("the release can be made");
    let job = TrajectoryJob::from_toml_file(write("city.toml", TRAJECTORIES)).expect("the job is good");
    run(&job, true, &Control::default()).expect("the release can be made");
    ["people", "city"].map(|name| {
        let report = folder.join(format!("{name}.release.csv.report.json"));
        std::fs::read_to_string(report).expect("a report was written")
    })
}

/// The kinds of recodings whose bounds have proofs.
pub const KINDS: [&str; 2] = ["global", "local"];

/// Makes a release of each kind in `folder`, called after it, with its report; the texts of what
/// proves their bounds.
pub fn proofs(folder: &Path) -> [String; 2] {
    std::fs::write(folder.join("people.csv"), people()).expect("a file can be written");
    let privacy = JOB.find("l-diversity").expect("there are models");
    let (before, _) = JOB.split_at(privacy);
    KINDS.map(|kind| {
        let job = before.replace("people.release.csv", &format!("{kind}.csv"));
        let job = format!("{job}[suppression]\nlimit = 0.2\n[utility]\nobjective = \"gen-loss\"\n[recoding]\nkind = \"{kind}\"\n");
        let path = folder.join(format!("{kind}.proof.json"));
        let job = Job::from_toml(&job, folder).expect("the job is good").replacing_output(true);
        job.with_proof(Some(path.clone())).run().expect("the release can be made");
        std::fs::read_to_string(path).expect("a proof was written")
    })
}

/// Decides how to publish the table of [`JOB`], which must stand in `folder`; the texts of a global
/// plan and of one whose records have levels of their own.
pub fn plans(folder: &Path) -> [String; 2] {
    let job = Job::from_toml(JOB, folder).expect("the job is good").replacing_output(true);
    let mut plan = job.plan_to(folder.join("plan.json")).expect("there is a release");
    let global = plan.to_json();
    let problem = job.problem().expect("the table is read once more");
    let classes = plan.plan.classes(problem.tuples()).expect("the plan is that of this table");
    plan.plan.recoding.generalization = by_class(&classes);
    [global, plan.to_json()]
}

/// Every class as a region of its own.
fn by_class(classes: &Classes<'_>) -> Generalization {
    let regions = classes.all().iter().enumerate().map(|(number, class)| {
        let parts = classes.parts().filter(|part| part.class == number);
        let parts = parts.map(|part| RegionPart { tuple: part.tuple as u32, cells: None }).collect();
        Region { levels: (*class.levels).clone(), parts }
    });
    Generalization::Local(regions.collect())
}

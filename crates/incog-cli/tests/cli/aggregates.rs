//! One value for all records of a class, from a job to a verified release.

use crate::stage::Stage;

const JOB: &str = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
    hierarchy = { intervals = [10, 40] }\nmax_level = 1\n[columns.income]\nrole = \"sensitive\"\npublish = \"mean\"\n\
    [privacy]\nk-anonymity = 2\nl-diversity = 2\n";

fn stage(job: &str) -> Stage {
    let stage = Stage::new();
    stage.write("people.csv", b"age,income\n21,1000\n24,2500\n24,1000\n33,700\n38,901\n");
    stage.write("job.toml", job.as_bytes());
    stage
}

#[test]
fn a_mean_is_published_and_verified() {
    let stage = stage(JOB);
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        stage.read("out.csv"),
        "age,income\n20-29,1500\n20-29,1500\n20-29,1500\n30-39,800.5\n30-39,800.5\n"
    );
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("income is the mean of each class"), "{}", ran.out);
    assert!(stage.read("out.csv.report.html").contains("the mean of each class"));
    // A local recoding has means of its classes, too.
    stage.write("job.toml", format!("{JOB}[recoding]\nkind = \"local\"\n").as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml", "--force"]).code, 0);
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let words = stage(JOB);
    words.write("people.csv", b"age,income\n21,low\n24,high\n24,low\n");
    let ran = words.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 1 && ran.err.contains("publish = \"mode\""), "{} {}", ran.code, ran.err);
    assert!(!ran.err.contains("high"), "{}", ran.err);
}

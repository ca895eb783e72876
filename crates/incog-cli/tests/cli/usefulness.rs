//! The steward is told what a release is fit for, and which columns cost the others most.

use crate::stage::Stage;

/// A number that has nothing to do with those of other salts.
fn mixed(n: usize, salt: u64) -> usize {
    let mixed = (n as u64 + 10_000 * salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) as usize >> 33
}

/// 400 people of whom much is known, so that five columns do not fit into classes of eleven that
/// are close to the whole table.
fn crowded() -> String {
    fn row(n: usize) -> String {
        let zip = ["02139", "03601", "10001", "10002", "94105"][mixed(n, 2) % 5];
        let ill = ["I50.1", "E11.9", "J44.0"][mixed(n, 4) % 3];
        format!(
            "{},{zip},{},{},{ill}\n",
            18 + mixed(n, 1) % 70,
            ["f", "m"][mixed(n, 3) % 2],
            ["Koch", "Lehrer", "Maler", "Notar"][mixed(n, 5) % 4]
        )
    }
    "age,zip,sex,job,diagnosis\n".to_owned() + &(0..400).map(row).collect::<String>()
}

const CROWDED: &str = "input = \"crowded.csv\"\noutput = \"out.csv\"\nrecoding = { kind = \"local\", cells = \"strict\" }\n\
    privacy = { k-anonymity = 11, t-closeness = { t = 0.2 } }\ncolumns.diagnosis.role = \"sensitive\"\n\
    columns.age.role = \"quasi-identifier\"\ncolumns.zip.role = \"quasi-identifier\"\n\
    columns.sex.role = \"quasi-identifier\"\ncolumns.job.role = \"quasi-identifier\"\n";

/// The steward is told what the release is fit for and what would help; readers are not.
#[test]
fn the_internal_report_says_what_the_release_is_fit_for() {
    let stage = Stage::new();
    stage.write("crowded.csv", crowded().as_bytes());
    stage.write("job.toml", CROWDED.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let line = ran.err.lines().find(|line| line.starts_with("  fit for: ")).unwrap();
    let fit = "counts of two columns together yes, means no, standard deviations no, models of diagnosis no";
    assert_eq!(line, format!("  fit for: {fit}"));
    assert!(ran.err.contains("the others would keep "), "{}", ran.err);
    let internal =
        stage.files().into_iter().find(|name| name.contains("internal") && name.ends_with(".html"));
    assert!(stage.read(&internal.unwrap()).contains("What the release is fit for"));
    let public = stage.read("out.csv.report.html");
    assert!(public.contains("Detail left") && !public.contains("fit for"), "{public}");
    let ran = stage.run(&["anonymize", "job.toml", "-o", "other.csv"]);
    assert!(ran.code == 0 && !ran.err.contains("fit for: "), "{}", ran.err);
}

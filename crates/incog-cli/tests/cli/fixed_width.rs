//! Texts with fields at fixed places: looked at, published, measured and verified, by the second
//! verifier, too.

use crate::stage::Stage;
use std::path::Path;
use std::process::Command;

/// 24 patients in lines of 19 characters: numbers at the right of their fields, words at the left.
fn people(divided: bool) -> String {
    let between = if divided { " " } else { "" };
    let row = |n: usize| {
        let town = ["Örebro", "Ulm", "New York"][n / 8];
        let ill = ["flu", "cold", "gout"][n % 3];
        format!("{:>4}{between}{:>3}{between}{town:<8}{between}{ill:<4}\n", 7 * n + 8, 20 + n)
    };
    (0..24).map(row).collect()
}

const JOB: &str = "input = \"people.txt\"\noutput = \"out.txt\"\n\
    csv.fixed_width = [{ name = \"id\", width = 4 }, { name = \"age\", width = 3 }, { name = \"town\", width = 8 }, { name = \"ill\", width = 4 }]\n\
    [columns.id]\nrole = \"identifier\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [4, 8, 24], origin = 20 }\n\
    [columns.town]\nrole = \"quasi-identifier\"\n[columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 4\n\
    [release]\nfixed_width = [{ name = \"age\", width = 6 }, { width = 1 }, { name = \"town\", width = 8 }, { name = \"ill\", width = 4 }]\n";

fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("people.txt", people(false).as_bytes());
    stage.write("job.toml", JOB.as_bytes());
    stage
}

#[test]
fn a_release_at_fixed_places_is_made_measured_and_verified() {
    let stage = stage();
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let release = stage.read("out.txt");
    assert!(
        release.lines().count() == 24 && release.lines().all(|line| line.chars().count() == 19),
        "{release}"
    );
    assert!(release.contains("20-23  Örebro  cold\n"), "{release}");
    for report in ["out.txt.report.json", "out.txt.internal.json"] {
        let ran = stage.run(&["verify", "--verbose", report]);
        assert!(ran.code == 0 && !ran.out.contains("REFUTED"), "{report}: {}{}", ran.out, ran.err);
    }
    let ran = stage.run(&["audit", "out.txt", "job.toml", "--json"]);
    assert!(ran.out.contains("\"records\": 24"), "{}{}", ran.out, ran.err);
    assert_eq!(stage.run(&["certificate", "out.txt.report.json"]).code, 0);
    // As a plan for tomorrow's table, and by standard output.
    assert_eq!(stage.run(&["plan", "job.toml", "-o", "plan.json"]).code, 0);
    let ran = stage.run(&["apply", "plan.json", "--input", "people.txt", "-o", "-", "--format", "txt"]);
    assert_eq!((ran.code, ran.out), (0, release.clone()), "{}", ran.err);
    // A value in a wrong field is found out.
    stage.write("out.txt", release.replacen("20-23 ", "24-27 ", 1).as_bytes());
    let ran = stage.run(&["verify", "--verbose", "out.txt.report.json"]);
    assert!(ran.code == 1 && ran.out.contains("REFUTED"), "{}", ran.out);
}

#[test]
fn the_second_verifier_reads_fixed_places() {
    let stage = stage();
    assert_eq!(stage.run(&["anonymize", "job.toml", "--internal"]).code, 0);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
    let check = |report: &str| {
        let mut command = Command::new("python3");
        command.current_dir(stage.path("")).arg(&script).args(["people.txt", "out.txt", report]).output()
    };
    for report in ["out.txt.report.json", "out.txt.internal.json"] {
        let Ok(checked) = check(report) else {
            eprintln!("skipped: there is no python3");
            return;
        };
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
    }
    let release = stage.read("out.txt");
    stage.write("out.txt", release.replacen("20-23 ", "24-27 ", 1).as_bytes());
    assert!(!check("out.txt.report.json").unwrap().status.success());
}

#[test]
fn layouts_that_do_not_fit_are_refused_in_words() {
    let cases = [
        (("width = 6", "width = 4"), &["\"age\"", "up to 5", "width = 5"][..]),
        (("{ name = \"ill\", width = 4 }]\n", "]\n"), &["age, town, ill"]),
        (("output = \"out.txt\"", "output = \"out.parquet\""), &["release.fixed_width", "only text files"]),
        (("[release]\n", "[release]\nescape_formulas = true\n"), &["cannot be combined", "formulas"]),
        (("width = 1 }", "width = 0 }"), &["job.toml:", "1 to 10000"]),
        (("[release]\nfixed_width", "[release]\nfixed_widht"), &["fixed_width"]),
    ];
    for ((old, new), words) in cases {
        let stage = stage();
        // The last occurrence is that of the release.
        let (before, behind) = JOB.rsplit_once(old).unwrap();
        stage.write("job.toml", format!("{before}{new}{behind}").as_bytes());
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert_eq!(ran.code, 1, "{old}");
        words.iter().for_each(|word| assert!(ran.err.contains(word), "{word:?} in {}", ran.err));
        assert!(!stage.files().iter().any(|name| name.starts_with("out")), "{:?}", stage.files());
    }
}

#[test]
fn init_proposes_places_that_blanks_show() {
    let stage = Stage::new();
    for (head, first) in [
        ("  id age town     ill\n", "id"),
        ("", "column_1"),
        // Wider than the fields, but as many words.
        ("PATIENT AGES TOWNS ILLNESSES\n", "PATIENT"),
        ("records of patients of three towns and what they have\n", "column_1"),
    ] {
        stage.write("people.txt", (head.to_owned() + &people(true)).as_bytes());
        let ran = stage.run(&["init", "people.txt", "-o", "new.toml", "--force"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(
            ran.err.contains("seems to be fixed-width") && ran.err.contains("csv.fixed_width"),
            "{}",
            ran.err
        );
        let job = stage.read("new.toml");
        assert!(job.contains(&format!("{{ name = {first:?}, width = 4 }},")), "{job}");
        assert_eq!(job.contains("csv.header = true"), !head.is_empty(), "{job}");
        // The job reads the table as init did.
        let decided = job.replace("role = \"undecided\"", "role = \"quasi-identifier\"");
        stage.write("new.toml", decided.as_bytes());
        let ran = stage.run(&["audit", "people.txt", "new.toml", "--json"]);
        assert!(ran.out.contains("\"records\": 24"), "{}{}", ran.out, ran.err);
    }
}

#[test]
fn init_asks_for_places_that_nothing_shows_and_takes_them() {
    let stage = stage();
    let packed: String = (0..24).map(|n| format!("{:04}{:03}Ulm1flu{}\n", 7 * n, 20 + n, n % 3)).collect();
    stage.write("packed.txt", packed.as_bytes());
    let ran = stage.run(&["init", "packed.txt", "--no-header", "-o", "new.toml"]);
    assert!(ran.code == 0 && ran.err.contains("--fixed-width id:4,"), "{}", ran.err);
    let places = ["--fixed-width", "id:4,age:3,town:8,ill:4"];
    let ran = stage.run(&[&["init", "people.txt", "-o", "said.toml"], &places[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("said.toml");
    assert!(job.contains("[columns.\"town\"]") && job.contains("name = \"town\", width = 8"), "{job}");
    let ran = stage.run(&["init", "people.txt", "--fixed-width", "id-4", "-o", "x.toml"]);
    assert!(ran.code == 2 && ran.err.contains("id:4,age:3"), "{}", ran.err);
    let ran = stage.run(&["init", "people.txt", "--fixed-width", "id:4,age:3", "-o", "x.toml"]);
    assert!(ran.code == 1 && ran.err.contains("line 1"), "{}", ran.err);
}

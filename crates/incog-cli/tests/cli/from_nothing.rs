//! From a table to a release in one command: roles are proposed, what is undecided is asked at a
//! terminal, and the job stands beside the release.

use crate::stage::Stage;

/// 240 records of which everything is known: six at each age, sex and illness.
fn decided() -> String {
    fn row(n: usize) -> String {
        format!("{},{},{}\n", 30 + n % 10, ["f", "m"][n / 10 % 2], ["flu", "gout"][n / 20 % 2])
    }
    "age,sex,illness\n".to_owned() + &(0..240).map(row).collect::<String>()
}

/// Those records with a name and with two columns of which nobody knows what they are.
fn open() -> String {
    let mut table = String::new();
    for (n, line) in decided().lines().enumerate() {
        table += &match n {
            0 => format!("name,{line},xq,xw\n"),
            _ => format!(
                "Anna Schmidt{n},{line},{},{}\n",
                ["alpha", "beta"][n / 7 % 2],
                101 + (n * n / 7 + n / 3) % 37
            ),
        };
    }
    table
}

#[test]
fn a_table_is_published_and_its_job_publishes_the_same() {
    let stage = Stage::new();
    stage.write("decided.csv", decided().as_bytes());
    let ran = stage.run(&["anonymize", "decided.csv", "-o", "out.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("quasi-identifier: age, sex\n  sensitive: illness"), "{}", ran.err);
    let begin = ran.err.find("out.csv: left: ").unwrap();
    let lines: Vec<&str> = ran.err[begin..].lines().take(3).collect();
    assert_eq!(lines[0], "out.csv: left: 240 of 240 records (0.0 % suppressed), 3 of 3 columns");
    assert!(lines[1].trim_start().starts_with("detail: nearly all is left"), "{lines:?}");
    assert!(lines[2].trim_start().starts_with("protected: everyone, as one of at least 12"), "{lines:?}");
    let release = stage.read("out.csv");
    let ran = stage.run(&["anonymize", "out.job.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(stage.read("out.csv"), release);
    let ran = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn without_a_terminal_what_is_undecided_is_listed_and_nothing_is_published() {
    let stage = Stage::new();
    stage.write("open.csv", open().as_bytes());
    let ran = stage.run(&["anonymize", "open.csv", "-o", "out.csv", "--log", "log.txt"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    for column in ["xq", "xw"] {
        assert!(ran.err.contains(&format!("column {column:?} is undecided: ")), "{}", ran.err);
    }
    assert!(ran.err.contains("decide there, then run: incog anonymize out.job.toml\n"), "{}", ran.err);
    assert!(!stage.path("out.csv").exists());
    for secret in ["Schmidt", "alpha"] {
        assert!(!ran.err.contains(secret) && !stage.read("log.txt").contains(secret), "{}", ran.err);
    }
    // Decided in the job, it runs.
    let job = stage.read("out.job.toml").replace("\"undecided\"", "\"quasi-identifier\"");
    stage.write("out.job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "out.job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn neither_a_job_nor_a_release_is_overwritten_unasked() {
    let stage = Stage::new();
    stage.write("decided.csv", decided().as_bytes());
    for mine in ["out.job.toml", "out.csv"] {
        stage.write(mine, b"mine");
        let ran = stage.run(&["anonymize", "decided.csv", "-o", "out.csv"]);
        assert!(ran.code == 1 && ran.err.contains(mine), "{}", ran.err);
        assert_eq!(stage.read(mine), "mine");
        std::fs::remove_file(stage.path(mine)).unwrap();
    }
    assert!(!stage.path("out.job.toml").exists() && !stage.path("out.csv").exists());
}

#[test]
fn flags_of_models_and_of_the_recoding_stand_in_the_job() {
    let stage = Stage::new();
    stage.write("decided.csv", decided().as_bytes());
    let flags = ["anonymize", "decided.csv", "-o", "out.csv", "-k", "11", "-l", "2", "--limit", "10%"];
    let ran = stage.run(&[&flags[..], &["--objective", "precision", "--uniform"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("out.job.toml");
    for line in [
        "k-anonymity = 11 ",
        "l-diversity = { l = 2, kind = \"distinct\" }   # with at least 2 different sensitive values; as asked",
        "limit = 0.1 ",
        "objective = \"precision\" ",
        "kind = \"global\" ",
    ] {
        assert!(job.contains(&format!("\n{line}")), "{line} in {job}");
    }
    assert!(ran.err.contains("k-anonymity: 12 (required: at least 11)"), "{}", ran.err);
}

/// The line of a job that says the role of a column.
#[cfg(target_os = "linux")]
fn role_line(job: &str, column: &str) -> String {
    let (_, part) = job.split_once(&format!("[columns.\"{column}\"]\nrole = ")).unwrap();
    part.lines().next().unwrap().to_owned()
}

/// A terminal is made by `script` of util-linux; without it, nothing is tried.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_asked_what_is_undecided_and_shown_only_what_many_share() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let stage = Stage::new();
    stage.write("open.csv", open().as_bytes());
    let program = assert_cmd::cargo::cargo_bin("incog");
    let typed = format!("{} anonymize open.csv -o out.csv --log log.txt", program.display());
    let mut command = Command::new("script");
    command.args(["-qefc", &typed, "/dev/null"]).current_dir(stage.path("")).env("TERM", "xterm");
    let Ok(mut running) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        eprintln!("skipped: there is no script of util-linux");
        return;
    };
    running.stdin.take().unwrap().write_all(b"s\n\n").unwrap();
    let output = running.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("xq: 2 different values; such as alpha, beta"), "{said}");
    assert!(said.contains("xw: 37 different values; "), "{said}");
    // Before the outcome, which has the levels of each column.
    let asked = said.split("out.job.toml: written").next().unwrap();
    assert!(!asked.contains("name:") && !asked.contains("age:") && !said.contains("Schmidt"), "{said}");
    assert!(!stage.read("log.txt").contains("alpha"), "values are no part of messages");
    let job = stage.read("out.job.toml");
    assert!(
        role_line(&job, "xq").starts_with("\"sensitive\"")
            && role_line(&job, "xq").contains("decided by a person"),
        "{job}"
    );
    assert!(
        !role_line(&job, "xw").starts_with("\"undecided\"")
            && role_line(&job, "xw").contains("decided by a person"),
        "{job}"
    );
    assert!(stage.path("out.csv").exists());
}

//! Models about a population, from the register to a second verifier.

use crate::stage::Stage;
use std::path::Path;
use std::process::Command;

/// People of 20 to 59 in two towns; every fourth is in the study.
fn register() -> String {
    let row = |n: usize| {
        format!("p{n},{},{}\n", 20 + (7 * n) % 40, if n.is_multiple_of(3) { "11323" } else { "20450" })
    };
    "who,age,zip\n".to_owned() + &(0..48).map(row).collect::<String>()
}

fn study() -> String {
    let ill = |n: usize| ["flu", "cold", "gout"][n / 4 % 3];
    let row = |n: usize| {
        format!(
            "p{n},{},{},{}\n",
            20 + (7 * n) % 40,
            if n.is_multiple_of(3) { "11323" } else { "20450" },
            ill(n)
        )
    };
    "who,age,zip,ill\n".to_owned() + &(0..48).step_by(4).map(row).collect::<String>()
}

const JOB: &str = r#"input = "study.csv"
output = "out.csv"
[columns.who]
role = "identifier"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [10, 20], origin = 0 }
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "right" }
[columns.ill]
role = "sensitive"
"#;

const K_MAP: &str = "[privacy]\npopulation = \"register.csv\"\nk-map = { k = 5 }\n";
const PRESENCE: &str = "[suppression]\nlimit = 0\n[privacy]\npopulation = \"register.csv\"\n\
    delta-presence = { max = 0.4, min = 0.1 }\n";

fn stage(privacy: &str) -> Stage {
    let stage = Stage::new();
    stage.write("study.csv", study().as_bytes());
    stage.write("register.csv", register().as_bytes());
    stage.write("job.toml", format!("{JOB}{privacy}").as_bytes());
    stage
}

fn privacy(stage: &Stage) -> Vec<serde_json::Value> {
    let report: serde_json::Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    report["privacy"].as_array().unwrap().clone()
}

/// Whether the second verifier, which shares no code with the first, refutes nothing and shows
/// `part`; `None` without Python.
fn second_verifier(stage: &Stage, report: &str, part: &str) -> Option<bool> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
    let mut command = Command::new("python3");
    command.current_dir(stage.path("")).arg(&script).args([
        "study.csv",
        "out.csv",
        report,
        "--job",
        "job.toml",
    ]);
    let Ok(output) = command.output() else {
        eprintln!("not run: there is no python3");
        return None;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let fault = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(part), "{text}{fault}");
    Some(output.status.success())
}

#[test]
fn a_release_of_some_of_a_register_is_made_and_verified() {
    for (asked, models) in [(K_MAP, 1), (PRESENCE, 2)] {
        let stage = stage(asked);
        let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let facts = privacy(&stage);
        assert_eq!(facts.len(), models);
        assert!(facts.iter().all(|fact| fact["satisfied"] == true), "{facts:?}");
        for report in ["out.csv.report.json", "out.csv.internal.json"] {
            let ran = stage.run(&["verify", "--verbose", report]);
            assert!(ran.code == 0 && !ran.out.contains("REFUTED"), "{}", ran.out);
            assert!(ran.out.contains("proved     population.rows"), "{}", ran.out);
            assert_ne!(second_verifier(&stage, report, "proved     population"), Some(false));
        }
        assert!(
            !stage.read("out.csv.report.json").contains("sha256\": \"")
                || stage.read("out.csv.internal.json").contains("register.csv")
        );
        // Nobody of the second town, and another one: the figures are others.
        let fewer = register().lines().take(30).collect::<Vec<_>>().join("\n");
        stage.write("register.csv", fewer.as_bytes());
        let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
        assert!(ran.code != 0 && ran.out.contains("REFUTED    population.rows"), "{}{}", ran.out, ran.err);
    }
}

/// By hand: the people of each released class are counted in the register, label by label.
#[test]
fn the_figure_is_the_number_of_people_who_look_alike() {
    let stage = stage(K_MAP);
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let release = stage.read("out.csv");
    let fits = |label: &str, value: &str| match label.split_once('-') {
        Some((low, high)) => {
            (low.parse::<u32>().unwrap()..=high.parse().unwrap()).contains(&value.parse().unwrap())
        }
        None if label == "*" => true,
        None => {
            label.len() == value.len() && label.chars().zip(value.chars()).all(|(a, b)| a == '*' || a == b)
        }
    };
    let register = register();
    let alike = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        let people = register.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
        people.filter(|person| fits(cells[0], person[1]) && fits(cells[1], person[2])).count() as u64
    };
    let least = release.lines().skip(1).map(alike).min().unwrap();
    assert_eq!(privacy(&stage)[0]["achieved"], least);
    assert!(least >= 5, "{release}");
}

#[test]
fn a_register_may_have_moved() {
    let stage = stage(K_MAP);
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    stage.write("archive.csv", register().as_bytes());
    std::fs::remove_file(stage.path("register.csv")).unwrap();
    let lost = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(lost.code == 1 && lost.err.contains("--population FILE"), "{}", lost.err);
    let found = stage.run(&["verify", "--verbose", "out.csv.report.json", "--population", "archive.csv"]);
    assert_eq!(found.code, 0, "{}{}", found.out, found.err);
    // The search that is carried out again has it, too.
    let searched =
        stage.run(&["verify", "--verbose", "out.csv.report.json", "--population", "archive.csv", "--search"]);
    assert!(
        searched.code == 0 && searched.out.contains("proved     search."),
        "{}{}",
        searched.out,
        searched.err
    );
    // The register of somebody else is not that of the report.
    stage.write("other.csv", register().replacen("11323", "20450", 3).as_bytes());
    assert_ne!(
        stage.run(&["verify", "--verbose", "out.csv.report.json", "--population", "other.csv"]).code,
        0
    );
    let nowhere = stage.run(&["verify", "--verbose", "out.csv.report.json", "--population", "nowhere.csv"]);
    assert!(
        nowhere.code == 1 && nowhere.err.starts_with("error: nowhere.csv: file not found"),
        "{}",
        nowhere.err
    );
}

#[test]
fn a_plan_belongs_to_its_register() {
    let stage = stage(K_MAP);
    assert_eq!(stage.run(&["plan", "job.toml", "-o", "plan.json"]).code, 0);
    let ran = stage.run(&["apply", "plan.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    stage.write("register.csv", (register() + "p99,59,20450\n").as_bytes());
    let ran = stage.run(&["apply", "plan.json", "--force"]);
    assert!(ran.code == 1 && ran.err.contains("table"), "{}", ran.err);
}

#[test]
fn flags_name_a_population() {
    let stage = stage(K_MAP);
    stage.write(
        "age.csv",
        (20..60).map(|age| format!("{age};{}x;*\n", age / 10)).collect::<String>().as_bytes(),
    );
    stage.write("zip.csv", b"11323;1*;*\n20450;2*;*\n");
    let flags = [
        "-q",
        "age,zip",
        "-s",
        "ill",
        "-i",
        "who",
        "--hierarchy",
        "age=age.csv",
        "--hierarchy",
        "zip=zip.csv",
    ];
    let all =
        |more: &[&'static str]| [&["anonymize", "study.csv", "-o", "out.csv"][..], &flags[..], more].concat();
    let ran = stage.run(&all(&["--k-map", "4", "--population", "register.csv"]));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(privacy(&stage)[0]["required"], 4);
    assert_eq!(stage.run(&all(&["--k-map", "4", "--force"])).code, 2, "without the table of the population");
}

/// One message each, with the line of the job where it has one, and nothing is left behind.
#[test]
fn what_does_not_go_with_a_population_is_refused() {
    let refused = |job: &str, parts: &[&str]| {
        let stage = stage("");
        stage.write("job.toml", job.as_bytes());
        stage.write("rules.csv", b"18;1*;*\n19;1*;*\n");
        let before = stage.files();
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{}", ran.err);
        parts.iter().for_each(|part| assert!(ran.err.contains(part), "{part:?} in {}", ran.err));
        assert_eq!(stage.files(), before);
    };
    let job = format!("{JOB}{K_MAP}");
    let with = |more: &str| format!("{job}{more}\n");
    let instead = |from: &str, to: &str| job.replace(from, to);
    refused(
        &instead("population = \"register.csv\"\n", ""),
        &["job.toml:14", "population", "sampling_fraction"],
    );
    refused(
        &instead("k-map = { k = 5 }", "k-anonymity = 2"),
        &["job.toml:14", "no model of the job uses it"],
    );
    refused(&instead("k = 5", "k = 5, significance = 0.2"), &["job.toml:15", "sampling_fraction"]);
    refused(&instead("k-map = { k = 5 }", "delta-presence = { max = 0.5 }"), &["limit = 0"]);
    refused(
        &instead("k-map = { k = 5 }", "delta-presence = { max = 0.5, min = 0.6 }"),
        &["min is at most max, which is 0.5"],
    );
    refused(&with("[recoding]\nkind = \"local\""), &["privacy.population", "recoding.kind"]);
    refused(&instead("role = \"identifier\"", "role = \"person\""), &["privacy.unit", "unit = \"record\""]);
    refused(&instead("hierarchy = { mask = \"right\" }\n", ""), &["columns.zip.hierarchy"]);
    refused(&instead("{ intervals = [10, 20], origin = 0 }", "{ ranges = 3 }"), &["columns.age.hierarchy"]);
    refused(&instead("register.csv", "nobody.csv"), &["nobody.csv", "file not found"]);
    refused(&instead("register.csv", "rules.csv"), &["rules.csv", "no column"]);
    refused(&instead("{ mask = \"right\" }", "\"rules.csv\""), &["zip"]);
}

/// The message counts records and shows no value.
#[test]
fn a_register_that_does_not_cover_the_table_is_refused() {
    let stage = stage(K_MAP);
    stage.write("register.csv", register().lines().take(12).collect::<Vec<_>>().join("\n").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{}", ran.err);
    assert!(ran.err.contains("register.csv") && ran.err.contains("9 of its 12 records"), "{}", ran.err);
    assert!(
        !study().lines().skip(1).any(|row| ran.err.contains(row.split(',').nth(1).unwrap())),
        "{}",
        ran.err
    );
    // Codes of another length are masked to other labels.
    stage.write("register.csv", (register() + "p99,59,204501\n").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 1 && ran.err.contains("\"zip\"") && ran.err.contains("levels"), "{}", ran.err);
}

#[test]
fn a_proof_has_no_population() {
    let stage = stage(K_MAP);
    let ran = stage.run(&["anonymize", "job.toml", "--proof", "proof.json"]);
    assert!(ran.code == 1 && ran.err.contains("population"), "{}", ran.err);
}

/// The example of Nergiz, Atzori and Clifton (2007): nine people of whom five are in the table. The
/// release of the paper is (1/2, 2/3)-present; what it asks for is met, and nothing less general
/// is.
#[test]
fn the_example_of_the_paper() {
    let people = [
        ("a", 35, "47906", "USA"),
        ("b", 59, "47903", "Canada"),
        ("c", 42, "47906", "USA"),
        ("d", 18, "47630", "Brazil"),
        ("e", 22, "47630", "Peru"),
        ("f", 63, "47633", "Peru"),
        ("g", 33, "48973", "Spain"),
        ("h", 47, "48972", "Bulgaria"),
        ("i", 52, "48970", "France"),
    ];
    let text = |names: &str| {
        let rows = people.iter().filter(|person| names.contains(person.0));
        let rows = rows.map(|(_, age, zip, country)| format!("{age},{zip},{country}\n"));
        "age,zip,country\n".to_owned() + &rows.collect::<String>()
    };
    let stage = Stage::new();
    stage.write("study.csv", text("bcfhi").as_bytes());
    stage.write("register.csv", text("abcdefghi").as_bytes());
    let american = ["USA", "Canada", "Brazil", "Peru"].map(|one| format!("{one} = \"America\", "));
    let european = ["Spain", "Bulgaria", "France"].map(|one| format!("{one} = \"Europe\", "));
    let tree =
        format!("{{ tree = {{ {}{} }} }}", american.concat(), european.concat().trim_end_matches(", "));
    let job = |presence: &str| {
        format!(
            "input = \"study.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ flat = true }}\n\
             [columns.zip]\nrole = \"quasi-identifier\"\nhierarchy = {{ mask = \"right\" }}\n[columns.country]\nrole = \"quasi-identifier\"\n\
             hierarchy = {tree}\n[suppression]\nlimit = 0\n[privacy]\npopulation = \"register.csv\"\ndelta-presence = {presence}\n"
        )
    };
    stage.write("job.toml", job("{ max = 0.667, min = 0.5 }").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        stage.read("out.csv"),
        "age,zip,country\n*,47***,America\n*,47***,America\n*,47***,America\n*,48***,Europe\n*,48***,Europe\n"
    );
    let figures: Vec<f64> = privacy(&stage).iter().map(|fact| fact["achieved"].as_f64().unwrap()).collect();
    assert_eq!(figures, [2.0 / 3.0, 0.5]);
    assert_ne!(second_verifier(&stage, "out.csv.report.json", "proved     population"), Some(false));
    stage.write("job.toml", job("{ max = 0.5 }").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--force"]);
    // All nine together: five of them.
    assert!(ran.code == 3 && ran.err.contains("delta-presence demands at most 0.5"), "{}", ran.err);
    assert!(ran.err.contains("the best class has 0.555"), "{}", ran.err);
}

/// Models about the whole release: found, verified, and refused where they do not hold.
#[test]
fn a_release_as_a_whole_is_judged_and_verified() {
    let job = |privacy: &str| JOB.replace("[columns.ill]", &format!("{privacy}[columns.ill]"));
    let whole = "[privacy]\naverage-risk = 0.25\npopulation-uniqueness = { share = 0.05, sampling_fraction = 0.25 }\n";
    let stage = stage("");
    stage.write("job.toml", job(whole).as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = stage.read("out.csv");
    let mut classes: Vec<&str> = rows.lines().skip(1).map(|row| row.rsplit_once(',').unwrap().0).collect();
    let records = classes.len();
    classes.dedup();
    assert_eq!(privacy(&stage)[0]["achieved"], classes.len() as f64 / records as f64);
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let ran = stage.run(&["verify", "--verbose", report]);
        assert!(ran.code == 0 && ran.out.contains("proved     average-risk holds"), "{}", ran.out);
        assert_ne!(second_verifier(&stage, report, "proved     privacy: average-risk"), Some(false));
    }
    let refused = |text: String, code: i32, parts: &[&str]| {
        let stage = self::stage("");
        stage.write("job.toml", text.as_bytes());
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert_eq!((ran.code, ran.err.lines().count()), (code, 1), "{}", ran.err);
        parts.iter().for_each(|part| assert!(ran.err.contains(part), "{part:?} in {}", ran.err));
    };
    let too_low = "[privacy]\naverage-risk = 0.01\n";
    let of_all = job(&format!("{too_low}[suppression]\nlimit = 0\n"));
    refused(of_all, 3, &["average-risk demands at most 0.01", "the release has 0.08"]);
    let of_some = job(&format!("{too_low}[suppression]\nlimit = 1.0\n"));
    refused(of_some, 5, &["found no release", "there may be one"]);
    refused(job("[privacy]\naverage-risk = 1.5\n"), 1, &["risk is more than 0 and at most 1"]);
    let all = "[privacy]\npopulation-uniqueness = { share = 0.1, sampling_fraction = 1.0 }\n";
    refused(job(all), 1, &["less than 1"]);
    refused(
        job(&format!("{whole}[recoding]\nkind = \"local\"\n")),
        1,
        &["privacy.average-risk", "recoding.kind"],
    );
    let person = job(whole).replace("role = \"identifier\"", "role = \"person\"");
    refused(person, 1, &["privacy.average-risk", "unit = \"record\""]);
    let ran = stage.run(&["anonymize", "job.toml", "--force", "--proof", "proof.json"]);
    assert!(ran.code == 1 && ran.err.contains("as a whole"), "{}", ran.err);
}

/// One person stands alone: without her the others keep their values, but no search suppresses more
/// than classes ask for.
#[test]
fn nothing_is_proved_of_a_release_as_a_whole_where_more_could_be_suppressed() {
    let stage = stage("");
    let table = "age,zip,ill\n".to_owned() + &"21,11323,flu\n".repeat(9) + "52,20450,gout\n";
    stage.write("study.csv", table.as_bytes());
    let job = JOB.replace("[columns.who]\nrole = \"identifier\"\n", "")
        + "[privacy]\naverage-risk = 0.15\n[suppression]\nlimit = 1.0\n";
    let search = |text: String| {
        stage.write("job.toml", text.as_bytes());
        let ran = stage.run(&["anonymize", "job.toml", "--force", "--replace-better"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let report: serde_json::Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
        report["search"].clone()
    };
    let open = search(job.clone());
    assert_eq!(
        (&open["stopped"], &open["gap"], &open["upper_bound"]),
        (&"converged".into(), &().into(), &().into())
    );
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--search"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert_eq!(search(job.replace("limit = 1.0", "limit = 0"))["stopped"], "proved");
}

/// A register that has changed since does not make a report true.
#[test]
fn a_register_without_somebody_of_the_table_refutes_the_report() {
    let stage = stage(K_MAP);
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let others: String =
        register().lines().filter(|line| !line.starts_with("p0,")).map(|line| format!("{line}\n")).collect();
    stage.write("register.csv", (others + "p48,59,11323\n").as_bytes());
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(
        ran.code != 0 && ran.out.contains("REFUTED    all people of the table are in the population"),
        "{}",
        ran.out
    );
}

/// How an interval is written follows from the values that are published; where people have another
/// label, that is said.
#[test]
fn labels_that_people_do_not_have_are_refused_in_words() {
    let stage = Stage::new();
    stage.write("study.csv", b"q\n1\n2\n3\n-7\n");
    stage.write("register.csv", b"q\n1\n2\n3\n1\n2\n-7\n");
    let job = "input = \"study.csv\"\noutput = \"out.csv\"\n[columns.q]\nrole = \"quasi-identifier\"\n\
        hierarchy = { intervals = [5, 10] }\n[suppression]\nlimit = 1.0\n[privacy]\npopulation = \"register.csv\"\nk-map = { k = 4 }\n";
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(
        ran.code == 1 && ran.err.contains("give the column a hierarchy file"),
        "{} {}",
        ran.code,
        ran.err
    );
    assert!(!ran.err.contains("defect"), "{}", ran.err);
}

/// Neither the levels of a plan nor those beside a release are called allowed where the release as
/// a whole is not.
#[test]
fn other_levels_are_asked_about_the_whole() {
    let stage = stage("[suppression]\nlimit = 0\n[privacy]\naverage-risk = 0.25\n");
    assert_eq!(stage.run(&["plan", "job.toml", "-o", "plan.json"]).code, 0);
    stage.write("next.csv", b"who,age,zip,ill\np1,21,11323,flu\np2,52,20450,gout\n");
    let ran = stage.run(&["apply", "plan.json", "--input", "next.csv", "-o", "next.out.csv"]);
    assert!(ran.code == 5 && ran.err.contains("about the whole release"), "{} {}", ran.code, ran.err);
    let provider = JOB.replace("[columns.ill]", "[columns.hospital]\nrole = \"provider\"\n[columns.ill]");
    let job = provider
        + "[privacy]\naverage-risk = 0.25\nm-privacy = 1\nk-anonymity = 2\n[release]\nnoise = false\n";
    stage.write(
        "study.csv",
        study().replace(",ill\n", ",ill,hospital\n").replace("flu\n", "flu,a\n").as_bytes(),
    );
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 1 && ran.err.contains("m-privacy"), "{} {}", ran.code, ran.err);
}

fn audited(stage: &Stage, arguments: &[&str]) -> serde_json::Value {
    let ran = stage.run(&[&["audit", "study.csv", "-q", "age,zip", "--json"], arguments].concat());
    assert!(matches!(ran.code, 0 | 4), "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

/// Every age of 20 to 59 is in the register once, eight of them twice; every fourth of the first 48
/// people is in the study.
#[test]
fn an_audit_counts_in_a_register() {
    let stage = stage(K_MAP);
    let found = &audited(&stage, &["--population", "register.csv"])["risk"]["population_table"];
    let alike = |record: &str| register().lines().filter(|person| person.ends_with(record)).count();
    let study = study();
    let looks: Vec<usize> = study
        .lines()
        .skip(1)
        .map(|record| {
            let fields: Vec<&str> = record.split(',').collect();
            alike(&format!(",{},{}", fields[1], fields[2]))
        })
        .collect();
    let mean = looks.iter().map(|&looks| 1.0 / looks as f64).sum::<f64>() / looks.len() as f64;
    assert!((found["journalist"]["average"].as_f64().unwrap() - mean).abs() < 1e-12, "{found}");
    assert_eq!(found["people"], 48);
    assert_eq!(found["k_map"], *looks.iter().min().unwrap());
    assert_eq!(found["unique_records"], looks.iter().filter(|&&looks| looks == 1).count());
    assert_eq!(found["delta_presence"]["min"], 0.0);
    let text = stage.run(&["audit", "study.csv", "job.toml", "--population", "register.csv"]).out;
    assert!(text.contains("in the table of the population, 48 people"), "{text}");
    assert!(text.contains("journalist, counted"), "{text}");
    assert!(audited(&stage, &[])["risk"].get("population_table").is_none());
}

/// What is counted comes before what is estimated, and that before an upper bound.
#[test]
fn a_marketer_has_the_register_where_there_is_one() {
    let stage = stage(K_MAP);
    let (register, fraction) = (["--population", "register.csv"], ["--sampling-fraction", "0.25"]);
    let both = [register, fraction].concat();
    let unknown = "Without data about the population, the prosecutor risk is an upper bound";
    let counted = "The journalist risk is counted in the table of the population";
    let estimated = "The journalist risk is estimated from the sampling fraction";
    for (known, whose, said) in [
        (&[][..], "/prosecutor", unknown),
        (&fraction[..], "/journalist", estimated),
        (&register[..], "/population_table/journalist", counted),
        (&both[..], "/population_table/journalist", counted),
    ] {
        let risk = &audited(&stage, known)["risk"];
        assert_eq!(risk["marketer"], risk.pointer(whose).unwrap()["average"], "{whose}");
        let text = stage.run(&[&["audit", "study.csv", "-q", "age,zip"][..], known].concat()).out;
        let all = [unknown, counted, estimated];
        assert!(all.into_iter().all(|one| text.contains(one) == (one == said)), "{text}");
    }
}

/// A release does not have the column of the people any more, but still has several records of some
/// of them.
#[test]
fn a_register_knows_no_people_with_several_records_even_where_their_column_is_gone() {
    let stage = stage("[privacy]\nk-anonymity = 2\n");
    let job = stage.read("job.toml").replace("role = \"identifier\"", "role = \"person\"");
    stage.write("job.toml", job.as_bytes());
    let without = |text: String| -> String {
        text.lines().map(|line| line.split_once(',').unwrap().1.to_owned() + "\n").collect()
    };
    stage.write("out.csv", without(study()).as_bytes());
    let ran = stage.run(&["audit", "out.csv", "job.toml", "--population", "register.csv"]);
    assert!(
        ran.code == 1 && ran.err.contains("people are counted by \"who\" here"),
        "{} {}",
        ran.code,
        ran.err
    );
}

/// One message each, without a value of anybody.
#[test]
fn a_register_that_an_audit_cannot_use_is_refused() {
    let stage = stage(K_MAP);
    let refused = |register: &str, arguments: &[&str], message: &str| {
        stage.write("other.csv", register.as_bytes());
        let named = ["audit", "study.csv", "--population", "other.csv"];
        let ran = stage.run(&[&named, arguments].concat());
        assert!(ran.code == 1 && ran.err.contains(message) && ran.out.is_empty(), "{} {}", ran.code, ran.err);
        assert_eq!(ran.err.lines().filter(|line| line.starts_with("error")).count(), 1, "{}", ran.err);
    };
    let columns = ["-q", "age,zip"];
    let fewer: String = register().lines().take(25).map(|line| format!("{line}\n")).collect();
    refused(&fewer, &columns, "other.csv: 6 of the 12 records have no (or too few) matching people");
    refused(
        &register().replacen("zip", "zips", 1),
        &columns,
        "the population has no column \"zip\"; did you mean \"zips\"?",
    );
    refused("who,age,zip\n", &columns, "other.csv");
    refused("", &columns, "other.csv");
    refused(&register(), &["-q", "age,zip", "--person", "who"], "each row of the population is one person");
    refused(&register(), &["-q", "age,town"], "the table has no column \"town\"");
    let ran = stage.run(&["audit", "study.csv", "-q", "age", "--population", "nowhere.csv"]);
    assert!(ran.code == 1 && ran.err.contains("nowhere.csv"), "{}", ran.err);
    // Labels of a release fit no register of ages.
    assert!(matches!(stage.run(&["anonymize", "job.toml"]).code, 0 | 5));
    let ran = stage.run(&["audit", "out.csv", "job.toml", "--population", "register.csv"]);
    assert!(ran.code == 1 && ran.err.contains("with values written as in the table"), "{}", ran.err);
}

//! What is written beside a release, for whom, and who answers for it.

use crate::stage::{JOB, Stage};
use serde_json::Value;

/// 200 people in four groups of fifty by age and area, and one with a combination of her own
/// although every single value of hers is common.
fn crowd() -> String {
    let row = |n: usize| {
        let (age, area) = [(20, "west"), (20, "east"), (50, "west"), (80, "east")][n % 4];
        format!("{age},{area},{},w{}\n", ["flu", "cold", "gout"][n % 3], n % 3)
    };
    "age,area,ill,ward\n".to_owned() + &(0..200).map(row).collect::<String>() + "50,east,gout,w1\n"
}

const CROWD: &str = "input = \"crowd.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
                     hierarchy = { flat = true }\n[columns.area]\nrole = \"quasi-identifier\"\nhierarchy = { flat = true }\n\
                     [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 5\nl-diversity = 2\n";

#[test]
fn the_page_counts_published_records_alone() {
    let stage = Stage::new();
    stage.write("crowd.csv", crowd().as_bytes());
    stage.write("job.toml", CROWD.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    let kept = report["solution"]["rows_kept"].as_u64().unwrap();
    let page = stage.read("out.csv.report.html");
    // The bars of a column add up to the records of the release, and there is one chart a column.
    let charts: Vec<&str> = page.split("<section class=\"column\">").skip(1).collect();
    assert_eq!(charts.len(), 4);
    for chart in charts {
        assert!(!chart.contains("class=\"original\""), "the input is not drawn");
        let counts = chart.split("<title>").skip(1).map(|bar| {
            let (title, _) = bar.split_once("</title>").unwrap();
            title.rsplit(' ').next().unwrap().replace(',', "").parse::<u64>().unwrap()
        });
        assert_eq!(counts.sum::<u64>(), kept, "{chart}");
    }
    assert!(stage.read("out.csv.internal.html").contains("class=\"original\""));
}

#[test]
fn the_internal_report_is_for_its_owner_and_says_so() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml", "--internal"]).code, 0);
    let page = stage.read("out.csv.internal.html");
    assert!(page.contains("reveals suppressed records. Never publish it"));
    let report: Value = serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap();
    assert_eq!(report["audience"], "internal");
    assert_eq!(report["input"]["sha256"].as_str().map(str::len), Some(64));
    #[cfg(unix)]
    for name in ["out.csv.internal.json", "out.csv.internal.html"] {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(stage.path(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}");
    }
    for name in ["out.csv.report.json", "out.csv.internal.json"] {
        let ran = stage.run(&["verify", "--verbose", name]);
        assert_eq!(ran.code, 0, "{}", ran.out);
        assert!(ran.out.trim_end().ends_with("not shown."), "{}", ran.out);
    }
}

#[test]
fn a_signed_report_is_that_of_its_signer() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let report = "out.csv.report.json";
    assert_eq!(stage.run(&["sign", "--new-key", "house.key"]).code, 0);
    assert_eq!(stage.run(&["sign", "--new-key", "house.key"]).code, 1, "a key is never replaced");
    assert_eq!(
        stage.run(&["verify", "--verbose", report, "--signed-by", "house.key.pub"]).code,
        1,
        "not signed yet"
    );
    assert_eq!(stage.run(&["sign", report, "--key", "house.key"]).code, 0);
    let ran = stage.run(&["verify", "--verbose", report, "--signed-by", "house.key.pub"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(stage.run(&["sign", "--new-key", "other.key"]).code, 0);
    assert_eq!(stage.run(&["verify", "--verbose", report, "--signed-by", "other.key.pub"]).code, 1);
    let text = stage.read(report).replace("\"seed\": 1", "\"seed\":  1");
    stage.write(report, text.as_bytes());
    let ran = stage.run(&["verify", "--verbose", report, "--signed-by", "house.key.pub"]);
    assert!(ran.code == 1 && ran.err.contains("not signed"), "{}", ran.err);
}

#[test]
fn flags_that_override_the_job_file_leave_the_report_honest() {
    let stage = Stage::new();
    let ran = stage.run(&["anonymize", "job.toml", "--seed", "7", "--algorithm", "exhaustive"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(
        ran.out.lines().any(|line| line.starts_with("not shown") && line.contains("job.search.seed")),
        "{}",
        ran.out
    );
    // Whoever names the job file asks whether it is this one.
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--job", "job.toml"]);
    assert!(ran.code == 1 && ran.out.contains("job.search.seed"), "{}", ran.out);
}

#[test]
fn values_listed_in_a_job_are_withheld() {
    let stage = Stage::new();
    let order = (0..30).map(|n| format!("\"{}\"", 15 + n)).collect::<Vec<_>>().join(", ");
    let job = JOB
        .replace("{ intervals = [6, 12, 24], origin = 20 }", &format!("{{ fanout = 3, order = [{order}] }}"));
    stage.write("job.toml", job.as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    for name in ["out.csv.report.json", "out.csv.report.html"] {
        assert!(!stage.read(name).contains("order = [") && !stage.read(name).contains("\"44\""), "{name}");
    }
    assert_eq!(stage.run(&["verify", "--verbose", "out.csv.report.json"]).code, 0);
    std::fs::rename(stage.path("job.toml"), stage.path("moved.toml")).unwrap();
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(ran.code == 1 && ran.err.contains("--job JOB.toml"), "{}", ran.err);
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--job", "moved.toml"]);
    let says =
        |verdict: &str| ran.out.lines().any(|line| line.starts_with(verdict) && line.contains("job_file"));
    assert!(
        ran.code == 0 && says("not shown") && !says("proved"),
        "no file of that name is there: {}",
        ran.out
    );
}

/// Where nobody is suppressed the report tells the hierarchies that incog made, orders of words
/// that it knows among them, which the job file does not have.
#[test]
fn an_order_that_the_job_does_not_state_is_made_again() {
    let stage = Stage::new();
    let row = |n: usize| format!("{},{}\n", ["low", "medium", "high"][n / 6], ["flu", "cold"][n % 2]);
    let people = "severity,ill\n".to_owned() + &(0..18).map(row).collect::<String>();
    stage.write("people.csv", people.as_bytes());
    let job = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.severity]\nrole = \"quasi-identifier\"\n\
               [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 4\n";
    stage.write("job.toml", job.as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    assert!(stage.read("out.csv.report.json").contains("\"order\""));
    for more in [&[][..], &["--job", "job.toml"]] {
        let ran = stage.run(&[&["verify", "--verbose", "out.csv.report.json"], more].concat());
        assert_eq!(ran.code, 0, "{more:?}: {}{}", ran.out, ran.err);
    }
}

/// Who changes a job file that stands beside an honest report does not make it a false one, unless
/// somebody names it.
#[test]
fn a_changed_job_file_that_was_only_found_refutes_no_withheld_level() {
    let stage = Stage::new();
    let job = |level: u8| {
        JOB.replace("{ intervals = [6, 12, 24], origin = 20 }", "{ ranges = 4 }")
            .replace("[columns.age]\n", &format!("[columns.age]\nmin_level = {level}\nmax_level = {level}\n"))
            + "[suppression]\nlimit = 1.0\n"
    };
    stage.write("job.toml", job(3).as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    stage.write("job.toml", job(2).as_bytes());
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(ran.code == 0 && ran.out.contains("not shown  levels are within"), "{}{}", ran.out, ran.err);
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--job", "job.toml"]);
    assert!(ran.code == 1 && ran.out.contains("outside the bounds: age"), "{}{}", ran.out, ran.err);
    // A report that tells what it must not is a false one, whatever is beside it.
    let mut report: serde_json::Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    let age = report["job"]["columns"]["age"].as_object_mut().unwrap();
    assert_eq!(age.remove("withheld"), Some("levels".into()));
    age.insert("min_level".to_owned(), 3.into());
    stage.write("out.csv.report.json", report.to_string().as_bytes());
    std::fs::remove_file(stage.path("job.toml")).unwrap();
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(
        ran.out.lines().any(|line| line.starts_with("REFUTED")
            && line.contains(
                "the public job withholds \
            what it must"
            )),
        "{}",
        ran.out
    );
}

/// How a search went is told in steps, and levels that count from values not at all: a public
/// report that tells more is refuted, whether or not a job file is there.
#[test]
fn a_public_report_that_tells_more_than_it_may_is_refuted() {
    let stage = Stage::new();
    stage.write("job.toml", JOB.as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml", "--max-evaluations", "3"]).code, 5);
    let honest = stage.read("out.csv.report.json");
    let told = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut report = serde_json::from_str(&honest).unwrap();
        change(&mut report);
        stage.write("out.csv.report.json", report.to_string().as_bytes());
        stage.run(&["verify", "--verbose", "out.csv.report.json"]).out
    };
    let is_refuted =
        |out: &str, leaf: &str| out.lines().any(|line| line.starts_with("REFUTED") && line.contains(leaf));
    for there in [true, false] {
        for (key, value) in [
            ("gap", 0.00098.into()),
            ("gap", (-0.5).into()),
            ("evaluations", 3.into()),
            ("seconds", 0.000_151.into()),
            ("stopped", "since carol is 87".into()),
            ("convergence", serde_json::json!([[3.0, 0.2]])),
        ] {
            let out = told(&|report| report["search"][key] = value.clone());
            assert!(is_refuted(&out, &format!("search.{key}")), "{key}: {out}");
        }
        let out = told(&|report| report["job"]["columns"]["age"]["withheld"] = "carol is 87".into());
        // Without a job file nobody can say what was withheld, and there is no verdict.
        assert!(
            if there {
                is_refuted(
                    &out,
                    "the public job withholds what it \
            must",
                )
            } else {
                out.is_empty()
            },
            "{out}"
        );
        if there {
            std::fs::remove_file(stage.path("job.toml")).unwrap();
        }
    }
}

#[test]
fn the_second_verifier_is_printed() {
    let stage = Stage::new();
    let ran = stage.run(&["verify", "--script"]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("#!/usr/bin/env python3"));
}

/// Twenty people of four ages, whose hierarchy no job gives unless it is `stated`.
fn four_ages(stage: &Stage, name: &str, stated: &str) {
    let rows = (0..20).map(|n| format!("{},{}\n", [20, 24, 40, 44][n / 5], ["flu", "cold"][n % 2]));
    stage.write("ages.csv", ("age,ill\n".to_owned() + &rows.collect::<String>()).as_bytes());
    let job = format!(
        "input = \"ages.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n{stated}\n\
         [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 5\n"
    );
    stage.write(name, job.as_bytes());
}

/// A job that gives no hierarchy asks for the one that follows from the values, and for no other
/// that a report may name.
#[test]
fn a_hierarchy_that_the_named_job_does_not_give_is_refuted() {
    let stage = Stage::new();
    four_ages(&stage, "named.toml", "");
    for stated in ["{ intervals = [30], origin = 10 }", "{ flat = true }"] {
        four_ages(&stage, "other.toml", &format!("hierarchy = {stated}"));
        assert_eq!(stage.run(&["anonymize", "other.toml", "--internal", "--force"]).code, 0);
        for report in ["out.csv.report.json", "out.csv.internal.json"] {
            let ran = stage.run(&["verify", "--verbose", report, "--job", "other.toml"]);
            assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
            let ran = stage.run(&["verify", "--verbose", report, "--job", "named.toml"]);
            assert_eq!(ran.code, 1, "{report} {stated}: {}", ran.out);
            assert!(ran.out.contains("job.columns.age.hierarchy"), "{}", ran.out);
        }
    }
    assert_eq!(stage.run(&["anonymize", "named.toml", "--internal", "--force"]).code, 0);
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let ran = stage.run(&["verify", "--verbose", report, "--job", "named.toml"]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    }
}

/// A job file that was only found may have become another one: what it names need not be there.
#[test]
fn a_job_file_that_was_only_found_may_name_a_plan_that_is_gone() {
    let stage = Stage::new();
    four_ages(&stage, "job.toml", "");
    assert_eq!(stage.run(&["anonymize", "job.toml", "--internal"]).code, 0);
    let changed = stage.read("job.toml") + "[hierarchy]\nplan = \"gone.json\"\n";
    stage.write("job.toml", changed.as_bytes());
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let ran = stage.run(&["verify", "--verbose", report]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    }
}

/// Without a job file nothing shows the job; what it says of a hierarchy is still what the columns
/// say.
#[test]
fn job_and_columns_say_the_same_of_a_hierarchy() {
    let stage = Stage::new();
    four_ages(&stage, "job.toml", "");
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let mut report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    report["job_file"] = Value::Null;
    let judged = |report: &Value| {
        stage.write("out.csv.report.json", report.to_string().as_bytes());
        let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
        let lines = ran.out.lines().filter(|line| line.starts_with("REFUTED"));
        lines.filter(|line| line.contains("hierarchy")).count()
    };
    assert_eq!(judged(&report), 0);
    assert!(!report["columns"][0]["hierarchy"].is_null());
    for path in ["/job/columns/age/hierarchy", "/columns/0/hierarchy"] {
        let mut changed = report.clone();
        *changed.pointer_mut(path).unwrap() = Value::Null;
        assert!(judged(&changed) > 0, "{path}");
    }
}

/// An order of words is a list, which a public report withholds; that there is one is not told
/// where no job gives it.
#[test]
fn words_in_a_known_order_need_no_job_file() {
    let stage = Stage::new();
    let rows = (0..20).map(|n| format!("{},{}\n", ["low", "medium", "high"][n / 7], ["flu", "cold"][n % 2]));
    stage.write("pain.csv", ("pain,ill\n".to_owned() + &rows.collect::<String>()).as_bytes());
    let job = "input = \"pain.csv\"\noutput = \"out.csv\"\n[columns.pain]\nrole = \"quasi-identifier\"\n\
               [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 5\n";
    stage.write("pain.toml", job.as_bytes());
    assert_eq!(stage.run(&["anonymize", "pain.toml", "--internal"]).code, 0);
    std::fs::remove_file(stage.path("pain.toml")).unwrap();
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let ran = stage.run(&["verify", "--verbose", report]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    }
}

/// A report tells the root of cells that all look like it, and `*` may be a value: then records
/// have competed for their places among those of one value, and which of them were published does
/// not follow from the root. The seeds are some of those for which it seemed to.
#[test]
fn which_records_stayed_is_not_concluded_from_the_root_of_values_that_look_like_it() {
    let stage = Stage::new();
    let people = "illness,age,born,place,county\nburn,?,1999-11-16,f3,c0\nhiv,*,2001-08-04,f6,c0\nburn,*,2000-06-19,f1,c1\n\
                  burn,*,1999-11-16,f1,c1\nburn,*,2000-06-19,f0,c0\nhiv,*,2000-06-19,f1,c1\nburn,*,1999-11-16,f3,c0\n\
                  hiv,*,2007-09-20,f6,c0\nflu,*,2618-03-17,f3,c0\n";
    stage.write("people.csv", people.as_bytes());
    stage.write("age.csv", b"*;group;*\n?;?;*\nunused;other;*\n");
    for seed in [1, 12, 18, 21, 25, 28] {
        let job = format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n[columns]\n\
             age = {{ role = \"quasi-identifier\", hierarchy = \"age.csv\" }}\n\
             born = {{ role = \"quasi-identifier\", hierarchy = {{ date = [\"year\", \"century\"] }} }}\n\
             place = {{ role = \"quasi-identifier\", hierarchy = {{ columns = [\"county\"] }} }}\n\
             county = {{ role = \"insensitive\" }}\nillness = {{ role = \"sensitive\" }}\n\
             [privacy]\nalpha-k-anonymity = {{ k = 3, alpha = 0.5 }}\n[suppression]\nlimit = 0.5\n\
             [utility]\nobjective = \"class-size\"\n[search]\nalgorithm = \"optimal\"\nseed = {seed}\n"
        );
        stage.write("job.toml", job.as_bytes());
        let ran = stage.run(&["anonymize", "job.toml", "--internal", "--force", "--replace-better"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        for report in ["out.csv.report.json", "out.csv.internal.json"] {
            let ran = stage.run(&["verify", "--verbose", report]);
            assert_eq!(ran.code, 0, "{report} of {seed}: {}{}", ran.out, ran.err);
        }
    }
}

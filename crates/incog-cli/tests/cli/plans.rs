//! A release decided first and made later.

use crate::stage::{JOB, Stage, people};
use std::fs;

/// Jobs whose releases differ in everything a plan can decide.
const MORE: [&str; 6] = [
    "",
    "l-diversity = 2\n[suppression]\nlimit = 0.5\n",
    "t-closeness = 0.1\n[suppression]\nlimit = 0.9\nas = \"star\"\n",
    "[suppression]\nlimit = 0.9\n[search]\nalgorithm = \"haef\"\nmax_evaluations = 2000\n",
    "[suppression]\nlimit = 0.9\n[search]\nalgorithm = \"id-dga\"\nmax_evaluations = 2000\nseed = 7\n",
    "[columns.ward]\nrole = \"provider\"\n[privacy]\nk-anonymity = 5\nprovider-diversity = 3\n",
];

fn stage(more: &str) -> Stage {
    let stage = Stage::new();
    let (job, more) = match more.strip_prefix("[columns.ward]") {
        // The models stand behind all columns.
        Some(rest) => (JOB.replace("[privacy]\nk-anonymity = 5\n", ""), format!("[columns.ward]{rest}")),
        None => (JOB.to_owned(), more.to_owned()),
    };
    stage.write("job.toml", format!("{job}{more}").as_bytes());
    stage
}

/// A report without what hangs on the clock.
fn without_seconds(report: &str) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_str(report).unwrap();
    report["search"]["seconds"] = 0.into();
    report["page"] = serde_json::Value::Null;
    report
}

fn ran(stage: &Stage, arguments: &[&str]) -> String {
    let ran = stage.run(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    ran.err
}

fn refused(stage: &Stage, arguments: &[&str], part: &str) {
    let before = stage.files();
    let ran = stage.run(arguments);
    assert_eq!(ran.code, 1, "{arguments:?}: {}", ran.err);
    assert!(ran.err.contains(part), "{}", ran.err);
    assert_eq!(stage.files(), before);
}

#[test]
fn plan_and_apply_make_what_anonymize_makes() {
    for more in MORE {
        let stage = stage(more);
        ran(&stage, &["anonymize", "job.toml", "--internal", "--accept-gap", "9"]);
        let reports = ["out.csv.report.json", "out.csv.internal.json"];
        let at_once = (stage.read("out.csv"), reports.map(|name| without_seconds(&stage.read(name))));
        stage.files().iter().filter(|name| name.starts_with("out.csv")).for_each(|name| {
            fs::remove_file(stage.path(name)).unwrap();
        });
        ran(&stage, &["plan", "job.toml", "-o", "plan.json", "--accept-gap", "9"]);
        assert!(!stage.files().iter().any(|name| name.starts_with("out.csv")));
        ran(&stage, &["apply", "plan.json", "--internal"]);
        let later = (stage.read("out.csv"), reports.map(|name| without_seconds(&stage.read(name))));
        assert_eq!(at_once, later, "{more}");
        ran(&stage, &["verify", "--verbose", "out.csv.report.json", "--search"]);
    }
}

#[test]
fn the_order_of_rows_does_not_matter_and_the_rows_do() {
    let stage = stage("l-diversity = 2\n[suppression]\nlimit = 0.5\n");
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    ran(&stage, &["apply", "plan.json"]);
    let first = stage.read("out.csv");
    let table = people();
    let mut lines: Vec<&str> = table.lines().collect();
    lines[1..].reverse();
    stage.write("people.csv", (lines.join("\n") + "\n").as_bytes());
    ran(&stage, &["apply", "plan.json", "--force"]);
    assert_eq!(stage.read("out.csv"), first);
    for (from, to) in [("flu", "gout"), (",20,", ",21,"), ("11323", "11324")] {
        stage.write("people.csv", table.replacen(from, to, 1).as_bytes());
        refused(&stage, &["apply", "plan.json", "--force"], "is for another table");
    }
    stage.write("people.csv", table.lines().take(24).collect::<Vec<_>>().join("\n").as_bytes());
    refused(&stage, &["apply", "plan.json", "--force"], "is for another table");
    assert_eq!(stage.read("out.csv"), first);
}

#[test]
fn a_plan_that_was_changed_is_refused() {
    let stage = stage("[suppression]\nlimit = 0.5\n");
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    let plan: serde_json::Value = serde_json::from_str(&stage.read("plan.json")).unwrap();
    let change = |place: &str, value: serde_json::Value, part: &str| {
        let mut changed = plan.clone();
        let old = changed.pointer_mut(place).unwrap_or_else(|| panic!("{place}"));
        assert_ne!(*old, value, "{place}");
        *old = value;
        stage.write("changed.json", changed.to_string().as_bytes());
        refused(&stage, &["apply", "changed.json"], part);
    };
    change("/plan/recoding/generalization/global", serde_json::json!([3, 0]), "recoding");
    change("/plan/recoding/generalization/global", serde_json::json!([9, 9]), "the recoding has level 9");
    change("/plan/recoding/generalization/global", serde_json::json!([1]), "levels for 1 quasi-identifiers");
    change(
        "/plan/recoding/retention/classes",
        1_000_000.into(),
        "the recoding says which records to keep for 1000000 classes",
    );
    change("/plan/value", 0.123.into(), "was changed after it was made");
    change("/plan/stopped", "prooved".into(), "this is not a plan of incog");
    change("/fingerprint", "0".into(), "is for another table");
    change("/job/privacy/k-anonymity", 0.into(), "k-anonymity");
    for cut in [0, 1, 200] {
        stage.write("changed.json", &stage.read("plan.json").as_bytes()[..cut]);
        refused(&stage, &["apply", "changed.json"], "this is not a plan of incog");
    }
    refused(&stage, &["apply", "absent.json"], "absent.json");
    refused(&stage, &["apply", "job.toml"], "this is not a plan of incog");
}

/// What a plan says of the search cannot be checked against the table.
#[cfg(unix)]
#[test]
fn what_a_search_found_is_not_claimed_of_a_plan_that_was_changed() {
    let stage = stage(
        "[suppression]\nlimit = 1.0\n[search]\nalgorithm = \"haef\"\nmax_evaluations = 50\n[release]\nsecret = \"secret\"\n",
    );
    stage.write_secret("secret", &"s3".repeat(16));
    assert_eq!(stage.run(&["plan", "job.toml", "-o", "plan.json"]).code, 5);
    let plan: serde_json::Value = serde_json::from_str(&stage.read("plan.json")).unwrap();
    let applied = |plan: &serde_json::Value| {
        stage.write("changed.json", plan.to_string().as_bytes());
        let said = ran(&stage, &["apply", "changed.json", "--force"]);
        let report: serde_json::Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
        (report["search"].clone(), said.contains("written or changed by hand"))
    };
    let (search, is_said) = applied(&plan);
    assert!(search["stopped"] == plan["plan"]["stopped"] && !is_said, "a plan may be written in another way");
    for (claim, value) in [
        ("stopped", serde_json::json!("proved")),
        ("gap", 0.0.into()),
        ("upper_bound", plan["plan"]["value"].clone()),
        ("evaluations", 1_000_000.into()),
        ("lattice_nodes", 1e9.into()),
        ("seconds", 0.0.into()),
    ] {
        let mut changed = plan.clone();
        assert_ne!(changed["plan"][claim], value, "{claim}");
        changed["plan"][claim] = value;
        // Who has no secret cannot make the seal.
        for seal in [plan["seal"].clone(), "".into(), serde_json::Value::Null] {
            changed["seal"] = seal;
            if changed["seal"].is_null() {
                changed.as_object_mut().unwrap().remove("seal");
            }
            let (search, is_said) = applied(&changed);
            assert!(search["stopped"] == "given" && is_said, "{claim}: {search}");
            assert_eq!(
                (&search["upper_bound"], &search["gap"]),
                (&serde_json::Value::Null, &serde_json::Value::Null)
            );
            assert_ne!(search["lattice_nodes"], 1e9);
        }
    }
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--search", "--secret", "secret"]);
    assert!(ran.code == 0 && ran.out.contains("a person made the decision"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_plan_replaces_nothing_and_is_for_its_owner() {
    let stage = stage("");
    refused(&stage, &["plan", "job.toml", "-o", "people.csv", "--force"], "people.csv");
    assert_eq!(stage.read("people.csv"), people());
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    refused(&stage, &["plan", "job.toml", "-o", "plan.json"], "plan.json");
    ran(&stage, &["plan", "job.toml", "-o", "plan.json", "--force"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(stage.path("plan.json")).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn where_there_is_no_release_there_is_no_plan() {
    let stage = Stage::new();
    stage.write("job.toml", JOB.replace("k-anonymity = 5", "k-anonymity = 500").as_bytes());
    let ran = stage.run(&["plan", "job.toml", "-o", "plan.json"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!(stage.files(), ["job.toml", "people.csv"]);
}

/// A day later: 240 records of ages that were not there before, in the same intervals, and in two
/// zips.
fn another_day(zips: [&str; 2]) -> String {
    let row = |n: usize| {
        let disease = ["flu", "cold", "asthma", "gout"][n % 4];
        format!("visitor{n},{}.5,{},{disease},ward{}\n", 20 + n % 24, zips[n / 24 % 2], n / 7 % 3)
    };
    "name,age,zip,disease,ward\n".to_owned() + &(0..240).map(row).collect::<String>()
}

fn planned(more: &str) -> Stage {
    let stage = stage(more);
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    stage
}

#[test]
fn another_table_is_published_with_the_levels_of_a_plan() {
    let stage = planned("[suppression]\nlimit = 0.5\n");
    stage.write("today.csv", another_day(["11323", "20450"]).as_bytes());
    ran(&stage, &["apply", "plan.json", "--input", "today.csv", "-o", "today.release.csv", "--internal"]);
    let report: serde_json::Value =
        serde_json::from_str(&stage.read("today.release.csv.report.json")).unwrap();
    let plan: serde_json::Value = serde_json::from_str(&stage.read("plan.json")).unwrap();
    let levels = report["solution"]["levels"].as_object().unwrap().values();
    assert!(levels.eq(plan["plan"]["recoding"]["generalization"]["global"].as_array().unwrap()));
    assert_eq!(report["search"]["stopped"], "reused");
    assert_eq!(report["search"]["upper_bound"], serde_json::Value::Null);
    assert!(report["solution"]["rows_kept"].as_u64().unwrap() > 0);
    for report in ["today.release.csv.report.json", "today.release.csv.internal.json"] {
        let said = ran(&stage, &["verify", "--verbose", report, "--search"]);
        assert!(!said.contains("refuted"), "{said}");
    }
    let page = stage.read("today.release.csv.report.html");
    assert!(page.contains("the levels come from an earlier plan"), "{page}");
}

/// A public report has names of files and no folders; the plan that it names knows the folders.
#[test]
fn another_table_is_verified_where_hierarchies_have_a_folder() {
    let stage = Stage::new();
    fs::create_dir(stage.path("trees")).unwrap();
    let ages: String = (20..80).map(|age| format!("{age},{}0s,*\n", age / 10)).collect();
    stage.write("trees/age.csv", ages.as_bytes());
    let row = |n: usize| format!("{},{}\n", 20 + n % 60, ["flu", "cold", "gout"][n / 60 % 3]);
    let table = |rows: usize| "age,disease\n".to_owned() + &(0..rows).map(row).collect::<String>();
    stage.write("first.csv", table(600).as_bytes());
    stage.write("next.csv", table(480).as_bytes());
    let job = "input = \"first.csv\"\noutput = \"first.release.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
        hierarchy = \"trees/age.csv\"\n[columns.disease]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 20\n";
    stage.write("job.toml", job.as_bytes());
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    ran(&stage, &["apply", "plan.json", "--input", "next.csv", "-o", "next.release.csv"]);
    let told = stage.read("next.release.csv.report.json");
    assert!(told.contains("\"age.csv\"") && !told.contains("trees"), "{told}");
    ran(&stage, &["verify", "next.release.csv.report.json"]);
    refused(&stage, &["verify", "next.release.csv.report.json", "--input", "first.csv"], "refuted");
}

/// Of neighbours, masks and intervals that a plan keeps, the release of another table tells what
/// its own values tell, also where it suppresses nobody: the plan's table may have had others,
/// which nobody published.
#[test]
fn no_value_of_the_table_of_a_plan_alone_is_told() {
    let stage = Stage::new();
    let table = |towns: [&str; 3], more: &str| {
        let row = |n: usize| format!("{},{},{},w\n", towns[n % 3], ["11323", "20450"][n / 3 % 2], 20 + n % 4);
        "town,zip,age,ward\n".to_owned() + &(0..48).map(row).collect::<String>() + more
    };
    let hierarchies =
        ["town", "zip", "age"].map(|name| format!("[columns.{name}]\nrole = \"quasi-identifier\"\n"));
    for age in ["hierarchy = { intervals = [10] }\n", "hierarchy = { ranges = 4 }\n", ""] {
        let job = "input = \"old.csv\"\noutput = \"out.csv\"\nprivacy = { k-anonymity = 2 }\n".to_owned()
            + &hierarchies[0]
            + "hierarchy = { fanout = 3 }\nmin_level = 1\nmax_level = 1\n"
            + &hierarchies[1]
            + "hierarchy = { mask = \"right\" }\nmin_level = 5\nmax_level = 5\n"
            + &hierarchies[2]
            + "min_level = 1\nmax_level = 1\n"
            + age;
        stage.write("job.toml", job.as_bytes());
        stage.write("old.csv", table(["adams", "baker", "cole"], "aaron,9999999,-701.5,w\n").as_bytes());
        stage.write("today.csv", table(["adams", "baker", "adams"], "").as_bytes());
        ran(&stage, &["plan", "job.toml", "-o", "plan.json", "--force"]);
        let apply = ["apply", "plan.json", "--input", "today.csv", "-o", "today.release.csv"];
        ran(&stage, &[apply.as_slice(), &["--force", "--internal"]].concat());
        let release = stage.read("today.release.csv");
        assert!(release.contains("adams..baker,11***,"), "{release}");
        for name in ["today.release.csv", "today.release.csv.report.json", "today.release.csv.report.html"] {
            let text = stage.read(name);
            assert!(
                ["aaron", "cole", "11*****", "-70"].iter().all(|told| !text.contains(told)),
                "{age}{name}: {text}"
            );
        }
        for report in ["today.release.csv.report.json", "today.release.csv.internal.json"] {
            ran(&stage, &["verify", "--verbose", report]);
        }
    }
}

/// The plan has what its release's public report withholds.
#[test]
fn a_release_of_another_table_is_verified_with_its_plan() {
    let stage = Stage::new();
    let table = |stays: [&str; 2]| {
        let row = |n: usize| format!("{},{},w\n", ["11323", "11324"][n % 2], stays[n / 2 % 2]);
        "zip,stay,ward\n".to_owned() + &(0..48).map(row).collect::<String>()
    };
    let job = "input = \"old.csv\"\noutput = \"out.csv\"\nprivacy = { k-anonymity = 2 }\n\
               [columns.zip]\nrole = \"quasi-identifier\"\nhierarchy = { mask = \"right\" }\nmin_level = 2\n\
               [columns.stay]\nrole = \"quasi-identifier\"\nhierarchy = { fanout = 2, order = [\"short\", \"long\"] }\n";
    stage.write("job.toml", job.as_bytes());
    stage.write("old.csv", table(["short", "long"]).as_bytes());
    stage.write("today.csv", table(["long", "long"]).as_bytes());
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    ran(&stage, &["apply", "plan.json", "--input", "today.csv", "-o", "today.release.csv"]);
    let report = stage.read("today.release.csv.report.json");
    assert!(
        report.contains("\"levels\"") && report.contains("\"order\"") && !report.contains("min_level"),
        "{report}"
    );
    let verify = ["verify", "today.release.csv.report.json"];
    ran(&stage, &verify);
    fs::rename(stage.path("plan.json"), stage.path("elsewhere.json")).unwrap();
    assert_ne!(stage.run(&verify).code, 0);
}

#[test]
fn the_same_table_has_the_same_release() {
    for more in ["", "l-diversity = 2\n[suppression]\nlimit = 0.5\n"] {
        let stage = planned(more);
        ran(&stage, &["apply", "plan.json"]);
        ran(&stage, &["apply", "plan.json", "--input", "people.csv", "-o", "again.csv"]);
        assert_eq!(stage.read("again.csv"), stage.read("out.csv"));
    }
}

#[test]
fn a_table_that_misses_the_promise_is_refused_with_what_would_help() {
    let stage = planned("[suppression]\nlimit = 0.0\n");
    let few = another_day(["11323", "20450"]).lines().take(8).collect::<Vec<_>>().join("\n") + "\n";
    stage.write("few.csv", few.as_bytes());
    let before = stage.files();
    let ran = stage.run(&["apply", "plan.json", "--input", "few.csv", "-o", "few.release.csv"]);
    assert_eq!(ran.code, 5, "{}", ran.err);
    for part in ["classes do not meet the models", "7 records", "nearest alternative", "incog plan"] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    assert_eq!(stage.files(), before);
}

/// The job with a hierarchy of zip codes that it states.
fn job_with_zip(hierarchy: &str) -> String {
    let zip = "[columns.zip]\nrole = \"quasi-identifier\"";
    JOB.replace(zip, &format!("{zip}\nhierarchy = {hierarchy}"))
}

#[test]
fn values_not_seen_before_are_refused_or_published_at_the_top() {
    let stage = Stage::new();
    let job = job_with_zip("{ mask = \"right\" }");
    stage.write("job.toml", format!("{job}[suppression]\nlimit = 0.5\n").as_bytes());
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    // One digit more than every zip before.
    stage.write("today.csv", another_day(["11323", "204501"]).as_bytes());
    let apply = ["apply", "plan.json", "--input", "today.csv", "-o", "today.release.csv"];
    refused(&stage, &apply, "1 values of this table, in 120 records");
    ran(&stage, &[apply.as_slice(), &["--unknown", "top"]].concat());
    let release = stage.read("today.release.csv");
    let zips: Vec<&str> = release.lines().skip(1).map(|line| line.rsplit(',').nth(2).unwrap()).collect();
    assert!(zips.contains(&"*") && zips.iter().all(|zip| !zip.starts_with('2')), "{release}");
    ran(&stage, &["verify", "today.release.csv.report.json"]);
}

#[test]
fn what_a_plan_cannot_be_used_for_is_refused() {
    let stage = planned("");
    let today = another_day(["11323", "20450"]);
    stage.write("swapped.csv", today.replace("name,age,zip", "name,zip,age").as_bytes());
    let apply = |table: &'static str| ["apply", "plan.json", "--input", table, "-o", "other.csv"];
    refused(&stage, &apply("swapped.csv"), "in this order");
    stage.write("lacking.csv", today.replace("name,age,zip", "name,years,zip").as_bytes());
    refused(&stage, &apply("lacking.csv"), "age");
    let alone = stage.run(&["apply", "plan.json", "--unknown", "top"]);
    assert!(alone.code == 2 && alone.err.contains("--input"), "{}", alone.err);
}

#[test]
fn a_hierarchy_file_may_know_more_than_when_the_plan_was_made_and_nothing_else() {
    let stage = Stage::new();
    let job = job_with_zip("\"zip.csv\"");
    stage.write("job.toml", format!("{job}[suppression]\nlimit = 0.5\n").as_bytes());
    stage.write("zip.csv", b"11323;113;*\n20450;204;*\n");
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    stage.write("today.csv", another_day(["11323", "99999"]).as_bytes());
    let apply = ["apply", "plan.json", "--input", "today.csv", "-o", "today.release.csv", "--force"];
    refused(&stage, &apply, "1 values of this table, in 120 records");
    stage.write("zip.csv", b"11323;113;*\n20450;204;*\n99999;999;*\n");
    ran(&stage, &apply);
    ran(&stage, &["verify", "today.release.csv.report.json"]);
    stage.write("zip.csv", b"11323;11;*\n20450;20;*\n99999;99;*\n");
    refused(&stage, &apply, "has changed since the plan was made");
}

#[test]
fn values_that_a_stated_hierarchy_lacks_can_be_published_at_the_top() {
    let stage = Stage::new();
    for hierarchy in [
        "\"zip.csv\"",
        "{ tree = { \"11323\" = \"113\" } }",
        "{ fanout = 2, order = [\"11323\", \"11324\"] }",
    ] {
        let job = job_with_zip(hierarchy);
        stage.write("zip.csv", b"11323;113;*\n");
        stage.write("job.toml", job.as_bytes());
        refused(&stage, &["anonymize", "job.toml", "--force"], "of the form \"9\"");
        stage.write("job.toml", format!("{job}[hierarchy]\nunknown = \"top\"\n").as_bytes());
        ran(&stage, &["anonymize", "job.toml", "--force", "--internal"]);
        assert!(stage.read("out.csv").contains(",*,"), "{hierarchy}");
        assert!(!stage.read("out.csv").contains("20450"), "{hierarchy}");
        for report in ["out.csv.report.json", "out.csv.internal.json"] {
            ran(&stage, &["verify", "--verbose", report, "--job", "job.toml"]);
        }
    }
}

/// Such a value is in a group, and values without a place in the hierarchy would be said to be in
/// it.
#[test]
fn values_without_a_place_get_no_root_that_is_also_the_text_of_a_value() {
    let stage = Stage::new();
    let job = job_with_zip("\"zip.csv\"");
    stage.write("job.toml", format!("{job}[hierarchy]\nunknown = \"top\"\n").as_bytes());
    stage.write("zip.csv", b"11323;113;*\n*;113;*\n");
    refused(&stage, &["anonymize", "job.toml"], "which is also a value of the column");
    stage.write("zip.csv", b"11323;113;*\n*;*;*\n");
    ran(&stage, &["anonymize", "job.toml"]);
}

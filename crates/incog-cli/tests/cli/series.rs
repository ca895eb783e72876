//! A release that is held against earlier ones of the same people.

use crate::stage::{Ran, Stage};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Six patients. By decades of age, and by town, three of them look alike with two illnesses.
const PATIENTS: &str = "who,age,zip,ill\np1,21,1010,flu\np2,23,1010,flu\np3,25,1020,gout\np4,31,1010,asthma\n\
                        p5,33,1020,asthma\np6,36,1020,gout\n";

/// A job that publishes age and zip at these levels, and nothing else.
fn job(input: &str, output: &str, levels: Levels, more: &str) -> String {
    let Levels { age, zip } = levels;
    format!(
        "input = \"{input}\"\noutput = \"{output}\"\n[columns.who]\nrole = \"person\"\n\
         [columns.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [10], origin = 0 }}\nmin_level = {age}\nmax_level = {age}\n\
         [columns.zip]\nrole = \"quasi-identifier\"\nhierarchy = {{ flat = true }}\nmin_level = {zip}\nmax_level = {zip}\n\
         [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 3\nl-diversity = 2\n[suppression]\nlimit = 0\n{more}"
    )
}

/// The only levels that a job may publish.
#[derive(Clone, Copy)]
struct Levels {
    age: u8,
    zip: u8,
}

const BY_AGE: Levels = Levels { age: 1, zip: 1 };
const BY_TOWN: Levels = Levels { age: 2, zip: 0 };
const EARLIER: &str = "[releases]\nearlier = [\"q1.csv.report.json\"]\n";

/// With the release of the first quarter, by decades of age.
fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("patients.csv", PATIENTS.as_bytes());
    stage.write("q1.toml", job("patients.csv", "q1.csv", BY_AGE, "").as_bytes());
    done(stage.run(&["anonymize", "q1.toml", "--internal"]));
    stage
}

fn done(ran: Ran) -> Ran {
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    ran
}

fn second(stage: &Stage, levels: Levels, more: &str) -> Ran {
    stage.write("q2.toml", job("patients.csv", "q2.csv", levels, more).as_bytes());
    stage.run(&["anonymize", "q2.toml", "--internal"])
}

fn report(stage: &Stage, name: &str) -> Value {
    serde_json::from_str(&stage.read(name)).unwrap()
}

/// Of {flu, gout} in her twenties and {flu, asthma} in her town, p1 has the flu.
#[test]
fn two_releases_that_keep_k_and_l_alone_and_tell_illnesses_together() {
    let stage = stage();
    let before = stage.files();
    let refused = second(&stage, BY_TOWN, EARLIER);
    assert_eq!(refused.code, 4, "{}", refused.err);
    for part in
        ["\"ill: told by all releases\"", "\"age + zip: few in all releases\"", "4 people", "6 people"]
    {
        assert!(refused.err.contains(part), "{part}: {}", refused.err);
    }
    assert!(!["p1", "flu", "1010"].iter().any(|value| refused.err.contains(value)), "{}", refused.err);
    let mut with_job = before.clone();
    with_job.push("q2.toml".to_owned());
    with_job.sort();
    assert_eq!(stage.files(), with_job, "nothing was published");

    let warned = done(second(&stage, BY_TOWN, &format!("{EARLIER}on_overlap = \"warn\"\n")));
    assert!(warned.err.contains("ill: told by all releases"), "{}", warned.err);
    let series = report(&stage, "q2.csv.internal.json")["series"].clone();
    assert_eq!(
        (&series["in_both"], &series["smallest"], &series["below_k"]),
        (&json!(6), &json!(1), &json!(6))
    );
    let of = &series["sensitive"][0];
    let figures =
        ["fewest", "below_l", "disclosed", "contradicted", "m_invariance", "arrivals", "departures"];
    assert_eq!(figures.map(|figure| of[figure].as_u64()), [1, 4, 4, 0, 0, 0, 0].map(Some), "{series}");
    assert_eq!(
        series["earlier"][0]["membership"], "assumed",
        "a public report does not prove which table it is about"
    );

    // Neither the order of rows nor the number of threads changes a figure.
    let mut lines: Vec<&str> = PATIENTS.lines().collect();
    lines[1..].reverse();
    stage.write("patients.csv", (lines.join("\n") + "\n").as_bytes());
    done(stage.run(&["anonymize", "q2.toml", "--internal", "--force", "--threads", "3"]));
    assert_eq!(report(&stage, "q2.csv.internal.json")["series"], series);

    let public = stage.read("q2.csv.report.json");
    assert!(!public.contains("\"series\""), "who is in both releases is the steward's to know");
    let (own, told) = (stage.read("q2.csv.internal.html"), stage.read("q2.csv.report.html"));
    assert!(own.contains("6 people are in both") && !told.contains("are in both"));
    assert!(told.contains("compared the release with 1 earlier release of"), "readers are told that it was");
    assert_eq!(
        report(&stage, "q2.csv.report.json")["job"]["releases"]["earlier"],
        json!(["q1.csv.report.json"])
    );
}

#[test]
fn somebody_may_answer_for_it_and_limits_may_be_said() {
    let stage = stage();
    let waivers = "[waivers]\n\"ill: told by all releases\" = \"nobody has both (officer)\"\n\
                   \"age + zip: few in all releases\" = \"nobody has both (officer)\"\n";
    done(second(&stage, BY_TOWN, &format!("{EARLIER}{waivers}")));
    let verified = done(stage.run(&["verify", "--verbose", "q2.csv.report.json"]));
    assert!(verified.out.contains("no open danger beside earlier releases"), "{}", verified.out);
    let asks_nothing = format!("{EARLIER}min_k = 1\nmin_l = 1\n");
    stage.write("q2.toml", job("patients.csv", "q2.csv", BY_TOWN, &asks_nothing).as_bytes());
    done(stage.run(&["anonymize", "q2.toml", "--force"]));
    let alike = format!("{EARLIER}min_k = 3\n");
    stage.write("q2.toml", job("patients.csv", "q2.csv", BY_AGE, &alike).as_bytes());
    done(stage.run(&["anonymize", "q2.toml", "--force", "--replace-better"]));
}

#[test]
fn every_figure_is_verified_and_a_changed_one_refuted() {
    let stage = stage();
    done(second(&stage, BY_TOWN, &format!("{EARLIER}on_overlap = \"warn\"\n")));
    for name in ["q2.csv.report.json", "q2.csv.internal.json"] {
        done(stage.run(&["verify", "--verbose", name, "--job", "q2.toml"]));
        second_verifier(&stage, name);
    }
    let honest = stage.read("q2.csv.internal.json");
    stage.write("q2.csv.internal.json", honest.replace("\"below_k\": 6", "\"below_k\": 0").as_bytes());
    let refuted = stage.run(&["verify", "--verbose", "q2.csv.internal.json"]);
    assert!(refuted.code == 1 && refuted.out.contains("series.below_k"), "{}", refuted.out);
    // Without the earlier release nothing is known of the series.
    stage.write("q2.csv.internal.json", honest.as_bytes());
    std::fs::remove_file(stage.path("q1.csv")).unwrap();
    let open = done(stage.run(&["verify", "--verbose", "q2.csv.internal.json"]));
    assert!(open.out.contains("series"), "{}", open.out);
}

/// A report that says to refuse, of a release that tells too much together with an earlier one.
#[test]
fn a_job_that_was_changed_afterwards_is_refuted() {
    let stage = stage();
    done(second(&stage, BY_TOWN, &format!("{EARLIER}on_overlap = \"warn\"\n")));
    let forged = report(&stage, "q2.csv.report.json");
    let mut forged = forged;
    forged["job"]["releases"].as_object_mut().unwrap().remove("on_overlap");
    stage.write("q2.csv.report.json", serde_json::to_string_pretty(&forged).unwrap().as_bytes());
    let refuted = stage.run(&["verify", "--verbose", "q2.csv.report.json"]);
    assert!(refuted.code == 1 && refuted.out.contains("no waiver for"), "{}", refuted.out);
}

fn second_verifier(stage: &Stage, report: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
    let mut command = Command::new("python3");
    command.current_dir(stage.path("")).arg(&script);
    command.args(["patients.csv", "q2.csv", report, "--job", "q2.toml"]);
    let Ok(output) = command.output() else {
        eprintln!("not run: there is no python3");
        return;
    };
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("releases"), "{text}");
}

/// The internal report has the digest of its table, by which it is known who was in it: all but p6.
#[test]
fn who_is_in_both_is_known_by_the_steward_s_table() {
    let stage = stage();
    let five: String = PATIENTS.lines().take(6).map(|line| format!("{line}\n")).collect();
    stage.write("five.csv", format!("{five}p7,36,1020,gout\n").as_bytes());
    stage.write("q1.toml", job("five.csv", "q1.csv", BY_AGE, "").as_bytes());
    done(stage.run(&["anonymize", "q1.toml", "--internal", "--force"]));
    let earlier = "[releases]\nearlier = [\"q1.csv.internal.json\"]\non_overlap = \"warn\"\n";
    done(second(&stage, BY_AGE, earlier));
    let series = report(&stage, "q2.csv.internal.json")["series"].clone();
    assert_eq!((&series["earlier"][0]["membership"], &series["in_both"]), (&json!("known"), &json!(5)));
    assert_eq!(
        (&series["unit"], &series["smallest"], &series["below_k"]),
        (&json!("who"), &json!(2), &json!(2))
    );
    done(stage.run(&["verify", "--verbose", "q2.csv.internal.json"]));
    // Once that table is another one, it tells nothing of who was in the release.
    stage.write("five.csv", format!("{five}p8,36,1020,gout\n").as_bytes());
    stage.write("q2.toml", job("patients.csv", "q2.csv", BY_AGE, earlier).as_bytes());
    done(stage.run(&["anonymize", "q2.toml", "--internal", "--force"]));
    assert_eq!(report(&stage, "q2.csv.internal.json")["series"]["earlier"][0]["membership"], "assumed");
}

/// Nobody is in both. Once the first table is in an archive nobody can look who was in it; that
/// refutes nothing.
#[test]
fn a_release_whose_earlier_table_was_archived_is_not_refuted() {
    let stage = stage();
    stage.write("others.csv", PATIENTS.replace(",p", ",q").replace("\np", "\nq").as_bytes());
    stage.write("q1.toml", job("others.csv", "q1.csv", BY_AGE, "").as_bytes());
    done(stage.run(&["anonymize", "q1.toml", "--internal", "--force"]));
    done(second(&stage, BY_TOWN, "[releases]\nearlier = [\"q1.csv.internal.json\"]\n"));
    let claim = "no open danger beside earlier releases";
    for report in ["q2.csv.report.json", "q2.csv.internal.json"] {
        let verified = done(stage.run(&["verify", "--verbose", report]));
        assert!(verified.out.contains(&format!("proved     {claim}")), "{}", verified.out);
    }
    std::fs::rename(stage.path("others.csv"), stage.path("archive.csv")).unwrap();
    for report in ["q2.csv.report.json", "q2.csv.internal.json"] {
        let verified = done(stage.run(&["verify", "--verbose", report]));
        assert!(verified.out.contains(&format!("not shown  {claim}")), "{}", verified.out);
        assert!(!verified.out.contains("REFUTED"), "{}", verified.out);
    }
}

/// What a treatment made of a value is not what somebody is known by.
#[test]
fn columns_that_were_changed_before_they_were_published_are_refused() {
    let stage = stage();
    let rounded = |output: &str, more: &str| {
        job("patients.csv", output, BY_AGE, more).replace(
            "role = \"quasi-identifier\"\nhierarchy = { intervals",
            "role = \"quasi-identifier\"\npublish = { round = 2 }\nhierarchy = { intervals",
        )
    };
    stage.write("r1.toml", rounded("r1.csv", "").as_bytes());
    done(stage.run(&["anonymize", "r1.toml"]));
    stage.write("r2.toml", rounded("r2.csv", "[releases]\nearlier = [\"r1.csv.report.json\"]\n").as_bytes());
    let ran = stage.run(&["anonymize", "r2.toml"]);
    assert!(ran.code == 1 && ran.err.contains("age"), "{}", ran.err);
    assert!(!stage.files().contains(&"r2.csv".to_owned()));
    // In one of the two alone it is another form.
    let before = second(&stage, BY_AGE, "[releases]\nearlier = [\"r1.csv.report.json\"]\n");
    assert!(before.code == 1 && before.err.contains("age"), "{}", before.err);
}

/// The levels of the first quarter for a table that has grown.
#[test]
fn a_series_is_made_of_one_plan() {
    let stage = stage();
    stage.write("q1.toml", job("patients.csv", "q1.csv", BY_AGE, "").as_bytes());
    done(stage.run(&["plan", "q1.toml", "-o", "plan.json"]));
    done(stage.run(&["apply", "plan.json", "--force", "--internal"]));
    let apply = |table: &str, output: &str| {
        let earlier = ["--earlier", "q1.csv.report.json", "--internal"];
        stage.run(
            &[&["apply", "plan.json", "--input", table, "-o", output, "--unknown", "top"], &earlier[..]]
                .concat(),
        )
    };
    stage.write("two_more.csv", format!("{PATIENTS}p7,27,1010,gout\np8,29,1020,asthma\n").as_bytes());
    done(apply("two_more.csv", "q2.csv"));
    let series = report(&stage, "q2.csv.internal.json")["series"].clone();
    assert_eq!((&series["below_k"], &series["sensitive"][0]["below_l"]), (&json!(0), &json!(0)), "{series}");
    done(stage.run(&["verify", "--verbose", "q2.csv.internal.json"]));
    // Whoever knows that p7 alone came knows what came.
    stage.write("one_more.csv", format!("{PATIENTS}p7,27,1010,asthma\n").as_bytes());
    let refused = apply("one_more.csv", "q3.csv");
    assert!(refused.code == 4 && refused.err.contains("ill: told by difference"), "{}", refused.err);
    assert!(!stage.files().contains(&"q3.csv".to_owned()));
}

#[test]
fn what_cannot_be_held_against_each_other_is_refused() {
    let stage = stage();
    let refused = |more: &str, part: &str| {
        let ran = second(&stage, BY_TOWN, more);
        assert_eq!(ran.code, 1, "{more}: {}", ran.err);
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
        assert!(!stage.files().contains(&"q2.csv".to_owned()));
    };
    let of = |name: &str| format!("[releases]\nearlier = [\"{name}\"]\n");
    refused(&of("q0.csv.report.json"), "the report of an earlier release");
    refused(&of("q1.csv"), "expected the report of an earlier release");
    refused("[releases]\nmin_k = 2\n", "earlier");
    refused(&format!("{EARLIER}min_k = 0\n"), "at least 1");
    refused(&format!("{EARLIER}on_overlap = \"worn\"\n"), "did you mean \"warn\"");
    refused("[releases]\nearlier = [\"q1.csv.report.json\", \"./q1.csv.report.json\"]\n", "the same report");
    // The new release would be the earlier one.
    stage.write("again.toml", job("patients.csv", "q1.csv", BY_AGE, &of("q1.csv.internal.json")).as_bytes());
    let again = stage.run(&["anonymize", "again.toml", "--force"]);
    assert!(again.code == 1 && again.err.contains("never overwrites an input"), "{}", again.err);
    // Of another table.
    stage.write("other.csv", b"height,ill\n180,flu\n181,gout\n182,flu\n");
    let other = "input = \"other.csv\"\noutput = \"other.release.csv\"\n[columns.height]\nrole = \"quasi-identifier\"\n\
                 [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 3\n";
    stage.write("other.toml", other.as_bytes());
    done(stage.run(&["anonymize", "other.toml"]));
    refused(&of("other.release.csv.report.json"), "none of the quasi-identifiers");
    // As one number for each label.
    let midpoint = job("patients.csv", "middle.csv", BY_AGE, "").replace(
        "min_level = 1\nmax_level = 1\n[columns.zip]",
        "min_level = 1\nmax_level = 1\npublish = \"midpoint\"\n[columns.zip]",
    );
    stage.write("middle.toml", midpoint.as_bytes());
    done(stage.run(&["anonymize", "middle.toml"]));
    refused(&of("middle.csv.report.json"), "\"midpoint\"");
    let groups = "input = \"patients.csv\"\noutput = \"groups.csv\"\n[columns.who]\nrole = \"person\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
                  [columns.zip]\nrole = \"insensitive\"\n[columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 3\nunit = \"record\"\n\
                  [recoding]\nkind = \"microaggregation\"\n";
    stage.write("groups.toml", groups.as_bytes());
    done(stage.run(&["anonymize", "groups.toml"]));
    stage.write(
        "groups_2.toml",
        format!("{}{EARLIER}", groups.replace("groups.csv", "groups_2.csv")).as_bytes(),
    );
    let no_labels = stage.run(&["anonymize", "groups_2.toml"]);
    assert!(
        no_labels.code == 1 && no_labels.err.contains("cannot be compared with one value per group"),
        "{}",
        no_labels.err
    );
    refused(&of("groups.csv.report.json"), "one value per group");
    stage.write("q1.csv", stage.read("q1.csv").replace("flu", "pox").as_bytes());
    refused(EARLIER, "has changed");
}

/// Local recodings have labels of several levels, and people fit several classes.
#[test]
fn a_local_recoding_is_held_against_a_global_one() {
    let stage = Stage::new();
    let global = crate::stage::JOB.replace("out.csv", "first.csv");
    stage.write("first.toml", global.as_bytes());
    done(stage.run(&["anonymize", "first.toml"]));
    let local = "[recoding]\nkind = \"local\"\n[releases]\nearlier = [\"first.csv.report.json\"]\non_overlap = \"warn\"\n";
    stage.write("job.toml", format!("{}{local}", crate::stage::JOB).as_bytes());
    done(stage.run(&["anonymize", "job.toml", "--internal"]));
    let series = report(&stage, "out.csv.internal.json")["series"].clone();
    assert_eq!(series["in_both"], json!(24), "{series}");
    done(stage.run(&["verify", "--verbose", "out.csv.internal.json"]));
}

/// Two hundred people whose pay is published with noise.
#[cfg(unix)]
fn noisy(stage: &Stage, output: &str, pay: &str, more: &str) -> Ran {
    let row =
        |n: usize| format!("p{n},{},{},{}\n", 20 + n % 20, 1_000 + n * 7_919 % 2_003, ["flu", "gout"][n % 2]);
    let rows: String = (0..200).map(row).collect();
    stage.write("people.csv", format!("who,age,pay,ill\n{rows}").as_bytes());
    let job = format!(
        "input = \"people.csv\"\noutput = \"{output}\"\n[columns.who]\nrole = \"person\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
         hierarchy = {{ intervals = [10], origin = 0 }}\nmin_level = 1\nmax_level = 1\n[columns.pay]\npublish = {{ {pay} }}\n[columns.ill]\n\
         role = \"sensitive\"\n[privacy]\nk-anonymity = 3\n[suppression]\nlimit = 0\n{more}"
    );
    stage.write("job.toml", job.as_bytes());
    stage.run(&["anonymize", "job.toml", "--internal", "--force"])
}

/// Another parameter or another secret is a new draw: the mean of several nights is the original.
#[test]
#[cfg(unix)]
fn noise_that_is_drawn_anew_is_refused() {
    let stage = Stage::new();
    stage.write_secret("s.key", "a secret of this test alone");
    stage.write_secret("other.key", "another secret of this test");
    let secret = "[release]\nsecret = \"s.key\"\n";
    done(noisy(&stage, "q1.csv", "noise = 1500", secret));
    for report in ["q1.csv.report.json", "q1.csv.internal.json"] {
        let earlier = format!("[releases]\nearlier = [\"{report}\"]\n");
        for pay in ["noise = 1501", "noise = 2, kind = \"multiplicative\"", "round = 2000, random = true"] {
            let refused = noisy(&stage, "q2.csv", pay, &format!("{secret}{earlier}"));
            assert_eq!(refused.code, 4, "{pay}: {}", refused.err);
            assert!(refused.err.contains("\"pay: perturbed anew\""), "{}", refused.err);
            let waived = format!("{secret}{earlier}[waivers]\n\"pay: perturbed anew\" = \"a test\"\n");
            let ran = noisy(&stage, "q2.csv", pay, &waived);
            assert!(ran.code == 0 || !ran.err.contains("perturbed anew"), "{}", ran.err);
        }
        let equal = format!("{secret}{earlier}");
        let again = format!("{}.again.csv", &report[..8]);
        done(noisy(&stage, &again, "noise = 1500.0", &equal));
        let verified =
            stage.run(&["verify", "--verbose", &format!("{again}.report.json"), "--secret", "s.key"]);
        assert!(verified.out.contains("no open danger beside earlier releases"), "{}", verified.out);
        assert_eq!(verified.code, 0, "{}", verified.out);
    }
    let other = "[release]\nsecret = \"other.key\"\n[releases]\nearlier = [\"q1.csv.internal.json\"]\n";
    let refused = noisy(&stage, "q3.csv", "noise = 1500", other);
    assert_eq!(refused.code, 4, "{}", refused.err);
    assert!(refused.err.contains("\"pay: perturbed anew\""), "{}", refused.err);
}

/// People with a household and a date of a visit, and noise on their pay.
#[cfg(unix)]
fn visits(stage: &Stage, output: &str, unit: &str, key: &str, more: &str) -> Ran {
    let row = |n: usize| {
        let seen = format!("2024-{:02}-{:02}", 1 + n % 12, 1 + n % 28);
        format!("p{n},h{n},{},{},{seen}\n", 20 + n % 20, 1_000 + n * 7_919 % 2_003)
    };
    let rows: String = (0..200).map(row).collect();
    stage.write("people.csv", format!("who,home,age,pay,seen\n{rows}").as_bytes());
    let job = format!(
        "input = \"people.csv\"\noutput = \"{output}\"\n[columns.who]\nrole = \"person\"\n[columns.home]\nrole = \"household\"\n\
         [columns.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [10], origin = 0 }}\nmin_level = 1\nmax_level = 1\n\
         [columns.pay]\npublish = {{ noise = 1500 }}\n[columns.seen]\npublish = {{ shift_days = \"{key}\", most = 300 }}\n\
         [privacy]\nk-anonymity = 3\nunit = \"{unit}\"\n[suppression]\nlimit = 0\n{more}"
    );
    stage.write("job.toml", job.as_bytes());
    stage.run(&["anonymize", "job.toml", "--force"])
}

#[cfg(unix)]
fn with(secret: &str) -> String {
    format!("[release]\nsecret = \"{secret}\"\n")
}

/// How verification ended, and whether it lacks a key.
#[cfg(unix)]
fn needs_key(ran: Ran) -> (i32, bool) {
    (ran.code, ran.out.contains("needs the key (--secret, --key)"))
}

/// Public reports alone show that noise is drawn by another column of people, by another secret, or
/// that dates are shifted by another key.
#[test]
#[cfg(unix)]
fn another_person_column_or_key_is_seen_in_public_reports() {
    let stage = Stage::new();
    for key in ["s.key", "other.key", "d.key", "e.key"] {
        done(stage.run(&["key", "new", key]));
    }
    done(visits(&stage, "q1.csv", "who", "d.key", &with("s.key")));
    let earlier = "[releases]\nearlier = [\"q1.csv.report.json\"]\n";
    let then = |unit: &str, key: &str, secret: &str| {
        visits(&stage, "q2.csv", unit, key, &format!("{}{earlier}", with(secret)))
    };
    let anew = |ran: Ran, columns: &[&str]| {
        assert_eq!(ran.code, 4, "{}", ran.err);
        for column in columns {
            assert!(ran.err.contains(&format!("\"{column}: perturbed anew\"")), "{}", ran.err);
        }
        assert_eq!(ran.err.matches("perturbed anew\"").count(), columns.len(), "{}", ran.err);
    };
    done(then("who", "d.key", "s.key"));
    let report = serde_json::from_str::<serde_json::Value>(&stage.read("q1.csv.report.json")).expect("JSON");
    let prints = report["fingerprints"].clone();
    assert_eq!(prints["secret"].as_str().map(str::len), Some(16), "{prints}");
    assert_ne!(prints["secret"], prints["columns"]["seen"]);
    anew(then("home", "d.key", "s.key"), &["pay", "seen"]);
    anew(then("who", "e.key", "s.key"), &["seen"]);
    anew(then("who", "d.key", "other.key"), &["pay"]);
    let shown = ["verify", "--verbose", "q1.csv.report.json", "--secret", "s.key", "--key", "d.key"];
    std::fs::remove_file(stage.path("job.toml")).expect("the job of another release");
    assert_eq!(needs_key(stage.run(&shown)), (0, false));
    assert_eq!(needs_key(stage.run(&shown[..3])), (0, true));
    let forged = stage.read("q1.csv.report.json").replace(prints["secret"].as_str().expect("text"), "0000");
    stage.write("q1.csv.report.json", forged.as_bytes());
    let refuted = stage.run(&shown);
    assert!(refuted.code != 0 && refuted.out.contains("fingerprints.secret"), "{}", refuted.out);
}

/// Two copies of one column have two draws.
#[test]
#[cfg(unix)]
fn copies_of_a_column_with_noise_each_are_refused() {
    let stage = Stage::new();
    stage.write_secret("s.key", "a secret of this test alone");
    let with = |second: &str| {
        let row = |n: usize| {
            let pay = 1_000 + n * 7_919 % 2_003;
            let second = match second {
                "copy" => 12 * pay,
                "constant" => pay + 7_000,
                // The pay of the next year.
                "raise" => pay * (101 + n % 5) / 100,
                _ => 1_000 + n * 104_729 % 2_003,
            };
            format!("p{n},{},{pay},{second}\n", 20 + n % 20)
        };
        let rows: String = (0..200).map(row).collect();
        stage.write("people.csv", format!("who,age,month,year\n{rows}").as_bytes());
        let job = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.who]\nrole = \"person\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
            hierarchy = { intervals = [10] }\nmin_level = 1\n[columns.month]\npublish = { noise = 1500 }\n[columns.year]\npublish = { noise = 18000 }\n\
            [privacy]\nk-anonymity = 3\n[release]\nsecret = \"s.key\"\n";
        stage.write("job.toml", job.as_bytes());
        stage.run(&["anonymize", "job.toml"])
    };
    for copy in ["copy", "constant", "raise"] {
        let refused = with(copy);
        assert_eq!(refused.code, 4, "{copy}: {}", refused.err);
        assert!(refused.err.contains("month + year: perturbed twice"), "{copy}: {}", refused.err);
    }
    done(with("another"));
}

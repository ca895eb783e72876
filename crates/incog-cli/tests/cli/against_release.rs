//! The two distributions that classes are compared with: that of the table before suppression, and
//! that of the release, which is all that a recipient sees.

use crate::nights::tool;
use crate::stage::{Ran, Stage};
use serde_json::Value;

/// Ward a has 10 flu and 10 gout, b 9 and 1, c 3 flu and no gout, so k = 4 suppresses c. Shares of
/// flu: 22/33 in the table, 19/30 in the release without c. Ward b is 7/30 from the first and 8/30
/// from the second.
fn stage(model: &str, more: &str) -> Stage {
    let stage = Stage::new();
    let rows = [("a", "flu", 10), ("a", "gout", 10), ("b", "flu", 9), ("b", "gout", 1), ("c", "flu", 3)];
    let rows = rows.map(|(ward, ill, count)| format!("{ward},{ill}\n").repeat(count)).concat();
    stage.write("t.csv", format!("ward,ill\n{rows}").as_bytes());
    stage.write("ward.csv", b"a,*\nb,*\nc,*\n");
    let job = format!(
        "input = \"t.csv\"\noutput = \"o.csv\"\n\
         columns.ward = {{ role = \"quasi-identifier\", hierarchy = \"ward.csv\"{more} }}\n\
         columns.ill = {{ role = \"sensitive\" }}\n\
         suppression.limit = 0.1\n[privacy]\nk-anonymity = 4\n{model}\n"
    );
    stage.write("job.toml", job.as_bytes());
    stage
}

fn published(stage: &Stage) -> Vec<Value> {
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for report in ["o.csv.report.json", "o.csv.internal.json"] {
        let verified = stage.run(&["verify", report]);
        assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
        let checked = std::process::Command::new("python3")
            .current_dir(stage.path(""))
            .arg(tool("check_release.py"))
            .args(["t.csv", "o.csv", report, "--job", "job.toml"])
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&checked.stdout);
        assert!(checked.status.success() && !told.contains("refuted "), "{told}");
    }
    ["o.csv.report.json", "o.csv.internal.json"]
        .map(|report| serde_json::from_str::<Value>(&stage.read(report)).unwrap())
        .to_vec()
}

fn near(figure: &Value, expected: f64) -> bool {
    figure.as_f64().is_some_and(|figure| (figure - expected).abs() < 1e-9)
}

/// The largest gain against the table is that of gout in ward a, (1/2) / (11/33) - 1; against the
/// release it is that of flu in ward b, (9/10) / (19/30) - 1. Gout in ward b falls the most, to
/// 1/10 from 11/33 or 11/30.
#[test]
fn a_report_has_both_figures_where_records_were_suppressed() {
    let figures = [
        ("t-closeness = { t = 0.25, distance = \"equal\" }", 7.0 / 30.0, 8.0 / 30.0),
        ("beta-likeness = { beta = 0.6, kind = \"basic\" }", 0.5, 0.9 * 30.0 / 19.0 - 1.0),
        ("delta-disclosure = 1.25", (10.0 / 3.0f64).ln(), (11.0 / 3.0f64).ln()),
    ];
    for (model, table, release) in figures {
        let stage = stage(model, "");
        let reports = published(&stage);
        let (public, internal) = (&reports[0]["privacy"][1], &reports[1]["privacy"][1]);
        assert!(near(&internal["achieved"], table), "{internal}");
        // The figure against the table would tell of the suppressed records.
        assert_eq!(public["achieved"], public["required"]);
        assert!(
            near(&internal["against_release"], release) && near(&public["against_release"], release),
            "{public}"
        );
        assert!(reports[0]["privacy"][0].get("against_release").is_none(), "k is not compared with anything");
        assert!(stage.read("o.csv.report.html").contains("against the release"));
    }
}

#[test]
fn one_figure_is_enough_where_nothing_is_suppressed() {
    let stage = stage("t-closeness = { t = 0.5, distance = \"equal\" }", ", min_level = 1");
    assert!(published(&stage).iter().all(|report| report["privacy"][1].get("against_release").is_none()));
}

/// A report that tells another second figure is refuted by both verifiers.
#[test]
fn a_forged_second_figure_is_refuted() {
    let stage = stage("t-closeness = { t = 0.25, distance = \"equal\" }", "");
    published(&stage);
    let mut report: Value = serde_json::from_str(&stage.read("o.csv.report.json")).unwrap();
    report["privacy"][1]["against_release"] = 0.1.into();
    stage.write("o.csv.report.json", report.to_string().as_bytes());
    let ran = stage.run(&["verify", "o.csv.report.json"]);
    assert_ne!(ran.code, 0);
    assert!(ran.out.contains("privacy[1].against_release"), "{}", ran.out);
}

/// A job that demands both takes the next node, where the release holds, too; where there is none,
/// nothing is written.
#[test]
fn a_job_can_demand_the_figure_against_the_release() {
    let models = [
        "t-closeness = { t = 0.25, distance = \"equal\", reference = \"release\" }",
        "beta-likeness = { beta = 0.5, kind = \"basic\", reference = \"release\" }",
        "delta-disclosure = { delta = 1.25, reference = \"release\" }",
    ];
    // Of beta, the largest gain is 1/2 against the table, and 8/19 against the release.
    for (model, level) in models.into_iter().zip([1, 0, 1]) {
        let of_release = stage(model, "");
        let report = &published(&of_release)[0];
        assert_eq!(report["solution"]["levels"]["ward"], level, "{model}");
        assert_ne!(report["search"]["stopped"], "proved", "another suppression may do better");
        let entry = &report["privacy"][2];
        assert!(entry["variant"].as_str().unwrap().ends_with(", against the release"), "{entry}");
        assert_eq!(entry["satisfied"], true);
        let refused = stage(model, ", max_level = 0").run(&["anonymize", "job.toml"]);
        assert_eq!((refused.code != 0, level == 1), (level == 1, level == 1), "{}", refused.err);
        if level == 1 {
            assert_eq!(refused.code, 5, "{}", refused.err);
            assert!(refused.err.contains("no record is suppressed to meet"), "{}", refused.err);
        }
    }
}

/// A table in which flu is more frequent where few people are, and a job for it, with fixed levels
/// if there are any.
fn drawn(seed: u64, levels: Option<[usize; 2]>, reference: &str) -> Stage {
    let mut state = seed;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let stage = Stage::new();
    let mut rows = "a,b,ill\n".to_owned();
    for _ in 0..45 {
        let (a, b) = ([0, 0, 0, 1, 1, 2, 2, 3][draw(8)], ["w", "w", "w", "x", "x", "y", "y", "z"][draw(8)]);
        let ill = if draw(10) < [5, 5, 8, 9][a] { "flu" } else { "gout" };
        rows += &format!("{},{b},{ill}\n", ["a", "b", "c", "d"][a]);
    }
    stage.write("t.csv", rows.as_bytes());
    stage.write("a.csv", b"a,p,*\nb,p,*\nc,q,*\nd,q,*\n");
    stage.write("b.csv", b"w,p,*\nx,p,*\ny,q,*\nz,q,*\n");
    let fixed =
        levels.map(|levels| levels.map(|level| format!(", min_level = {level}, max_level = {level}")));
    let [a, b] = fixed.unwrap_or_default();
    let job = format!(
        "input = \"t.csv\"\noutput = \"o.csv\"\nrecoding.kind = \"global\"\n\
         columns.a = {{ role = \"quasi-identifier\", hierarchy = \"a.csv\"{a} }}\n\
         columns.b = {{ role = \"quasi-identifier\", hierarchy = \"b.csv\"{b} }}\n\
         columns.ill = {{ role = \"sensitive\" }}\nutility.keep_columns = \"off\"\n\
         suppression.limit = 0.6\n[privacy]\nk-anonymity = 4\n\
         t-closeness = {{ t = 0.16, distance = \"equal\", reference = \"{reference}\" }}\n"
    );
    stage.write("job.toml", job.as_bytes());
    stage
}

/// What the best release that was found loses, if there is one.
fn least_loss(stage: &Stage) -> Option<f64> {
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!([0, 3, 5].contains(&ran.code), "{}", ran.err);
    let report: Value =
        (ran.code == 0).then(|| serde_json::from_str(&stage.read("o.csv.report.json")).unwrap())?;
    report["utility"]["value"].as_f64()
}

/// A search takes the next best levels where the release itself is too far from a class: it finds
/// what is best of all nine choices of levels, each tried by itself.
#[test]
fn the_best_levels_that_meet_the_release_are_found() {
    let mut moved = 0;
    for seed in 0..5 {
        let nodes = (0..9).filter_map(|node| least_loss(&drawn(seed, Some([node / 3, node % 3]), "release")));
        let best = nodes.reduce(f64::min);
        let found = least_loss(&drawn(seed, None, "release"));
        assert!(
            found == best || near(&found.into(), best.unwrap_or(f64::NAN)),
            "{seed}: {found:?}, {best:?}"
        );
        moved += usize::from(found != least_loss(&drawn(seed, None, "table")));
    }
    assert!(moved > 0, "the table alone decides nowhere");
}

/// Without suppression both distributions are one, so a search proves what it proves of the table.
#[test]
fn without_suppression_the_release_is_the_table() {
    let demand = "t-closeness = { t = 0.3, distance = \"equal\", reference = \"release\" }";
    let stage = stage(demand, "");
    let job = stage.read("job.toml").replace("limit = 0.1", "limit = 0.0");
    stage.write("job.toml", job.as_bytes());
    let report = &published(&stage)[0];
    assert_eq!(report["search"]["stopped"], "proved");
}

/// What a job says whose text is changed.
fn changed(demand: &str, from: &str, to: &str) -> Ran {
    let stage = stage(demand, "");
    stage.write("job.toml", stage.read("job.toml").replace(from, to).as_bytes());
    stage.run(&["anonymize", "job.toml"])
}

/// The second figure is of all classes at once, and counts records.
#[test]
fn what_it_does_not_hold_for_is_refused() {
    let demand = "t-closeness = { t = 0.25, reference = \"release\" }";
    let local = changed(demand, "[privacy]", "recoding.kind = \"local\"\n[privacy]");
    assert!(local.code != 0 && local.err.contains("privacy.t-closeness.reference"), "{}", local.err);
    let other = changed(demand, "\"release\" }", "\"people\" }");
    assert!(other.code != 0 && other.err.contains("reference"), "{}", other.err);
}

fn line<'t>(text: &'t str, name: &str) -> &'t str {
    text.lines().find(|line| line.starts_with(name)).unwrap_or_default()
}

#[test]
fn an_audit_shows_both_where_the_original_is_given() {
    let stage = stage("t-closeness = { t = 0.25, distance = \"equal\" }", "");
    published(&stage);
    let alone = stage.run(&["audit", "o.csv", "-q", "ward", "-s", "ill"]);
    assert!(alone.out.contains("ill: t, equal") && !alone.out.contains("against the"), "{}", alone.out);
    let both = ["audit", "o.csv", "-q", "ward", "-s", "ill", "--original", "t.csv"];
    let text = stage.run(&both).out;
    assert!(line(&text, "ill: t, equal, against the table").ends_with("0.2333"), "{text}");
    assert!(line(&text, "ill: t, equal, against the release").ends_with("0.2667"), "{text}");
    let json: Value = serde_json::from_str(&stage.run(&[&both[..], &["--json"]].concat()).out).unwrap();
    let ill = &json["readings"][0]["sensitive"][0];
    assert!(near(&ill["t"]["equal"], 7.0 / 30.0) && near(&ill["against_release"]["t"]["equal"], 8.0 / 30.0));
    let missing = stage.run(&["audit", "o.csv", "-q", "ward", "-s", "ill", "--original", "ward.csv"]);
    assert!(missing.code != 0 && missing.err.contains("original table"), "{}", missing.err);
}

use super::*;
use incog_request::{CellKind, RecodingSettings};
use std::path::Path;

/// The job file of the user's guide, word for word but for the file names.
const FULL: &str = r#"
input  = "patients.csv"
output = "patients.release.csv"
[csv]
delimiter = ";"
[columns.name]
role = "identifier"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10, 20, 40], origin = 0 }
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "right", char = "*" }
[columns.admitted]
role = "quasi-identifier"
hierarchy = { date = ["month", "quarter", "year", "decade"] }
[columns.sex]
role = "quasi-identifier"
hierarchy = "sex.csv"
max_level = 1
weight = 2.0
[columns.diagnosis]
role = "sensitive"
[columns.ward]
role = "insensitive"
[columns.hospital]
role = "provider"
[privacy]
k-anonymity = 5
l-diversity = { l = 3, kind = "distinct" }
t-closeness = { t = 0.2, distance = "euclidean" }
c-mixture = 0.1
provider-diversity = 2
m-privacy = 1
[suppression]
limit = 1.0
as = "drop"
[release]
order = "sorted"
[utility]
objective = "transparency"
[search]
algorithm = "optimal"
seed = 1
max_seconds = 60
"#;

const SMALL: &str = "input = \"a.csv\"\noutput = \"b.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
                     [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 5\n";

fn error(text: &str) -> String {
    Job::from_toml(text, "").unwrap_err().to_string()
}

/// The message for `SMALL` with one line replaced or, after `+`, lines added at the end.
fn small(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    error(&SMALL.replace(from, to))
}

#[test]
fn reads_every_key() {
    let job = Job::from_toml(FULL, "folder").unwrap();
    assert_eq!(job.input, Path::new("folder/patients.csv"));
    assert_eq!(job.csv.delimiter, Some(b';'));
    assert_eq!(job.terms.columns["sex"].hierarchy, Some(HierarchySource::File("folder/sex.csv".into())));
    assert_eq!((job.terms.columns["sex"].max_level, job.terms.columns["sex"].weight), (Some(1), 2.0));
    assert_eq!(job.terms.columns["hospital"].role, Role::Provider);
    let names: Vec<_> = job.terms.models.iter().map(incog_privacy::ModelSpec::name).collect();
    let all = ["k-anonymity", "l-diversity", "t-closeness", "c-mixture", "provider-diversity", "m-privacy"];
    assert_eq!(names, all);
    assert_eq!(job.terms.search.max_seconds, Some(60.0));
}

#[test]
fn a_written_job_reads_back_the_same() {
    let rich = FULL
        .replace(
            "objective = \"transparency\"",
            "objective = { metric = \"precision\", suppressed = \"lost\" }",
        )
        .replace(
            "l-diversity = {",
            "l-diversity = [4, { l = 2.5, kind = \"entropy\" }, { l = 2, joint = true }, { column = \"diagnosis\",",
        )
        .replace("[columns.ward]", "missing = \"none\"\n[columns.ward]")
        .replace("kind = \"distinct\" }", "kind = \"recursive\", c = 4 }]")
        .replace(
            "hierarchy = { mask = \"right\", char = \"*\" }",
            "hierarchy = { fanout = 2, order = [\"b\", \"a\"] }",
        );
    let drawn = FULL
        .replace("origin = 0 }", "origin = 0, bottom = 20, top = 90 }")
        .replace("char = \"*\" }", "char = \"*\", keep = [5, 3] }")
        .replace("{ date = [\"month\", \"quarter\", \"year\", \"decade\"] }", "{ codes = \"icd-9\" }")
        .replace("\"sex.csv\"", "{ countries = \"un-m49\" }")
        .replace("[release]", "[release]\nlabels = \"interval\"");
    assert!(["bottom", "keep", "icd-9", "un-m49", "labels"].iter().all(|key| drawn.contains(key)));
    let series = format!(
        "{FULL}[releases]\nearlier = [\"q1.csv.report.json\", \"q2.csv.internal.json\"]\non_overlap = \"warn\"\nmin_k = 4\nmin_l = 1\n"
    );
    for text in [FULL, &rich, &drawn, &series] {
        let job = Job::from_toml(text, "folder").unwrap();
        let again = Job::from_toml(&job.to_toml("elsewhere/deep").unwrap(), "elsewhere/deep").unwrap();
        assert_eq!(again.input, Path::new("elsewhere/deep/../../folder/patients.csv"));
        let json = serde_json::to_value(job.to_file("folder")).unwrap();
        let from_json = Job::from_file(&serde_json::from_value(json).unwrap(), "folder").unwrap();
        assert_eq!(from_json, job);
    }
}

#[test]
fn each_metric_takes_the_parameters_it_has() {
    let job = |objective: &str| Job::from_toml(&format!("{SMALL}[utility]\nobjective = {objective}\n"), "");
    let of = |objective: &str| job(objective).unwrap().terms.objective;
    let word = |text: &str, parameter: &str| of(text).parameters().word(parameter).unwrap().to_owned();
    assert_eq!(word("{ metric = \"entropy\", suppressed = \"lost\" }", "suppressed"), "lost");
    assert_eq!(word("{ metric = \"entropy\", suppressed = \"hidden\" }", "suppressed"), "hidden");
    assert_eq!(word("{ metric = \"kl-divergence\", over = \"tuples\" }", "over"), "tuples");
    for (objective, wrong) in [
        ("{ metric = \"loss\", suppressed = \"lost\" }", "utility.objective.suppressed"),
        ("{ metric = \"loss\", over = \"tuples\" }", "utility.objective.over"),
        ("{ metric = \"entropy\", suppressed = \"ignored\" }", "ignored"),
        ("{ metric = \"kl-divergence\", over = \"rows\" }", "rows"),
    ] {
        let message = job(objective).unwrap_err().to_string();
        assert!(message.contains(wrong), "{message}");
    }
    let text = job("{ metric = \"kl-divergence\", over = \"tuples\" }").unwrap();
    assert_eq!(Job::from_file(&text.to_file(Path::new("")), Path::new("")).unwrap(), text);
}

#[test]
fn unknown_keys_name_line_and_nearest() {
    assert_eq!(
        small("k-anonymity", "k-anonimity"),
        "line 8: unknown key \"k-anonimity\"; did you mean \"k-anonymity\"?"
    );
    assert_eq!(
        small("role = \"sensitive\"", "rolle = \"sensitive\""),
        "line 6: unknown key \"rolle\"; did you mean \"role\"?"
    );
    assert_eq!(
        error(&format!("{SMALL}[serach]\nseed = 1\n")),
        "line 9: unknown key \"serach\"; did you mean \"search\"?"
    );
    assert_eq!(
        error(&format!("{SMALL}[search]\nmax_second = 1\n")),
        "line 10: unknown key \"max_second\"; did you mean \"max_seconds\"?"
    );
    let made =
        small("role = \"quasi-identifier\"", "role = \"quasi-identifier\"\nhierarchy = { interval = [5] }");
    assert_eq!(made, "line 5: unknown key \"interval\"; did you mean \"intervals\"?");
    assert!(error(&format!("{SMALL}qqqq = 1\n")).starts_with("line 9: unknown key \"qqqq\""));
}

#[test]
fn values_of_the_wrong_type_name_the_line() {
    let message = small("k-anonymity = 5", "k-anonymity = \"five\"");
    assert!(
        message.starts_with("line 8: ")
            && message.contains("found a text in quotes, expected a whole number, such as 5")
            && !message.contains("five"),
        "{message}"
    );
    let message = small("k-anonymity = 5", "k-anonymity = 2.5");
    assert!(message.starts_with("line 8: "), "{message}");
    assert!(small("[privacy]", "[privacy").starts_with("line 7: "));
    let twice = small("k-anonymity = 5", "k-anonymity = 5\nk-anonymity = 6");
    assert!(
        twice.starts_with("line 9: ") && twice.contains("duplicate key k-anonymity; remove one"),
        "{twice}"
    );
}

#[test]
fn ranges_are_checked_at_the_door() {
    let model = |text: &str| small("k-anonymity = 5", text);
    assert_eq!(model("k-anonymity = 0"), "line 8: privacy.k-anonymity = 0 is out of range: k is at least 1");
    assert_eq!(
        model("l-diversity = 0"),
        "line 8: privacy.l-diversity.l = 0 is out of range: l is at least 1"
    );
    assert!(model("l-diversity = 2.5").contains("l must be a whole number"));
    assert!(model("l-diversity = { l = 2, kind = \"recursive\" }").contains("c\" is missing"));
    assert!(model("l-diversity = { l = 2, c = 3 }").contains("only recursive"));
    assert!(model("l-diversity = { l = 2, kind = \"entropic\" }").contains("did you mean \"entropy\"?"));
    assert!(model("t-closeness = 1.5").contains("t is from 0 to the square root of 2"));
    assert!(model("t-closeness = { t = 1.2, distance = \"equal\" }").contains("t is from 0 to 1"));
    assert!(model("t-closeness = -0.1").contains("out of range"));
    assert!(model("t-closeness = nan").contains("out of range"));
    let joint = |rest: &str| model(&format!("t-closeness = {{ t = 0.2, joint = true, {rest} }}"));
    assert!(joint("distance = \"ordered\"").contains("neither an order nor a hierarchy"));
    assert!(joint("column = \"ill\"").contains("one column, or the combinations"));
    assert!(model("c-mixture = 0").contains("c is more than 0"));
    assert!(model("m-privacy = 1").contains("there is no other"));
    let end = |text: &str| error(&format!("{SMALL}{text}\n"));
    assert_eq!(
        end("[suppression]\nlimit = 1.5"),
        "line 10: suppression.limit = 1.5 is out of range: expected a share of the records, from 0 to 1"
    );
    assert!(end("[search]\nmax_evaluations = 0").contains("expected a number of at least 1"));
    assert!(end("[search]\nmax_seconds = 0").contains("expected a number above 0"));
    assert!(end("[search]\nalgorithm = \"optimum\"").contains("did you mean \"optimal\"?"));
    assert!(end("[search.optimal]\npopulation = 3").starts_with("line 10: unknown key \"population\""));
    assert!(end("[utility]\nobjective = \"precison\"").contains("did you mean \"precision\"?"));
    assert!(end("[utility]\nobjective = { metric = \"loss\", alpha = 1 }").contains("no such parameter"));
    assert!(end("[csv]\ndelimiter = \";;\"").contains("one ASCII character"));
    let column =
        |text: &str| small("role = \"quasi-identifier\"", &format!("role = \"quasi-identifier\"\n{text}"));
    assert!(column("missing = \"none\"").contains("sensitive columns only"));
    let ill = |text: &str| small("role = \"sensitive\"", &format!("role = \"sensitive\"\nmissing = {text}"));
    assert!(ill("\"nothing\"").contains("possible values: value, none"));
    let made = |made: &str| column(&format!("hierarchy = {{ {made} }}"));
    assert!(made("intervals = [5], top = 92").contains("columns.age.hierarchy.top = 92 is out of range"));
    assert!(made("flat = true, top = 90").contains("only intervals have a top code"));
    assert!(made("flat = true, keep = [3]").contains("only masking keeps characters"));
    assert!(made("mask = \"right\", keep = [3, 3]").contains("fewer at each level"));
    assert!(made("codes = \"icd-11\"").contains("icd-10"));
    assert!(made("codes = \"isco-88\"").contains("isco-08"));
    assert!(made("countries = \"un\"").contains("un-m49"));
    assert!(made("codes = \"icd-10\", flat = true").contains("hierarchy"));
    assert!(end("[release]\nlabels = \"intervals\"").contains("did you mean \"interval\"?"));
    assert!(column("weight = 0").starts_with("line 5: columns.age.weight = 0 is out of range"));
    assert!(column("min_level = -1").contains("out of range"));
    assert!(column("min_level = 2\nmax_level = 1").contains("the lowest level is above the highest"));
    assert!(column("hierarchy = { intervals = [5, 12] }").contains("multiple"));
    assert!(column("hierarchy = { intervals = [5], flat = true }").contains("found 2"));
    assert!(column("hierarchy = {}").contains("found 0"));
    assert!(column("hierarchy = { date = [\"moth\"] }").contains("did you mean \"month\"?"));
    assert!(column("hierarchy = { mask = \"right\", origin = 1 }").contains("only intervals have an origin"));
    assert!(column("hierarchy = { fanout = 1 }").contains("at least 2"));
}

#[test]
fn what_must_be_said_is_asked_for() {
    assert!(small("k-anonymity = 5", "").contains("no privacy model"));
    assert!(small("role = \"quasi-identifier\"", "").contains("there is no quasi-identifier"));
    assert!(small("input = \"a.csv\"\n", "").contains("key \"input\" is missing"));
    let no_sensitive =
        SMALL.replace("\"sensitive\"", "\"insensitive\"").replace("k-anonymity", "l-diversity");
    assert_eq!(
        error(&no_sensitive),
        "line 8: l-diversity needs a sensitive column; give a column the role \"sensitive\" (on the command line: -s COLUMN)"
    );
    assert!(
        small("k-anonymity = 5", "k-anonymity = 5\nm-privacy = 1").contains("needs to know the provider")
    );
    assert!(
        small("k-anonymity = 5", "t-closeness = { t = 0.1, column = \"il\" }")
            .contains("did you mean \"ill\"?")
    );
    assert!(
        small("role = \"sensitive\"", "role = \"sensitive\"\nweight = 2").contains("only quasi-identifiers")
    );
    let providers = format!("{SMALL}[columns.x]\nrole = \"provider\"\n[columns.y]\nrole = \"provider\"\n");
    assert!(error(&providers).contains("both have the role \"provider\""));
    assert!(small("b.csv", "./a.csv").contains("is the same file as"));
}

#[test]
fn flags_make_the_same_job() {
    let flags = JobFlags {
        input: "a.csv".into(),
        output: "b.csv".into(),
        quasi_identifiers: vec!["age".into()],
        sensitive: vec!["ill".into()],
        k: Some(5),
        ..JobFlags::default()
    };
    // What a new job gets that a job file has to say.
    let with = |recoding: &str| {
        let said = format!("{SMALL}\n[recoding]\n{recoding}\n[utility]\nkeep_columns = \"best-effort\"\n");
        Job::from_toml(&said, "").unwrap()
    };
    assert_eq!(flags.to_job("").unwrap(), with("kind = \"local\""));
    let uniform = Overrides { uniform: true, ..Overrides::default() };
    let uniform = JobFlags { overrides: uniform, ..flags.clone() };
    assert_eq!(uniform.to_job("").unwrap(), with("kind = \"global\""));
    let diverse = JobFlags { l: Some(2.0), ..flags.clone() }.to_job("").unwrap();
    let RecodingSettings::Local(settings) = diverse.terms().recoding() else { panic!("global") };
    assert_eq!(settings.cells, CellKind::Strict, "a sensitive column is protected");
    let named = Overrides { algorithm: Some("optimal".into()), ..Overrides::default() };
    let named = JobFlags { overrides: named, ..flags.clone() }.to_job("").unwrap();
    assert_eq!(named.terms().recoding(), RecodingSettings::Global, "the search has levels for all");
    let twice = JobFlags { identifiers: vec!["age".into()], ..flags };
    assert_eq!(
        twice.to_job("").unwrap_err().to_string(),
        "column \"age\" has two roles, identifier and quasi-identifier; give it one"
    );
}

#[test]
fn a_limit_is_a_number_of_records() {
    let records = |limit, rows| Suppression { limit, shown_as: SuppressedAs::Drop }.records(rows);
    assert_eq!(
        (records(0.02, 30_162), records(0.29, 100), records(1.0, 7), records(0.0, 7)),
        (603, 29, 7, 0)
    );
}

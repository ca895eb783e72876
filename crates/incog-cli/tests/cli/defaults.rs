//! What a newcomer gets who decides nothing: the hierarchies that `init` proposes, and what is said
//! of columns that are lost.

use crate::stage::Stage;

/// A number that has nothing to do with those of other salts.
fn mixed(n: usize, salt: u64) -> usize {
    let mixed = (n as u64 + 1000 * salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) as usize >> 33
}

/// 400 patients, as a German hospital would write them; no column says another.
fn patients() -> String {
    let row = |n: usize| {
        let country =
            ["Deutschland", "Österreich", "Polen", "Türkei", "Italien", "Frankreich"][mixed(n, 1) % 6];
        let work = match mixed(n, 2) % 40 {
            0..=15 => "Koch",
            16..=27 => "Lehrer",
            28..=36 => "Fahrer",
            37..=38 => "Maler",
            _ => ["Imker", "Notar"][n % 2],
        };
        let born = format!("{:02}.{:02}.{}", 1 + mixed(n, 3) % 28, 1 + n % 12, 1930 + mixed(n, 4) % 70);
        let ill = ["I50.1", "E11.9", "J44.0"][mixed(n, 5) % 3];
        format!("{},{born},{country},{work},{ill}\n", 18 + mixed(n, 6) % 80)
    };
    "Alter,Geburtsdatum,Land,Beruf,Diagnose\n".to_owned() + &(0..400).map(row).collect::<String>()
}

#[test]
fn init_proposes_hierarchies_that_people_would_draw() {
    let stage = Stage::new();
    stage.write("patients.csv", patients().as_bytes());
    let ran = stage.run(&["init", "patients.csv", "-o", "new.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("new.toml");
    for expected in [
        "intervals = [5.0, 10.0, 20.0, 40.0], origin = 0.0, top = 90.0",
        "publish = { age_on = \"",
        "\", format = \"%d.%m.%Y\", impossible = \"missing\" }   # the age on the date of the file",
        "countries = \"un-m49\"",
        "[columns.\"Beruf\".hierarchy.tree]",
        // The rare ones are joined.
        "\"Imker\" = \"other\"",
        "\"other\" = \"other or less frequent\"",
        "objective = \"gen-loss\"",
    ] {
        assert!(job.contains(expected), "{expected} is not in:\n{job}");
    }
    assert!(!job.contains("fanout"), "words have no order:\n{job}");
    let decided = job.replace("role = \"undecided\"", "role = \"quasi-identifier\"");
    let decided = decided.replace("[release]\n", "[release]\nlabels = \"interval\"\n");
    stage.write("new.toml", decided.as_bytes());
    let ran = stage.run(&["anonymize", "new.toml"]);
    assert_eq!(ran.code, 0, "{}\n{decided}", ran.err);
    let release = stage.read("patients.release.csv");
    assert!(!release.contains("**"), "no date is masked: {release}");
    let ran = stage.run(&["verify", "patients.release.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    // What follows from all values of a column is stated by nobody; whoever states it has the same
    // release.
    assert!(
        !decided.lines().any(|line: &str| line.starts_with("hierarchy =") && !line.contains("top = 90.0")),
        "{decided}"
    );
    stage.write("new.toml", decided.replace("\n# hierarchy =", "\nhierarchy =").as_bytes());
    let ran = stage.run(&["anonymize", "new.toml", "--force"]);
    assert_eq!((ran.code, stage.read("patients.release.csv")), (0, release), "{}", ran.err);
}

#[test]
fn a_column_that_is_lost_is_said_with_what_would_keep_it() {
    let stage = Stage::new();
    let job = stage.read("job.toml");
    let flat = "role = \"quasi-identifier\"\nhierarchy = { flat = true }";
    let lost = job.replace(
        "[columns.zip]\nrole = \"quasi-identifier\"",
        &format!("[columns.ward]\n{flat}\n[columns.zip]\n{flat}"),
    );
    let lost = lost.replace("role = \"identifier\"", flat) + "[suppression]\nlimit = 0.0\n";
    stage.write("job.toml", lost.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // Each of 24 names occurs once; a zip or a ward could be kept.
    assert!(
        ran.err
            .contains("\"name\" is \"*\" in every record; no release within the suppression limit keeps it"),
        "{}",
        ran.err
    );
    assert!(stage.read("out.csv.report.html").contains("in every record: <b>name"), "{}", ran.err);
    let first = ran.err.lines().find(|line| line.contains("\"*\" in every record: name"));
    assert!(first.is_some(), "{}", ran.err);
}

/// 200 rows: an index that follows from the month, an answer that nearly all gave, and a town of
/// which no value is frequent.
fn campaign() -> String {
    let row = |n: usize| {
        let month = n * 7 % 12;
        let answer = if n.is_multiple_of(10) { "yes" } else { "no" };
        format!(
            "{},m{month},{}.{},{},{answer}\n",
            20 + n % 40,
            40 + month / 2,
            month,
            ["flu", "gout", "cold"][n % 3]
        )
    };
    "age,month,cons.conf.idx,diagnosis,y\n".to_owned() + &(0..200).map(row).collect::<String>()
}

#[test]
fn init_asks_for_diversity_only_where_there_is_some_and_foresees_the_gate() {
    let stage = Stage::new();
    stage.write("campaign.csv", campaign().as_bytes());
    assert_eq!(stage.run(&["init", "campaign.csv", "-o", "new.toml"]).code, 0);
    let job = stage.read("new.toml");
    let of = |column: &str| format!("{{ l = 2, kind = \"distinct\", column = \"{column}\" }}");
    assert!(job.contains(&format!("\nl-diversity = [{}]", of("diagnosis"))), "{job}");
    assert!(job.contains(&format!("# \"y\" (90 %)\n# {}\n", of("y"))), "{job}");
    let (_, index) = job.split_once("[columns.\"cons.conf.idx\"]\n").unwrap();
    assert!(
        index.starts_with("role = \"undecided\"")
            && index.lines().next().unwrap().contains("it reveals \"month\"")
    );
    let decided = job.replace("role = \"undecided\"", "role = \"quasi-identifier\"");
    stage.write("new.toml", decided.as_bytes());
    let ran = stage.run(&["anonymize", "new.toml"]);
    assert_eq!(ran.code, 0, "{}\n{job}", ran.err);
}

/// Names and values may contain anything, and a value may read like the root.
#[test]
fn init_writes_a_job_that_can_be_read_whatever_is_in_the_table() {
    let stage = Stage::new();
    let odd = ["\"a\nb\"", "\"c\"\"d\\\"", "e\u{7f}\u{1}", "'f'", "*"];
    for (name, values) in
        [("\"ci\nty\"", &odd[..4]), ("\"ci\\\"\"\u{7f}\"", &odd[..]), ("[columns.x]", &odd[..])]
    {
        let rows = (0..200).map(|n| format!("{},{}\n", values[n % values.len()], ["flu", "cold"][n / 7 % 2]));
        stage.write("odd.csv", (name.to_owned() + ",illness\n" + &rows.collect::<String>()).as_bytes());
        assert_eq!(stage.run(&["init", "odd.csv", "-o", "odd.toml", "--force"]).code, 0);
        let job = stage.read("odd.toml").replace("role = \"undecided\"", "role = \"quasi-identifier\"");
        stage.write("odd.toml", job.as_bytes());
        let ran = stage.run(&["anonymize", "odd.toml", "--force"]);
        assert_eq!(ran.code, 0, "{}\n{job}", ran.err);
    }
}

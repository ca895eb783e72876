//! Releases whose records are drawn by the secret: what is published is what the definition says,
//! and nothing else is told.
#![cfg(unix)]

use incog::runs::{FileRuns, TableRuns};
use incog::verify::{Check, Verdict, VerifyOptions};
use incog::{Job, verify_report_with};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const JOB: &str = r#"input = "people.csv"
output = "out.csv"
csv = { delimiter = ",", missing = [] }
[columns.name]
role = "person"
[columns.area]
role = "quasi-identifier"
hierarchy = "area.csv"
min_level = 1
max_level = 1
[columns.age]
role = "quasi-identifier"
hierarchy = "age.csv"
min_level = 1
max_level = 1
[privacy]
differential-privacy = { epsilon = 2.0, delta = 0.4 }
[release]
secret = "key.txt"
"#;

/// Of ε = 2 and δ = 0.4 by hand: β = 0.8647, and of two records both are drawn with 0.7477, of
/// three with 0.6465, ... of seven with 0.3614; so a class has at least seven.
const K: usize = 7;

fn folder(people: &[(&str, u32)], secret: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("area.csv"), "n1;north;*\nn2;north;*\ns1;south;*\ns2;south;*\nw1;west;*\n").unwrap();
    let ages: String = (0..100).map(|age| format!("{age};{}0s;*\n", age / 10)).collect();
    fs::write(at("age.csv"), ages).unwrap();
    let rows = people.iter().enumerate().map(|(row, (area, age))| format!("p{row},{area},{age}\n"));
    fs::write(at("people.csv"), "name,area,age\n".to_owned() + &rows.collect::<String>()).unwrap();
    fs::write(at("key.txt"), secret).unwrap();
    fs::set_permissions(at("key.txt"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(at("job.toml"), JOB).unwrap();
    folder
}

fn secret(number: usize) -> String {
    format!("a secret of the house, number {number:06}")
}

fn run(folder: &Path) -> Result<(), String> {
    let job = Job::from_toml_file(folder.join("job.toml")).map_err(|error| error.to_string())?;
    job.run().map(drop).map_err(|error| error.to_string())
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Sixty people in three classes, of which one is too small.
fn crowd() -> Vec<(&'static str, u32)> {
    let north = (0..28).map(|n| (["n1", "n2"][n % 2], 30 + n as u32 % 10));
    let south = (0..28).map(|n| (["s1", "s2"][n % 2], 40 + n as u32 % 10));
    let west = (0..4).map(|n| ("w1", 70 + n));
    north.chain(south).chain(west).collect()
}

fn classes(release: &str) -> BTreeMap<String, usize> {
    let mut classes = BTreeMap::new();
    release.lines().skip(1).for_each(|row| *classes.entry(row.to_owned()).or_default() += 1);
    classes
}

/// In 150 releases of 150 secrets each record of a large class is published as often as it is
/// drawn, β, up to what chance does (a mistake of 5 standard deviations in one of 2 million); the
/// small class never; and all classes have k or more.
#[test]
fn records_are_drawn_with_the_probability_that_epsilon_allows() {
    let people = crowd();
    let (mut published, secrets) = (0usize, 150);
    for number in 0..secrets {
        let folder = folder(&people, &secret(number));
        run(folder.path()).unwrap();
        let classes = classes(&read(folder.path(), "out.csv"));
        assert_eq!(classes.keys().collect::<Vec<_>>(), ["north,30s", "south,40s"]);
        assert!(classes.values().all(|&records| records >= K));
        published += classes.values().sum::<usize>();
    }
    let beta = 1.0 - (-2.0f64).exp();
    let all = (56 * secrets) as f64;
    let deviation = (all * beta * (1.0 - beta)).sqrt();
    assert!((published as f64 - all * beta).abs() < 5.0 * deviation, "{published} of {all}");
}

/// What travels follows from the published records and the job: tables of other sizes, with other
/// records that were not drawn or are in small classes, have the same report and page, byte for
/// byte, where they have the same release.
#[test]
fn equal_releases_have_equal_reports() {
    let mut by_release: HashMap<String, (String, String, usize)> = HashMap::new();
    let mut of_other_tables = 0;
    for number in 0..120 {
        let mut people = crowd();
        people.truncate(60 - number % 5);
        people.extend((0..number as u32 % 7).map(|n| ("w1", 10 * n)));
        let folder = folder(&people, &secret(number));
        run(folder.path()).unwrap();
        let told = |name: &str| read(folder.path(), name);
        let (report, page) = (told("out.csv.report.json"), told("out.csv.report.html"));
        assert!(!report.contains("w1") && !report.contains("west") && !page.contains("west"));
        let known = by_release.entry(told("out.csv")).or_insert((report.clone(), page.clone(), people.len()));
        assert_eq!((&known.0, &known.1), (&report, &page));
        of_other_tables += usize::from(known.2 != people.len());
    }
    assert!(of_other_tables > 10, "{of_other_tables}");
}

/// Where levels are chosen, equal releases at equal levels have equal reports.
#[test]
fn equal_releases_at_equal_levels_have_equal_reports() {
    let mut by_release: HashMap<(String, Vec<u64>), (String, String, usize)> = HashMap::new();
    let mut of_other_tables = 0;
    for number in 0..160 {
        let mut people: Vec<(&str, u32)> = (0..16).map(|n| (["n1", "n2"][n % 2], 30)).collect();
        people.extend((0..number as u32 % 5).map(|n| ("w1", 10 * n)));
        let folder = folder(&people, &secret(number));
        fs::write(folder.path().join("job.toml"), choosing("0.5")).unwrap();
        if run(folder.path()).is_err() {
            continue;
        }
        let told = |name: &str| read(folder.path(), name);
        let (report, page) = (told("out.csv.report.json"), told("out.csv.report.html"));
        let of = (told("out.csv"), levels_of(folder.path()));
        let known = by_release.entry(of).or_insert((report.clone(), page.clone(), people.len()));
        assert_eq!((&known.0, &known.1), (&report, &page));
        of_other_tables += usize::from(known.2 != people.len());
    }
    assert!(of_other_tables > 10, "{of_other_tables}");
}

/// Another table, and other terms, are drawn anew by the same secret.
#[test]
fn each_table_and_each_job_is_drawn_anew() {
    let people = crowd();
    let drawn = |people: &[(&str, u32)], job: &str| {
        let folder = folder(people, &secret(1));
        fs::write(folder.path().join("job.toml"), job).unwrap();
        run(folder.path()).unwrap();
        read(folder.path(), "out.csv")
    };
    let first = drawn(&people, JOB);
    assert_eq!(first, drawn(&people, JOB));
    let others = (0..8).map(|n| {
        let mut others = people.clone();
        others.push(("w1", n));
        drawn(&others, JOB)
    });
    assert!(others.filter(|other| *other != first).count() >= 6);
    // δ decides k, and here not which classes are large enough.
    let terms = ["0.41", "0.42", "0.3", "0.2"]
        .map(|delta| drawn(&people, &JOB.replace("0.4 }", &format!("{delta} }}"))));
    assert!(terms.iter().any(|other| *other != first));
}

/// Claims that were refuted, and those not shown.
fn verified(folder: &Path, secret: Option<&str>) -> (Vec<String>, Vec<String>) {
    let options = VerifyOptions {
        job: Some(folder.join("job.toml")),
        secret: secret.map(|name| folder.join(name)),
        ..VerifyOptions::default()
    };
    let found = verify_report_with(folder.join("out.csv.report.json"), &options).unwrap();
    let of = |verdict: Verdict| {
        let checks = found.checks.iter().filter(|check: &&Check| check.verdict == verdict);
        checks.map(|check| check.claim.clone()).collect()
    };
    (of(Verdict::Refuted), of(Verdict::NotShown))
}

#[test]
fn verify_draws_again() {
    let folder = folder(&crowd(), &secret(3));
    let path = folder.path();
    run(path).unwrap();
    let (refuted, not_shown) = verified(path, Some("key.txt"));
    assert_eq!((refuted, not_shown), (vec![], vec!["incog".to_owned()]));
    let without = || {
        fs::rename(path.join("key.txt"), path.join("away.txt")).unwrap();
        let found = verified(path, None);
        fs::rename(path.join("away.txt"), path.join("key.txt")).unwrap();
        found
    };
    let (refuted, not_shown) = without();
    assert_eq!(refuted, Vec::<String>::new());
    assert!(
        not_shown.contains(&"the release has the drawn records and no others".to_owned()),
        "{not_shown:?}"
    );
    // A record less, which is in a class that is large enough.
    let release = read(path, "out.csv");
    let forged = release.lines().take(release.lines().count() - 1).map(|line| format!("{line}\n"));
    fs::write(path.join("out.csv"), forged.collect::<String>()).unwrap();
    let (refuted, _) = verified(path, Some("key.txt"));
    assert!(refuted.contains(&"the release has the drawn records and no others".to_owned()), "{refuted:?}");
    fs::write(path.join("out.csv"), &release).unwrap();
    // A δ and a number of records that are not so.
    let report = read(path, "out.csv.report.json");
    for (found, forged) in [("\"achieved\": 0.3", "\"achieved\": 0.2"), ("\"rows\": null", "\"rows\": 60")] {
        assert!(report.contains(found), "{found}");
        fs::write(path.join("out.csv.report.json"), report.replacen(found, forged, 1)).unwrap();
        assert!(!verified(path, Some("key.txt")).0.is_empty(), "{forged}");
    }
}

/// All that is not covered is refused, in a sentence that says what to do.
#[test]
fn what_is_not_covered_is_refused() {
    let folder = folder(&crowd(), &secret(4));
    let path = folder.path();
    let refused = |from: &str, to: &str, expected: &str| {
        assert!(JOB.contains(from), "{from}");
        fs::write(path.join("job.toml"), JOB.replacen(from, to, 1)).unwrap();
        let found = run(path).unwrap_err();
        assert!(found.contains(expected), "{to}: {found}");
        assert!(!path.join("out.csv").exists() && !path.join("out.csv.report.json").exists());
    };
    for (from, to, expected) in [
        ("[privacy]", "[privacy]\nk-anonymity = 3", "use it alone"),
        (
            "{ epsilon = 2.0, delta = 0.4 }",
            "[{ epsilon = 2.0, delta = 0.4 }, { epsilon = 1.0, delta = 0.1 }]",
            "and once",
        ),
        ("delimiter = \",\", ", "", "delimiter"),
        (", missing = []", "", "missing = []"),
        ("missing = []", "missing = [\"NA\"]", "missing = []"),
        ("max_level = 1", "max_level = 2", "equal min_level and max_level"),
        ("delta = 0.4 }", "delta = 0.4, levels = 0.5 }", "nothing to choose"),
        ("delta = 0.4 }", "delta = 0.4, levels = 1.995 }", "leave at least 0.01"),
        ("delta = 0.4 }", "delta = 0.4, levels = 0 }", "from 0.001"),
        // What is left is 0.01 by decimals, and that is enough.
        ("epsilon = 2.0, delta = 0.4 }", "epsilon = 0.06, delta = 0.4, levels = 0.05 }", "nothing to choose"),
        ("\"area.csv\"", "{ mask = \"right\" }", "name a hierarchy file"),
        ("\"area.csv\"", "{ tree = { n1 = \"north\" } }", "name a hierarchy file"),
        ("hierarchy = \"area.csv\"\n", "", "name a hierarchy file"),
        ("secret = \"key.txt\"", "order = \"sorted\"", "release.secret"),
        ("secret =", "order = \"input\"\nsecret =", "release.order"),
        ("secret =", "conceal_choice = 0.1\nsecret =", "release.conceal_choice"),
        ("[release]", "[suppression]\nlimit = 0.5\n[release]", "suppression.limit"),
        ("[release]", "[suppression]\nas = \"star\"\n[release]", "suppression.as"),
        ("[release]", "[recoding]\nkind = \"local\"\n[release]", "recoding.kind"),
        ("[release]", "[recoding]\nkind = \"microaggregation\"\n[release]", "recoding.kind"),
        ("[release]", "[hierarchy]\nunknown = \"top\"\n[release]", "hierarchy.unknown"),
        ("[privacy]", "[privacy]\npopulation = \"people.csv\"", "population"),
        ("[release]", "[releases]\nearlier = [\"before.csv.internal.json\"]\n[release]", "releases.earlier"),
        ("output = \"out.csv\"", "output = \"out.parquet\"", "output"),
        ("role = \"person\"", "role = \"insensitive\"", "columns.name.role"),
        (
            "role = \"person\"",
            "role = \"person\"\npublish = { pseudonym = \"key.txt\", purpose = \"p\" }",
            "publish",
        ),
        ("[columns.name]\nrole = \"person\"\n", "", "column \"name\" would be published"),
        ("epsilon = 2.0", "epsilon = 6.0", "from 0.01 to 5"),
    ] {
        refused(from, to, expected);
    }
    fs::write(path.join("job.toml"), JOB).unwrap();
    let job = Job::from_toml_file(path.join("job.toml")).unwrap();
    assert!(job.clone().with_internal_report(true).run().unwrap_err().to_string().contains("--internal"));
    let people = incog::data::Table::from_rows(["name", "area", "age"], [["p", "n1", "3"]], &[]).unwrap();
    for message in [
        job.problem().map(drop).unwrap_err().to_string(),
        job.terms().plan(&people).map(drop).unwrap_err().to_string(),
    ] {
        assert!(message.contains("works only with incog anonymize"), "{message}");
    }
}

/// Somebody with two records, and a release of nothing.
#[test]
fn people_have_one_record_and_small_tables_no_release() {
    let folder = folder(&crowd(), &secret(5));
    let path = folder.path();
    let people = read(path, "people.csv").replacen("p1,", "p0,", 1);
    fs::write(path.join("people.csv"), people).unwrap();
    let message = run(path).unwrap_err();
    assert!(message.contains("column \"name\" names people, and 1 records"), "{message}");
    fs::write(path.join("people.csv"), "name,area,age\np0,n1,30\np1,n1,30\np2,n2,31\n").unwrap();
    let message = run(path).unwrap_err();
    assert!(message.contains("nothing can be published"), "{message}");
    assert!(!path.join("out.csv").exists());
    // Nor where nobody is drawn at all, as happens to one in seven of these.
    for number in 0..60 {
        fs::write(path.join("people.csv"), "name,area,age\np0,n1,30\n").unwrap();
        fs::write(path.join("key.txt"), secret(number)).unwrap();
        let message = run(path).unwrap_err();
        assert!(message.contains("nothing can be published"), "{message}");
    }
}

/// A value without a place is refused whether its record is drawn or not, by its row of the table.
#[test]
fn values_have_their_places_in_the_hierarchy_files() {
    for number in 0..8 {
        let mut people = crowd();
        people[10] = ("x1", 30);
        let folder = folder(&people, &secret(number));
        let message = run(folder.path()).unwrap_err();
        assert!(message.contains("\"area\", row 11"), "{message}");
    }
}

/// The job with a choice of levels, of which `area` and `age` have three each.
fn choosing(levels: &str) -> String {
    let open = JOB.replace("min_level = 1\nmax_level = 1\n", "");
    open.replace("epsilon = 2.0, delta = 0.4 }", &format!("epsilon = 2.5, delta = 0.4, levels = {levels} }}"))
}

/// The levels of a report, by name.
fn levels_of(folder: &Path) -> Vec<u64> {
    let report: serde_json::Value = serde_json::from_str(&read(folder, "out.csv.report.json")).unwrap();
    let columns = report["columns"].as_array().unwrap();
    columns.iter().filter_map(|column| column["level"].as_u64()).collect()
}

/// Whatever is chosen, the release is at these levels, and its classes are as large as what is left
/// of epsilon asks.
#[test]
fn records_are_drawn_at_the_chosen_levels() {
    let mut seen = BTreeMap::new();
    for number in 0..40 {
        // So few that several levels have a chance.
        let people: Vec<(&str, u32)> = (0..30).map(|n| (["n1", "n2"][n % 2], 30 + n as u32 % 2)).collect();
        let folder = folder(&people, &secret(number));
        fs::write(folder.path().join("job.toml"), choosing("0.5")).unwrap();
        if let Err(message) = run(folder.path()) {
            assert!(message.contains("nothing can be published"), "{message}");
            continue;
        }
        let levels = levels_of(folder.path());
        let classes = classes(&read(folder.path(), "out.csv"));
        let areas = [&["n1", "n2"][..], &["north"], &["*"]][levels[0] as usize];
        let ages = [&["30", "31"][..], &["30s"], &["*"]][levels[1] as usize];
        let fits = |class: &String| {
            class.split_once(',').is_some_and(|(area, age)| areas.contains(&area) && ages.contains(&age))
        };
        assert!(classes.keys().all(fits), "{levels:?} {classes:?}");
        assert!(classes.values().all(|&records| records >= K));
        assert!(verified(folder.path(), Some("key.txt")).0.is_empty());
        *seen.entry(levels).or_insert(0) += 1;
    }
    assert!(seen.len() >= 3, "{seen:?}");
}

#[test]
fn verify_chooses_again() {
    // So few that several levels have a chance.
    let people: Vec<(&str, u32)> = (0..40).map(|n| (["n1", "n2"][n % 2], 30 + n as u32 % 2)).collect();
    let folder = folder(&people, &secret(3));
    let path = folder.path();
    fs::write(path.join("job.toml"), choosing("0.5")).unwrap();
    run(path).unwrap();
    let claim = "the levels are those chosen with a part of epsilon".to_owned();
    let (refuted, not_shown) = verified(path, Some("key.txt"));
    assert_eq!((refuted, not_shown), (vec![], vec!["incog".to_owned()]));
    fs::rename(path.join("key.txt"), path.join("away.txt")).unwrap();
    let (refuted, not_shown) = verified(path, None);
    assert_eq!(refuted, Vec::<String>::new());
    assert!(not_shown.contains(&claim), "{not_shown:?}");
    // Another secret chooses, here and there, other levels, and these are not those of the release.
    fs::rename(path.join("away.txt"), path.join("key.txt")).unwrap();
    let others = (20..60).filter(|&number| {
        fs::write(path.join("key.txt"), secret(number)).unwrap();
        verified(path, Some("key.txt")).0.contains(&claim)
    });
    let others = others.count();
    assert!((1..40).contains(&others), "{others}");
}

/// Levels are chosen among those that the job allows, and among so many that each can be looked at.
#[test]
fn levels_are_chosen_where_the_job_allows_it() {
    let folder = folder(&crowd(), &secret(6));
    let path = folder.path();
    let bounded = choosing("0.5").replacen(
        "hierarchy = \"area.csv\"\n",
        "hierarchy = \"area.csv\"\nmin_level = 2\n",
        1,
    );
    fs::write(path.join("job.toml"), bounded).unwrap();
    run(path).unwrap();
    assert_eq!(levels_of(path)[0], 2);
    assert!(verified(path, Some("key.txt")).0.is_empty());
    for name in ["out.csv", "out.csv.report.json", "out.csv.report.html"] {
        fs::remove_file(path.join(name)).unwrap();
    }
    // 18 columns of two levels are 2^18 nodes.
    let names: Vec<String> = (0..18).map(|place| format!("c{place}")).collect();
    let row = vec!["n1"; 18].join(",");
    fs::write(path.join("people.csv"), format!("{}\n{row}\n{row}\n", names.join(","))).unwrap();
    fs::write(path.join("flat.csv"), "n1;*\nn2;*\n").unwrap();
    let columns = names
        .iter()
        .map(|name| format!("[columns.{name}]\nrole = \"quasi-identifier\"\nhierarchy = \"flat.csv\"\n"));
    let job = choosing("0.5");
    let (start, end) = (job.find("[columns.name]").unwrap(), job.find("[privacy]").unwrap());
    fs::write(
        path.join("job.toml"),
        format!("{}{}{}", &job[..start], columns.collect::<String>(), &job[end..]),
    )
    .unwrap();
    let message = run(path).unwrap_err();
    assert!(message.contains("262144 nodes") && message.contains("131072"), "{message}");
}

//! What columns become before anything is decided: from a job to reports that are verified, with and without keys.

use incog::verify::{Verdict, VerifyOptions};
use incog::{IncogError, Job, verify_report_with, write_new_key};
use incog_io::{ReadOptions, read_table};
use std::fs;
use std::path::Path;

const PEOPLE: &str = "who,age,seen,ill,cost,sex\n\
    Anna,21,2024-01-05,flu,1011,f\nanna ,21,2024-02-05,flu,1042,f\nBob,24,2024-01-09,gout,2500,m\n\
    Cleo,24,2024-03-01,cold,1000,f\nDan,33,2024-03-02,flu,705,m\nEve,38,2024-03-02,gout,NA,f\n\
    Finn,38,2024-04-30,flu,900,m\nGus,33,2024-04-30,cold,910,m\n";

const JOB: &str = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
    hierarchy = { intervals = [10, 40] }\n[columns.ill]\nrole = \"sensitive\"\n[columns.who]\nrole = \"person\"\n\
    publish = { pseudonym = \"key.txt\", purpose = \"test\" }\n[columns.seen]\npublish = { shift_days = \"key.txt\" }\n\
    [columns.cost]\npublish = { noise = 50 }\n[columns.sex]\npublish = { pram = 0.5, values = [\"f\", \"m\"] }\n\
    [privacy]\nk-anonymity = 2\n[release]\nsecret = \"secret.txt\"\n";

fn folder(job: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), PEOPLE).unwrap();
    fs::write(folder.path().join("job.toml"), job).unwrap();
    for key in ["key.txt", "secret.txt"] {
        write_new_key(folder.path().join(key)).unwrap();
    }
    folder
}

fn run(folder: &Path) -> Result<String, IncogError> {
    Job::from_toml_file(folder.join("job.toml"))?.with_internal_report(true).replacing_output(true).run()?;
    Ok(fs::read_to_string(folder.join("out.csv")).unwrap())
}

fn refused(job: &str) -> String {
    let folder = folder(job);
    run(folder.path()).unwrap_err().to_string()
}

/// Claims that hold, are refuted, and are not shown.
fn claims(folder: &Path, report: &str, options: &VerifyOptions) -> [Vec<String>; 3] {
    let verification = verify_report_with(folder.join(report), options).unwrap();
    [Verdict::Proved, Verdict::Refuted, Verdict::NotShown]
        .map(|verdict| verification.with(verdict).map(|check| check.claim.clone()).collect())
}

fn cells(release: &str, column: usize) -> Vec<&str> {
    release.lines().skip(1).filter_map(|line| line.split(',').nth(column)).collect()
}

#[test]
fn a_release_with_pseudonyms_is_proved_with_the_keys_and_told_what_is_open_without() {
    let folder = folder(JOB);
    let folder = folder.path();
    let release = run(folder).unwrap();
    let names: std::collections::BTreeSet<&str> = cells(&release, 0).into_iter().collect();
    assert_eq!((names.len(), cells(&release, 0).len()), (7, 8), "Anna is one person");
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let [proved, refuted, not_shown] = claims(folder, report, &VerifyOptions::default());
        assert_eq!(refuted, Vec::<String>::new());
        assert!(proved.contains(&"who is released as pseudonym".to_owned()), "{proved:?}");
        assert!(proved.contains(&"cost is released as noise".to_owned()), "{proved:?}");
        assert!(!not_shown.iter().any(|claim| claim.contains("released")), "{not_shown:?}");
    }
    for key in ["key.txt", "secret.txt"] {
        fs::rename(folder.join(key), folder.join(format!("away-{key}"))).unwrap();
    }
    let [proved, refuted, not_shown] = claims(folder, "out.csv.report.json", &VerifyOptions::default());
    assert_eq!(refuted, Vec::<String>::new());
    assert!(proved.contains(&"who has one pseudonym for each person".to_owned()), "{proved:?}");
    assert!(proved.contains(&"columns[0].linked.people".to_owned()), "{proved:?}");
    for open in
        ["who is released as pseudonym", "cost is released as noise", "sex is released as post-randomization"]
    {
        assert!(not_shown.contains(&open.to_owned()), "{not_shown:?}");
    }
    let (secret, key) = (Some(folder.join("away-secret.txt")), Some(folder.join("away-key.txt")));
    let options = VerifyOptions { secret, key, ..VerifyOptions::default() };
    let [proved, refuted, _] = claims(folder, "out.csv.report.json", &options);
    assert_eq!(refuted, Vec::<String>::new());
    assert!(proved.contains(&"who is released as pseudonym".to_owned()), "{proved:?}");
}

#[test]
fn pseudonyms_that_join_two_people_or_part_one_are_refuted_without_the_key() {
    let folder = folder(JOB);
    let folder = folder.path();
    let release = run(folder).unwrap();
    fs::remove_file(folder.join("key.txt")).unwrap();
    let rows: Vec<&str> = release.lines().collect();
    let forged = |row: usize, name: &str| {
        let mut rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        let (_, rest) = rows[row].split_once(',').unwrap();
        rows[row] = format!("{name},{rest}");
        fs::write(folder.join("out.csv"), rows.join("\n") + "\n").unwrap();
        claims(folder, "out.csv.report.json", &VerifyOptions::default())[1].clone()
    };
    let plain = forged(1, "Anna");
    assert!(plain.contains(&"who has the form of pseudonyms".to_owned()), "{plain:?}");
    // Of all rows some is certain: giving it the pseudonym of another person is seen.
    let other = (2..rows.len()).map(|row| forged(row, rows[1].split(',').next().unwrap()));
    assert!(
        other
            .into_iter()
            .any(|refuted| refuted.contains(&"who has one pseudonym for each person".to_owned()))
    );
}

#[test]
fn no_public_file_has_the_path_of_a_key_or_the_listed_values() {
    let folder = folder(JOB);
    run(folder.path()).unwrap();
    for file in ["out.csv.report.json", "out.csv.report.html", "out.csv"] {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        for hidden in ["key.txt", "secret.txt", "Anna", "anna"] {
            assert!(!text.contains(hidden), "{hidden} in {file}");
        }
    }
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("out.csv.report.json")).unwrap()).unwrap();
    assert_eq!(report["job"]["columns"]["sex"]["publish"]["values"], true);
    assert_eq!(report["job"]["columns"]["who"]["publish"]["pseudonym"], true);
}

/// What is made of a record follows from no other.
#[test]
fn another_record_does_not_change_what_a_record_becomes() {
    let folder = folder(JOB);
    let release = run(folder.path()).unwrap();
    let changed = PEOPLE.replace("Gus,33,2024-04-30,cold,910,m", "Hal,33,2020-01-01,cold,1,f");
    fs::write(folder.path().join("people.csv"), changed).unwrap();
    let other = run(folder.path()).unwrap();
    let rows = |release: &str| release.lines().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(rows(&release).intersection(&rows(&other)).count(), 8, "the header and seven records");
}

#[test]
fn models_count_what_is_published() {
    let of = |publish: &str| {
        format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.who]\nrole = \"identifier\"\n[columns.age]\n\
             role = \"quasi-identifier\"\nhierarchy = {{ intervals = [10] }}\nmin_level = 1\nmax_level = 1\n[columns.cost]\n\
             role = \"sensitive\"\nmissing = \"none\"\n{publish}\n[privacy]\nunit = \"record\"\nk-anonymity = 2\nl-diversity = 2\n\
             [suppression]\nlimit = 0\n"
        )
    };
    let published = folder(&of(""));
    assert!(run(published.path()).is_ok());
    // 1011, 1042 and 1000 read the same as thousands, but 2500 becomes 3000; 705, 900 and 910 become 1000.
    let rounded = refused(&of("publish = { round = 1000 }"));
    assert!(rounded.contains("at least 4 of the 8 records must be suppressed"), "{rounded}");
}

#[test]
fn ages_at_an_event_are_generalized() {
    let job = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.seen]\nrole = \"quasi-identifier\"\n\
        publish = { age_at = \"then\" }\nhierarchy = { intervals = [2, 4] }\n[columns.then]\nrole = \"identifier\"\n[privacy]\nk-anonymity = 2\n[suppression]\nlimit = 0\n";
    let folder = folder(job);
    let rows = "seen,then\n1990-05-01,2020-04-30\n1990-05-01,2020-05-01\n1989-01-01,2020-01-01\n1989-06-01,2020-01-01\n";
    fs::write(folder.path().join("people.csv"), rows).unwrap();
    // 29, 30, 31 and 30 years.
    assert_eq!(run(folder.path()).unwrap(), "seen\n28-31\n28-31\n28-31\n28-31\n");
    assert!(claims(folder.path(), "out.csv.report.json", &VerifyOptions::default())[1].is_empty());
}

/// A table in memory is published on the same terms as in a file.
#[test]
fn a_table_in_memory_becomes_the_same_as_a_file() {
    let folder = folder(JOB);
    let release = run(folder.path()).unwrap();
    let job = Job::from_toml_file(folder.path().join("job.toml")).unwrap();
    let table = read_table(folder.path().join("people.csv"), &ReadOptions::default()).unwrap().table;
    let made = job.terms().publish(&table, &job.terms().plan(&table).unwrap()).unwrap().table;
    let row =
        |row: usize| made.columns().iter().map(|column| column.value(row)).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..made.rows()).map(row).collect();
    assert_eq!(rows, release.lines().skip(1).collect::<Vec<_>>());
}

/// A day is a day in Parquet, and a pseudonym text; a column of a text file that keeps its type is written as any other of one.
#[test]
fn types_follow_what_is_published() {
    let job =
        JOB.replace("out.csv", "out.parquet").replace("shift_days = \"key.txt\"", "first_of = \"month\"");
    let folder = folder(&job);
    let job = Job::from_toml_file(folder.path().join("job.toml")).unwrap();
    job.with_internal_report(true).run().unwrap();
    let made = read_table(folder.path().join("out.parquet"), &ReadOptions::default()).unwrap();
    let schema = made.format.schema.unwrap();
    let type_of = |name: &str| schema.field_with_name(name).unwrap().data_type().to_string();
    assert_eq!([type_of("who"), type_of("seen"), type_of("cost")], ["Utf8", "Date32", "Utf8"]);
    for report in ["out.parquet.report.json", "out.parquet.internal.json"] {
        assert!(claims(folder.path(), report, &VerifyOptions::default())[1].is_empty(), "{report}");
    }
}

#[test]
fn a_treatment_that_makes_no_sense_is_refused_in_words() {
    let with = |column: &str, publish: &str| {
        JOB.replace(&format!("[columns.{column}]\n"), &format!("[columns.{column}]\n{publish}\n"))
    };
    let instead = |old: &str, new: &str| {
        assert!(JOB.contains(old), "{old}");
        refused(&JOB.replace(old, new))
    };
    for (found, words) in [
        (refused(&with("age", "publish = { round = 10 }")), "give it a hierarchy"),
        (
            refused(&with("ill", "publish = { pram = 0.5, values = [\"flu\", \"cold\"] }")),
            "noise for different values",
        ),
        (refused(&with("ill", "publish = { pseudonym = \"key.txt\", purpose = \"x\" }")), "\"person\""),
        (instead("role = \"person\"", "role = \"identifier\""), "give the column the role \"person\""),
        (instead("noise = 50", "noise = -1"), "out of range"),
        (instead("noise = 50", "niose = 50"), "noise"),
        (instead("noise = 50", "noise = 50, kindd = \"additive\""), "kind"),
        (instead(", purpose = \"test\"", ""), "purpose"),
        (
            instead("pseudonym = \"key.txt\"", "pseudonym = true"),
            "the key of columns.who.publish is withheld",
        ),
        (instead("[release]\nsecret = \"secret.txt\"\n", ""), "name a secret"),
        (instead("pseudonym = \"key.txt\"", "pseudonym = \"none.txt\""), "columns.who.publish.pseudonym"),
        (instead("{ noise = 50 }", "{ top = 1, bottom = 2 }"), "contradict"),
        (
            instead(
                "[columns.seen]\npublish = { shift_days = \"key.txt\" }",
                "[columns.ill2]\npublish = { round = 1 }",
            ),
            "no column \"ill2\"",
        ),
    ] {
        assert!(found.contains(words), "{words:?} in {found}");
    }
}

#[test]
#[cfg(unix)]
fn keys_that_others_may_read_or_that_are_too_short_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(JOB);
    let key = folder.path().join("key.txt");
    assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(write_new_key(&key).unwrap_err().to_string().contains("never overwritten"));
    fs::set_permissions(&key, fs::Permissions::from_mode(0o640)).unwrap();
    let refused = run(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("others than its owner may read it"), "{refused}");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(&key, "short").unwrap();
    let refused = run(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("16 to 4,096 bytes") && !refused.contains("short\n"), "{refused}");
}

#[test]
fn pseudonyms_that_join_rows_are_a_danger_until_somebody_answers() {
    // Anna is a year older at her second visit.
    let folder = folder(JOB);
    fs::write(folder.path().join("people.csv"), PEOPLE.replace("anna ,21", "anna ,38")).unwrap();
    let refused = run(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("who: linked rows"), "{refused}");
    fs::write(
        folder.path().join("job.toml"),
        format!("{JOB}[suppression]\nlimit = 0\n[waivers]\n\"who: linked rows\" = \"tests\"\n"),
    )
    .unwrap();
    run(folder.path()).unwrap();
    let report = fs::read(folder.path().join("out.csv.report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    let linked = &report["columns"][0]["linked"];
    assert_eq!(
        (&linked["people"], &linked["most_rows"], &linked["alone"]),
        (&7.into(), &2.into(), &1.into())
    );
    assert!(claims(folder.path(), "out.csv.report.json", &VerifyOptions::default())[1].is_empty());
}

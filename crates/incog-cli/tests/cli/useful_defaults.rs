//! What an analyst gets who decides nothing: ages, one of several columns that say one thing, rare
//! words joined, few records suppressed, and an outcome that begins with what is left.

use crate::stage::Stage;

/// A number that has nothing to do with those of other salts.
fn mixed(n: usize, salt: u64) -> usize {
    let mixed = (n as u64 + 10_000 * salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) as usize >> 33
}

/// 2,000 stays in hospital: discharge is admission and days, town follows from postal code.
fn stays() -> String {
    let row = |n: usize| {
        let draw = |salt: u64, below: usize| mixed(n, salt) % below;
        let (day, month, days) = (1 + draw(1, 15), 1 + draw(2, 12), draw(3, 13));
        let born = format!("{:02}.{:02}.{}", 1 + draw(4, 28), 1 + draw(5, 12), 1930 + draw(6, 80));
        let admitted = format!("{day:02}.{month:02}.2023");
        let discharged = format!("{:02}.{month:02}.2023", day + days);
        let zip = 48143 + draw(7, 9);
        let town = ["Münster", "Hamm", "Dortmund"][(zip - 48143) / 3];
        let work = match draw(8, 100) {
            0..=45 => "Lehrer",
            46..=79 => "Koch",
            80..=95 => "Fahrer",
            rare => ["Imker", "Notar", "Taucher", "Schmied"][rare % 4],
        };
        let diagnosis = ["I50.1", "E11.9", "J44.0", "K35.8"][draw(9, 4)];
        let weight = format!("{}.{}", 50 + draw(10, 60), draw(11, 10));
        let children = draw(12, 5);
        format!("{born};{zip};{town};{admitted};{discharged};{days};{work};{children};{weight};{diagnosis}\n")
    };
    let header = "Geburtsdatum;PLZ;Ort;Aufnahme;Entlassung;Verweildauer;Beruf;Kinder;Gewicht;Diagnose\n";
    header.to_owned() + &(0..2000).map(row).collect::<String>()
}

/// What a job says of a column.
fn part<'j>(job: &'j str, column: &str) -> &'j str {
    let begin = job.find(&format!("[columns.\"{column}\"]")).unwrap();
    let rest = &job[begin + 1..];
    &rest[..rest.find("\n\n").unwrap_or(rest.len())]
}

fn proposed(stage: &Stage) -> String {
    stage.write("stays.csv", stays().as_bytes());
    let ran = stage.run(&["init", "stays.csv", "-o", "new.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    stage.read("new.toml")
}

#[test]
fn a_date_of_birth_becomes_the_age_at_the_event() {
    let job = proposed(&Stage::new());
    let born = part(&job, "Geburtsdatum");
    assert!(
        born.contains("publish = { age_at = \"Aufnahme\", format = \"%d.%m.%Y\", impossible = \"missing\" }"),
        "{born}"
    );
    assert!(
        born.contains("\nhierarchy = { intervals = [5.0, 10.0, 20.0, 40.0], origin = 0.0, top = 90.0 }"),
        "{born}"
    );
}

/// One wrong date takes nobody else's age away: that record is published without one.
#[test]
fn a_birth_after_the_event_leaves_the_others_their_ages() {
    let stage = Stage::new();
    let table = stays();
    let (first, second) = (table.lines().nth(1).unwrap(), table.lines().nth(2).unwrap());
    let wrong = second.replacen(&second[..10], "24.12.2024", 1);
    stage.write("stays.csv", table.replace(second, &wrong).as_bytes());
    let ran = stage.run(&["init", "stays.csv", "-o", "new.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("1 record has \"Aufnahme\" before the birth"), "{}", ran.err);
    assert!(!ran.err.contains(&first[..10]) && !ran.err.contains("24.12.2024"), "{}", ran.err);
    let job = stage.read("new.toml");
    assert!(part(&job, "Geburtsdatum").contains("impossible = \"missing\" }"), "{job}");
    let ran = stage.run(&["anonymize", "new.toml", "-o", "out.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn of_columns_that_say_one_thing_one_stays() {
    let job = proposed(&Stage::new());
    for (column, reason) in [
        ("Ort", "left out, because it follows from \"PLZ\""),
        ("Entlassung", "left out, because it follows from \"Aufnahme\" and \"Verweildauer\""),
    ] {
        let said = part(&job, column);
        assert!(said.contains("role = \"identifier\"") && said.contains(reason), "{said}");
    }
    for column in ["PLZ", "Aufnahme", "Verweildauer", "Beruf", "Kinder"] {
        assert!(part(&job, column).contains("role = \"quasi-identifier\""), "{job}");
    }
}

#[test]
fn counts_stay_numbers_and_rare_words_are_joined() {
    let job = proposed(&Stage::new());
    let children = part(&job, "Kinder");
    assert!(
        children.contains("\nhierarchy = { intervals = [1.0, 2.0], origin = 0.0, top = 3.0 }"),
        "{children}"
    );
    let work = part(&job, "Beruf");
    for expected in ["\"Imker\" = \"other\"", "\"other\" = \"*\"", "\"Koch\" = \"*\""] {
        assert!(work.contains(expected), "{work}");
    }
    assert!(!work.contains('|'), "{work}");
}

#[test]
fn measures_of_the_body_are_no_quasi_identifiers() {
    let job = proposed(&Stage::new());
    assert!(part(&job, "Gewicht").contains("role = \"sensitive\""), "{job}");
}

#[test]
fn what_is_proposed_keeps_every_column_and_most_records() {
    let stage = Stage::new();
    proposed(&stage);
    let ran = stage.run(&["anonymize", "new.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let begin = ran.err.find("stays.release.csv: left: ").unwrap();
    let lines: Vec<&str> = ran.err[begin..].lines().take(3).collect();
    assert!(lines[0].contains(" of 2,000 records (") && lines[0].contains(", 8 of 10 columns"), "{lines:?}");
    assert!(!lines[0].contains("no detail at all"), "{lines:?}");
    assert!(
        lines[1].contains("detail: ") && lines[2].contains("protected: everyone, as one of at least 5"),
        "{lines:?}"
    );
    let ran = stage.run(&["verify", "stays.release.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

/// Without a limit in the job at most a twentieth of the records is suppressed, and more than a
/// fiftieth is said first.
#[test]
fn suppression_is_limited_and_said_first() {
    let stage = Stage::new();
    let row = |n: usize| match n {
        0..=95 => format!("a,{}\n", n % 3),
        _ => format!("b{n},{}\n", n % 3),
    };
    let table = "town,illness\n".to_owned() + &(0..100).map(row).collect::<String>();
    stage.write("people.csv", table.as_bytes());
    let job = "input = \"people.csv\"\noutput = \"out.csv\"\nprivacy.k-anonymity = 5\n\
               columns.town = { role = \"quasi-identifier\", hierarchy = { flat = true } }\n\
               columns.illness.role = \"sensitive\"\n";
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let line = "out.csv: left: 96 of 100 records (4.0 % suppressed, more than 2 %; a lower suppression limit keeps more records";
    assert!(ran.err.contains(line), "{}", ran.err);
    let page = stage.read("out.csv.report.html");
    assert!(page.contains("outcome waived\">left: 96 of 100 records (4.0 % suppressed"), "{page}");
    // Six strangers are more than a twentieth: they stay, and all towns become `*`.
    stage.write("people.csv", (table + "c,1\nd,2\n").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("out.csv: left: 102 of 102 records (0.0 % suppressed)"), "{}", ran.err);
    assert!(ran.err.contains("no detail at all in town"), "{}", ran.err);
    let page = stage.read("out.csv.report.html");
    assert!(page.contains("class=\"loss detail dead\""), "the bar of a column without detail is red");
}

/// One level a column by a flag: sex stays where the loss alone would give it up, and the bound of
/// the levels that are left is proved.
#[test]
fn uniform_levels_keep_columns_and_prove_it() {
    let stage = Stage::new();
    let row = |n: usize| {
        let place = ["z101", "z110", "z201", "z202"][n * 5 % 4];
        format!("a{},{place},{}\n", 20 + n * 13 % 12, if n.is_multiple_of(5) { "w" } else { "m" })
    };
    stage.write("codes.csv", ("age,zip,sex\n".to_owned() + &(0..84).map(row).collect::<String>()).as_bytes());
    let masked = "{ role = \"quasi-identifier\", hierarchy = { mask = \"right\" } }";
    let job = format!(
        "input = \"codes.csv\"\noutput = \"out.csv\"\nprivacy.k-anonymity = 5\nrecoding.kind = \"local\"\n\
         columns.age = {masked}\ncolumns.zip = {masked}\n\
         columns.sex = {{ role = \"quasi-identifier\", hierarchy = {{ flat = true }} }}\n"
    );
    stage.write("job.toml", job.as_bytes());
    let local = stage.run(&["anonymize", "job.toml"]);
    assert!(
        local.code == 0 && local.err.contains("with one level per column (--uniform) gen-loss would be"),
        "{}",
        local.err
    );
    let uniform =
        ["anonymize", "job.toml", "--uniform", "--force", "--replace-better", "--proof", "proof.json"];
    let ran = stage.run(&uniform);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("levels: age 1, sex 0, zip 2\n"), "{}", ran.err);
    let price = "would be 0.3333 instead of 0.3741, and sex would lose all detail";
    assert!(ran.err.contains(price), "{}", ran.err);
    assert!(ran.err.contains("among the releases that utility.keep_columns leaves"), "{}", ran.err);
    let ran = stage.run(&["verify", "out.csv.report.json", "--proof", "proof.json"]);
    assert!(ran.code == 0 && ran.out.contains("proved     the bound is proved"), "{}{}", ran.out, ran.err);
}

/// A release that loses no column has no price of keeping them.
#[test]
fn columns_that_are_kept_anyway_have_no_price() {
    let stage = Stage::new();
    fn row(n: usize) -> String {
        let place = ["10115", "10117", "20095", "80331"][n * 7 % 11 % 4];
        format!("{},{place},{}\n", 20 + n * n * 37 % 71, if n.is_multiple_of(3) { "m" } else { "w" })
    }
    stage.write("n.csv", ("age,zip,sex\n".to_owned() + &(0..900).map(row).collect::<String>()).as_bytes());
    let job = "input = \"n.csv\"\noutput = \"out.csv\"\nprivacy.k-anonymity = 5\nrecoding.kind = \"local\"\n\
               utility.keep_columns = \"best-effort\"\n\
               columns.age = { role = \"quasi-identifier\", hierarchy = { intervals = [5, 10, 20] } }\n\
               columns.zip = { role = \"quasi-identifier\", hierarchy = { mask = \"right\" } }\n\
               columns.sex = { role = \"quasi-identifier\", hierarchy = { flat = true } }\n";
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 0 && !ran.err.contains("would lose all detail"), "{}", ran.err);
}

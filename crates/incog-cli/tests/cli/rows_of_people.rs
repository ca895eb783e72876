//! What all rows of a person tell together, by values that her rows share.

use crate::single_rows::{linked, visits};
use crate::singling::refuted_without_findings;
use crate::stage::Stage;
use crate::stays::{published, refused};

#[test]
fn a_value_that_never_changes_is_asked_about_where_a_model_protects_it() {
    // All visits of a person say the same, and few values are in all of her classes.
    let stage = visits(|person| format!("{} days", person * 13 % 20), "");
    let (report, _) = published(&stage);
    assert!(report["singled_out"].is_null());
    let diverse = stage.read("stays.toml").replace("k-anonymity = 5", "k-anonymity = 5\nl-diversity = 10");
    stage.write("stays.toml", diverse.as_bytes());
    refused(&stage, "balance: linked rows", "is left with fewer than 5 people, or fewer than 10 values");
    let waived = format!("{diverse}[waivers]\n\"balance: linked rows\" = \"nobody knows all visits\"\n");
    stage.write("stays.toml", waived.as_bytes());
    let (report, _) = published(&stage);
    assert_eq!((linked(&report)["values"].as_u64(), linked(&report)["of"].as_u64()), (Some(10), Some(300)));
    if let Some(refuted) = refuted_without_findings(&stage) {
        assert!(refuted.iter().any(|line| line.contains("balance (linked-rows)")), "{refuted:?}");
    }
}

/// Eight visits of 300 people with a disease.
fn diseases(disease: fn(usize, usize) -> usize) -> Stage {
    let stage = visits(|_| String::new(), "");
    let rows = (0..2_400).map(|row| {
        let (person, visit) = (row / 8, row % 8);
        let age = 20 + (person * 7 + visit * (3 + person % 9)) % 40;
        let region = ["N", "E", "S", "W"][(person + visit * (1 + person / 7)) % 4];
        format!("P{person},{age},{region},disease {}\n", disease(person, row))
    });
    let rows: String = rows.collect();
    stage.write("stays.csv", format!("who,age,region,balance\n{rows}").as_bytes());
    stage
}

#[test]
fn a_value_that_most_rows_of_a_person_have_finds_people_too() {
    // One visit in six has another disease.
    let lasting = diseases(|person, row| match (row * 7 + person) % 6 {
        0 => row * 13 % 40,
        _ => person * 7 % 40,
    });
    refused(&lasting, "balance: linked rows", "is left with fewer than 5 people");
    let changing = diseases(|_, row| row * 13 % 40);
    assert!(published(&changing).0["singled_out"].is_null());
}

#[test]
fn people_are_counted_again_where_some_are_suppressed() {
    let stage = visits(|person| (person % 3).to_string(), "");
    let rows = stage.read("stays.csv") + "P998,99,N,1\nP999,98,S,2\n";
    stage.write("stays.csv", rows.as_bytes());
    let job = stage.read("stays.toml") + "[recoding]\nkind = \"local\"\ncells = \"strict\"\n";
    stage.write("stays.toml", job.as_bytes());
    let (report, _) = published(&stage);
    assert!(report["solution"]["rows_suppressed"].as_u64() > Some(0), "{}", report["solution"]);
    let verified = stage.run(&["verify", "out.csv.report.json", "--verbose"]);
    for claim in ["proved     k-anonymity holds", "proved     no open danger"] {
        assert!(verified.out.contains(claim), "{}", verified.out);
    }
}

/// Three payments of 300 people with the balance before and after each.
fn payments(begin: fn(usize, usize) -> usize) -> Stage {
    fn balance(person: usize, visit: usize) -> usize {
        (person * 13 + visit * (1 + person % 5)) % 60 * 100
    }
    let stage = visits(|_| String::new(), "[columns.after]\nrole = \"sensitive\"\n");
    let rows = (0..900).map(|row| {
        let (person, visit) = (row / 3, row % 3);
        let age = 20 + (person * 7 + visit * (3 + person % 9)) % 40;
        let begin = begin(balance(person, visit), row);
        format!("P{person},{age},N,{begin},{}\n", balance(person, visit + 1))
    });
    let rows: String = rows.collect();
    stage.write("stays.csv", format!("who,age,region,balance,after\n{rows}").as_bytes());
    stage
}

#[test]
fn rows_that_continue_each_other_are_joined() {
    // The balance before a payment is that after the last one.
    refused(
        &payments(|balance, _| balance),
        "balance + after: linked rows",
        "one row of a person continues another",
    );
    published(&payments(|_, row| row * 7 % 60 * 100));
}

const PAY: &str = r#"input = "stays.csv"
output = "out.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 20] }
[columns.occupation]
role = "quasi-identifier"
min_level = 1
[columns.pay]
role = "sensitive"
[privacy]
k-anonymity = 5
"#;

/// Three hundred people with an occupation, and a pay.
fn payroll(pay: fn(usize) -> usize) -> Stage {
    let stage = Stage::new();
    let occupations = ["nurse", "baker", "smith", "judge", "clerk", "cook", "miner", "tailor"];
    let rows =
        (0..300).map(|row| format!("{},{},{}\n", 20 + row * 7 % 50, occupations[row * 11 / 3 % 8], pay(row)));
    let rows: String = rows.collect();
    stage.write("stays.csv", format!("age,occupation,pay\n{rows}").as_bytes());
    stage.write("stays.toml", PAY.as_bytes());
    stage
}

#[test]
fn outliers_are_told_where_suppressed_records_are_stars() {
    let stage = payroll(|row| if row == 7 { 900_000 } else { 2_000 + row * 5 % 9 });
    let rows = stage.read("stays.csv") + "99,nurse,2001\n";
    stage.write("stays.csv", rows.as_bytes());
    stage.write("stays.toml", format!("{PAY}[suppression]\nas = \"star\"\n").as_bytes());
    let (report, told) = published(&stage);
    assert!(report["solution"]["rows_suppressed"].as_u64() > Some(0), "{}", report["solution"]);
    assert!(told.contains("column \"pay\": 1 of") && told.contains("far beyond"), "{told}");
}

#[test]
fn a_sensitive_value_that_says_what_a_label_hides_is_asked_about() {
    let scale = payroll(|row| 2_000 + 137 * (row * 11 / 3 % 8));
    refused(&scale, "pay: gives back occupation", "says what stands behind the labels of occupation");
    // A pay that has nothing to do with the occupation says nothing of it.
    published(&payroll(|row| 2_000 + 137 * (row * 5 % 9)));
}

/// Four visits of 150 people, with the weeks that `weeks` makes of the day of a visit, that of the
/// visit before, and the row.
fn visits_since(weeks: fn(usize, usize, usize) -> usize) -> Stage {
    fn day(person: usize, visit: usize) -> usize {
        (0..=visit).map(|past| 30 + (person * (7 + past * 13) + past * 31) % 151).sum()
    }
    let stage = visits(|_| String::new(), "");
    let rows = (0..600).map(|row| {
        let (person, visit) = (row / 4, row % 4);
        let since = if visit == 0 { 0 } else { weeks(day(person, visit), day(person, visit - 1), row) };
        format!("P{person},{},N,{since}\n", day(person, visit))
    });
    let rows: String = rows.collect();
    stage.write("stays.csv", format!("who,age,region,balance\n{rows}").as_bytes());
    stage
}

#[test]
fn a_column_that_follows_from_other_rows_of_a_person_is_asked_about() {
    refused(
        &visits_since(|day, before, _| (day - before) / 7),
        "balance: linked rows",
        "follows from the other rows",
    );
    // What has nothing to do with the days says nothing about the other rows.
    published(&visits_since(|_, _, row| row * 11 % 23));
}

#[test]
fn values_that_a_household_shares_are_named() {
    let stage = payroll(|row| 2_000 + 137 * (row * 7 % 40));
    for path in ["stays.csv", "stays.toml"] {
        let renamed = stage.read(path).replace("occupation,pay", "occupation,family_income");
        stage.write(path, renamed.replace("columns.pay", "columns.family_income").as_bytes());
    }
    let (_, told) = published(&stage);
    assert!(told.contains("\"family_income\": people of one household share such values"), "{told}");
    let (_, told) = published(&payroll(|row| 2_000 + 137 * (row * 7 % 40)));
    assert!(!told.contains("household"), "{told}");
}

#[test]
fn the_order_of_rows_tells_nothing_of_columns_that_are_left_out() {
    let stage = visits(|person| (person % 3).to_string(), "[release]\norder = \"input\"\n");
    refused(&stage, "order of the rows: linked rows", "stand behind another one of their person");
    let unsorted: Vec<String> = stage.read("stays.csv").lines().skip(1).map(str::to_owned).collect();
    let numbered = (0..900).map(|row| format!("{:05},{}\n", row * 7, unsorted[row * 7 % 900]));
    let numbered = format!("number,who,age,region,balance\n{}", numbered.collect::<String>());
    stage.write("stays.csv", numbered.as_bytes());
    let job = stage
        .read("stays.toml")
        .replace("[columns.age]", "[columns.number]\nrole = \"identifier\"\n[columns.age]");
    stage.write("stays.toml", job.as_bytes());
    refused(&stage, "order of the rows: gives back number", "the position of a row reveals number");
    stage.write("stays.toml", job.replace("order = \"input\"", "order = \"sorted\"").as_bytes());
    published(&stage);
}

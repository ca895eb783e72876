//! Tables as hospitals and offices export them: encodings, decimal commas, titles and sums.

use crate::stage::Stage;
use std::fmt::Write;

/// A hospital's export in German: two lines of title, a sum and a note below, decimal commas.
fn hospital(rows: u32) -> String {
    const NAMES: [&str; 6] = ["Müller", "Schäfer", "Groß", "Weiß", "Jürgens", "König"];
    const ILLNESSES: [&str; 5] =
        ["Grippe", "Hüftfraktur", "Herzschwäche", "Gallensteine", "Lungenentzündung"];
    let mut text =
        "Entlassungen 2024 – Klinikum Köln;;;;;;;;\r\nStand: 03.01.2025;;;;;;;;\r\n\r\n".to_owned();
    text.push_str("Fallnummer;Nachname;Geburtsdatum;Geschlecht;PLZ;Station;Gewicht;Kosten;Diagnose\r\n");
    let mut state = 1u64;
    let mut next = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    for row in 0..rows {
        let cost = 800 + next(12_000);
        let cost = if cost < 1000 { cost.to_string() } else { format!("{}.{:03}", cost / 1000, cost % 1000) };
        let _ = write!(
            text,
            "F{:06};{};{:02}.{:02}.{};{};{:05};{};{},{};{cost},{:02};{}\r\n",
            row * 7 + 100_000,
            NAMES[next(6) as usize],
            1 + next(28),
            1 + next(12),
            1930 + next(80),
            ["männlich", "weiblich"][next(2) as usize],
            [50667, 50668, 50670, 50823, 51063][next(5) as usize],
            ["Chirurgie", "Innere", "Kinderheilkunde"][next(3) as usize],
            45 + next(60),
            next(10),
            next(100),
            ILLNESSES[next(5) as usize],
        );
    }
    let _ = write!(text, "Summe;;;;;;;9.999.999,00;\r\n\r\nQuelle: KIS, geprüft\r\n");
    text
}

fn windows_1252(text: &str) -> Vec<u8> {
    text.chars().map(|sign| if sign == '–' { 0x96 } else { u8::try_from(sign).unwrap() }).collect()
}

#[test]
fn a_german_hospital_publishes_with_two_commands() {
    let stage = Stage::new();
    stage.write("entlassungen.csv", &windows_1252(&hospital(5000)));
    let said = stage.run(&["init", "entlassungen.csv", "-o", "job2.toml"]);
    assert_eq!(said.code, 0, "{}", said.err);
    for part in [
        "encoding windows-1252",
        "skipped 3 lines above",
        "2 lines below",
        "decimal comma in Gewicht, Kosten",
    ] {
        assert!(said.err.contains(part), "{part} in {}", said.err);
    }
    let said = stage.run(&["anonymize", "job2.toml"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let release = stage.read("entlassungen.release.csv");
    assert!(release.contains("Hüftfraktur") && !release.contains("Quelle") && !release.contains("Summe"));
    let said = stage.run(&["verify", "entlassungen.release.csv.report.json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let report = stage.read("entlassungen.release.csv.report.json");
    assert!(report.contains("\"encoding\": \"windows-1252\""), "{report}");
}

#[test]
fn flags_need_no_job_for_it() {
    let stage = Stage::new();
    stage.write("a.csv", &windows_1252(&hospital(400)));
    let flags = [
        "-q",
        "Geschlecht,Station",
        "-s",
        "Diagnose",
        "-i",
        "Fallnummer,Nachname,Geburtsdatum,PLZ,Gewicht,Kosten",
    ];
    let said = stage.run(&[&["anonymize", "a.csv", "-k", "5", "-o", "b.csv"], flags.as_slice()].concat());
    assert!(said.code == 0 && said.err.contains("encoding windows-1252"), "{}", said.err);
    assert!(stage.read("b.csv").contains("Herzschwäche"));
    let said = stage.run(&["audit", "a.csv", "-q", "Geschlecht,Station"]);
    assert!(said.err.contains("skipped 3 lines above the header"), "{}", said.err);
}

#[test]
fn a_wrong_encoding_is_told_once() {
    let stage = Stage::new();
    stage.write("a.csv", hospital(50).as_bytes());
    let said = stage.run(&["init", "a.csv", "--encoding", "latin1", "-o", "-"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("is UTF-8, not windows-1252") && !said.err.contains("Müller"), "{}", said.err);
    let said = stage.run(&["init", "a.csv", "--encoding", "morse"]);
    assert_eq!(said.code, 2);
}

/// The original has the dates and numbers of its country, and the release those of incog: what an
/// attacker finds is the same as in a copy of the original in the form of incog.
#[test]
fn attacks_and_comparisons_read_the_forms_of_the_original() {
    let stage = Stage::new();
    let day = |row: u32| (1 + row * 7 % 28, 1 + row * 5 % 12, 1930 + row * 13 % 70);
    let (mut local, mut plain) = ("born;weight;ill\n".to_owned(), "born;weight;ill\n".to_owned());
    for row in 0..200 {
        let (day, month, year) = day(row);
        let (whole, tenth, ill) = (40 + row * 3 % 60, row % 10, ["flu", "gout", "pox"][row as usize % 3]);
        let _ = writeln!(local, "{day:02}.{month:02}.{year};{whole},{tenth};{ill}");
        let _ = writeln!(plain, "{year}-{month:02}-{day:02};{whole}.{tenth};{ill}");
    }
    stage.write("local.csv", local.as_bytes());
    stage.write("plain.csv", plain.as_bytes());
    let findings = |original: &str| {
        let said =
            ["attack", original, "plain.csv", "-q", "born,weight", "-s", "ill", "--seed", "7", "--json"];
        let ran = stage.run(&said);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        (found["findings"].clone(), found["unread"].clone())
    };
    let (found, expected) = (findings("local.csv"), findings("plain.csv"));
    assert_eq!(found, expected);
    assert!(found.0.to_string().contains("singling-out"), "{}", found.0);
    let likeness = |original: &str| {
        let ran = stage.run(&["compare", original, "plain.csv", "--json"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    assert_eq!(likeness("local.csv"), likeness("plain.csv"));
}

#[test]
fn init_says_whom_it_counts_and_which_zeros_are_lost() {
    let stage = Stage::new();
    let row = |row: u32| format!("{};Anna;{};{}\n", 1000 + row * 3, [1067, 50667][row as usize % 2], row % 7);
    let text = "customer_no;first_name;PLZ;visits\n".to_owned() + &(0..300).map(row).collect::<String>();
    stage.write("a.csv", text.as_bytes());
    let ran = stage.run(&["init", "a.csv", "-o", "-"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("\"PLZ\"") && ran.err.contains("dropped leading zeros"), "{}", ran.err);
    assert!(
        ran.out.contains("unit = \"record\"") && ran.out.contains("# some codes have 4 digits"),
        "{}",
        ran.out
    );
    stage.write("a.csv", text.replace(";1067;", ";01067;").as_bytes());
    assert!(!stage.run(&["init", "a.csv", "-o", "-"]).err.contains("zeros"));
    let twice = |row: u32| {
        format!("{};{};{}\n", 70_000 + row / 2 * 13, 20 + row % 50, ["flu", "pox"][row as usize % 2])
    };
    let text = "id;age;illness\n".to_owned() + &(0..400).map(twice).collect::<String>();
    stage.write("b.csv", text.as_bytes());
    let ran = stage.run(&["init", "b.csv", "-o", "-"]);
    assert!(ran.out.contains("unit = \"id\""), "{}", ran.out);
}

/// A job that somebody wrote by hand does not say how numbers are written.
#[test]
fn messages_say_decimal_comma() {
    let stage = Stage::new();
    let row = |row: u32| format!("{},5;{}\n", 40 + row % 9, ["flu", "pox"][row as usize % 2]);
    stage.write("a.csv", ("weight;ill\n".to_owned() + &(0..40).map(row).collect::<String>()).as_bytes());
    let job = |csv: &str, column: &str| {
        format!(
            "input = 'a.csv'\noutput = 'b.csv'\n{csv}[columns.weight]\nrole = 'quasi-identifier'\n{column}\n\
             [columns.ill]\nrole = 'sensitive'\n[privacy]\nk-anonymity = 2\n"
        )
    };
    for column in ["publish = { round = 5 }", "hierarchy = { intervals = [10] }"] {
        stage.write("j.toml", job("", column).as_bytes());
        let ran = stage.run(&["anonymize", "j.toml", "--force"]);
        assert!(ran.code == 1 && ran.err.contains("decimal comma"), "{}", ran.err);
        assert!(ran.err.contains("csv.decimal = \",\""), "{}", ran.err);
        stage.write("j.toml", job("csv.decimal = ','\n", column).as_bytes());
        let ran = stage.run(&["anonymize", "j.toml", "--force"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
}

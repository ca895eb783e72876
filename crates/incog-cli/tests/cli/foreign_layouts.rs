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

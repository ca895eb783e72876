//! Perturbed columns of which an earlier release, or another column, has another draw.
#![cfg(unix)]

use crate::stage::{Ran, Stage};

/// Numbers that have nothing to do with each other, equal in every run.
fn scattered(row: usize, stream: usize, below: usize) -> usize {
    let mut state = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (stream as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((state ^ (state >> 29)) % below as u64) as usize
}

/// A night's table: 600 people, five of whom share a ward and a town.
struct Night {
    who: fn(usize) -> String,
    pay: fn(usize) -> usize,
    column: &'static str,
    secret: &'static str,
}

const FIRST: Night = Night {
    who: |row| format!("p{row}"),
    pay: |row| 1_000 + scattered(row, 1, 2_000),
    column: "pay",
    secret: "s.key",
};

fn publish(stage: &Stage, night: &Night, output: &str, more: &str) -> Ran {
    let Night { who, pay, column, secret } = night;
    let row = |n: usize| {
        let (ward, town) = (n % 12, n / 12 % 10);
        format!(
            "{},{},w{ward},t{town},{},{}\n",
            who(n),
            20 + scattered(n, 5, 20),
            pay(n),
            ["flu", "gout"][n / 120 % 2]
        )
    };
    let rows: String = (0..600).map(row).collect();
    stage.write("people.csv", format!("who,age,ward,town,{column},ill\n{rows}").as_bytes());
    let job = format!(
        "input = \"people.csv\"\noutput = \"{output}\"\n[columns.who]\nrole = \"person\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
         hierarchy = {{ intervals = [10], origin = 0 }}\nmin_level = 1\nmax_level = 1\n[columns.ward]\nrole = \"insensitive\"\n[columns.town]\n\
         role = \"insensitive\"\n[columns.{column}]\npublish = {{ noise = 500 }}\n[columns.ill]\nrole = \"sensitive\"\n[privacy]\n\
         k-anonymity = 3\n[suppression]\nlimit = 0\n[release]\nsecret = \"{secret}\"\n{more}"
    );
    stage.write("job.toml", job.as_bytes());
    stage.run(&["anonymize", "job.toml", "--force"])
}

fn done(ran: Ran) -> Ran {
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    ran
}

/// The secrets are made up, so no fingerprint tells them from each other.
fn first_night() -> Stage {
    let stage = Stage::new();
    stage.write_secret("s.key", "a secret of this test alone");
    stage.write_secret("other.key", "another secret of this test");
    done(publish(&stage, &FIRST, "q1.csv", ""));
    stage
}

const EARLIER: &str = "[releases]\nearlier = [\"q1.csv.report.json\"]\n";

/// Whatever the reason is, the public files of two nights show another draw around the same pay.
#[test]
fn another_draw_around_the_same_values_is_refused() {
    let stage = first_night();
    let nights = [
        Night { who: |row| format!("x{}", row * 7 % 600), ..FIRST },
        Night { pay: |row| 1_500 + scattered(row, 1, 2_000), ..FIRST },
        Night { column: "salary", ..FIRST },
        Night { secret: "other.key", ..FIRST },
    ];
    for night in nights {
        let refused = publish(&stage, &night, "q2.csv", EARLIER);
        assert_eq!(refused.code, 4, "{}", refused.err);
        let waiver = format!("\"{}: perturbed anew\"", night.column);
        assert!(refused.err.contains(&waiver), "{}", refused.err);
        let waived = format!("{EARLIER}[waivers]\n{waiver} = \"a test\"\n");
        done(publish(&stage, &night, "q2.csv", &waived));
    }
}

#[test]
fn the_same_draw_and_other_people_are_published() {
    let stage = first_night();
    done(publish(&stage, &FIRST, "q2.csv", EARLIER));
    let verified = done(stage.run(&["verify", "--verbose", "q2.csv.report.json", "--secret", "s.key"]));
    assert!(verified.out.contains("proved     no open danger beside"), "{}", verified.out);
    let others = Night { who: |row| format!("y{row}"), pay: |row| 1_000 + scattered(row, 2, 2_000), ..FIRST };
    let ran = done(publish(&stage, &others, "q2.csv", EARLIER));
    assert!(
        ran.err.contains("incog cannot tell whether an earlier release perturbed \"pay\""),
        "{}",
        ran.err
    );
    let verified = done(stage.run(&["verify", "--verbose", "q2.csv.report.json", "--secret", "s.key"]));
    assert!(verified.out.contains("not shown  no open danger beside"), "{}", verified.out);
}

/// Indicators of one illness, and thresholds of one number, each with a draw of its own.
#[test]
fn answers_about_one_fact_with_a_draw_each_are_refused() {
    let stage = Stage::new();
    stage.write_secret("s.key", "a secret of this test alone");
    let publish = |answer: fn(usize, usize) -> bool| {
        let row = |n: usize| {
            let answers = (0..5).map(|place| u8::from(answer(n, place)).to_string());
            format!("p{n},{},{}\n", 20 + n % 40, answers.collect::<Vec<_>>().join(","))
        };
        let rows: String = (0..600).map(row).collect();
        stage.write("people.csv", format!("who,age,a0,a1,a2,a3,a4\n{rows}").as_bytes());
        let columns = (0..5).map(|place| {
            format!("[columns.a{place}]\npublish = {{ pram = 0.7, values = [\"0\", \"1\"] }}\n")
        });
        let job = format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.who]\nrole = \"person\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
             hierarchy = {{ intervals = [20] }}\nmin_level = 1\n{}[privacy]\nk-anonymity = 3\n[release]\nsecret = \"s.key\"\n",
            columns.collect::<String>()
        );
        stage.write("job.toml", job.as_bytes());
        stage.run(&["anonymize", "job.toml", "--force"])
    };
    let illness: fn(usize, usize) -> bool = |row, place| scattered(row, 1, 5) == place;
    let age: fn(usize, usize) -> bool = |row, place| scattered(row, 1, 60) > 10 * (place + 1);
    for answers in [illness, age] {
        let refused = publish(answers);
        assert_eq!(refused.code, 4, "{}", refused.err);
        assert!(refused.err.contains("a0 + a1 + a2 + a3 + a4: perturbed twice"), "{}", refused.err);
    }
    done(publish(|row, place| scattered(row, place, 100) < 30));
}

//! Prints what [`propose`](incog_roles::propose) finds on the tables of ../shared/data and on made
//! ones, as markdown for docs/roles.md.
//!
//! `cargo run -p incog-roles --example score` (with `-- cards`, the cards of the detectors; with
//! `-- missed`, what is not found and why goes to standard error).
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::print_stderr, missing_docs, dead_code)]

#[path = "../tests/roles/cards.rs"]
mod cards;
#[path = "../tests/roles/made.rs"]
mod made;
#[path = "../tests/roles/score.rs"]
mod score;
#[path = "../tests/roles/tables.rs"]
mod tables;
#[path = "../tests/roles/truth.rs"]
mod truth;

use score::{Lists, Score, score as score_of};

fn main() {
    if std::env::args().any(|argument| argument == "cards") {
        print!("{}", cards::cards());
        return;
    }
    let tells_missed = std::env::args().any(|argument| argument == "missed");
    let tell = |file: &str, missed: &[String]| {
        if tells_missed && !missed.is_empty() {
            eprintln!("{file}\n    {}", missed.join("\n    "));
        }
    };
    print!("{HEAD}");
    let mut all = Score::default();
    match tables::folder() {
        Some(folder) => all += of_public_tables(&folder, &tell),
        None => eprintln!("../shared/data is not there"),
    }
    print_line("all public tables", &all);
    let mut made = Score::default();
    for (seed, language) in (1..).zip(made::LANGUAGES) {
        let table = made::table(language, &language.columns, seed);
        let mut missed = Vec::new();
        let score = score_of(&table, made::lists(&made::by_role(&language.columns)), &mut missed);
        print_line(&format!("made: {}", language.name), &score);
        tell(language.name, &missed);
        made += score;
    }
    print_line("all made tables", &made);
}

fn of_public_tables(folder: &std::path::Path, tell: &impl Fn(&str, &[String])) -> Score {
    let mut all = Score::default();
    for truth in truth::TRUTHS {
        let (_, table) = tables::read(&folder.join(truth.file), truth.delimiter, truth.names);
        let lists = Lists {
            identifiers: truth.identifiers,
            quasi_identifiers: truth.quasi_identifiers,
            further: truth.further,
            sensitive: truth.sensitive,
        };
        let mut missed = Vec::new();
        let score = score_of(&table, lists, &mut missed);
        print_line(&format!("`{}`", truth.file), &score);
        tell(truth.file, &missed);
        all += score;
    }
    all
}

/// The head of a table of scores.
const HEAD: &str = "| table | columns | identifiers | right of those proposed | quasi-identifiers | of them undecided | right of those proposed | \
                        sensitive | undecided columns | given away |\n|---|---|---|---|---|---|---|---|---|---|\n";

/// A line of it.
fn print_line(name: &str, score: &Score) {
    let of = |found: usize, all: usize| if all == 0 { "-".to_owned() } else { format!("{found} of {all}") };
    let found = score.quasi_identifiers_found + score.quasi_identifiers_undecided;
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        score.columns,
        of(score.identifiers_found, score.identifiers),
        of(score.identifiers_found, score.identifiers_proposed),
        of(found, score.quasi_identifiers),
        score.quasi_identifiers_undecided,
        of(score.proposed_rightly, score.proposed),
        of(score.sensitive_found, score.sensitive),
        score.undecided,
        score.given_away,
    );
}

//! What the page of a certificate shows.

use super::super::page::{
    PrivacyRow, counts_records, percent_as_told, singled_out, told, utility_rows, verdict,
};
use super::super::risk_text::who_is_protected;
use super::super::{Audience, ColumnFacts, Report, caveats};
use super::attacks::{AttacksFacts, ToldUnread};
use super::commands::commands;
use super::criteria::{Line, Question, attack_line, questions};
use super::expert;
use super::published_form::in_words;
use super::safe_harbor::{KindRow, rows};
use super::statement::Statement;
use incog_data::Table;
use incog_privacy::MODELS;
use incog_report::STYLE;
use incog_report::svg::grouped;
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;
use std::error::Error;

/// The page of a certificate.
pub(super) fn render(
    report: &Report,
    statement: &Statement,
    release: Option<&Table>,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    let mut environment = Environment::new();
    environment.add_template("style.css", STYLE)?;
    environment.add_template("certificate.html", include_str!("certificate.html"))?;
    let attacks = statement.attacks.as_ref().map(|attacks| &attacks.result);
    let context = Content {
        report,
        statement,
        internal: statement.audience == Audience::Internal,
        of_internal: report.audience == Audience::Internal,
        verdict: verdict(report),
        protected: who_is_protected(report),
        satisfied: report.is_satisfied(),
        counts_records: counts_records(report),
        waivers: report.job.waivers.iter().map(|(finding, why)| [finding.as_str(), why.as_str()]).collect(),
        singled_out: singled_out(report),
        rows: told(report.input.rows),
        released: grouped(report.release.rows),
        suppressed: told(report.solution.rows_suppressed),
        draws: report.job.draws_records(),
        suppressed_percent: report.utility.suppressed_share.map(percent_as_told).unwrap_or_default(),
        classes: grouped(report.solution.classes),
        columns: report.columns.iter().map(|column| ColumnRow::new(report, column)).collect(),
        privacy: report.privacy.iter().map(PrivacyRow::new).collect(),
        models: promises(report),
        caveats: caveats(report),
        utility: utility_rows(report),
        questions: questions(report, attacks),
        safe_harbor: rows(report, release),
        expert: expert::figures(report, attacks),
        attacks: statement.attacks.as_ref().map(Attacks::new),
        commands: commands(report, statement),
        statement_json: statement.to_html()?,
    };
    Ok(environment.get_template("certificate.html")?.render(Serde(&context))?)
}

/// What the template reads.
#[derive(Serialize)]
struct Content<'a> {
    report: &'a Report,
    statement: &'a Statement,
    internal: bool,
    of_internal: bool,
    verdict: String,
    protected: Option<String>,
    satisfied: bool,
    counts_records: bool,
    waivers: Vec<[&'a str; 2]>,
    singled_out: Vec<[String; 2]>,
    rows: String,
    released: String,
    suppressed: String,
    draws: bool,
    suppressed_percent: String,
    classes: String,
    columns: Vec<ColumnRow>,
    privacy: Vec<PrivacyRow>,
    models: Vec<Promise>,
    caveats: Vec<String>,
    utility: Vec<(&'static str, String)>,
    questions: [Question; 3],
    safe_harbor: Vec<KindRow>,
    expert: Vec<Line>,
    attacks: Option<Attacks>,
    commands: Vec<String>,
    statement_json: String,
}

/// A column and what became of it.
#[derive(Serialize)]
struct ColumnRow {
    name: String,
    role: String,
    published: String,
    lost: String,
}

impl ColumnRow {
    fn new(report: &Report, column: &ColumnFacts) -> Self {
        Self {
            name: column.name.clone(),
            role: column.role.clone(),
            published: in_words(report, column),
            lost: column.information_loss.map(percent_as_told).unwrap_or_default(),
        }
    }
}

/// What a model is, and where it comes from.
#[derive(Serialize)]
struct Promise {
    model: &'static str,
    summary: &'static str,
    reference: &'static str,
}

/// The models of a report, each once.
fn promises(report: &Report) -> Vec<Promise> {
    let is_listed = |name: &str| report.privacy.iter().any(|facts| facts.model == name);
    let cards = MODELS.iter().map(|entry| &entry.card).filter(|card| is_listed(card.name));
    cards.map(|card| Promise { model: card.name, summary: card.summary, reference: card.reference }).collect()
}

/// The attacks that were tried, and those that were not.
#[derive(Serialize)]
struct Attacks {
    begin: String,
    sha256: String,
    tried: Vec<Tried>,
    untried: Vec<String>,
    unread: Vec<String>,
}

/// Labels that attacks did not understand.
fn unread(told: &ToldUnread) -> String {
    let of = if told.further == 0 { String::new() } else { format!(" in further release {}", told.further) };
    let (labels, records) = (grouped(told.labels as u64), grouped(told.records));
    format!("{labels} labels of {}{of}, of {records} records", told.column)
}

/// An attack, its figure and what that means.
#[derive(Serialize)]
struct Tried {
    line: Line,
    sentence: String,
}

impl Attacks {
    fn new(facts: &AttacksFacts) -> Self {
        let result = &facts.result;
        let list = |names: &[String]| if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        let unit = match &result.unit {
            None => "Each record is a target".to_owned(),
            Some(unit) => format!("People are targets, by {unit}"),
        };
        let control = match result.control {
            None => "no control group".to_owned(),
            Some(records) => format!("control group of {} records", grouped(records)),
        };
        let begin = format!(
            "{unit}; {} attempts per attack with seed {}; {control}. The attacker knows: {}. The \
             attacker wants: {}.",
            grouped(result.queries as u64),
            result.seed,
            list(&result.known),
            list(&result.sensitive),
        );
        let tried = |one| Tried { line: attack_line(one), sentence: one.sentence.clone() };
        Self {
            begin,
            sha256: facts.sha256.clone(),
            tried: result.findings.iter().map(tried).collect(),
            unread: result.unread.iter().map(unread).collect(),
            untried: result.untried.iter().map(|one| format!("{} {}", one.attack, one.because)).collect(),
        }
    }
}

//! The report for people: one self-contained HTML page.

use super::analyses::{Analyses, Fitness, fitness};
use super::label_words::labels_in_words;
use super::outcome_lines::{outcome_lines, suppresses_notably};
use super::risk_text::{RiskRow, hiding, risk_rows, who_is_protected};
use super::treatment_changes::ChangedRow;
use super::{
    Audience, ConcealedFacts, Distribution, LabelShare, PrivacyFacts, RecodingKind, Report, SearchFacts,
    SingledOut, among_which, caveats, what_is_bounded, what_was_proved, work,
};
use crate::ledger::LedgerRunFacts;
use incog_card::Stop;
use incog_data::{Aggregate, Publish};
use incog_io::shown_on_page;
use incog_privacy::Role;
use incog_report::svg::{CLASSES, SearchMoment, bars, class_sizes, convergence, grouped, short_number};
use incog_report::{STYLE, significant};
use incog_treatment::{TREATMENTS, TreatmentEntry};
use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

/// What the page shows in addition to the report.
#[derive(Debug, Clone, PartialEq)]
pub struct PageData<'a> {
    /// The report.
    pub report: &'a Report,
    /// The SHA-256 of its text without the page it belongs to.
    pub digest: String,
    /// The size of each published class.
    pub class_sizes: Vec<u64>,
    /// The distributions of the published columns.
    pub distributions: Vec<Distribution>,
    /// Whether more of the objective is better.
    pub maximize: bool,
}

/// The page; no link in it leads to the network.
pub fn page(data: &PageData<'_>) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.add_template("style.css", STYLE)?;
    environment.add_template("page.html", include_str!("page.html"))?;
    let report = data.report;
    let solution = &report.solution;
    let context = PageContext {
        report,
        internal: report.audience == Audience::Internal,
        digest: &data.digest,
        outcome: outcome_lines(report, grouped),
        is_warned: suppresses_notably(report) || report.starred().next().is_some(),
        verdict: verdict(report),
        satisfied: report.is_satisfied(),
        waivers: report
            .job
            .waivers
            .iter()
            .map(|(finding, reason)| (finding.as_str(), reason.as_str()))
            .collect(),
        singled_out: singled_out(report),
        counts_records: counts_records(report),
        starred: report.starred().collect(),
        tiles: tiles(report),
        privacy: report.privacy.iter().map(PrivacyRow::new).collect(),
        protected: who_is_protected(report),
        risks: risk_rows(&report.risk),
        hiding: hiding(&report.risk),
        caveats: caveats(report),
        class_sizes: class_sizes(&data.class_sizes, CLASSES),
        classes: grouped(solution.classes),
        convergence: draw_convergence(data),
        search_text: search_text(data),
        columns: column_rows(report),
        suppressed: told(solution.rows_suppressed),
        rows: told(report.input.rows),
        suppressed_percent: report.utility.suppressed_share.map(percent).unwrap_or_default(),
        draws: report.job.draws_records(),
        detail_of_column: detail_of_column(report),
        distributions: data.distributions.iter().map(|one| Drawn::new(one, report)).collect(),
        utility: utility_rows(report),
        fitness: report.analyses.as_ref().map(fitness).unwrap_or_default(),
        changed: ChangedRow::of_report(report),
        series: series_rows(report),
        compared: compared_releases(report).unwrap_or_default(),
        analyses: report.analyses.as_ref().map(Analyses::from_comparison),
        job_toml: toml::to_string(&report.job).unwrap_or_default(),
        withheld: report.job.lacks_something(),
        conceals: conceals_choice(report),
        job_file: format!("{}.job.toml", report.release.path),
    };
    let page = environment.get_template("page.html")?.render(Serde(&context))?;
    Ok(shown_on_page(&page).into_owned())
}

/// Columns that single people out, and what was found.
pub(super) fn singled_out(report: &Report) -> Vec<[String; 2]> {
    let findings = report.singled_out.iter().map(SingledOut::finding);
    findings.map(|finding| [finding.column, finding.message]).collect()
}

/// Whether somebody decided that records are counted although people may have several.
pub(super) fn counts_records(report: &Report) -> bool {
    let is_a_column = |unit: &str| report.columns.iter().any(|column| column.name == unit);
    report.job.privacy.unit.as_deref().is_some_and(|unit| !is_a_column(unit))
}

/// What the template of the page reads.
#[derive(Serialize)]
struct PageContext<'a> {
    report: &'a Report,
    internal: bool,
    digest: &'a str,
    outcome: [String; 3],
    is_warned: bool,
    verdict: String,
    satisfied: bool,
    waivers: Vec<(&'a str, &'a str)>,
    singled_out: Vec<[String; 2]>,
    counts_records: bool,
    starred: Vec<&'a str>,
    tiles: Vec<Tile>,
    privacy: Vec<PrivacyRow>,
    protected: Option<String>,
    risks: Vec<RiskRow>,
    hiding: Vec<String>,
    caveats: Vec<String>,
    class_sizes: String,
    classes: String,
    convergence: String,
    search_text: String,
    columns: Vec<ColumnRow>,
    suppressed: String,
    rows: String,
    suppressed_percent: String,
    draws: bool,
    detail_of_column: &'static str,
    distributions: Vec<Drawn>,
    utility: Vec<(&'static str, String)>,
    fitness: Vec<Fitness>,
    changed: Vec<ChangedRow>,
    series: Vec<[String; 9]>,
    compared: String,
    analyses: Option<Analyses>,
    job_toml: String,
    withheld: bool,
    conceals: bool,
    job_file: String,
}

/// The runs of a series, the last one first.
fn series_rows(report: &Report) -> Vec<[String; 9]> {
    report
        .ledger
        .iter()
        .flat_map(|ledger| ledger.runs.iter().rev())
        .map(|run| series_row(report, run))
        .collect()
}

fn series_row(report: &Report, run: &LedgerRunFacts) -> [String; 9] {
    let counts = [run.run, run.people, run.came, run.left, run.stale, run.waiting, run.lost];
    let loss = run.loss.or_else(|| report.utility.value.filter(|_| Some(run.run) == last_run(report)));
    let [number, people, came, left, stale, waiting, lost] = counts.map(grouped);
    let loss = loss.map(short_number).unwrap_or_default();
    [number, people, came, left, stale, waiting, lost, loss, loss_of_newcomers(run)]
}

fn loss_of_newcomers(run: &LedgerRunFacts) -> String {
    let Some(loss) = run.cohort_loss.map(short_number) else { return String::new() };
    match run.cohort_gap {
        Some(0.0) => format!("{loss} (proved)"),
        Some(gap) => format!("{loss} (at most {} from the best)", percent_as_told(gap)),
        None => loss,
    }
}

/// The smallest group that a comparison of all releases of a series shows, in a sentence.
fn compared_releases(report: &Report) -> Option<String> {
    let ledger = report.ledger.as_ref()?;
    let groups = ledger.compared?;
    let values = groups.values.map_or(String::new(), |values| {
        format!(", each with at least {values} different values in each sensitive column")
    });
    let releases = if ledger.run == 1 { "this release" } else { "all releases of the series" };
    Some(format!("Whoever compares {releases} sees groups of at least {} records{values}.", groups.records))
}

fn last_run(report: &Report) -> Option<u64> {
    report.ledger.as_ref().map(|ledger| ledger.run)
}

/// Best value and bound during the search: the gap in percent.
fn draw_convergence(data: &PageData<'_>) -> String {
    let Some(search) = &data.report.search else { return String::new() };
    let point = |&(evaluations, gap): &(f64, f64)| SearchMoment {
        evaluations: evaluations as u64,
        best: Some(100.0 * gap),
        bound: None,
    };
    let trace: Vec<SearchMoment> = search.convergence.iter().map(point).collect();
    // One moment shows no course.
    if trace.iter().all(|moment| moment.evaluations == search.evaluations) {
        return String::new();
    }
    let end = search.gap.map(|gap| (search.evaluations, 100.0 * gap, Some(0.0)));
    end.map(|end| convergence(&trace, end)).unwrap_or_default()
}

/// Whether a public report tells neither what was optimized nor how near to the best the release
/// is.
fn conceals_choice(report: &Report) -> bool {
    report.audience == Audience::Public && report.job.conceals_choice()
}

/// What a reader is told instead.
const CONCEALED: &str = "the objective, the search and the gap to the best possible are withheld, \
 so that nobody can reason from them";

/// What a reader is told of a release with drawn records.
const DRAWN: &str = "a secret drew its records, and the job fixed its levels; the report withholds how many \
    records the input had, and how many were drawn and left out, because these numbers would reveal single \
    records";

/// What a reader is told of drawn records where a part of epsilon has chosen levels.
const CHOSEN: &str = "a secret drew its records, and a part of epsilon chose its levels; the report \
    withholds how many records the input had, and how many were drawn and left out, because these numbers \
    would reveal single records";

/// Of drawn records the one or the other.
fn drawn(report: &Report) -> &'static str {
    if report.job.chooses_levels() { CHOSEN } else { DRAWN }
}

/// Why a public report says nothing of a search.
fn untold(report: &Report) -> &'static str {
    if report.job.draws_records() { drawn(report) } else { CONCEALED }
}

/// A number that a public report may withhold.
pub(super) fn told(number: Option<u64>) -> String {
    number.map_or_else(|| "a withheld number of".to_owned(), grouped)
}

/// The metric that was optimized, where that is told.
fn objective(report: &Report) -> &str {
    report.utility.objective.as_deref().unwrap_or_default()
}

/// The verdict in one sentence.
pub(super) fn verdict(report: &Report) -> String {
    let solution = &report.solution;
    // A model that holds for several columns is said once.
    let mut models: Vec<String> = report.privacy.iter().map(describe).collect();
    models.dedup();
    let holds = if report.is_satisfied() { "meets" } else { "DOES NOT MEET" };
    let search = report.search.as_ref();
    let proof = search.and_then(|search| search.no_proof.as_ref());
    let no_proof = proof.map(|why| format!(" The requested proof file was not written: {why}."));
    let of = report.input.rows.map(|rows| format!(" of {}", grouped(rows))).unwrap_or_default();
    format!(
        "The release of {}{of} records {holds} {}{}; {}.{}",
        grouped(solution.rows_kept),
        models.join(", "),
        counted(report),
        search.map_or_else(|| untold(report).to_owned(), |search| found(report, search)),
        no_proof.unwrap_or_default(),
    )
}

/// How near to the best possible it is, and why the search ended.
fn found(report: &Report, search: &SearchFacts) -> String {
    if let Some(drawn) = &search.concealed {
        return drawn_text(report, drawn);
    }
    match search.stopped.as_str() {
        "proved" => format!(
            "proved: {}{}",
            what_was_proved(objective(report), report.solution.recoding),
            among_which(report)
        ),
        "reused" if report.is_of_series() => {
            "everybody keeps the labels of earlier releases, and newcomers have classes of their own"
                .to_owned()
        }
        "reused" => "the levels come from an earlier plan, and no search looked for finer ones".to_owned(),
        "given" => "a person chose the levels, and no search looked for better ones".to_owned(),
        other => {
            let gap = match search.gap {
                Some(gap) => format!("at most {} from the best possible", percent_as_told(gap)),
                None if withholds_value(report) => "the internal report says how much is lost".to_owned(),
                None => "the gap to the best possible is unknown".to_owned(),
            };
            let why = match other {
                "interrupted" => "the search was interrupted",
                "time" => "the search reached its time limit",
                "budget" => "the search reached its limit of evaluations",
                _ => "the search ended without a proof",
            };
            format!("{why}, {gap}")
        }
    }
}

/// How it was drawn, for the steward.
fn drawn_text(report: &Report, drawn: &ConcealedFacts) -> String {
    let best = match drawn.stopped.as_str() {
        "proved" => "the best possible",
        _ => "the best that was found",
    };
    if drawn.candidates < 2 {
        return format!(
            "the choice is concealed, but no other release is within {} of {best}. An attacker who assumes \
             that this is {best} is right. A larger release.conceal_choice leaves more releases to draw from",
            percent(drawn.within)
        );
    }
    format!(
        "the choice is concealed: a secret drew it from {}{} releases within {} of {best}, {} of them one \
         level coarser in a column than another. Compared with that, it loses {} of {}. No public report \
         says this",
        if drawn.is_complete { "" } else { "the first " },
        grouped(drawn.candidates),
        percent(drawn.within),
        grouped(drawn.coarser),
        percent(drawn.price),
        objective(report),
    )
}

/// What the models count, where it is not records, and in which population.
fn counted(report: &Report) -> String {
    let unit = report.job.privacy.unit.as_ref();
    let unit = unit.filter(|unit| report.columns.iter().any(|column| column.name == **unit));
    let of_unit = unit.map(|unit| format!(", counting people by {unit}")).unwrap_or_default();
    let within = report.population.as_ref();
    let within = within.map(|one| format!(", among the {} people of {}", told(one.rows), one.path));
    of_unit + &within.unwrap_or_default()
}

fn describe(model: &PrivacyFacts) -> String {
    let variant = model.variant.as_ref().map(|variant| format!(" ({variant})")).unwrap_or_default();
    format!("{}{variant} = {}", model.model, short_number(model.required))
}

#[derive(Serialize)]
struct Tile {
    figure: String,
    label: &'static str,
}

fn tiles(report: &Report) -> Vec<Tile> {
    let tile = |figure: String, label| Tile { figure, label };
    let mut tiles = vec![
        tile(grouped(report.solution.rows_kept), "records published"),
        tile(grouped(report.solution.classes), "equivalence classes"),
    ];
    let suppressed = report.utility.suppressed_share;
    tiles.splice(1..1, suppressed.map(|share| tile(percent(share), "suppressed")));
    let (kept, lost) = (report.utility.transparency_ratio, report.utility.value);
    tiles.extend(match report.solution.recoding {
        RecodingKind::Microaggregation => lost.map(|lost| tile(percent(lost), "information lost")),
        RecodingKind::Global | RecodingKind::Local => {
            kept.map(|kept| tile(percent_as_told(kept), "transparency kept"))
        }
    });
    tiles.extend(report.search.as_ref().and_then(|search| match (search.stopped.as_str(), search.gap) {
        ("proved", _) => Some(tile("proved".into(), "optimal")),
        (_, Some(gap)) => Some(tile(format!("≤ {}", percent_as_told(gap)), "from optimal")),
        (_, None) if withholds_value(report) => None,
        (_, None) => Some(tile("unknown".into(), "from optimal")),
    }));
    tiles
}

/// Whether the value of the objective would tell of single values, and stands in the internal
/// report alone.
fn withholds_value(report: &Report) -> bool {
    report.audience == Audience::Public && report.utility.value.is_none()
}

pub(super) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        p if p != 0.0 && p.abs() < 0.1 => format!("{p:.2} %"),
        p => format!("{p:.1} %"),
    }
}

/// A share that was rounded to two digits with no more than these.
pub(super) fn percent_as_told(share: f64) -> String {
    let has_two_digits = share >= 0.1 && significant(share, 2) == share;
    if has_two_digits { format!("{:.0} %", 100.0 * share) } else { percent(share) }
}

/// What is left of a share that is lost, with no more digits than the loss has.
fn left_as_told(loss: f64) -> String {
    let has_two_digits = loss >= 0.1 && significant(loss, 2) == loss;
    if has_two_digits { format!("{:.0} %", 100.0 * (1.0 - loss)) } else { percent_as_told(1.0 - loss) }
}

#[derive(Serialize)]
pub(super) struct PrivacyRow {
    model: String,
    detail: String,
    required: String,
    achieved: String,
    satisfied: bool,
}

impl PrivacyRow {
    pub(super) fn new(model: &PrivacyFacts) -> Self {
        let detail: Vec<&str> =
            [model.variant.as_deref(), model.column.as_deref()].into_iter().flatten().collect();
        Self {
            model: model.model.clone(),
            detail: detail.join(", "),
            required: model.demand(short_number),
            achieved: model.figure(short_number),
            satisfied: model.satisfied,
        }
    }
}

/// What the detail of a column is, in words.
fn detail_of_column(report: &Report) -> &'static str {
    match report.solution.recoding {
        RecodingKind::Microaggregation if report.audience == Audience::Public => {
            "The detail of a column is the share of its variance that lies between classes. It would \
             reveal single values, so only the internal report has it."
        }
        RecodingKind::Microaggregation => {
            "The detail of a column is the share of its variance that lies between classes (1 - SSE / \
             SST); what lies within them is lost."
        }
        _ if report.job.draws_records() => {
            "The detail of a column is the share of its domain that a released value rules out, in published \
             records: 100 % for an exact value, 0 % for *."
        }
        RecodingKind::Global | RecodingKind::Local => {
            "The detail of a column is the share of its domain that a released value rules out: 100 % for an \
             exact value, 0 % for *. Suppressed records count as 0 %."
        }
    }
}

fn search_text(data: &PageData<'_>) -> String {
    let Some(search) = &data.report.search else {
        if data.report.job.draws_records() {
            return format!("No search: {}.", drawn(data.report));
        }
        return format!(
            "Withheld: {CONCEALED}. A secret drew this release from those that lose nearly as little."
        );
    };
    if [Stop::Reused, Stop::Given].iter().any(|stop| stop.name() == search.stopped) {
        let how = match &data.report.job.releases.ledger {
            Some(_) => "Only newcomers were searched for classes, by themselves.",
            None => "Nothing was searched.",
        };
        return format!("{}. {how}", value_text(data, search));
    }
    let recoding = data.report.solution.recoding;
    let (took, of_what) = match recoding {
        RecodingKind::Global => ("evaluated", "of the lattice"),
        RecodingKind::Local => ("took", "to find levels record by record"),
        RecodingKind::Microaggregation => ("took", "to find groups of similar records"),
    };
    let done = format!(
        "“{}” with seed {} {took} {} {of_what}.",
        search.algorithm,
        search.seed,
        work_as_told(data.report, search),
    );
    format!("{}. {done}", value_text(data, search))
}

/// Of its work a public report tells only how much it was at most.
fn work_as_told(report: &Report, search: &SearchFacts) -> String {
    let (recoding, nodes) = (report.solution.recoding, short_number(search.lattice_nodes));
    let is_public = report.audience == Audience::Public;
    if is_public && recoding == RecodingKind::Global && search.evaluations as f64 >= search.lattice_nodes {
        return format!("at most all {nodes} nodes");
    }
    let work = work(recoding, &grouped(search.evaluations), &nodes);
    if is_public { format!("at most {work}") } else { work }
}

/// The value of the objective, and what is known of the best possible.
fn value_text(data: &PageData<'_>, search: &SearchFacts) -> String {
    let (utility, objective) = (&data.report.utility, objective(data.report));
    let recoding = data.report.solution.recoding;
    let better = if data.maximize { "more is better" } else { "less is better" };
    let bound = match (search.upper_bound, search.gap) {
        (_, Some(0.0)) => format!("the bound equals it: {}", what_was_proved(objective, recoding)),
        (Some(bound), gap) => format!(
            "{} can be better than {}{}",
            what_is_bounded(objective, recoding),
            short_number(bound),
            gap.map(|gap| format!(", a gap of {}", percent_as_told(gap))).unwrap_or_default()
        ),
        (None, _) => "no bound is known for it".to_owned(),
    };
    match utility.value {
        Some(value) => format!("{objective} = {} ({better}); {bound}", short_number(value)),
        None => format!(
            "{objective} ({better}) and its bound would reveal single values, so only the \
             internal report has them"
        ),
    }
}

#[derive(Serialize)]
struct ColumnRow {
    name: String,
    role: String,
    level: String,
    left: String,
    bar: String,
}

fn column_rows(report: &Report) -> Vec<ColumnRow> {
    let dead: Vec<&str> = report.starred().collect();
    let row = |column: &super::ColumnFacts| ColumnRow {
        name: column.name.clone(),
        role: column.role.clone(),
        level: published_as(report, column),
        left: column.information_loss.map(left_as_told).unwrap_or_default(),
        bar: column
            .information_loss
            .map(|loss| detail_bar(1.0 - loss, dead.contains(&column.name.as_str())))
            .unwrap_or_default(),
    };
    report.columns.iter().map(row).collect()
}

/// Whether any of it is in the release.
pub(super) fn is_published(report: &Report, column: &super::ColumnFacts) -> bool {
    let role = Role::ALL.iter().find(|(name, _)| *name == column.role).map(|(_, role)| *role);
    match role {
        Some(Role::Provider) => report.job.release.provider == Some(true),
        Some(role) if role.names_people() => treatment(column).is_some(),
        Some(Role::OwnK) => false,
        _ => true,
    }
}

/// As what it is published, in words.
pub(super) fn published_as(report: &Report, column: &super::ColumnFacts) -> String {
    match is_published(report, column) {
        true => level_text(column) + &form_text(report, column),
        false => "dropped".to_owned(),
    }
}

fn level_text(column: &super::ColumnFacts) -> String {
    match (column.level, column.levels) {
        (Some(level), Some(levels)) => format!("{level} of {}", levels.saturating_sub(1)),
        (None, Some(_)) => labels_in_words(column),
        _ if treatment(column).is_some() || aggregate(column).is_some() => String::new(),
        _ => "unchanged".to_owned(),
    }
}

/// What stands for the values of a class, where something does.
fn aggregate(column: &super::ColumnFacts) -> Option<Aggregate> {
    Aggregate::ALL.into_iter().find(|aggregate| column.publish.as_deref() == Some(aggregate.name()))
}

/// What it became, where the job says so.
fn treatment(column: &super::ColumnFacts) -> Option<&'static TreatmentEntry> {
    TREATMENTS.iter().copied().find(|entry| column.publish.as_deref() == Some(entry.card.name))
}

/// In which columns of numbers it is published, or what of each class, if it is.
fn form_text(report: &Report, column: &super::ColumnFacts) -> String {
    if let Some(aggregate) = aggregate(column) {
        return format!("the {} of each class", aggregate.name());
    }
    if let Some(entry) = treatment(column) {
        let before = if column.role == "quasi-identifier" { "; computed by " } else { "" };
        let rounded = super::rounding_in_words(report, column);
        return format!("{before}{}", rounded.unwrap_or_else(|| entry.card.name.to_owned()));
    }
    let form = Publish::ALL.into_iter().find(|form| column.publish.as_deref() == Some(form.name()));
    match form {
        Some(Publish::Bounds) => {
            format!(", published as its bounds, {}", Publish::Bounds.columns(&column.name).join(" and "))
        }
        Some(Publish::Midpoint) => ", published as the midpoint".to_owned(),
        Some(Publish::Label) | None => String::new(),
    }
}

/// The share of detail that is left; red throughout where nothing is.
fn detail_bar(left: f64, is_dead: bool) -> String {
    let (dead, shown) = if is_dead { (" dead", 1.0) } else { ("", left.clamp(0.0, 1.0)) };
    format!(
        "<svg viewBox=\"0 0 200 12\" class=\"loss detail{dead}\"><rect width=\"200\" height=\"12\" class=\"track\"/>\
         <rect width=\"{:.1}\" height=\"12\"/></svg>",
        200.0 * shown
    )
}

#[derive(Serialize)]
struct Drawn {
    name: String,
    note: String,
    original: Option<String>,
    released: String,
}

impl Drawn {
    fn new(distribution: &Distribution, report: &Report) -> Self {
        let total = |shares: &[LabelShare]| shares.iter().map(|share| share.records).sum::<u64>();
        let column = report.columns.iter().find(|column| column.name == distribution.name);
        let level = column.and_then(|column| column.level);
        let note = match (column, level) {
            (_, Some(0)) => "quasi-identifier, original values".to_owned(),
            (_, Some(level)) => format!("quasi-identifier, level {level}"),
            (Some(column), None) if !column.by_level.is_empty() => {
                format!("quasi-identifier, {}", labels_in_words(column))
            }
            (Some(column), None) if aggregate(column).is_some() => {
                format!("{}, {}", column.role, form_text(report, column))
            }
            (Some(column), None) => column.role.clone(),
            _ => String::new(),
        };
        let note = if distribution.grouped { note + "; the chart groups the original values" } else { note };
        Self {
            name: distribution.name.clone(),
            note,
            original: distribution.original.as_ref().map(|shares| bars(shares, total(shares), "original")),
            released: bars(&distribution.released, total(&distribution.released), "released"),
        }
    }
}

pub(super) fn utility_rows(report: &Report) -> Vec<(&'static str, String)> {
    let utility = &report.utility;
    let of_classes = vec![
        ("C_AVG", short_number(utility.c_avg)),
        ("average class size", short_number(utility.class_size)),
        ("discernibility", short_number(utility.discernibility)),
    ];
    let lost = utility.value.filter(|_| report.solution.recoding == RecodingKind::Microaggregation);
    let of_groups = [("squared error within classes (SSE / SST)", lost)];
    let of_labels = [
        ("transparency degree", utility.transparency_degree),
        ("transparency ratio", utility.transparency_ratio),
        ("precision loss (mean level / top)", utility.precision),
        ("GenLoss", utility.gen_loss),
        ("Loss (ARX)", utility.loss),
    ];
    let of_frequencies = [("non-uniform entropy", utility.entropy), ("height of the node", utility.height)];
    let told = |(name, figure): (&'static str, Option<f64>)| Some((name, short_number(figure?)));
    let before = of_groups.into_iter().chain(of_labels).filter_map(told);
    before.chain(of_classes).chain(of_frequencies.into_iter().filter_map(told)).collect()
}

#[test]
fn two_digits_are_written_with_two() {
    let written = [0.14, 0.0141, 0.144, 0.064, 1.0, 0.0004, 0.0].map(percent_as_told);
    assert_eq!(written, ["14 %", "1.4 %", "14.4 %", "6.4 %", "100 %", "0.04 %", "0.0 %"]);
}

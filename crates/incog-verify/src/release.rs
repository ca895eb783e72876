//! The claims of a report about its release.

use super::evidence::{Evidence, Reading};
use super::expected_report::Expected;
use super::file_source::Found;
use super::premises::Premises;
use super::risk::risk;
use super::sources::Sources;
use super::{
    Check, aggregates, automatic_bases, cells, class_sizes, conceal_choice, container, given_proof,
    group_sums, histories, ledger, limits, nearest, noise, order, page, proof, sampled_records, series,
    singling, treated_again, treatments,
};
use incog_audit::AuditError;
use incog_audit::{
    CriterionFigure, Evidence as Judged, Figure, Finding, Judgement, Rule, Unshown, judge, required_k,
};
use incog_data::{Column, ColumnBuilder, Publish, QuasiIdentifier, Table, Tuples};
use incog_disclosure::DisclosureError;
use incog_disclosure::gate::{self, ClassDemands, open_dangers};
use incog_disclosure::job::{HierarchySource, Job, ReleaseOrder, Role, SuppressedAs};
use incog_disclosure::release_columns::{NoCell, with_labels};
use incog_disclosure::report::{Audience, Report, RiskFacts};
use incog_disclosure::{PopulationFileError, ReportFileError};
use incog_privacy::{Of, draws_records};
use serde_json::Value;
use std::borrow::Cow;

/// Checks every claim of a report except those about the search.
pub(super) fn verify(
    report: &Report,
    value: &Value,
    premises: &Premises,
    found: Found<'_>,
) -> Result<Vec<Check>, DisclosureError> {
    let (job, folder) = (&premises.job, found.folder());
    let options = job.release_read_options(premises.source.format.delimiter);
    let (written, sha256) = match found.release(report, &options) {
        Ok(release) => release,
        Err(error) => return Ok(vec![Check::new("release can be read", false, error)]),
    };
    let mut checks = Vec::new();
    let labelled = match with_labels(&job.terms, Cow::Borrowed(&written)) {
        Ok(labelled) => labelled,
        Err(NoCell { column, row }) => {
            let claim = format!("{column} is published as {}", job.terms.publish_as(&column).name());
            let detail = format!("row {row} has a cell that is not empty, a number or a date");
            return Ok(vec![Check::new(claim, false, detail)]);
        }
    };
    let mut evidence = match Evidence::gather(report, premises, &written, &labelled)? {
        Ok(evidence) => evidence,
        Err(refuted) => return Ok(refuted),
    };
    checks.append(&mut evidence.checks);
    checks.extend(forms(job, &written, &labelled));
    checks.extend(whole(report, premises, &evidence));
    checks.extend(withholds_what_it_must(report));
    checks.extend(cells::verify(report, job, &evidence));
    checks.extend(aggregates::verify(job, &evidence));
    checks.extend(limits::verify(job, &evidence));
    checks.extend(treatments::verify(premises, &evidence));
    checks.extend(treated_again::verify(premises));
    if matches!(evidence.reading, Reading::Groups) {
        checks.extend(group_sums::sums(job, &evidence));
    }
    checks.extend(labels(&evidence));
    checks.extend(sorted(job, &written).filter(|_| found.has_order()));
    let with_hidden = with_hidden(job, &evidence).map_or(Cow::Borrowed(&evidence.records), Cow::Owned);
    let with_hidden = with_people_of_series(premises, with_hidden);
    checks.extend(histories::verify(premises));
    let (measured, has_values) = aggregates::with_values(job, &evidence, with_hidden);
    let measured = &*measured;
    let has_values = has_values && (evidence.rows.is_some() || person_apart(job, &evidence).is_none());
    checks.extend(class_sizes::verify(job, &evidence, measured));
    checks.extend(covered(premises, &evidence)?);
    let population = labelled_population(premises, &evidence)?;
    let population = population.as_ref();
    let judgements = match judgements(job, &evidence, measured, has_values, population) {
        Ok(judgements) => judgements,
        Err(AuditError::NotInHierarchy { column, values }) => {
            let detail = format!("{values} values of {column} are not in its hierarchy");
            checks.push(Check::new("privacy can be measured", false, detail));
            return Ok(checks);
        }
        Err(error) => return Err(error.into()),
    };
    checks.extend(judgements.iter().map(|judgement| held(judgement).promised()));
    checks.extend(noise::verify(report, job, &evidence)?);
    checks.extend(narrowed_labels(job, &evidence));
    let of_table = sampled_records::gate(premises).unwrap_or_else(|| gate(job, evidence.input));
    checks.extend(sampled_records::levels(premises, &evidence));
    checks.extend(sampled_records::drawn_again(premises)?);
    checks.extend(sampled_records::verify(premises, &evidence));
    checks.extend(conceal_choice::verify(report, job));
    let asked = ClassDemands::by(judgements.iter().map(|judgement| &judgement.criterion));
    let singling = singling::Shown::new(job, &evidence, &asked);
    checks.push(singling.judge(of_table).promised());
    checks.push(singling.check(job));
    let nearest = nearest::attacks(premises, &evidence, asked.k);
    checks.extend(nearest::check(premises, nearest.as_deref()));
    let series = series::Shown::new(report, premises, &evidence, &judgements);
    checks.extend(series.check(premises));
    let k = required_k(judgements.iter().map(|judgement| &judgement.criterion));
    let unit = job.terms.unit.column().and_then(|unit| measured.column(unit));
    checks.extend(automatic_bases::verify(premises, &evidence, unit));
    let is_unclear = is_unclear_whose(job);
    let all_columns = match is_unclear {
        true => report.risk.all_columns.clone(),
        false => Some(job.terms.all_columns_risk((&evidence.records).into(), unit, k)),
    };
    let sources = Sources {
        claimed: report,
        premises,
        evidence: &evidence,
        privacy: &judgements,
        risk: RiskFacts { all_columns, ..risk(job, measured)? },
        risk_before: risk(job, evidence.input)?,
        k,
        singling: &singling,
        nearest: nearest.as_deref(),
        series: &series,
        sha256: &sha256,
        folder,
    };
    let mut expected = Expected::new(&sources);
    for (place, judgement) in judgements.iter().enumerate() {
        if let Figure::NotShown(why) = judgement.figure {
            let told =
                matches!(judgement.criterion.follows_from_suppressed(), Some(CriterionFigure::Required));
            let leaves = ["achieved", "against_release", "satisfied"]
                .into_iter()
                .chain(["required", "measured"].into_iter().filter(|_| told));
            expected
                .not_shown
                .extend(leaves.map(|leaf| (format!("privacy[{place}].{leaf}"), why.to_string())));
        }
    }
    if job.terms.unit.column().is_some_and(|unit| measured.column(unit).is_none()) {
        expected.not_shown.push(("risk".to_owned(), Unshown::Units.to_string()));
    }
    if is_unclear {
        expected.not_shown.push(("risk.all_columns".to_owned(), singling::WHOSE_TAKES_KEYS.to_owned()));
    }
    match &premises.proof {
        Some(proof) => {
            let bound = proof.doubted(proof::verify(&proof.file, &sources, &mut expected)?);
            checks.push(bound.promised());
        }
        None => checks.extend(given_proof::without(report)),
    }
    checks.push(page::verify(report, job, &evidence, found, &mut expected)?);
    checks.extend(container::verify(report, premises, &written, found, &sha256)?);
    let expected_value = serde_json::to_value(&expected.report).map_err(|error| {
        DisclosureError::ReportFile(ReportFileError::Report {
            path: folder.to_owned(),
            source: std::io::Error::other(error),
        })
    })?;
    checks.extend(ledger::compare(value, &expected_value, &expected.not_shown));
    Ok(checks)
}

/// Whether a cell is spelled as incog spells numbers and dates, or is none.
fn is_plain(text: &str) -> bool {
    text.is_empty() || Publish::Midpoint.label(&[text]).is_none_or(|plain| plain == text)
}

/// That the cells of columns that are published as numbers are that, each spelled as incog spells
/// it: a choice between 20 and 20.0 could hide a message.
fn forms(job: &Job, written: &Table, labelled: &Table) -> Vec<Check> {
    let numeric = labelled.columns().iter().map(|column| (&column.name, job.terms.publish_as(&column.name)));
    let numeric = numeric.filter(|(_, publish)| publish.is_numeric());
    let check = |(name, publish): (&String, Publish)| {
        let cells = publish.columns(name);
        let of_cells = cells.iter().filter_map(|cell| written.column(cell));
        let respelled =
            of_cells.flat_map(|column| column.dictionary.iter()).filter(|text| !is_plain(text)).count();
        let detail = match respelled {
            0 => format!("every cell of {} is empty, a number or a date", cells.join(" and ")),
            some => format!(
                "{some} numbers or dates of {} are not spelled as incog spells them",
                cells.join(" and ")
            ),
        };
        Check::new(format!("{name} is published as {}", publish.name()), respelled == 0, detail)
    };
    numeric.map(check).collect()
}

/// Claims about the release as a whole.
fn whole(report: &Report, premises: &Premises, evidence: &Evidence<'_>) -> Vec<Check> {
    let noise = report.noisy_records();
    let records = evidence.records.rows() as u64;
    let suppressed = (evidence.input.rows() as u64 + noise).saturating_sub(records);
    let limit = premises.job.terms.suppression.records(evidence.input.rows());
    let shown = match premises.job.terms.suppression.shown_as {
        SuppressedAs::Drop => records,
        SuppressedAs::Star => records + suppressed,
    };
    let unmatched = evidence.unmatched;
    let detail = match unmatched {
        0 => format!("each of the {records} records comes from a different record of the input"),
        _ => format!(
            "{unmatched} of {records} records are not in the input, or occur more often than there; the \
             report counts {noise} as noise"
        ),
    };
    let claim = "every record comes from the input";
    // One value for each group does not say which records are in it.
    let is_open = matches!(evidence.reading, Reading::Groups) && evidence.rows.is_none();
    let is_found = unmatched <= noise;
    let origin = match (is_open, is_found) {
        (true, true) => {
            Check::not_shown(claim, "the values of groups do not show whose they are; order = \"input\" does")
        }
        (_, false) if is_read_by_middles(&premises.job, evidence) => {
            Check::not_shown(claim, "the midpoint of a range does not show its group of neighbours")
        }
        _ => Check::new(claim, is_found, detail),
    };
    vec![
        origin,
        Check::figure(
            "the release has one row per published record",
            shown as f64,
            evidence.release_rows as f64,
        ),
        Check::new(
            "suppression stays within the limit",
            suppressed <= limit,
            format!("{suppressed} records, {limit} allowed"),
        ),
        levels_within_job(report, premises, evidence),
    ]
}

/// Whether a column has the middles of groups of neighbours, whose bounds follow from who is
/// published.
fn is_read_by_middles(job: &Job, evidence: &Evidence<'_>) -> bool {
    let Reading::Levels(levels) = &evidence.reading else { return false };
    evidence.attributes.iter().zip(levels).any(|(bound, read)| {
        let is_middle = job.terms.publish_as(&bound.qid.name) == Publish::Midpoint;
        let spec = match &bound.source {
            HierarchySource::Made(spec) => spec,
            HierarchySource::File(_) | HierarchySource::Tree(_) => return false,
        };
        is_middle && read.level > 0 && spec.names_groups_by_bounds()
    })
}

fn levels_within_job(report: &Report, premises: &Premises, evidence: &Evidence<'_>) -> Check {
    let claim = "levels are within the job's bounds";
    let outside = evidence.outside_bounds();
    let is_named = premises.job_file.as_ref().is_some_and(|found| found.named);
    let withheld: Vec<&str> = report.job.withheld_levels().filter(|name| outside.contains(name)).collect();
    if !is_named && !withheld.is_empty() && withheld.len() == outside.len() {
        return Check::not_shown(
            claim,
            format!(
                "the report withholds those of {}, and the job file or plan beside it has others; flags may \
                 have overridden them (--job)",
                withheld.join(", ")
            ),
        );
    }
    let detail = match outside.as_slice() {
        [] => "every quasi-identifier has a level that the job allows".to_owned(),
        outside => format!("outside the bounds: {}", outside.join(", ")),
    };
    Check::new(claim, outside.is_empty(), detail)
}

/// That a public report tells nothing of its job that could tell of suppressed records; an internal
/// one tells all of it.
fn withholds_what_it_must(report: &Report) -> Option<Check> {
    let is_withheld = report.job.withholds_what_it_must();
    let detail = if is_withheld {
        "as far as necessary"
    } else {
        "it would show listed values, or levels that depend on values"
    };
    (report.audience == Audience::Public)
        .then(|| Check::new("the public job withholds what it must", is_withheld, detail.to_owned()))
}

/// Whether every label is the one that the published hierarchy gives the record.
fn labels(evidence: &Evidence<'_>) -> Vec<Check> {
    let Some(rows) = &evidence.rows else { return Vec::new() };
    if matches!(evidence.reading, Reading::Groups) {
        return Vec::new();
    }
    let check = |shown: &incog_disclosure::published::PublishedAttribute| {
        let (input, released) = (evidence.input.column(&shown.name)?, evidence.records.column(&shown.name)?);
        let level = usize::from(shown.level()?);
        let mut seen = std::collections::HashSet::new();
        let is_label = |(&row, code): (&u32, u32)| {
            let original = input.codes.at(row as usize);
            !seen.insert((original, code)) || {
                let leaf = shown.hierarchy.find(input.dictionary.get(original));
                leaf.is_some_and(|leaf| shown.hierarchy.label(level, leaf) == released.dictionary.get(code))
            }
        };
        let wrong = rows.iter().zip(&released.codes).map(is_label).filter(|same| !same).count();
        let detail = match wrong {
            0 => "every label follows from published values".to_owned(),
            wrong => format!("{wrong} labels do not follow from the published values"),
        };
        Some(Check::new(format!("{} has labels made from published values", shown.name), wrong == 0, detail))
    };
    evidence.published.iter().filter_map(check).collect()
}

fn sorted(job: &Job, release: &Table) -> Option<Check> {
    (job.terms.release.order == ReleaseOrder::Sorted).then(|| {
        let found = order::first_unsorted(release);
        let detail = match found {
            None => "every row comes after those with lower values".to_owned(),
            Some(row) => format!("row {row} comes after a row with higher values"),
        };
        Check::new("rows are sorted by the released values", found.is_none(), detail)
    })
}

/// Whether people are counted whom the release does not name, by columns that are not made again
/// without their keys.
fn is_unclear_whose(job: &Job) -> bool {
    let unit = job.terms.unit.column();
    unit.is_some_and(|unit| !job.terms.publishes(unit)) && !job.terms.open_treatments().is_empty()
}

/// That the records are of people of the population, if the job names one.
fn covered(premises: &Premises, evidence: &Evidence<'_>) -> Result<Option<Check>, DisclosureError> {
    let Some(people) = &premises.population else { return Ok(None) };
    let qids: Vec<QuasiIdentifier> = evidence.attributes.iter().map(|bound| bound.qid.clone()).collect();
    let columns: Vec<&Column> = qids.iter().filter_map(|qid| evidence.input.column(&qid.name)).collect();
    let tuples = Tuples::new(qids, &columns, &[], evidence.input.rows())?;
    let claim = "all people of the table are in the population";
    match people.around(tuples) {
        Ok(_) => Ok(Some(Check::new(claim, true, "each record matches a different person there"))),
        Err(DisclosureError::Population(PopulationFileError::NotThePopulation { source, .. })) => {
            Ok(Some(Check::new(claim, false, source.to_string())))
        }
        Err(error) => Err(error),
    }
}

/// The people of the population with the labels that they have in the release, if the job names
/// them.
fn labelled_population(
    premises: &Premises,
    evidence: &Evidence<'_>,
) -> Result<Option<Table>, DisclosureError> {
    let (Some(people), Reading::Levels(read)) = (&premises.population, &evidence.reading) else {
        return Ok(None);
    };
    let levels = evidence.attributes.iter().zip(read);
    people.labelled(levels.map(|(bound, read)| (&*bound.qid.name, read.level))).map(Some)
}

/// The models, as far as the files show them: where `has_values` does not hold, the values behind
/// aggregates are not known.
fn judgements(
    job: &Job,
    evidence: &Evidence<'_>,
    release: &Table,
    has_values: bool,
    population: Option<&Table>,
) -> Result<Vec<Judgement>, AuditError> {
    let judged = Judged {
        original: evidence.input.into(),
        release: release.into(),
        hierarchies: evidence.hierarchies,
        population,
    };
    let demand = job.terms.demand(evidence.input);
    let is_hidden = |judgement: &Judgement| {
        let criterion = &judgement.criterion;
        *criterion.about() == Of::Coalitions
            || demand.aggregated.iter().any(|column| criterion.is_about(column))
    };
    let shown = |judgement: Judgement| match judgement.figure {
        Figure::NotShown(Unshown::OwnK | Unshown::Units)
            if *judgement.criterion.about() == Of::OwnK
                && let Some(satisfied) = evidence.meets_own_k =>
        {
            // Where somebody is in a smaller class, it is not known how many there are.
            let figure = Figure::Measured { achieved: satisfied.then_some(0.0), satisfied };
            Judgement { figure, ..judgement }
        }
        // Why it is not shown is known already.
        Figure::NotShown(_) => judgement,
        _ if has_values || !is_hidden(&judgement) => judgement,
        _ => Judgement { figure: Figure::NotShown(Unshown::Aggregates), ..judgement },
    };
    Ok(judge(&demand, &judged)?.into_iter().map(shown).collect())
}

/// The records with the provider, the person and her own k that their rows of the input name, where
/// the release does not.
fn with_hidden(job: &Job, evidence: &Evidence<'_>) -> Option<Table> {
    let rows = evidence.rows.as_ref()?;
    let is_hidden = |column: &&Column| {
        let is_counted = job.terms.unit.column() == Some(&column.name);
        (is_counted || matches!(job.terms.role(&column.name), Role::Provider | Role::OwnK))
            && evidence.records.column(&column.name).is_none()
    };
    let with = |table: Table, column: &Column| table.with_column(column.of_rows(rows)).ok();
    if let Some(person) = person_apart(job, evidence) {
        // Values behind aggregates and their people are those of the same rows.
        let records = evidence.records.clone().with_replaced(person.of_rows(rows)).ok()?;
        return evidence.input.columns().iter().filter(is_hidden).try_fold(records, with);
    }
    evidence.input.columns().iter().filter(is_hidden).try_fold(evidence.records.clone(), with)
}

/// The records with a person each, where a ledger has one record for each person and they do not
/// say whose they are.
fn with_people_of_series<'r>(premises: &Premises, records: Cow<'r, Table>) -> Cow<'r, Table> {
    let unit = premises.job.terms.unit.column().filter(|_| premises.ledger.is_some());
    let Some(unit) = unit.filter(|unit| records.column(unit).is_none()) else { return records };
    let mut people = ColumnBuilder::new(unit);
    (0..records.rows()).for_each(|record| people.push(&record.to_string()));
    match records.clone().into_owned().with_column(people.finish(&[])) {
        Ok(with_people) => Cow::Owned(with_people),
        Err(_) => records,
    }
}

/// The people of the input, where models ask for values behind aggregates, or for providers that
/// the release does not name, and records whose pseudonyms are open are matched for them: which of
/// several equal records has which pseudonym is not known then.
fn person_apart<'e>(job: &Job, evidence: &Evidence<'e>) -> Option<&'e Column> {
    let unit = job.terms.unit.column()?;
    let demand = job.terms.demand(evidence.input);
    let asks_providers = demand.models.iter().any(|model| model.entry().needs.provider);
    let of_rows = !demand.aggregated.is_empty() || asks_providers && !demand.provider_published;
    let is_apart = of_rows && job.terms.open_treatments().iter().any(|open| open == unit);
    evidence.input.column(unit).filter(|_| is_apart)
}

/// That nothing was published which is a danger, whatever the report says.
fn gate(job: &Job, input: &Table) -> Check {
    // Of columns whose key is not at hand it is not known what was published.
    let unknown = job.terms.open_treatments();
    let found = open_dangers(&job.terms, input.into()).into_iter();
    let found = found.filter(|finding| {
        finding.rule == Rule::LinkedRows
            || !finding.column.split(" + ").any(|one| unknown.iter().any(|name| name == one))
    });
    let open: Vec<String> = found.map(|finding| Finding::key(&finding)).collect();
    let detail = match (open.as_slice(), job.terms.waivers.len()) {
        ([], 0) => "no finding".to_owned(),
        ([], waived) => format!("only findings with a waiver ({waived})"),
        (open, _) => format!("no waiver for {}", open.join(", ")),
    };
    Check::new("no open danger", open.is_empty(), detail)
}

/// That a published column narrows released labels, where it does and no waiver says so.
fn narrowed_labels(job: &Job, evidence: &Evidence<'_>) -> Option<Check> {
    let rows = evidence.rows.as_ref()?;
    let qids = evidence.input.columns().iter();
    let qids = qids.filter(|column| job.terms.role(&column.name) == Role::QuasiIdentifier);
    let originals: Vec<Column> = qids.map(|column| column.of_rows(rows)).collect();
    let open = gate::open_labels(&job.terms, (&evidence.records).into(), &originals);
    let open: Vec<String> = open.iter().map(Finding::key).collect();
    let detail = format!("no waiver for {}", open.join(", "));
    (!open.is_empty()).then(|| Check::new("no published column narrows a label", false, detail))
}

/// That a model holds, whatever the report says about it.
fn held(judgement: &Judgement) -> Check {
    let name = judgement.criterion.model();
    // Of drawn records classes are one half of the promise; the other is how they were drawn.
    let claim =
        if draws_records(name) { format!("{name}: classes and delta") } else { format!("{name} holds") };
    match judgement.figure {
        Figure::Measured { satisfied, .. } => Check::new(claim, satisfied, judgement.to_string()),
        Figure::NotShown(why) => Check::not_shown(claim, why.to_string()),
    }
}

//! How useful and how private a release is, measured on the release.

use crate::Dangers;
use crate::IncogError;
use crate::gate::{self, ClassDemands};
use crate::identifiers::{identifiers_in, told};
use crate::job::{JobError, JobProblem, OnOverlap, Place, Role};
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::recode::recoding::Recoded;
use crate::publish::release::measure_risk::measure_risk;
use crate::publish::release::read_back::ReadBack;
use crate::report::{AllColumnsRisk, RecodingKind, RiskFacts, UtilityFacts};
use crate::series::{NewRelease, SeriesFindings, open_dangers};
use crate::{DrawError, GateError, SelfCheckError};
use incog_audit::{
    AuditError, ComparedAttribute, Comparison, Evidence, Judgement, NearestAttack, SingledOut, judge,
    miscoded, misstated, required_k,
};
use incog_card::is_planted;
use incog_data::{Class, Classes, Column, CountedTable, Kept, QuasiIdentifier};
use incog_plan::Plan;
use incog_utility::metric_by_name;
use std::collections::BTreeSet;

/// A release that keeps what its terms promise.
pub(in crate::publish) struct Measured<'a> {
    pub input: &'a BoundTable,
    pub classes: &'a Classes<'a>,
    pub plan: &'a Plan,
    pub recoded: &'a Recoded<'a>,
    /// The release, read again where it was written.
    pub released: &'a ReadBack<'a>,
    pub judgements: Vec<Judgement>,
    /// How likely somebody is found in it.
    pub risk: RiskFacts,
    /// Noisy records in it.
    pub noise: u64,
    /// The largest k that a model asks for.
    pub k: u64,
    /// What it tells together with earlier releases, if the terms name any.
    pub series: Option<SeriesFindings>,
    /// By which columns that are published value by value records are singled out.
    pub singled_out: Vec<SingledOut>,
    /// How often somebody is right who knows the originals of its perturbed columns.
    pub nearest: Vec<NearestAttack>,
}

impl<'a> Measured<'a> {
    /// Judges a release by everything its terms demand, and refuses one that does not meet all of
    /// it.
    pub fn measure(
        input: &'a BoundTable,
        untreated: &[Column],
        classes: &'a Classes<'a>,
        plan: &'a Plan,
        recoded: &'a Recoded<'a>,
        released: &'a ReadBack<'a>,
    ) -> Result<Self, IncogError> {
        check_identifiers(input, released)?;
        let (judgements, risk) =
            rayon::join(|| judgements(input, plan, released), || risk(input, released.with_all()));
        let judgements = judgements?;
        let k = required_k(judgements.iter().map(|judgement| &judgement.criterion));
        let noise = input.noise.as_ref().map_or(0, |noise| noise.released(&recoded.rows));
        check_aggregates(input, released)?;
        check_limits(input, released)?;
        check_series_draw(input, classes)?;
        let risk = RiskFacts { all_columns: Some(all_columns(input, released, k)), ..risk? };
        let series = series(input, untreated, released, &judgements)?;
        let singled_out = singled_out(input, released, &judgements)?;
        let nearest = nearest(input, untreated, released, &judgements)?;
        check_labels(input, released)?;
        Ok(Self {
            input,
            classes,
            plan,
            recoded,
            released,
            judgements,
            risk,
            noise,
            k,
            series,
            singled_out,
            nearest,
        })
    }

    /// Whether all records have the same levels.
    pub fn recoding(&self) -> RecodingKind {
        RecodingKind::from(&self.plan.recoding)
    }

    /// How likely somebody is found in the release, and in the table.
    pub fn risk_before_and_after(&self) -> Result<RiskFacts, IncogError> {
        let before = Some(Box::new(risk(self.input, self.input.real_records().counted())?));
        Ok(RiskFacts { before, nearest: self.nearest.clone(), ..self.risk.clone() })
    }

    /// The key by which something of the release was drawn, where that is not the secret of the
    /// job.
    pub fn draw_key(&self) -> Option<&str> {
        let is_drawn = self.noise > 0 || drawn_classes(self.classes) > 0;
        self.input.draw.fresh().filter(|_| is_drawn)
    }

    /// What should be looked at in the release.
    pub fn notes(&self) -> Vec<String> {
        let notes = self.notes_on_series().into_iter().chain(self.notes_on_levels());
        // A ledger keeps who was chosen, so the next run publishes the same records again.
        let is_lasting = self.input.terms.ledger().is_some();
        let drawn = self.draw_key().filter(|_| !is_lasting).map(|_| self.note_on_draw());
        let notes = notes.chain(drawn);
        notes.chain(gate::warnings(&self.singled_out)).collect()
    }

    /// Notes for whoever runs the job again.
    fn note_on_draw(&self) -> String {
        let what = match drawn_classes(self.classes) {
            0 => format!("{} noisy records", self.noise),
            classes => format!("the kept records of {classes} classes"),
        };
        format!(
            "{what} were chosen at random with a key of this run, so the next run chooses others. To choose \
             them again, keep the key (--internal), or set release.secret (make the file with: incog key new \
             key.txt)"
        )
    }

    /// Columns that are published at a lower level than the terms allow, since they count their
    /// levels from values that are not published.
    fn notes_on_levels(&self) -> impl Iterator<Item = String> {
        let made = self.recoded.attributes.iter().filter(|shown| !shown.stated);
        made.filter_map(|shown| {
            let wanted = self.input.terms.columns.get(&shown.name)?.min_level?;
            let level = shown.levels.iter().map(|(_, level)| usize::from(*level)).min()?;
            (level < wanted).then(|| {
                format!(
                    "column {:?}: the published values are at level {level} of their own hierarchy, below \
                     min_level = {wanted}, which also counts suppressed values; look for typing errors among \
                     the suppressed values, or set keep if the hierarchy is a mask",
                    shown.name
                )
            })
        })
    }

    /// What should be looked at in the release beside earlier ones.
    fn notes_on_series(&self) -> Vec<String> {
        let Some(found) = &self.series else { return Vec::new() };
        let open = open_dangers(&self.input.terms, found);
        let open = open.iter().map(|finding| format!("{}: {}", finding.key(), finding.message));
        std::iter::once(found.facts.to_string()).chain(open).chain(found.redraws.note()).collect()
    }

    /// What analyses find in the table and in the release.
    pub fn analyses(&self) -> Comparison {
        let (input, recoded) = (self.input, self.recoded);
        let groups = |qid: &'a QuasiIdentifier| {
            let shown = recoded.attributes.iter().find(|shown| shown.name == qid.name)?;
            let column = recoded.columns.iter().find(|column| column.name == qid.name)?;
            let cells = column.groups(qid, shown, &self.released.rows).with_counts(self.released.counts());
            Some(ComparedAttribute { name: &qid.name, cells })
        };
        // One value for each group is no label that stands for values.
        let labelled =
            (input.quasi_identifiers.iter()).filter(|_| self.recoding() != RecodingKind::Microaggregation);
        let attributes: Vec<ComparedAttribute<'_>> = labelled.filter_map(groups).collect();
        let sensitive = input.with_role(Role::Sensitive).map(|column| &*column.name);
        let sensitive: Vec<&str> = sensitive.filter(|name| input.terms.has_values_of(name)).collect();
        Comparison::measure(input.real_records().counted(), self.released.counted(), &attributes, &sensitive)
    }

    /// The utility of the release, computed with knowledge of the table.
    pub fn utility(&self) -> Result<UtilityFacts, IncogError> {
        let (objective, classes) = (self.input.terms.objective.name(), self.classes);
        let value = |name: &'static str| Ok::<_, IncogError>(metric_by_name(name, self.k)?.value(classes));
        // The entropy takes about as long as all others.
        let (entropy, others) = rayon::join(
            || value("entropy"),
            || {
                let transparency_degree = value("transparency")?;
                let most = classes.rows() as f64 * self.input.quasi_identifiers.len() as f64;
                Ok::<_, IncogError>(UtilityFacts {
                    objective: Some(objective.to_owned()),
                    value: Some(self.plan.value),
                    transparency_degree: Some(transparency_degree),
                    transparency_ratio: Some(transparency_degree / most),
                    precision: Some(value("precision")?),
                    gen_loss: Some(value("gen-loss")?),
                    loss: Some(value("loss")?),
                    c_avg: value("c-avg")?,
                    discernibility: value("discernibility")?,
                    suppressed_share: Some(classes.suppressed() as f64 / classes.rows() as f64),
                    class_size: value("class-size")?,
                    entropy: None,
                    height: Some(value("height")?),
                })
            },
        );
        Ok(UtilityFacts { entropy: Some(entropy?), ..others? }.of_recoding(self.recoding()))
    }
}

/// The privacy of a release, judged by the audit, which shares no code with the search.
fn judgements(input: &BoundTable, plan: &Plan, release: &ReadBack<'_>) -> Result<Vec<Judgement>, IncogError> {
    let original = input.real_records();
    let levels = plan.recoding.levels().into_iter().flat_map(|levels| levels.iter().copied());
    let names = input.quasi_identifiers.iter().map(|qid| &*qid.name);
    let population =
        input.population.as_ref().map(|people| people.labelled(names.zip(levels))).transpose()?;
    if let Some((people, labelled)) = input.population.as_ref().zip(population.as_ref()) {
        people.check_labels(labelled, release.with_all().table())?;
    }
    let evidence = Evidence {
        original: original.counted(),
        release: release.with_all(),
        hierarchies: &input.sensitive_hierarchies,
        population: population.as_ref(),
    };
    let judgements = judge(&input.terms.demand(original.counted().table()), &evidence)?;
    let is_missed = |judgement: &&Judgement| !judgement.is_satisfied() && !is_planted("nothing is measured");
    match judgements.iter().find(is_missed) {
        None => Ok(judgements),
        Some(missed) => {
            Err(IncogError::SelfCheck(SelfCheckError::Refuted { judgement: Box::new(missed.clone()) }))
        }
    }
}

/// By which columns that are published value by value records of the release are singled out;
/// refuses what is a danger, unless a waiver accepts it.
fn singled_out(
    input: &BoundTable,
    released: &ReadBack<'_>,
    judgements: &[Judgement],
) -> Result<Vec<SingledOut>, IncogError> {
    let asked = ClassDemands::by(judgements.iter().map(|judgement| &judgement.criterion));
    let people = input.terms.people().and_then(|people| input.table.column(people));
    let people = people.map(|people| people.of_rows(&released.rows));
    let found = gate::of_release(&input.terms, released.counted(), people.as_ref(), &asked);
    let open = gate::open(&input.terms, &found);
    if open.is_empty() { Ok(found) } else { Err(IncogError::Gate(GateError::Unsafe(Dangers::new(open)))) }
}

/// How often somebody is right who knows the originals behind columns that chance has changed;
/// refuses a release of which that is more than the gate allows, unless a waiver accepts it.
fn nearest(
    input: &BoundTable,
    untreated: &[Column],
    released: &ReadBack<'_>,
    judgements: &[Judgement],
) -> Result<Vec<NearestAttack>, IncogError> {
    if input.drawn {
        return Ok(Vec::new());
    }
    let real = real_places(input, released);
    let rows: Vec<u32> = real.iter().map(|&place| released.rows[place]).collect();
    let originals: Vec<Column> = untreated.iter().map(|column| column.of_rows(&rows)).collect();
    let people = input.terms.people().and_then(|people| input.table.column(people));
    let people = people.map(|people| people.of_rows(&rows));
    let k = gate::k_of(judgements.iter().map(|judgement| &judgement.criterion));
    let records = released.records.with_rows(&real);
    let records = if real.len() == released.rows.len() { released.counted() } else { (&records).into() };
    let attacks = gate::nearest(&input.terms, records, &originals, people.as_ref(), k);
    let open = gate::open_nearest(&input.terms, &attacks);
    if open.is_empty() { Ok(attacks) } else { Err(IncogError::Gate(GateError::Unsafe(Dangers::new(open)))) }
}

/// The places of the records that are not invented.
fn real_places(input: &BoundTable, released: &ReadBack<'_>) -> Vec<usize> {
    let places = 0..released.rows.len();
    places.filter(|&place| (released.rows[place] as usize) < input.real_rows()).collect()
}

/// Refuses a release in which a published column narrows labels.
fn check_labels(input: &BoundTable, released: &ReadBack<'_>) -> Result<(), IncogError> {
    let qids = input.quasi_identifiers.iter().filter_map(|qid| input.table.column(&qid.name));
    let originals: Vec<Column> = qids.map(|column| column.of_rows(&released.rows)).collect();
    let open = gate::open_labels(&input.terms, released.counted(), &originals);
    if open.is_empty() { Ok(()) } else { Err(IncogError::Gate(GateError::Unsafe(Dangers::new(open)))) }
}

/// What a release reveals together with earlier ones; refuses it if that is too much, unless a
/// waiver accepts it.
fn series(
    input: &BoundTable,
    untreated: &[Column],
    released: &ReadBack<'_>,
    judgements: &[Judgement],
) -> Result<Option<SeriesFindings>, IncogError> {
    let Some(earlier) = &input.earlier else { return Ok(None) };
    if input.counts.is_some() {
        let (first, second) = ("releases.earlier".to_owned(), "input.counts".to_owned());
        let why = "records are looked up one by one in the earlier releases, and these are counted";
        let problem = JobProblem::Contradiction { first, second, why };
        return Err(JobError::new(Place::default(), problem).into());
    }
    let real = real_places(input, released);
    let rows: Vec<u32> = real.iter().map(|&place| released.rows[place]).collect();
    let hierarchies = input.quasi_identifiers.iter().map(|qid| (qid.name.clone(), qid.hierarchy.clone()));
    let new = NewRelease {
        terms: &input.terms,
        table: &input.table,
        records: &released.records,
        rows: &rows,
        hierarchies: hierarchies.collect(),
        judgements,
        untreated: if input.drawn { &[] } else { untreated },
    };
    let found = earlier.held_against(&new)?;
    let open = open_dangers(&input.terms, &found);
    let refuses = input.terms.series().is_some_and(|series| series.on_overlap == OnOverlap::Refuse);
    if refuses && !open.is_empty() {
        Err(IncogError::Gate(GateError::Unsafe(Dangers::new(open))))
    } else {
        Ok(Some(found))
    }
}

/// Classes of which a draw decides which records stay.
fn drawn_classes(classes: &Classes<'_>) -> usize {
    let divided = (0..classes.tuples().len()).filter(|tuple: &usize| classes.only_class_of(*tuple).is_none());
    let of_divided: BTreeSet<usize> =
        divided.flat_map(|tuple| classes.parts_of(tuple).map(|part| part.class)).collect();
    let in_part = |(place, class): &(usize, &Class)| {
        matches!(class.retention, Kept::Part(_)) || of_divided.contains(place)
    };
    classes.all().iter().enumerate().filter(in_part).count()
}

/// Refuses to draw anew in each release of a series who stays, which together would show more
/// records than one may, or which records are invented: those that all releases have are not.
fn check_series_draw(input: &BoundTable, classes: &Classes<'_>) -> Result<(), IncogError> {
    let keeps_records = input.terms.ledger().is_some();
    if input.earlier.is_none() || input.draw.fresh().is_none() || keeps_records {
        return Ok(());
    }
    match (drawn_classes(classes), &input.noise) {
        (0, None) => Ok(()),
        (0, Some(noise)) => Err(IncogError::Draw(DrawError::InventedAnew { classes: noise.classes })),
        (classes, _) => Err(IncogError::Draw(DrawError::DrawnAnew { classes })),
    }
}

/// That no column names people, by code of the audit, which does not ask what was to be written.
fn check_identifiers(input: &BoundTable, release: &ReadBack<'_>) -> Result<(), IncogError> {
    let found = identifiers_in(&input.terms, &input.table, &release.records);
    let is_accepted = found.is_empty() || is_planted("nothing is measured");
    if is_accepted {
        Ok(())
    } else {
        Err(IncogError::SelfCheck(SelfCheckError::NamesPeople { columns: told(&found) }))
    }
}

/// That each class has the aggregate of its own records, by code of the audit.
fn check_aggregates(input: &BoundTable, release: &ReadBack<'_>) -> Result<(), IncogError> {
    let qids: Vec<&str> = input.quasi_identifiers.iter().map(|qid| &*qid.name).collect();
    for column in input.table.columns() {
        let written = release.records.column(&column.name);
        let Some((aggregate, written)) = input.terms.aggregate_of(&column.name).zip(written) else {
            continue;
        };
        let values = column.of_rows(&release.rows);
        let classes = misstated(aggregate, release.counted(), &qids, written, &values);
        if classes > 0 && !is_planted("nothing is measured") {
            return Err(IncogError::SelfCheck(SelfCheckError::Misstated {
                column: column.name.clone(),
                classes,
            }));
        }
    }
    Ok(())
}

/// That numbers are coded at the quantiles of what is published, by code of the audit.
fn check_limits(input: &BoundTable, release: &ReadBack<'_>) -> Result<(), IncogError> {
    for column in input.table.columns() {
        let written = release.records.column(&column.name);
        let Some((limits, written)) = input.terms.limits_of(&column.name).zip(written) else { continue };
        let records = miscoded(limits, written, &column.of_rows(&release.rows), release.counts());
        if records > 0 && !is_planted("nothing is measured") {
            return Err(IncogError::SelfCheck(SelfCheckError::Miscoded {
                column: column.name.clone(),
                records,
            }));
        }
    }
    Ok(())
}

/// How likely somebody is found of whom all published columns are known.
fn all_columns(input: &BoundTable, released: &ReadBack<'_>, k: u64) -> AllColumnsRisk {
    let unit = input.terms.unit.column().and_then(|unit| released.with_all().table().column(unit));
    input.terms.all_columns_risk(released.counted(), unit, k)
}

fn risk(input: &BoundTable, table: CountedTable<'_>) -> Result<RiskFacts, AuditError> {
    let names = input.quasi_identifiers.iter().map(|qid| &*qid.name);
    measure_risk(table, names, input.terms.unit.column())
}

//! What a run does to a series, and its release.

use super::cohort::{Cohort, cohort};
use super::given_table::GivenTable;
use super::notes::{BEGINS, UNCONFIRMED, new_columns, notes};
use super::reports_beside::reports_beside;
use crate::IncogError;
use crate::job::{Job, LedgerJob};
use crate::publish::context::Context;
use crate::publish::decide::decision::Decision;
use crate::publish::event::Event;
use crate::publish::sink::file_sink::FileSink;
use crate::publish::sink::release_outcome::ReleaseOutcome;
use crate::publish::spine::publish;
use incog_card::Stop;
use incog_data::Levels;
use incog_disclosure::LedgerError;
use incog_disclosure::ledger::{
    Block, LedgerEntry, LedgerRun, LedgerState, PeopleOfTable, ReleaseTable, SealedLedger, Standing,
    table_of_state,
};
use incog_disclosure::read::read_input;
use incog_disclosure::secret::Secret;
use std::collections::{BTreeMap, BTreeSet};

/// Publishes the next release of a series: everybody who was in the last one keeps her labels, and
/// newcomers come in classes of their own.
pub(in crate::publish) fn publish_night(
    job: &Job,
    told: &LedgerJob,
    context: &mut Context<'_>,
) -> Result<ReleaseOutcome, IncogError> {
    let secret = Secret::for_terms(&job.terms)?;
    let sink = FileSink::claim(job, context)?;
    let mut ledger = SealedLedger::open(&told.path, secret.as_ref(), job.begins_series)?;
    ledger.check_reports(reports_beside(job, told))?;
    context.tell(Event::Reading);
    let (table, source) = read_input(job)?;
    context.check()?;
    if ledger.terms().is_none() {
        context.note([BEGINS.to_owned()]);
    }
    let people = PeopleOfTable::new(job, &mut ledger, secret.as_ref(), table)?;
    context.note(new_columns(people.left_out()));
    let job = &people.series().for_job(job.clone());
    let standings = people.standings(ledger.state());
    let (run, without_place) = if ledger.is_confirmed() {
        let tonight = Tonight { people: &people, standings: &standings };
        (next_run(job, told, &tonight, ledger.state(), context)?, people.without_place(&standings))
    } else {
        context.note([UNCONFIRMED.to_owned()]);
        (LedgerRun::without_changes(ledger.state(), ledger.runs().last()), Vec::new())
    };
    let entry = LedgerEntry::new(ledger, &people, run);
    let after = entry.after();
    if after.blocks.people() == 0 {
        let waiting = after.waiting.len();
        // People who were refused stay refused, although nothing appears.
        if entry.goes_on() && !job.dry_run {
            entry.add(String::new(), String::new(), None)?.confirm()?;
        }
        return Err(LedgerError::Nobody { waiting }.into());
    }
    // Of a run that changes nothing, the ledger has the figures of an earlier table.
    let facts = entry.facts();
    if facts.runs.last().is_some_and(|run| run.table.is_some()) {
        context.note(notes(&facts, &without_place));
    }
    let ReleaseTable { table, blocks } = table_of_state(&people, after)?;
    let levels: Vec<Levels> =
        blocks.iter().map(|&block| Levels::from(after.blocks.all()[block].levels.clone())).collect();
    let table = GivenTable { table, source };
    publish(job, table, Decision::Held(&levels), sink.keeping(entry), context)
}

/// The people of a table, and where each of them stands.
struct Tonight<'a> {
    people: &'a PeopleOfTable,
    standings: &'a [Standing],
}

/// Who comes, who leaves, and who waits.
fn next_run(
    job: &Job,
    told: &LedgerJob,
    &Tonight { people, standings }: &Tonight<'_>,
    state: &LedgerState,
    context: &mut Context<'_>,
) -> Result<LedgerRun, IncogError> {
    let leavers = people.leavers(state, standings);
    check_most_are_there(state, &leavers)?;
    let parting = state.partings(&leavers, people.series().limits(), told);
    let newcomers = rows_with(standings, Standing::New);
    // Whether incog looks follows from their number: from their values somebody could learn of
    // them.
    let are_enough = newcomers.len() as u64 >= people.series().limits().k;
    let is_cohort = state.is_cohort_due(told.max_delay) && are_enough;
    let Cohort { mut blocks, loss, gap, stopped, .. } = match is_cohort {
        true => cohort(&job.terms, people, &newcomers, context)?,
        false => Cohort::default(),
    };
    check_is_done(job, stopped)?;
    if told.is_m_invariant && is_cohort {
        blocks.retain(|block| state.keeps_values(block, people.series().sensitive.len()));
        let rest = without_blocks(people, &newcomers, &blocks);
        blocks.extend(people.joining(state, &parting, &rest)?);
    }
    // Arrivals and departures under equal labels would hide in each other, and show less of both.
    let left: BTreeSet<String> =
        parting.into_iter().filter(|digest| state.leaves_beside(digest, &blocks)).collect();
    let run = state.runs + 1;
    let admitted: BTreeSet<&str> =
        blocks.iter().flat_map(|block| block.people.keys()).map(String::as_str).collect();
    let others = newcomers.iter().map(|&row| people.digest(row)).filter(|digest| !admitted.contains(digest));
    let (refused, others): (Vec<&str>, Vec<&str>) = others.partition(|_| is_cohort);
    // People with a value without a place wait on, however many others come: that follows from
    // labels alone.
    let without_place = rows_with(standings, Standing::WithoutPlace);
    let without_place = without_place.iter().map(|&row| people.digest(row));
    let waiting = (others.into_iter().chain(without_place))
        .map(|digest| (digest.to_owned(), state.waiting.get(digest).copied().unwrap_or(run)))
        .collect();
    let outside = rows_with(standings, Standing::Gone).len()
        + rows_with(standings, Standing::Changed).len()
        + refused.len();
    let survivors = left.iter().filter(|digest| !leavers.contains_key(*digest)).count();
    Ok(LedgerRun {
        table: Some(people.table().rows() as u64),
        is_cohort,
        waiting,
        refused: refused.into_iter().map(str::to_owned).collect(),
        outdated: people.outdated(state, standings),
        leavers: leavers
            .iter()
            .filter(|(digest, _)| !left.contains(*digest))
            .map(|(d, run)| (d.clone(), *run))
            .collect(),
        lost: (outside + survivors) as u64,
        admitted: blocks,
        left: left.into_iter().collect(),
        cohort_loss: loss,
        cohort_gap: gap,
        ..LedgerRun::default()
    })
}

/// The rows whose people are in none of the blocks.
fn without_blocks(people: &PeopleOfTable, rows: &[usize], blocks: &[Block]) -> Vec<usize> {
    let inside: BTreeSet<&str> =
        blocks.iter().flat_map(|block| block.people.keys()).map(String::as_str).collect();
    rows.iter().copied().filter(|row| !inside.contains(people.digest(*row))).collect()
}

/// Refuses classes of newcomers that a limit or Ctrl-C left as they were: nobody's labels ever
/// change.
fn check_is_done(job: &Job, stopped: Option<Stop>) -> Result<(), LedgerError> {
    let is_limited = job.terms.search.max_evaluations.is_some();
    match stopped {
        Some(stopped @ (Stop::Time | Stop::Interrupted)) => Err(LedgerError::CutShort { stopped }),
        Some(stopped @ Stop::Budget) if is_limited => Err(LedgerError::CutShort { stopped }),
        _ => Ok(()),
    }
}

/// Refuses a table that lacks most people of the last release who were there as they were: half an
/// export would end the series for those whom it lacks.
fn check_most_are_there(state: &LedgerState, leavers: &BTreeMap<String, u64>) -> Result<(), LedgerError> {
    let people = state.blocks.people().saturating_sub(state.leavers.len());
    let missing = leavers.keys().filter(|digest| !state.leavers.contains_key(*digest)).count();
    if 2 * missing > people { Err(LedgerError::MostLeft { missing, people }) } else { Ok(()) }
}

fn rows_with(standings: &[Standing], wanted: Standing) -> Vec<usize> {
    let rows = standings.iter().enumerate().filter(|(_, standing)| **standing == wanted);
    rows.map(|(row, _)| row).collect()
}

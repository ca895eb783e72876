//! The bound of a search, proved by what it wrote.

use super::Check;
use super::expected_report::Expected;
use super::given_proof::CLAIM;
use super::kept_columns::kept;
use super::premises::Premises;
use super::sources::Sources;
use incog_audit::{BoxProof, Domain, FullDomain, NoBound, PriceBlock, bound_of_prices};
use incog_card::Stop;
use incog_data::{Column, Hierarchy, QuasiIdentifier, RowMap, Table, Tuples};
use incog_disclosure::DisclosureError;
use incog_disclosure::DrawError;
use incog_disclosure::job::{Role, Terms};
use incog_disclosure::proof_file::{ProofEvidence, ProofFile};
use incog_disclosure::report::RecodingKind;
use incog_privacy::{Binding, Conjunction, bind_all};
use incog_report::verification::second_run::SEARCH;
use incog_request::records_of_share;
use incog_utility::Goal;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How much of itself a value may be off, which is more than sums of floating-point numbers are;
/// and by how much a value near 0 may be.
const TOLERANCE: f64 = 1e-8;
const NOTHING: f64 = 1e-12;

/// Works out the bound from the proof, and what the report says of it from that.
pub(super) fn verify(
    proof: &ProofFile,
    sources: &Sources<'_>,
    expected: &mut Expected,
) -> Result<Check, DisclosureError> {
    let claim = CLAIM;
    let value = sources.measure(Domain::Input).objective.map(|(value, _)| value);
    let Some(value) = value else {
        return Ok(Check::not_shown(claim, "the files do not show the value that the bound is for"));
    };
    if sources.claimed.noise.is_some() {
        return Ok(Check::new(claim, false, format!("the proof does not prove it: {}", NoBound::Records)));
    }
    let problem = match BoundProblem::new(sources.premises)? {
        Ok(problem) => problem,
        Err(why) => return Ok(Check::not_shown(claim, why)),
    };
    let kind = sources.claimed.solution.recoding;
    let bound = match bound(proof, &problem, kind)? {
        Ok(bound) => bound,
        Err(why @ (NoBound::TooManyCells | NoBound::Rising | NoBound::Unjudged(_))) => {
            return Ok(Check::not_shown(claim, why.to_string()));
        }
        Err(why) => return Ok(Check::new(claim, false, format!("the proof does not prove it: {why}"))),
    };
    let sign = if problem.goal == Goal::Maximize { -1.0 } else { 1.0 };
    let Some(told) = &sources.claimed.search else {
        return Ok(Check::not_shown(
            claim,
            "the report conceals how far the release is from the best \
            possible",
        ));
    };
    let slack = (TOLERANCE * value.abs()).max(NOTHING);
    let is_gap = told.gap.is_some_and(|gap| sign * value - bound <= gap * value.abs() + slack);
    // That of a public report follows from its value and gap.
    let is_bound = sources.is_public() || told.upper_bound.is_some_and(|told| sign * told <= bound + slack);
    let is_shown = is_gap && is_bound;
    if is_shown {
        let is_proved = told.gap == Some(0.0) && told.stopped == Stop::Proved.name();
        let is_told = |leaf: &str| {
            leaf == "search.gap" || leaf == "search.upper_bound" || is_proved && leaf == "search.stopped"
        };
        // What is not shown for another reason stays that.
        expected.not_shown.retain(|(leaf, why)| why != SEARCH || !is_told(leaf));
    }
    let detail = match (is_shown, kind) {
        (true, RecodingKind::Local) => "no local recoding can be better than the report says",
        (true, RecodingKind::Global) => "no choice of levels can be better than the report says",
        (true, RecodingKind::Microaggregation) => "no groups can be better than the report says",
        (false, _) => "the report claims more than the proof shows",
    };
    Ok(Check::new(claim, is_shown, detail))
}

/// The bound on the minimized objective.
fn bound(
    proof: &ProofFile,
    problem: &BoundProblem<'_>,
    kind: RecodingKind,
) -> Result<Result<f64, NoBound>, DisclosureError> {
    if proof.objective != problem.terms.objective.name() {
        return Ok(Err(NoBound::Objective));
    }
    match (&proof.evidence, kind) {
        (_, RecodingKind::Microaggregation) => Ok(Err(NoBound::Recoding)),
        (ProofEvidence::Prices(prices), _) => Ok(by_prices(prices, problem)),
        (ProofEvidence::Boxes(boxes), RecodingKind::Global) => by_boxes(boxes, problem),
        (ProofEvidence::Boxes(_), RecodingKind::Local) => Ok(Err(NoBound::Recoding)),
    }
}

fn by_boxes(boxes: &BoxProof, problem: &BoundProblem<'_>) -> Result<Result<f64, NoBound>, DisclosureError> {
    let demand = problem.terms.demand(problem.input);
    let whole = FullDomain {
        input: problem.input,
        quasi_identifiers: problem.tuples.quasi_identifiers(),
        demand: &demand,
        hierarchies: &problem.hierarchies,
        objective: &problem.terms.objective,
        limit: problem.limit,
    };
    match kept(problem.terms, whole)? {
        Ok(quasi_identifiers) => {
            Ok(FullDomain { quasi_identifiers: &quasi_identifiers, ..whole }.bound_of_boxes(boxes)?)
        }
        Err(why) => Ok(Err(why)),
    }
}

fn by_prices(blocks: &[PriceBlock], problem: &BoundProblem<'_>) -> Result<f64, NoBound> {
    let blocks = blocks.iter().map(|block| by_tuple(block, problem)).collect::<Result<Vec<_>, _>>()?;
    bound_of_prices(&problem.tuples, &problem.models, &problem.terms.objective, problem.limit, &blocks)
}

/// Prices of tuples instead of records. Equal records have equal prices; where they do not, the
/// least is right for all of them.
fn by_tuple(block: &PriceBlock, problem: &BoundProblem<'_>) -> Result<PriceBlock, NoBound> {
    if block.prices.len() != problem.rows.tuple_of_row.len() {
        return Err(NoBound::Records);
    }
    let mut prices = vec![f64::INFINITY; problem.tuples.len()];
    for (&tuple, &price) in problem.rows.tuple_of_row.iter().zip(&block.prices) {
        let least = &mut prices[tuple as usize];
        *least = least.min(price);
    }
    Ok(PriceBlock { quasi_identifiers: block.quasi_identifiers.clone(), prices })
}

/// The columns of a role, in the order of the table.
fn of_role<'t>(terms: &'t Terms, table: &'t Table, role: Role) -> impl Iterator<Item = &'t Column> {
    table.columns().iter().filter(move |column| terms.role(&column.name) == role)
}

/// What a bound is about: the tuples of the input, and what a release of them must meet.
struct BoundProblem<'a> {
    terms: &'a Terms,
    input: &'a Table,
    tuples: Tuples,
    rows: RowMap,
    /// Of the sensitive columns that have one.
    hierarchies: BTreeMap<String, Arc<Hierarchy>>,
    models: Conjunction,
    /// The records that may be suppressed.
    limit: u64,
    goal: Goal,
}

impl<'a> BoundProblem<'a> {
    /// The problem of a release; `Err` inside says why its models cannot be bound to the input.
    fn new(premises: &'a Premises) -> Result<Result<Self, String>, DisclosureError> {
        let (terms, input) = (&premises.job.terms, &premises.input);
        if terms.drawn_share().is_some() {
            return Err(DisclosureError::Draw(DrawError::NotDrawn));
        }
        let hierarchies = &premises.settled.hierarchies;
        let columns: Vec<&Column> = of_role(terms, input, Role::QuasiIdentifier).collect();
        let mut quasi_identifiers = Vec::new();
        for column in &columns {
            let (Some(wanted), Some(hierarchy)) =
                (terms.columns.get(&column.name), hierarchies.get(&column.name))
            else {
                continue;
            };
            let range = (wanted.min_level.unwrap_or(0), wanted.max_level.unwrap_or(hierarchy.height()));
            let bound = QuasiIdentifier::new(column, hierarchy.clone())?;
            let bound = bound.with_level_range(range.0, range.1)?;
            quasi_identifiers.push(QuasiIdentifier { weight: wanted.weight, ..bound });
        }
        let unit = terms.unit.column().and_then(|unit| input.column(unit));
        let attributes = [Role::Sensitive, Role::Provider, Role::OwnK];
        let attributes = attributes.into_iter().flat_map(|role| of_role(terms, input, role)).chain(unit);
        let attributes: Vec<&Column> = attributes.collect();
        let (mut tuples, rows) =
            Tuples::with_row_map(quasi_identifiers, &columns, &attributes, input.rows())?;
        let sensitive = of_role(terms, input, Role::Sensitive)
            .filter_map(|column| Some((column.name.clone(), hierarchies.get(&column.name)?.clone())));
        let sensitive: BTreeMap<String, Arc<Hierarchy>> = sensitive.collect();
        for (name, hierarchy) in &sensitive {
            tuples = tuples.with_hierarchy(name, hierarchy.clone());
        }
        if let Some(population) = &premises.population {
            tuples = population.around(tuples)?;
        }
        let request = terms.request();
        let (provider, unit) = (request.provider.as_deref(), request.unit.as_deref());
        let binding = Binding::new(&tuples, provider, unit, &request.missing_is_no_value)
            .with_own_k(request.own_k.as_deref());
        let models = match bind_all(&request.models, &binding) {
            Ok(models) => models,
            Err(why) => return Ok(Err(why.to_string())),
        };
        let goal = request.objective.metric(models.required_k())?.goal();
        let limit = records_of_share(request.suppression_limit, tuples.real_rows());
        let hierarchies = sensitive;
        Ok(Ok(Self { terms, input, tuples, rows, hierarchies, models, limit, goal }))
    }
}

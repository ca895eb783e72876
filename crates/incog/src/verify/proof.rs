//! The bound of a search, proved by what it wrote.

use super::Check;
use super::expected_report::{Expected, Sources};
use super::given_proof::CLAIM;
use crate::IncogError;
use crate::proof_file::{ProofEvidence, ProofFile};
use crate::publish::PreparedProblem;
use crate::report::RecodingKind;
use incog_audit::{BoxProof, Domain, NoBound, PriceBlock, bound_of_prices};
use incog_card::Stop;
use incog_report::verification::second_run::SEARCH;
use incog_utility::Goal;

/// How much of itself a value may be off, which is more than sums of floating-point numbers are;
/// and by how much a value near 0 may be.
const TOLERANCE: f64 = 1e-8;
const NOTHING: f64 = 1e-12;

/// Works out the bound from the proof, and what the report says of it from that.
pub(super) fn verify(
    proof: &ProofFile,
    sources: &Sources<'_>,
    expected: &mut Expected,
) -> Result<Check, IncogError> {
    let claim = CLAIM;
    let value = sources.measure(Domain::Input).objective.map(|(value, _)| value);
    let Some(value) = value else {
        return Ok(Check::not_shown(claim, "the files do not show the value that the bound is for"));
    };
    let (prepared, _) = PreparedProblem::read(&sources.premises.job)?;
    let kind = sources.claimed.solution.recoding;
    let bound = match bound(proof, &prepared, kind)? {
        Ok(bound) => bound,
        Err(why @ (NoBound::TooManyCells | NoBound::Rising | NoBound::Unjudged(_))) => {
            return Ok(Check::not_shown(claim, why.to_string()));
        }
        Err(why) => return Ok(Check::new(claim, false, format!("the proof does not prove it: {why}"))),
    };
    let sign = if prepared.problem.metric().goal() == Goal::Maximize { -1.0 } else { 1.0 };
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
    prepared: &PreparedProblem,
    kind: RecodingKind,
) -> Result<Result<f64, NoBound>, IncogError> {
    if proof.objective != prepared.input.terms.objective.name() {
        return Ok(Err(NoBound::Objective));
    }
    match (&proof.evidence, kind) {
        (_, RecodingKind::Microaggregation) => Ok(Err(NoBound::Recoding)),
        (ProofEvidence::Prices(prices), _) => Ok(by_prices(prices, prepared)),
        (ProofEvidence::Boxes(boxes), RecodingKind::Global) => by_boxes(boxes, prepared),
        (ProofEvidence::Boxes(_), RecodingKind::Local) => Ok(Err(NoBound::Recoding)),
    }
}

fn by_boxes(boxes: &BoxProof, prepared: &PreparedProblem) -> Result<Result<f64, NoBound>, IncogError> {
    let demand = prepared.input.terms.demand(&prepared.input.table);
    Ok(prepared.full_domain(&demand).bound_of_boxes(boxes)?)
}

fn by_prices(blocks: &[PriceBlock], prepared: &PreparedProblem) -> Result<f64, NoBound> {
    let blocks = blocks.iter().map(|block| by_tuple(block, prepared)).collect::<Result<Vec<_>, _>>()?;
    let (tuples, limit) = (prepared.problem.tuples(), prepared.problem.suppression_limit());
    bound_of_prices(tuples, prepared.problem.models(), &prepared.input.terms.objective, limit, &blocks)
}

/// Prices of tuples instead of records. Equal records have equal prices; where they do not, the
/// least is right for all of them.
fn by_tuple(block: &PriceBlock, prepared: &PreparedProblem) -> Result<PriceBlock, NoBound> {
    if block.prices.len() != prepared.rows.tuple_of_row.len() {
        return Err(NoBound::Records);
    }
    let mut prices = vec![f64::INFINITY; prepared.problem.tuples().len()];
    for (&tuple, &price) in prepared.rows.tuple_of_row.iter().zip(&block.prices) {
        let least = &mut prices[tuple as usize];
        *least = least.min(price);
    }
    Ok(PriceBlock { quasi_identifiers: block.quasi_identifiers.clone(), prices })
}

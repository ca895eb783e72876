//! What our runs say about a claim.

use super::claims::{Claim, ClaimKind};
use super::comparison::{Cell, PairedComparison};
use super::direction::DirectionAndSize;
use crate::statistics::{a12, log_ratio_interval, share_interval, signed_rank};
use crate::suite::is_meant;
use std::fmt;

/// What is concluded about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// It holds for our runs.
    Confirmed,
    /// The subject is better, but not by as much as claimed.
    DirectionOnly,
    /// It does not.
    Refuted,
    /// Our runs do not say, or say one thing under one reading and another under another.
    NotDecided,
    /// No runs could say.
    NotTestable,
}

impl Conclusion {
    /// Whether the subject is better, be it by as much as claimed or by less.
    pub fn has_direction(self) -> bool {
        matches!(self, Self::Confirmed | Self::DirectionOnly)
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Confirmed => "confirmed",
            Self::DirectionOnly => "direction only",
            Self::Refuted => "refuted",
            Self::NotDecided => "not decided",
            Self::NotTestable => "not testable",
        })
    }
}

/// What our runs say under one reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimVerdict {
    /// The conclusion.
    pub conclusion: Conclusion,
    /// Our figure; `None` without runs.
    pub figure: Option<f64>,
    /// Instances that have runs of all compared algorithms, and on which somebody could win.
    pub instances: usize,
    /// Instances left out because all compared algorithms reach the proved optimum, or the same
    /// value, in every run (ceiling).
    pub at_ceiling: usize,
    /// Mean over instances and rivals of A12: how often a run of the subject is better than one of
    /// the rival.
    pub a12: Option<f64>,
    /// For an improvement over one rival: whether there is one, and whether it is that large.
    pub by_interval: Option<DirectionAndSize>,
    /// For one rival, the bootstrap interval of 95 % of the logarithm of the ratio of the summed
    /// means.
    pub log_ratio: Option<[f64; 2]>,
    /// Where instances are independent: the probability of differences at least as far from 0, over
    /// the instances' means, if the subject and a rival were equally good (signed-rank test); the
    /// largest over the rivals.
    pub p: Option<f64>,
}

impl ClaimVerdict {
    /// A conclusion without runs.
    pub fn without_runs(conclusion: Conclusion) -> Self {
        Self {
            conclusion,
            figure: None,
            instances: 0,
            at_ceiling: 0,
            a12: None,
            by_interval: None,
            log_ratio: None,
            p: None,
        }
    }
}

/// The fewest instances from which anything is concluded about instances.
pub const ENOUGH: usize = 4;

/// The fewest runs on each instance from which anything is concluded, and from which it is about a
/// share of the runs.
const ENOUGH_RUNS: [usize; 2] = [5, 20];

/// Two values nearer than this share of them are the same.
const SAME: f64 = 1e-9;

/// What a claim is compared on.
struct Compared<'t> {
    lines: Vec<&'t Vec<Cell>>,
    subject: usize,
    rivals: Vec<usize>,
    optimum: Option<usize>,
    minimize: bool,
}

/// Compares a claim, as it is read, with a table.
///
/// A share is confirmed when ours is at least the paper's minus one instance, refuted when it is at
/// most half of the paper's, and not decided in between; where it is not confirmed, but its
/// interval is above the share that each of the compared would have by chance, the direction holds.
/// An improvement over one rival is judged by its interval ([`DirectionAndSize`]); one over several
/// is confirmed when ours is at least half of the paper's, and refuted when it is not positive.
/// Nothing is decided on fewer
/// than 4 instances, or on fewer than 5 runs each; a share of runs needs 20 of them, and allows for
/// no exception. Instances where all reach the proved optimum are left out, and those where all
/// agree in every run if the subject is to be better: where none are left, or where a rival that
/// never varies is to vary more, the claim is not testable.
pub fn judge(claim: &Claim, table: &PairedComparison) -> ClaimVerdict {
    if claim.not_testable.is_some() {
        return ClaimVerdict::without_runs(Conclusion::NotTestable);
    }
    if claim.kind == ClaimKind::Falls {
        return falls(claim, table);
    }
    let Some((compared, at_ceiling)) = compared(claim, table) else {
        return ClaimVerdict::without_runs(Conclusion::NotDecided);
    };
    let instances = compared.lines.len();
    let a12 = compared.a12();
    let log_ratio = compared.log_ratio();
    let p = compared.p().filter(|_| claim.independent);
    let by_interval = log_ratio.and_then(|interval| compared.by_interval(claim, interval));
    let of = |conclusion, figure| ClaimVerdict {
        conclusion,
        figure,
        instances,
        at_ceiling,
        a12,
        by_interval,
        log_ratio,
        p,
    };
    if instances == 0 {
        let conclusion = if at_ceiling > 0 { Conclusion::NotTestable } else { Conclusion::NotDecided };
        return of(conclusion, None);
    }
    let figure = compared.figure(claim);
    if claim.kind == ClaimKind::Steadier && compared.rivals.iter().any(|&rival| compared.never_varies(rival))
    {
        return of(Conclusion::NotTestable, Some(figure));
    }
    of(conclude(claim, &compared, figure, by_interval), Some(figure))
}

/// Whether the subject's mean falls along the claim's sequences of instances.
fn falls(claim: &Claim, table: &PairedComparison) -> ClaimVerdict {
    let is_chosen = |name: &str| claim.instances.as_deref().is_none_or(|meant| is_meant(name, meant));
    let subject = table.algorithms.iter().position(|label| *label == claim.subject);
    let mean = |by: &String| {
        let line = table.lines.iter().find(|(name, _)| is_chosen(name) && is_meant(name, by));
        let cell = line.and_then(|(_, cells)| cells.get(subject?));
        Some(cell.filter(|cell| cell.runs >= ENOUGH_RUNS[0])?.values?.mean)
    };
    let means = claim.sequences.iter().map(|names| names.iter().map(mean).collect::<Option<Vec<f64>>>());
    let means: Vec<Vec<f64>> = means.flatten().collect();
    if means.is_empty() {
        return ClaimVerdict::without_runs(Conclusion::NotDecided);
    }
    let fall = means.iter().filter(|means| means.windows(2).all(|pair| pair[1] < pair[0])).count();
    let (figure, sequences) = (fall as f64 / means.len() as f64, means.len());
    let conclusion = match sequences >= ENOUGH {
        true if figure >= claim.figure - 1.0 / sequences as f64 => Conclusion::Confirmed,
        true if figure <= claim.figure / 2.0 => Conclusion::Refuted,
        _ => Conclusion::NotDecided,
    };
    ClaimVerdict { figure: Some(figure), instances: sequences, ..ClaimVerdict::without_runs(conclusion) }
}

/// What several readings of one claim say together: what all of them say, the direction where each
/// says at least that, otherwise nothing.
pub fn over_readings(conclusions: &[Conclusion]) -> Conclusion {
    match conclusions {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => *first,
        [_, ..] if conclusions.iter().all(|one| one.has_direction()) => Conclusion::DirectionOnly,
        _ => Conclusion::NotDecided,
    }
}

fn conclude(
    claim: &Claim,
    compared: &Compared<'_>,
    figure: f64,
    by_interval: Option<DirectionAndSize>,
) -> Conclusion {
    let instances = compared.lines.len();
    let have = |runs: usize| compared.lines.iter().all(|cells| cells[compared.subject].runs >= runs);
    let (enough, confirmed, refuted) = match claim.kind {
        ClaimKind::AtOptimum => (have(ENOUGH_RUNS[1]), figure >= claim.figure, figure <= claim.figure / 2.0),
        ClaimKind::Improvement => {
            (instances >= ENOUGH && have(ENOUGH_RUNS[0]), figure >= claim.figure / 2.0, figure <= 0.0)
        }
        _ => (
            instances >= ENOUGH && have(ENOUGH_RUNS[0]),
            figure >= claim.figure - 1.0 / instances as f64,
            figure <= claim.figure / 2.0,
        ),
    };
    if let (true, Some(by_interval)) = (enough, by_interval) {
        return by_interval.conclusion();
    }
    match (enough, confirmed, refuted) {
        (true, true, _) => Conclusion::Confirmed,
        (true, false, _) if compared.is_ahead(claim, figure) => Conclusion::DirectionOnly,
        (true, false, true) => Conclusion::Refuted,
        _ => Conclusion::NotDecided,
    }
}

/// The lines of the table that the claim is about, and how many of them were left out because
/// nobody could win there.
fn compared<'t>(claim: &Claim, table: &'t PairedComparison) -> Option<(Compared<'t>, usize)> {
    let place = |label: &String| table.algorithms.iter().position(|other| other == label);
    let subject = place(&claim.subject)?;
    let rivals = claim.rivals.iter().map(place).collect::<Option<Vec<_>>>()?;
    let optimum = table.optimum.as_ref().and_then(place);
    let is_chosen = |name: &str| claim.instances.as_deref().is_none_or(|meant| is_meant(name, meant));
    let has_runs = |cells: &Vec<Cell>| {
        cells[subject].values.is_some() && rivals.iter().all(|&rival| cells[rival].values.is_some())
    };
    let lines = table.lines.iter().filter(|(name, cells)| is_chosen(name) && has_runs(cells));
    let mut lines: Vec<&Vec<Cell>> = lines.map(|(_, cells)| cells).collect();
    let before = lines.len();
    if claim.kind != ClaimKind::AtOptimum {
        let all_reach = |cells: &Vec<Cell>| {
            let reaches = |&place: &usize| at_optimum(cells, place, optimum) == Some(1.0);
            reaches(&subject) && rivals.iter().all(reaches)
        };
        // Only of the objective is it known what the optimum is.
        lines.retain(|cells| table.measure != "objective" || !all_reach(cells));
    }
    let all_agree = |cells: &Vec<Cell>| {
        let compared = rivals.iter().chain([&subject]).flat_map(|&place| &cells[place].ranked);
        let first = cells[subject].ranked.first().copied().unwrap_or(f64::NAN);
        compared.copied().all(|value| (value - first).abs() <= SAME * first.abs())
    };
    // A sum may have equal terms, but not nothing else.
    let is_sum_of_equals = claim.kind == ClaimKind::Improvement && lines.iter().all(|cells| all_agree(cells));
    if claim.kind == ClaimKind::BetterMean || is_sum_of_equals {
        lines.retain(|cells| !all_agree(cells));
    }
    let at_ceiling = before - lines.len();
    Some((Compared { lines, subject, rivals, optimum, minimize: table.minimize }, at_ceiling))
}

/// The share of the runs that end at the proved optimum; `None` where none is proved.
fn at_optimum(cells: &[Cell], place: usize, optimum: Option<usize>) -> Option<f64> {
    let best = optimum.map(|place| &cells[place]).filter(|cell| !cell.unproved)?.values?.mean;
    let reach = |value: &&f64| (*value - best).abs() <= SAME * best.abs();
    let cell = &cells[place];
    Some(cell.sample.iter().filter(reach).count() as f64 / cell.runs.max(1) as f64)
}

impl Compared<'_> {
    /// Our figure for what a claim of this kind counts, over a line or more.
    fn figure(&self, claim: &Claim) -> f64 {
        if claim.kind == ClaimKind::Improvement {
            let of_rivals = self.rivals.iter().map(|&rival| self.improvement(rival));
            return of_rivals.sum::<f64>() / self.rivals.len().max(1) as f64;
        }
        let sum: f64 = self.lines.iter().map(|cells| self.of_line(claim, cells)).sum();
        sum / self.lines.len() as f64
    }

    fn of_line(&self, claim: &Claim, cells: &[Cell]) -> f64 {
        let mean = |place: usize| cells[place].values.map_or(f64::NAN, |values| values.mean);
        let deviation = |place: usize| cells[place].values.map_or(f64::NAN, |values| values.deviation);
        let all = |holds: &dyn Fn(usize) -> bool| {
            f64::from(u8::from(self.rivals.iter().all(|&rival| holds(rival))))
        };
        let subject = self.subject;
        match claim.kind {
            ClaimKind::BestMean if self.minimize => {
                all(&|rival| mean(subject) <= mean(rival) + claim.tolerance * mean(rival).abs())
            }
            ClaimKind::BestMean => {
                all(&|rival| mean(subject) >= mean(rival) - claim.tolerance * mean(rival).abs())
            }
            ClaimKind::BetterMean if self.minimize => all(&|rival| mean(subject) < mean(rival)),
            ClaimKind::BetterMean => all(&|rival| mean(subject) > mean(rival)),
            ClaimKind::SignificantlyBetter if claim.corrected => all(&|rival| cells[rival].subject_wins == 1),
            ClaimKind::SignificantlyBetter => all(&|rival| cells[rival].subject_wins_uncorrected == 1),
            ClaimKind::Steadier => all(&|rival| deviation(subject) < deviation(rival)),
            ClaimKind::AtOptimum => at_optimum(cells, subject, self.optimum).unwrap_or(0.0),
            ClaimKind::Improvement | ClaimKind::Falls => f64::NAN,
        }
    }

    /// By how much the sum of the subject's means is better than that of a rival's, as a share of
    /// the latter.
    fn improvement(&self, rival: usize) -> f64 {
        let sum = |place: usize| -> f64 {
            self.lines.iter().filter_map(|cells| cells[place].values).map(|values| values.mean).sum()
        };
        let (own, other) = (sum(self.subject), sum(rival));
        let sign = if self.minimize { -1.0 } else { 1.0 };
        if own == other { 0.0 } else { sign * (own / other - 1.0) }
    }

    /// What the interval of the logarithm of the ratio of the sums says of a claimed improvement.
    fn by_interval(&self, claim: &Claim, [low, high]: [f64; 2]) -> Option<DirectionAndSize> {
        let (interval, claimed) = match self.minimize {
            true => ([-high, -low], -(1.0 - claim.figure).ln()),
            false => ([low, high], (1.0 + claim.figure).ln()),
        };
        let is_asked_for = claim.kind == ClaimKind::Improvement && claimed.is_finite();
        is_asked_for.then(|| DirectionAndSize::from_interval(interval, claimed))
    }

    /// Whether the subject has the best mean on more instances than it would by chance.
    fn is_ahead(&self, claim: &Claim, figure: f64) -> bool {
        let count = self.lines.len() as f64;
        let by_chance = 1.0 / (self.rivals.len() + 1) as f64;
        let counts_means = matches!(claim.kind, ClaimKind::BestMean | ClaimKind::BetterMean);
        counts_means && !self.rivals.is_empty() && share_interval(figure * count, count)[0] > by_chance
    }

    fn never_varies(&self, rival: usize) -> bool {
        self.lines.iter().all(|cells| cells[rival].values.is_none_or(|values| values.deviation == 0.0))
    }

    fn a12(&self) -> Option<f64> {
        let of_pair = |cells: &Vec<Cell>, rival: usize| {
            let (own, other) = (&cells[self.subject].ranked, &cells[rival].ranked);
            if self.minimize { a12(other, own) } else { a12(own, other) }
        };
        let of_line = |cells: &&Vec<Cell>| {
            self.rivals.iter().filter_map(|&rival| of_pair(cells, rival)).collect::<Vec<f64>>()
        };
        let all: Vec<f64> = self.lines.iter().flat_map(of_line).collect();
        (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
    }

    fn p(&self) -> Option<f64> {
        let means = |place: usize| -> Vec<f64> {
            self.lines.iter().filter_map(|cells| Some(cells[place].values?.mean)).collect()
        };
        let own = means(self.subject);
        let of_rivals = self.rivals.iter().map(|&rival| signed_rank(&own, &means(rival)).p);
        of_rivals.reduce(f64::max).filter(|_| own.len() >= ENOUGH)
    }

    fn log_ratio(&self) -> Option<[f64; 2]> {
        let [rival] = self.rivals[..] else { return None };
        let pair = |cells: &&'_ Vec<Cell>| (cells[self.subject].sample.clone(), cells[rival].sample.clone());
        let samples: Vec<_> = self.lines.iter().map(pair).collect();
        let pairs: Vec<(&[f64], &[f64])> =
            samples.iter().map(|(own, other)| (&own[..], &other[..])).collect();
        log_ratio_interval(&pairs, 1).filter(|_| !pairs.is_empty())
    }
}

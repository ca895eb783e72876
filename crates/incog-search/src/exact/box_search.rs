//! The whole problem and its parts, searched side by side.

use super::boxes::{BATCH, Boxes, Incumbent};
use crate::grain::both;
use crate::{BoxProblem, Evaluator, Lattice, PartFloor, Stop};

/// Parts of fewer attributes than twice this are not divided further: their lattices are small.
const SMALLEST_PART: usize = 2;

/// Steps taken on the whole problem before it is divided: small problems are solved within them.
pub const UNDIVIDED_STEPS: u64 = 100;

/// Steps of the parts for each step of the whole: on lattices that need parts at all, the bound
/// comes from them.
const STEPS_OF_PARTS: u64 = 4;

/// A box search whose bounds are raised by searches of its parts.
///
/// The attributes are divided into two halves, each a problem of its own with far fewer nodes; what
/// a half must lose on its own, the whole must lose in that half as well. Halves are searched in
/// the same way. Each step works on the whole and on every half that is not solved yet, so that all
/// bounds improve all the time and none waits for another.
pub(crate) struct BoxSearch<P: BoxProblem> {
    boxes: Boxes<P>,
    parts: Parts<P>,
    steps: u64,
    undivided_steps: u64,
    has_seen_lowest: bool,
}

impl<P: BoxProblem> BoxSearch<P> {
    /// Looks at the highest node.
    pub fn start(evaluator: &mut Evaluator<'_, P>, undivided_steps: u64) -> Result<Self, Stop> {
        evaluator.remaining()?;
        let problem = evaluator.problem();
        let (boxes, top) = Boxes::start(problem);
        evaluator.record_look(&problem.lattice().highest, &top);
        let parts = Parts { searches: Vec::new() };
        Ok(Self { boxes, parts, steps: 0, undivided_steps, has_seen_lowest: false })
    }

    /// Works on the boxes with the least bounds; `false` when no box is left that could hold a
    /// better node. The first step looks at the lowest node: where it loses no more than the bound,
    /// nothing else is looked at.
    pub fn step(&mut self, evaluator: &mut Evaluator<'_, P>) -> Result<bool, Stop> {
        let incumbent = Incumbent::new(evaluator);
        let floors = self.parts.floors();
        let Some(bound) = self.boxes.least_bound(evaluator.problem(), &incumbent, &floors) else {
            evaluator.note_floor(self.boxes.given_up());
            return Ok(false);
        };
        evaluator.raise_bound(bound);
        let lattice = evaluator.problem().lattice();
        if !std::mem::replace(&mut self.has_seen_lowest, true) && lattice.lowest != lattice.highest {
            evaluator.evaluate(&lattice.lowest)?;
            return Ok(true);
        }
        let (remaining, problem) = (evaluator.remaining()?, evaluator.problem());
        // A step of the parts does not depend on that of the whole, unless the budget ends between
        // them.
        let is_ample = remaining / 2 > BATCH as u64 + self.parts.most_looks();
        let efforts = (self.boxes.effort(), self.parts.effort());
        let Self { boxes, parts, .. } = self;
        let (looks, of_parts) = both(
            efforts,
            || boxes.step(problem, &incumbent, &floors, remaining),
            || (is_ample && efforts.1 > 0).then(|| parts.step(remaining)),
        );
        for (node, look) in &looks {
            // The lowest node was looked at before all others.
            match *node == lattice.lowest && lattice.lowest != lattice.highest {
                true => evaluator.look_again(node, look),
                false => evaluator.record_look(node, look),
            }
        }
        evaluator.count(of_parts.unwrap_or_default());
        let steps_left = match of_parts {
            None => STEPS_OF_PARTS,
            Some(0) => 0,
            Some(_) => STEPS_OF_PARTS - 1,
        };
        for _ in 0..steps_left {
            let remaining = evaluator.remaining()?;
            let looks = self.step_parts(evaluator.problem(), remaining);
            evaluator.count(looks);
            if looks == 0 {
                break;
            }
        }
        self.steps = self.steps.saturating_add(1);
        Ok(true)
    }

    fn step_parts(&mut self, problem: &P, remaining: u64) -> u64 {
        if self.steps + 1 != self.undivided_steps || !self.parts.searches.is_empty() {
            return self.parts.step(remaining);
        }
        let parts = Parts::new(problem);
        let looks = parts.searches.iter().map(PartSearch::evaluations).sum();
        // The tops of all parts are looked at together or not at all.
        if looks <= remaining {
            self.parts = parts;
            looks
        } else {
            0
        }
    }
}

/// The halves of a problem; none when it cannot be divided into parts or is small.
struct Parts<P: BoxProblem> {
    searches: Vec<PartSearch<P>>,
}

impl<P: BoxProblem> Parts<P> {
    fn new(problem: &P) -> Self {
        let open: Vec<usize> = free_attributes(problem);
        if open.len() < 2 * SMALLEST_PART {
            return Self { searches: Vec::new() };
        }
        let fixed = problem.attributes().iter().filter(|attribute| !open.contains(attribute));
        let (first, second) = open.split_at(open.len() / 2);
        let first: Vec<usize> = first.iter().chain(fixed).copied().collect();
        let halves = [first.as_slice(), second];
        let parts: Option<Vec<P>> = halves.iter().map(|half| problem.part(half)).collect();
        Self { searches: parts.unwrap_or_default().into_iter().map(PartSearch::start).collect() }
    }

    fn floors(&self) -> Vec<PartFloor> {
        self.searches
            .iter()
            .map(|part| PartFloor { attributes: part.problem.attributes().to_vec(), floor: part.floor })
            .collect()
    }

    /// The most looks that one step of all halves takes.
    fn most_looks(&self) -> u64 {
        self.searches.iter().map(|part| BATCH as u64 + part.parts.most_looks()).sum()
    }

    /// About how many nanoseconds the next step takes.
    fn effort(&self) -> u64 {
        self.searches.iter().map(PartSearch::effort).fold(0, u64::saturating_add)
    }

    /// One step of every half that is not solved; returns the looks it took. Halves work side by
    /// side when the budget cannot end between them, since they know nothing of each other.
    fn step(&mut self, mut remaining: u64) -> u64 {
        let is_ample = remaining / 2 > self.most_looks();
        if let [first, second] = &mut self.searches[..]
            && is_ample
        {
            let efforts = (first.effort(), second.effort());
            let step = |part: &mut PartSearch<P>| if part.is_solved { 0 } else { part.step(remaining) };
            let (of_first, of_second) = both(efforts, || step(first), || step(second));
            return of_first + of_second;
        }
        let mut taken = 0;
        for part in &mut self.searches {
            if !part.is_solved && remaining > 0 {
                let looks = part.step(remaining);
                remaining -= looks;
                taken += looks;
            }
        }
        taken
    }
}

fn free_attributes<P: BoxProblem>(problem: &P) -> Vec<usize> {
    let Lattice { lowest, highest } = problem.lattice();
    problem.attributes().iter().copied().filter(|&attribute| lowest[attribute] < highest[attribute]).collect()
}

/// The search of one part.
struct PartSearch<P: BoxProblem> {
    problem: P,
    boxes: Boxes<P>,
    parts: Parts<P>,
    incumbent: Incumbent,
    /// The least that the part's attributes lose in any allowed node.
    floor: f64,
    /// The least floor of nodes whose best completion is not known.
    open_floor: f64,
    is_solved: bool,
}

impl<P: BoxProblem> PartSearch<P> {
    fn start(problem: P) -> Self {
        let (boxes, top) = Boxes::start(&problem);
        let parts = Parts::new(&problem);
        let highest = problem.lattice().highest.clone();
        let mut search = Self {
            problem,
            boxes,
            parts,
            incumbent: Incumbent::default(),
            floor: f64::NEG_INFINITY,
            open_floor: f64::INFINITY,
            is_solved: false,
        };
        search.incumbent.consider(&highest, top.evaluation);
        search.open_floor = top.floor;
        search
    }

    /// About how many nanoseconds the next step takes.
    fn effort(&self) -> u64 {
        if self.is_solved { 0 } else { self.boxes.effort().saturating_add(self.parts.effort()) }
    }

    /// Looks taken at the start.
    fn evaluations(&self) -> u64 {
        1 + self.parts.searches.iter().map(Self::evaluations).sum::<u64>()
    }

    fn step(&mut self, remaining: u64) -> u64 {
        let floors = self.parts.floors();
        let least = self.boxes.least_bound(&self.problem, &self.incumbent, &floors);
        let bound = least.unwrap_or(self.boxes.given_up()).min(self.incumbent.loss()).min(self.open_floor);
        self.floor = self.floor.max(bound);
        if least.is_none() {
            self.is_solved = true;
            return 0;
        }
        let looks = self.boxes.step(&self.problem, &self.incumbent, &floors, remaining);
        for (node, look) in &looks {
            self.incumbent.consider(node, look.evaluation);
            self.open_floor = self.open_floor.min(look.floor);
        }
        let taken = looks.len() as u64;
        taken + self.parts.step(remaining.saturating_sub(taken))
    }
}

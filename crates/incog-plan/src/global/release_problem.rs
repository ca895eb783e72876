//! Finding the best release as a problem over the lattice of generalizations.

use super::bounds::Bounds;
use super::costs::{ClassItems, Costs, SuppressedCosts};
use super::release_view::release_holds;
use super::retention::{Cuts, cut, cut_all, cut_by_size, cut_small, population_of};
use super::shortfall::shortfall;
use incog_data::{
    CellCount, ClassView, Classes, Grouper, LabelTables, Levels, PopulationCounts, RollUpGrouping,
    RolledUpPopulation, RolledUpTable, Tuples,
};
use incog_privacy::{Conjunction, ReleaseView};
use incog_search::{BoxProblem, Evaluation, Lattice, Look, Node, PartFloor, Problem};
use incog_utility::{ClassForm, ClassSummary, Goal, Metric};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Why there is nothing to search.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReleaseProblemError {
    /// The table has no rows.
    #[error("the table has no rows")]
    NoRows,
    /// No column is a quasi-identifier.
    #[error(
        "there is no quasi-identifier, so there is nothing to generalize; give at least one column \
        that role"
    )]
    NoQuasiIdentifier,
}

/// The problem of finding the generalization that, with the suppression it makes necessary, loses
/// least.
///
/// At every node each class keeps the largest part the privacy models allow; a record is suppressed
/// only when a model demands it. A node is allowed when at most the limit is suppressed and at
/// least one record is left.
///
/// A problem may be restricted to some of the quasi-identifiers; the others are then at their
/// highest level and add nothing to the objective. See [`BoxProblem::part`].
pub struct ReleaseProblem {
    shared: Arc<Shared>,
    lattice: Lattice,
    /// The quasi-identifiers it is restricted to.
    attributes: Vec<usize>,
    /// The table at the lowest node.
    bottom: Arc<RolledUpTable>,
    bounds: Bounds,
}

/// What a problem and its parts have in common.
struct Shared {
    tuples: Arc<Tuples>,
    models: Conjunction,
    metric: Box<dyn Metric>,
    suppression_limit: u64,
    tables: LabelTables,
    /// The people whom the records are some of, where a model asks for them.
    population: Option<RolledUpPopulation>,
    objective: Objective,
    groupers: Mutex<Vec<Grouper>>,
}

/// The metric in the form that serves the search best.
enum Objective {
    /// A cost a record.
    Costs(Costs),
    /// A function of class sizes and labels.
    Classes(Box<dyn ClassForm>),
    /// Only known for a whole release.
    Plain,
}

/// What is remembered about a node to bound the boxes below it.
pub enum NodeView {
    /// No finer node is allowed.
    Hopeless,
    /// Costs of what any finer node must suppress.
    Suppressed(SuppressedCosts),
    /// A lower bound on the loss of every finer node above the rolled-up table it was seen from.
    Bound(f64),
}

/// The table rolled up to a node, and a lower bound on the loss of every node above it.
#[derive(Clone)]
pub struct TableWithBound {
    rolled_up: Arc<RolledUpTable>,
    bound: f64,
}

impl ReleaseProblem {
    /// The problem of finding the best release; at most `suppression_limit` records may be
    /// suppressed.
    pub fn new(
        tuples: impl Into<Arc<Tuples>>,
        models: Conjunction,
        metric: Box<dyn Metric>,
        suppression_limit: u64,
    ) -> Result<Self, ReleaseProblemError> {
        let tuples = tuples.into();
        if tuples.is_empty() {
            return Err(ReleaseProblemError::NoRows);
        }
        if tuples.quasi_identifiers().is_empty() {
            return Err(ReleaseProblemError::NoQuasiIdentifier);
        }
        let qids = tuples.quasi_identifiers();
        let lattice = Lattice {
            lowest: qids.iter().map(|qid| qid.min_level).collect::<Vec<u8>>().into(),
            highest: qids.iter().map(|qid| qid.max_level).collect::<Vec<u8>>().into(),
        };
        let tables = LabelTables::new(&tuples);
        let objective = match (metric.separable(&tuples), metric.class_form(&tuples)) {
            (Some(separable), _) => Objective::Costs(Costs::new(&tuples, separable)),
            (None, Some(form)) if !form.needs_squares() => Objective::Classes(form),
            _ => Objective::Plain,
        };
        let bottom = Arc::new(RolledUpTable::of_tuples(&tuples, &tables));
        let attributes = (0..tuples.quasi_identifiers().len()).collect();
        let groupers = Mutex::default();
        let population = RolledUpPopulation::new(&tuples);
        let shared =
            Shared { tuples, models, metric, suppression_limit, tables, population, objective, groupers };
        Ok(Self { shared: Arc::new(shared), lattice, attributes, bottom, bounds: Bounds::default() })
    }

    /// The problem, but its searches use only these bounds.
    pub fn with_bounds(self, bounds: Bounds) -> Self {
        Self { bounds, ..self }
    }

    /// The tuples to be generalized.
    pub fn tuples(&self) -> &Tuples {
        &self.shared.tuples
    }

    /// The table, for another problem of it.
    pub fn shared_tuples(&self) -> Arc<Tuples> {
        Arc::clone(&self.shared.tuples)
    }

    /// The privacy models.
    pub fn models(&self) -> &Conjunction {
        &self.shared.models
    }

    /// The objective.
    pub fn metric(&self) -> &dyn Metric {
        self.shared.metric.as_ref()
    }

    /// The largest number of records that may be suppressed.
    pub fn suppression_limit(&self) -> u64 {
        self.shared.suppression_limit
    }

    /// The release at a node, in its plain form.
    pub fn classes(&self, levels: &Levels) -> Classes<'_> {
        self.retained(Classes::group(&self.shared.tuples, levels))
    }

    /// Classes of which stays what the models allow.
    pub fn retained<'a>(&self, classes: Classes<'a>) -> Classes<'a> {
        classes.retain(|class| self.shared.models.retain(class).kept)
    }

    /// Converts an objective value in the literature's unit to the loss that searches minimize, or
    /// back.
    pub fn signed(&self, value: f64) -> f64 {
        match self.shared.metric.goal() {
            Goal::Minimize => value,
            Goal::Maximize => -value,
        }
    }

    /// What records cost, where the objective is a sum of that.
    pub(super) fn costs(&self) -> Option<&Costs> {
        match &self.shared.objective {
            Objective::Costs(costs) => Some(costs),
            Objective::Classes(_) | Objective::Plain => None,
        }
    }

    /// What the classes of a node lack that do not meet the models, added up.
    pub(super) fn total_shortfall(&self, node: &Node) -> f64 {
        let mut total = 0.0;
        let levels = Levels::from(node.to_vec());
        let people = self.people_alike(&levels);
        self.with_grouper(|grouper| {
            grouper.group(&self.bottom, &self.shared.tables, &levels);
            grouper.for_each_class_with_histogram(&self.bottom, |items, size, histogram| {
                let whole = [CellCount { cell: 0, count: u32::try_from(size).unwrap_or(u32::MAX) }];
                let cells = if histogram.is_empty() { &whole } else { histogram };
                let population = population_of(items, &self.bottom, people.as_ref());
                let class = ClassView { size, cells, population };
                total += shortfall(&self.shared.models, &class);
            });
        });
        total
    }

    /// Whether some people look like no record at a node, and a model asks that everybody does.
    pub(crate) fn leaves_people_out(&self, levels: &Levels) -> bool {
        let asks = self.shared.models.asks_of_everybody();
        asks && self.people_alike(levels).is_none_or(|people| people.elsewhere > 0)
    }

    /// Whether what a search has left out cannot be better. A search suppresses what the models of
    /// classes ask for, and no more; a model about the release as a whole may be met at less loss
    /// where more is suppressed, which no search looks at.
    pub(super) fn proves(&self) -> bool {
        self.suppression_limit() == 0 || self.models().about_the_release().len() == 0
    }

    /// Whether these classes, which are those at these levels, may be released: enough records
    /// stay, and what stays meets the models about the release as a whole, and those about
    /// everybody in the population.
    pub fn allows(&self, levels: &Levels, classes: &Classes<'_>) -> bool {
        self.keeps_enough(classes) && !self.leaves_people_out(levels) && release_holds(self.models(), classes)
    }

    /// Whether some record stays, and no more are suppressed than may be.
    pub fn keeps_enough(&self, classes: &Classes<'_>) -> bool {
        classes.kept() > 0 && classes.suppressed() <= self.suppression_limit()
    }

    /// How many people look like each tuple at a node.
    fn people_alike(&self, levels: &Levels) -> Option<PopulationCounts> {
        let population = self.shared.population.as_ref()?;
        Some(self.with_grouper(|grouper| population.counts(levels, grouper)))
    }

    fn with_grouper<T>(&self, work: impl FnOnce(&mut Grouper) -> T) -> T {
        let pool = || self.shared.groupers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut grouper = pool().pop().unwrap_or_default();
        let result = work(&mut grouper);
        pool().push(grouper);
        result
    }

    /// Looking up a label takes about a nanosecond for each column, grouping and weighing a few
    /// more. What models make of histograms is left out: it only takes longer.
    fn effort_from(&self, rolled_up: &RolledUpTable) -> u64 {
        let of_item = 3 + rolled_up.columns() as u64;
        match self.shared.objective {
            // Other objectives go through all classes, with a call for each.
            Objective::Costs(_) => rolled_up.len() as u64 * of_item,
            Objective::Classes(_) | Objective::Plain => rolled_up.len() as u64 * (of_item + 10),
        }
    }

    fn look_from(&self, rolled_up: &RolledUpTable, node: &Node) -> Look<NodeView> {
        let levels = Levels::from(node.to_vec());
        self.with_grouper(|grouper| {
            let cuts = self.cut(grouper, rolled_up, &levels);
            let over = cuts.suppressed.saturating_sub(self.shared.suppression_limit);
            let is_empty = cuts.suppressed == self.shared.tuples.rows() as u64;
            let misses = is_empty || !self.holds_for_release(&cuts, &levels);
            let violation = over.max(u64::from(misses)) as f64;
            let is_hopeless = cuts.at_least > self.shared.suppression_limit
                || cuts.at_least == self.shared.tuples.rows() as u64;
            if is_hopeless {
                let evaluation = Evaluation { loss: f64::INFINITY, violation };
                return Look { evaluation, floor: f64::INFINITY, view: NodeView::Hopeless };
            }
            let (loss, view) = match &self.shared.objective {
                Objective::Costs(costs) => self.weigh(costs, rolled_up, node, &cuts),
                Objective::Classes(form) => {
                    self.sum_up(form.as_ref(), rolled_up, grouper.grouping(), node, &cuts)
                }
                Objective::Plain => {
                    let loss = self.signed(self.shared.metric.value(&self.classes(&levels)));
                    (loss, NodeView::Bound(f64::NEG_INFINITY))
                }
            };
            let floor = match cuts.at_least == cuts.suppressed {
                true if violation > 0.0 => f64::INFINITY,
                true => loss,
                false => self.bound_of_view(&view, node, &[]),
            };
            let view = if self.bounds < Bounds::Suppression { forget_suppression(view) } else { view };
            Look { evaluation: Evaluation { loss, violation }, floor, view }
        })
    }

    /// The objective at these levels with these records suppressed, but in each part no less than
    /// its floor. Of a restricted problem: the sum of its terms.
    fn loss(&self, costs: &Costs, levels: &[u8], suppressed: &SuppressedCosts, floors: &[PartFloor]) -> f64 {
        let term = |&attribute: &usize| costs.term(attribute, levels[attribute], suppressed);
        let total = if floors.is_empty() {
            self.attributes.iter().map(term).sum()
        } else {
            floors.iter().map(|part| part.attributes.iter().map(term).sum::<f64>().max(part.floor)).sum()
        };
        if self.is_whole() { costs.finish(total) } else { total }
    }

    /// Whether what stays at a node meets the models about the whole release. One restricted to
    /// some quasi-identifiers is none: a node of it stands for finer ones.
    fn holds_for_release(&self, cuts: &Cuts, levels: &Levels) -> bool {
        let models = &self.shared.models;
        if !self.is_whole() || models.about_the_release().len() == 0 {
            return true;
        }
        if models.reads_published_values() {
            return release_holds(models, &self.classes(levels));
        }
        let kept: Vec<u64> = cuts.kept.iter().map(|&kept| kept.into()).collect();
        models.holds_for_release(&ReleaseView { kept: &kept, cells: &[] })
    }

    fn is_whole(&self) -> bool {
        self.attributes.len() == self.shared.tuples.quasi_identifiers().len()
    }

    fn bound_of_view(&self, view: &NodeView, lowest: &Node, floors: &[PartFloor]) -> f64 {
        match (&self.shared.objective, view) {
            (_, NodeView::Hopeless) => f64::INFINITY,
            (Objective::Costs(costs), NodeView::Suppressed(suppressed)) => {
                self.loss(costs, lowest, suppressed, floors)
            }
            (_, NodeView::Bound(bound)) => *bound,
            _ => f64::NEG_INFINITY,
        }
    }

    /// What must go at a node. Classes are told apart only where the objective or a model reads
    /// them.
    fn cut(&self, grouper: &mut Grouper, rolled_up: &RolledUpTable, levels: &Levels) -> Cuts {
        let Shared { models, tables, objective, .. } = &*self.shared;
        let about_the_release = models.about_the_release().len() > 0;
        let reads_classes = matches!(objective, Objective::Classes(_)) || about_the_release;
        if models.is_size_only() && !reads_classes {
            return cut_small(grouper.small_classes(rolled_up, tables, levels, models.minimum_size()));
        }
        // Costs of records ask for the items of suppressed classes, which this leaves out.
        if models.is_size_only() && matches!(objective, Objective::Classes(_)) {
            grouper.group(rolled_up, tables, levels);
            return cut_by_size(grouper.grouping(), models);
        }
        let people = self.people_alike(levels);
        if models.asks_of_everybody() && people.as_ref().is_none_or(|people| people.elsewhere > 0) {
            return cut_all(self.shared.tuples.rows() as u64);
        }
        grouper.group(rolled_up, tables, levels);
        cut(grouper, rolled_up, models, people.as_ref())
    }

    fn weigh(&self, costs: &Costs, rolled_up: &RolledUpTable, node: &Node, cuts: &Cuts) -> (f64, NodeView) {
        let mut suppressed = if cuts.suppressed == 0 || !costs.counts_suppressed() {
            SuppressedCosts::default()
        } else {
            let mut records = rolled_up.count_labels(&self.shared.tables, &cuts.hopeless);
            for &(item, lost) in &cuts.lost {
                for (attribute, records) in records.iter_mut().enumerate() {
                    records[rolled_up.label(item, attribute) as usize] += lost;
                }
            }
            costs.of_labels(rolled_up, &self.shared.tables, &self.lattice, node, &records)
        };
        if cuts.partial.is_empty() {
            return (self.loss(costs, node, &suppressed, &[]), NodeView::Suppressed(suppressed));
        }
        let mut exact = suppressed.clone();
        for cut in &cuts.partial {
            let share = (cut.size - cut.kept) as f64 / cut.size as f64;
            let class = ClassItems { rolled_up, tables: &self.shared.tables, items: &cut.items };
            costs.add_share_of(&mut exact, class, node, share);
            let records = cut.size - cut.at_most;
            costs.add_some_of(&mut suppressed, class, &self.lattice.lowest, node, records);
        }
        (self.loss(costs, node, &exact, &[]), NodeView::Suppressed(suppressed))
    }

    fn sum_up(
        &self,
        form: &dyn ClassForm,
        rolled_up: &RolledUpTable,
        classes: RollUpGrouping<'_>,
        node: &Node,
        cuts: &Cuts,
    ) -> (f64, NodeView) {
        let by_class = classes.representatives.iter().zip(classes.sizes).zip(&cuts.kept);
        let mut summaries = by_class.map(|((&item, &size), &kept)| ClassSummary {
            tuple: rolled_up.tuples()[item as usize],
            size: u64::from(size),
            kept: u64::from(kept),
            squares: 0,
        });
        let loss = form.value(node, &mut summaries);
        // What no class of this node can keep, no finer class inside it can keep either.
        let mut items = summarize(rolled_up).zip(classes.class_of_item).map(|(item, &class)| ClassSummary {
            kept: if cuts.is_hopeless[class as usize] { 0 } else { item.size },
            ..item
        });
        let bound = form.lower_bound(rolled_up.levels(), self.shared.models.minimum_size(), &mut items);
        (loss, NodeView::Bound(bound))
    }

    fn bound_of(&self, rolled_up: &RolledUpTable) -> f64 {
        match &self.shared.objective {
            Objective::Classes(form) => form.lower_bound(
                rolled_up.levels(),
                self.shared.models.minimum_size(),
                &mut summarize(rolled_up),
            ),
            _ => f64::NEG_INFINITY,
        }
    }
}

/// The view of a node of which nothing must be suppressed, unless nothing below it is allowed.
fn forget_suppression(view: NodeView) -> NodeView {
    match view {
        NodeView::Hopeless => NodeView::Hopeless,
        NodeView::Suppressed(_) => NodeView::Suppressed(SuppressedCosts::default()),
        NodeView::Bound(_) => NodeView::Bound(f64::NEG_INFINITY),
    }
}

/// The items of a rolled-up table as classes of which everything stays.
fn summarize(rolled_up: &RolledUpTable) -> impl Iterator<Item = ClassSummary> + '_ {
    rolled_up.tuples().iter().zip(rolled_up.counts()).map(|(&tuple, &count)| ClassSummary {
        tuple,
        size: u64::from(count),
        kept: u64::from(count),
        squares: 0,
    })
}

impl Problem for ReleaseProblem {
    type Candidate = Node;

    fn evaluate(&self, node: &Node) -> Evaluation {
        self.look_from(&self.bottom, node).evaluation
    }

    fn effort(&self) -> u64 {
        self.effort_from(&self.bottom)
    }
}

impl BoxProblem for ReleaseProblem {
    type RolledUp = TableWithBound;
    type View = NodeView;

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn rolled_up(&self) -> TableWithBound {
        TableWithBound { rolled_up: Arc::clone(&self.bottom), bound: f64::NEG_INFINITY }
    }

    fn coarsen(&self, rolled_up: &TableWithBound, node: &Node) -> Option<TableWithBound> {
        if matches!(&self.shared.objective, Objective::Costs(costs) if !costs.by_label()) {
            return None;
        }
        let (rolled_up, levels) = (&rolled_up.rolled_up, Levels::from(node.to_vec()));
        // A roll-up costs about as much as a look, so it has to shorten the looks that follow, or
        // be what the bound is made of.
        let share = if matches!(self.shared.objective, Objective::Classes(_)) { 1.0 } else { 0.8 };
        let worthwhile = (rolled_up.len() as f64 * share) as usize;
        let coarser = self
            .with_grouper(|grouper| rolled_up.coarsen(&self.shared.tables, &levels, worthwhile, grouper))?;
        let bound = self.bound_of(&coarser);
        Some(TableWithBound { rolled_up: Arc::new(coarser), bound })
    }

    fn effort_of_look(&self, rolled_up: &TableWithBound) -> u64 {
        self.effort_from(&rolled_up.rolled_up)
    }

    fn look(&self, rolled_up: &TableWithBound, node: &Node) -> Look<NodeView> {
        self.look_from(&rolled_up.rolled_up, node)
    }

    fn bound(&self, rolled_up: &TableWithBound, view: &NodeView, lowest: &Node, floors: &[PartFloor]) -> f64 {
        self.bound_of_view(view, lowest, floors).max(rolled_up.bound)
    }

    /// A release that is allowed stays allowed when the attributes outside the part go to their
    /// highest level: its classes merge. What it suppresses then only shrinks, and with it the
    /// part's terms, since costs follow from labels.
    fn part(&self, attributes: &[usize]) -> Option<Self> {
        let has_parts = matches!(&self.shared.objective, Objective::Costs(costs) if costs.by_label());
        if !has_parts || self.bounds < Bounds::Parts {
            return None;
        }
        let mut lowest = self.lattice.highest.clone();
        attributes.iter().for_each(|&attribute| lowest[attribute] = self.lattice.lowest[attribute]);
        let lattice = Lattice { lowest, highest: self.lattice.highest.clone() };
        let levels = Levels::from(lattice.lowest.to_vec());
        let bottom = self.with_grouper(|grouper| {
            self.bottom.coarsen(&self.shared.tables, &levels, self.bottom.len(), grouper)
        })?;
        let (shared, attributes) = (Arc::clone(&self.shared), attributes.to_vec());
        Some(Self { shared, lattice, attributes, bottom: Arc::new(bottom), bounds: self.bounds })
    }

    fn attributes(&self) -> &[usize] {
        &self.attributes
    }
}

//! A table, and the problem that publishing it poses.

use super::bound_table::BoundTable;
use super::context::Context;
use super::fully_generalized_notes;
use super::noise;
use super::read_input::{Source, read_counted, read_input};
use super::run::Event;
use super::search_files::SearchFiles;
use crate::IncogError;
use crate::gate;
use crate::job::{Job, Terms};
use crate::report::RecodingKind;
use incog_data::{Levels, RecordCounts, RowMap, Table};
use incog_io::Control;
use incog_plan::{
    ClassPrices, LocalProblemError, Plan, PlanError, ReleaseProblem, SearchTrace, Watch, plan_watched,
};
use incog_search::Stop;
use incog_search::evolutionary::islands::{CheckpointSink, IslandContext};
use incog_utility::Goal;

/// What a search leaves beside its result, and what stands around it; by default nothing.
#[derive(Default)]
pub(crate) struct Sinks<'a> {
    /// Where its course is recorded.
    pub trace: Option<&'a mut SearchTrace>,
    /// Where the prices are put that prove its bound.
    pub prices: Option<&'a mut Vec<ClassPrices<f64>>>,
    /// Other processes that share it, and where its state is kept.
    pub islands: IslandContext<'a>,
}

/// A table, and the problem that publishing it poses.
pub(crate) struct PreparedProblem {
    /// The table, with noisy records where they are needed.
    pub input: BoundTable,
    /// The problem.
    pub problem: ReleaseProblem,
    /// Which row of the table has which tuple.
    pub rows: RowMap,
}

impl PreparedProblem {
    /// The problem of a table that is published on these terms.
    pub fn new(terms: &Terms, table: Table) -> Result<Self, IncogError> {
        Self::counted(terms, table, RecordCounts::ONE_EACH)
    }

    /// The same of a table whose rows stand for several records.
    pub fn counted(terms: &Terms, table: Table, counts: RecordCounts<'_>) -> Result<Self, IncogError> {
        Self::bound(noise::pad(BoundTable::new(terms, table, counts)?)?)
    }

    /// The same without noisy records.
    pub fn bound(input: BoundTable) -> Result<Self, IncogError> {
        input.check_drawn()?;
        let (tuples, rows) = input.tuples()?;
        let problem = input.terms.request().problem(tuples)?;
        Ok(Self { input, problem, rows })
    }

    /// Reads the input of a job; also returns which file it is.
    pub fn read(job: &Job) -> Result<(Self, Source), IncogError> {
        let (table, source) = read_input(job)?;
        Ok((Self::new(&job.terms, table)?, source))
    }

    /// The same for a release of the job in a file, whose records are drawn first if a model asks
    /// for it.
    pub fn read_to_publish(job: &Job) -> Result<(Self, Source), IncogError> {
        if job.terms.drawn_share().is_none() {
            return Self::read(job);
        }
        job.check_draws()?;
        let (table, source) = read_input(job)?;
        let input = BoundTable::new(&job.terms, table, RecordCounts::ONE_EACH)?;
        Ok((Self::bound(input.of_drawn(source.levels.as_ref()))?, source))
    }

    /// The same for a decision alone: rows of a counted table stay what they are.
    pub fn read_to_decide(job: &Job) -> Result<(Self, Source), IncogError> {
        if job.counted.is_none() {
            return Self::read(job);
        }
        let (counted, source) = read_counted(job)?;
        Ok((Self::counted(&job.terms, counted.table.clone(), counted.counts())?, source))
    }

    /// Whether more or less is better.
    pub fn goal(&self) -> Goal {
        self.problem.metric().goal()
    }

    /// Decides how to publish the table, if that is no danger, and says which quasi-identifiers are
    /// `*` for everybody.
    pub(super) fn decide(
        self,
        files: &mut SearchFiles,
        context: &mut Context<'_>,
    ) -> Result<(Self, Plan), IncogError> {
        self.decided(|prepared| prepared.decide_once(files, context))
    }

    fn decide_once(&self, files: &mut SearchFiles, context: &mut Context<'_>) -> Result<Plan, IncogError> {
        context.note(gate::check(&self.input.terms, self.input.real_records().counted())?);
        files.check(self)?;
        context.check()?;
        let plan = match self.input.drawn {
            true => self.at_fixed_levels()?,
            false => files.search(self, context)?,
        };
        context.check()?;
        context.note(fully_generalized_notes::notes(self, &plan, context.control));
        context.check()?;
        Ok(plan)
    }

    /// The levels that the job fixes, or that were chosen before the draw, with all of each class
    /// that is large enough: nothing is looked for, so nothing about the drawn records decides.
    /// Where nothing is large enough the release would be empty, and there is none: that tells what
    /// an empty one would.
    fn at_fixed_levels(&self) -> Result<Plan, IncogError> {
        let fixed = self.problem.tuples().quasi_identifiers().iter().map(|qid| qid.min_level);
        let classes = self.problem.classes(&Levels::from(fixed.collect::<Vec<u8>>()));
        if classes.kept() == 0 {
            let least = self.problem.models().minimum_size();
            return Err(IncogError::NothingDrawn { drawn: classes.rows(), least });
        }
        let value = self.problem.metric().value(&classes);
        Ok(Plan::unsearched(classes.recoding(), value, 1.0, Stop::Given))
    }

    /// Decides without files of the search and without telling [`PreparedProblem::notes`]. A table
    /// that `has_passed` the gate is only asked what depends on models and suppression.
    pub fn decide_alone(
        self,
        has_passed: bool,
        context: &mut Context<'_>,
    ) -> Result<(Self, Plan), IncogError> {
        let mut has_passed = has_passed;
        // With other bases the gate has not seen the table.
        self.decided(|prepared| prepared.decide_alone_once(std::mem::take(&mut has_passed), context))
    }

    fn decide_alone_once(&self, has_passed: bool, context: &mut Context<'_>) -> Result<Plan, IncogError> {
        match has_passed {
            true => gate::check_singling(&self.input.terms, self.input.real_records().counted())?,
            false => {
                gate::check(&self.input.terms, self.input.real_records().counted())?;
            }
        }
        context.check()?;
        let plan = self.search(Sinks::default(), context)?;
        context.check()?;
        Ok(plan)
    }

    /// What should be looked at in the hierarchies, and which quasi-identifiers are `*` for
    /// everybody.
    pub fn notes(&self, plan: &Plan, control: &Control) -> Vec<String> {
        let hierarchies = self.input.notes.iter().map(ToString::to_string);
        hierarchies.chain(fully_generalized_notes::notes(self, plan, control)).collect()
    }

    /// The problem of the same table on other terms. Where tuples and hierarchies follow from what
    /// both share, they are taken over; `asked` are the terms of this one before hierarchies were
    /// made.
    pub fn on_terms(&self, asked: &Terms, terms: &Terms) -> Option<Result<Self, IncogError>> {
        terms.has_tuples_of(asked).then(|| {
            let columns = self.input.terms.columns.clone();
            let input = BoundTable { terms: Terms { columns, ..terms.clone() }, ..self.input.clone() };
            input.check_drawn()?;
            let problem = terms.request().problem(self.problem.shared_tuples())?;
            Ok(Self { input, problem, rows: self.rows.clone() })
        })
    }

    /// Looks for the best way to publish the table, and draws one nearly as good where the job says
    /// so.
    pub fn search(
        &self,
        Sinks { trace, prices, islands }: Sinks<'_>,
        context: &mut Context<'_>,
    ) -> Result<Plan, IncogError> {
        self.input.terms.share_to_draw_within()?;
        context.control.begin_search();
        let recoding = self.input.terms.recoding;
        context.tell(Event::Searching { lattice_nodes: self.lattice_nodes(), recoding });
        let interrupt = context.control.stop_flag();
        let mut improved = |point| context.tell(Event::Progress(point));
        // For no longer than this search.
        let sink = islands.sink.map(|sink| sink as &mut dyn CheckpointSink);
        let islands = IslandContext { transport: islands.transport, sink, binding: islands.binding };
        let watch = Watch { interrupt, observe: &mut improved, prices, trace, islands };
        let plan = plan_watched(&self.input.terms.request(), &self.problem, watch);
        let plan = plan.map_err(|error| self.refused(error))?;
        self.as_written(self.concealed(plan, context)?)
    }

    /// Why there is no plan. Where cells of numbers read the same, it is not for their hierarchy to
    /// change that.
    fn refused(&self, error: PlanError) -> IncogError {
        match error {
            PlanError::Local(LocalProblemError::AmbiguousLabel { column })
                if self.input.terms.publish_as(&column).is_numeric() =>
            {
                IncogError::AlikeCells { column, what: "labels of two levels" }
            }
            other => other.into(),
        }
    }

    /// Nodes of the lattice of generalizations.
    pub fn lattice_nodes(&self) -> f64 {
        let qids = self.problem.tuples().quasi_identifiers().iter();
        qids.map(|qid| f64::from(qid.max_level - qid.min_level) + 1.0).product()
    }

    /// Refuses a plan that does not fit the table, or whose kind is not the one that is asked for,
    /// or whose value not the one it states.
    pub fn check(&self, plan: &Plan) -> Result<(), IncogError> {
        if RecodingKind::from(&plan.recoding) != self.input.terms.recoding.into() {
            return Err(IncogError::OtherKind);
        }
        let value = self.problem.metric().value(&plan.classes(self.problem.tuples())?);
        let same = value == plan.value || (value - plan.value).abs() <= 1e-9 * value.abs();
        if same { Ok(()) } else { Err(IncogError::ChangedPlan) }
    }
}

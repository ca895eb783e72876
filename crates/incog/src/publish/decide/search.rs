//! The search that decides how a table is published.

use super::advice::quick_search::{price_of_columns, price_of_uniform_levels};
use super::advice::{fully_generalized_notes, leave_one_out, unprotected_columns};
use super::search_files::SearchFiles;
use crate::IncogError;
use crate::gate;
use crate::job::Role;
use crate::publish::context::Context;
use crate::publish::event::Event;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::{DrawError, ReleaseError};
use incog_data::Levels;
use incog_io::Control;
use incog_plan::{
    ClassPrices, Infeasible, LocalProblemError, Plan, PlanError, SearchTrace, Watch, plan_watched,
};
use incog_search::Stop;
use incog_search::evolutionary::islands::{CheckpointSink, IslandContext};

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

impl PreparedProblem {
    /// Decides how to publish the table, if that is no danger, and says which quasi-identifiers are
    /// `*` for everybody.
    pub(in crate::publish) fn decide(
        self,
        files: &mut SearchFiles,
        context: &mut Context<'_>,
    ) -> Result<(Self, Plan), IncogError> {
        self.decided(|prepared| prepared.decide_once(files, context))
    }

    fn decide_once(&self, files: &mut SearchFiles, context: &mut Context<'_>) -> Result<Plan, IncogError> {
        context.note(gate::idle_waivers(&self.input.terms, &self.input.table));
        context.note(gate::check(&self.input.terms, self.input.real_records().counted())?);
        files.check(self)?;
        context.check()?;
        let plan = match self.input.drawn {
            true => self.at_fixed_levels()?,
            false => files.search(self, context)?,
        };
        context.check()?;
        let (plan, notes) = fully_generalized_notes::improved(self, plan, context.control);
        context.note(notes);
        context.note(unprotected_columns::note(self));
        context.note(price_of_columns(self, &plan, context.control));
        if context.tells_price {
            context.note(price_of_uniform_levels(self, &plan, context.control));
            context.note(leave_one_out::advice(self, context.control));
        }
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
            return Err(IncogError::Draw(DrawError::NothingDrawn { drawn: classes.rows(), least }));
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
            PlanError::Infeasible(infeasible) => {
                let hint = infeasible.model.as_ref().and_then(|unmet| self.hint_on_bases(unmet.name));
                PlanError::Infeasible(Infeasible { hint, ..infeasible }).into()
            }
            PlanError::Local(LocalProblemError::AmbiguousLabel { column })
                if self.input.terms.publish_as(&column).is_numeric() =>
            {
                IncogError::Release(ReleaseError::AlikeCells { column, what: "labels of two levels" })
            }
            other => other.into(),
        }
    }

    /// That columns are rounded before a model counts their different values.
    fn hint_on_bases(&self, unmet: &str) -> Option<String> {
        incog_privacy::model(unmet).filter(|model| model.needs.sensitive)?;
        let is_counted = |name: &String| self.input.terms.role(name) == Role::Sensitive;
        let bases = self.input.terms.bases().into_iter().filter(|(name, _)| is_counted(name));
        let rounded: Vec<String> = bases.map(|(name, base)| format!("{name} is rounded to {base}")).collect();
        (!rounded.is_empty()).then(|| {
            format!(
                "{} first (round = \"auto\"), which leaves fewer different values: a smaller number as round \
                 leaves more",
                rounded.join(", ")
            )
        })
    }
}

//! Groups of a plan that would be written alike are one.

use crate::IncogError;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_data::{CellCount, Classes, Generalization, Kept, Recoding, RegionPart};
use incog_plan::{Plan, groups_that_meet};
use incog_search::Stop;
use std::collections::BTreeMap;

impl PreparedProblem {
    /// The plan with one group for each class that its release has: groups whose written values are
    /// the same look alike, and the value of both together may be that of a third. Where people are
    /// counted, both together may not meet the models; they join the nearest group then. A plan of
    /// levels is returned as it is.
    pub fn as_written(&self, plan: Plan) -> Result<Plan, IncogError> {
        let Generalization::Grouped(groups) = &plan.recoding.generalization else { return Ok(plan) };
        // Refuses what does not fit the table, before its codes are read.
        plan.classes(self.problem.tuples())?;
        let mut merged = groups.clone();
        loop {
            let before = merged.len();
            merged = self.one_of_each_look(merged);
            if merged.len() == before {
                break;
            }
            merged = groups_that_meet(&self.input.terms.request(), &self.problem, &merged)?;
        }
        if merged.len() == groups.len() {
            return Ok(plan);
        }
        let generalization = Generalization::Grouped(merged);
        let classes = Classes::whole(self.problem.tuples(), &generalization)?;
        let value = self.problem.metric().value(&classes);
        let retention = classes.all().iter().map(|_| Kept::All).collect();
        let gap =
            plan.upper_bound.map(|bound| if value > 0.0 { (value - bound).max(0.0) / value } else { 0.0 });
        // What was the best is now a little worse.
        let is_proved = plan.stopped == Stop::Proved && gap == Some(0.0);
        let stopped = if plan.stopped == Stop::Proved && !is_proved { Stop::Converged } else { plan.stopped };
        Ok(Plan { recoding: Recoding { generalization, retention }, value, gap, stopped, ..plan })
    }

    /// Groups of which no two are written alike, unless what two together are written as is that of
    /// another.
    fn one_of_each_look(&self, groups: Vec<Vec<RegionPart>>) -> Vec<Vec<RegionPart>> {
        let mut of_cells: BTreeMap<Vec<String>, Vec<RegionPart>> = BTreeMap::new();
        for group in groups {
            of_cells.entry(self.cells(&group)).or_default().extend(group);
        }
        of_cells.into_values().map(|parts| self.of_tuples(&parts)).collect()
    }

    /// What is written of a group in each quasi-identifier.
    fn cells(&self, group: &[RegionPart]) -> Vec<String> {
        let (tuples, input) = (self.problem.tuples(), &self.input);
        let cell = |(place, qid): (usize, &incog_data::QuasiIdentifier)| {
            let column = input.table.column(&qid.name)?;
            let values = group.iter().map(|part| {
                let counts = part.cells.as_deref().unwrap_or_else(|| tuples.cells(part.tuple as usize));
                let records = counts.iter().map(|cell| u64::from(cell.count)).sum();
                (column.dictionary.get(tuples.codes(part.tuple as usize)[place]), records)
            });
            input.terms.aggregate_of(&qid.name)?.apply(values)
        };
        tuples.quasi_identifiers().iter().enumerate().map(|pair| cell(pair).unwrap_or_default()).collect()
    }

    /// Parts of which each tuple has one.
    fn of_tuples(&self, parts: &[RegionPart]) -> Vec<RegionPart> {
        let tuples = self.problem.tuples();
        let mut of_tuple: BTreeMap<u32, BTreeMap<u32, u32>> = BTreeMap::new();
        for RegionPart { tuple, cells } in parts {
            let counts = cells.as_deref().unwrap_or_else(|| tuples.cells(*tuple as usize));
            let of_tuple = of_tuple.entry(*tuple).or_default();
            counts.iter().for_each(|cell| *of_tuple.entry(cell.cell).or_default() += cell.count);
        }
        let part = |(tuple, counts): (u32, BTreeMap<u32, u32>)| {
            let cells = counts.into_iter().map(|(cell, count)| CellCount { cell, count });
            RegionPart { tuple, cells: Some(cells.collect()) }
        };
        of_tuple.into_iter().map(part).collect()
    }
}

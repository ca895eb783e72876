//! What labels cost, and which records nodes of levels cannot keep.

use crate::Refused;
use crate::classes::ClassMeter;
use crate::heap::*;
use crate::job_terms::job::{LossKind, ReportedJob};
use crate::job_terms::rules::GeneralizedColumn;
use crate::numbers::{exp_m1, ln_1p, sum};
use crate::proof::attribute::Attribute;
use crate::proof::fault::ProofFault;
use crate::reading::table::{CodedColumn, CodedTable, grouped};
use crate::trees::hierarchy::LabelTree;

/// Records with the same values in all quasi-identifiers.
pub(crate) struct RecordKind {
    /// By attribute.
    pub codes: Vec<usize>,
    pub rows: Vec<usize>,
}

/// What suppressed records change in the sums of an objective.
pub(crate) struct LostRecords {
    count: f64,
    /// By attribute and level: what their labels would cost.
    saved: Vec<Vec<f64>>,
}

/// The releases among which one is said to be the best.
pub(crate) struct ReleaseSpace<'a> {
    pub job: &'a ReportedJob,
    pub table: &'a CodedTable,
    pub attributes: Vec<Attribute<'a>>,
    pub kinds: Vec<RecordKind>,
    /// What a suppressed record costs in each attribute; `None` where it does not count.
    pub suppressed: Option<f64>,
    /// How many records may be suppressed.
    pub limit: usize,
    meter: ClassMeter,
}

/// The codes of a record, by attribute.
pub(crate) fn codes_of(attributes: &[Attribute<'_>], row: usize) -> Vec<usize> {
    attributes.iter().map(|attribute| attribute.column.codes[row]).collect()
}

impl<'a> ReleaseSpace<'a> {
    /// The releases of a job; each quasi-identifier gets its hierarchy from `tree_of`.
    pub fn new(
        job: &'a ReportedJob,
        table: &'a CodedTable,
        tree_of: impl Fn(&GeneralizedColumn, &CodedColumn) -> Result<LabelTree, Refused>,
    ) -> Result<Self, String> {
        let mut attributes = vec![];
        for column in &table.columns {
            if let Some(given) = job.columns.iter().find(|given| given.name == column.name) {
                let tree = tree_of(given, column).map_err(|why| why.to_string())?;
                let attribute = Attribute::new(given, column, tree, job.loss);
                attributes.push(attribute.map_err(|why| why.to_string())?);
            }
        }
        if attributes.len() < job.columns.len() || attributes.is_empty() || table.rows == 0 {
            return Err(ProofFault::Columns.to_string());
        }
        let total = sum(attributes.iter().map(|attribute| attribute.share));
        let count = attributes.len() as f64;
        for attribute in &mut attributes {
            let is_weighted = job.loss != LossKind::Height && total > 0.0 && total.is_finite();
            attribute.share = if is_weighted { attribute.share / total } else { 1.0 / count };
        }
        let rows = grouped(table.rows, |row| codes_of(&attributes, row)).into_iter();
        let kinds = rows.map(|rows| RecordKind { codes: codes_of(&attributes, rows[0]), rows }).collect();
        let suppressed = match job.loss {
            LossKind::Precision { counts_suppressed: false } | LossKind::Height => None,
            LossKind::Transparency => Some(0.0),
            _ => Some(1.0),
        };
        let limit = job.limit.and_then(|limit| limit.times_rounded_down(table.rows));
        let limit = limit.and_then(|limit| limit.try_into().ok()).ok_or(ProofFault::Columns.to_string())?;
        let meter = ClassMeter::new(table, Some(table), job.sensitive.keys());
        Ok(Self { job, table, attributes, kinds, suppressed, limit, meter })
    }

    /// Whether all models only ask for more: then a class that fails one is lost as a whole.
    pub fn is_monotone(&self) -> bool {
        self.job.demands.iter().all(|demand| demand.least_records().is_some())
    }

    /// The kinds of records in classes of a node that do not meet every model.
    pub fn lost_at(&self, node: &[usize]) -> Result<Vec<usize>, ProofFault> {
        let mut lost = vec![];
        let classes = grouped(self.kinds.len(), |kind| -> Vec<usize> {
            let codes = self.kinds[kind].codes.iter().zip(&self.attributes).zip(node);
            codes.map(|((&code, attribute), &level)| attribute.labels[level][code]).collect()
        });
        for class in classes {
            if !self.satisfies(&class)? {
                lost.extend(class);
            }
        }
        Ok(lost)
    }

    /// Whether some kinds of records would be a class that meets every model.
    pub fn satisfies(&self, kinds: &[usize]) -> Result<bool, ProofFault> {
        let rows: Vec<usize> = kinds.iter().flat_map(|&kind| &self.kinds[kind].rows).copied().collect();
        self.meter.satisfies(&self.job.demands, &rows).map_err(|_| ProofFault::Models)
    }

    /// How many records some kinds have.
    pub fn count(&self, kinds: &[usize]) -> usize {
        kinds.iter().map(|&kind| self.kinds[kind].rows.len()).sum()
    }

    pub fn may_suppress(&self, records: usize) -> bool {
        records <= self.limit && records < self.table.rows
    }

    /// What these kinds of records, suppressed, change in the sums.
    pub fn lost_records(&self, kinds: &[usize]) -> LostRecords {
        let mut saved = vec![];
        for (place, attribute) in self.attributes.iter().enumerate() {
            let levels = attribute.costs.iter().map(|costs| {
                let kinds = kinds.iter().map(|&kind| &self.kinds[kind]);
                sum(kinds.map(|kind| costs[kind.codes[place]] * kind.rows.len() as f64))
            });
            saved.push(levels.collect());
        }
        LostRecords { count: self.count(kinds) as f64, saved }
    }

    /// What an attribute at a level adds to the objective when these records are suppressed, or
    /// when nothing is known of any: they cost no less than their labels.
    pub fn term(&self, place: usize, level: usize, lost: Option<&LostRecords>) -> f64 {
        let total = self.attributes[place].totals[level];
        let change = match (lost, self.suppressed) {
            (Some(lost), Some(cost)) => cost * lost.count - lost.saved[place][level],
            _ => 0.0,
        };
        self.term_of_sum(place, total + change)
    }

    /// What an attribute adds to the objective whose records cost so much together.
    pub fn term_of_sum(&self, place: usize, total: f64) -> f64 {
        let attribute = &self.attributes[place];
        let (rows, count) = (self.table.rows as f64, self.attributes.len() as f64);
        match self.job.loss {
            LossKind::Loss => {
                let least = rows / attribute.tree.values.len() as f64;
                let ratio = if rows > least { (total - least) / (rows - least) } else { 0.0 };
                attribute.share * ln_1p(ratio.clamp(0.0, 1.0))
            }
            LossKind::Transparency => attribute.share * count * total,
            LossKind::Height => attribute.share * count / rows * total,
            _ => attribute.share / rows * total,
        }
    }

    /// The objective from what all attributes add.
    pub fn whole(&self, terms: f64) -> f64 {
        if self.job.loss == LossKind::Loss { exp_m1(terms) } else { terms }
    }
}

//! A release, or what a coalition leaves of it, counted for its criteria.

use super::in_population::InPopulation;
use super::{Demand, Evidence, Unshown};
use crate::distance::Reference;
use crate::lookalike_sets::LookalikeSets;
use crate::measure::{ClassValues, Grouped};
use crate::own_k::below_own_k;
use crate::{Measurement, SensitiveMeasurement};
use incog_privacy::{Criterion, CriterionSubject, Of};

/// What is judged.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    pub grouped: &'a Grouped<'a>,
    pub criteria: &'a [Criterion],
    pub evidence: &'a Evidence<'a>,
    pub demand: &'a Demand,
}

/// Some crowds of what is judged, or parts of them, and their figures.
pub(super) struct MeasuredCrowds<'a> {
    pub judged: Judged<'a>,
    crowds: &'a LookalikeSets,
    pub measurement: Measurement,
}

impl<'a> Judged<'a> {
    /// Whether people are to be counted, and nobody knows whom the records are about.
    pub fn are_people_unknown(self) -> bool {
        self.demand.unit.is_some() && self.grouped.units().are_records()
    }

    /// All of it.
    pub fn measure(self) -> MeasuredCrowds<'a> {
        self.measure_crowds(&self.grouped.crowds)
    }

    /// What is left in these crowds.
    pub fn measure_crowds<'c>(self, crowds: &'c LookalikeSets) -> MeasuredCrowds<'c>
    where
        'a: 'c,
    {
        MeasuredCrowds { measurement: self.grouped.measure_crowds(crowds), judged: self, crowds }
    }
}

impl MeasuredCrowds<'_> {
    /// The classes of the whole release beside the people who look like them.
    pub fn in_population(&self) -> Result<InPopulation, Unshown> {
        let Judged { evidence, demand, .. } = self.judged;
        let population = evidence.population.ok_or(Unshown::Population)?;
        InPopulation::new(evidence.release, population, &demand.quasi_identifiers)
    }

    /// How many records, or people, of each class ask for a class of more than it has, and of at
    /// least `k`; `None` where that is not known of all.
    pub fn below_own_k(&self, k: u64) -> Option<Vec<u64>> {
        let grouped = self.judged.grouped;
        let of_cell = grouped.own_k_of_cell.as_ref()?;
        (0..self.crowds.len())
            .map(|crowd| below_own_k(self.crowds.cells(crowd), of_cell, grouped.units(), k))
            .collect()
    }

    /// The records of each class.
    pub fn sizes(&self) -> Vec<u64> {
        self.crowds.sizes.clone()
    }

    /// The figures of the sensitive values that a criterion is about.
    pub fn values(&self, criterion: &Criterion) -> Option<&SensitiveMeasurement> {
        match criterion.about() {
            Of::Values(CriterionSubject::Column(column)) => self.measurement.sensitive(column),
            Of::Values(CriterionSubject::Combinations(_)) => self.measurement.joint(),
            Of::Records | Of::Providers | Of::OwnK | Of::Coalitions | Of::Population | Of::Release => None,
        }
    }

    /// For each class, how often each of the values that a criterion is about occurs in it; empty
    /// for criteria that are not about sensitive values.
    pub fn class_values(&self, criterion: &Criterion) -> Vec<ClassValues> {
        match criterion.about() {
            Of::Values(subject) => self.judged.grouped.class_values(subject, self.crowds),
            _ => Vec::new(),
        }
    }

    /// How the values with these texts are coded in the column that a criterion is about.
    pub fn codes_of(&self, criterion: &Criterion, texts: &[String]) -> Vec<u32> {
        match criterion.about() {
            Of::Values(CriterionSubject::Column(column)) => {
                self.judged.grouped.codes_of(self.judged.evidence.original, column, texts)
            }
            _ => Vec::new(),
        }
    }

    /// The distribution that a criterion compares the values with that it is about: by default that
    /// in the whole table.
    pub fn reference(&self, criterion: &Criterion) -> Option<&Reference> {
        match criterion.about() {
            Of::Values(subject) => {
                self.judged.grouped.reference(subject, criterion.reference().unwrap_or_default())
            }
            Of::Records | Of::Providers | Of::OwnK | Of::Coalitions | Of::Population | Of::Release => None,
        }
    }
}

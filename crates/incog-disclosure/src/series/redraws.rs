//! What linked records show of columns that chance perturbs in an earlier release and in a new one.

use super::NewRelease;
use super::earlier::Earlier;
use super::perturbations::{finding, finding_of_values};
use crate::gate::{blur_of, is_perturbed};
use crate::job::{Terms, TreatmentJob};
use incog_audit::{Draws, Finding, LinkedRows, PublishedColumn, Redraw};
use incog_data::{Column, Table};
use incog_treatment::NeededKey;
use std::collections::BTreeMap;

/// What a series shows of columns that chance perturbs.
pub struct Redraws {
    /// Those of which an earlier release has another draw: a danger for each.
    pub anew: Vec<Finding>,
    /// Those of which nothing shows that an earlier release has the same draw: a secret that people
    /// made up has no fingerprint.
    pub not_shown: Vec<String>,
}

impl Redraws {
    pub(super) fn new(all: &[Earlier], new: &NewRelease<'_>) -> Self {
        let mut anew: BTreeMap<String, Finding> = BTreeMap::new();
        let mut not_shown = Vec::new();
        for earlier in all {
            for column in earlier.perturbations.perturbed_anew(new.terms) {
                anew.entry(column.to_owned()).or_insert_with(|| finding(column, &earlier.name));
            }
            let links = Links::new(earlier, new);
            for (name, treatment) in new.terms.treatments() {
                let shown = links.iter().flat_map(|links| links.draws(name, treatment)).collect::<Vec<_>>();
                match shown.iter().find(|(_, draws)| *draws == Draws::Anew) {
                    Some((then, _)) => {
                        let found = || finding_of_values(name, &earlier.name, then);
                        anew.entry(name.to_owned()).or_insert_with(found);
                    }
                    None if is_open(earlier, name, treatment, &shown) => not_shown.push(name.to_owned()),
                    None => {}
                }
            }
        }
        not_shown.sort_unstable();
        not_shown.dedup();
        not_shown.retain(|name| !anew.contains_key(name));
        Self { anew: anew.into_values().collect(), not_shown }
    }

    /// A note on columns of which nothing shows that both releases have one draw.
    pub fn note(&self) -> Option<String> {
        let names: Vec<String> = self.not_shown.iter().map(|name| format!("{name:?}")).collect();
        (!names.is_empty()).then(|| {
            format!(
                "incog cannot tell whether an earlier release perturbed {} with the same secret: a secret that \
                 people made up has no fingerprint, and too few records are linked. Another secret is a new \
                 draw, and the mean of several draws is near the original; make secrets with: incog key new",
                names.join(", ")
            )
        })
    }
}

/// Whether neither a report nor linked records show that both releases drew by one secret.
fn is_open(earlier: &Earlier, name: &str, now: &TreatmentJob, shown: &[(String, Draws)]) -> bool {
    now.spec.needed_key() == NeededKey::Secret
        && earlier.perturbations.drawn(&now.spec).any(|(then, _)| then == name)
        && !earlier.perturbations.tells_secret()
        && !shown.iter().any(|(then, draws)| then == name && *draws == Draws::Equal)
}

/// Records of an earlier table and of a new one that are linked, and both tables.
struct Links<'a> {
    earlier: &'a Earlier,
    /// The earlier release, or the table that it was made of.
    before: &'a Table,
    new: &'a NewRelease<'a>,
    /// Whether both tables have values as they were before chance moved them.
    are_originals: bool,
    rows: Vec<LinkedRows>,
}

impl<'a> Links<'a> {
    /// By what both releases publish, with and without pseudonyms; and by the names of people,
    /// where the earlier table is at hand. None where the new records are not known one by one.
    fn new(earlier: &'a Earlier, new: &'a NewRelease<'a>) -> Vec<Self> {
        let perturbs = new.untreated.iter().any(|column| is_perturbed(new.terms, column));
        if new.records.rows() != new.rows.len() || !perturbs {
            return Vec::new();
        }
        let before = &earlier.release;
        let pairs = |with_people: bool| {
            let shared = before.columns().iter().filter(|column| {
                let names_people = new.terms.role(&column.name).names_people();
                if names_people { with_people } else { !is_treated(earlier, new.terms, &column.name) }
            });
            let pairs = shared.filter_map(|column| Some((column, new.records.column(&column.name)?)));
            LinkedRows::new(&pairs.collect::<Vec<_>>())
        };
        let published = Self {
            earlier,
            before,
            new,
            are_originals: false,
            rows: [true, false].into_iter().filter_map(pairs).collect(),
        };
        let of_people = earlier.original.as_ref().and_then(|before| {
            let name = new.terms.people()?;
            let now = new.table.column(name)?.of_rows(new.rows);
            let rows = LinkedRows::new(&[(before.column(name)?, &now)])?;
            Some(Self { earlier, before, new, are_originals: true, rows: vec![rows] })
        });
        std::iter::once(published).chain(of_people).collect()
    }

    /// What is shown of a column, by the name that it had then. An earlier column that is still
    /// perturbed under its own name is compared with that one alone.
    fn draws(&self, name: &str, now: &TreatmentJob) -> Vec<(String, Draws)> {
        let new = self.new;
        let untreated = new.untreated.iter().find(|column| column.name == name);
        let Some(untreated) = untreated.filter(|column| is_perturbed(new.terms, column)) else {
            return Vec::new();
        };
        let original = untreated.of_rows(new.rows);
        let published = if self.are_originals { Some(&original) } else { new.records.column(name) };
        let Some(published) = published else { return Vec::new() };
        let is_candidate = |then: &str| then == name || new.terms.treatment_of(then).is_none();
        let drawn = self.earlier.perturbations.drawn(&now.spec).filter(|(then, _)| is_candidate(then));
        let shown = drawn.filter_map(|(then, spec)| {
            let column: &Column = self.before.column(then)?;
            let before = PublishedColumn { column, role: new.terms.role(name), blur: blur_of(&spec, 0) };
            let redraw = Redraw { earlier: before, original: &original, published };
            let draws: Vec<Draws> = self.rows.iter().map(|rows| redraw.draws(rows)).collect();
            let strongest = [Draws::Anew, Draws::Equal].into_iter().find(|one| draws.contains(one));
            Some((then.to_owned(), strongest.unwrap_or(Draws::NotShown)))
        });
        shown.collect()
    }
}

/// Whether a column is not the same in both releases for the same record.
fn is_treated(earlier: &Earlier, terms: &Terms, column: &str) -> bool {
    let needs_key = |treatment: &TreatmentJob| treatment.spec.needed_key() != NeededKey::None;
    earlier.perturbations.treats(column) || terms.treatment_of(column).is_some_and(needs_key)
}

//! Several privacy models at once.

use crate::{ClassModel, ReleaseModel, ReleaseView, RequiredPeople, Retained};
use incog_data::{ClassView, Kept};
use std::fmt;

/// How many smaller parts are tried when the largest one breaks another model. The result is sound
/// with any number; this one limits what a class costs to that many times its first answer.
const MOST_REPAIRS: usize = 32;

/// Several models, all of which must hold; without any model every class is good.
///
/// Where the union of two record sets that meet all models meets each model, the conjunction keeps
/// the contract of [`ClassModel`]; and of a union no model lets more stay than its own `at_most`.
#[derive(Default)]
pub struct Conjunction {
    models: Vec<Box<dyn ClassModel>>,
    minimum_size: u64,
    /// Models that may keep a part of a class, by their place in `models`.
    partial: Vec<usize>,
    /// Those of them of which each class has a greatest part.
    greatest: Vec<usize>,
    /// Models about the whole release, which say nothing of any class.
    of_release: Vec<Box<dyn ReleaseModel>>,
}

impl Conjunction {
    /// The conjunction of `models`.
    pub fn new(models: Vec<Box<dyn ClassModel>>) -> Self {
        let minimum_size = models.iter().map(|model| model.minimum_size()).max().unwrap_or(1);
        let partial: Vec<usize> =
            (0..models.len()).filter(|&index| !models[index].is_upward_closed()).collect();
        let greatest = partial.iter().copied().filter(|&index| models[index].has_greatest_part()).collect();
        Self { models, minimum_size, partial, greatest, of_release: Vec::new() }
    }

    /// Adds models about the whole release.
    #[must_use]
    pub fn with_release_models(self, of_release: Vec<Box<dyn ReleaseModel>>) -> Self {
        Self { of_release, ..self }
    }

    /// The models about the whole release; [`Conjunction::iter`] has the others.
    pub fn about_the_release(&self) -> impl ExactSizeIterator<Item = &dyn ReleaseModel> {
        self.of_release.iter().map(AsRef::as_ref)
    }

    /// Whether one of the models about the whole release looks at the values of records that stay.
    pub fn reads_published_values(&self) -> bool {
        self.about_the_release().any(ReleaseModel::reads_values)
    }

    /// Whether a release meets all models about the whole.
    pub fn holds_for_release(&self, release: &ReleaseView<'_>) -> bool {
        self.about_the_release().all(|model| model.holds(release))
    }

    /// The models, in the order given.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &dyn ClassModel> {
        self.models.iter().map(AsRef::as_ref)
    }

    /// The largest k that is asked for: what the strictest of the models asks that look only at how
    /// many records there are; 1 if there is no such model.
    pub fn required_k(&self) -> u64 {
        self.iter().filter_map(ClassModel::asked_size).max().unwrap_or(1).max(1)
    }

    /// The largest number of providers that is asked for by models which ask for nothing else, 0 if
    /// there are none; and all other models.
    pub fn without_providers(self) -> (u64, Self) {
        let most = self.iter().filter_map(ClassModel::required_providers).max().unwrap_or(0);
        let others = self.models.into_iter().filter(|model| model.required_providers().is_none());
        (most, Self::new(others.collect()).with_release_models(self.of_release))
    }

    /// Number of models.
    pub fn len(&self) -> usize {
        self.models.len()
    }

    /// Whether there is no model, so that every class holds.
    pub fn is_empty(&self) -> bool {
        self.models.is_empty()
    }

    /// Whether the class meets all models.
    pub fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0
            || class.size >= self.minimum_size && self.models.iter().all(|model| model.holds(class))
    }

    /// The size below which no non-empty class can meet all models.
    pub fn minimum_size(&self) -> u64 {
        self.minimum_size.max(1)
    }

    /// The largest number of distinct people that one of the models asks of every class; `None`
    /// where no model counts people and asks for a number of them.
    pub fn required_people(&self) -> Option<RequiredPeople<'_>> {
        self.iter().filter_map(ClassModel::required_people).max_by_key(|people| people.least)
    }

    /// Whether the class sizes alone decide: a class holds exactly when it has at least
    /// [`Conjunction::minimum_size`] records.
    pub fn is_size_only(&self) -> bool {
        self.models.iter().all(|model| model.is_size_only())
    }

    /// Whether one of the models asks that everybody in the population looks like some record of
    /// the release.
    pub fn asks_of_everybody(&self) -> bool {
        self.iter().any(ClassModel::asks_of_everybody)
    }

    /// Whether more records never break any of the models, so that a class stays whole or goes.
    pub fn is_upward_closed(&self) -> bool {
        self.partial.is_empty()
    }

    /// Whether each class has a greatest part that meets all models, of which all others are parts,
    /// so that what `retain` keeps only grows with the class.
    pub fn keeps_greatest_parts(&self) -> bool {
        self.greatest.len() == self.partial.len()
    }

    /// Whether the union of disjoint record sets meets all models when each of them does.
    pub fn unions_hold(&self) -> bool {
        self.models.iter().all(|model| model.unions_hold())
    }

    /// The largest part of the class, or a large one, that meets all models.
    ///
    /// Exact when every model is [upward closed](ClassModel::is_upward_closed) (the class stays
    /// whole or goes), and when all models but one ask only for a size and that one's own `retain`
    /// is exact: what is too small at its largest is too small at any size. It is exact, too, when
    /// each model is upward closed or has a greatest part. Nothing that meets all of them lies
    /// outside that part. If the part breaks an upward closed model, so do all parts of it. It is
    /// also exact whenever as many records are kept as `at_most` says. Otherwise the models are
    /// asked in turn until none takes more away, starting from some smaller parts, too, and
    /// `at_most` is the least of the models' own bounds. A class that holds is always kept whole.
    pub fn retain(&self, class: &ClassView<'_>) -> Retained {
        if class.size < self.minimum_size() || !self.upward_closed_hold(class) {
            return Retained::nothing();
        }
        if !self.greatest.is_empty() {
            return self.retain_of_greatest(class);
        }
        match self.partial[..] {
            [] => Retained::all(class),
            [only] => self.retain_one(self.models[only].as_ref(), class),
            _ => self.retain_many(class),
        }
    }

    /// Whether all those models hold that keep a class whole or drop it.
    fn upward_closed_hold(&self, class: &ClassView<'_>) -> bool {
        let decide = |model: &dyn ClassModel| !model.is_upward_closed() || model.holds(class);
        class.size >= self.minimum_size && self.iter().all(decide)
    }

    /// The part of a class outside of which no record can stay, whatever else is left out: all of
    /// it where no model has a greatest part.
    ///
    /// Each step leaves out only what is in no part that meets one of these models, so a part that
    /// meets all of them loses nothing, however often they are asked.
    pub fn greatest_part(&self, class: &ClassView<'_>) -> Kept {
        if self.greatest.is_empty() { Kept::All } else { self.shrink(Kept::All, class, 0, &self.greatest) }
    }

    /// What stays of the greatest part of the class.
    fn retain_of_greatest(&self, class: &ClassView<'_>) -> Retained {
        let greatest = self.greatest_part(class);
        let cells = match &greatest {
            Kept::Nothing => return Retained::nothing(),
            _ if self.keeps_greatest_parts() => return Retained::exactly(greatest, class),
            Kept::All => return self.retain_many(class),
            Kept::Part(cells) => cells,
        };
        match self.retain_many(&class.part(cells)) {
            Retained { kept: Kept::All, at_most } => Retained { kept: greatest, at_most },
            retained => retained,
        }
    }

    fn retain_one(&self, model: &dyn ClassModel, class: &ClassView<'_>) -> Retained {
        let Retained { mut kept, at_most } = model.retain(class);
        if at_most < self.minimum_size() {
            return Retained::nothing();
        }
        for _ in 0..MOST_REPAIRS {
            let holds = match &kept {
                Kept::All => true,
                Kept::Nothing => break,
                Kept::Part(cells) => self.upward_closed_hold(&class.part(cells)),
            };
            if holds {
                return Retained { kept, at_most };
            }
            let count = kept.count(class);
            if count <= self.minimum_size() {
                break;
            }
            kept = model.retain_up_to(class, count - 1).kept;
        }
        Retained { kept: Kept::Nothing, at_most }
    }

    fn retain_many(&self, class: &ClassView<'_>) -> Retained {
        let bounds = self.partial_models().map(|model| model.retain(class).at_most);
        let at_most = bounds.min().unwrap_or(class.size);
        if at_most < self.minimum_size() {
            return Retained::nothing();
        }
        let mut best = Kept::Nothing;
        for first in 0..self.partial.len() {
            self.improve(class, first, at_most, &mut best);
        }
        Retained { kept: best, at_most }
    }

    fn partial_models(&self) -> impl Iterator<Item = &dyn ClassModel> {
        self.partial.iter().map(|&index| self.models[index].as_ref())
    }

    /// Replaces `best` where a part of the `first` partial model, cut down to what the others
    /// allow, is larger.
    fn improve(&self, class: &ClassView<'_>, first: usize, at_most: u64, best: &mut Kept) {
        let mut limit = at_most;
        for _ in 0..MOST_REPAIRS {
            let start = self.models[self.partial[first]].retain_up_to(class, limit).kept;
            let count = start.count(class);
            if count <= best.count(class) || count < self.minimum_size() {
                return;
            }
            let kept = self.shrink(start, class, first + 1, &self.partial);
            if kept.count(class) > best.count(class) {
                *best = kept;
            }
            limit = count - 1;
        }
    }

    /// Asks some of the models in turn, beginning with the one at `turn`, until none takes more
    /// away.
    fn shrink(&self, start: Kept, class: &ClassView<'_>, mut turn: usize, models: &[usize]) -> Kept {
        let mut cells = match start {
            Kept::All => class.cells.to_vec(),
            Kept::Nothing => return Kept::Nothing,
            Kept::Part(cells) => cells,
        };
        let mut unchanged = 0;
        while unchanged < models.len() {
            let model = &self.models[models[turn % models.len()]];
            match model.retain(&class.part(&cells)).kept {
                Kept::All => unchanged += 1,
                Kept::Nothing => return Kept::Nothing,
                Kept::Part(part) => (cells, unchanged) = (part, 1),
            }
            turn += 1;
        }
        let part = class.part(&cells);
        match part.size {
            _ if !self.upward_closed_hold(&part) => Kept::Nothing,
            size if size == class.size => Kept::All,
            _ => Kept::Part(cells),
        }
    }
}

impl fmt::Debug for Conjunction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_classes = self.iter().map(|model| (model.name(), model.required()));
        let of_release = self.about_the_release().map(|model| (model.name(), model.required()));
        let parameters = of_classes.chain(of_release);
        formatter.debug_map().entries(parameters).finish()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

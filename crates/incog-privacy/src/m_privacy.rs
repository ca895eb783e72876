//! m-privacy: colluding providers learn no more than anyone else.

use crate::projection::{Projection, ValueCount};
use crate::{
    Binding, Census, ClassModel, Conjunction, Criterion, Direction, Model, ModelEntry, Needs, Of, Others,
    ParameterError, Retained,
};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range};
use incog_data::{CellCount, ClassView, Kept, SensitiveAttribute};

/// Its card.
pub(crate) static ENTRY: ModelEntry = ModelEntry {
    card: Card {
        name: "m-privacy",
        audience: CardAudience::Product,
        summary: "the other models hold in every class even without the records of any m colluding providers",
        reference: "Goryczka, Xiong, Fung, m-privacy for collaborative data publishing, TKDE 26(10), 2014, doi:10.1109/TKDE.2013.18",
        parameters: &[Parameter::new(
            "m",
            "largest number of providers that may collude",
            Range::Whole(1, i64::MAX),
            ParameterDefault::Required,
        )
        .ruled("m is at least 1")],
        caveat: Some(
            "m-privacy bounds what up to m colluding providers learn; more of them together may learn more.",
        ),
    },
    needs: Needs {
        sensitive: false,
        provider: true,
        others: Some("it protects other models against colluding providers, and there is no other model"),
        drawn: false,
    },
    read: |parameters| Ok(Box::new(MPrivacyParameters { m: parameters.whole("m")? })),
};

#[derive(Debug)]
struct MPrivacyParameters {
    m: u64,
}

impl Model for MPrivacyParameters {
    fn criteria(&self, asked: &Parameters, _: &Census) -> Vec<Criterion> {
        vec![Criterion::new(asked, Of::Coalitions, Direction::AtLeast, self.m as f64)]
    }

    /// With all the other models as its constraint.
    fn bind(
        &self,
        binding: &Binding<'_>,
        others: &Others<'_>,
    ) -> Result<Vec<Box<dyn ClassModel>>, ParameterError> {
        let Some(provider) = binding.provider() else { return Ok(Vec::new()) };
        let m = usize::try_from(self.m).unwrap_or(usize::MAX);
        Ok(vec![Box::new(MPrivacy::new(provider, m, others()?)?)])
    }
}

/// How many coalitions a class is checked against at most. Models with more are refused, so that
/// anybody who checks a release can try them all.
pub const MOST_COALITIONS: u64 = 100_000;

/// In every class, the constraint still holds after the records of any `m` or fewer providers are
/// taken away: those providers know their own records and could do so.
///
/// Read strictly, something must be left: a class whose records all come from `m` providers does
/// not hold, so m-privacy implies records of at least `m + 1` providers. (To admit such classes
/// would endanger nobody outside the coalition, but a later release could.)
///
/// When the constraint is [upward closed](Conjunction::is_upward_closed), a larger coalition learns
/// more, so only coalitions of `m` are checked, and for a constraint on sizes only the one of the
/// `m` largest providers (monotone pruning). Otherwise all coalitions are checked. `retain` is
/// exact for upward closed constraints (whole or nothing). For others it takes away, from the
/// records outside a breaching coalition, what the constraint wants gone, until no coalition
/// breaches.
///
/// The contract holds because it holds for the constraint, and because the records of a union that
/// lie outside a coalition are the union of those of its parts.
///
/// Reference: Goryczka, Xiong, Fung, "m-Privacy for collaborative data publishing", 2014,
/// doi:10.1109/TKDE.2013.18.
#[derive(Debug)]
pub struct MPrivacy {
    m: usize,
    constraint: Conjunction,
    providers: Projection,
}

impl MPrivacy {
    /// The model for the providers in `provider`; `m` must not be 0.
    ///
    /// Refuses more than 100,000 coalitions of up to `m` providers, unless the constraint is on
    /// sizes only: 20 providers allow `m` up to 7, 80 providers up to 3.
    pub fn new(
        provider: &SensitiveAttribute,
        m: usize,
        constraint: Conjunction,
    ) -> Result<Self, ParameterError> {
        ParameterError::positive("m-privacy", "m", m as u64)?;
        let providers = provider.values.len();
        let coalitions = count_coalitions(providers as u64, m as u64);
        if coalitions > MOST_COALITIONS && !constraint.is_size_only() {
            return Err(ParameterError::Coalitions { providers, m, most: MOST_COALITIONS });
        }
        Ok(Self { m, constraint, providers: Projection::new(provider) })
    }

    /// What must hold for the records outside every coalition.
    pub fn constraint(&self) -> &Conjunction {
        &self.constraint
    }

    fn withstands(&self, class: &ClassView<'_>, m: usize) -> bool {
        self.breach(class, m).is_none()
    }

    /// A coalition of at most `m` providers whose removal breaks the constraint.
    fn breach(&self, class: &ClassView<'_>, m: usize) -> Option<Vec<u32>> {
        let mut providers = self.providers.histogram(class);
        providers.sort_unstable_by_key(|bin| (std::cmp::Reverse(bin.count), bin.value));
        let largest: Vec<u32> = providers.iter().take(m).map(|bin| bin.value).collect();
        let known: u64 = providers.iter().take(m).map(|bin| bin.count).sum();
        if class.size - known < self.constraint.minimum_size() {
            return Some(largest);
        }
        if self.constraint.is_size_only() {
            return None;
        }
        let smallest = if self.constraint.is_upward_closed() { m } else { 0 };
        let mut coalition = Vec::with_capacity(m);
        (smallest..=m).any(|size| self.search(class, &providers, size, &mut coalition)).then_some(coalition)
    }

    /// Whether `coalition` and some `missing` more of the `providers` breach together; if so, they
    /// are left in `coalition`.
    fn search(
        &self,
        class: &ClassView<'_>,
        providers: &[ValueCount],
        missing: usize,
        coalition: &mut Vec<u32>,
    ) -> bool {
        if missing == 0 {
            let outside = self.outside(class, coalition);
            return !self.constraint.holds(&ClassView::new(&outside));
        }
        for (place, provider) in providers.iter().enumerate() {
            coalition.push(provider.value);
            if self.search(class, &providers[place + 1..], missing - 1, coalition) {
                return true;
            }
            coalition.pop();
        }
        false
    }

    fn outside(&self, class: &ClassView<'_>, coalition: &[u32]) -> Vec<CellCount> {
        let cells = class.cells.iter().copied();
        cells.filter(|cell| !coalition.contains(&self.providers.value(cell.cell))).collect()
    }

    /// Takes records away until no coalition breaches.
    fn shrink(&self, class: &ClassView<'_>) -> Retained {
        let mut cells = class.cells.to_vec();
        let mut at_most = class.size;
        loop {
            let part = ClassView::new(&cells);
            let Some(coalition) = self.breach(&part, self.m) else {
                return Retained { kept: Kept::Part(cells), at_most };
            };
            // The bound is about the whole class: all that the coalition has, and of the others'
            // records what the constraint allows. If that is nothing, no part can stay, as
            // something must be left outside.
            let others = self.outside(class, &coalition);
            let others = ClassView::new(&others);
            let allowed = self.constraint.retain(&others).at_most;
            at_most = at_most.min(if allowed == 0 { 0 } else { class.size - others.size + allowed });
            let outside = self.outside(&part, &coalition);
            let outside = ClassView::new(&outside);
            let kept = match self.constraint.retain(&outside).kept {
                Kept::Part(kept) => kept,
                // It breaches, and yet there is nothing to take from the others: too few are left.
                Kept::All | Kept::Nothing => return Retained { kept: Kept::Nothing, at_most },
            };
            cells.retain(|cell| coalition.contains(&self.providers.value(cell.cell)));
            cells.extend(kept);
            cells.sort_unstable();
        }
    }
}

/// How many coalitions of 0 to `m` of the `providers` there are, counted until [`MOST_COALITIONS`]
/// is passed.
pub fn count_coalitions(providers: u64, m: u64) -> u64 {
    let mut of_size: u64 = 1;
    let mut sum: u64 = 1;
    for size in 1..=m.min(providers) {
        // Exact, as a product of `size` consecutive numbers is divisible by `size!`.
        of_size = of_size.saturating_mul(providers - size + 1) / size;
        sum = sum.saturating_add(of_size);
        if sum > MOST_COALITIONS {
            break;
        }
    }
    sum
}

impl ClassModel for MPrivacy {
    fn name(&self) -> &'static str {
        "m-privacy"
    }

    fn required(&self) -> f64 {
        self.m as f64
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    /// The number of colluding providers that the class withstands, counted up to `m`; also 0 when
    /// the constraint does not hold in the first place.
    fn measure(&self, class: &ClassView<'_>) -> f64 {
        let withstood = (0..=self.m).take_while(|&m| self.withstands(class, m)).last();
        withstood.unwrap_or(0) as f64
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0 || self.withstands(class, self.m)
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        if self.holds(class) {
            return Retained::all(class);
        }
        if self.is_upward_closed() { Retained::nothing() } else { self.shrink(class) }
    }

    fn minimum_size(&self) -> u64 {
        self.constraint.minimum_size().saturating_add(self.m as u64)
    }

    fn is_upward_closed(&self) -> bool {
        self.constraint.is_upward_closed()
    }

    fn unions_hold(&self) -> bool {
        self.constraint.unions_hold()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::KAnonymity;

    fn providers(number: u32) -> SensitiveAttribute {
        SensitiveAttribute {
            name: "hospital".into(),
            values: (0..number).map(|provider| provider.to_string()).collect(),
            of_cell: (0..number).collect(),
            totals: vec![1; number as usize],
            ..SensitiveAttribute::default()
        }
    }

    #[test]
    fn counts_coalitions_of_up_to_m() {
        assert_eq!(count_coalitions(20, 3), 1 + 20 + 190 + 1140);
        assert_eq!(count_coalitions(3, 5), 8);
    }

    #[test]
    fn refuses_more_coalitions_than_it_can_check() {
        let diverse = crate::DistinctLDiversity::new(&providers(90), 2).unwrap();
        let constraint = Conjunction::new(vec![Box::new(diverse)]);
        let refused = MPrivacy::new(&providers(90), 3, constraint);
        assert!(matches!(refused, Err(ParameterError::Coalitions { providers: 90, m: 3, .. })));
        let sizes = Conjunction::new(vec![Box::new(KAnonymity::new(2).unwrap())]);
        assert!(MPrivacy::new(&providers(90), 3, sizes).is_ok());
    }

    #[test]
    fn takes_away_the_largest_providers() {
        let sizes = || Conjunction::new(vec![Box::new(KAnonymity::new(3).unwrap())]);
        let cells: Vec<_> = [(0, 5), (1, 2), (2, 1)].map(|(cell, count)| CellCount { cell, count }).into();
        let class = ClassView::new(&cells);
        let model = |m| MPrivacy::new(&providers(3), m, sizes()).unwrap();
        assert!(model(1).holds(&class));
        assert!(!model(2).holds(&class));
        assert_eq!(model(2).measure(&class), 1.0);
    }
}

//! The rule that no subtraction breaks.
//!
//! A count *tells* of a count above it where one of its facts implies a fact of that one: a trip or
//! a move implies that the object was in both squares, in the band in which it left or arrived; a
//! trip out of a square implies a move out of it, and one into a square a move into it; a trip in a
//! band is a trip in any band; who was there in a band was there at all.
//!
//! **Rule.** Every published count has at least k objects, and at least k of its objects are in no
//! published count that tells of it through a fact of theirs. Where two or more published counts
//! lie within a count, it has at least 2 k objects more than the largest of them.
//!
//! **Why.** A difference of published counts is the number of people in a set only if the counts
//! added, U, are known to count everybody once, and everybody in those subtracted, L, is in U. Let
//! T be in U and not in L. Suppose an object of T is also in some S of L. Because L lies in U, a
//! fact of the object in S implies a fact of some count in U; U counts everybody once, so this is
//! T, and S tells of T through that object's fact. By the rule at least k objects of T are in no
//! such S, so the difference is at least k.
//!
//! Where counts overlap in an unknown way, the reader knows only what the rule says: all counts
//! within T have together at most T - k objects. For two of them, L and S with L not smaller, this
//! leaves S from none to T - k - L objects outside L. The last sentence of the rule makes that at
//! least k, so no number below k follows.
//!
//! One place can have all its trips to one destination. So a count of trips also needs objects that
//! begin there, or arrive there, on another way: at most four in five may share it.

use crate::counts::division::{Candidate, divide};
use crate::counts::guarded::{Guarded, Inner};
use crate::counts::trip_ends::TripEnds;
use crate::counts::{FlowKey, FlowTable, PublishedCount, objects};
use crate::facts::grid::FlowSquare;
use crate::facts::{FlowFact, FlowFacts};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeSet;

type Fixed = foldhash::fast::FixedState;

/// Chooses the counts to publish.
pub fn choose(facts: &FlowFacts, tables: &[FlowTable], k: usize, top: u8) -> Vec<PublishedCount> {
    let mut chosen = Choice::new(facts, k, top);
    let steps = [
        (FlowTable::Presence, false),
        (FlowTable::Trips, true),
        (FlowTable::Trips, false),
        (FlowTable::Moves, false),
        (FlowTable::Presence, true),
    ];
    for (table, all_bands) in steps.into_iter().filter(|(table, _)| tables.contains(table)) {
        chosen.add_table(facts.of_table(table), table, all_bands);
    }
    chosen.counts.sort_unstable();
    chosen.counts
}

impl FlowFacts {
    /// The facts that a table counts.
    pub fn of_table(&self, table: FlowTable) -> &[FlowFact] {
        match table {
            FlowTable::Presence => &self.presence,
            FlowTable::Trips => &self.trips,
            FlowTable::Moves => &self.moves,
        }
    }
}

/// What is published so far.
struct Choice {
    k: usize,
    top: u8,
    counts: Vec<PublishedCount>,
    guarded: Vec<Guarded>,
    /// Where the counts that others tell of stand among these.
    places: HashMap<(FlowTable, FlowKey), usize, Fixed>,
    /// The objects that some published count places in a square, of whatever level.
    placed: HashSet<(FlowSquare, u32), Fixed>,
    /// The counts that lie within a square, or begin or end there.
    within: HashMap<FlowSquare, Inner, Fixed>,
    /// The objects that a published trip leads out of a square, of whatever level.
    left: HashSet<(FlowSquare, u32), Fixed>,
    /// The objects that a published trip leads into a square.
    reached: HashSet<(FlowSquare, u32), Fixed>,
    ends: TripEnds,
}

impl Choice {
    fn new(facts: &FlowFacts, k: usize, top: u8) -> Self {
        let ends = TripEnds::new(&facts.trips, top);
        Self {
            k,
            top,
            counts: Vec::new(),
            guarded: Vec::new(),
            places: HashMap::default(),
            placed: HashSet::default(),
            within: HashMap::default(),
            left: HashSet::default(),
            reached: HashSet::default(),
            ends,
        }
    }

    fn add_table(&mut self, facts: &[FlowFact], table: FlowTable, all_bands: bool) {
        let mut candidates =
            divide(facts, all_bands, self.top, &|candidate| self.may_publish(table, candidate));
        // The fullest first: what comes later may find no room.
        candidates
            .sort_by_cached_key(|candidate| (std::cmp::Reverse(objects(&candidate.facts)), candidate.key));
        for candidate in candidates {
            if self.may_publish(table, &candidate) {
                self.publish(table, &candidate);
            }
        }
    }

    fn may_publish(&self, table: FlowTable, candidate: &Candidate<'_>) -> bool {
        let Candidate { key, facts } = candidate;
        let count = objects(facts);
        let stays_apart = table != FlowTable::Moves || key.from != key.to;
        let is_shared = table != FlowTable::Trips || self.ends.are_shared(*key, count);
        count >= self.k && stays_apart && is_shared && self.leaves_enough(table, candidate, count)
    }

    /// Whether k objects of each count stay untold.
    fn leaves_enough(&self, table: FlowTable, candidate: &Candidate<'_>, count: usize) -> bool {
        let Candidate { key, facts } = candidate;
        let told = facts.iter().copied().filter(|fact| self.is_told(table, *key, fact.object));
        let told: Vec<&FlowFact> = told.collect();
        let is_total = table == FlowTable::Presence && key.band.is_none();
        let inner = self.within.get(&key.origin()).filter(|_| is_total).copied().unwrap_or_default();
        count >= self.k + objects(&told)
            && inner.leave_open(count, self.k)
            && self.leaves_enough_above(table, candidate, count)
    }

    /// Whether published counts tell that an object is in a count.
    fn is_told(&self, table: FlowTable, key: FlowKey, object: u32) -> bool {
        match table {
            FlowTable::Presence => key.band.is_none() && self.placed.contains(&(key.origin(), object)),
            FlowTable::Moves => {
                self.left.contains(&(key.origin(), object))
                    || self.reached.contains(&(key.destination(), object))
            }
            FlowTable::Trips => false,
        }
    }

    /// Whether k objects of each count that is published already stay untold.
    fn leaves_enough_above(&self, table: FlowTable, candidate: &Candidate<'_>, count: usize) -> bool {
        let mut newly: HashMap<usize, HashSet<u32, Fixed>, Fixed> = HashMap::default();
        for fact in &candidate.facts {
            for above in self.above(table, candidate.key, fact) {
                let newly = newly.entry(above).or_default();
                if !self.guarded[above].told.contains(&fact.object) {
                    newly.insert(fact.object);
                }
            }
        }
        newly.iter().all(|(&above, objects)| {
            let guarded = &self.guarded[above];
            guarded.objects >= self.k + guarded.told.len() + objects.len()
                && guarded.inner_with(candidate.key, count).leave_open(guarded.objects, self.k)
        })
    }

    /// The published counts that a fact of a count tells of.
    fn above(&self, table: FlowTable, key: FlowKey, fact: &FlowFact) -> impl Iterator<Item = usize> {
        let mut implied = Vec::with_capacity(3);
        if table != FlowTable::Presence {
            implied.push((FlowTable::Presence, fact.presence(fact.from, fact.band), false));
            implied.push((FlowTable::Presence, fact.presence(fact.to, fact.until), false));
        }
        if table == FlowTable::Trips && key.band.is_some() {
            implied.push((FlowTable::Trips, *fact, true));
        }
        implied.into_iter().filter_map(|(table, fact, all)| {
            let keys = (0..=self.top).map(|level| (table, FlowKey::around(&fact, level, all)));
            keys.filter_map(|key| self.places.get(&key).copied()).next()
        })
    }

    fn publish(&mut self, table: FlowTable, candidate: &Candidate<'_>) {
        let Candidate { key, facts } = candidate;
        let count = objects(facts);
        let mut all_above = BTreeSet::new();
        for fact in facts {
            let above: Vec<usize> = self.above(table, *key, fact).collect();
            for above in above {
                self.guarded[above].told.insert(fact.object);
                all_above.insert(above);
            }
            for level in 0..=self.top {
                let [from, to] = [fact.from, fact.to].map(|cell| FlowSquare::around(cell, level));
                self.placed.extend([(from, fact.object), (to, fact.object)]);
                if table == FlowTable::Trips && from != to {
                    self.left.insert((from, fact.object));
                    self.reached.insert((to, fact.object));
                }
            }
        }
        for above in all_above {
            self.guarded[above].inner = self.guarded[above].inner_with(*key, count);
        }
        for level in key.level..=self.top {
            let ends = [key.origin(), key.destination()].map(|square| square.at_level(level));
            let ends = if ends[0] == ends[1] { &ends[..1] } else { &ends[..] };
            for square in ends {
                let inner = self.within.entry(*square).or_default();
                *inner = inner.and(count);
            }
        }
        let is_above = matches!((table, key.band), (FlowTable::Presence, Some(_)) | (FlowTable::Trips, None));
        if is_above {
            self.places.insert((table, *key), self.guarded.len());
            let (told, inner) = (HashSet::default(), Inner::default());
            self.guarded.push(Guarded { table, level: key.level, objects: count, told, inner });
        }
        self.counts.push(PublishedCount { table, key: *key, objects: count });
    }
}

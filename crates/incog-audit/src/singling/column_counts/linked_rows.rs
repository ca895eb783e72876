//! Published values that join the rows of a person, as a pseudonym does.

use super::LookedAt;
use super::joined_people::{Constancy, JoinedPeople, Links};
use super::shared_values::Few;
use crate::grouping::Grouping;
use crate::numbers::says_something;
use crate::singling::thresholds::{
    BESIDE_LABELS_BY_PAIRS, FEWEST_SHARED, FEWEST_TOGETHER, KNOWN, lookalikes,
};
use crate::singling::{Known, SingledOut, Singling};
use incog_data::Column;
use std::cmp::Reverse;

/// A column, and how far it stays the same in the rows of a person.
#[derive(Clone, Copy)]
struct Joining<'a> {
    known: &'a Known<'a>,
    constancy: Constancy,
}

impl Joining<'_> {
    fn is_lasting(&self) -> bool {
        self.constancy > Constancy::Changing
    }
}

/// The pairs of the columns with the most values.
fn pairs_of_most_values<'a>(columns: &[Joining<'a>]) -> Vec<[Joining<'a>; 2]> {
    let mut columns = columns.to_vec();
    columns.sort_by_key(|one| Reverse(one.known.distinct));
    columns.truncate(BESIDE_LABELS_BY_PAIRS);
    let pairs = (0..columns.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
    pairs.map(|pair| pair.map(|place| columns[place])).collect()
}

impl LookedAt<'_> {
    /// Columns whose values join the rows of a person in several classes: each alone, of the others
    /// the worst pair, and where no pair does all that stay the same together.
    ///
    /// An attacker sees which rows share a balance that never changes, and need not know the
    /// balance for that. So every role counts, and so do values that chance has moved, as they
    /// are published.
    pub fn linked_rows(&self) -> Vec<SingledOut> {
        let Some(people) = self.crowd.people.filter(|_| !self.labels.is_empty()) else { return Vec::new() };
        let classes = Grouping::of_columns(self.labels.iter().copied(), self.crowd.rows);
        let joined = JoinedPeople::new(people, &classes, self.crowd.counts);
        // Of few people chance joins the rows of one in twenty.
        if (joined.len() as u64) < FEWEST_SHARED {
            return Vec::new();
        }
        let (mut found, mut others) = (Vec::new(), Vec::new());
        for known in self.columns.iter().filter(|known| known.distinct > 1) {
            let one = Joining { known, constancy: joined.constancy(known.published.column) };
            match self.linked_by(&joined, &[one]) {
                Some(one) => found.push(one),
                None => others.push(one),
            }
        }
        found.extend(self.worst_pair(&joined, &others).or_else(|| self.constant_columns(&joined, &others)));
        found
    }

    /// Of the columns with the most values, and of those that stay the same, the two that find
    /// most people.
    fn worst_pair(&self, joined: &JoinedPeople<'_>, columns: &[Joining<'_>]) -> Option<SingledOut> {
        let lasting: Vec<Joining<'_>> = columns.iter().copied().filter(Joining::is_lasting).collect();
        let pairs = pairs_of_most_values(columns).into_iter().chain(pairs_of_most_values(&lasting));
        let found: Vec<SingledOut> = pairs.filter_map(|pair| self.linked_by(joined, &pair)).collect();
        let most = found.iter().map(|pair| pair.records).max();
        found.into_iter().find(|pair| Some(pair.records) == most)
    }

    /// All columns that mostly stay the same; those that do so but for corrections; or those
    /// without any.
    fn constant_columns(&self, joined: &JoinedPeople<'_>, columns: &[Joining<'_>]) -> Option<SingledOut> {
        [Constancy::Lasting, Constancy::NearlyConstant, Constancy::Constant].into_iter().find_map(|least| {
            let constant: Vec<Joining<'_>> =
                columns.iter().copied().filter(|one| one.constancy >= least).collect();
            (constant.len() >= FEWEST_TOGETHER).then(|| self.linked_by(joined, &constant))?
        })
    }

    /// The finding about people whose rows these columns join; `None` where they are few.
    fn linked_by(&self, joined: &JoinedPeople<'_>, columns: &[Joining<'_>]) -> Option<SingledOut> {
        let least = lookalikes(self.k, joined.len() as u64);
        let values = match columns {
            [one] => self.values.get(one.known.name()).copied(),
            _ => None,
        };
        let known: Vec<&Known<'_>> = columns.iter().map(|one| one.known).collect();
        let published: Vec<&Column> = known.iter().map(|known| known.published.column).collect();
        let says: fn(&[&Column], usize) -> bool =
            if published.len() < FEWEST_TOGETHER { says_all } else { says_any };
        let says: Vec<bool> = (0..self.crowd.rows).map(|row| says(&published, row)).collect();
        let groups = Grouping::of_columns(published, self.crowd.rows);
        let may_last = columns.len() == 1 || columns.iter().all(Joining::is_lasting);
        let links = Links::new(&groups, &says, may_last, self.crowd.counts);
        let people = joined.found_by(&links, Few { people: least, values: values.unwrap_or(1) });
        let is_many = u128::from(people.found) * u128::from(KNOWN) > u128::from(people.looked_for);
        let all = joined.len() as u64;
        let records = u128::from(people.found) * u128::from(all) / u128::from(people.looked_for.max(1));
        is_many.then(|| SingledOut {
            records: u64::try_from(records).unwrap_or(all),
            of: all,
            fewer_than: least,
            values,
            sample: (people.looked_for < all).then_some(people.looked_for),
            ..self.found(Singling::LinkedRows, &known, 0)
        })
    }
}

/// Whether a row has values in all of these columns that say something.
fn says_all(columns: &[&Column], row: usize) -> bool {
    columns.iter().all(|column| says_something(column, column.codes.at(row)))
}

/// Whether a row has a value in any of these columns that says something. What is missing from all
/// rows of a person joins them, too.
fn says_any(columns: &[&Column], row: usize) -> bool {
    columns.iter().any(|column| says_something(column, column.codes.at(row)))
}

//! Published values that join the rows of a person, as a pseudonym does.

use super::LookedAt;
use super::joined_people::{JoinedPeople, Links};
use crate::grouping::Grouping;
use crate::numbers::says_something;
use crate::singling::thresholds::{
    BESIDE_LABELS_BY_PAIRS, FEWEST_SHARED, FEWEST_TOGETHER, KNOWN, lookalikes,
};
use crate::singling::{Known, SingledOut, Singling};
use incog_data::Column;
use std::cmp::Reverse;

impl LookedAt<'_> {
    /// Columns whose values join the rows of a person in several classes: each alone, of the others
    /// the worst pair, and where no pair does all that stay the same together.
    ///
    /// Whoever has the release sees which rows share a balance that never changes; nobody has to
    /// know the balance for that. So the columns are looked at whatever their roles, and as they
    /// are published, after chance has moved them.
    pub fn linked_rows(&self) -> Vec<SingledOut> {
        let Some(people) = self.crowd.people.filter(|_| !self.labels.is_empty()) else { return Vec::new() };
        let classes = Grouping::of_columns(self.labels.iter().copied(), self.crowd.rows);
        let joined = JoinedPeople::new(people, &classes, self.crowd.counts);
        let least = lookalikes(self.k, joined.len() as u64);
        // Of few people chance joins the rows of one in twenty.
        if (joined.len() as u64) < FEWEST_SHARED {
            return Vec::new();
        }
        let (mut found, mut others) = (Vec::new(), Vec::new());
        for known in self.columns.iter().filter(|known| known.distinct > 1) {
            match self.linked_by(&joined, &[known], least) {
                Some(one) => found.push(one),
                None => others.push(known),
            }
        }
        let mut constant = others.clone();
        constant.retain(|known| joined.is_constant(known.published.column));
        others.sort_by_key(|known| Reverse(known.distinct));
        others.truncate(BESIDE_LABELS_BY_PAIRS);
        let pairs = (0..others.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
        let pairs = pairs.map(|pair| pair.map(|place| others[place]));
        let pairs: Vec<SingledOut> = pairs.filter_map(|pair| self.linked_by(&joined, &pair, least)).collect();
        let most = pairs.iter().map(|pair| pair.records).max();
        let worst = pairs.into_iter().find(|pair| Some(pair.records) == most);
        let is_several = worst.is_none() && constant.len() >= FEWEST_TOGETHER;
        let several = if is_several { self.linked_by(&joined, &constant, least) } else { None };
        found.extend(worst.or(several));
        found
    }

    /// The finding about people whose rows these columns join; `None` where they are few.
    fn linked_by(&self, joined: &JoinedPeople<'_>, columns: &[&Known<'_>], least: u64) -> Option<SingledOut> {
        let published: Vec<&Column> = columns.iter().map(|known| known.published.column).collect();
        let says: fn(&[&Column], usize) -> bool =
            if published.len() < FEWEST_TOGETHER { says_all } else { says_any };
        let says: Vec<bool> = (0..self.crowd.rows).map(|row| says(&published, row)).collect();
        let groups = Grouping::of_columns(published, self.crowd.rows);
        let links = Links::new(&groups, &says, self.crowd.counts);
        let people = joined.found_by(&links, least);
        let is_many = u128::from(people.found) * u128::from(KNOWN) > u128::from(people.looked_for);
        let all = joined.len() as u64;
        let records = u128::from(people.found) * u128::from(all) / u128::from(people.looked_for.max(1));
        is_many.then(|| SingledOut {
            records: u64::try_from(records).unwrap_or(all),
            of: all,
            fewer_than: least,
            sample: (people.looked_for < all).then_some(people.looked_for),
            ..self.found(Singling::LinkedRows, columns, 0)
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

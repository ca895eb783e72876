//! What a release tells together with earlier ones about the same people, measured on the releases
//! as they are written.
//!
//! An attacker who knows the quasi-identifiers of somebody finds the classes in each release that
//! fit her. What they leave together is what all of them leave: of people those who fit all these
//! classes, of sensitive values those that all of them have (Ganta, Kasiviswanathan and Smith, KDD
//! 2008, doi:10.1145/1401890.1401926). Nothing is left to intersect where the classes of everybody
//! have the same sensitive values in all releases (m-invariance, Xiao and Tao, SIGMOD 2007,
//! doi:10.1145/1247480.1247556). And where a class has grown, the records that it has more are
//! those of who came (Byun, Sohn, Bertino and Li, SDM 2006, doi:10.1007/11844662_4).

mod class_histories;
mod class_values;
mod crowd;
mod differences;
mod error;
mod facts;
mod known_release;
mod lookup;
mod members;
mod sensitive;
mod unmatched_labels;

pub use error::SeriesError;
pub use facts::{EarlierFacts, Membership, SensitiveSeries, SeriesFacts};
pub(crate) use lookup::{Lookup, values_of};

use class_histories::ClassHistories;
use incog_data::{Column, Hierarchy, Table};
use known_release::KnownRelease;
use members::Members;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A release that is about to be published, the records behind it, and those published earlier.
#[derive(Debug, Clone)]
pub struct Series<'a> {
    /// The original values of the records that the release publishes, one row each: their own
    /// values, not labels.
    pub people: &'a Table,
    /// Whose each of these records is; each is somebody's own where it is not given.
    pub unit: Option<&'a Column>,
    /// The release.
    pub release: &'a Table,
    /// The releases before it.
    pub earlier: Vec<EarlierRelease<'a>>,
    /// Columns that the attacker knows.
    pub known: Vec<String>,
    /// Columns that he wants to know.
    pub sensitive: Vec<String>,
    /// By column, what labels stand for that no rule of reading tells.
    pub hierarchies: BTreeMap<String, Arc<Hierarchy>>,
    /// What everybody is to be left with.
    pub limits: SeriesLimits,
}

/// What everybody is to be left with by all releases together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeriesLimits {
    /// People who fit the same classes; 1 asks for nothing.
    pub k: u64,
    /// Values of each sensitive column; 1 asks for nothing.
    pub l: u64,
}

/// A release that is out already.
#[derive(Debug, Clone)]
pub struct EarlierRelease<'a> {
    /// Its name.
    pub name: String,
    /// SHA-256 of its file, by which it is told; empty where it is in no file.
    pub digest: String,
    /// Its records.
    pub release: &'a Table,
    /// The table that it was made of, where it is at hand.
    pub original: Option<&'a Table>,
    /// By column, the hierarchies that its labels are of, where they are at hand; otherwise those
    /// of the series stand for them.
    pub hierarchies: BTreeMap<String, Arc<Hierarchy>>,
    /// Columns whose labels are values as they are, so that one which nobody of the present table
    /// has is no riddle.
    pub ungeneralized: BTreeSet<String>,
}

impl Series<'_> {
    /// Looks everybody up in all releases. The figures do not depend on the order of rows.
    ///
    /// ```
    /// use incog_attack::{EarlierRelease, Series, SeriesLimits};
    /// use incog_data::Table;
    /// let names = ["age", "zip", "illness"];
    /// let people = Table::from_rows(names, [["34", "1010", "flu"], ["36", "1020", "gout"], ["52", "1010", "cold"], ["58", "1020", "flu"]], &[])?;
    /// let first = [["30-39", "*", "flu"], ["30-39", "*", "gout"], ["50-59", "*", "cold"], ["50-59", "*", "flu"]];
    /// let second = [["*", "1010", "flu"], ["*", "1020", "gout"], ["*", "1010", "cold"], ["*", "1020", "flu"]];
    /// let (first, second) = (Table::from_rows(names, first, &[])?, Table::from_rows(names, second, &[])?);
    /// let earlier = EarlierRelease { name: "first".into(), digest: String::new(), release: &first, original: None, hierarchies: Default::default(), ungeneralized: Default::default() };
    /// let series = Series {
    ///     people: &people,
    ///     unit: None,
    ///     release: &second,
    ///     earlier: vec![earlier],
    ///     known: vec!["age".into(), "zip".into()],
    ///     sensitive: vec!["illness".into()],
    ///     hierarchies: Default::default(),
    ///     limits: SeriesLimits { k: 2, l: 2 },
    /// };
    /// let facts = series.measure()?;
    /// assert_eq!((facts.smallest, facts.below_k), (Some(1), 4), "age and zip together fit one of them each");
    /// assert_eq!(facts.sensitive[0].disclosed, 2, "flu or gout, and flu or cold: she has the flu");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When labels cannot be read, or nobody can be looked up in a release.
    pub fn measure(&self) -> Result<SeriesFacts, SeriesError> {
        let values = sensitive::all_values(self);
        let present = KnownRelease::present(self, &values)?;
        let earlier: Vec<KnownRelease<'_>> = self
            .earlier
            .iter()
            .map(|one| KnownRelease::earlier(self, one, &values))
            .collect::<Result<_, _>>()?;
        let members: Vec<Members<'_>> =
            self.earlier.iter().zip(&earlier).map(|(one, known)| Members::new(self, one, known)).collect();
        let histories = ClassHistories::new(self, &present, &earlier, &members)?;
        let smallest_and_below = crowd::crowds(&histories, self.limits.k);
        Ok(SeriesFacts {
            unit: self.unit.map_or("record".to_owned(), |unit| unit.name.clone()),
            k: self.limits.k,
            l: self.limits.l,
            earlier: (0..earlier.len())
                .map(|place| self.earlier_facts(place, &histories, &members))
                .collect(),
            in_both: histories.people_in_several(),
            smallest: smallest_and_below.0,
            below_k: smallest_and_below.1,
            sensitive: sensitive::all(self, &values, &histories, &present, &earlier),
        })
    }

    fn earlier_facts(
        &self,
        place: usize,
        histories: &ClassHistories,
        members: &[Members<'_>],
    ) -> EarlierFacts {
        EarlierFacts {
            name: self.earlier[place].name.clone(),
            sha256: self.earlier[place].digest.clone(),
            rows: self.earlier[place].release.rows() as u64,
            membership: members[place].membership(),
            in_both: histories.people_in(place),
        }
    }
}

#[cfg(test)]
mod tests;

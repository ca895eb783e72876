//! Columns that a treatment changed, held against their originals by plain rules: the code that
//! treats is not asked what it should have done.
//!
//! The input is treated when it is read, and a release is compared with what that gave. A treatment
//! that did too little would be repeated there, so it is looked at here.

mod dates;
mod numbers;
mod people;
mod texts;

use super::Check;
use super::premises::Premises;
use incog_audit::name_spelling;
use incog_data::Column;
use incog_disclosure::job::TreatmentJob;
use incog_treatment::{ChanceTest, FALSE_ALARM, NeededKey, OriginalCell, TreatedGroup};

/// A column of the input before and after it was treated.
struct TreatedColumn<'a> {
    treatment: &'a TreatmentJob,
    was: &'a Column,
    is: &'a Column,
    premises: &'a Premises,
}

/// A cell that is missing neither before nor after.
struct Cell<'a> {
    row: usize,
    was: &'a str,
    is: &'a str,
}

/// The claims about all treated columns whose keys are at hand.
pub(super) fn verify(premises: &Premises) -> Vec<Check> {
    let terms = &premises.job.terms;
    let open = terms.open_treatments();
    let of_column = |(name, treatment)| {
        let was = premises.source.untreated.iter().find(|column| column.name == name)?;
        let is = premises.input.column(name).filter(|is| is.codes.len() == was.codes.len())?;
        Some(TreatedColumn { treatment, was, is, premises }.checks())
    };
    let known = terms.treatments().filter(|(name, _)| !open.iter().any(|open| open == name));
    known.filter_map(of_column).flatten().collect()
}

impl<'a> TreatedColumn<'a> {
    fn checks(&self) -> Vec<Check> {
        let wrong = match self.treatment.spec.name() {
            "round" => numbers::not_rounded(self),
            "top-and-bottom" => numbers::not_coded(self),
            "age-at" => dates::wrong_ages(self),
            "age-on" => dates::wrong_ages_on(self),
            "shift-days" => dates::wrong_shifts(self),
            "redact" => texts::left_over(self),
            "pseudonym" => people::wrong_pseudonyms(self),
            _ => None,
        };
        let name = &self.was.name;
        let claim = format!("{name}: each cell is what {} makes of it", self.treatment.spec.name());
        let check = wrong.map(|wrong| {
            let detail = match wrong {
                0 => "by a second calculation with plain rules".to_owned(),
                _ => format!("{wrong} cells are not; equal cells may count once"),
            };
            Check::new(claim, wrong == 0, detail)
        });
        check.into_iter().chain(self.chance()).collect()
    }

    /// The cells that are missing neither before nor after; equal pairs stand once where `by_row`
    /// is not set.
    fn cells(&self, by_row: bool) -> Vec<Cell<'a>> {
        let mut seen = std::collections::HashSet::new();
        let (was, is) = (self.was, self.is);
        let cell = |row: usize| {
            let (before, after) = (was.codes.at(row), is.codes.at(row));
            let is_known = !was.is_missing(before) && !is.is_missing(after);
            (is_known && (by_row || seen.insert((before, after)))).then(|| Cell {
                row,
                was: was.dictionary.get(before),
                is: is.dictionary.get(after),
            })
        };
        (0..was.codes.len()).filter_map(cell).collect()
    }

    /// A column as it was before anything was treated.
    fn original(&self, name: &str) -> Option<&'a Column> {
        let untreated = self.premises.source.untreated.iter().find(|column| column.name == name);
        untreated.or_else(|| self.premises.input.column(name))
    }

    /// Whether chance can have made the cells; a correctly treated column fails with a probability
    /// of at most [`FALSE_ALARM`].
    fn chance(&self) -> Vec<Check> {
        if self.treatment.spec.needed_key() == NeededKey::None {
            return Vec::new();
        }
        let Some(people) = self.premises.job.terms.people().and_then(|people| self.original(people)) else {
            return Vec::new();
        };
        let names: Vec<String> = people.dictionary.iter().map(name_spelling).collect();
        let mut groups = Vec::new();
        for cell in self.cells(true) {
            let person = people.codes.at(cell.row);
            if !people.is_missing(person) {
                groups.push(TreatedGroup {
                    originals: vec![OriginalCell { person: &names[person as usize], text: cell.was }],
                    released: vec![cell.is],
                });
            }
        }
        let tests = self.treatment.spec.chance_tests(&groups);
        let count = tests.len();
        let failed = tests.into_iter().filter(|test| !test.holds(count));
        failed.map(|test| self.unlikely(&test)).collect()
    }

    fn unlikely(&self, test: &ChanceTest) -> Check {
        let rare = "a correctly treated column fails this with a probability of";
        let detail = format!("{}; {rare} {FALSE_ALARM:e}", test.found);
        Check::new(format!("{} in the input: {}", self.was.name, test.claim), false, detail)
    }
}

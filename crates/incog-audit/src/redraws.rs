//! Whether a perturbed column of an earlier release is another draw around the values of a new one.
//!
//! The mean of several draws around one value is near the value. It does not matter why the draws
//! differ: another key, other names of the people, values that were all raised by a constant, or
//! another name of the column. So the releases themselves are compared: an attacker links their
//! records by the other columns, and so does this module.

mod categories;
mod linked_rows;
mod numbers;

pub use linked_rows::LinkedRows;

use crate::singling::{Blur, PublishedColumn};
use incog_data::Column;

/// With fewer links nothing is shown.
const FEWEST_LINKS: usize = 20;

/// Deviations from chance that show a relation: 1 in 3 million columns without one has so many.
const DEVIATIONS: f64 = 5.0;

/// A perturbed column of two releases.
#[derive(Debug, Clone, Copy)]
pub struct Redraw<'a> {
    /// As it was published earlier, with what chance did to it then.
    pub earlier: PublishedColumn<'a>,
    /// Its values now, before chance moves them, in the rows of the new release.
    pub original: &'a Column,
    /// As it is published now.
    pub published: &'a Column,
}

/// What linked records show of a perturbed column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draws {
    /// Both releases have one draw.
    Equal,
    /// The earlier release has another draw around nearly the same values.
    Anew,
    /// Too few records are linked, or the values have changed.
    NotShown,
}

impl Redraw<'_> {
    /// What the linked records show.
    ///
    /// ```
    /// use incog_audit::{Blur, Draws, LinkedRows, PublishedColumn, Redraw};
    /// use incog_privacy::Role;
    /// let row = |row: i32| {
    ///     let pay = 1_000 + row * 7_919 % 4_001;
    ///     [row.to_string(), pay.to_string(), (pay + row * 31 % 101 - 50).to_string(), (pay + row * 17 % 101 - 50).to_string()]
    /// };
    /// let rows: Vec<[String; 4]> = (0..100).map(row).collect();
    /// let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    /// let table = incog_data::Table::from_rows(["job", "pay", "first", "second"], rows, &[])?;
    /// let [job, pay, first, second] = table.columns() else { unreachable!("four columns") };
    /// let links = LinkedRows::new(&[(job, job)]).ok_or("no links")?;
    /// let earlier = PublishedColumn { column: first, role: Role::Insensitive, blur: Blur::from_noise(35.0) };
    /// assert_eq!(Redraw { earlier, original: pay, published: second }.draws(&links), Draws::Anew);
    /// assert_eq!(Redraw { earlier, original: pay, published: first }.draws(&links), Draws::Equal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn draws(&self, links: &LinkedRows) -> Draws {
        match self.earlier.blur {
            Blur::None => Draws::NotShown,
            Blur::Replaced(replaced) => categories::draws(self, links, 1.0 - replaced),
            Blur::Numbers(_) | Blur::Share(_) | Blur::Multiples(_) | Blur::Days { .. } => {
                numbers::draws(self, links)
            }
        }
    }
}

#[cfg(test)]
mod tests;

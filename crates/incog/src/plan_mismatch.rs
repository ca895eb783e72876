//! Why the levels of a plan cannot be used for another table.

use std::fmt;

/// Why the levels of a plan cannot be used for a table, and what would help.
#[derive(Debug, Clone, PartialEq)]
pub struct Miss {
    /// Whether enough records stay, and what stays does not meet a model about the release as a
    /// whole or about everybody in the population.
    pub as_a_whole: bool,
    /// Number of classes that cannot stay as a whole.
    pub classes: usize,
    /// All classes.
    pub of: usize,
    /// Records that would be suppressed.
    pub suppressed: u64,
    /// Records that certainly have to be: of several models that keep parts of classes, the largest
    /// parts that meet all of them are not always found.
    pub at_least: u64,
    /// Records that may be.
    pub limit: u64,
    /// All records.
    pub records: u64,
    /// The quasi-identifier whose next level would help most.
    pub coarser: Option<Coarser>,
}

/// One quasi-identifier made one level coarser.
#[derive(Debug, Clone, PartialEq)]
pub struct Coarser {
    /// The quasi-identifier.
    pub column: String,
    /// The level it would have.
    pub level: u8,
    /// Records that would have to be suppressed then.
    pub suppressed: u64,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { classes, of, suppressed, at_least, limit, records, coarser, .. } = self;
        if self.as_a_whole {
            return f.write_str(
                "the levels of the plan do not meet the models about the whole release or the population; \
                 make a new plan with: incog plan",
            );
        }
        write!(f, "at the levels of the plan, {classes} of {of} classes do not meet the models: ")?;
        if at_least == suppressed {
            write!(
                f,
                "{suppressed} of {records} records would have to be suppressed, and the limit is \
                {limit}"
            )?;
        } else {
            write!(
                f,
                "{suppressed} of {records} records would be suppressed by what was tried (at least \
                 {at_least} by any choice), and the limit is {limit}"
            )?;
        }
        if let Some(Coarser { column, level, suppressed }) = coarser {
            let enough = if suppressed <= limit { "enough" } else { "not enough" };
            write!(
                f,
                "; the nearest alternative is {column} at level {level}, which would suppress \
                {suppressed} ({enough})"
            )?;
        }
        if suppressed < records {
            let share = (1e4 * *suppressed as f64 / *records as f64).ceil() / 1e4;
            write!(f, "; suppression.limit = {share} would suffice")?;
        }
        f.write_str("; or make a new plan with: incog plan")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_certain_is_not_said_to_be_so() {
        let certain = Miss {
            as_a_whole: false,
            classes: 4,
            of: 5,
            suppressed: 18,
            at_least: 18,
            limit: 13,
            records: 26,
            coarser: None,
        };
        assert!(
            certain.to_string().contains("18 of 26 records would have to be suppressed, and the limit is 13")
        );
        let open = Miss { at_least: 9, ..certain };
        assert!(open.to_string().contains("by what was tried (at least 9 by any choice)"), "{open}");
    }
}

//! Findings in words: what is wrong, where, and what to do.

use super::thresholds::{BY_ANSWERS, FEWEST_WORDS, severity};
use super::{Knowable, SingledOut, Singling};
use crate::lint::{Finding, Rule, Severity};

/// Columns that a message about all of them names.
const MOST_LISTED: usize = 6;

impl SingledOut {
    /// The finding, which somebody may answer for.
    pub fn finding(&self) -> Finding {
        let rule = match self.by {
            Singling::BesideLabels => Rule::SingledOutBesideLabels,
            Singling::LinkedRows => Rule::LinkedRows,
            Singling::UniqueTexts => Rule::UniqueTexts,
            Singling::Outliers => Rule::Outliers,
            Singling::LeftOut => Rule::PairsLeftOut,
            _ => Rule::SinglesOut,
        };
        let column = match self.by {
            Singling::LeftOut | Singling::AllTogether => "all columns".to_owned(),
            _ => self.columns.join(" + "),
        };
        Finding { severity: self.severity, rule, column, about: None, message: self.message() }
    }

    /// Whether it is a danger whichever so many records are suppressed: whoever has few lookalikes
    /// has no more in a part of the table.
    pub fn is_certain(&self, suppressed: u64) -> bool {
        let left = |records: u64| records.saturating_sub(suppressed);
        match self.by {
            Singling::Recognized => true,
            // Who stays decides it.
            Singling::LeftOut | Singling::LinkedRows | Singling::UniqueTexts => false,
            _ if self.severity != Severity::Danger => false,
            // Most, as of coarse answers, whatever the columns are.
            Singling::FewKnown => left(self.records) * BY_ANSWERS > left(self.of),
            _ => severity(self.knowable, left(self.records), left(self.of)) == Some(Severity::Danger),
        }
    }

    /// The names of the first columns.
    fn listed(&self) -> String {
        let names: Vec<&str> = self.columns.iter().take(MOST_LISTED).map(String::as_str).collect();
        match self.columns.len() - names.len() {
            0 => names.join(", "),
            more => format!("{} and {more} more", names.join(", ")),
        }
    }

    fn message(&self) -> String {
        let (records, least, others) = (self.records, self.fewer_than, self.others());
        let found = self.share("records");
        let what = match self.columns.len() {
            1 => what(self.knowable),
            2 => "both",
            _ => "these values",
        };
        let is_one = self.columns.len() == 1;
        let advice = self.advice();
        match self.by {
            Singling::Alone => format!(
                "{found} have a value that fewer than {least} {others} share. Anybody who knows {what} \
                 finds the record, and no model counts it; {advice}"
            ),
            Singling::Together => format!(
                "{found} have a pair of values that fewer than {least} {others} share. Anybody who knows \
                 both finds the record, and no model counts them; publish one column coarser (publish: \
                 round, top_quantile, first_of, the mean of each class, or coarser categories), or leave \
                 one out (role: identifier)"
            ),
            Singling::Noisy => format!(
                "{found} have values in these columns that, within the noise, fewer than {least} {others} \
                 share. Anybody who knows {what} finds the record, and no model counts them; use more \
                 noise, publish the columns coarser (publish: round, first_of, the mean of each class), or \
                 leave some out (role: identifier)"
            ),
            Singling::Sparse => format!(
                "most people have no value, or the usual one, in each of these columns. {found} have \
                 other values that together fewer than {least} {others} share. Anybody who knows {what} \
                 finds the record, and no model counts them; publish coarser values, combine the columns \
                 into one with few categories, or leave some out (role: identifier)"
            ),
            Singling::FewKnown => format!(
                "{found} are alone by these {} columns together. Anybody who knows {what} finds the record, \
                 and no model counts them; publish one column coarser (publish: round, top_quantile, first_of, \
                 or coarser categories), or leave one out (role: identifier)",
                self.columns.len()
            ),
            Singling::AllTogether => format!(
                "{found} are alone by {} columns together ({}). Anybody who knows all of these values of a \
                 person finds the record, and no model counts them; publish fewer columns, or coarser values",
                self.columns.len(),
                self.listed()
            ),
            Singling::OneEmptyCell => format!(
                "{found} have one empty cell, in a column where fewer than {least} {others} have theirs. \
                 Where people rate each other, the empty cell of a row names its person; fill the empty \
                 cells, or leave the columns out (role: identifier)"
            ),
            Singling::BesideLabels => format!(
                "{found} are unique by the released labels and {}. Anybody who knows {what} and the \
                 quasi-identifiers finds the record; {advice}, or give {} the role quasi-identifier",
                match self.columns.len() {
                    1 => "this value",
                    2 => "these two values",
                    _ => "these values",
                },
                if is_one { "it" } else { "them" },
            ),
            Singling::LinkedRows => self.about_linked_rows(),
            Singling::UniqueTexts => self.about_texts(),
            Singling::Outliers => self.about_outliers(),
            Singling::Recognized => {
                "published unchanged, and seems to be a date of birth or a full postal code, which \
                 others can know or look up; give it the role quasi-identifier, or leave it out (role: \
                 identifier)"
                    .to_owned()
            }
            Singling::LeftOut => format!(
                "{records} pairs of columns were not checked, because there are too many; they have the \
                 fewest combinations of values"
            ),
        }
    }

    /// Who is counted as lookalikes.
    fn others(&self) -> &'static str {
        if self.counts_people { "people" } else { "records" }
    }

    /// How many of all there are, such as `12 of 600 records (2.0 %)`.
    fn share(&self, what: &str) -> String {
        let sample = self.sample.map(|rows| format!(", estimated from {rows}")).unwrap_or_default();
        format!("{} of {} {what} ({}{sample})", self.records, self.of, percent(self.records, self.of))
    }

    /// What to do about these columns.
    fn advice(&self) -> String {
        let advice = advice(self.knowable);
        if self.columns.len() == 1 { advice.to_owned() } else { advice.replace(" it ", " them ") }
    }

    fn about_linked_rows(&self) -> String {
        let values = match self.columns.len() {
            1 => "its values",
            2 => "both values together",
            _ => "these values, which stay the same, together",
        };
        format!(
            "{values} join the rows of a person, as a pseudonym does. For {}, an attacker who knows their \
             quasi-identifiers in all rows is left with fewer than {} people{}. The attacker need not know the \
             values, and no model counts this; {}, publish one row per person, or use coarser quasi-identifiers",
            self.share("people"),
            self.fewer_than,
            self.values.map(|values| format!(", or fewer than {values} values")).unwrap_or_default(),
            self.advice()
        )
    }

    fn about_texts(&self) -> String {
        format!(
            "{} have a text of at least {FEWEST_WORDS} words that fewer than {} {} share. Such a text may \
             describe one person, and no model counts it; replace the texts by categories, remove what names \
             people (publish: redact), or leave the column out (role: identifier)",
            self.share("records"),
            self.fewer_than,
            self.others()
        )
    }

    fn about_outliers(&self) -> String {
        format!(
            "{} have a number far beyond those of all other people. Anybody who knows it roughly finds the \
             record, and no model counts it; publish = {{ round = \"auto\" }} joins such numbers with others",
            self.share("records")
        )
    }
}

/// A share in percent, rounded to what can be told from all and nothing.
fn percent(part: u64, of: u64) -> String {
    let percent = 100.0 * part as f64 / of.max(1) as f64;
    match percent {
        _ if part == of => "100 %".to_owned(),
        percent if percent > 99.9 => "99.9 %".to_owned(),
        percent => format!("{percent:.1} %"),
    }
}

fn what(knowable: Knowable) -> &'static str {
    match knowable {
        Knowable::Amount => "the amount or measure of a person",
        Knowable::Date => "the date of a person",
        Knowable::Code => "the code of a person",
        Knowable::Category => "the value of a person",
    }
}

/// What the job may say instead; the words are those of a job file and of Python.
fn advice(knowable: Knowable) -> &'static str {
    match knowable {
        Knowable::Amount => {
            "publish it coarser (publish: round, top_quantile, or the mean of each class), or leave it out (role: identifier)"
        }
        Knowable::Date => {
            "publish the month, the quarter or the year (publish: first_of), or leave it out (role: identifier)"
        }
        Knowable::Code => "use coarser codes, make it a quasi-identifier, or leave it out (role: identifier)",
        Knowable::Category => {
            "use coarser categories (such as chapters of diagnoses), or leave it out (role: identifier)"
        }
    }
}

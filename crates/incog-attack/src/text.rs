//! Results in sentences.

use crate::finding::{AttackFinding, AttackReport};
use crate::rate::Rate;
use crate::verdict::{between, percent};
use std::fmt::Write;

impl Rate {
    fn to_text(self) -> String {
        let Self { successes, attempts, rate, interval } = self;
        match rate.zip(interval) {
            Some((rate, interval)) => {
                format!("{successes} of {attempts}, {} ({})", percent(rate), between(interval))
            }
            None => "nothing tried".to_owned(),
        }
    }
}

impl AttackFinding {
    fn write(&self, text: &mut String) {
        let about = self.about.as_ref().map_or(String::new(), |column| format!(" of {column}"));
        // A `String` takes whatever is written.
        let _ = writeln!(text, "{}{about}: {}", self.attack, self.sentence);
        let _ = writeln!(text, "    success: {}", self.success);
        let _ = writeln!(text, "    original  {}", self.original.to_text());
        if let Some(alike) = self.original_as_control {
            let _ = writeln!(text, "    part as large as the control group  {}", alike.to_text());
        }
        let _ = writeln!(text, "    guesses   {}", self.baseline.to_text());
        if let Some(control) = self.control {
            let _ = writeln!(text, "    control   {}", control.to_text());
        }
    }
}

impl AttackReport {
    /// The report for people.
    pub fn to_text(&self) -> String {
        let people =
            self.people.map_or("each record is a target".to_owned(), |people| format!("{people} people"));
        let mut text = format!(
            "{} records, {people}, {} released; known: {}\n",
            self.records,
            self.released,
            self.known.join(", ")
        );
        self.findings.iter().for_each(|finding| finding.write(&mut text));
        for unread in &self.unread {
            let _ = writeln!(
                text,
                "not read: {} labels of {}{} ({} records); give a hierarchy for {}, or the attacks are \
                 weaker than they could be",
                unread.labels,
                unread.column,
                if unread.further == 0 {
                    String::new()
                } else {
                    format!(" in further release {}", unread.further)
                },
                unread.records,
                unread.column
            );
        }
        for untried in &self.untried {
            let _ = writeln!(text, "not run: {} {}", untried.attack, untried.because);
        }
        text + "Attacks that fail prove nothing: other attackers may know more, or try something else.\n"
    }
}

//! Risk profiles as text for people.

use super::{AttackerRisk, PopulationRisk, PopulationUniques, RiskProfile};
use crate::align;
use std::fmt::Write;

/// How many sets of quasi-identifiers are listed.
const LISTED: usize = 8;

impl RiskProfile {
    /// The figures in a few tables, below what the journalist's rests on.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n\n{}", self.ground(), align(&self.attackers()));
        if let Some(of) = &self.population {
            let _ = write!(
                text,
                "\nunique in the population of {:.0} (of this table: {})\n",
                of.population, of.sample_uniques
            );
            text += &align(&population(of));
        }
        if let Some(of) = &self.population_table {
            let _ = writeln!(text, "\nin the table of the population, {} people", of.people);
            text += &align(&in_table(of));
        }
        if !self.knowledge.is_empty() {
            text.push('\n');
            text += &align(&self.known());
        }
        if self.special_uniques.records > 0 {
            text += &self.special();
        }
        text
    }

    /// The sentence that says where the risks in the population come from.
    fn ground(&self) -> &'static str {
        match (&self.population_table, &self.journalist) {
            (Some(_), _) => {
                "The journalist risk is counted in the table of the population. For an attacker who knows \
                 that a person is in this table, the prosecutor risk counts."
            }
            (None, Some(_)) => {
                "The journalist risk is estimated from the sampling fraction. For an attacker who knows \
                 that a person is in this table, the prosecutor risk counts."
            }
            (None, None) => {
                "Without data about the population, the prosecutor risk is an upper bound of the \
                 journalist risk."
            }
        }
    }

    fn attackers(&self) -> Vec<Vec<String>> {
        let row = |name: &str, of: &AttackerRisk| {
            let above = of.above.iter().map(|above| percent(above.share));
            let figures = [of.highest, of.average].map(percent);
            std::iter::once(name.to_owned()).chain(figures).chain(above).collect::<Vec<String>>()
        };
        let thresholds =
            self.prosecutor.above.iter().map(|above| format!("share above {}", percent(above.risk)));
        let head = ["risk of a record", "highest", "average"].map(str::to_owned).into_iter();
        let mut lines = vec![head.chain(thresholds).collect(), row("prosecutor", &self.prosecutor)];
        lines.extend(self.journalist.iter().map(|of| row("journalist", of)));
        lines.extend(self.population_table.iter().map(|of| row("journalist, counted", &of.journalist)));
        lines.push(vec!["marketer".to_owned(), "-".to_owned(), percent(self.marketer)]);
        lines.extend(self.households.iter().map(|of| {
            let unit = self.unit.as_deref().unwrap_or("unit");
            vec![format!("any record of a {unit}"), percent(of.highest), percent(of.average)]
        }));
        lines.extend(self.in_households.iter().map(|of| {
            vec!["any record of a household".to_owned(), percent(of.highest), percent(of.average)]
        }));
        lines
    }

    fn known(&self) -> Vec<Vec<String>> {
        let share = |records: f64| percent(records / self.records.max(1) as f64);
        let row = |of: &super::Knowledge| {
            let known = format!("any {} of {}", of.columns, self.special_uniques.contributions.len());
            let shares = [of.unique_by_worst as f64, of.unique_by_any as f64, of.unique_by_mean].map(share);
            std::iter::once(known).chain(shares).chain([of.worst.join(", ")]).collect()
        };
        let head =
            ["attacker knows", "unique by worst set", "unique by any set", "average over sets", "worst set"];
        std::iter::once(head.map(str::to_owned).to_vec()).chain(self.knowledge.iter().map(row)).collect()
    }

    fn special(&self) -> String {
        let of = &self.special_uniques;
        let sizes = of.minimal.iter().map(|one| format!("{} of size {}", one.found, one.columns));
        let mut most: Vec<_> = of.contributions.iter().collect();
        most.sort_by(|a, b| b.share.total_cmp(&a.share));
        let most = most.iter().take(LISTED).map(|one| format!("{} {}", one.column, percent(one.share)));
        let chances = of.dis_suda.map_or(String::new(), |of| {
            format!(
                "DIS-SUDA (chance that a match is right): highest {}, mean over all records {}, for a \
                 unique record {}\n",
                percent(of.highest),
                percent(of.mean),
                percent(of.dis)
            )
        });
        format!(
            "\nminimal unique sets: {}\nSUDA score: highest {}, mean {:.3}; {} records have one; \
             share of sets that have a column: {}\n{chances}",
            sizes.collect::<Vec<_>>().join(", "),
            of.highest,
            of.mean,
            of.records,
            most.collect::<Vec<_>>().join(", ")
        )
    }
}

fn population(of: &PopulationUniques) -> Vec<Vec<String>> {
    let estimates = [
        ("Pitman", of.pitman),
        ("Zayatz", of.zayatz),
        ("slide negative binomial", of.slide_negative_binomial),
    ];
    let shown =
        |estimate: Option<f64>| estimate.map_or("does not fit".to_owned(), |uniques| format!("{uniques:.0}"));
    let mut lines: Vec<Vec<String>> =
        estimates.into_iter().map(|(name, estimate)| vec![name.to_owned(), shown(estimate)]).collect();
    let by = of.decided_by.map_or(String::new(), |by| format!(" ({by})"));
    lines.push(vec![
        "decision rule".to_owned(),
        format!("{}{by}, {} of the population", shown(of.decided), of.share.map_or("-".to_owned(), percent)),
    ]);
    lines
}

fn in_table(of: &PopulationRisk) -> Vec<Vec<String>> {
    let PopulationRisk { k_map, delta_presence, unique_records, unique_share, people_elsewhere, .. } = of;
    let lines = [
        ("fewest people who match a record (k-map)", k_map.to_string()),
        (
            "share of matching people who are in the table (delta-presence)",
            format!("{} to {}", percent(delta_presence.min), percent(delta_presence.max)),
        ),
        ("records of people who are unique in it", format!("{unique_records} ({})", percent(*unique_share))),
        ("people who match no record", people_elsewhere.to_string()),
    ];
    lines.into_iter().map(|(name, figure)| vec![name.to_owned(), figure]).collect()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

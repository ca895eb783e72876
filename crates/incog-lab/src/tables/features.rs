//! What instances are like, and whether that tells who wins.

use super::rulings::probability;
use crate::runs::{Row, optima};
use crate::statistics::{a12, holm, spearman};
use crate::suite::{FeaturesFile, InstanceFile, Suite, is_meant};

/// A feature: its name, and what it is of an instance.
type Feature = (&'static str, fn(&Known<'_>) -> Option<f64>);

/// The features of an instance.
struct Known<'a> {
    instance: &'a InstanceFile,
    /// The run that proves the optimum.
    best: &'a Row,
    optimum: f64,
    /// The best release that suppresses nobody.
    generalizing: Option<f64>,
}

const FEATURES: [Feature; 4] = [
    ("share of the rarest value, in units of t / sqrt 2", |known| {
        let t = known.instance.t?;
        Some(known.best.number("least-share")? / (t / std::f64::consts::SQRT_2))
    }),
    ("nodes of the lattice (logarithm)", |known| Some(known.best.lattice_nodes.log10())),
    ("generalizing only, as a share of the optimum", |known| Some(known.generalizing? / known.optimum)),
    ("share of the records that the optimum suppresses", |known| known.best.number("los")),
];

/// The features of the instances, and which of them goes with who wins, in Markdown; empty where
/// the suite asks for none, or no optimum is proved.
///
/// For each rival: Spearman's correlation of the feature with A12, how often a run of the subject
/// is better (p by shuffles, Holm-corrected over the features); and how often a threshold of the
/// feature that is set on all other instances names the winner, beside how often the more frequent
/// winner of the others is one.
pub fn features(suite: &Suite, rows: &[Row]) -> String {
    let Some(wanted) = &suite.features else { return String::new() };
    let known = known(suite, wanted, rows);
    if known.len() < 4 {
        return String::new();
    }
    let mut text =
        String::from("\n### What the instances are like, and whether it tells who wins\n\n| instance |");
    FEATURES.iter().for_each(|(name, _)| text += &format!(" {name} |"));
    text += "\n|:--|";
    FEATURES.iter().for_each(|_| text += "--:|");
    text += "\n";
    for one in &known {
        text += &format!("| {} |", one.instance.name);
        for (_, feature) in FEATURES {
            text += &feature(one).map_or(" – |".into(), |value| format!(" {value:.2} |"));
        }
        text += "\n";
    }
    text += "\n| rival | feature | instances | correlation with A12 | p (Holm) | threshold names the winner | the usual winner |\n\
             |:--|:--|--:|--:|--:|--:|--:|\n";
    for rival in &wanted.rivals {
        text += &of_rival(suite, &known, rows, rival);
    }
    text + "\nThreshold and usual winner: share of the instances, each left out in turn. A correlation over instances of one table \
            under several demands is no test; p is told for what it is worth.\n"
}

fn known<'a>(suite: &'a Suite, wanted: &FeaturesFile, rows: &'a [Row]) -> Vec<Known<'a>> {
    let optima = optima(suite, rows);
    let is_wanted =
        |name: &str| wanted.instances.is_empty() || wanted.instances.iter().any(|by| is_meant(name, by));
    let of = |instance: &'a InstanceFile| {
        let optimum = *optima.get(instance.name.as_str()).filter(|_| is_wanted(&instance.name))?;
        let row = |label: &str| {
            rows.iter().find(|row| row.key.instance == instance.name && row.key.algorithm == label)
        };
        let best = row(suite.optimum.as_deref()?)?;
        let generalizing = wanted.generalizing.as_deref().map(|label| {
            // Where nothing can be released without suppression, it is worth nothing.
            row(label).map_or(Some(0.0), |row| row.objective.or(Some(0.0)))
        });
        Some(Known { instance, best, optimum, generalizing: generalizing.flatten() })
    };
    suite.instances.iter().filter_map(of).collect()
}

fn of_rival(suite: &Suite, known: &[Known<'_>], rows: &[Row], rival: &str) -> String {
    let minimize = suite.tables.iter().any(|table| table.measure == "objective" && table.minimize);
    let sample = |instance: &str, label: &str| -> Vec<f64> {
        let of = |row: &&Row| row.key.instance == instance && row.key.algorithm == label;
        rows.iter().filter(of).filter_map(|row| row.worth(suite, "objective")).collect()
    };
    let wins = |one: &Known<'_>| {
        let own = sample(&one.instance.name, suite.subject.as_deref()?);
        let other = sample(&one.instance.name, rival);
        if minimize { a12(&other, &own) } else { a12(&own, &other) }
    };
    let lines: Vec<(&str, Vec<f64>, Vec<f64>)> = FEATURES
        .iter()
        .map(|(name, feature)| {
            let pairs = known.iter().filter_map(|one| Some((feature(one)?, wins(one)?)));
            let (values, wins): (Vec<f64>, Vec<f64>) = pairs.unzip();
            (*name, values, wins)
        })
        .collect();
    let found: Vec<Option<[f64; 2]>> = lines.iter().map(|(_, values, wins)| spearman(values, wins)).collect();
    let p = holm(&found.iter().map(|found| found.map_or(1.0, |[_, p]| p)).collect::<Vec<f64>>());
    let mut text = String::new();
    for (((name, values, wins), found), p) in lines.iter().zip(found).zip(p) {
        let Some([rho, _]) = found else { continue };
        let winners: Vec<bool> = wins.iter().map(|share| *share > 0.5).collect();
        text += &format!(
            "| {rival} | {name} | {} | {rho:.2} | {} | {:.0} % | {:.0} % |\n",
            values.len(),
            probability(p),
            100.0 * by_threshold(values, &winners),
            100.0 * by_majority(&winners)
        );
    }
    text
}

/// How often a threshold that is best for all other instances is right about the one left out.
fn by_threshold(values: &[f64], winners: &[bool]) -> f64 {
    let right = (0..values.len()).filter(|&out| {
        let others = || (0..values.len()).filter(move |&one| one != out);
        let hits = |threshold: f64, above: bool| {
            others().filter(|&one| (values[one] > threshold) == (winners[one] == above)).count()
        };
        let rules = others().flat_map(|one| [(values[one], true), (values[one], false)]);
        let best = rules
            .max_by(|a, b| hits(a.0, a.1).cmp(&hits(b.0, b.1)).then(b.0.total_cmp(&a.0)).then(a.1.cmp(&b.1)));
        best.is_some_and(|(threshold, above)| (values[out] > threshold) == (winners[out] == above))
    });
    right.count() as f64 / values.len().max(1) as f64
}

/// How often the one who wins most of the others wins the instance left out.
fn by_majority(winners: &[bool]) -> f64 {
    let all = winners.iter().filter(|&&wins| wins).count();
    let right = winners.iter().filter(|&&wins| {
        let others = all - usize::from(wins);
        (2 * others > winners.len() - 1) == wins
    });
    right.count() as f64 / winners.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_that_tells_the_winner_does_so_for_nearly_all_left_out() {
        let values = [1.0, 2.0, 3.0, 7.0, 8.0, 9.0];
        let winners = [false, false, false, true, true, true];
        // A threshold is one of the values that are known: without the 3, that is the 2, and the 3
        // lies above it.
        assert_eq!(by_threshold(&values, &winners), 5.0 / 6.0);
        // With one left out the other side is always in the majority.
        assert_eq!(by_majority(&winners), 0.0);
        assert_eq!(by_majority(&[true, true, true, false]), 0.75);
    }
}

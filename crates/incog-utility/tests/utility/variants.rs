//! The metrics that everything is tried with.

use incog_card::{Parameters, Range};
use incog_utility::{METRICS, Metric};

/// All metrics, each with its defaults and with every other word that a parameter of it has.
pub fn metrics() -> Vec<Box<dyn Metric>> {
    let mut all = Vec::new();
    for entry in METRICS {
        all.push(entry.metric(&Parameters::defaults(&entry.card), 3).unwrap());
        for parameter in entry.card.parameters {
            let Range::Words(words) = parameter.range else { continue };
            for &word in &words[1..] {
                let said = Parameters::said(&entry.card, [(parameter.name, word.into())]).unwrap();
                all.push(entry.metric(&said, 3).unwrap());
            }
        }
    }
    all
}

//! What the models of a report do not protect against, in plain words.

use super::{RecodingKind, Report};

/// One paragraph for each thing the reader should know before trusting the release.
pub fn caveats(report: &Report) -> Vec<String> {
    let has = |name: &str| report.privacy.iter().any(|model| model.model == name);
    let mut all = Vec::new();
    if has("k-anonymity") {
        all.push(
            "k-anonymity hides who is who among at least k records. It does not hide what they have in common: \
             when all records of a class share a sensitive value, everyone who knows that a person is in the \
             class learns it (homogeneity), without telling the records apart."
                .to_owned(),
        );
    }
    if has("l-diversity") {
        all.push(
            "l-diversity demands several sensitive values in a class, but not that they are equally likely or \
             different in meaning: a class may make a rare diagnosis far more likely than it is in the whole \
             table (skewness), or hold l values that all mean the same (similarity)."
                .to_owned(),
        );
    }
    if has("t-closeness") {
        all.push(
            "t-closeness bounds how far the sensitive values of a class may differ from those of the whole \
             table, which is taken as public knowledge. Within t something can still be learned about a \
             class, and what holds for the whole table can be learned about everyone."
                .to_owned(),
        );
    }
    let privacy = &report.job.privacy;
    let joint = privacy.l_diversity.iter().flat_map(|all| &all.0).any(|model| model.joint == Some(true))
        || privacy.t_closeness.iter().flat_map(|all| &all.0).any(|model| model.joint == Some(true));
    if joint {
        all.push(
            "A joint model is about the combinations of all sensitive values. It says little about each column: all \
             records of a class may share a diagnosis although no combination stands out, unless a model is listed for \
             that column as well."
                .to_owned(),
        );
    }
    if has("l-diversity") || has("t-closeness") || has("c-mixture") {
        all.push(
            "Whoever knows how the release was made can reason from it (minimality attack; Wong, Fu, Wang and Pei, VLDB \
             2007): a column is no coarser and no more is left out than the models demand, so anything finer would \
             have broken one. Together with the quasi-identifiers of everybody in the table, that can make a sensitive \
             value more likely than l or t say. k-anonymity looks at no sensitive value and tells none in this way. \
             Who fears it asks for more than is needed, or fixes the levels beforehand (min_level and max_level)."
                .to_owned(),
        );
    }
    if has("c-mixture") || has("provider-diversity") {
        all.push(
            "Records of several providers in a class do not stop providers that pool what they know: they can \
             take their own records away and look at the rest. Only m-privacy bounds that."
                .to_owned(),
        );
    }
    if has("m-privacy") {
        all.push(
            "m-privacy bounds what up to m colluding providers learn; more of them together may learn more."
                .to_owned(),
        );
    }
    if let Some(noise) = &report.noise {
        all.push(format!(
            "{} of the released records, in {} classes, are noise: made up from the distributions of the columns \
             in the name of providers with few records, so that enough providers reach every class. They are not \
             marked. All figures of use count them; k and l hold without them. A provider whose name they bear can \
             tell them from its own records.",
            noise.records, noise.classes
        ));
    }
    if report.solution.recoding == RecodingKind::Local {
        all.push(
            "Records have labels of several levels, and sets of values they stand for may overlap (20-29 beside 20-39). \
             A coarse label tells that its records did not fit a finer one that others have: whoever knows how the \
             release was made can make some labels finer than they read (downcoding; Cohen, USENIX Security 2022). \
             Every class still has what the models demand, counted by what can be read."
                .to_owned(),
        );
    }
    let insensitive: Vec<&str> = report
        .columns
        .iter()
        .filter(|column| column.role == "insensitive")
        .map(|c| c.name.as_str())
        .collect();
    if !insensitive.is_empty() {
        all.push(format!(
            "The columns marked insensitive ({}) are published as they are. Whoever knows some of their values \
             can use them like quasi-identifiers, and no model here counts that.",
            insensitive.join(", ")
        ));
    }
    all.push(
        "No model here protects against knowledge beyond the quasi-identifiers that were named, against \
         linking this release with another one of the same people, or against facts that hold for a whole \
         group and so for each of its members. A person with several records is counted as several people."
            .to_owned(),
    );
    all
}

//! How much of each quasi-identifier is lost.

use incog_data::{Class, Classes};

/// For each quasi-identifier the mean over all records of the share of the domain that the released
/// value covers, `(|v_g| / |v| - 1 / |v|) / (1 - 1 / |v|)`; a suppressed record counts 1.
///
/// The attribute term of the Loss metric (Iyengar 2002, as in ARX).
pub(crate) fn information_loss(classes: &Classes<'_>) -> Vec<f64> {
    let rows = classes.rows() as f64;
    let qids = classes.tuples().quasi_identifiers().iter().enumerate();
    qids.map(|(place, qid)| {
        let domain = f64::from(qid.hierarchy.leaves(qid.hierarchy.height(), 0));
        let of_class = |class: &Class| {
            let covered = f64::from(classes.label(class, place).leaves());
            class.kept as f64 * covered / domain + (class.size - class.kept) as f64
        };
        let sum: f64 = classes.all().iter().map(of_class).sum();
        if domain <= 1.0 { 0.0 } else { ((sum - rows / domain) / (rows - rows / domain)).clamp(0.0, 1.0) }
    })
    .collect()
}

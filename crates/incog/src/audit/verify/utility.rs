//! What a report says is lost, recomputed cell by cell.

use super::Check;
use super::attribute::Attribute;
use crate::audit::grouping::{Codes, Grouping};
use crate::job::{Job, Role};
use crate::report::Report;
use incog_data::Table;

/// What the figures of utility follow from.
pub(super) struct UtilityEvidence<'a> {
    pub attributes: Vec<Attribute<'a>>,
    /// The rows of the release that are records.
    pub kept: &'a [usize],
    /// Records of the input and noisy ones.
    pub rows: f64,
    /// The k that C_AVG is counted in.
    pub k: f64,
    /// Whether there are noisy records, whose original values no file shows.
    pub has_noise: bool,
}

/// Checks every figure of utility.
pub(super) fn verify_utility(report: &Report, job: &Job, evidence: &UtilityEvidence<'_>) -> Vec<Check> {
    let figures = Figures::of(evidence);
    let claimed = &report.utility;
    let mut claims = vec![
        ("transparency_degree", claimed.transparency_degree, figures.transparency),
        ("transparency_ratio", claimed.transparency_ratio, figures.transparency_ratio),
        ("precision", claimed.precision, figures.precision),
        ("gen_loss", claimed.gen_loss, figures.gen_loss),
        ("loss", claimed.loss, figures.loss),
        ("c_avg", claimed.c_avg, figures.class_size / evidence.k),
        ("suppressed_share", claimed.suppressed_share, figures.suppressed_share),
        ("discernibility", claimed.discernibility, figures.discernibility),
        ("class_size", claimed.class_size, figures.class_size),
        ("height", claimed.height, figures.height),
    ];
    claims.extend(figures.entropy.map(|entropy| ("entropy", claimed.entropy, entropy)));
    let mut checks: Vec<Check> = claims
        .into_iter()
        .map(|(name, claimed, found)| Check::figure(format!("utility.{name}"), claimed, found))
        .collect();
    checks.push(match figures.objective(job, evidence) {
        Some(found) => Check::figure("utility.value", claimed.value, found),
        None => Check::not_shown("utility.value", "this objective is not recomputed independently"),
    });
    checks
}

struct Figures {
    transparency: f64,
    transparency_ratio: f64,
    precision: f64,
    precision_lost: f64,
    gen_loss: f64,
    loss: f64,
    suppressed_share: f64,
    discernibility: f64,
    class_size: f64,
    height: f64,
    ambiguity: f64,
    entropy: Option<f64>,
}

impl Figures {
    fn of(evidence: &UtilityEvidence<'_>) -> Self {
        let UtilityEvidence { attributes, kept, rows, .. } = evidence;
        let (kept, rows) = (*kept, *rows);
        let count = attributes.len() as f64;
        let suppressed = rows - kept.len() as f64;
        let weighted = |figure: &dyn Fn(&Attribute<'_>) -> f64| -> f64 {
            attributes.iter().map(|attribute| attribute.weight * figure(attribute)).sum()
        };
        let transparency = weighted(&|attribute| attribute.transparency(kept));
        let precision = share(weighted(&|attribute| attribute.climbed()), count);
        let sizes = class_sizes(attributes, kept);
        let squares: f64 = sizes.iter().map(|&size| (size as f64).powi(2)).sum();
        let groups = sizes.len() + usize::from(suppressed > 0.0);
        let combinations: f64 = attributes.iter().map(Attribute::domain).product();
        let below =
            |&row: &usize| attributes.iter().map(|attribute| attribute.leaves_of(row)).product::<f64>();
        let suppressed_share = share(suppressed, rows);
        Self {
            transparency,
            transparency_ratio: share(transparency, rows * count),
            precision,
            precision_lost: precision * (1.0 - suppressed_share) + suppressed_share,
            gen_loss: share(weighted(&|attribute| attribute.gen_loss(kept, rows)), count),
            loss: share(weighted(&|attribute| attribute.loss(kept, rows).ln_1p()), count).exp_m1(),
            suppressed_share,
            discernibility: squares + suppressed * rows,
            class_size: share(rows, groups as f64),
            height: attributes.iter().map(|attribute| attribute.level as f64).sum(),
            ambiguity: kept.iter().map(below).sum::<f64>()
                + if suppressed > 0.0 { suppressed * combinations } else { 0.0 },
            entropy: (!evidence.has_noise)
                .then(|| attributes.iter().map(|attribute| attribute.entropy(kept)).sum()),
        }
    }

    /// The figure that was optimized; `None` when it is none of those recomputed.
    fn objective(&self, job: &Job, evidence: &UtilityEvidence<'_>) -> Option<f64> {
        let objective = &job.objective;
        let c_avg = self.class_size / evidence.k;
        Some(match objective.metric {
            "transparency" => self.transparency,
            "precision" if objective.suppressed_lost => self.precision_lost,
            "precision" => self.precision,
            "gen-loss" => self.gen_loss,
            "loss" => self.loss,
            "c-avg" => c_avg,
            "cpgen" => objective.alpha * self.gen_loss + objective.beta * c_avg,
            "class-size" => self.class_size,
            "discernibility" => self.discernibility,
            "ambiguity" => self.ambiguity,
            "height" => self.height,
            "entropy" if !objective.suppressed_lost => self.entropy?,
            _ => return None,
        })
    }
}

/// The quasi-identifiers in the order of the table, their weights scaled to a mean of 1.
pub(super) fn relative_weights(job: &Job, input: &Table) -> Vec<(String, f64)> {
    let weights: Vec<(String, f64)> = input
        .columns()
        .iter()
        .filter_map(|column| Some((column.name.clone(), job.columns.get(&column.name)?)))
        .filter(|(_, column)| column.role == Role::QuasiIdentifier)
        .map(|(name, column)| (name, column.weight))
        .collect();
    let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let scale = weights.len() as f64 / total;
    weights.into_iter().map(|(name, weight)| (name, weight * scale)).collect()
}

fn class_sizes(attributes: &[Attribute<'_>], kept: &[usize]) -> Vec<u64> {
    let columns = || attributes.iter().map(|attribute| attribute.column);
    let codes: Vec<Vec<u32>> = columns()
        .map(|column| kept.iter().map(|row| column.codes[column.input_rows + row]).collect())
        .collect();
    let codes: Vec<Codes<'_>> =
        codes.iter().zip(columns()).map(|(of_row, column)| Codes { of_row, values: column.values }).collect();
    let grouping = Grouping::by(&codes, kept.len());
    let mut sizes = vec![0; grouping.len()];
    grouping.of_row.iter().for_each(|&group| sizes[group as usize] += 1);
    sizes
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

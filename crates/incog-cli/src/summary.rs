//! A summary for people, in a few lines, of what was made.

use crate::figure::{count, exact, grouped, rough};
use crate::streams::HandedOn;
use incog::report::{
    ColumnFacts, ConcealedFacts, RecodingKind, Report, among_which, attackers_in_words, fitness_line,
    labels_in_words, outcome_lines, rounding_in_words, what_was_proved, work,
};
use incog::{PlanFile, ReleaseOutcome};

/// A release, which went to standard output if it was handed on.
pub fn of_release(outcome: &ReleaseOutcome, handed_on: Option<&HandedOn>) -> String {
    let Report { privacy, solution, utility, .. } = &outcome.report;
    let is_of_series = outcome.report.is_of_series();
    let models: Vec<String> = privacy.iter().map(|held| format!("\n  {held}")).collect();
    let levels: Vec<String> = match solution.recoding {
        RecodingKind::Global => {
            solution.levels.iter().map(|(name, level)| format!("{name} {level}")).collect()
        }
        RecodingKind::Local => vec![by_record(&outcome.report)],
        RecodingKind::Microaggregation => vec!["none (one value per group)".to_owned()],
    };
    let noise = outcome.report.noise.as_ref().map_or(String::new(), |noise| {
        format!(
            "\n  NOISE: {} invented records in {} classes, so that each class has enough providers",
            noise.records, noise.classes
        )
    });
    let internal = outcome
        .internal_html
        .as_ref()
        .map_or(String::new(), |path| format!("\n  internal report (do not publish): {}", path.display()));
    let objective = utility.objective.as_deref().unwrap_or("not told");
    let found = outcome.report.search.as_ref().map_or(String::new(), |search| {
        let work = work(solution.recoding, &grouped(search.evaluations), &count(search.lattice_nodes));
        let bound = match &search.concealed {
            Some(drawn) => of_draw(drawn),
            None if is_of_series => {
                return " (earlier labels stay, and newcomers have classes of their own)".to_owned();
            }
            None => {
                let bound = bound(&search.stopped, search.gap, objective, solution.recoding);
                bound + among_which(&outcome.report)
            }
        };
        format!(" ({bound}; {work}, {:.2} s)", search.seconds)
    });
    let risk: String = attackers_in_words(&outcome.report).iter().map(|who| format!("\n  {who}")).collect();
    let starred: Vec<&str> = outcome.report.starred().collect();
    let starred = match starred.len() {
        0 => String::new(),
        _ => format!("\n  \"*\" in every record: {}", starred.join(", ")),
    };
    let fit = outcome.report.analyses.as_ref().and_then(fitness_line);
    let fit = fit.map_or(String::new(), |line| format!("\n  {line}"));
    let rounded: String = rounded(&outcome.report).iter().map(|line| format!("\n  {line}")).collect();
    let kept = grouped(solution.rows_kept);
    let suppressed = solution.rows_suppressed.map_or("not told".to_owned(), grouped);
    let rows = if is_of_series {
        format!("records {kept}")
    } else {
        format!("kept {kept}, suppressed {suppressed}")
    };
    format!(
        "{}: {}{fit}{starred}{rounded}\n  {rows}, classes {}{noise}\n  levels: {}{}{risk}\n  {objective} {}{found}\n  report: {}",
        handed_on.map_or_else(|| outcome.release.display().to_string(), |_| "standard output".to_owned()),
        outcome_lines(&outcome.report, grouped).join("\n  "),
        grouped(solution.classes),
        levels.join(", "),
        models.concat(),
        utility.value.map_or("not told".to_owned(), exact),
        match handed_on {
            Some(HandedOn { is_reported: false, .. }) =>
                "not written; --report NAME.report.json writes it".to_owned(),
            _ => outcome.report_html.display().to_string(),
        },
    ) + &internal
}

/// The columns that are rounded, each with its base.
fn rounded(report: &Report) -> Vec<String> {
    let columns = report.columns.iter();
    let line =
        |column: &ColumnFacts| Some(format!("{}: {}", column.name, rounding_in_words(report, column)?));
    columns.filter_map(line).collect()
}

/// What a release was made of and what became of each column, for whoever wants to know it all.
pub fn in_detail(outcome: &ReleaseOutcome) -> String {
    // The digest of the input is told where the public report tells it: of a small table it would
    // confirm guesses.
    let Report { input, release, .. } = &outcome.public;
    let digest = |digest: Option<&str>| digest.map_or(String::new(), |digest| format!(", SHA-256 {digest}"));
    let records =
        |rows: Option<u64>| rows.map_or(String::new(), |rows| format!(", {} records", grouped(rows)));
    // The records of the input of a series are those of its ledger; the table may have others.
    let of_table = outcome.report.ledger.as_ref().map(|ledger| ledger.runs.last().and_then(|run| run.table));
    let mut lines = vec![
        format!(
            "input: {}{}{}",
            input.path,
            records(of_table.unwrap_or(input.rows)),
            digest(input.sha256.as_deref())
        ),
        format!("release: {} records{}", grouped(release.rows), digest(Some(&release.sha256))),
    ];
    let search = outcome.report.search.as_ref();
    lines.extend(search.map(|search| format!("search: {}, seed {}", search.algorithm, search.seed)));
    for column in &outcome.report.columns {
        let level = column.level.map_or(String::new(), |level| {
            let top =
                column.levels.map_or(String::new(), |levels| format!(" of {}", levels.saturating_sub(1)));
            format!(", level {level}{top}")
        });
        let loss = column.information_loss.map_or(String::new(), |loss| format!(", loss {}", rough(loss)));
        lines.push(format!("column {}: {}{level}{loss}", column.name, column.role));
    }
    lines.join("\n")
}

/// The labels of each quasi-identifier.
fn by_record(report: &Report) -> String {
    let columns = report.columns.iter().filter(|column| !column.by_level.is_empty());
    let lines = columns.map(|column| format!("\n    {}: {}", column.name, labels_in_words(column)));
    std::iter::once("by record".to_owned()).chain(lines).collect()
}

/// A plan for an objective.
pub fn of_plan(file: &PlanFile, objective: &str) -> String {
    let plan = &file.plan;
    let recoding = RecodingKind::from(&plan.recoding);
    let of_others = match recoding {
        RecodingKind::Microaggregation => "none (one value per group)",
        RecodingKind::Global | RecodingKind::Local => "by record",
    };
    let levels = plan.recoding.levels().map_or(of_others.to_owned(), |levels| {
        let pairs = file.quasi_identifiers.iter().zip(levels.iter());
        pairs.map(|(name, level)| format!("{name} {level}")).collect::<Vec<_>>().join(", ")
    });
    format!(
        "levels: {levels}\n  {objective} {} ({}; {}, {:.2} s)",
        exact(plan.value),
        match &plan.concealed {
            Some(drawn) => of_draw(&drawn.into()),
            None => bound(plan.stopped.name(), plan.gap, objective, recoding),
        },
        work(recoding, &grouped(plan.evaluations), &count(plan.lattice_nodes)),
        plan.seconds,
    )
}

/// What a draw in the place of the best release costs.
fn of_draw(drawn: &ConcealedFacts) -> String {
    format!(
        "CONCEALED: drawn from {}{} releases within {} % of the best, {} of them coarser than another; the \
         best has {}{}, so concealment costs {:.2} % of it",
        if drawn.is_complete { "" } else { "the first " },
        grouped(drawn.candidates),
        100.0 * drawn.within,
        grouped(drawn.coarser),
        exact(drawn.best),
        if drawn.stopped == "proved" { " (proved optimal)" } else { " (best found)" },
        100.0 * drawn.price,
    )
}

fn bound(stopped: &str, gap: Option<f64>, objective: &str, recoding: RecodingKind) -> String {
    match (stopped, gap) {
        ("proved", _) => format!("proved: {}", what_was_proved(objective, recoding)),
        (stopped, Some(gap)) => format!("stopped: {stopped}, gap {gap:.4}"),
        (stopped, None) => format!("stopped: {stopped}, gap unknown"),
    }
}

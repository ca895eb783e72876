//! The comparison for people.

use super::{Classified, ColumnLikeness, Likeness};
use crate::align;

/// How many pairs are listed.
const LISTED: usize = 10;

impl Likeness {
    /// The figures in a few tables.
    pub fn to_text(&self) -> String {
        let mut text =
            format!("{} records, {} released\n\n{}", self.records, self.released, align(&self.of_columns()));
        let pairs = self.pairs.iter().take(LISTED).map(|pair| {
            let figures = [
                percent(pair.wrong_cell),
                decimal(Some(pair.dependence_before)),
                decimal(Some(pair.dependence_after)),
            ];
            std::iter::once(pair.columns.join(" by ")).chain(figures).collect()
        });
        text += &table(["two columns", "in the wrong cell", "Cramér's V", "in the release"], pairs.collect());
        let correlations = self.correlations.iter().take(LISTED).map(|one| {
            vec![one.columns.join(" by "), decimal(one.before), decimal(one.after), decimal(one.off())]
        });
        text += &table(
            ["two columns of numbers", "correlation", "in the release", "difference"],
            correlations.collect(),
        );
        if let Some(queries) = &self.queries {
            text += &format!(
                "\n{} counts of some values in three columns: relative error {} in the median, {} on average\n",
                queries.asked,
                queries.median_error.map_or("-".to_owned(), percent),
                queries.mean_error.map_or("-".to_owned(), percent)
            );
        }
        let classifiers = self.classifiers.iter().map(|one| {
            let told = |of: &Classified| format!("{}, {}", decimal(of.auc), percent(of.accuracy));
            let name = one.learner.name().to_owned();
            vec![one.target.clone(), name, told(&one.before), told(&one.after), percent(one.most_frequent)]
        });
        let head = [
            "classifier of",
            "learner",
            "AUC and accuracy, trained on the original",
            "on the release",
            "most frequent class",
        ];
        text += &table(head, classifiers.collect());
        text + &self.in_all()
    }

    fn of_columns(&self) -> Vec<Vec<String>> {
        let head = [
            "column",
            "in the wrong cell",
            "pairs in the wrong cell",
            "error of the mean, in deviations",
            "error of the variance",
            "labels not read",
        ];
        let row = |one: &ColumnLikeness| {
            let numbers = one.numbers.as_ref();
            vec![
                one.column.clone(),
                percent(one.wrong_cell),
                one.wrong_cell_in_pairs.map_or("-".to_owned(), percent),
                decimal(numbers.and_then(|numbers| numbers.mean_off)),
                numbers.and_then(|numbers| numbers.variance_off).map_or("-".to_owned(), percent),
                if one.unread == 0 { String::new() } else { format!("of {} records", one.unread) },
            ]
        };
        std::iter::once(head.map(str::to_owned).to_vec()).chain(self.columns.iter().map(row)).collect()
    }

    fn in_all(&self) -> String {
        let all = &self.all;
        let share = |share: Option<f64>| share.map_or("-".to_owned(), percent);
        format!(
            "\noverall: {} of the records in the wrong cell of a column, {} in that of a pair of columns; \
             errors: Cramér's V {}, correlations {}, means {} deviations, variances {}\n",
            share(all.wrong_cell),
            share(all.wrong_cell_in_pairs),
            decimal(all.dependence_off),
            decimal(all.correlation_off),
            decimal(all.mean_off),
            share(all.variance_off),
        )
    }
}

/// A table below an empty line; nothing where it has no rows.
fn table<const N: usize>(head: [&str; N], rows: Vec<Vec<String>>) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let lines: Vec<Vec<String>> = std::iter::once(head.map(str::to_owned).to_vec()).chain(rows).collect();
    format!("\n{}", align(&lines))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn decimal(figure: Option<f64>) -> String {
    figure.map_or("-".to_owned(), |figure| format!("{figure:.3}"))
}

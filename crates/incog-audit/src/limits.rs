//! Whether numbers are coded at the quantiles of what is published, computed apart from the code
//! that wrote them.

use incog_data::{Column, DictionaryBuilder, QuantileLimits, RecordCounts, ValueType};

/// A column with its numbers beyond the least and the greatest of the released column replaced by
/// these, on the sides where there are limits: everything beyond them was made one of them, as the
/// first of its spellings has it.
pub fn within(limits: QuantileLimits, original: &Column, released: &Column) -> Column {
    let numbers = of_codes(released).into_iter().zip(released.used()).zip(released.dictionary.iter());
    let mut numbers: Vec<(f64, &str)> =
        numbers.filter_map(|((number, used), text)| Some((number.filter(|_| used)?, text))).collect();
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    let (Some(bottom), Some(most)) = (numbers.first(), numbers.last()) else { return original.clone() };
    let Some(top) = numbers.iter().find(|(number, _)| *number == most.0) else { return original.clone() };
    let mut texts = DictionaryBuilder::default();
    let numbers = of_codes(original);
    let coded = |number: f64| match (limits.bottom, limits.top) {
        (_, Some(_)) if number > top.0 => Some(top.1),
        (Some(_), _) if number < bottom.0 => Some(bottom.1),
        _ => None,
    };
    let texts_of: Vec<u32> = original
        .dictionary
        .iter()
        .zip(&numbers)
        .map(|(value, number)| texts.insert(number.and_then(coded).unwrap_or(value)))
        .collect();
    let codes = original.codes.renamed(&texts_of);
    let mut missing: Vec<u32> = original.missing.iter().map(|&code| texts_of[code as usize]).collect();
    missing.sort_unstable();
    missing.dedup();
    let dictionary = texts.finish();
    let value_type = ValueType::infer(dictionary.iter());
    Column { name: original.name.clone(), value_type, dictionary, codes, missing }
}

/// How many numbers stand below the quantile of the top, or above that of the bottom, in a released
/// column although they should not: more records than the share leaves room for, whatever values
/// are behind those at the limits.
pub fn beyond_their_share(limits: QuantileLimits, released: &Column, counts: RecordCounts<'_>) -> u64 {
    let numbers = sorted(released, counts);
    let (Some((least, _)), Some((most, _))) = (numbers.first(), numbers.last()) else { return 0 };
    let count_if = |is: &dyn Fn(f64) -> bool| -> u64 {
        numbers.iter().filter(|(number, _)| is(*number)).map(|(_, count)| count).sum()
    };
    let all = count_if(&|_| true);
    // Fewer numbers than its place stand below the top; those at the bottom fill its place.
    let top = limits.top.map_or(0, |share| {
        (count_if(&|number| number < *most) + 1).saturating_sub(QuantileLimits::place(share, all))
    });
    let bottom = limits.bottom.map_or(0, |share| {
        QuantileLimits::place(share, all).saturating_sub(count_if(&|number| number == *least))
    });
    top + bottom
}

/// How many released numbers are not those that the limits make of the values behind, row by row.
pub fn miscoded(
    limits: QuantileLimits,
    released: &Column,
    values: &Column,
    counts: RecordCounts<'_>,
) -> usize {
    let numbers = sorted(values, counts);
    let at = |share: Option<u32>| {
        let place = QuantileLimits::place(share?, numbers.iter().map(|(_, count)| count).sum());
        let mut before = 0;
        numbers
            .iter()
            .find(|(_, count)| {
                before += count;
                place <= before
            })
            .map(|(number, _)| *number)
    };
    let (bottom, top) = (at(limits.bottom), at(limits.top));
    let (was, is) = (of_codes(values), of_codes(released));
    let is_wrong = |(value, cell): (u32, u32)| match was[value as usize] {
        None => values.dictionary.get(value) != released.dictionary.get(cell),
        Some(number) => {
            let wanted = number.max(bottom.unwrap_or(number)).min(top.unwrap_or(f64::INFINITY));
            is[cell as usize] != Some(wanted)
        }
    };
    values.codes.iter().zip(&released.codes).filter(|&pair| is_wrong(pair)).count()
}

/// The numbers of a column in their order, each row's with how many records it stands for.
fn sorted(column: &Column, counts: RecordCounts<'_>) -> Vec<(f64, u64)> {
    let of_code = of_codes(column);
    let numbers = column
        .codes
        .iter()
        .enumerate()
        .filter_map(|(row, code)| Some((of_code[code as usize]?, counts.at(row))));
    let mut numbers: Vec<(f64, u64)> = numbers.collect();
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    numbers
}

/// The number of each code, where it is one.
fn of_codes(column: &Column) -> Vec<Option<f64>> {
    let number = |(code, text): (u32, &str)| {
        text.trim().parse().ok().filter(|number: &f64| number.is_finite() && !column.is_missing(code))
    };
    (0u32..).zip(column.dictionary.iter()).map(number).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::Table;

    const LIMITS: QuantileLimits = QuantileLimits { bottom: Some(250_000), top: Some(750_000) };

    fn columns(rows: &[[&str; 2]]) -> [Column; 2] {
        let table = Table::from_rows(["is", "was"], rows.iter().copied(), &["NA"]).unwrap();
        ["is", "was"].map(|name| table.column(name).unwrap().clone())
    }

    #[test]
    fn another_limit_or_another_cell_is_found() {
        let right = [
            ["1", "1"],
            ["1", "0"],
            ["NA", "NA"],
            ["3", "3"],
            ["3", "40"],
            ["3", "3"],
            ["2.0", "2.0"],
            ["3", "3"],
            ["1", "1"],
        ];
        let wrong = |rows: &[[&str; 2]]| {
            let [is, was] = columns(rows);
            miscoded(LIMITS, &is, &was, RecordCounts::ONE_EACH)
        };
        assert_eq!(wrong(&right), 0);
        for row in 0..right.len() {
            for cell in ["1", "2", "3", "40", "NA", "x"] {
                let mut rows = right;
                if rows[row][0] == cell || rows[row][0] == "2.0" && cell == "2" {
                    continue;
                }
                rows[row][0] = cell;
                assert_eq!(wrong(&rows), 1, "{row} {cell}");
            }
        }
    }

    #[test]
    fn shares_show_without_the_values_behind() {
        let beyond = |cells: &[&str]| {
            let rows: Vec<[&str; 2]> = cells.iter().map(|cell| [*cell, "NA"]).collect();
            beyond_their_share(LIMITS, &columns(&rows)[0], RecordCounts::ONE_EACH)
        };
        assert_eq!(beyond(&["1", "2", "3", "3"]), 0);
        assert_eq!(beyond(&["1", "2", "3", "4"]), 1, "only the third may be the top");
        assert_eq!(beyond(&["1", "2", "2", "2", "2"]), 1, "two of five do not exceed the bottom");
        assert_eq!(beyond(&["NA"]), 0);
    }

    #[test]
    fn what_was_beyond_reads_as_the_release_does() {
        let [is, was] = columns(&[["1", "1"], ["3.0", "3.00"], ["NA", "NA"], ["3.00", "-5"], ["2", "1e2"]]);
        let coded = within(LIMITS, &was, &is);
        assert_eq!((0..5).map(|row| coded.value(row)).collect::<Vec<_>>(), ["1", "3.00", "NA", "1", "3.0"]);
        assert!(coded.is_missing(coded.codes.at(2)));
    }
}

//! Every hierarchy made is total, nested, rooted and counts its leaves right, whatever the values;
//! hostile input ends in an error, never in a panic.

use incog_data::{
    Column, ColumnBuilder, DateLevels, DateUnit, DependentColumns, Fanout, Hierarchy, HierarchyCsvOptions,
    HierarchySpec, Intervals, Mask, MaskSide, Order, Ranges, Table, ValueTree, Values, read_hierarchy_csv,
    write_hierarchy_csv,
};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::HashMap;

fn column(name: &str, values: &[String]) -> Column {
    let mut builder = ColumnBuilder::new(name);
    values.iter().for_each(|value| builder.push(value));
    builder.finish(&["", "?", "NA"])
}

/// The definition, checked from outside with plain maps.
fn check(hierarchy: &Hierarchy, column: &Column) {
    for (code, value) in (0u32..).zip(column.dictionary.iter()) {
        let leaf = hierarchy.find(value).expect("total");
        assert_eq!(hierarchy.label(0, leaf), value);
        assert_eq!(hierarchy.label(hierarchy.height(), leaf), "*");
        if column.is_missing(code) && column.name != "named" {
            (0..hierarchy.height()).for_each(|level| assert_eq!(hierarchy.label(level, leaf), value));
        }
    }
    let all = || 0..hierarchy.values() as u32;
    for level in 0..=hierarchy.height() {
        let (mut parents, mut leaves) = (HashMap::new(), HashMap::new());
        for value in all() {
            let label = hierarchy.label(level, value);
            *leaves.entry(label).or_insert(0) += 1;
            if level < hierarchy.height() {
                let parent = hierarchy.label(level + 1, value);
                assert_eq!(*parents.entry(label).or_insert(parent), parent, "nested");
            }
        }
        for value in all() {
            let code = hierarchy.label_code(level, value);
            assert_eq!(hierarchy.leaves(level, code), leaves[hierarchy.label(level, value)]);
        }
        let codes = 0..hierarchy.labels(level).len() as u32;
        assert_eq!(
            codes.map(|code| hierarchy.leaves(level, code) as usize).sum::<usize>(),
            hierarchy.values()
        );
    }
}

fn built(spec: &HierarchySpec, column: &Column) -> Hierarchy {
    let hierarchy = spec.build_from(&Values::from_column(column)).unwrap();
    check(&hierarchy, column);
    let mut bytes = Vec::new();
    write_hierarchy_csv(&hierarchy, b';', &mut bytes).unwrap();
    let options = HierarchyCsvOptions { delimiter: Some(b';'), header: Some(false) };
    assert_eq!(read_hierarchy_csv(&bytes, "h.csv", options).unwrap(), hierarchy);
    hierarchy
}

fn with_missing(values: &[impl ToString]) -> Vec<String> {
    values.iter().map(ToString::to_string).chain(["?".to_owned(), "NA".to_owned()]).collect()
}

fn decimal() -> impl Strategy<Value = String> {
    (any::<i32>(), 0usize..6).prop_map(|(number, places)| format!("{:.places$}", f64::from(number) / 1e5))
}

/// The bounds in a label of one of the three forms.
fn bounds(label: &str) -> (f64, f64, bool) {
    let parse = |text: &str| text.trim().parse::<f64>().unwrap();
    if let Some(inside) = label.strip_prefix('[') {
        let (low, high) = inside.strip_suffix(')').unwrap().split_once(',').unwrap();
        return (parse(low), parse(high), true);
    }
    let (low, high) = label.split_once("..").or_else(|| label.split_once('-')).unwrap_or((label, label));
    if label.starts_with('-') && !label.contains("..") {
        return (parse(label), parse(label), false);
    }
    (parse(low), parse(high), false)
}

proptest! {
    #[test]
    fn intervals_hold_their_numbers(
        numbers in vec(any::<i32>(), 1..40), first in 1u32..50, times in vec(2u32..6, 0..5), origin in -50i32..50,
    ) {
        let widths = times.iter().scan(first, |width, times| { let now = *width; *width *= times; Some(f64::from(now)) });
        let widths: Vec<f64> = widths.chain([f64::from(times.iter().product::<u32>() * first)]).collect();
        let column = column("n", &with_missing(&numbers));
        let hierarchy = built(&HierarchySpec::Intervals(Intervals { widths: widths.clone(), origin: origin.into(), ..Intervals::default() }), &column);
        for number in &numbers {
            let leaf = hierarchy.find(&number.to_string()).unwrap();
            for (level, width) in widths.iter().enumerate() {
                let (low, high, _) = bounds(hierarchy.label(level + 1, leaf));
                prop_assert!(low <= f64::from(*number) && f64::from(*number) <= high);
                prop_assert_eq!(high - low + 1.0, *width);
                prop_assert_eq!((low - f64::from(origin)).rem_euclid(*width), 0.0);
            }
        }
    }

    #[test]
    fn intervals_hold_decimals(numbers in vec(decimal(), 1..40), places in 0i32..4) {
        let width = format!("5e-{places}").parse::<f64>().unwrap();
        let column = column("n", &with_missing(&numbers));
        let widths = vec![width, format!("2e{}", 1 - places).parse().unwrap()];
        let hierarchy = built(&HierarchySpec::Intervals(Intervals { widths, ..Intervals::default() }), &column);
        for number in &numbers {
            let label = hierarchy.label(1, hierarchy.find(number).unwrap());
            let (low, high, half_open) = bounds(label);
            let number: f64 = number.parse().unwrap();
            prop_assert!(low <= number && (number < high || (!half_open && number == high)), "{} {}", number, label);
        }
    }

    #[test]
    fn ranges_cover_with_few(numbers in vec(decimal(), 1..40), whole in any::<bool>(), levels in 1usize..11) {
        let numbers: Vec<String> = numbers.iter()
            .map(|n| if whole { n.split('.').next().unwrap().to_owned() } else { n.clone() }).collect();
        let hierarchy = built(&HierarchySpec::Ranges(Ranges { levels, ..Ranges::default() }), &column("n", &with_missing(&numbers)));
        prop_assert!(hierarchy.height() <= levels);
        // Two missing markers, and a range more where the origin lies below the minimum.
        if hierarchy.height() > 1 {
            prop_assert!(hierarchy.labels(hierarchy.height() - 1).len() <= 5);
            prop_assert!(hierarchy.labels(1).len() <= (1 << (levels - 1)) + 3);
        }
    }

    #[test]
    fn masks_nest(values in vec("[a-c0-1é*]{1,6}", 1..30), left in any::<bool>(), character in "[*#a]") {
        let side = if left { MaskSide::Left } else { MaskSide::Right };
        let spec = HierarchySpec::Mask(Mask { side, character: character.chars().next().unwrap(), keep: None });
        let column = column("n", &with_missing(&values));
        let longest = values.iter().map(|value| value.chars().count()).max().unwrap();
        // A one-character value "*" beside others of one is the root's own name, which is allowed.
        let hierarchy = built(&spec, &column);
        prop_assert_eq!(hierarchy.height(), longest);
        for value in values.iter().filter(|value| value.chars().count() == longest && longest > 1) {
            let label = hierarchy.label(1, hierarchy.find(value).unwrap());
            let differ = label.chars().zip(value.chars()).filter(|(a, b)| a != b).count();
            prop_assert!(differ <= 1 && label.chars().count() == longest);
        }
    }

    #[test]
    fn dates_nest(days in vec(-900_000i32..3_000_000, 1..30), pick in 0u8..64) {
        let dates: Vec<String> = days.iter().filter_map(|&day| chrono::NaiveDate::from_num_days_from_ce_opt(day))
            .map(|date| date.to_string()).filter(|date| !date.starts_with(['+', '-'])).collect();
        let nesting = [DateUnit::Day, DateUnit::Month, DateUnit::Quarter, DateUnit::Year, DateUnit::Decade, DateUnit::Century];
        let units: Vec<DateUnit> =
            (0..6).filter(|bit| pick >> bit & 1 == 1).map(|bit| nesting[bit]).chain((pick == 0).then_some(DateUnit::Week)).collect();
        prop_assume!(!dates.is_empty());
        let height = units.len() + 1;
        let hierarchy = built(&HierarchySpec::Date(DateLevels { units, ..DateLevels::default() }), &column("d", &with_missing(&dates)));
        prop_assert_eq!(hierarchy.height(), height);
    }

    #[test]
    fn fanout_groups_are_full(numbers in vec(any::<i16>(), 1..60), fanout in 2usize..7) {
        let spec = HierarchySpec::Fanout(Fanout { fanout, order: Order::Natural });
        let column = column("n", &numbers.iter().map(ToString::to_string).collect::<Vec<_>>());
        let hierarchy = built(&spec, &column);
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        sorted.dedup();
        for (place, number) in sorted.iter().enumerate().filter(|_| hierarchy.height() > 1) {
            let start = place / fanout * fanout;
            let (first, last) = (sorted[start], sorted[sorted.len().min(start + fanout) - 1]);
            let expected = if first == last { first.to_string() } else { format!("{first}..{last}") };
            let leaf = hierarchy.find(&number.to_string()).unwrap();
            prop_assert_eq!(hierarchy.label(1, leaf), expected);
        }
    }

    #[test]
    fn trees_keep_their_parents(parents in vec(0usize..1000, 1..60), chosen in vec(any::<prop::sample::Index>(), 1..20)) {
        // Node n hangs below a node before it, or below the root.
        let name = |node: usize| if node == 0 { "*".to_owned() } else { format!("n{node}") };
        let pairs: Vec<(String, String)> =
            parents.iter().enumerate().map(|(n, parent)| (name(n + 1), name(parent % (n + 1)))).collect();
        let tree = ValueTree::from_parents(pairs.iter().map(|(value, parent)| (value.as_str(), parent.as_str()))).unwrap();
        let values: Vec<String> = chosen.iter().map(|index| index.get(&pairs).0.clone()).collect();
        let hierarchy = built(&HierarchySpec::Tree(tree), &column("place", &with_missing(&values)));
        let up: HashMap<&str, &str> = pairs.iter().map(|(value, parent)| (value.as_str(), parent.as_str())).collect();
        for value in &values {
            let leaf = hierarchy.find(value).unwrap();
            let mut labels: Vec<&str> = (0..=hierarchy.height()).map(|level| hierarchy.label(level, leaf)).collect();
            labels.dedup();
            let path: Vec<&str> = std::iter::successors(Some(value.as_str()), |value| up.get(value).copied()).collect();
            prop_assert_eq!(labels, path);
        }
    }

    #[test]
    fn other_columns_nest_or_are_refused(rows in vec((0u8..6, 0u8..4, 0u8..3), 1..12)) {
        let cell = |n: u8| if n == 0 { "NA".to_owned() } else { n.to_string() };
        let strings = |pick: fn(&(u8, u8, u8)) -> u8| rows.iter().map(|row| cell(pick(row))).collect::<Vec<_>>();
        let columns = vec![
            column("a", &strings(|row| row.0)), column("b", &strings(|row| row.1)), column("c", &strings(|row| row.2)),
        ];
        let table = Table::new(columns).unwrap();
        let spec = HierarchySpec::Columns(DependentColumns { columns: vec!["b".into(), "c".into()] });
        if let Ok(hierarchy) = spec.build(&table.columns()[0], &table) {
            check(&hierarchy, &table.columns()[0]);
            for row in rows.iter().filter(|row| row.0 > 0 && row.1 > 0) {
                let leaf = hierarchy.find(&cell(row.0)).unwrap();
                prop_assert_eq!(hierarchy.label(1, leaf), cell(row.1));
            }
        }
    }

    #[test]
    fn the_default_can_always_be_built(
        values in prop_oneof![
            vec("\\PC{0,12}", 1..30), vec("[0-9]{1,6}", 1..30), vec("-?[0-9]{1,3}(\\.[0-9]{1,3})?(e-?[0-9]{1,3})?", 1..30),
            vec("[0-9]{1,2}( to [0-9]{2}| or older|\\+|\\.\\.3)?", 1..30), vec("[*?0-9.-]{0,5}", 1..30),
            vec("(19|20)[0-9]{2}-0[1-9]-[0-2][0-9]", 1..30),
        ],
        name in "(age|zip|x)",
    ) {
        let column = column(&name, &values);
        let hierarchy = built(&HierarchySpec::default_for(&column), &column);
        prop_assert!(hierarchy.height() >= 1);
    }

    #[test]
    fn hostile_specs_do_not_panic(
        values in vec("\\PC{0,8}|-?[0-9]{1,30}(\\.[0-9]{1,30})?(e-?[0-9]{1,4})?", 0..12),
        widths in vec(any::<f64>(), 0..4), origin in any::<f64>(), size in any::<usize>(), format in "[%a-zA-Z#:/-]{0,6}",
        pairs in vec(("[a-c*]", "[a-c*]"), 0..6), units in vec(0usize..7, 0..4),
    ) {
        let column = column("named", &values);
        let units = units.into_iter().map(|unit| DateUnit::ALL[unit]).collect::<Vec<_>>();
        let order = Order::Given(values.clone());
        let mut specs = vec![
            HierarchySpec::Intervals(Intervals { widths, origin, ..Intervals::default() }),
            HierarchySpec::Ranges(Ranges { levels: size % 40, ..Ranges::default() }),
            HierarchySpec::Ranges(Ranges { levels: size, ..Ranges::default() }),
            HierarchySpec::Mask(Mask::default()),
            HierarchySpec::Fanout(Fanout { fanout: size, order: Order::Natural }),
            HierarchySpec::Fanout(Fanout { fanout: 2, order }),
            HierarchySpec::Date(DateLevels { units: units.clone(), format: Some(format), ..DateLevels::default() }),
            HierarchySpec::Date(DateLevels { units, ..DateLevels::default() }),
        ];
        let pairs = pairs.iter().map(|(value, parent)| (value.as_str(), parent.as_str()));
        specs.extend(ValueTree::from_parents(pairs).map(HierarchySpec::Tree));
        for spec in specs {
            match spec.build_from(&Values::from_column(&column)) {
                Ok(hierarchy) => check(&hierarchy, &column),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn hostile_files_do_not_panic(bytes in vec(prop_oneof![Just(b';'), Just(b','), Just(b'"'), Just(b'\n'), Just(b'\r'), Just(b'*'), Just(b'a'), any::<u8>()], 0..60)) {
        if let Err(error) = read_hierarchy_csv(&bytes, "h.csv", HierarchyCsvOptions::default()) {
            prop_assert!(error.to_string().starts_with("h.csv"));
        }
    }
}

fn read_table(path: &std::path::Path, delimiter: u8) -> Option<Vec<Column>> {
    let mut bytes = std::fs::read(path).ok()?;
    if path.extension().is_some_and(|ending| ending == "gz") {
        let mut plain = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&bytes[..]), &mut plain).unwrap();
        bytes = plain;
    }
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(&bytes[..]);
    let mut builders: Vec<ColumnBuilder> = reader.headers().unwrap().iter().map(ColumnBuilder::new).collect();
    for record in reader.records() {
        builders.iter_mut().zip(&record.unwrap()).for_each(|(builder, value)| builder.push(value));
    }
    Some(builders.into_iter().map(|builder| builder.finish(&["", "?", "NA"])).collect())
}

#[test]
fn real_tables_get_hierarchies() {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    for (file, delimiter) in [
        ("adult/adult_30162.csv", b';'),
        ("sparcs/sparcs2024_heart_failure.csv.gz", b','),
        ("cargo2000/c2k_data_comma_restored98.csv", b','),
    ] {
        let Some(columns) = read_table(&data.join(file), delimiter) else {
            eprintln!("skipped: no {file} in {}", data.display());
            continue;
        };
        for column in &columns {
            let hierarchy =
                HierarchySpec::default_for(column).build_from(&Values::from_column(column)).unwrap();
            check(&hierarchy, column);
            if column.value_type.is_number() {
                for levels in [5, 10] {
                    let hierarchy =
                        Ranges { levels, ..Ranges::default() }.build(&Values::from_column(column)).unwrap();
                    check(&hierarchy, column);
                    assert!(hierarchy.height() <= levels, "{}", column.name);
                }
            }
        }
        eprintln!("{file}: {} columns", columns.len());
    }
}

/// 178 facilities in 58 counties in 9 areas, each in one: counted with Python's csv and sets.
#[test]
fn facilities_of_sparcs_have_counties() {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let Some(columns) = read_table(&data.join("sparcs/sparcs2024_heart_failure.csv.gz"), b',') else {
        eprintln!("skipped: no SPARCS in {}", data.display());
        return;
    };
    let table = Table::new(columns).unwrap();
    let spec = DependentColumns { columns: vec!["hospital_county".into(), "health_service_area".into()] };
    let column = table.column("hospital_id").unwrap();
    let hierarchy = spec.build(column, &table).unwrap();
    check(&hierarchy, column);
    let labels: Vec<usize> = (0..=3).map(|level| hierarchy.labels(level).len()).collect();
    assert_eq!(labels, [178, 58, 9, 1]);
    // The other way round a county has many facilities.
    let spec = DependentColumns { columns: vec!["hospital_id".into()] };
    let error = spec.build(table.column("hospital_county").unwrap(), &table).unwrap_err();
    assert!(error.to_string().contains("of hospital_county has another value"), "{error}");
}

//! The audit against a plain oracle that compares records pair by pair.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use super::*;
use incog_data::{Column, ColumnBuilder, CountedTable, Hierarchy, Table};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

const SENSITIVE: [&str; 4] = ["1", "2", "3", "10"];

fn column(name: &str, values: &[&str]) -> Column {
    let mut builder = ColumnBuilder::new(name);
    values.iter().for_each(|value| builder.push(value));
    builder.finish(&["", "NA", "?"])
}

fn hierarchy() -> Arc<Hierarchy> {
    let rows = [["1", "low", "*"], ["2", "low", "*"], ["3", "low", "*"], ["10", "high", "*"]];
    Arc::new(Hierarchy::new(rows).unwrap())
}

/// Shares of each of `SENSITIVE` among `rows`.
fn shares(table: &Table, rows: &[usize]) -> Vec<f64> {
    let ill = table.column("ill").unwrap();
    let count = |value: &&str| rows.iter().filter(|&&row| ill.value(row) == *value).count() as f64;
    SENSITIVE.iter().map(|value| count(value) / rows.len() as f64).collect()
}

/// Crowd of each record that counts, by comparing all pairs.
fn oracle_crowds(table: &Table, reading: MissingReading) -> Vec<Vec<usize>> {
    let value = |name: &str, row: usize| table.column(name).unwrap().value(row).to_owned();
    let gone = |text: &str| ["?", "*", ""].contains(&text);
    let rows: Vec<usize> = (0..table.rows()).collect();
    let told: Vec<&str> =
        ["a", "b"].into_iter().filter(|name| rows.iter().any(|&row| !gone(&value(name, row)))).collect();
    let counts =
        |row: &usize| reading != MissingReading::LeftOut || told.iter().all(|name| !gone(&value(name, *row)));
    let matches = |a: usize, b: usize| {
        ["a", "b"].iter().all(|name| {
            let (x, y) = (value(name, a), value(name, b));
            let wild = reading == MissingReading::MatchesAnything && (gone(&x) || gone(&y));
            wild || x == y
        })
    };
    let rows: Vec<usize> = rows.into_iter().filter(counts).collect();
    rows.iter().map(|&a| rows.iter().copied().filter(|&b| matches(a, b)).collect()).collect()
}

/// Distances straight from their definitions, in floating point.
fn oracle_distances(p: &[f64], q: &[f64], present: &[bool]) -> [f64; 4] {
    let d: Vec<f64> = p.iter().zip(q).map(|(p, q)| p - q).collect();
    let euclidean = d.iter().map(|d| d * d).sum::<f64>().sqrt();
    let equal = d.iter().map(|d| d.abs()).sum::<f64>() / 2.0;
    let (mut sum, mut ordered, mut values) = (0.0, 0.0, 0);
    for (d, _) in d.iter().zip(present).filter(|&(_, &present)| present) {
        sum += d;
        ordered += f64::abs(sum);
        values += 1;
    }
    let ordered = if values < 2 { 0.0 } else { ordered / f64::from(values - 1) };
    let cost = |children: &[f64]| {
        let surplus: f64 = children.iter().map(|d| d.max(0.0)).sum();
        let deficit: f64 = children.iter().map(|d| (-d).max(0.0)).sum();
        surplus.min(deficit)
    };
    let hierarchical = 0.5 * cost(&d[..3]) + cost(&[d[0] + d[1] + d[2], d[3]]);
    [euclidean, equal, ordered, hierarchical]
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn compare(table: &Table, original: &Table, reading: MissingReading) {
    let request = AuditRequest {
        quasi_identifiers: vec!["a".into(), "b".into()],
        sensitive: vec![SensitiveRequest { hierarchy: Some(hierarchy()), ..SensitiveRequest::new("ill") }],
        provider: Some("who".into()),
        missing: reading,
        original: Some(original.into()),
        ..AuditRequest::default()
    };
    let found = measure(table, &request).unwrap();
    let crowds = oracle_crowds(table, reading);
    let sizes: Vec<u64> = crowds.iter().map(|crowd| crowd.len() as u64).collect();
    assert_eq!(found.records as usize, crowds.len());
    assert_eq!(found.k, sizes.iter().copied().min().unwrap_or(0));
    assert_eq!(found.unique_records, sizes.iter().filter(|&&size| size == 1).count() as u64);
    for below in &found.records_below {
        assert_eq!(below.records, sizes.iter().filter(|&&size| size < below.k).count() as u64);
    }
    let missing = (original.rows() - table.rows()) as f64 * original.rows() as f64;
    assert!(near(found.discernibility, missing + sizes.iter().sum::<u64>() as f64));
    let mean = sizes.iter().map(|&size| 1.0 / size as f64).sum::<f64>() / sizes.len().max(1) as f64;
    assert!(near(found.risks.prosecutor_mean, mean));
    if crowds.is_empty() {
        return;
    }
    compare_sensitive(&found, table, original, &crowds);
    compare_with_itself(&found, table, &request);
    compare_providers(&found, table, &crowds);
}

fn compare_sensitive(found: &Measurement, table: &Table, original: &Table, crowds: &[Vec<usize>]) {
    let all: Vec<usize> = (0..original.rows()).collect();
    let q = shares(original, &all);
    let whole = shares(table, &(0..table.rows()).collect::<Vec<_>>());
    let present: Vec<bool> = q.iter().zip(&whole).map(|(q, p)| *q > 0.0 || *p > 0.0).collect();
    let mut worst = [0f64; 4];
    let (mut distinct, mut entropy, mut ratio) = (usize::MAX, f64::INFINITY, Some(0f64));
    for crowd in crowds {
        let p = shares(table, crowd);
        for (worst, distance) in worst.iter_mut().zip(oracle_distances(&p, &q, &present)) {
            *worst = worst.max(distance);
        }
        let mut some: Vec<f64> = p.iter().copied().filter(|&p| p > 0.0).collect();
        distinct = distinct.min(some.len());
        entropy = entropy.min(some.iter().map(|p| -p * p.ln()).sum::<f64>().exp());
        some.sort_by(|a, b| b.total_cmp(a));
        let tail: f64 = some.iter().skip(1).sum();
        ratio = ratio.filter(|_| some.len() >= 2).map(|worst| worst.max(some[0] / tail));
    }
    let ill = found.sensitive("ill").unwrap();
    assert_eq!(ill.distinct_l, distinct as u64);
    assert!(near(ill.entropy_l, entropy));
    assert_eq!(ill.recursive[0].c.is_some(), ratio.is_some());
    assert!(near(ill.recursive[0].c.unwrap_or(0.0), ratio.unwrap_or(0.0)));
    let measured = [ill.t.euclidean, ill.t.equal, ill.t.ordered.unwrap(), ill.t.hierarchical.unwrap()];
    for (measured, worst) in measured.iter().zip(worst) {
        assert!(near(*measured, worst), "{measured:?} where the oracle has {worst:?}");
    }
}

fn figures(t: Closeness, of: ValueShares) -> [Option<f64>; 8] {
    let (euclidean, equal) = (Some(t.euclidean), Some(t.equal));
    [euclidean, equal, t.ordered, t.hierarchical, of.beta, of.enhanced_beta, of.delta, of.delta_of_present]
}

/// What a recipient sees who does not know the original is what an audit without it says.
fn compare_with_itself(found: &Measurement, table: &Table, request: &AuditRequest<'_>) {
    let alone = measure(table, &AuditRequest { original: None, ..request.clone() }).unwrap();
    let (found, alone) = (found.sensitive("ill").unwrap(), alone.sensitive("ill").unwrap());
    assert!(alone.against_release.is_none(), "there is one distribution");
    let (t, shares) = found.against_release.map_or((found.t, found.shares), |own| (own.t, own.shares));
    for (mine, theirs) in figures(t, shares).into_iter().zip(figures(alone.t, alone.shares)) {
        assert_eq!(mine.is_some(), theirs.is_some());
        assert!(
            near(mine.unwrap_or(0.0), theirs.unwrap_or(0.0)),
            "{mine:?} where the release has {theirs:?}"
        );
    }
}

fn compare_providers(found: &Measurement, table: &Table, crowds: &[Vec<usize>]) {
    let who = table.column("who").unwrap();
    let by_provider = |crowd: &[usize]| {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        crowd.iter().for_each(|&row| *counts.entry(who.value(row)).or_insert(0) += 1);
        counts.into_values().collect::<Vec<u64>>()
    };
    let fewest = crowds.iter().map(|crowd| by_provider(crowd).len() as u64).min();
    assert_eq!(found.provider_diversity, fewest);
    for coalition in &found.coalitions {
        // Every set of at most m providers of the class, the others stay.
        let rests = crowds.iter().flat_map(|crowd| {
            let counts = by_provider(crowd);
            (0u32..1 << counts.len())
                .filter(|set| set.count_ones() as usize <= coalition.m)
                .map(|set| (0..counts.len()).filter(|i| set >> i & 1 == 0).map(|i| counts[i]).sum::<u64>())
                .collect::<Vec<u64>>()
        });
        assert_eq!(Some(coalition.k), rests.min());
    }
}

proptest! {
    #[test]
    fn agrees_with_comparing_all_pairs(
        rows in prop::collection::vec((0usize..5, 0usize..4, 0usize..4, 0usize..3), 0..25),
        extra in prop::collection::vec(0usize..4, 0..6),
    ) {
        let pick = |names: &[&'static str], place: fn(&(usize, usize, usize, usize)) -> usize| {
            rows.iter().map(|row| names[place(row)]).collect::<Vec<_>>()
        };
        let table = |extra: &[usize]| {
            let with = |mut values: Vec<&'static str>, more: &dyn Fn(usize) -> &'static str| {
                values.extend(extra.iter().map(|&e| more(e)));
                values
            };
            Table::new(vec![
                column("a", &with(pick(&["x", "y", "z", "?", "*"], |r| r.0), &|_| "x")),
                column("b", &with(pick(&["1", "2", "*", ""], |r| r.1), &|_| "1")),
                column("ill", &with(pick(&SENSITIVE, |r| r.2), &|e| SENSITIVE[e])),
                column("who", &with(pick(&["p", "q", "r"], |r| r.3), &|_| "p")),
            ])
            .unwrap()
        };
        for reading in [MissingReading::OwnValue, MissingReading::MatchesAnything, MissingReading::LeftOut] {
            compare(&table(&[]), &table(&extra), reading);
        }
    }
}

proptest! {
    /// A table that was counted has the figures of its records: of rows, of people, of providers,
    /// under all readings.
    #[test]
    fn a_counted_table_has_the_figures_of_its_records(
        rows in prop::collection::vec((0usize..3, 0usize..3, 0usize..4, 0usize..3, 1u32..4), 1..12),
        more in prop::collection::vec((0usize..4, 1u32..4), 0..4),
        people in any::<bool>(),
    ) {
        let made = |times: &dyn Fn(u32) -> usize, with_more: bool| {
            let mut texts: Vec<[&str; 5]> = Vec::new();
            let names = ["p", "q", "r"];
            for &(a, b, ill, who, count) in &rows {
                let row = [["x", "?", "y"][a], ["1", "*", "2"][b], SENSITIVE[ill], names[who], names[(who + ill) % 3]];
                texts.extend(std::iter::repeat_n(row, times(count)));
            }
            for &(ill, count) in more.iter().filter(|_| with_more) {
                texts.extend(std::iter::repeat_n(["x", "1", SENSITIVE[ill], "p", "q"], times(count)));
            }
            let column = |place: usize, name: &str| column(name, &texts.iter().map(|row| row[place]).collect::<Vec<_>>());
            let names = ["a", "b", "ill", "who", "person"].iter().enumerate();
            Table::new(names.map(|(place, name)| column(place, name)).collect()).unwrap()
        };
        let counts: Vec<u32> = rows.iter().map(|row| row.4).collect();
        let all_counts: Vec<u32> = counts.iter().copied().chain(more.iter().map(|row| row.1)).collect();
        let (once, original_once) = (made(&|_| 1, false), made(&|_| 1, true));
        let (each, original) = (made(&|count| count as usize, false), made(&|count| count as usize, true));
        let request = |original| AuditRequest {
            quasi_identifiers: vec!["a".into(), "b".into()],
            sensitive: vec![SensitiveRequest { hierarchy: Some(hierarchy()), ..SensitiveRequest::new("ill") }],
            provider: Some("who".into()),
            unit: people.then(|| "person".into()),
            original: Some(original),
            ..AuditRequest::default()
        };
        let counted = CountedTable::new(&once, &counts).unwrap();
        let whole = CountedTable::new(&original_once, &all_counts).unwrap();
        let found = audit(counted, &request(whole)).unwrap();
        prop_assert_eq!(found, audit(&each, &request((&original).into())).unwrap());
    }
}

#[test]
fn adult_in_a_tenth_of_a_second() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/adult/adult_30162.csv");
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: ../shared/data/adult/adult_30162.csv is not there");
        return;
    };
    let mut lines = text.lines();
    let mut builders: Vec<ColumnBuilder> = lines.next().unwrap().split(';').map(ColumnBuilder::new).collect();
    for line in lines {
        builders.iter_mut().zip(line.split(';')).for_each(|(builder, value)| builder.push(value));
    }
    let columns: Vec<Column> = builders.into_iter().map(|builder| builder.finish(&["?"])).collect();
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    let table = Table::new(columns).unwrap();
    let quasi_identifiers = names.iter().filter(|name| *name != "occupation").cloned().collect();
    let sensitive = vec![SensitiveRequest::new("occupation")];
    let request = AuditRequest { quasi_identifiers, sensitive, ..AuditRequest::default() };
    let start = std::time::Instant::now();
    let found = measure(&table, &request).unwrap();
    eprintln!("Adult, 30,162 rows, 8 QIDs, occupation: {:?}", start.elapsed());
    assert_eq!((found.records, found.k, found.sensitive[0].distinct_l), (30_162, 1, 1));
}

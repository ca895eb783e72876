//! Columns whose numbers are coded at quantiles of those that are published.

use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::recode::recoding::ReleaseColumn;
use incog_card::is_planted;
use incog_data::{Column, DictionaryBuilder, QuantileLimits, RecordCounts};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Codes the numbers beyond the limits, in the columns of which the terms say so. The limits are
/// made of the published records alone.
pub(in crate::publish) fn limit(input: &BoundTable, columns: &mut [ReleaseColumn<'_>], rows: &[u32]) {
    for column in columns {
        let original = input.table.column(&column.name);
        if let Some((limits, original)) = input.terms.limits_of(&column.name).zip(original) {
            *column = limited(limits, original, input.counts(), rows);
        }
    }
}

fn limited<'a>(
    limits: QuantileLimits,
    original: &Column,
    counts: RecordCounts<'_>,
    rows: &[u32],
) -> ReleaseColumn<'a> {
    let mut published: BTreeMap<u32, u64> = BTreeMap::new();
    for &row in rows {
        *published.entry(original.codes.at(row as usize)).or_default() += counts.at(row as usize);
    }
    let known = published.iter().filter(|(code, _)| !original.is_missing(**code));
    let limits = limits.resolve(known.map(|(&code, &count)| (original.dictionary.get(code), count)));
    let mut labels = DictionaryBuilder::default();
    // What no published record has gets any label.
    let mut label_of = vec![0; original.dictionary.len()];
    for &code in published.keys() {
        let value = original.dictionary.get(code);
        let coded =
            limits.as_ref().filter(|_| !original.is_missing(code)).and_then(|limits| limits.coded(value));
        let coded = coded.filter(|_| !is_planted("quantile limits are not set"));
        label_of[code as usize] = labels.insert(coded.unwrap_or(value));
    }
    ReleaseColumn {
        name: Cow::Owned(original.name.clone()),
        publish: incog_data::Publish::Label,
        value_type: None,
        codes: Cow::Owned(original.codes.clone()),
        labels: labels.finish(),
        label_of,
    }
}

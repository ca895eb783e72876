//! Notes of one kind, which are told together.

use incog_audit::{Severity, SingledOut, Singling};
use std::cmp::Reverse;

/// Columns of further notes of a kind that are named.
const MOST_NAMED: usize = 6;

/// A note about some columns.
pub(super) struct KindOfNote<K> {
    /// Notes with an equal one are told together.
    pub kind: K,
    /// The columns, by name.
    pub columns: String,
    /// The note.
    pub text: String,
}

/// What should be looked at although it keeps nothing from being published: of each kind one note,
/// with the figures of the columns that single out most records.
pub fn warnings(found: &[SingledOut]) -> Vec<String> {
    let mut mild: Vec<&SingledOut> = found.iter().filter(|one| one.severity != Severity::Danger).collect();
    mild.sort_by_key(|one| Reverse(one.records));
    let notes = mild.into_iter().map(|one| {
        let finding = one.finding();
        let text = match one.columns.as_slice() {
            _ if one.by == Singling::LeftOut || one.by == Singling::AllTogether => finding.message,
            [column] => format!("column {column:?}: {}", finding.message),
            _ => format!("columns {:?}: {}", finding.column, finding.message),
        };
        KindOfNote { kind: (one.by, one.knowable, one.columns.len() == 1), columns: finding.column, text }
    });
    one_of_each_kind(notes)
}

/// The first note of each kind, with the columns of the others.
pub(super) fn one_of_each_kind<K: PartialEq>(notes: impl Iterator<Item = KindOfNote<K>>) -> Vec<String> {
    let mut kinds: Vec<(KindOfNote<K>, Vec<String>)> = Vec::new();
    for note in notes {
        match kinds.iter_mut().find(|(first, _)| first.kind == note.kind) {
            Some((_, others)) => others.push(format!("{:?}", note.columns)),
            None => kinds.push((note, Vec::new())),
        }
    }
    kinds.into_iter().map(|(first, others)| together(first.text, &others)).collect()
}

fn together(text: String, others: &[String]) -> String {
    let named = others[..others.len().min(MOST_NAMED)].join(", ");
    match others.len().saturating_sub(MOST_NAMED) {
        _ if others.is_empty() => text,
        0 => format!("{text}. The same holds, with other figures, for: {named}"),
        more => format!("{text}. The same holds, with other figures, for: {named} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_of_one_kind_are_one() {
        let note = |kind: u8, number: u8| KindOfNote {
            kind,
            columns: format!("c{number}"),
            text: format!("c{number}: {kind} of 9"),
        };
        let told = one_of_each_kind([note(1, 0), note(2, 1), note(1, 2)].into_iter());
        assert_eq!(told, ["c0: 1 of 9. The same holds, with other figures, for: \"c2\"", "c1: 2 of 9"]);
        let many = one_of_each_kind((0..9).map(|number| note(1, number)));
        assert_eq!(many.len(), 1);
        assert!(many[0].ends_with("\"c5\", \"c6\" and 2 more"), "{many:?}");
    }
}

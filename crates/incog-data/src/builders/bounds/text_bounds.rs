//! What the texts at one end of a group begin with.

use super::GroupEnd;

/// The longest beginning of `outermost` that at least `asked` people of the group have in common,
/// and that is no value that `is_somebodys`.
pub(super) fn prefix(
    outermost: &str,
    members: &[(&str, u64)],
    asked: u64,
    is_somebodys: impl Fn(&str) -> bool,
) -> GroupEnd {
    let ends = outermost.char_indices().map(|(place, _)| place).skip(1);
    let mut prefixes: Vec<&str> = ends.map(|end| &outermost[..end]).collect();
    prefixes.reverse();
    let people = |prefix: &str| {
        let with = members.iter().filter(|(member, _)| member.starts_with(prefix));
        with.map(|(_, people)| people).sum::<u64>()
    };
    let found = prefixes.into_iter().find(|prefix| people(prefix) >= asked && !is_somebodys(prefix));
    found.map_or(GroupEnd::Open, |prefix| GroupEnd::Prefix(prefix.to_owned()))
}

/// The nearest of these values, from the end of a group outward, that enough people have.
pub(super) fn nearest<'v>(
    mut outward: impl Iterator<Item = &'v str>,
    is_told: impl Fn(&str) -> bool,
) -> GroupEnd {
    outward.find(|value| is_told(value)).map_or(GroupEnd::Open, |value| GroupEnd::Value(value.to_owned()))
}

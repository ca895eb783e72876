//! How two bounds are written, and how a name is told from others.

use super::GroupEnd;
use std::collections::HashMap;

/// What a group is called that has no bound.
pub(super) const UNBOUNDED: &str = "group";

/// `first..last`; of texts a beginning ends with `*`.
pub(super) fn joined(bounds: &[String; 2]) -> String {
    match bounds {
        [lower, upper] if lower.is_empty() && upper.is_empty() => UNBOUNDED.to_owned(),
        [lower, upper] if lower == upper => lower.clone(),
        [lower, upper] => format!("{lower}..{upper}"),
    }
}

/// One bound as it is written in a name.
pub(super) fn written(bound: &GroupEnd, is_time: bool, number: impl Fn(i128) -> String) -> String {
    match bound {
        GroupEnd::Number(scaled) => number(*scaled),
        GroupEnd::Value(text) => text.clone(),
        GroupEnd::Prefix(text) if is_time => text.clone(),
        GroupEnd::Prefix(text) => format!("{text}*"),
        GroupEnd::Open => String::new(),
    }
}

/// A name without the ordinal at its end, and the ordinal.
pub(super) fn without_ordinal(label: &str) -> (&str, Option<u64>) {
    let ordinal = label.strip_suffix(')').and_then(|rest| {
        let (name, number) = rest.rsplit_once(" (")?;
        Some((name, number.parse().ok().filter(|number| *number > 0)?))
    });
    ordinal.map_or((label, None), |(name, number)| (name, Some(number)))
}

/// Names that were given, each with the values of its group.
#[derive(Debug, Default)]
pub(super) struct KnownNames<'v> {
    of_group: HashMap<Vec<&'v str>, String>,
    group_of: HashMap<String, Vec<&'v str>>,
}

impl<'v> KnownNames<'v> {
    /// The name of a group of these values, if it has one.
    pub fn of_group(&self, members: &[&'v str]) -> Option<&String> {
        self.of_group.get(members)
    }

    /// Whether a group has this name.
    pub fn is_taken(&self, name: &str) -> bool {
        self.group_of.contains_key(name)
    }

    /// Gives a group its name.
    pub fn give(&mut self, members: &[&'v str], name: String) {
        self.group_of.insert(name.clone(), members.to_vec());
        self.of_group.insert(members.to_vec(), name);
    }

    /// Gives groups that would have one name, or that of a value, their ordinals:
    /// `first..last (1)`, `first..last (2)`.
    pub fn give_ordinals(&mut self, groups: &[(Vec<&'v str>, String)], is_value: impl Fn(&str) -> bool) {
        let mut alike: HashMap<&str, u64> = HashMap::new();
        groups.iter().for_each(|(_, name)| *alike.entry(name).or_default() += 1);
        let mut next: HashMap<&str, u64> = HashMap::new();
        for (members, name) in groups {
            let is_alone = alike[name.as_str()] == 1 && *name != UNBOUNDED;
            if is_alone && !self.is_taken(name) && !is_value(name) {
                self.give(members, name.clone());
                continue;
            }
            let ordinal = next.entry(name).or_insert(1);
            let is_known = |told: &str| self.is_taken(told) || is_value(told);
            while is_known(&format!("{name} ({ordinal})")) {
                *ordinal += 1;
            }
            let told = format!("{name} ({ordinal})");
            self.give(members, told);
        }
    }
}

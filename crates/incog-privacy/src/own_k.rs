//! A k of each person's own.

use crate::{ClassModel, Direction, ParameterError, Retained};
use incog_data::{CellCount, ClassView, Kept, SensitiveAttribute};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The size that no class has: that of people who are left out.
const NEVER: u64 = u64::MAX;

/// Every record is in a class of at least as many records, or people, as its person asks for.
///
/// The job's k is the least for everybody, and a person who asks for 0 is in no class. With a unit
/// of people, the largest k of a person's records is hers, and one 0 leaves all of them out.
///
/// Some records may go where others stay, which makes the class smaller for these. A part meets the
/// model when each of its records asks for at most its size. Each class has a *greatest* part, and
/// `retain` finds it:
///
/// 1. The union of two parts that meet the model meets it: nobody's class gets smaller. So all such
///    parts of a class lie in one of them, the union of all.
/// 2. Somebody who asks for more than is left is in none of them: each is a part of what is left.
///    So dropping her loses no such part. When nobody asks for more, what is left is one of them.
/// 3. A part of a smaller class is one of a larger class that holds it. So the greatest part only
///    grows when classes merge, although they may bring people who ask for more.
///
/// What stays follows from the sizes asked for alone, so nothing has to be drawn.
///
/// Reference: Xiao, Tao, "Personalized privacy preservation", SIGMOD 2006,
/// doi:10.1145/1142473.1142500, where people choose their own protection; there it is that of their
/// sensitive value.
///
/// ```
/// use incog_data::{CellCount, ClassView, SensitiveAttribute};
/// use incog_privacy::{ClassModel, OwnK};
/// let values = ["2", "3"].map(str::to_owned).to_vec();
/// let k = SensitiveAttribute { values, of_cell: vec![0, 1], ..Default::default() };
/// let class = [CellCount { cell: 0, count: 1 }, CellCount { cell: 1, count: 1 }];
/// assert_eq!(OwnK::new(&k, 2)?.measure(&ClassView::new(&class)), 1.0);
/// # Ok::<(), incog_privacy::ParameterError>(())
/// ```
#[derive(Debug, Clone)]
pub struct OwnK {
    /// For each cell the size that its class has at least.
    asked: Vec<u64>,
    /// The person of each cell, where people are counted.
    people: Option<Vec<u32>>,
}

/// Records, or a person, with the size that they ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wish {
    asked: u64,
    count: u64,
}

impl OwnK {
    /// What such a release does not protect against, in plain words.
    pub const CAVEAT: &str = "Everybody is in a class at least as large as her own k, and people who asked to be \
        left out are in none. The release does not have these numbers, but they decide who stays and how coarse it \
        is. Whoever is in a class asked for no more than its size. An attacker who knows that somebody is in the \
        table, and misses her, may guess that she asked for more, or to be left out.";

    /// Everybody's own k, but at least `k`.
    ///
    /// # Errors
    /// When a value is missing, or is no whole number.
    pub fn new(attribute: &SensitiveAttribute, k: u64) -> Result<Self, ParameterError> {
        let of_value: Vec<Option<u64>> = (0u32..)
            .zip(&attribute.values)
            .map(|(code, text)| match asked_size(text).filter(|_| !attribute.missing.contains(&code))? {
                0 => Some(NEVER),
                own => Some(own.max(k)),
            })
            .collect();
        let found = of_value.iter().filter(|asked| asked.is_none()).count();
        if found > 0 {
            let (attribute, values) = (attribute.name.clone(), of_value.len());
            return Err(ParameterError::NotOwnK { attribute, found, values });
        }
        let asked = attribute.of_cell.iter().map(|&code| of_value[code as usize].unwrap_or(NEVER));
        Ok(Self { asked: asked.collect(), people: None })
    }

    /// Counts people; each asks for the most that one of her records in the table asks for.
    pub(crate) fn of_people(mut self, person_of_cell: &[u32]) -> Self {
        let mut of_person: BTreeMap<u32, u64> = BTreeMap::new();
        for (person, &asked) in person_of_cell.iter().zip(&self.asked) {
            let most = of_person.entry(*person).or_default();
            *most = asked.max(*most);
        }
        self.asked = person_of_cell.iter().map(|person| of_person[person]).collect();
        Self { people: Some(person_of_cell.to_vec()), ..self }
    }

    /// The wishes of a class, the largest first.
    fn wishes(&self, class: &ClassView<'_>) -> Vec<Wish> {
        let present = class.cells.iter().filter(|cell| cell.count > 0);
        let mut wishes: Vec<Wish> = match &self.people {
            None => present
                .map(|cell| Wish { asked: self.asked[cell.cell as usize], count: cell.count.into() })
                .collect(),
            Some(people) => {
                let of_people: BTreeMap<u32, u64> = present
                    .map(|cell| (people[cell.cell as usize], self.asked[cell.cell as usize]))
                    .collect();
                of_people.into_values().map(|asked| Wish { asked, count: 1 }).collect()
            }
        };
        wishes.sort_unstable_by_key(|wish| Reverse(*wish));
        wishes
    }

    /// How many records, or people, the greatest part has.
    fn greatest(wishes: &[Wish]) -> u64 {
        let mut left = wishes.iter().map(|wish| wish.count).sum();
        for wish in wishes {
            if wish.asked <= left {
                break;
            }
            left -= wish.count;
        }
        left
    }

    /// The largest size up to `limit` for which so many ask for no more; 0 if there is none.
    fn largest_up_to(wishes: &[Wish], limit: u64) -> u64 {
        let (mut left, mut largest) = (wishes.iter().map(|wish| wish.count).sum::<u64>(), 0);
        for wish in wishes {
            // Those who ask for no more than this one does, herself among them.
            let size = left.min(limit);
            if size >= wish.asked {
                largest = size.max(largest);
            }
            left -= wish.count;
        }
        largest
    }

    /// The first `size` records of those that ask for no more, the least demanding first.
    fn part(&self, class: &ClassView<'_>, size: u64) -> Kept {
        let mut order: Vec<CellCount> = class.cells.to_vec();
        order.retain(|cell| cell.count > 0 && self.asked[cell.cell as usize] <= size);
        order.sort_by_key(|cell| (self.asked[cell.cell as usize], cell.cell));
        let mut left = size;
        for cell in &mut order {
            cell.count = u64::from(cell.count).min(left) as u32;
            left -= u64::from(cell.count);
        }
        order.retain(|cell| cell.count > 0);
        order.sort_unstable_by_key(|cell| cell.cell);
        kept(order, class)
    }
}

/// What a part of a class is called.
fn kept(part: Vec<CellCount>, class: &ClassView<'_>) -> Kept {
    match ClassView::new(&part).size {
        0 => Kept::Nothing,
        size if size == class.size => Kept::All,
        _ => Kept::Part(part),
    }
}

/// A whole number, which may be written with a fraction of zeros.
fn asked_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let whole = match text.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|digit| digit == b'0') => whole,
        Some(_) => return None,
        None => text,
    };
    let is_number = !whole.is_empty() && whole.bytes().all(|digit| digit.is_ascii_digit());
    whole.parse().ok().filter(|_| is_number)
}

impl ClassModel for OwnK {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    fn required(&self) -> f64 {
        0.0
    }

    fn direction(&self) -> Direction {
        Direction::AtMost
    }

    /// How many records, or people, ask for more than the class has.
    fn measure(&self, class: &ClassView<'_>) -> f64 {
        let wishes = self.wishes(class);
        let size: u64 = wishes.iter().map(|wish| wish.count).sum();
        wishes.iter().filter(|wish| wish.asked > size).map(|wish| wish.count).sum::<u64>() as f64
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        self.measure(class) == 0.0
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        let size = Self::greatest(&self.wishes(class));
        let mut part = class.cells.to_vec();
        part.retain(|cell| cell.count > 0 && self.asked[cell.cell as usize] <= size);
        Retained::exactly(kept(part, class), class)
    }

    fn minimum_size(&self) -> u64 {
        // No table has more records than 32 bits count.
        self.asked.iter().copied().min().unwrap_or(1).clamp(1, u32::MAX.into())
    }

    fn why_nobody_stays(&self) -> Option<&'static str> {
        Some("nobody is in a class as large as her own k")
    }

    fn has_greatest_part(&self) -> bool {
        true
    }

    /// Exact where records are counted. A person may have several records, so where people are
    /// counted a smaller part is not looked for.
    fn retain_up_to(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        let retained = self.retain(class);
        if retained.kept.count(class) <= limit {
            return retained;
        }
        let largest = Self::largest_up_to(&self.wishes(class), limit);
        match (&self.people, largest) {
            (_, 0) => Retained::nothing(),
            (None, size) => Retained::exactly(self.part(class, size), class),
            (Some(_), _) => Retained { kept: Kept::Nothing, at_most: limit },
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

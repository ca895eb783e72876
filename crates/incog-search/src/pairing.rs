//! Who breeds with whom in a generation.

use crate::Stream;

/// How the members of a population are paired: a reading of "for each pair of parents", which the
/// papers leave open.
///
/// HAEF (algorithm 2), ID-DGA (section 4.7) and APMA (algorithm 1) print the loop over pairs; HAEF
/// (section 4.1) also says that two individuals are randomly chosen. How many children a generation
/// has hangs on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Pairing {
    /// Random pairs of which no two share a member: half as many children as members.
    #[default]
    Disjoint,
    /// Every member with a random other one: as many children as members.
    Each,
    /// Every two members, in the order of their places: `n (n - 1) / 2` children of `n` members.
    All,
}

impl Pairing {
    /// The words of a job file and what they mean.
    pub const WORDS: [(&'static str, Self); 3] =
        [("disjoint", Self::Disjoint), ("each", Self::Each), ("all", Self::All)];

    /// How many children a generation of this many members has.
    ///
    /// ```
    /// use incog_search::Pairing;
    /// let children = Pairing::WORDS.map(|(_, pairing)| pairing.children(30));
    /// assert_eq!(children, [15, 30, 435]);
    /// ```
    pub fn children(self, members: usize) -> usize {
        match self {
            _ if members < 2 => 0,
            Self::Disjoint => members / 2,
            Self::Each => members,
            Self::All => members * (members - 1) / 2,
        }
    }

    /// Whether a child may take the place of a member that breeds again in the same generation, so
    /// that children have to be made one after the other, as the papers' loops print it.
    pub fn shares_members(self) -> bool {
        self != Self::Disjoint
    }

    /// The pairs of a generation, by place.
    pub(crate) fn pairs(self, members: usize, stream: &mut Stream) -> Vec<[usize; 2]> {
        match self {
            Self::Disjoint => {
                let mut order: Vec<usize> = (0..members).collect();
                stream.shuffle(&mut order);
                self.pairs_in(&order)
            }
            Self::Each if members < 2 => Vec::new(),
            Self::Each => (0..members).map(|one| [one, another(one, stream.below(members - 1))]).collect(),
            Self::All => self.pairs_in(&(0..members).collect::<Vec<usize>>()),
        }
    }

    /// The pairs that take no random number of their own: neighbours in this order, or every two
    /// of its members; none where each member has a random mate.
    pub fn pairs_in(self, order: &[usize]) -> Vec<[usize; 2]> {
        match self {
            Self::Disjoint => order.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(),
            Self::All => {
                let firsts = order.iter().enumerate();
                firsts
                    .flat_map(|(at, &first)| order[at + 1..].iter().map(move |&other| [first, other]))
                    .collect()
            }
            Self::Each => Vec::new(),
        }
    }
}

/// The place of the `drawn`-th member when `one` is left out.
fn another(one: usize, drawn: usize) -> usize {
    drawn + usize::from(drawn >= one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_as_many_as_children_and_of_two_members() {
        for members in [0, 1, 2, 5, 6, 31] {
            for (word, pairing) in Pairing::WORDS {
                let pairs = pairing.pairs(members, &mut Stream::new(7, 0));
                assert_eq!(pairs.len(), pairing.children(members), "{word}, {members} members");
                assert!(pairs.iter().all(|[one, two]| one != two && one.max(two) < &members), "{word}");
                assert_eq!(pairs, pairing.pairs(members, &mut Stream::new(7, 0)), "{word}");
            }
        }
    }

    #[test]
    fn disjoint_pairs_share_nobody_and_each_has_every_member_first() {
        let mut members: Vec<usize> = Pairing::Disjoint.pairs(30, &mut Stream::new(1, 0)).concat();
        members.sort_unstable();
        assert!(members.into_iter().eq(0..30));
        let each = Pairing::Each.pairs(30, &mut Stream::new(1, 0));
        assert!(each.into_iter().map(|[one, _]| one).eq(0..30));
    }
}

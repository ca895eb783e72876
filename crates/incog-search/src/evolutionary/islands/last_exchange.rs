//! The state of the last meeting, for a search that is ended from outside before the next one.
//!
//! At each meeting only what changes altogether is noted: who lives on the islands, and where their
//! random numbers are. What was seen only grows, so what an island knew at the meeting is what it
//! knows at the end without its news.

use super::super::GenomeProblem;
use super::super::bytes::Writer;
use super::super::generation::Place;
use super::island::Island;
use super::island_context::IslandContext;
use super::message::Message;
use super::state::{Reached, hand_over};
use crate::Evaluator;

/// What this rank notes of the last meeting.
pub(super) struct Remembered {
    reached: Reached,
    /// Of each of its islands.
    islands: Vec<(Writer, Place)>,
    /// Whether the state of all ranks is kept; only the first rank knows.
    pub is_kept: bool,
}

impl Remembered {
    /// How it is right after a meeting.
    pub fn at_meeting<P: GenomeProblem>(evaluator: &Evaluator<'_, P>, islands: &[Island]) -> Self {
        let noted = |island: &Island| (island.inhabited(), island.nursery.place());
        Self { reached: Reached::by(evaluator), islands: islands.iter().map(noted).collect(), is_kept: false }
    }

    /// Keeps it after the islands went on and told these messages, from which none of them has
    /// learned. The search is over, and what it has found is not lost for want of a state: the
    /// keeper hears of it where a rank is lost.
    pub fn keep(
        self,
        islands: &[Island],
        messages: &[Message],
        around: &mut IslandContext<'_>,
        count: usize,
    ) {
        let written = |(island, (mut writer, place)): (&Island, (Writer, Place))| {
            let news = &messages[island.number].found;
            island.nursery.write_without(news, &place, &mut writer);
            (island.number, writer.finish())
        };
        let own = islands.iter().zip(self.islands).map(written).collect();
        let handed_over = hand_over(&self.reached, own, around, count);
        if let (Err(lost), Some(sink)) = (handed_over, &mut around.sink) {
            sink.miss(lost.into());
        }
    }
}

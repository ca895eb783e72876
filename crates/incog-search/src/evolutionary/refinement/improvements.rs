//! What a population has found between two meetings.

use crate::evolutionary::bytes::{Malformed, Reader, Writer};
use crate::{Lattice, Node};

/// What a population has found between two meetings; nothing where genomes have bits.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Found {
    /// Nodes that were new to it.
    pub seen: Vec<Node>,
    /// Nodes around which it has looked, with the distance.
    pub explored: Vec<(Node, u32)>,
}

impl Found {
    pub fn write(&self, writer: &mut Writer) {
        writer.list(self.seen.iter(), |writer, node| writer.node(node));
        write_explored(writer, self.explored.iter().map(|(node, distance)| (node, distance)));
    }

    pub fn read(reader: &mut Reader<'_>, lattice: &Lattice) -> Result<Self, Malformed> {
        Ok(Self { seen: reader.nodes(lattice)?, explored: read_explored(reader, lattice)? })
    }
}

/// Distances are steps on a lattice, which has at most 255 a attribute; more than this is no
/// distance.
const FARTHEST_OF_ALL: u32 = u16::MAX as u32;

pub(super) fn write_explored<'n>(
    writer: &mut Writer,
    explored: impl ExactSizeIterator<Item = (&'n Node, &'n u32)>,
) {
    writer.list(explored, |writer, (node, &distance)| {
        writer.node(node);
        writer.number(distance.into());
    });
}

pub(super) fn read_explored(
    reader: &mut Reader<'_>,
    lattice: &Lattice,
) -> Result<Vec<(Node, u32)>, Malformed> {
    reader.list(lattice.attributes() + 8, |reader| {
        let node = reader.node(lattice)?;
        let distance = u32::try_from(reader.number()?).ok().filter(|&distance| distance <= FARTHEST_OF_ALL);
        Ok((node, distance.ok_or(Malformed)?))
    })
}

//! How a search with islands begins on all ranks.

use super::super::bytes::{Malformed, Reader, Writer};
use super::island_context::{IslandContext, IslandsError, send_to_others};
use incog_transport::About;

/// What the first rank tells all others before the search begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Opening {
    pub binding: [u8; 32],
    /// Whether islands tell what their populations look like.
    pub wants_snapshots: bool,
    /// Whether the state is kept, from time to time and when the search is ended from outside.
    pub keeps: bool,
    /// The state to go on from.
    pub state: Option<Vec<u8>>,
}

impl Opening {
    /// Opens the search, or is told how it is opened.
    pub fn meet(
        around: &mut IslandContext<'_>,
        wants_snapshots: bool,
        islands: usize,
    ) -> Result<Self, IslandsError> {
        let (rank, ranks) = (around.rank(), around.ranks());
        if rank == 0 && ranks > islands {
            return Err(IslandsError::TooManyRanks { ranks, islands });
        }
        match around.transport {
            Some(transport) if rank > 0 => {
                let bytes = transport.receive(0, About::Opening)?;
                if bytes.is_empty() {
                    return Err(IslandsError::CalledOff);
                }
                let opening = Self::read(&bytes).map_err(|Malformed| IslandsError::Garbled { rank: 0 })?;
                let same = opening.binding == around.binding;
                if same { Ok(opening) } else { Err(IslandsError::OtherProblem { rank }) }
            }
            transport => {
                let (binding, keeps) = (around.binding, around.sink.is_some());
                let state = around.sink.as_mut().and_then(|sink| sink.begin());
                let opening = Self { binding, wants_snapshots, keeps, state };
                if let Some(transport) = transport {
                    send_to_others(transport, About::Opening, opening.written())?;
                }
                Ok(opening)
            }
        }
    }

    fn written(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.bytes(&self.binding);
        writer.byte(u8::from(self.wants_snapshots));
        writer.byte(u8::from(self.keeps));
        writer.option(self.state.as_ref(), |writer, state| writer.bytes(state));
        writer.finish()
    }

    fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut reader = Reader::new(bytes);
        let binding = reader.bytes()?.try_into().map_err(|_| Malformed)?;
        let wants_snapshots = reader.flag()?;
        let keeps = reader.flag()?;
        let state = reader.option(|reader| Ok(reader.bytes()?.to_vec()))?;
        reader.end()?;
        Ok(Self { binding, wants_snapshots, keeps, state })
    }
}

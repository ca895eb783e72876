//! The processes of a run of MPI as ranks of a search.

use crate::mpi::{Mpi, MpiFault, Sending};
use incog::search::evolutionary::islands::{About, Carried, Lost, Transport};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A tag beyond those of any island: a search has at most 10,000 of them, and every MPI has tags up
/// to 32,767.
const TOTALS: usize = 32_000;

/// How often it is looked whether bytes have come before the process sleeps in between, and how
/// long at most. MPI itself would wait with a whole core.
const EAGER_LOOKS: u32 = 200;
const LONGEST_SLEEP: Duration = Duration::from_micros(500);

/// MPI, and what is under way.
struct Post {
    /// `None` when it has ended.
    mpi: Option<Mpi>,
    under_way: Vec<Sending>,
}

/// This process among all of a run.
pub struct MpiRanks {
    rank: usize,
    ranks: usize,
    post: Mutex<Post>,
    bytes: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Post {
    /// MPI, after what has left is forgotten.
    fn mpi(&mut self) -> Result<&mut Mpi, MpiFault> {
        let Self { mpi, under_way } = self;
        let mpi = mpi.as_mut().ok_or("MPI has ended")?;
        let mut kept = Vec::with_capacity(under_way.len());
        for mut sending in under_way.drain(..) {
            if !mpi.is_done(&mut sending)? {
                kept.push(sending);
            }
        }
        *under_way = kept;
        Ok(mpi)
    }
}

impl MpiRanks {
    /// Begins the use of MPI.
    pub fn begin() -> Result<Self, MpiFault> {
        let mpi = Mpi::begin()?;
        let (rank, ranks) = (mpi.rank, mpi.ranks);
        let post = Mutex::new(Post { mpi: Some(mpi), under_way: Vec::new() });
        Ok(Self { rank, ranks, post, bytes: AtomicU64::new(0), nanoseconds: AtomicU64::new(0) })
    }

    fn post(&self) -> MutexGuard<'_, Post> {
        self.post.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, to: usize, tag: usize, bytes: &Arc<[u8]>) -> Result<(), MpiFault> {
        let mut post = self.post();
        let sending = post.mpi()?.send(to, tag, bytes)?;
        post.under_way.push(sending);
        Ok(())
    }

    fn wait(&self, from: usize, tag: usize) -> Result<Vec<u8>, MpiFault> {
        for look in 0u32.. {
            // The lock is held for a look only, so that others can send meanwhile.
            let received = self.post().mpi()?.received(from, tag)?;
            if let Some(bytes) = received {
                return Ok(bytes);
            }
            rest(look);
        }
        Err("nothing came".into())
    }

    /// What all processes have sent, and the seconds that sending and waiting took on average;
    /// known to the first one.
    pub fn totals(&self) -> Result<Carried, MpiFault> {
        let own = [self.bytes.load(Ordering::Relaxed), self.nanoseconds.load(Ordering::Relaxed)];
        if self.rank > 0 {
            let bytes: Vec<u8> = own.iter().flat_map(|number| number.to_le_bytes()).collect();
            self.put(0, TOTALS, &bytes.into())?;
            return Ok(self.carried());
        }
        let mut sums = own;
        for rank in 1..self.ranks {
            let bytes = self.wait(rank, TOTALS)?;
            let numbers = bytes.chunks_exact(8).map(|bytes| bytes.try_into().map_or(0, u64::from_le_bytes));
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
        Ok(Carried { bytes: sums[0], seconds: sums[1] as f64 / 1e9 / self.ranks as f64 })
    }

    /// Ends the use of MPI together with all other processes, when everything has left.
    pub fn end(&self) -> Result<(), MpiFault> {
        for look in 0u32.. {
            let mut post = self.post();
            post.mpi()?;
            if post.under_way.is_empty() {
                return post.mpi.take().map_or(Ok(()), Mpi::end);
            }
            drop(post);
            rest(look);
        }
        Ok(())
    }

    /// Ends all processes.
    pub fn abort(&self, code: u8) -> u8 {
        if let Some(mpi) = self.post().mpi.take() {
            mpi.abort(code);
        }
        code
    }

    fn timed<T>(&self, work: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let done = work();
        let taken = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(taken, Ordering::Relaxed);
        done
    }
}

/// Lets others work for a while, the longer the more often it was looked.
fn rest(look: u32) {
    if look < EAGER_LOOKS {
        std::thread::yield_now();
    } else {
        std::thread::sleep(LONGEST_SLEEP.min(Duration::from_micros(u64::from(look - EAGER_LOOKS) + 20)));
    }
}

impl Transport for MpiRanks {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn send(&self, to: usize, about: About, bytes: &Arc<[u8]>) -> Result<(), Lost> {
        self.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        self.timed(|| self.put(to, about.tag(), bytes)).map_err(|why| Lost { rank: to, why })
    }

    fn receive(&self, from: usize, about: About) -> Result<Vec<u8>, Lost> {
        // How long the first process reads its table is nothing of the search.
        let received = match about {
            About::Opening => self.wait(from, about.tag()),
            _ => self.timed(|| self.wait(from, about.tag())),
        };
        received.map_err(|why| Lost { rank: from, why })
    }

    fn carried(&self) -> Carried {
        let nanoseconds = self.nanoseconds.load(Ordering::Relaxed);
        Carried { bytes: self.bytes.load(Ordering::Relaxed), seconds: nanoseconds as f64 / 1e9 }
    }
}

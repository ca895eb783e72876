//! Ranks that are threads, for tests.

use crate::evolutionary::islands::{About, Carried, Lost, Transport};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};

/// What is under way, by sender, receiver and tag; and who is gone.
#[derive(Default)]
struct Post {
    under_way: BTreeMap<(usize, usize, usize), VecDeque<Vec<u8>>>,
    gone: Vec<usize>,
}

/// A rank that is a thread. Dropped, it is gone.
pub struct ThreadRank {
    rank: usize,
    ranks: usize,
    post: Arc<(Mutex<Post>, Condvar)>,
    bytes: AtomicU64,
    /// What becomes of bytes that it sends.
    pub forge: fn(About, Vec<u8>) -> Vec<u8>,
    /// Which bytes it cannot send.
    pub refuse: fn(About, &[u8]) -> bool,
}

/// So many ranks that reach each other.
pub fn ranks(ranks: usize) -> Vec<ThreadRank> {
    let post = Arc::new((Mutex::default(), Condvar::new()));
    let rank = |rank| ThreadRank {
        rank,
        ranks,
        post: Arc::clone(&post),
        bytes: AtomicU64::new(0),
        forge: |_, bytes| bytes,
        refuse: |_, _| false,
    };
    (0..ranks).map(rank).collect()
}

impl Transport for ThreadRank {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn send(&self, to: usize, about: About, bytes: &Arc<[u8]>) -> Result<(), Lost> {
        if (self.refuse)(about, bytes) {
            return Err(Lost { rank: to, why: "it is too much".into() });
        }
        let (post, news) = &*self.post;
        let mut post = post.lock().unwrap();
        let bytes = (self.forge)(about, bytes.to_vec());
        self.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        post.under_way.entry((self.rank, to, about.tag())).or_default().push_back(bytes);
        news.notify_all();
        Ok(())
    }

    fn receive(&self, from: usize, about: About) -> Result<Vec<u8>, Lost> {
        let (post, news) = &*self.post;
        let mut post = post.lock().unwrap();
        loop {
            let line = post.under_way.get_mut(&(from, self.rank, about.tag()));
            if let Some(bytes) = line.and_then(VecDeque::pop_front) {
                return Ok(bytes);
            }
            if post.gone.contains(&from) {
                return Err(Lost { rank: from, why: "its thread has ended".into() });
            }
            post = news.wait(post).unwrap();
        }
    }

    fn carried(&self) -> Carried {
        Carried { bytes: self.bytes.load(Ordering::Relaxed), seconds: 0.0 }
    }
}

impl Drop for ThreadRank {
    fn drop(&mut self) {
        let (post, news) = &*self.post;
        post.lock().unwrap().gone.push(self.rank);
        news.notify_all();
    }
}

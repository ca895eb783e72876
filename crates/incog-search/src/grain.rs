//! What is worth a second thread.

use rayon::prelude::*;
use std::cmp::Reverse;

/// Work of less than about this many nanoseconds stays on one thread: waking another, handing it
/// its share and waiting for the end of it take tens of microseconds, and more on a machine that is
/// busy.
const WORTH_SHARING: u64 = 1 << 19;

/// The images of all items, in their order: in parallel where all of them together take long
/// enough.
pub(crate) fn map_all<T: Send, R: Send>(
    items: Vec<T>,
    effort: u64,
    map: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    if items.len() > 1 && effort >= WORTH_SHARING {
        return items.into_par_iter().map(map).collect();
    }
    items.into_iter().map(map).collect()
}

/// As [`map_all`], for few items of which each takes long: whoever is free takes the next, those of
/// most work first, so that no thread waits long for the last one. Rayon left to itself gives a
/// thread several in one piece.
pub(crate) fn map_longest_first<T: Send, R: Send>(
    items: Vec<T>,
    effort: u64,
    work: impl Fn(&T) -> u64,
    map: impl Fn(T) -> R + Sync + Send,
) -> Vec<R> {
    if items.len() < 2 || effort < WORTH_SHARING {
        return items.into_iter().map(map).collect();
    }
    let mut queue: Vec<(usize, T)> = items.into_iter().enumerate().collect();
    queue.sort_by_key(|(_, item)| Reverse(work(item)));
    let image = |(place, item): (usize, T)| (place, map(item));
    let mut images: Vec<(usize, R)> = queue.into_iter().par_bridge().map(image).collect();
    images.sort_unstable_by_key(|(place, _)| *place);
    images.into_iter().map(|(_, image)| image).collect()
}

/// Does both, side by side where each takes long enough.
pub(crate) fn both<A: Send, B: Send>(
    efforts: (u64, u64),
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    if efforts.0.min(efforts.1) >= WORTH_SHARING {
        return rayon::join(first, second);
    }
    let first = first();
    (first, second())
}

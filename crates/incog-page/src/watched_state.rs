//! A value that changes, and those who wait for that.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long somebody waits for news.
const LONGEST_WAIT: Duration = Duration::from_secs(8);

/// A value behind a lock, with a number that counts its changes.
pub struct WatchedState<S> {
    value: Mutex<S>,
    /// Changed only by who holds the lock.
    sequence: AtomicU64,
    changed: Condvar,
}

impl<S> WatchedState<S> {
    /// A value that nobody has changed yet.
    pub fn new(value: S) -> Self {
        Self { value: Mutex::new(value), sequence: AtomicU64::new(1), changed: Condvar::new() }
    }

    /// The value, for as long as the guard is held.
    pub fn get(&self) -> MutexGuard<'_, S> {
        // Every change of it is one assignment, so it is whole also where a thread has died.
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the value by a closure, and tells those who wait.
    pub fn tell<T>(&self, change: impl FnOnce(&mut S) -> T) -> T {
        let mut value = self.get();
        let result = change(&mut value);
        self.sequence.fetch_add(1, Ordering::Relaxed);
        drop(value);
        self.changed.notify_all();
        result
    }

    /// Waits until there is something after `sequence`, but not for ever, nor when it `is_ended`;
    /// returns the value and its number.
    pub fn wait(&self, sequence: u64, is_ended: impl Fn(&S) -> bool) -> (MutexGuard<'_, S>, u64) {
        let start = Instant::now();
        let mut value = self.get();
        while self.sequence.load(Ordering::Relaxed) <= sequence && !is_ended(&value) {
            let left = LONGEST_WAIT.saturating_sub(start.elapsed());
            if left.is_zero() {
                break;
            }
            value = self.changed.wait_timeout(value, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        let sequence = self.sequence.load(Ordering::Relaxed);
        (value, sequence)
    }
}

//! Work on many threads, with the results taken in order.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// Takes each item of `items` through `work` on several threads and hands the results to `consume`
/// in the order of the items; stops at the first error in that order.
///
/// There are as many workers as the pool of rayon has threads in which this is called; if that is
/// one, all is done on the thread of the caller. Otherwise `items` is pulled on a thread of its
/// own. At most twice as many items as there are workers are under way, so memory does not grow
/// with their number.
pub(crate) fn map_in_order<T: Send, R: Send, E: Send>(
    mut items: impl Iterator<Item = Result<T, E>> + Send,
    work: impl Fn(T) -> Result<R, E> + Sync,
    mut consume: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let workers = rayon::current_num_threads();
    if workers == 1 {
        return items.try_for_each(|item| consume(work(item?)?));
    }
    let (jobs, job_queue) = sync_channel::<(T, SyncSender<Result<R, E>>)>(workers);
    let (places, results) = sync_channel::<Receiver<Result<R, E>>>(2 * workers);
    let job_queue = Arc::new(Mutex::new(job_queue));
    thread::scope(|scope| {
        scope.spawn(move || {
            for item in items {
                let (answer, place) = sync_channel(1);
                // A send fails only when the other side has stopped after an error.
                if places.send(place).is_err() {
                    return;
                }
                let sent = match item {
                    Ok(item) => jobs.send((item, answer)).is_ok(),
                    Err(error) => {
                        let _ = answer.send(Err(error));
                        false
                    }
                };
                if !sent {
                    return;
                }
            }
        });
        for _ in 0..workers {
            let (job_queue, work) = (Arc::clone(&job_queue), &work);
            scope.spawn(move || {
                while let Some((item, answer)) = next_job(&job_queue) {
                    let _ = answer.send(work(item));
                }
            });
        }
        // Only the workers hold the queue: should all of them panic, the jobs in it are dropped and
        // the loop below ends. Dropping `results` on return stops the producer, and with it the
        // workers.
        drop(job_queue);
        let results = results;
        for place in &results {
            // A place has no answer when its worker has panicked; the scope then raises that panic.
            if let Ok(result) = place.recv() {
                consume(result?)?;
            }
        }
        Ok(())
    })
}

fn next_job<J>(queue: &Mutex<Receiver<J>>) -> Option<J> {
    queue.lock().ok()?.recv().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
    }

    #[test]
    fn keeps_the_order_and_stops_at_the_first_error() {
        for threads in [1, 2, 5] {
            let mut seen = Vec::new();
            let items = (0..1000).map(|i| if i == 700 { Err(i) } else { Ok(i) });
            let work = |i: i32| if i == 600 { Err(i) } else { Ok(2 * i) };
            let consume = |i| {
                seen.push(i);
                Ok(())
            };
            assert_eq!(on_threads(threads, || map_in_order(items, work, consume)), Err(600));
            assert_eq!(seen, (0..600).map(|i| 2 * i).collect::<Vec<_>>());
        }
    }

    #[test]
    fn stops_when_the_consumer_does() {
        for threads in [1, 3] {
            let endless = (0..).map(Ok);
            let consume = |i| if i == 50 { Err(i) } else { Ok(()) };
            assert_eq!(on_threads(threads, || map_in_order(endless, Ok, consume)), Err(50));
        }
    }

    #[test]
    fn one_thread_is_that_of_the_caller() {
        let threads = on_threads(1, || {
            let mut threads = std::collections::HashSet::from([thread::current().id()]);
            let work = |_: u8| Ok::<_, ()>(thread::current().id());
            map_in_order((0..9).map(Ok), work, |thread| Ok(_ = threads.insert(thread))).unwrap();
            threads.len()
        });
        assert_eq!(threads, 1);
    }
}

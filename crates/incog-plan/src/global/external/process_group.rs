//! A process with all that it starts, which is ended as a whole.

use std::process::Child;

#[cfg(unix)]
mod unix {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    use std::collections::BTreeSet;
    use std::sync::{Mutex, PoisonError};

    /// The groups that are running.
    static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

    pub fn add(leader: u32) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.extend(i32::try_from(leader));
    }

    pub fn end(leader: u32) {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        // A group that is no longer listed has ended; its number may belong to another one now.
        if let Some(leader) = i32::try_from(leader).ok().filter(|leader| running.remove(leader)) {
            // All of it may have ended by itself.
            let _ = killpg(Pid::from_raw(leader), Signal::SIGKILL);
        }
    }

    pub fn end_all() {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *running).into_iter().for_each(|leader| {
            let _ = killpg(Pid::from_raw(leader), Signal::SIGKILL);
        });
    }
}

/// A program in a process group of its own: Ctrl-C reaches incog alone, which ends the group.
pub(super) struct ProcessGroup(pub Child);

impl ProcessGroup {
    pub fn start(command: &mut std::process::Command) -> std::io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        #[cfg(unix)]
        unix::add(child.id());
        Ok(Self(child))
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        #[cfg(unix)]
        unix::end(self.0.id());
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Ends all programs that searches of this process have started, with all that they started.
///
/// For a process that ends at once: otherwise each search ends its own program.
pub fn end_programs() {
    #[cfg(unix)]
    unix::end_all();
}

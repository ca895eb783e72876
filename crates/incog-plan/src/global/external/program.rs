//! A program that is running, and its two pipes.

use super::process_group::ProcessGroup;
use super::{ProgramError, ProgramSearch};
use incog_search::Stop;
use serde::Serialize;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a line that are read at most.
const LONGEST_LINE: u64 = 64 << 20;

/// How long it waits between two looks at whether the search has to end.
const LOOK: Duration = Duration::from_millis(20);

/// A running program; it is killed with all that it started when this is dropped.
pub(super) struct Program {
    group: ProcessGroup,
    /// Lines that it wrote.
    lines: Receiver<String>,
    /// Lines that it is to read.
    told: Sender<String>,
    silence: Duration,
}

impl Program {
    pub fn start(search: &ProgramSearch) -> Result<Self, ProgramError> {
        let mut words = search.command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut command = Command::new(program);
        command.args(words).current_dir(&search.folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut group = ProcessGroup::start(&mut command)
            .map_err(|error| ProgramError::NotStarted { program: program.to_owned(), kind: error.kind() })?;
        let (told, to_tell) = channel();
        let (wrote, lines) = sync_channel(1);
        if let (Some(input), Some(output)) = (group.0.stdin.take(), group.0.stdout.take()) {
            // Each pipe has a thread, so that a program that does not read cannot block the search.
            thread::spawn(move || write_lines(input, &to_tell));
            thread::spawn(move || read_lines(output, |line| wrote.send(line).is_ok()));
        }
        Ok(Self { group, lines, told, silence: search.silence })
    }

    /// Writes a line for the program. A line that it no longer reads is lost; its exit then says
    /// why.
    pub fn tell(&self, message: &impl Serialize) {
        let _ = self.told.send(serde_json::to_string(message).unwrap_or_default() + "\n");
    }

    /// The next line of the program; `None` when the search has to end before.
    pub fn next_line(&mut self, stop: impl Fn() -> Option<Stop>) -> Result<Option<String>, ProgramError> {
        let begin = Instant::now();
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => {
                    let ended = self.ended();
                    // What ends incog, such as the end of a session, may end the program first.
                    thread::sleep(LOOK);
                    return if stop().is_some() { Ok(None) } else { Err(ended) };
                }
                Err(RecvTimeoutError::Timeout) if stop().is_some() => return Ok(None),
                Err(RecvTimeoutError::Timeout) if begin.elapsed() >= self.silence => {
                    return Err(ProgramError::Silent { seconds: self.silence.as_secs_f64() });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it ended. A program that closed its output but runs on is killed.
    fn ended(&mut self) -> ProgramError {
        let begin = Instant::now();
        while begin.elapsed() < 10 * LOOK {
            if let Ok(Some(status)) = self.group.0.try_wait() {
                return ProgramError::Ended { status: status.to_string() };
            }
            thread::sleep(LOOK / 10);
        }
        ProgramError::Ended {
            status: "it closed its output, or wrote a line that is not UTF-8 or is above 64 MiB".to_owned(),
        }
    }
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Passes each whole line on, until one is too long, no text, or not wanted any more.
fn read_lines(output: ChildStdout, mut pass_on: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = String::new();
        match (&mut output).take(LONGEST_LINE).read_line(&mut line) {
            Ok(read) if read > 0 && line.ends_with('\n') && pass_on(line) => {}
            _ => return,
        }
    }
}

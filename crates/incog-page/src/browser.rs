//! The browser of the steward.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use tempfile::TempPath;

/// A file that leads to the page. It is there until this is dropped.
#[derive(Debug)]
pub struct Opener(#[allow(dead_code)] TempPath);

/// Opens the page in the browser. What a program is started with can be read by everybody on the
/// machine, so the browser is given the name of a file that only its owner can read, and the file
/// has the address.
///
/// # Errors
/// When there is no such file, or nothing that opens a browser.
pub fn open_browser(address: &str) -> io::Result<Opener> {
    let mut file = tempfile::Builder::new().prefix("incog-").suffix(".html").tempfile()?;
    // The address is made of digits of our own.
    writeln!(
        file,
        "<!doctype html><meta charset=\"utf-8\"><title>incog</title><meta http-equiv=\"refresh\" content=\"0;url={address}\">\
         <a href=\"{address}\">open the page</a>"
    )?;
    file.flush()?;
    let path = file.into_temp_path();
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = |command: &mut Command| {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
    };
    quiet(Command::new(program).arg(&path))?;
    Ok(Opener(path))
}

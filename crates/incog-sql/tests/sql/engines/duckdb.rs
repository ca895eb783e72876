//! DuckDB in Python, the one that `INCOG_PYTHON` names or `python3`.

use super::{Engine, Rows, rows};
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const RUN: &str = r#"
import sys, duckdb
database = duckdb.connect(sys.argv[1])
last = database.execute(sys.stdin.buffer.read().decode())
try:
    rows = last.fetchall() if last.description else []
except duckdb.InvalidInputException:
    rows = []
cell = lambda value: "\x1d" if value is None else str(value)
sys.stdout.buffer.write("".join("\x1f".join(map(cell, row)) + "\x1e" for row in rows).encode())
"#;

/// A database in a folder of its own.
pub struct DuckDb {
    folder: TempDir,
    python: String,
}

impl DuckDb {
    pub fn new() -> Result<Self, String> {
        let python = std::env::var("INCOG_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let engine = Self { folder, python };
        engine.run("SELECT 1").map_err(|why| format!("no Python with duckdb: {}", why.trim()))?;
        Ok(engine)
    }
}

impl Engine for DuckDb {
    fn dialect(&self) -> &'static str {
        "duckdb"
    }

    fn run(&self, script: &str) -> Result<Rows, String> {
        let mut command = Command::new(&self.python);
        command.args(["-c", RUN]).arg(self.folder.path().join("database"));
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.python))?;
        let said = child.stdin.take().unwrap().write_all(script.as_bytes());
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        said.map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(rows(&String::from_utf8(output.stdout).map_err(|error| error.to_string())?))
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }
}

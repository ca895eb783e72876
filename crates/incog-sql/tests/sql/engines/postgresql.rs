//! PostgreSQL in a folder of its own, reached through a socket there.

use super::{Engine, Rows, rows};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use tempfile::TempDir;

/// A server, which ends with its last database.
struct Server {
    folder: TempDir,
    programs: PathBuf,
}

/// The server of this process.
static SERVER: Mutex<Weak<Server>> = Mutex::new(Weak::new());

/// Databases made so far.
static DATABASES: AtomicUsize = AtomicUsize::new(0);

/// An empty database of the server.
pub struct PostgreSql {
    server: Arc<Server>,
    name: String,
}

impl PostgreSql {
    pub fn new() -> Result<Self, String> {
        let mut running = SERVER.lock().unwrap();
        let server = running.upgrade().map_or_else(|| Server::start().map(Arc::new), Ok)?;
        *running = Arc::downgrade(&server);
        let name = format!("d{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        server.psql("postgres", &format!("CREATE DATABASE {name} TEMPLATE template0;"))?;
        Ok(Self { server, name })
    }

    /// Its address.
    #[allow(dead_code, reason = "tests without a connection have no need of it")]
    pub fn uri(&self) -> String {
        format!("postgresql:///{}?host={}&user=postgres", self.name, self.server.folder())
    }
}

impl Engine for PostgreSql {
    fn dialect(&self) -> &'static str {
        "postgresql"
    }

    fn run(&self, script: &str) -> Result<Rows, String> {
        self.server.psql(&self.name, script).map(|output| rows(&output))
    }
}

impl Server {
    fn start() -> Result<Self, String> {
        let programs = programs().ok_or("no initdb in /usr/lib/postgresql/*/bin (Debian: postgresql)")?;
        let folder =
            tempfile::Builder::new().prefix("incog-pg").tempdir().map_err(|error| error.to_string())?;
        let server = Self { programs, folder };
        let folder = server.folder();
        if is_root() {
            done(Command::new("chown").args(["postgres", folder]))?;
        }
        let data = format!("{folder}/data");
        let encoding = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N"];
        done(server.program("initdb").args(["-D", &data]).args(encoding))?;
        let options = format!("-k {folder} -c listen_addresses= -c fsync=off");
        let log = format!("{folder}/log");
        done(server.program("pg_ctl").args(["-D", &data, "-o", &options, "-l", &log, "-w", "start"]))?;
        Ok(server)
    }

    fn folder(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }

    /// A program of the server; it refuses to be run by root.
    fn program(&self, name: &str) -> Command {
        let path = self.programs.join(name);
        let mut command = if is_root() { Command::new("runuser") } else { Command::new(&path) };
        if is_root() {
            command.args(["-u", "postgres", "--"]).arg(&path);
        }
        command.current_dir("/").stdout(Stdio::null());
        command
    }

    fn psql(&self, database: &str, script: &str) -> Result<String, String> {
        let mut command = Command::new("psql");
        command.args([
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-h",
            self.folder(),
            "-U",
            "postgres",
        ]);
        command.args(["-F", "\u{1f}", "-R", "\u{1e}", "-P", "null=\u{1d}", "-d", database]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("psql: {error}"))?;
        child.stdin.take().unwrap().write_all(script.as_bytes()).map_err(|error| error.to_string())?;
        let output = text(child.wait_with_output().map_err(|error| error.to_string())?)?;
        Ok(output.strip_suffix('\n').map(str::to_owned).unwrap_or(output))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = format!("{}/data", self.folder());
        let stopped = done(self.program("pg_ctl").args(["-D", &data, "-m", "immediate", "stop"]));
        if let Err(why) = stopped {
            eprintln!("a PostgreSQL of this test may still run: {why}");
        }
    }
}

fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok);
    let mut programs: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    programs.sort();
    programs.into_iter().rev().find(|folder| folder.join("initdb").exists())
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    Path::new("/proc/self").metadata().is_ok_and(|own| own.uid() == 0)
}

fn done(command: &mut Command) -> Result<String, String> {
    text(command.output().map_err(|error| format!("{command:?}: {error}"))?)
}

fn text(output: Output) -> Result<String, String> {
    let said = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    if output.status.success() { Ok(said) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

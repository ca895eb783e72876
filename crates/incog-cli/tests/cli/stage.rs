//! A temporary directory with a table in it, and the command run there.

use assert_cmd::Command;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

pub struct Stage {
    folder: TempDir,
}

pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// 24 records: ages 20 to 43, two zips of 12, four diseases in turn.
pub fn people() -> String {
    let row = |n: usize| {
        let zip = if n < 12 { "11323" } else { "20450" };
        let disease = ["flu", "cold", "asthma", "gout"][n % 4];
        format!("person{n},{},{zip},{disease},ward{}\n", 20 + n, n % 3)
    };
    "name,age,zip,disease,ward\n".to_owned() + &(0..24).map(row).collect::<String>()
}

pub const JOB: &str = r#"input = "people.csv"
output = "out.csv"
[columns.name]
role = "identifier"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [6, 12, 24], origin = 20 }
[columns.zip]
role = "quasi-identifier"
[columns.disease]
role = "sensitive"
[privacy]
k-anonymity = 5
"#;

impl Stage {
    /// With `people.csv` and `job.toml`.
    pub fn new() -> Self {
        let stage = Self { folder: tempfile::tempdir().unwrap() };
        stage.write("people.csv", people().as_bytes());
        stage.write("job.toml", JOB.as_bytes());
        stage
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    /// A file with a secret, which only its owner may read.
    #[cfg(unix)]
    pub fn write_secret(&self, name: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt;
        self.write(name, text.as_bytes());
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o600)).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = Command::cargo_bin("incog").unwrap();
        let output = command.current_dir(self.folder.path()).args(arguments).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Ran { code: output.status.code().unwrap(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

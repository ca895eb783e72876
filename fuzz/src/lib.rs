//! What the targets share: a file in memory that holds the input, and what every table that is read
//! must be.

pub mod releases;

use incog_data::Table;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A folder of this process, in memory where the system has such a place.
pub static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let folder = parent.join(format!("incog-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for inputs can be made");
    folder
});

/// Writes `bytes` as the file `name` in [`FOLDER`].
pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = FOLDER.join(name);
    std::fs::write(&path, bytes).expect("an input can be written");
    path
}

/// Reads `bytes` as a table in a file of that name, and checks what every table is.
pub fn read_table(name: &str, bytes: &[u8]) {
    let read = incog_io::read_table(file(name, bytes), &incog_io::ReadOptions::default());
    match read {
        Ok(file) => check_table(&file.table),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_table(table: &Table) {
    assert!(table.rows() > 0 && !table.columns().is_empty());
    for column in table.columns() {
        assert_eq!(column.codes.len(), table.rows());
        let values = column.dictionary.len();
        assert!(column.codes.iter().all(|code| (code as usize) < values));
        assert!(column.missing.iter().all(|&code| (code as usize) < values));
    }
}

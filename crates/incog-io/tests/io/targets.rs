use incog_data::NarrowCodes;
use incog_io::{OutputColumn, WriteError, WriteOptions, write_atomically, write_table};
use std::fs;
use std::path::Path;
use std::process::Command;

fn write(path: &Path, options: &WriteOptions) -> Result<(), WriteError> {
    let columns = [OutputColumn { name: "a", codes: &[0, 0].into(), labels: vec!["x"] }];
    write_table(path, &columns, None, options).map(drop)
}

fn files(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn refusals_leave_everything_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.csv");
    fs::write(&input, "old").unwrap();
    let plain = WriteOptions::default();
    let forced = WriteOptions { force: true, inputs: vec![input.clone()], ..WriteOptions::default() };
    assert!(matches!(write(&input, &plain), Err(WriteError::Exists { .. })));
    assert!(matches!(write(&input, &forced), Err(WriteError::SameAsInput { .. })));
    let link = folder.path().join("link.csv");
    fs::hard_link(&input, &link).unwrap();
    assert!(matches!(write(&link, &forced), Err(WriteError::SameAsInput { .. })));
    assert!(matches!(write(&folder.path().join("no/a.csv"), &plain), Err(WriteError::NoFolder { .. })));
    assert!(matches!(write(&folder.path().join("a.doc"), &plain), Err(WriteError::UnknownEnding { .. })));
    fs::create_dir(folder.path().join("d.csv")).unwrap();
    assert!(matches!(write(&folder.path().join("d.csv"), &forced), Err(WriteError::NotAFile { .. })));
    assert_eq!(fs::read_to_string(&input).unwrap(), "old");
    assert_eq!(files(folder.path()), 3);
}

#[test]
fn failure_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.json");
    fs::write(&path, "old").unwrap();
    let failed = write_atomically(&path, true, |file| {
        file.write_all(b"half")?;
        Err(std::io::Error::other("stop"))
    });
    assert!(matches!(failed, Err(WriteError::Io { .. })));
    assert_eq!((fs::read_to_string(&path).unwrap().as_str(), files(folder.path())), ("old", 1));
    write_atomically(&path, true, |file| file.write_all(b"new")).unwrap();
    assert_eq!((fs::read_to_string(&path).unwrap().as_str(), files(folder.path())), ("new", 1));
}

#[cfg(unix)]
#[test]
fn new_files_have_the_permissions_of_new_files() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (plain, ours) = (folder.path().join("plain"), folder.path().join("a.csv"));
    fs::write(&plain, "").unwrap();
    write(&ours, &WriteOptions::default()).unwrap();
    assert_eq!(mode(&ours), mode(&plain));
}

#[test]
fn full_disk() {
    let codes: NarrowCodes = (0..200_000).collect();
    let labels: Vec<String> =
        codes.iter().map(|code| format!("{}", u64::from(code).wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    let columns =
        [OutputColumn { name: "a", codes: &codes, labels: labels.iter().map(String::as_str).collect() }];
    let folder = tempfile::tempdir().unwrap();
    let mount =
        |arguments: &[&str]| Command::new(arguments[0]).args(&arguments[1..]).arg(folder.path()).output();
    let mounted = mount(&["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs"]);
    if !mounted.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: a tmpfs cannot be mounted here");
        return;
    }
    let results: Vec<_> = ["a.csv", "a.csv.gz", "a.csv.zst", "a.parquet", "a.arrow"]
        .map(|name| (name, write_table(folder.path().join(name), &columns, None, &WriteOptions::default())))
        .into();
    let left = files(folder.path());
    mount(&["umount"]).unwrap();
    for (name, result) in results {
        assert!(matches!(result, Err(WriteError::DiskFull { .. })), "{name}: {result:?}");
    }
    assert_eq!(left, 0);
}

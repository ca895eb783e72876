//! A disk that is full at any moment leaves everything as it was.
#![cfg(unix)]
#![allow(clippy::print_stderr)]

use crate::stage::{JOB, Stage};
use std::process::Command;

/// A small disk in memory at `small/`; `None` where none can be mounted.
struct SmallDisk<'a>(&'a Stage);

impl<'a> SmallDisk<'a> {
    fn mount(stage: &'a Stage, kibibytes: u32) -> Option<Self> {
        let size = format!("size={kibibytes}k,mode=0777");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(stage.path("small"));
        mount.output().is_ok_and(|output| output.status.success()).then_some(Self(stage))
    }

    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path("small")).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(self.0.path("small")).status();
        assert!(unmounted.is_ok_and(|status| status.success()));
    }
}

#[test]
fn whole_or_not_at_all() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path("small")).unwrap();
    stage.write("job.toml", JOB.replace("out.csv", "small/out.csv").as_bytes());
    let (mut full, mut whole) = (0, 0);
    for kibibytes in (8..=256).step_by(8) {
        let Some(disk) = SmallDisk::mount(&stage, kibibytes) else {
            eprintln!("skipped: a tmpfs cannot be mounted here");
            return;
        };
        let ran = stage.run(&["anonymize", "job.toml", "--trace", "small/trace.csv"]);
        match ran.code {
            0 => {
                whole += 1;
                let all = ["out.csv", "out.csv.report.html", "out.csv.report.json", "trace.csv"];
                assert_eq!(disk.files(), all);
                // With the old files there the disk may be too small for the new ones, and they
                // stay.
                let old = std::fs::read(stage.path("small/out.csv")).unwrap();
                let again = stage.run(&["anonymize", "job.toml", "--force", "--seed", "2"]);
                assert!(again.code == 0 || again.err.contains("no space left on the disk"), "{}", again.err);
                assert!(again.code == 0 || std::fs::read(stage.path("small/out.csv")).unwrap() == old);
                assert_eq!(disk.files(), all);
            }
            _ => {
                full += 1;
                assert!(ran.err.contains("no space left on the disk"), "{}", ran.err);
                assert_eq!(disk.files(), [""; 0], "{kibibytes}");
            }
        }
    }
    assert!(full > 0 && whole > 0, "{full} {whole}");
}

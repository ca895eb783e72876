//! Paths as they are told: seen from the folder that a job or a report is in.

use std::path::{Component, Path, PathBuf};

/// `path` as seen from `folder`, with forward slashes; unchanged when no way leads there.
pub fn path_from(path: &Path, folder: &Path) -> String {
    let absolute = |path: &Path| {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
    };
    let (path, folder) = (normal(&absolute(path)), normal(&absolute(folder)));
    let shared = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| "..".to_owned());
    let down = path.components().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The path without `.` and `..`, as written: links are not followed.
fn normal(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                whole.pop();
            }
            other => whole.push(other),
        }
    }
    whole
}

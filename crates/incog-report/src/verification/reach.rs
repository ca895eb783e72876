//! Which files a verifier opens.

use incog_io::{is_same_file, path_from};
use std::error::Error;
use std::fmt::{Display, Formatter};
use std::path::{Path, PathBuf};

/// The files that may be opened for a report: those in its folder, and those that the verifier
/// names.
///
/// Anybody may have written a report. So a path in it opens nothing outside of the folder that it
/// came in, also not through a link: a file elsewhere is opened when the verifier names it, or
/// names a job file that does.
#[derive(Debug, Clone)]
pub struct Reach {
    folder: PathBuf,
    named: Vec<PathBuf>,
}

impl Reach {
    /// The reach of a report in this folder, with the files that the verifier has `named`.
    pub fn new(folder: &Path, named: impl IntoIterator<Item = PathBuf>) -> Self {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        Self { folder: folder.to_owned(), named: named.into_iter().collect() }
    }

    /// Whether a file may be opened.
    pub fn allows(&self, file: &Path) -> bool {
        self.is_beside(file) || self.named.iter().any(|named| is_same_file(named, file))
    }

    /// Refuses a file that may not be opened; `flag` says what names it.
    ///
    /// # Errors
    /// [`OutsideReport`].
    pub fn check(&self, file: &Path, flag: &'static str) -> Result<(), OutsideReport> {
        if self.allows(file) { Ok(()) } else { Err(OutsideReport { path: file.to_owned(), flag }) }
    }

    fn is_beside(&self, file: &Path) -> bool {
        match (file.canonicalize(), self.folder.canonicalize()) {
            (Ok(file), Ok(folder)) => file.starts_with(folder),
            // What is not there is not opened either; its path alone says where it would be.
            _ => !path_from(file, &self.folder).split('/').any(|part| part == ".."),
        }
    }
}

/// A report names a file outside of its folder, and nobody else does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutsideReport {
    /// The file.
    pub path: PathBuf,
    /// The flags that name it.
    pub flag: &'static str,
}

impl Display for OutsideReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}: the report names this file, which is not in its folder, and a report does not decide which files are \
             opened; if it is the right one, name it: {}",
            self.path.display(),
            self.flag
        )
    }
}

impl Error for OutsideReport {}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_elsewhere_has_to_be_named() {
        let place = tempfile::tempdir().unwrap();
        let (own, other) = (place.path().join("own"), place.path().join("other"));
        fs::create_dir_all(own.join("data")).unwrap();
        fs::create_dir(&other).unwrap();
        let [near, far] = [own.join("data/in.csv"), other.join("in.csv")];
        fs::write(&near, "a").unwrap();
        fs::write(&far, "a").unwrap();
        let reach = Reach::new(&own, []);
        assert!(reach.allows(&near) && reach.allows(&own.join("data/../none.csv")));
        for outside in
            [far.clone(), own.join("../other/in.csv"), own.join("../none.csv"), "/etc/passwd".into()]
        {
            assert!(!reach.allows(&outside), "{outside:?}");
        }
        assert!(Reach::new(&own, [far.clone()]).allows(&own.join("../other/in.csv")));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&far, own.join("link.csv")).unwrap();
            assert!(!reach.allows(&own.join("link.csv")), "a link leads out of the folder");
        }
        assert!(!Reach::new(Path::new(""), []).allows(&far), "an empty folder is the current one, not all");
    }
}

//! Files that appear whole or not at all.

use crate::WriteError;
use crate::same_file::{check_not_read, folder_of};
use arrow_schema::ArrowError;
use parquet::errors::ParquetError;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub path: PathBuf,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Calls `fill` with a writer and puts what it wrote at `path`, whole or not at all.
///
/// The bytes go to a temporary file in the folder of `path` that only its owner can read. When
/// `fill` succeeds, they are flushed to the disk, and the file gets the permissions of a new file
/// and is renamed. When anything fails, the temporary file is removed, and a file that was at
/// `path` stays as it was.
///
/// # Errors
/// [`WriteError::Exists`] unless `force`; [`WriteError::DiskFull`] and the others as they come.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use std::io::Write;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("report.json");
/// let written = incog_io::write_atomically(&path, false, |file| file.write_all(b"{}"))?;
/// assert_eq!(written.bytes, 2);
/// # Ok(()) }
/// ```
pub fn write_atomically(
    path: impl AsRef<Path>,
    force: bool,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Written, WriteError> {
    let path = path.as_ref();
    let put = Put { force, inputs: &[], lasting: true };
    replace(path, put, |file| fill(file).map_err(|source| io_error(path, source)))
}

/// The writer that ends up as the output, and keeps count of its bytes. No digest is made of them
/// here: that of a release is made of the bytes that are read again to be measured.
#[derive(Debug)]
pub(crate) struct Target {
    file: io::BufWriter<File>,
    bytes: u64,
}

impl Write for Target {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let count = self.file.write(buffer)?;
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// How a file is put at its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Put<'a> {
    /// Whether it may take the place of another one.
    pub force: bool,
    /// Files that it must not replace in any case.
    pub inputs: &'a [PathBuf],
    /// Whether it is on the disk when it is there.
    pub lasting: bool,
}

/// As [`write_atomically`].
pub(crate) fn replace(
    path: &Path,
    Put { force, inputs, lasting }: Put<'_>,
    fill: impl FnOnce(&mut Target) -> Result<(), WriteError>,
) -> Result<Written, WriteError> {
    let folder = check(path, force, inputs)?;
    let fail = |source| io_error(path, source);
    let permissions = permissions_of_new_files(&folder).map_err(fail)?;
    let (file, temporary) = tempfile::Builder::new()
        .prefix(".incog-")
        .suffix(".part")
        .tempfile_in(&folder)
        .map_err(fail)?
        .into_parts();
    let mut target = Target { file: io::BufWriter::with_capacity(256 << 10, file), bytes: 0 };
    fill(&mut target)?;
    target.flush().map_err(fail)?;
    let file = target.file.get_ref();
    file.set_permissions(permissions).map_err(fail)?;
    if lasting {
        file.sync_all().map_err(fail)?;
    }
    let renamed = if force { temporary.persist(path) } else { temporary.persist_noclobber(path) };
    renamed.map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => WriteError::Exists { path: path.into() },
        _ => fail(error.error),
    })?;
    if lasting {
        sync_folder(&folder);
    }
    Ok(Written { path: path.into(), bytes: target.bytes })
}

/// The folder of the output, when the output may be written there.
pub(crate) fn check(path: &Path, force: bool, inputs: &[PathBuf]) -> Result<PathBuf, WriteError> {
    check_not_read(path, inputs)?;
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(WriteError::NoFolder { path: path.into(), folder });
    }
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) || path.file_name().is_none() {
        return Err(WriteError::NotAFile { path: path.into() });
    }
    if !force && fs::symlink_metadata(path).is_ok() {
        return Err(WriteError::Exists { path: path.into() });
    }
    Ok(folder)
}

/// The permissions that the system gives a new file here: an empty one is made and looked at, since
/// there is no other portable way to learn the umask.
fn permissions_of_new_files(folder: &Path) -> io::Result<fs::Permissions> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let probe = builder.prefix(".incog-").tempfile_in(folder)?;
    Ok(probe.as_file().metadata()?.permissions())
}

/// Makes the rename lasting. The file itself is already safe, so it is no failure if the system
/// cannot do this.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// The error for what the operating system says.
pub(crate) fn io_error(path: &Path, source: io::Error) -> WriteError {
    if is_full(&source) {
        return WriteError::DiskFull { path: path.into() };
    }
    WriteError::Io { path: path.into(), source }
}

/// The error for what arrow-rs says; behind it may be that the disk is full.
pub(crate) fn arrow_error(path: &Path, source: ArrowError) -> WriteError {
    match source {
        ArrowError::IoError(_, source) => io_error(path, source),
        source => WriteError::Columnar { path: path.into(), source },
    }
}

/// As [`arrow_error`].
pub(crate) fn parquet_error(path: &Path, source: ParquetError) -> WriteError {
    match source {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(source) => io_error(path, *source),
            Err(inner) => arrow_error(path, ArrowError::ParquetError(inner.to_string())),
        },
        source => arrow_error(path, ArrowError::ParquetError(source.to_string())),
    }
}

fn is_full(error: &io::Error) -> bool {
    let full = |kind| matches!(kind, io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    full(error.kind())
        || error.source().and_then(|source| source.downcast_ref::<io::Error>()).is_some_and(is_full)
}

//! Where engines are, as a job says it: never with what only its owner may know.

use thiserror::Error;

/// The engines that can be connected to, as jobs call them.
pub const ENGINES: [&str; 2] = ["postgresql", "duckdb"];

/// Why an address is refused. Nothing of the address is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AddressError {
    /// It has a password.
    #[error(
        "the address seems to contain a password; remove it, and set it in the environment (PGPASSWORD), \
         in ~/.pgpass, or in a service file (uri = \"postgresql:///?service=NAME\")"
    )]
    Secret,
    /// It has a key that may be secret, for all that is known.
    #[error(
        "the address has a key other than host, hostaddr, port, dbname, user, service, sslmode, \
         sslrootcert, application_name, connect_timeout and target_session_attrs; put other keys into a \
         service file (uri = \"postgresql:///?service=NAME\")"
    )]
    Key,
    /// It is no address.
    #[error(
        "this is not an address; expected \"postgresql://HOST/DATABASE\" or \
        \"postgresql:///?service=NAME\""
    )]
    Form,
    /// It stands where no address belongs.
    #[error(
        "write the address of a server as input = {{ adbc = \"postgresql\", uri = \
         \"postgresql://HOST/DATABASE\", table = \"NAME\" }}"
    )]
    Misplaced,
    /// It is no file.
    #[error("this is not a file; expected the file of a database, such as \"study.duckdb\"")]
    NoFile,
}

/// Keys of an address that tell no secret; others are refused, so that no new one slips through.
const KEYS: [&str; 11] = [
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "service",
    "sslmode",
    "sslrootcert",
    "application_name",
    "connect_timeout",
    "target_session_attrs",
];

/// Checks the address of an engine, which stands in a job, so that everybody who may see the job
/// may see it.
///
/// PostgreSQL takes an address of libpq in its form as a URI
/// (<https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>), whose user may have
/// no password and whose keys are some that have no secret. DuckDB takes the name of a file.
///
/// ```
/// use incog_engine::{AddressError, check_address};
/// assert_eq!(check_address("postgresql", "postgresql://db.example/study?sslmode=verify-full"), Ok(()));
/// assert_eq!(check_address("postgresql", "postgresql://me:secret@db.example/study"), Err(AddressError::Secret));
/// assert_eq!(check_address("duckdb", "md:study?motherduck_token=secret"), Err(AddressError::NoFile));
/// ```
///
/// # Errors
/// When it may have a secret, or is no address.
pub fn check_address(engine: &str, uri: &str) -> Result<(), AddressError> {
    if engine == "postgresql" { postgresql(uri) } else { file(uri) }
}

fn postgresql(uri: &str) -> Result<(), AddressError> {
    let rest = uri.strip_prefix("postgresql://").or_else(|| uri.strip_prefix("postgres://"));
    let rest = rest.ok_or(if uri.to_lowercase().contains("pass") {
        AddressError::Secret
    } else {
        AddressError::Form
    })?;
    // A fragment is no part of such an address, and a password may have any of these signs.
    if rest.chars().any(|character| character.is_control() || character.is_whitespace() || character == '#') {
        return Err(AddressError::Secret);
    }
    let (place, keys) = rest.split_once('?').unwrap_or((rest, ""));
    // The last @, as a password may have one.
    if let Some((user, _)) = place.rsplit_once('@')
        && (user.contains(':') || user.contains('/') || user.to_lowercase().contains("%3a"))
    {
        return Err(AddressError::Secret);
    }
    if keys.contains('@') {
        return Err(AddressError::Secret);
    }
    for key in keys.split('&').filter(|key| !key.is_empty()) {
        let key = key.split_once('=').map_or(key, |(key, _)| key);
        // libpq decodes names of keys, too; so one with a percent sign may be any.
        if !KEYS.contains(&key) {
            return Err(if key.to_lowercase().contains("pass") {
                AddressError::Secret
            } else {
                AddressError::Key
            });
        }
    }
    Ok(())
}

/// Addresses of other places than files may have a token.
fn file(uri: &str) -> Result<(), AddressError> {
    let is_windows_path = uri.as_bytes().get(1) == Some(&b':') && uri.as_bytes()[0].is_ascii_alphabetic();
    let rest = if is_windows_path { &uri[2..] } else { uri };
    if uri.is_empty() || rest.contains(':') || uri.contains('?') || uri.contains('\0') {
        return Err(AddressError::NoFile);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_a_password_is_refused_and_not_told() {
        let secret = [
            "postgresql://me:s3cret@db/study",
            "postgresql://me:s3cret@/study",
            "postgresql://me:s3@cret@db/study",
            "postgresql://me:s3/cret@db/study",
            "postgresql://me%3as3cret@db/study",
            "postgresql://db/study?password=s3cret",
            "postgresql://db/study?user=me&password=s3cret",
            "postgresql://db/study?sslpassword=s3cret",
            "postgresql://db/study?p%61ssword=s3cret",
            "postgresql://db/study?options=-csecret=s3cret",
            "postgresql://me:s3?cret@db/study",
            "postgresql://me:s3#cret@db/study",
            "host=db password=s3cret",
            "postgresql:me:s3cret@db",
        ];
        for uri in secret {
            let refused = check_address("postgresql", uri).expect_err(uri);
            assert!(!format!("{refused} {refused:?}").contains("s3"), "{uri}: {refused}");
        }
        for uri in ["md:x?motherduck_token=s3", "s3://key:s3@bucket/x.duckdb", ":memory:", "", "a?b"] {
            assert_eq!(check_address("duckdb", uri), Err(AddressError::NoFile), "{uri}");
        }
    }

    #[test]
    fn addresses_without_secrets_are_taken() {
        for uri in [
            "postgresql://",
            "postgresql:///study",
            "postgres://me@db.example:5433/study",
            "postgresql://a,b:5433/study?target_session_attrs=read-write",
            "postgresql:///study?host=/var/run/postgresql&user=me",
            "postgresql:///?service=study",
            "postgresql://[::1]:5432/study",
        ] {
            assert_eq!(check_address("postgresql", uri), Ok(()), "{uri}");
        }
        for uri in ["study.duckdb", "/data/study.duckdb", r"C:\data\study.duckdb", "../a b/ö.db"] {
            assert_eq!(check_address("duckdb", uri), Ok(()), "{uri}");
        }
    }
}

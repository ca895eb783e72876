//! What an engine says is wrong, in words of our own.

use adbc_core::error::{Error, Status};
use std::fmt;

/// What an engine says is wrong: the code of the error, and what that means. The text that the
/// driver has for it is not kept, as it may have values of the table, addresses, or names of users.
///
/// ```
/// let fault = incog_engine::Fault::of_sqlstate("42P01");
/// assert_eq!(fault.to_string(), "this table does not exist, or you may not read it (SQLSTATE 42P01)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The SQLSTATE (ISO/IEC 9075, 2023), where the driver gives one.
    sqlstate: Option<String>,
    /// What it means.
    meaning: &'static str,
    lost: bool,
}

const LOST: &str = "the connection was lost";
const NO_TABLE: &str = "this table does not exist, or you may not read it";
const EXISTS: &str = "the table already exists";
const FULL: &str = "the disk of the database server is full";

/// What codes mean; the longest beginning that fits counts. The codes are those of PostgreSQL's
/// appendix A (<https://www.postgresql.org/docs/15/errcodes-appendix.html>), most of them those of
/// the standard.
const MEANINGS: [(&str, &str); 27] = [
    ("08", LOST),
    ("0A", "the database does not support this"),
    ("21", "the statement does not match the table"),
    ("22", "a value does not match its type, or the result differs from the decided release"),
    ("23", "a constraint of a table forbids this"),
    ("25", "the transaction had already ended"),
    ("25006", "the server or the connection is read-only"),
    ("28", "the user or the password is wrong"),
    ("3D", "this database does not exist"),
    ("3F", "this schema does not exist"),
    ("40", "another transaction interfered; try again"),
    ("42", "the statement does not match the existing tables"),
    ("42501", "the user lacks the permission for this"),
    ("42601", "the database cannot parse the statement"),
    ("42703", "this column does not exist"),
    (
        "42883",
        "values of some type cannot be compared for equality, so they cannot be counted (leave that column \
         out), or a query calls a function that does not exist",
    ),
    ("42P01", NO_TABLE),
    ("42P07", EXISTS),
    ("42P06", "the schema already exists"),
    ("53", "the database lacks memory, disk space or connections"),
    ("53100", FULL),
    ("53300", "the database has too many connections"),
    ("54", "the table or the statement is too large for the database"),
    ("55", "the table is in use, or its state does not allow this"),
    ("57", "the statement was cancelled"),
    ("57P", LOST),
    ("58", "the database cannot access its files"),
];

/// What texts of drivers that give no code begin with or have in them, and what that means. Only
/// the meaning is told.
const PHRASES: [(&str, &str); 21] = [
    ("password authentication failed", "the user or the password is wrong"),
    (
        "no password supplied",
        "a password is required; set it in the environment (PGPASSWORD), in ~/.pgpass, or in a service file",
    ),
    ("definition of service", "the service file does not have this service"),
    ("Connection refused", "no server listens at this address"),
    ("could not translate host name", "no host has this name"),
    ("timeout expired", "the server did not answer in time"),
    ("server closed the connection", LOST),
    ("connection to server was lost", LOST),
    ("no connection to the server", LOST),
    ("terminating connection", LOST),
    ("connection not open", LOST),
    ("could not receive data", LOST),
    ("could not send data", LOST),
    ("Could not set lock on file", "another program has the database open"),
    ("Conflicting lock", "another program has the database open"),
    ("already exists", EXISTS),
    ("No space left", FULL),
    ("does not exist", NO_TABLE),
    ("Conversion Error", "a value does not match its type, or the result differs from the decided release"),
    ("Out of Memory", "the database lacks memory"),
    ("read-only mode", "the database is open for reading only"),
];

impl Fault {
    /// The fault with this SQLSTATE.
    pub fn of_sqlstate(sqlstate: &str) -> Self {
        let fitting = MEANINGS.iter().filter(|(code, _)| sqlstate.starts_with(code));
        let meaning = fitting.max_by_key(|(code, _)| code.len());
        let meaning = meaning.map_or("an error that incog has no description for", |(_, meaning)| meaning);
        Self { sqlstate: Some(sqlstate.to_owned()), meaning, lost: meaning == LOST }
    }

    /// A connection that is gone.
    pub fn lost() -> Self {
        Self { sqlstate: None, meaning: LOST, lost: true }
    }

    /// What a driver says.
    pub(crate) fn from_error(error: &Error) -> Self {
        if let Some(sqlstate) = sqlstate(error) {
            return Self::of_sqlstate(&sqlstate);
        }
        let phrase = PHRASES.iter().find(|(phrase, _)| error.message.contains(phrase));
        let meaning = phrase.map_or_else(|| of_status(error.status), |(_, meaning)| meaning);
        Self { sqlstate: None, meaning, lost: meaning == LOST }
    }

    /// Whether the user, or anybody there, is not allowed to write.
    pub(crate) fn forbids_writing(&self) -> bool {
        matches!(self.sqlstate.as_deref(), Some("25006" | "42501"))
    }

    /// Whether the connection is gone.
    pub fn is_lost(&self) -> bool {
        self.lost
    }
}

/// The code of an error, if it has one that says something.
fn sqlstate(error: &Error) -> Option<String> {
    let code: String = error.sqlstate.iter().map(|&byte| char::from(byte as u8)).collect();
    let is_code = code.chars().all(|character| character.is_ascii_digit() || character.is_ascii_uppercase());
    Some(code).filter(|code| is_code && code != "00000")
}

fn of_status(status: Status) -> &'static str {
    match status {
        Status::NotFound => NO_TABLE,
        Status::AlreadyExists => EXISTS,
        Status::Unauthenticated => "the user or the password is wrong",
        Status::Unauthorized => "the user lacks the permission for this",
        Status::Cancelled | Status::Timeout => "the statement was cancelled",
        Status::NotImplemented => "the database does not support this",
        Status::IO => {
            "the database cannot be reached; check the address, and whether another program has the database \
             open"
        }
        Status::InvalidData | Status::Integrity => "a value does not fit",
        _ => {
            "the statement does not match the existing tables, or the database failed; its log has more \
             details"
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meaning)?;
        self.sqlstate.as_ref().map_or(Ok(()), |sqlstate| write!(f, " (SQLSTATE {sqlstate})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(message: &str, sqlstate: &[u8; 5]) -> Error {
        let mut error = Error::with_message_and_status(message, Status::Internal);
        error.sqlstate = sqlstate.map(|byte| byte as std::ffi::c_char);
        error
    }

    #[test]
    fn no_text_of_a_driver_is_told() {
        for sqlstate in [b"\0\0\0\0\0", b"22P02", b"00000", b"a\x1bcde", b"42P01"] {
            for message in
                ["invalid input: \"Mrs Smith\"", "password authentication failed for user \"smith\""]
            {
                let told = format!("{0} {0:?}", Fault::from_error(&error(message, sqlstate)));
                assert!(!told.to_lowercase().contains("smith") && !told.contains('\x1b'), "{told}");
            }
        }
    }

    #[test]
    fn who_may_not_write_is_known_by_the_code() {
        for (sqlstate, forbids) in [("42501", true), ("25006", true), ("25P02", false), ("42P01", false)] {
            assert_eq!(Fault::of_sqlstate(sqlstate).forbids_writing(), forbids, "{sqlstate}");
        }
        let standby = Fault::of_sqlstate("25006").to_string();
        assert_eq!(standby, "the server or the connection is read-only (SQLSTATE 25006)");
    }

    #[test]
    fn the_longest_code_counts() {
        assert!(Fault::of_sqlstate("57P01").is_lost() && Fault::of_sqlstate("08006").is_lost());
        assert!(!Fault::of_sqlstate("57014").is_lost());
        assert_eq!(
            Fault::from_error(&error("x", b"42P07")).to_string(),
            "the table already exists (SQLSTATE 42P07)"
        );
        assert!(Fault::from_error(&error("[libpq] no connection to the server\n", b"\0\0\0\0\0")).is_lost());
    }
}

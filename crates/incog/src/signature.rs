//! Detached signatures of reports, for people who want to answer for a report.
//!
//! A report contains the digests of its release and of its page, so one signature covers all three.
//! Signatures and keys are those of [minisign](https://jedisct1.github.io/minisign/) (Ed25519),
//! whose own program can check and make them.

use crate::IncogError;
use crate::ReportFileError;
use incog_io::{FileFault, Staging, WholeFile, beside};
use minisign::{KeyPair, PublicKeyBox, SecretKeyBox, SignatureBox};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// The path of the signature of a report: `REPORT.minisig`.
pub fn signature_path(report: &Path) -> PathBuf {
    beside(report, ".minisig")
}

fn unreadable(path: &Path) -> impl FnOnce(FileFault) -> IncogError {
    move |fault| IncogError::ReportFile(ReportFileError::Unreadable { path: path.to_owned(), fault })
}

/// The password in the first line of a file.
///
/// # Errors
/// When the file cannot be read.
pub fn read_password(path: &Path) -> Result<String, IncogError> {
    let text = WholeFile::KEY.read_text(path).map_err(unreadable(path))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Makes a pair of keys: `path`, which only its owner may read, and `path.pub`.
///
/// With a password, the secret key cannot be used without it. Existing files are refused.
///
/// # Errors
/// When a file exists or cannot be written.
pub fn new_key(path: &Path, password: Option<String>) -> Result<PathBuf, IncogError> {
    let failed =
        |what: String| IncogError::ReportFile(ReportFileError::Signature { path: path.to_owned(), what });
    let pair = match &password {
        Some(password) => KeyPair::generate_encrypted_keypair(Some(password.clone())),
        None => KeyPair::generate_unencrypted_keypair(),
    };
    let pair = pair.map_err(|error| failed(error.to_string()))?;
    let secret = pair.sk.to_box(Some("incog secret key")).map_err(|error| failed(error.to_string()))?;
    let public = pair.pk.to_box().map_err(|error| failed(error.to_string()))?;
    let public_path = beside(path, ".pub");
    let staging = Staging::take(vec![path.to_owned(), public_path.clone()], false, &[])?;
    staging.write(0, secret.into_string())?;
    staging.keep_private(0)?;
    staging.write(1, public.into_string())?;
    staging.commit()?;
    Ok(public_path)
}

/// Signs a report with a secret key; returns the path of the signature.
///
/// `password` is called when the key has one.
///
/// # Errors
/// When the report or the key cannot be read, the key is not valid, or there is already a
/// signature.
pub fn sign(
    report: &Path,
    key: &Path,
    password: impl FnOnce() -> Option<String>,
    force: bool,
) -> Result<PathBuf, IncogError> {
    let failed = |path: &Path, what: String| {
        IncogError::ReportFile(ReportFileError::Signature { path: path.to_owned(), what })
    };
    let text = WholeFile::KEY.read_text(key).map_err(unreadable(key))?;
    let boxed = || SecretKeyBox::from_string(&text).map_err(|error| failed(key, error.to_string()));
    let secret = match boxed()?.into_unencrypted_secret_key() {
        Ok(secret) => secret,
        Err(_) => {
            let password = password().unwrap_or_default();
            boxed()?.into_secret_key(Some(password)).map_err(|error| failed(key, error.to_string()))?
        }
    };
    let bytes = WholeFile::REPORT.read(report).map_err(unreadable(report))?;
    let name = report.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let signed = minisign::sign(
        None,
        &secret,
        Cursor::new(bytes),
        Some(&format!("file:{name}")),
        Some("incog report"),
    );
    let signature = signed.map_err(|error| failed(report, error.to_string()))?;
    let path = signature_path(report);
    let staging = Staging::take(vec![path.clone()], force, &[report.to_owned(), key.to_owned()])?;
    staging.write(0, signature.into_string())?;
    staging.commit()?;
    Ok(path)
}

/// Whether a report has a signature made with the secret key of this public key, and if not, why
/// not.
///
/// # Errors
/// When the public key cannot be read. A missing or malformed signature counts as a "no".
pub fn check(report: &Path, public_key: &Path) -> Result<Result<(), String>, IncogError> {
    let failed = |what: String| {
        IncogError::ReportFile(ReportFileError::Signature { path: public_key.to_owned(), what })
    };
    let text = WholeFile::KEY.read_text(public_key).map_err(unreadable(public_key))?;
    let key = PublicKeyBox::from_string(&text).and_then(PublicKeyBox::into_public_key);
    let key = key.map_err(|error| failed(error.to_string()))?;
    let bytes = WholeFile::REPORT.read(report).map_err(unreadable(report))?;
    let signature = WholeFile::KEY.read_text(signature_path(report)).ok();
    let Some(signature) = signature.and_then(|text| SignatureBox::from_string(&text).ok()) else {
        return Ok(Err("there is no signature (.minisig) beside it".to_owned()));
    };
    Ok(minisign::verify(&key, &signature, Cursor::new(bytes), true, false, false)
        .map_err(|error| error.to_string()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_signature_holds_for_its_report_and_key_alone() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("r.json"), "{}").unwrap();
        for (name, password) in [("plain", None), ("locked", Some("password".to_owned()))] {
            let public = new_key(&at(name), password.clone()).unwrap();
            assert!(new_key(&at(name), None).is_err(), "a key is never replaced");
            assert!(check(&at("r.json"), &public).unwrap().is_err());
            sign(&at("r.json"), &at(name), || password.clone(), false).unwrap();
            assert_eq!(check(&at("r.json"), &public).unwrap(), Ok(()));
            assert!(
                sign(&at("r.json"), &at(name), || password.clone(), false).is_err(),
                "refused without force"
            );
            sign(&at("r.json"), &at(name), || password, true).unwrap();
            let other = new_key(&at(&format!("{name}.other")), None).unwrap();
            assert!(check(&at("r.json"), &other).unwrap().is_err());
            fs::write(at("r.json"), "{ }").unwrap();
            assert!(check(&at("r.json"), &public).unwrap().is_err());
            fs::write(at("r.json"), "{}").unwrap();
            fs::remove_file(signature_path(&at("r.json"))).unwrap();
        }
        assert!(sign(&at("r.json"), &at("locked"), || Some("wrong".to_owned()), false).is_err());
        // A key with the name of the signature stays a key.
        fs::rename(at("plain"), signature_path(&at("r.json"))).unwrap();
        assert!(sign(&at("r.json"), &signature_path(&at("r.json")), || None, true).is_err());
        assert!(fs::read_to_string(signature_path(&at("r.json"))).unwrap().contains("secret key"));
    }
}

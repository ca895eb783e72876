//! Photographs, fingerprints, voices: names of files that hold them.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

pub(super) const IMAGE: Detector = Detector {
    kind: ValueKind::Image,
    name: "file of a picture, voice or fingerprint",
    recognizes: "names of files that end as pictures, sound, video, DICOM or fingerprints do",
    reference: "HIPAA Safe Harbor (P), (Q); ANSI/NIST-ITL (WSQ)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.3,
    chance: 0.0,
    recognizer: Recognizer::Value(is_image_file),
};

const ENDINGS: [&str; 18] = [
    "jpg", "jpeg", "png", "gif", "tif", "tiff", "bmp", "webp", "heic", "dcm", "dicom", "nii", "wsq", "wav",
    "mp3", "mp4", "avi", "mov",
];

fn is_image_file(text: &str) -> bool {
    let text = text.strip_suffix(".gz").unwrap_or(text);
    let Some((name, ending)) = text.rsplit_once('.') else { return false };
    !name.is_empty() && ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

#[test]
fn names_of_files() {
    assert!(is_image_file("photos/anna_1.JPG") && is_image_file("f01.wsq") && is_image_file("brain.nii.gz"));
    assert!(
        !is_image_file(".jpg")
            && !is_image_file("jpg")
            && !is_image_file("3.5")
            && !is_image_file("report.pdf")
    );
}

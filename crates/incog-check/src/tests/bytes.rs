//! Real files, and all changes of one byte: nothing stops the checker, and what is still proved is
//! still true.

use crate::{CheckFinding, CheckVerdict, CheckedFiles, check};

struct RealFiles {
    release: Vec<u8>,
    report: Vec<u8>,
    original: Vec<u8>,
    proof: Vec<u8>,
}

impl RealFiles {
    fn read(kind: &str) -> Self {
        let names = ["release.csv", "report.json", "original.csv", "proof.json"];
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files");
        let files = names.map(|name| std::fs::read(format!("{folder}/{kind}/{name}")).unwrap());
        let [release, report, original, proof] = files;
        Self { release, report, original, proof }
    }

    fn check(&self) -> Vec<CheckFinding> {
        let files = CheckedFiles {
            release: &self.release,
            report: &self.report,
            original: Some(&self.original),
            proof: Some(&self.proof),
            ..Default::default()
        };
        check(&files).unwrap_or_default()
    }

    fn part(&mut self, name: &str) -> &mut Vec<u8> {
        match name {
            "release" => &mut self.release,
            "report" => &mut self.report,
            "original" => &mut self.original,
            _ => &mut self.proof,
        }
    }
}

fn verdict(found: &[CheckFinding], claim: &str) -> Option<CheckVerdict> {
    found.iter().find(|finding| finding.claim == claim).map(|finding| finding.verdict)
}

/// All texts that differ in one byte: another one in its place, one more, one less, or a cut.
fn changed(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..bytes.len()).flat_map(move |at| {
        let others = b"\0\"09,-]}[{e.z\n\xff";
        let replaced = others.iter().map(move |&other| {
            let mut new = bytes.to_vec();
            new[at] = other;
            new
        });
        let added = [bytes[at], b'9'].map(|byte| [&bytes[..at], &[byte], &bytes[at..]].concat());
        let less = [[&bytes[..at], &bytes[at + 1..]].concat(), bytes[..at].to_vec()];
        replaced.chain(added).chain(less).filter(move |new| new != bytes)
    })
}

#[test]
fn honest_files_are_proved() {
    for kind in ["boxes", "prices"] {
        let found = RealFiles::read(kind).check();
        assert_eq!(verdict(&found, "bound"), Some(CheckVerdict::Proved), "{kind}: {found:?}");
        assert_eq!(verdict(&found, "records"), Some(CheckVerdict::Proved), "{kind}: {found:?}");
        assert!(found.iter().all(|finding| finding.verdict != CheckVerdict::Refuted), "{kind}: {found:?}");
    }
}

/// Both releases are optimal. So a bound above what they lose is false, whatever the proof says;
/// with a bound just below, which needs the whole proof, most changes are refuted.
#[test]
fn no_change_of_a_proof_proves_too_much() {
    for kind in ["boxes", "prices"] {
        let mut files = RealFiles::read(kind);
        let proof = files.proof.clone();
        let report = String::from_utf8(files.report.clone()).unwrap();
        let (mut all, mut refuted) = (0, 0);
        for new in changed(&proof) {
            files.proof = new;
            files.report = report.clone().into_bytes();
            all += 1;
            refuted += usize::from(verdict(&files.check(), "bound") == Some(CheckVerdict::Refuted));
            // A report that says 1 % more than is so: no proof may prove it.
            files.report = with_better_bound(&report).into_bytes();
            let found = files.check();
            let shown = String::from_utf8_lossy(&files.proof).into_owned();
            assert_ne!(verdict(&found, "bound"), Some(CheckVerdict::Proved), "{kind}: {shown}");
        }
        assert!(refuted * 10 > all * 7, "{kind}: {refuted} of {all}");
    }
}

/// The report with an upper bound that is 1 % better than the release, which is optimal.
fn with_better_bound(report: &str) -> String {
    let (before, after) = report.split_once("\"upper_bound\": ").unwrap();
    let (number, rest) = after.split_once(',').unwrap();
    let bound = number.parse::<f64>().unwrap() * 1.01;
    format!("{before}\"upper_bound\": {bound},{rest}")
}

#[test]
fn no_change_of_a_file_stops_the_checker() {
    for (kind, part) in ["boxes", "prices"]
        .into_iter()
        .flat_map(|kind| ["release", "report", "original"].map(|part| (kind, part)))
    {
        let mut files = RealFiles::read(kind);
        let bytes = files.part(part).clone();
        // The report is long: every fifth change.
        let step = if part == "report" { 5 } else { 1 };
        for new in changed(&bytes).step_by(step) {
            *files.part(part) = new;
            let found = files.check();
            if part == "release" && !found.is_empty() {
                assert_eq!(verdict(&found, "release.sha256"), Some(CheckVerdict::Refuted));
            }
        }
    }
}

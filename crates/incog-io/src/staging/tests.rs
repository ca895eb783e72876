#![allow(clippy::unwrap_used)]

use super::*;
use std::fs;
use tempfile::TempDir;

/// A folder with another in it, for a trace that is elsewhere.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("elsewhere")).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn targets(&self) -> Vec<PathBuf> {
        ["r.csv", "r.csv.json", "elsewhere/trace.csv"].map(|name| self.path(name)).to_vec()
    }

    fn take(&self, force: bool) -> Result<Staging, WriteError> {
        Staging::take(self.targets(), force, &[])
    }

    /// A run that has written all its files, with `word` in each.
    fn written(&self, word: &str) -> Staging {
        let staging = self.take(true).unwrap();
        (0..3).for_each(|target| staging.write(target, word.as_bytes()).unwrap());
        staging
    }

    fn old(&self) {
        self.targets().iter().for_each(|target| fs::write(target, "old").unwrap());
    }

    /// What the targets hold, and whether anything else is there.
    fn found(&self) -> [Option<String>; 3] {
        let names = |folder: &str| -> Vec<String> {
            let entries = fs::read_dir(self.path(folder)).unwrap();
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
        };
        let hidden: Vec<String> =
            names("").into_iter().chain(names("elsewhere")).filter(|name| name.starts_with('.')).collect();
        assert_eq!(hidden, [""; 0]);
        let targets = self.targets();
        [0, 1, 2].map(|target| fs::read_to_string(&targets[target]).ok())
    }
}

/// What a kill leaves behind: the folders as they are now, without their process.
fn leave_behind(place: &Place, staging: Staging, changed: impl FnOnce()) {
    let folders = [place.path(".r.csv.incog"), place.path("elsewhere/.trace.csv.incog")];
    changed();
    let away = tempfile::tempdir_in(place.0.path().parent().unwrap()).unwrap();
    let kept = |folder: usize| away.path().join(folder.to_string());
    (0..2).for_each(|at| fs::rename(&folders[at], kept(at)).unwrap());
    drop(staging);
    (0..2).for_each(|at| fs::rename(kept(at), &folders[at]).unwrap());
}

fn all(word: &str) -> [Option<String>; 3] {
    [0, 1, 2].map(|_| Some(word.to_owned()))
}

#[test]
fn all_appear_or_none() {
    let place = Place::new();
    drop(place.written("new"));
    assert_eq!(place.found(), [None, None, None]);
    place.written("new").commit().unwrap();
    assert_eq!(place.found(), all("new"));
    assert!(matches!(place.take(false), Err(WriteError::Exists { .. })));
    place.written("newer").commit().unwrap();
    assert_eq!(place.found(), all("newer"));
}

/// A target that is written again and again is held all along; what is left when it is let go is
/// the last whole file.
#[test]
fn what_is_put_into_place_again_and_again_stays_taken() {
    let place = Place::new();
    let staging = place.written("first");
    for word in ["first", "second", "third"] {
        (0..3).for_each(|target| staging.write(target, word).unwrap());
        staging.put().unwrap();
        assert_eq!(
            place.targets().iter().map(|path| fs::read_to_string(path).unwrap()).collect::<Vec<_>>(),
            [word, word, word]
        );
        assert!(matches!(place.take(true), Err(WriteError::Taken { .. })));
    }
    (0..3).for_each(|target| staging.write(target, "half of the fou").unwrap());
    drop(staging);
    assert_eq!(place.found(), all("third"));
}

/// What a full disk has left of the decision is not in the way of the next one.
#[test]
fn a_decision_that_could_not_be_written_down_is_made_again() {
    let place = Place::new();
    let staging = place.written("first");
    let part = place.path(".r.csv.incog/commit.part");
    fs::write(&part, "fo").unwrap();
    staging.put().unwrap();
    assert!(!part.exists());
    (0..3).for_each(|target| staging.write(target, "second").unwrap());
    staging.put().unwrap();
    drop(staging);
    assert_eq!(place.found(), all("second"));
}

/// A kill after a file was put into place, and in the middle of the next one.
#[test]
fn a_kill_between_two_files_leaves_the_last_whole_one() {
    let place = Place::new();
    let staging = place.written("first");
    staging.put().unwrap();
    (0..3).for_each(|target| staging.write(target, "half of the sec").unwrap());
    leave_behind(&place, staging, || {});
    place.take(true).unwrap();
    assert_eq!(place.found(), all("first"));
}

#[test]
fn a_target_that_is_taken_is_refused_also_with_force() {
    let place = Place::new();
    let staging = place.written("first");
    for target in place.targets() {
        let second = Staging::take(vec![place.path("other.csv"), target.clone()], true, &[]);
        assert!(matches!(second, Err(WriteError::Taken { path }) if path == target));
    }
    staging.commit().unwrap();
    assert_eq!(place.found(), all("first"));
    place.written("second").commit().unwrap();
    assert_eq!(place.found(), all("second"));
}

/// Any of the files cannot be put into place, and the others replace something or do not.
#[test]
fn one_file_that_cannot_be_put_into_place_takes_all_back() {
    for stuck in 0..3 {
        for replaces in [false, true] {
            let place = Place::new();
            if replaces {
                place.old();
            }
            let staging = place.written("new");
            // A folder took the name while the run went on.
            let target = &place.targets()[stuck];
            let _ = fs::remove_file(target);
            fs::create_dir(target).unwrap();
            let error = staging.commit().unwrap_err();
            assert!(error.to_string().contains(&target.display().to_string()), "{error}");
            fs::remove_dir(target).unwrap();
            let mut expected = if replaces { all("old") } else { [None, None, None] };
            expected[stuck] = None;
            assert_eq!(place.found(), expected, "{stuck} {replaces}");
        }
    }
}

#[test]
fn a_file_that_appeared_meanwhile_is_not_replaced_without_force() {
    for target in 0..3 {
        let place = Place::new();
        let staging = place.take(false).unwrap();
        (0..3).for_each(|target| staging.write(target, b"new").unwrap());
        fs::write(&place.targets()[target], "theirs").unwrap();
        assert!(matches!(staging.commit(), Err(WriteError::Exists { .. })));
        let mut expected = [None, None, None];
        expected[target] = Some("theirs".to_owned());
        assert_eq!(place.found(), expected);
    }
}

#[test]
fn what_was_not_decided_is_removed_by_the_next_run() {
    let place = Place::new();
    place.old();
    leave_behind(&place, place.written("lost"), || {});
    assert!(place.path(".r.csv.incog/new/r.csv").exists());
    assert!(matches!(place.take(false), Err(WriteError::Exists { .. })));
    assert_eq!(place.found(), all("old"));
    // A folder in which not even the list of folders was written.
    fs::create_dir(place.path(".r.csv.incog")).unwrap();
    private_folder(&place.path(".r.csv.incog"));
    place.written("new").commit().unwrap();
    assert_eq!(place.found(), all("new"));
}

/// At every moment between the decision and the last rename.
#[test]
fn what_was_decided_is_carried_out_by_the_next_run() {
    for force in [true, false] {
        for renamed in 0..=3 {
            let place = Place::new();
            if force {
                place.old();
            }
            let staging = place.take(force).unwrap();
            (0..3).for_each(|target| staging.write(target, b"new").unwrap());
            let staged: Vec<PathBuf> = (0..3).map(|target| staging.path(target).to_owned()).collect();
            leave_behind(&place, staging, || {
                fs::write(place.path(".r.csv.incog/commit"), if force { "force" } else { "new" }).unwrap();
                for target in (0..3).rev().take(renamed) {
                    fs::rename(&staged[target], &place.targets()[target]).unwrap();
                }
            });
            let error = place.take(false).unwrap_err();
            assert!(matches!(error, WriteError::Recovered { .. }), "{error}");
            assert_eq!(place.found(), all("new"), "{renamed}");
        }
    }
}

/// A run on the trace alone finds the folder of the run it was part of.
#[test]
fn recovery_begins_at_any_folder_of_the_run() {
    for decided in [true, false] {
        let place = Place::new();
        leave_behind(&place, place.written("new"), || {
            if decided {
                fs::write(place.path(".r.csv.incog/commit"), "new").unwrap();
            }
        });
        drop(Staging::take(vec![place.path("elsewhere/trace.csv")], true, &[]).unwrap());
        assert_eq!(place.found(), if decided { all("new") } else { [None, None, None] });
    }
}

#[test]
fn what_was_decided_does_not_replace_what_came_later() {
    let place = Place::new();
    let staging = place.take(false).unwrap();
    (0..3).for_each(|target| staging.write(target, b"new").unwrap());
    leave_behind(&place, staging, || fs::write(place.path(".r.csv.incog/commit"), "new").unwrap());
    fs::write(place.path("r.csv"), "theirs").unwrap();
    let error = place.take(true).unwrap_err();
    assert!(matches!(error, WriteError::Stuck { .. }), "{error}");
    assert_eq!(fs::read_to_string(place.path("r.csv")).unwrap(), "theirs");
    fs::remove_file(place.path("r.csv")).unwrap();
    assert!(matches!(place.take(false), Err(WriteError::Recovered { .. })));
    assert_eq!(place.found(), all("new"));
}

#[test]
fn nothing_that_is_read_is_written() {
    let place = Place::new();
    let read = place.path("in.csv");
    fs::write(&read, "mine").unwrap();
    let mut names = vec![read.clone(), place.path("elsewhere/../in.csv")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&read, place.path("soft.csv")).unwrap();
        fs::hard_link(&read, place.path("hard.csv")).unwrap();
        std::os::unix::fs::symlink(place.path("elsewhere"), place.path("linked")).unwrap();
        names.extend([place.path("soft.csv"), place.path("hard.csv")]);
    }
    for name in &names {
        for targets in [vec![name.clone()], vec![place.path("r.csv"), name.clone()]] {
            let error = Staging::take(targets, true, std::slice::from_ref(&read)).unwrap_err();
            assert!(matches!(error, WriteError::SameAsInput { .. }), "{error}");
        }
    }
    // A folder that is read as a whole, and a file that is not there yet.
    for name in ["elsewhere/new.plt", "linked/new.plt"].into_iter().filter(|_| cfg!(unix)) {
        let error = Staging::take(vec![place.path(name)], true, &[place.path("elsewhere")]).unwrap_err();
        assert!(matches!(error, WriteError::InsideInput { .. }), "{error}");
    }
    let error = Staging::take(vec![place.path("new.csv")], true, &[place.path("./new.csv")]).unwrap_err();
    assert!(matches!(error, WriteError::SameAsInput { .. }), "{error}");
    let twice = vec![place.path("r.csv"), place.path("elsewhere/../r.csv")];
    assert!(matches!(Staging::take(twice, true, &[]), Err(WriteError::SameTarget { .. })));
}

#[cfg(unix)]
#[test]
fn what_somebody_else_put_there_is_neither_followed_nor_removed() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    fs::write(place.path("precious"), "mine").unwrap();
    symlink(place.path("precious"), place.path(".r.csv.incog-lock")).unwrap();
    assert!(matches!(place.take(true), Err(WriteError::NoLock { .. })));
    fs::remove_file(place.path(".r.csv.incog-lock")).unwrap();
    symlink(place.path("elsewhere"), place.path(".r.csv.incog")).unwrap();
    assert!(matches!(place.take(true), Err(WriteError::ForeignFolder { .. })));
    fs::remove_file(place.path(".r.csv.incog")).unwrap();
    // A folder in which others may write.
    fs::create_dir_all(place.path(".r.csv.incog/new")).unwrap();
    fs::set_permissions(place.path(".r.csv.incog"), std::os::unix::fs::PermissionsExt::from_mode(0o777))
        .unwrap();
    assert!(matches!(place.take(true), Err(WriteError::ForeignFolder { .. })));
    assert_eq!(fs::read_to_string(place.path("precious")).unwrap(), "mine");
}

#[test]
fn the_unfinished_are_removed_once() {
    let place = Place::new();
    let staging = place.written("lost");
    let unfinished = staging.unfinished();
    unfinished.remove();
    assert_eq!(place.found(), [None, None, None]);
    let other = place.written("new");
    // The first run is over: nothing it does touches the second.
    unfinished.remove();
    assert!(staging.commit().is_err());
    other.commit().unwrap();
    assert_eq!(place.found(), all("new"));
}

#[cfg(unix)]
#[test]
fn unfinished_files_are_for_their_owner() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let staging = place.written("new");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&place.path(".r.csv.incog")), 0o700);
    staging.keep_private(2).unwrap();
    staging.commit().unwrap();
    assert_eq!(mode(&place.path("elsewhere/trace.csv")), 0o600);
    assert_ne!(mode(&place.path("r.csv")), 0o600);
}

/// Many threads, one target: only one has it at a time, and each file that appears is whole.
#[test]
fn many_at_once() {
    let place = Place::new();
    let finished = std::thread::scope(|scope| {
        let run = |number: usize| {
            let place = &place;
            move || {
                (0..25)
                    .filter(|_| {
                        let Ok(staging) = place.take(true) else { return false };
                        (0..3)
                            .for_each(|target| staging.write(target, number.to_string().as_bytes()).unwrap());
                        staging.commit().unwrap();
                        true
                    })
                    .count()
            }
        };
        let threads: Vec<_> = (0..4).map(|number| scope.spawn(run(number))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
    });
    assert!(finished > 0);
    let [release, report, trace] = place.found();
    assert!(release.is_some() && release == report && report == trace);
}

fn private_folder(path: &Path) {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    #[cfg(not(unix))]
    let _ = path;
}

#[test]
fn a_target_that_is_left_out_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let targets = ["release.csv", "proof.json"].map(|name| folder.path().join(name));
    for (force, before) in [(false, None), (true, Some(&b"an earlier one"[..]))] {
        if let Some(before) = before {
            std::fs::write(&targets[1], before).unwrap();
        }
        let mut staging = Staging::take(targets.to_vec(), force, &[]).unwrap();
        staging.write(0, b"age\n4*\n").unwrap();
        staging.leave_out(1);
        staging.commit().unwrap();
        assert_eq!(std::fs::read(&targets[0]).unwrap(), b"age\n4*\n");
        assert_eq!(std::fs::read(&targets[1]).ok().as_deref(), before);
    }
}

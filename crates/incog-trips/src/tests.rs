//! The walk from points to a verified release.
#![allow(clippy::unwrap_used)]

use super::*;
use incog_io::Control;
use incog_report::{Verdict, Verification, VerifyOptions};
use std::fs;
use std::path::{Path, PathBuf};

fn job(folder: &Path, text: &str) -> TrajectoryJob {
    let path = folder.join("job.toml");
    fs::write(&path, text).unwrap();
    TrajectoryJob::from_toml_file(path).unwrap()
}

const CITY: &str = "input = \"city.csv\"\noutput = \"out.csv\"\n[points]\nid = \"vehicle\"\n\
                    [privacy]\nk = 5\ndelta = 40.0\n[suppression]\nlimit = 0.1\n";

fn made(text: &str, input: &str) -> (tempfile::TempDir, TrajectoryOutcome) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("city.csv"), input).unwrap();
    let outcome = run(&job(folder.path(), text), false, &Control::default()).unwrap();
    (folder, outcome)
}

fn verify_report(report: PathBuf) -> Result<Verification, TrajectoryError> {
    verify_report_with(report, &VerifyOptions::default())
}

fn verify_report_with(report: PathBuf, options: &VerifyOptions) -> Result<Verification, TrajectoryError> {
    let text = fs::read_to_string(&report).unwrap();
    assert!(is_report(&text));
    verify(&report, &text, options)
}

fn report_of(outcome: &TrajectoryOutcome) -> PathBuf {
    outcome.report_html.with_extension("json")
}

#[test]
fn a_release_is_verified_and_a_changed_one_refuted() {
    let (folder, outcome) = made(CITY, &city_trips(120, 1));
    let privacy = &outcome.report.privacy[0];
    assert!(privacy.satisfied && privacy.achieved.k >= 5 && privacy.achieved.delta <= 40.0);
    assert!(outcome.report.trash <= 12);
    assert!(verify_report(report_of(&outcome)).unwrap().holds);
    let release = folder.path().join("out.csv");
    let text = fs::read_to_string(&release).unwrap();
    assert!(!text.contains("v1"), "identifiers are not published");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (head, _) = lines[3].rsplit_once(',').unwrap();
    lines[3] = format!("{head},52.9");
    fs::write(&release, lines.join("\n") + "\n").unwrap();
    let verification = verify_report(report_of(&outcome)).unwrap();
    assert!(verification.refuted().any(|check| check.claim.contains("within 40 m")));
}

#[test]
fn a_second_run_shows_what_the_files_alone_do_not() {
    let (folder, outcome) = made(CITY, &city_trips(60, 1));
    let job = Some(folder.path().join("job.toml"));
    let again = |job| {
        let options = VerifyOptions { search: true, job, ..VerifyOptions::default() };
        verify_report_with(report_of(&outcome), &options).unwrap()
    };
    let verification = again(job.clone());
    assert!(verification.holds, "{}", verification.to_text());
    let open: Vec<&str> = verification.with(Verdict::NotShown).map(|check| check.claim.as_str()).collect();
    assert_eq!(open, ["incog", "search.seconds"]);
    let text = fs::read_to_string(report_of(&outcome)).unwrap();
    let mut report: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (section, key) in [("search", "evaluations"), ("linkage", "success"), ("utility", "mean_shift")] {
        let told = std::mem::replace(&mut report[section][key], 17.into());
        fs::write(report_of(&outcome), report.to_string()).unwrap();
        assert!(
            again(None).refuted().any(|check| check.claim == format!("{section}.{key}")),
            "{section}.{key}"
        );
        report[section][key] = told;
    }
    fs::write(report_of(&outcome), &text).unwrap();
    fs::write(folder.path().join("job.toml"), CITY.replace("k = 5", "k = 4")).unwrap();
    assert!(again(job).refuted().any(|check| check.claim == "job.privacy.k"));
}

#[test]
fn an_earlier_internal_report_is_noted() {
    let (folder, _) = made(CITY, &city_trips(60, 1));
    let job = TrajectoryJob { internal: true, ..job(folder.path(), CITY) };
    assert!(run(&job, true, &Control::default()).unwrap().notes.is_empty());
    let notes = run(&TrajectoryJob { internal: false, ..job }, true, &Control::default()).unwrap().notes;
    assert!(notes[0].contains("out.csv.internal.json: it belongs to an earlier release"), "{notes:?}");
}

#[test]
fn with_delta_zero_members_are_written_equal() {
    let (folder, outcome) = made(&CITY.replace("40.0", "0.0"), &city_trips(60, 2));
    assert_eq!(outcome.report.privacy[0].achieved.delta, 0.0);
    let text = fs::read_to_string(folder.path().join("out.csv")).unwrap();
    let mut tracks = std::collections::BTreeMap::<&str, Vec<String>>::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        tracks.entry(fields[0]).or_default().push(fields[1..].join(","));
    }
    let mut counts = std::collections::BTreeMap::<Vec<String>, usize>::new();
    tracks.into_values().for_each(|track| *counts.entry(track).or_default() += 1);
    assert!(counts.values().all(|&count| count >= 5));
}

/// An attacker who knows a trajectory as it was looks for the nearest published one. With delta
/// above 0 he often finds the right member of the right cluster; with delta = 0 all members are
/// equal, so his chance is at most one in k. The report says so.
#[test]
fn linkage_works_with_a_wide_delta_and_not_with_zero() {
    let attacked = |delta: &str| {
        let waived = "[waivers]\n\"trajectories: published as they are\" = \"a test\"\n";
        let (_folder, outcome) = made(&(CITY.replace("40.0", delta) + waived), &city_trips(120, 1));
        (outcome.report.linkage, outcome.report.caveats[0].clone())
    };
    let (wide, caveat) = attacked("1000.0");
    assert!(wide.success > 0.6 && wide.tried >= 108, "{wide:?}");
    assert!(caveat.contains("with better odds than one in 5") && caveat.contains("Only delta = 0"));
    let (zero, caveat) = attacked("0.0");
    assert!(zero.success <= 0.2 + 1e-9, "{zero:?}");
    assert!(caveat.contains("nobody can tell them apart"));
}

#[test]
fn the_order_of_the_input_and_the_threads_do_not_show() {
    let text = city_trips(80, 3);
    let (header, rows) = text.split_once('\n').unwrap();
    let turned: String =
        std::iter::once(header).chain(rows.lines().rev()).map(|line| line.to_owned() + "\n").collect();
    let apma = CITY.to_owned() + "[search]\nalgorithm = \"apma-greedy\"\n[release]\nchoose = \"knee\"\n";
    let releases: Vec<Vec<u8>> = [(&text, 1), (&turned, 1), (&text, 4)]
        .map(|(input, threads)| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let (folder, _) = pool.install(|| made(&apma, input));
            fs::read(folder.path().join("out.csv")).unwrap()
        })
        .to_vec();
    assert!(releases[0] == releases[1] && releases[0] == releases[2]);
}

#[test]
fn w4m_files_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let rows = (0..12)
        .flat_map(|id| (0..5).map(move |t| format!("{id}\t{}\t{}.5\t{}\n", t * 60, id * 10 + t, t * 7)));
    fs::write(folder.path().join("points.tsv"), rows.collect::<String>()).unwrap();
    let text = "input = \"points.tsv\"\noutput = \"out.tsv\"\n[privacy]\nk = 3\ndelta = 0.0\n";
    let outcome = run(&job(folder.path(), text), false, &Control::default()).unwrap();
    assert!(verify_report(report_of(&outcome)).unwrap().holds);
    let written = fs::read_to_string(folder.path().join("out.tsv")).unwrap();
    assert!(written.lines().all(|line| line.split('\t').count() == 4));
}

#[test]
fn dirty_points_are_counted() {
    let dirty = "vehicle,time,longitude,latitude\n\
                 a,2024-01-01 08:00:00,13.0,52.0\na,2024-01-01 08:00:00,13.0,52.0\na,2024-01-01 08:05:00,13.1,52.0\n\
                 b,2024-01-01 08:05:00,13.0,52.0\nb,2024-01-01 08:00:00,13.0,52.1\n\
                 c,2024-01-01 08:00:00,13.0,52.0\nb,never,13.0,52.0\nb,2024-01-01 08:07:00,200.0,52.0\n\
                 b,2024-01-01 08:08:00,0.0,52.0\n";
    let text = CITY.replace("k = 5", "k = 2") + "[trips]\nbounds = [10.0, 50.0, 15.0, 55.0]\n";
    let (_folder, outcome) = made(&text, dirty);
    let dropped = outcome.report.dropped.unwrap();
    assert_eq!(outcome.public.dropped, None);
    let told = ": points without a readable position 1, points without a readable time 1,";
    assert!(dropped.note().unwrap().contains(told));
    assert_eq!((dropped.bad_coordinates, dropped.bad_times, dropped.outside_bounds), (1, 1, 1));
    assert_eq!((dropped.duplicate_times, dropped.short_trips, dropped.points_of_short_trips), (1, 1, 1));
    assert_eq!(outcome.report.sampling.trajectories, 2);
}

#[test]
fn wrong_jobs_and_impossible_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |text: &str| {
        let path = folder.path().join("job.toml");
        fs::write(&path, text).unwrap();
        TrajectoryJob::from_toml_file(path).unwrap_err().to_string()
    };
    assert!(refused(&CITY.replace("delta =", "delt =")).contains("did you mean \"delta\""));
    assert!(refused(&CITY.replace("k = 5", "k = 1")).contains("privacy.k is 1; expected at least 2"));
    fs::write(folder.path().join("city.csv"), city_trips(3, 1)).unwrap();
    let error = run(&job(folder.path(), CITY), false, &Control::default()).unwrap_err();
    assert!(error.is_infeasible());
    assert!(!folder.path().join("out.csv").exists());
}

/// Whose it is, where and on which day a vehicle was that is left out, and how its points stand in
/// the input: neither the origin of metres, nor a date, nor the report or its page tells.
#[test]
fn what_is_left_out_tells_nothing() {
    let far = |whose: &str, day: &str, longitude: f64, seconds: usize| {
        let clock = |second| format!("{:02}:{:02}:{:02}", 10 + second / 3600, second / 60 % 60, second % 60);
        let point = |second| {
            format!("{whose},{day} {},{:.6},52.500000\n", clock(second), longitude + second as f64 * 1e-6)
        };
        (0..seconds).map(point).collect::<String>()
    };
    let released = |output: &str, cut: &str, left_out: &str| {
        let text = CITY.replace("out.csv", output)
            + &format!(
                "[search]\nalgorithm = \"greedy\"\n{cut}[waivers]\n\"objects: far from everybody\" = \"a test\"\n"
            );
        let (folder, outcome) = made(&text, &(city_trips(60, 1) + left_out));
        let mut report: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(report_of(&outcome)).unwrap()).unwrap();
        assert!(report["trash"].as_u64().unwrap() > 0);
        let holds = verify_report(report_of(&outcome)).unwrap();
        assert!(holds.holds, "{}", holds.to_text());
        report["search"]["seconds"] = 0.into();
        report["page"] = 0.into();
        let page = fs::read_to_string(&outcome.report_html).unwrap();
        (fs::read(folder.path().join(output)).unwrap(), report, page)
    };
    let plain = far("far", "2024-05-06", 13.9, 2_000);
    let others = [
        far("far", "2024-05-01", 14.3, 2_000),
        // Of somebody who is published, too, on another day.
        far("v0", "2024-05-09", 13.9, 2_000),
        // Few points, of which one is at zero, one stands twice, and one too early.
        far("far", "2024-05-06", 13.9, 9)
            + "far,2024-05-06 12:00:00,0.0,0.0\n"
            + &far("far", "2024-05-06", 13.9, 2),
    ];
    for output in ["out.csv", "out.txt", "out.gpx", "out.geojson"] {
        let cut = "[trips]\ncut = \"day\"\n";
        let found = released(output, cut, &plain);
        for other in &others {
            let other = released(output, cut, other);
            assert!(found.0 == other.0, "{output}");
            assert_eq!(found.1, other.1, "{output}");
            assert!(found.2 == other.2, "{output}");
        }
        assert_eq!(released(output, "", &plain).1, released(output, "", &others[0]).1, "{output}");
    }
}

/// How far those are from the others who are left out does not say whether one who is published is
/// far from everybody.
#[test]
fn dangers_are_measured_among_what_is_published() {
    let track = |whose: &str, at: [f64; 2], far: f64, from: usize| {
        let point = |second: usize| {
            let longitude = at[0] + second as f64 * 1e-4 + if second >= from { far } else { 0.0 };
            format!("{whose},2024-05-06 08:{second:02}:00,{longitude:.6},{:.6}\n", at[1])
        };
        (0..10).map(point).collect::<String>()
    };
    let released = |left_out_from: usize| {
        let mut input = "vehicle,time,longitude,latitude\n".to_owned();
        for v in 0..60 {
            let near = [13.4 + f64::from(v * 7 % 60) * 1e-4, 52.5 + f64::from(v * 11 % 60) * 1e-4];
            input += &track(&format!("v{v}"), near, 0.0, 0);
        }
        input += &track("published", [13.4, 52.5], 0.45, 8);
        for v in 0..4 {
            input += &track(&format!("z{v}"), [13.4, 52.5], 20.0 + 10.0 * f64::from(v), left_out_from);
        }
        let text = "input = \"in.csv\"\noutput = \"out.csv\"\n[points]\nid = \"vehicle\"\n[sampling]\ninstants = 5\n[privacy]\nk = 5\n\
                    delta = 0.0\n[suppression]\nlimit = 0.0616\n[search]\nalgorithm = \"greedy\"\n[waivers]\n\
                    \"objects: far from everybody\" = \"a test\"\n";
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("in.csv"), input).unwrap();
        let outcome = run(&job(folder.path(), text), false, &Control::default()).unwrap();
        assert_eq!(outcome.report.trash, 4);
        (fs::read(folder.path().join("out.csv")).unwrap(), outcome.public.dangers)
    };
    let (one, other) = (released(0), released(8));
    assert!(one.0 == other.0 && !one.1.is_empty());
    assert_eq!(one.1, other.1);
}

/// Metres of a release stand around its own points, and a report that says otherwise is false.
#[test]
fn a_false_origin_is_refuted() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("city.csv"), city_trips(60, 1)).unwrap();
    let job = job(folder.path(), &CITY.replace("out.csv", "out.txt"));
    run(&TrajectoryJob { internal: true, ..job }, false, &Control::default()).unwrap();
    let [release, public, internal] =
        ["out.txt", "out.txt.report.json", "out.txt.internal.json"].map(|name| folder.path().join(name));
    let refuted = |path: &Path, report: &serde_json::Value| -> Vec<String> {
        fs::write(path, report.to_string()).unwrap();
        let found = verify_report(path.to_owned()).unwrap();
        found.refuted().map(|check| check.claim.clone()).filter(|claim| !claim.contains("page")).collect()
    };
    for path in [&public, &internal] {
        let honest: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let verification = verify_report(path.clone()).unwrap();
        assert!(verification.holds);
        let open: Vec<&str> =
            verification.with(Verdict::NotShown).map(|check| check.claim.as_str()).collect();
        assert_eq!(open.contains(&"projection.longitude"), path == &public, "{open:?}");
        for (key, told) in
            [("longitude", 13.3), ("latitude", 52.8), ("latitude", 1e308), ("longitude", -1e17)]
        {
            let mut report = honest.clone();
            report["projection"][key] = told.into();
            // Around what the metres of a release are no file shows but an internal report.
            let is_open = path == &public && key == "longitude" && told > 0.0;
            assert_eq!(refuted(path, &report).is_empty(), is_open, "{key} {told}");
        }
        fs::write(path, honest.to_string()).unwrap();
    }
    // Points and origin moved together are the same places, around something else.
    let mut report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&internal).unwrap()).unwrap();
    let latitude = report["projection"]["latitude"].as_f64().unwrap().to_radians();
    let longitude = report["projection"]["longitude"].as_f64().unwrap();
    report["projection"]["longitude"] =
        (longitude - (2_000.0 / (latitude.cos() * 6_371_008.8)).to_degrees()).into();
    let text = fs::read_to_string(&release).unwrap();
    let moved = text.lines().map(|line| {
        let mut fields: Vec<String> = line.split('\t').map(str::to_owned).collect();
        fields[2] = format!("{:.3}", fields[2].parse::<f64>().unwrap() + 2_000.0);
        fields.join("\t") + "\n"
    });
    let moved: String = moved.collect();
    fs::write(&release, &moved).unwrap();
    report["release"]["sha256"] = incog_io::sha256_of_text(&moved).into();
    let claims = refuted(&internal, &report);
    assert!(claims.iter().any(|claim| claim.contains("centre of its own points")), "{claims:?}");
    assert!(claims.iter().any(|claim| claim.contains("has the trajectories that")), "{claims:?}");
}

/// The texts of the coordinates of each trajectory of a release, by its cluster.
fn written_places(path: &Path) -> Vec<(String, Vec<[String; 2]>)> {
    let mut tracks: std::collections::BTreeMap<usize, (String, Vec<[String; 2]>)> = Default::default();
    for line in fs::read_to_string(path).unwrap().lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let track = tracks.entry(fields[0].parse().unwrap()).or_insert((fields[1].to_owned(), Vec::new()));
        track.1.push([fields[3].to_owned(), fields[4].to_owned()]);
    }
    tracks.into_values().collect()
}

/// The share of published points that have the text of a place where a member of the cluster was at
/// that instant, or of their own object alone.
fn share_of_own(folder: &Path, text: &str, outcome: &TrajectoryOutcome, of_cluster: bool) -> f64 {
    let job = job(folder, text);
    let points = points::read(&job).unwrap();
    let sampled = sampling::sample(&job, &points).unwrap();
    let place = |member: usize, instant: usize| {
        let metres = sampled.set.track(member)[instant];
        match points.projection {
            Some(projection) => formats::degrees_text(projection.to_degrees(metres)),
            None => formats::metres_text(metres),
        }
    };
    let made_of = outcome.report.made_of.clone().unwrap();
    let released = written_places(&folder.join("out.csv"));
    let (mut own, mut all) = (0_u32, 0_u32);
    for ((cluster, track), &member) in released.iter().zip(&made_of) {
        let others = released.iter().zip(&made_of).filter(|((other, _), _)| other == cluster);
        let members: Vec<usize> =
            if of_cluster { others.map(|(_, &other)| other).collect() } else { vec![member] };
        for (instant, written) in track.iter().enumerate() {
            all += 1;
            let there = members.iter().filter(|&&member| place(member, instant) == *written).count();
            // A place that k of them share is nobody's own.
            own += u32::from(there > 0 && !(of_cluster && there >= job.privacy.k));
        }
    }
    f64::from(own) / f64::from(all)
}

/// Points of a grid: the mean of a few of them is often one of them, and so is their median.
fn grid_trips() -> String {
    let mut text = "vehicle,time,x,y\n".to_owned();
    for v in 0..60_u32 {
        for t in 0..4_u32 {
            let at = |salt: u32| {
                let mixed = (v * 4 + t + salt).wrapping_mul(2_654_435_761);
                (mixed ^ (mixed >> 15)).wrapping_mul(2_246_822_519) >> 16 & 3
            };
            text += &format!("v{v},{},{},{}\n", t * 60, at(1) * 100, at(1_000) * 100);
        }
    }
    text
}

#[test]
fn with_delta_zero_no_place_is_a_members_own() {
    let equal = CITY.replace("40.0", "0.0");
    for input in [city_trips(120, 1), grid_trips()] {
        for anchor in ["mean", "median"] {
            for k in [2, 5] {
                let text = equal.replace("k = 5", &format!("k = {k}"))
                    + &format!("[sampling]\ninstants = 4\n[release]\nanchor = \"{anchor}\"\n");
                let (folder, outcome) = made(&text, &input);
                assert_eq!(share_of_own(folder.path(), &text, &outcome, true), 0.0, "{anchor} {k}");
                assert_eq!(outcome.public.privacy[0].own_positions, 0.0);
            }
        }
    }
}

#[test]
fn points_that_a_wide_delta_leaves_are_counted() {
    for (anchor, delta) in [("mean", "200.0"), ("median", "200.0"), ("mean", "2000.0")] {
        let text = CITY.replace("40.0", delta)
            + &format!(
                "[release]\nanchor = \"{anchor}\"\n[waivers]\n\"trajectories: published as they are\" = \"a test\"\n"
            );
        let (folder, outcome) = made(&text, &city_trips(120, 1));
        let own = share_of_own(folder.path(), &text, &outcome, false);
        let told = outcome.report.privacy[0].own_positions;
        assert!(own > 0.01 && (told - own).abs() < 1e-12, "{anchor} {delta}: {own} {told}");
        let sentence = format!(
            "{:.2} % of the published points are the exact position of the person or vehicle",
            100.0 * outcome.public.privacy[0].own_positions
        );
        assert!(outcome.public.caveats[0].contains(&sentence), "{:?}", outcome.public.caveats);
        // The page says the share in its verdict, in other words, and in the sentence.
        let (share, _) = sentence.split_once(" are").unwrap();
        assert_eq!(fs::read_to_string(&outcome.report_html).unwrap().matches(share).count(), 2);
        assert!(verify_report(report_of(&outcome)).unwrap().holds);
    }
}

/// A cluster that publishes one member's own track, which no circle of delta 0 refuses.
#[test]
fn a_members_own_track_is_refused() {
    let text = CITY.replace("40.0", "0.0");
    let (folder, outcome) = made(&text, &city_trips(60, 1));
    let job = job(folder.path(), &text);
    let points = points::read(&job).unwrap();
    let sampled = sampling::sample(&job, &points).unwrap();
    let layout = release_file::layout(&job, &points).unwrap();
    let frame = frame::Frame::new(&layout, points.projection, []);
    let mut again = release_file::read_again(&job.output, &layout, frame).unwrap();
    let mut made_of = outcome.report.made_of.clone().unwrap().into_iter();
    let members: Vec<Vec<usize>> =
        outcome.report.clusters.iter().map(|&size| made_of.by_ref().take(size).collect()).collect();
    let dangers = |again: &release_file::ReadAgain| {
        let rounding = release_file::rounding(&layout);
        let compared =
            comparison::Compared { job: &job, points: &points, sampled: &sampled, rounding, again };
        compared.with(&members).unwrap().dangers
    };
    assert_eq!(dangers(&again), []);
    let own = sampled.set.track(members[0][1]);
    again.tracks[..members[0].len()].iter_mut().for_each(|track| track.positions = own.to_vec());
    let found = TripDanger { finding: TripFinding::OwnPositions, trajectories: 10 * members[0].len() };
    assert_eq!(dangers(&again), [found]);
}

/// With delta 0 the means of clusters show who is in them, and more trajectories than are tried
/// show who was drawn.
#[test]
fn forged_linkage_is_refuted_at_delta_zero_and_of_many_trajectories() {
    let waived = "[waivers]\n\"trajectories: published as they are\" = \"a test\"\n";
    for (delta, trips) in [("0.0", 120), ("400.0", 1_200)] {
        let (_folder, outcome) = made(&(CITY.replace("40.0", delta) + waived), &city_trips(trips, 1));
        let path = report_of(&outcome);
        let honest: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let claim = "the report claims no lower success of the attack than the files show";
        let verdict = |report: &serde_json::Value| {
            fs::write(&path, report.to_string()).unwrap();
            let found = verify_report(path.clone()).unwrap();
            found.checks.iter().find(|check| check.claim == claim).map(|check| check.verdict)
        };
        assert_eq!(verdict(&honest), Some(Verdict::Proved), "{delta}: {:?}", outcome.report.linkage);
        let mut forged = honest.clone();
        forged["linkage"]["success"] = 0.001.into();
        assert_eq!(verdict(&forged), Some(Verdict::Refuted), "{delta}: {:?}", outcome.report.linkage);
    }
}

/// Input and release show figures that no public report may understate.
#[test]
fn figures_below_what_the_files_show_are_refuted() {
    let text =
        CITY.replace("40.0", "400.0") + "[waivers]\n\"trajectories: published as they are\" = \"a test\"\n";
    let (_folder, outcome) = made(&text, &city_trips(120, 1));
    let path = report_of(&outcome);
    let honest = fs::read_to_string(&path).unwrap();
    let refuted = |forged: &serde_json::Value| {
        fs::write(&path, forged.to_string()).unwrap();
        let found = verify_report(path.clone()).unwrap();
        found.refuted().map(|check| check.claim.clone()).collect::<Vec<_>>()
    };
    let report: serde_json::Value = serde_json::from_str(&honest).unwrap();
    assert_eq!(refuted(&report), Vec::<String>::new());
    let verification = verify_report(path.clone()).unwrap();
    let is_open = |claim: &str| verification.with(Verdict::NotShown).any(|check| check.claim == claim);
    let last = format!("caveats[{}]", outcome.public.caveats.len() - 1);
    assert!(is_open("caveats[0]") && !is_open(&last), "a sentence is as open as its figures");
    let mut forged = report.clone();
    forged["privacy"][0]["own_positions"] = 0.0.into();
    assert!(
        refuted(&forged)
            .contains(&"the report claims no fewer exact positions than the files show".to_owned())
    );
    let mut forged = report.clone();
    forged["linkage"]["success"] = 0.02.into();
    assert!(
        refuted(&forged)
            .contains(&"the report claims no lower success of the attack than the files show".to_owned())
    );
    let mut forged = report.clone();
    forged["linkage"]["five_points"] = 0.01.into();
    // Of the trajectories that are certain here five points find none, so the figure alone is open.
    assert!(refuted(&forged).contains(&"caveats[0]".to_owned()));
    let mut forged = report.clone();
    forged["caveats"][0] = "Nobody finds anything.".into();
    assert!(refuted(&forged).contains(&"caveats[0]".to_owned()));
    assert!(outcome.public.dangers.iter().all(|danger| danger.finding == TripFinding::AsTheyAre));
}

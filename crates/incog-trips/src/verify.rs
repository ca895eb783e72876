//! Proving or refuting a report of trajectories.

use super::TrajectoryJob;
use super::caveats::{FOR_EVERY_RELEASE, MeasuredRisks, caveats};
use super::comparison::{Compared, TrackComparison};
use super::danger::{TripDanger, TripDangers, TripFinding};
use super::formats::Layout;
use super::frame::Frame;
use super::job::PromiseUnit;
use super::moved_clusters::moved_together;
use super::page::BoundPage;
use super::points::{self, Points};
use super::public::{coarse, coarse_search, name_alone, with_name_alone};
use super::release_file::{Member, ReadAgain, ReleasedCluster, layout, read_again, rounding, sort, write};
use super::release_matching::{LeastRisks, Recovery};
use super::report::{FileOfPoints, ObjectFacts, PrivacyOfTrajectories, SearchOfClusters, TrajectoryReport};
use super::run::run;
use super::sampling::{Sampled, sample};
use super::timed_track::Timed;
use super::utility::{TrajectoryUtility, origin_destination_error, range_query_errors};
use crate::TrajectoryError;
use incog_io::{Control, read_json};
use incog_report::verification::ledger::{NotShown, compare};
use incog_report::verification::page::{CLAIM, page_of, same_page};
use incog_report::verification::reach::Reach;
use incog_report::verification::second_run::{SEARCH, folder_for, inside, show_again};
use incog_report::{Audience, Check, PageFacts, Verdict, Verification, VerifyOptions};
use incog_trajectory::{CheckedRelease, Clustering, TrajectorySet};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Whether the text of a report is about trajectories.
pub fn is_report(text: &str) -> bool {
    incog_report::is_of_trajectories(text)
}

/// Reads input and release of a report again and checks every leaf of it; those that the two files
/// cannot show are listed.
///
/// The input is read and sampled as the job says; (k, delta) is measured on the written release at
/// every instant, with the projection that follows from the input; where a release has metres of
/// its own points, the one the report tells says around what they are. Nothing of the searches is
/// used.
///
/// # Errors
/// When the text is not a report, or the input cannot be read. A release that cannot be read
/// refutes the report instead.
pub fn verify(path: &Path, text: &str, options: &VerifyOptions) -> Result<Verification, TrajectoryError> {
    let no_report = |error| TrajectoryError::no_report(path, &error);
    let report: TrajectoryReport = read_json(text).map_err(no_report)?;
    let value: serde_json::Value = read_json(text).map_err(no_report)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let named = options.job.as_ref().map(TrajectoryJob::from_toml_file).transpose()?;
    let input = input_of(&report.job, folder, named.as_ref());
    let output = folder.join(&report.job.output);
    check_reach(&input, folder, named.as_ref(), options)?;
    let job = TrajectoryJob { input, output, read_from: options.input.clone(), ..report.job.clone() };
    job.check()?;
    let points = points::read(&job)?;
    let sampled = sample(&job, &points)?;
    let layout = layout(&job, &points)?;
    let release = options.release.clone().unwrap_or_else(|| folder.join(&report.release.path));
    if options.release.is_none() {
        Reach::new(folder, []).check(&release, "--release FILE")?;
    }
    if report.projection.is_some_and(|told| !told.is_on_earth()) {
        let detail = "its longitude or latitude is not valid";
        return Ok(Verification::from_checks(vec![Check::new("the projection has a centre", false, detail)]));
    }
    let frame = match points.projection {
        // Around what these metres are only the report says; an internal one also says what they
        // were made of.
        Some(compared) if !layout.degrees => {
            Frame::Around { compared, released: report.projection.unwrap_or(compared) }
        }
        compared => Frame::new(&layout, compared, []),
    };
    let again = match read_again(&release, &layout, frame) {
        Err(error) => {
            return Ok(Verification::from_checks(vec![Check::new(
                "release can be read",
                false,
                error.to_string(),
            )]));
        }
        Ok(again) => again,
    };
    let files =
        Files { report: &report, job: &job, points: &points, sampled: &sampled, again: &again, folder };
    let mut checks = files.whole();
    let checked = match again.measure(&report.clusters) {
        Err(what) => {
            checks.push(Check::new("release has the clusters", false, what));
            return Ok(Verification::from_checks(checks));
        }
        Ok(checked) => checked,
    };
    let comparison = files.comparison(&mut checks)?;
    let (checked, objects) = files.counted(checked, comparison.as_ref());
    checks.extend(files.privacy(checked).into_iter().chain(objects).map(Check::promised));
    let (written, shows_clusters) = files.written_again()?;
    checks.push(written);
    checks.extend(files.stands_around_its_points());
    let mut expected = files.expected(checked, comparison.as_ref())?;
    let mut not_shown = files.not_shown(comparison.is_some());
    if comparison.is_none() {
        not_shown.extend(files.sentences_of_figures(&expected.caveats));
        checks.extend(files.no_less_than_shown()?);
    }
    match &named {
        Some(named) => expected.job = told_job(named, report.audience, folder),
        None => not_shown
            .push(("job".to_owned(), "this is a setting; compare it with the job file (--job)".to_owned())),
    }
    if !shows_clusters {
        let why = "files of this format have no room for the cluster of a trajectory";
        not_shown.push(("clusters".to_owned(), why.to_owned()));
    }
    checks.push(files.page(&mut expected, comparison.as_ref())?);
    let expected = serde_json::to_value(&expected).map_err(no_report)?;
    checks.extend(compare(&value, &expected, &not_shown));
    if options.search {
        files.run_again(&value, &mut checks)?;
    }
    Ok(Verification::from_checks(checks))
}

/// The input of a report: where its job says, or where the job file has it that the verifier named.
/// A public report tells its name alone; where that is also the name of the release, it is in
/// another folder.
fn input_of(told: &TrajectoryJob, folder: &Path, named: Option<&TrajectoryJob>) -> PathBuf {
    match named.filter(|named| name_alone(&named.input) == told.input) {
        Some(named) => named.input.clone(),
        None if told.input == told.output => folder.join("..").join(&told.input),
        None => folder.join(&told.input),
    }
}

/// Refuses an input that is elsewhere and that nobody but the report names.
fn check_reach(
    input: &Path,
    folder: &Path,
    named: Option<&TrajectoryJob>,
    options: &VerifyOptions,
) -> Result<(), TrajectoryError> {
    if options.input.is_some() {
        return Ok(());
    }
    let reach = Reach::new(folder, named.map(|named| named.input.clone()));
    Ok(reach.check(input, "--input FILE or --job JOB.toml")?)
}

/// A job as the report tells it.
fn told_job(job: &TrajectoryJob, audience: Audience, folder: &Path) -> TrajectoryJob {
    let job = job.relative_to(folder);
    match audience {
        Audience::Public => with_name_alone(&job),
        Audience::Internal => job,
    }
}

/// A report and the files it names.
struct Files<'a> {
    report: &'a TrajectoryReport,
    job: &'a TrajectoryJob,
    points: &'a Points,
    sampled: &'a Sampled,
    again: &'a ReadAgain,
    folder: &'a Path,
}

impl Files<'_> {
    fn trash(&self) -> usize {
        self.sampled.set.len().saturating_sub(self.again.tracks.len())
    }

    /// What an internal report shows, since it says which trajectory each published one was made
    /// of. `None` for a public report, and where that is not true.
    fn comparison(&self, checks: &mut Vec<Check>) -> Result<Option<TrackComparison<'_>>, TrajectoryError> {
        let Self { report, job, points, sampled, again, .. } = *self;
        let Some(made_of) = report.made_of.as_ref().filter(|_| report.audience == Audience::Internal) else {
            return Ok(None);
        };
        let mut rest = made_of.iter().copied();
        let members: Vec<Vec<usize>> =
            report.clusters.iter().map(|&size| rest.by_ref().take(size).collect()).collect();
        let different: BTreeSet<usize> = made_of.iter().copied().collect();
        let known = different.last().is_none_or(|&last| last < sampled.set.len());
        let sound = known && different.len() == made_of.len() && made_of.len() == again.tracks.len();
        let layout = layout(job, points)?;
        let is_same = sound && self.is_made_of(&members, &layout)?;
        let detail = if is_same { "byte for byte" } else { "it has other trajectories" };
        checks.push(Check::new("the release has the trajectories that the report names", is_same, detail));
        if !is_same {
            return Ok(None);
        }
        let compared = Compared { job, points, sampled, rounding: rounding(&layout), again };
        Ok(compared.with(&members).ok())
    }

    /// Whether moving these trajectories together gives the release, byte for byte and in this
    /// order.
    fn is_made_of(&self, members: &[Vec<usize>], layout: &Layout) -> Result<bool, TrajectoryError> {
        let numbers = |cluster: &Vec<usize>| cluster.iter().map(|&member| member as u32).collect();
        let groups: Vec<Vec<u32>> = members.iter().map(numbers).collect();
        let clustering = Clustering::from_groups(&groups, self.sampled.set.len());
        let clusters = moved_together(self.job, self.sampled, layout, self.points.projection, &clustering);
        if ReleasedCluster::frame(&clusters, layout, self.points.projection) != self.again.frame {
            return Ok(false);
        }
        let in_order = clusters.iter().map(ReleasedCluster::trajectories).eq(members.iter().cloned());
        Ok(in_order && self.digest_of(&clusters)? == self.again.sha256)
    }

    /// Whether a release in metres stands around its own points, where the report says it does:
    /// around others it would tell where these are.
    fn stands_around_its_points(&self) -> Option<Check> {
        let Frame::Around { compared, released } = self.again.frame else { return None };
        let around = compared.around_released(self.again.positions());
        let detail = format!("they are metres around {:.2}, {:.2}", around.longitude, around.latitude);
        Some(Check::new(
            "the release has metres around the centre of its own points",
            around.is_near(released),
            detail,
        ))
    }

    /// The different objects in the clusters, and what they show of k.
    ///
    /// Without the trajectories that the release was made of, it follows from the input alone where
    /// every object has one trajectory; where objects have so few that no cluster of this size can
    /// hold fewer than k of them; and where they have so many that the release cannot have this
    /// many clusters of k different ones.
    fn counted(
        &self,
        checked: CheckedRelease,
        comparison: Option<&TrackComparison<'_>>,
    ) -> (CheckedRelease, Option<Check>) {
        let (k, set) = (self.job.privacy.k, &self.sampled.set);
        if self.job.privacy.unit == PromiseUnit::Trip {
            return (checked, None);
        }
        let claim = objects_claim(k);
        if let Some(comparison) = comparison {
            let checked = comparison.checked;
            let detail = format!("the smallest of {} clusters has {}", checked.clusters, checked.k());
            return (checked, Some(Check::new(claim, checked.holds(k, f64::INFINITY), detail)));
        }
        if set.objects() == 0 {
            let detail = "every object has one trajectory".to_owned();
            return (checked, Some(Check::new(claim, checked.holds(k, f64::INFINITY), detail)));
        }
        let claimed = self.report.objects.fewest_in_a_cluster;
        let check = match objects_at_least(set, checked.smallest) {
            _ if checked.clusters == 0 => Check::new(claim, true, "nothing is published"),
            _ if claimed < k || claimed > checked.smallest || !can_make(set, checked.clusters, k) => {
                let detail = format!("{claimed} in clusters of {} and more trajectories", checked.smallest);
                Check::new(claim, false, detail)
            }
            least if least >= k => {
                Check::new(claim, true, "so few objects cannot have that many trajectories")
            }
            _ => Check::not_shown(claim, WHICH),
        };
        (CheckedRelease { fewest_objects: Some(claimed), ..checked }, Some(check))
    }

    /// Claims about the release as a whole.
    fn whole(&self) -> Vec<Check> {
        let instants = self.sampled.facts.instants;
        let whole = self.again.tracks.iter().all(|track| {
            track.times.len() == instants && track.times.is_sorted_by(|earlier, later| earlier < later)
        });
        let trash = self.trash();
        let allowed = trash as f64 <= self.job.suppression.limit * self.sampled.set.len() as f64;
        vec![
            Check::new(
                "every trajectory has all instants in order of time",
                whole,
                format!("{instants} instants expected"),
            ),
            Check::new("trash is within suppression.limit", allowed, format!("{trash} left out")),
        ]
    }

    fn privacy(&self, checked: CheckedRelease) -> Vec<Check> {
        let (k, delta) = (self.job.privacy.k, self.job.privacy.delta);
        if let Some(open) = TripDangers::open(&self.job.waivers, &self.report.dangers) {
            let detail = format!("{} of them", open.0.len());
            return vec![Check::new("no danger without a waiver", false, detail)];
        }
        let mut checks = vec![
            Check::new(
                format!("every cluster has at least {k} trajectories"),
                checked.clusters == 0 || checked.smallest >= k,
                format!("the smallest of {} clusters has {}", checked.clusters, checked.smallest),
            ),
            Check::new(
                format!("members of a cluster are within {delta} m at every instant"),
                checked.widest <= delta,
                format!("the widest cluster is {:.3} m wide", checked.widest),
            ),
        ];
        if self.job.privacy.centers > 1 {
            let why = "the release does not show whose each trajectory is";
            checks.push(Check::not_shown("clusters do not mix data centres", why));
        }
        checks
    }

    /// Whether the release is, byte for byte, what its trajectories in these clusters are written
    /// as; and whether such a file tells which cluster a trajectory is in.
    fn written_again(&self) -> Result<(Check, bool), TrajectoryError> {
        let mut rest = self.again.tracks.iter().enumerate();
        let cluster = |&size: &usize| {
            let tracks: Vec<_> = rest.by_ref().take(size).collect();
            let [first, last] = [0, 1].map(|end| {
                let times = tracks.first().map(|(_, track)| &track.times);
                times
                    .and_then(|times| if end == 0 { times.first() } else { times.last() })
                    .map_or(0, |time| *time as i64)
            });
            let member = |(trajectory, track): (usize, &super::release_file::ReadTrack)| Member {
                trajectory,
                track: track.positions.clone(),
            };
            ReleasedCluster { span: [first, last], members: tracks.into_iter().map(member).collect() }
        };
        let mut clusters: Vec<ReleasedCluster> = self.report.clusters.iter().map(cluster).collect();
        let as_claimed = self.digest_of(&clusters)?;
        let in_one = ReleasedCluster {
            span: clusters.first().map_or([0, 0], |cluster| cluster.span),
            members: clusters.iter().flat_map(|cluster| cluster.members.clone()).collect(),
        };
        let shows_clusters =
            self.report.clusters.len() < 2 || self.spans_apart(&clusters)? != self.digest_of(&[in_one])?;
        sort(&mut clusters, self.again.frame);
        let places = clusters.iter().flat_map(|cluster| &cluster.members).map(|member| member.trajectory);
        let sorted =
            places.zip(0..).all(|(found, place)| found == place) || self.digest_of(&clusters)? == as_claimed;
        let same = as_claimed == self.again.sha256;
        let detail = match (same, sorted) {
            (true, true) => "every byte follows from the trajectories and their clusters",
            (true, false) => "they are not in the order of their points",
            (false, _) => "it has other content",
        };
        Ok((
            Check::new("the release is its trajectories and nothing else", same && sorted, detail),
            shows_clusters,
        ))
    }

    /// The digest of the clusters with one span for all, to be compared with that of one cluster.
    fn spans_apart(&self, clusters: &[ReleasedCluster]) -> Result<String, TrajectoryError> {
        let span = clusters.first().map_or([0, 0], |cluster| cluster.span);
        let alike: Vec<ReleasedCluster> = clusters
            .iter()
            .map(|cluster| ReleasedCluster { span, members: cluster.members.clone() })
            .collect();
        self.digest_of(&alike)
    }

    /// The digest of the file that some clusters are written as.
    fn digest_of(&self, clusters: &[ReleasedCluster]) -> Result<String, TrajectoryError> {
        let folder = tempfile::tempdir().map_err(|source| TrajectoryError::TemporaryFolder { source })?;
        let path = inside(folder.path(), &self.job.output);
        let layout = layout(self.job, self.points)?;
        write(&path, clusters, &layout, self.again.frame)?;
        Ok(read_again(&path, &layout, self.again.frame)?.sha256)
    }

    /// The report as the files show it; what they do not show as it is claimed.
    fn expected(
        &self,
        checked: CheckedRelease,
        comparison: Option<&TrackComparison<'_>>,
    ) -> Result<TrajectoryReport, TrajectoryError> {
        let Self { report, job, points, sampled, again, folder } = self;
        let layout = layout(job, points)?;
        let claimed = ObjectFacts { objects: self.objects(), ..report.objects };
        let facts = comparison.map_or(claimed, |shown| shown.objects);
        let published = comparison.map_or_else(|| self.claimed_objects(), |shown| shown.published_objects);
        let linkage = comparison.map_or(report.linkage, |shown| shown.linkage);
        let insiders = comparison.map_or(report.insiders, |shown| shown.insiders);
        let own_positions =
            comparison.map_or_else(|| self.claimed_own_positions(), |shown| shown.own_positions);
        let found = TrajectoryReport {
            input: FileOfPoints {
                // Points that were handed over in memory have no digest.
                sha256: report.input.sha256.is_some().then(|| points.sha256.clone()),
                ..FileOfPoints::of_input(job, points, folder)
            },
            release: FileOfPoints::of_release(job, again, layout.format, folder),
            dropped: Some(points.dropped),
            out_of_order: Some(points.out_of_order),
            sampling: sampled.facts.clone(),
            projection: again.projection(),
            layout,
            privacy: vec![PrivacyOfTrajectories::new(job, &checked, own_positions)],
            suspect: Some(points.suspect.told()),
            caveats: caveats(
                &job.privacy,
                job.release.anchor,
                MeasuredRisks { linkage, insiders, objects: facts, own_positions },
            ),
            dangers: comparison.map_or_else(|| report.dangers.clone(), |shown| shown.dangers.clone()),
            warnings: points.suspect.warnings(),
            objects: facts,
            linkage,
            insiders,
            trash: self.trash(),
            utility: comparison.map_or_else(|| self.utility(), |shown| shown.utility.clone()),
            search: SearchOfClusters {
                algorithm: job.search.algorithm.clone(),
                seed: job.search.seed,
                reference: [0.0, 0.0],
                ..report.search.clone()
            },
            page: None,
            ..(*report).clone()
        };
        Ok(match report.audience {
            Audience::Public => found.told(found.utility.clone(), published),
            Audience::Internal => found,
        })
    }

    /// The share of points that stand exactly where somebody was, as the report claims it.
    fn claimed_own_positions(&self) -> f64 {
        self.report.privacy.first().map_or(0.0, |model| model.own_positions)
    }

    /// Moving objects in the input.
    fn objects(&self) -> usize {
        self.points.objects.iter().collect::<BTreeSet<_>>().len()
    }

    /// How many moving objects something is published of: all where nothing is left out, otherwise
    /// as it is claimed, if so many can be in the input and in the release.
    fn claimed_objects(&self) -> usize {
        let ObjectFacts { objects, fewest_in_a_cluster, .. } = self.report.objects;
        let most = self.objects().min(self.again.tracks.len());
        let fewest = if self.trash() == 0 { most } else { fewest_in_a_cluster.min(most) };
        objects.clamp(fewest, most)
    }

    /// Figures of use that do not depend on which trajectory was made of which.
    fn utility(&self) -> TrajectoryUtility {
        let originals: Vec<Timed<'_>> =
            (0..self.sampled.set.len()).map(|one| self.sampled.timed(one)).collect();
        let released: Vec<Timed<'_>> = self.again.tracks.iter().map(|track| track.timed()).collect();
        TrajectoryUtility {
            trash_share: self.trash() as f64 / originals.len().max(1) as f64,
            range_query_errors: range_query_errors(&originals, &released, self.job.search.seed),
            origin_destination_error: origin_destination_error(&originals, &released),
            ..self.report.utility.clone()
        }
    }

    /// Leaves that the files do not show; fewer of them when it is `known` which trajectory was
    /// made of which.
    fn not_shown(&self, known: bool) -> NotShown {
        let mut leaves: Vec<(&str, &str)> = Vec::new();
        if !known {
            leaves.extend(OF_ORIGINALS.map(|leaf| (leaf, WHICH)));
            if self.trash() > 0 && self.report.audience == Audience::Public {
                if self.claimed_objects() == self.report.objects.objects {
                    leaves.push(("objects.objects", WHICH));
                }
                // They are told of the published trajectories alone.
                leaves.extend(
                    ["utility.range_query_errors", "utility.origin_destination_error"]
                        .map(|leaf| (leaf, WHICH)),
                );
            }
            if matches!(self.again.frame, Frame::Around { .. }) {
                leaves.push(("projection", "the release has metres, but does not name their centre"));
            }
            if self.report.audience == Audience::Internal {
                leaves.extend(["page", "made_of"].map(|leaf| (leaf, WHICH)));
            }
            if self.job.privacy.unit == PromiseUnit::Object && self.sampled.set.objects() > 0 {
                leaves.push(("privacy[0].achieved.k", WHICH));
            }
        }
        leaves.extend(self.told_by_search().map(|leaf| (leaf, SEARCH)));
        leaves.push(("incog", "no file shows which version made the release"));
        leaves.into_iter().map(|(path, why)| (path.to_owned(), why.to_owned())).collect()
    }

    /// The sentences with figures that the files do not show. One that has other figures than the
    /// report is not among them, so that it is refuted.
    fn sentences_of_figures(&self, expected: &[String]) -> NotShown {
        let of_figures = expected.len().saturating_sub(FOR_EVERY_RELEASE);
        let pairs = self.report.caveats.iter().zip(expected).take(of_figures).enumerate();
        let says_them = pairs.filter(|(_, (claimed, expected))| claimed == expected);
        says_them.map(|(place, _)| (format!("caveats[{place}]"), WHICH.to_owned())).collect()
    }

    /// That figures are no lower than what input and release show together, although the release
    /// does not say which trajectory was made of which.
    fn no_less_than_shown(&self) -> Result<Vec<Check>, TrajectoryError> {
        let Self { report, job, points, sampled, again, .. } = *self;
        let least = Recovery { job, points, sampled, again, sizes: &report.clusters }.run()?;
        let Some(LeastRisks { certain, own_positions, linkage, as_they_are }) = least else {
            return Ok(Vec::new());
        };
        let is_told = |danger: &&TripDanger| danger.finding == TripFinding::AsTheyAre;
        let told_as_they_are = report.dangers.iter().find(is_told).map_or(0, |danger| danger.trajectories);
        let of_how_many = format!("{certain} of {} published trajectories are certain", again.tracks.len());
        let share = |claim: &str, claimed: f64, found: f64| {
            // A public report has two digits.
            let holds = claimed >= found - 1e-9 || claimed >= coarse(found * (1.0 - 1e-9));
            let (claimed, found) = (100.0 * claimed, 100.0 * found);
            Check::new(
                claim,
                holds,
                format!("{of_how_many}: at least {found:.2} %, the report says {claimed:.2} %"),
            )
        };
        let count = format!("{of_how_many}: at least {as_they_are}, the report says {told_as_they_are}");
        Ok(vec![
            share(
                "the report claims no fewer exact positions than the files show",
                self.claimed_own_positions(),
                own_positions,
            ),
            share(
                "the report claims no lower success of the attack than the files show",
                report.linkage.success,
                linkage.success,
            ),
            share(
                "the report claims no lower success of an attacker with five points than the files show",
                report.linkage.five_points,
                linkage.five_points,
            ),
            Check::new(
                "the report counts the trajectories that are published unchanged",
                told_as_they_are >= as_they_are,
                count,
            ),
        ])
    }

    /// What only the search knows, as coarsely as those who read the report may know it; what is
    /// finer is refuted.
    fn told_by_search(&self) -> impl Iterator<Item = &'static str> {
        let search = &self.report.search;
        let told = match self.report.audience {
            Audience::Public => coarse_search(search, self.trash() > 0),
            Audience::Internal => search.clone(),
        };
        let leaves = |search| serde_json::to_value(search).unwrap_or_default();
        let (told, claimed) = (leaves(&told), leaves(search));
        OF_SEARCH.into_iter().filter(move |leaf| {
            let key = leaf.trim_start_matches("search.");
            told[key] == claimed[key]
        })
    }

    /// Runs the job again and shows what the files alone do not: which trajectory was made of which
    /// follows from it.
    fn run_again(&self, claimed: &Value, checks: &mut Vec<Check>) -> Result<(), TrajectoryError> {
        let folder = folder_for(&self.report.search.stopped, checks);
        let folder = folder.map_err(|source| TrajectoryError::TemporaryFolder { source })?;
        let Some(folder) = folder else { return Ok(()) };
        let output = inside(folder.path(), &self.job.output);
        let job = TrajectoryJob { output, internal: false, ..self.job.clone() };
        let outcome = run(&job, false, &Control::default())?;
        let found = match self.report.audience {
            Audience::Public => outcome.public,
            Audience::Internal => outcome.report,
        };
        let same = found.release.sha256 == self.report.release.sha256;
        let k = self.job.privacy.k;
        let open = checks
            .iter_mut()
            .find(|check| check.verdict == Verdict::NotShown && check.claim == objects_claim(k));
        if let Some(open) = open {
            let fewest = found.objects.fewest_in_a_cluster;
            *open = Check::new(
                objects_claim(k),
                same && fewest >= k,
                format!("in a second run, the smallest cluster has {fewest}"),
            )
            .promised();
        }
        show_again(claimed, &found, same, checks)
            .map_err(|error| TrajectoryError::no_report(Path::new(""), &error))
    }

    /// Makes the page again and compares it, byte by byte, with the one beside the report.
    fn page(
        &self,
        expected: &mut TrajectoryReport,
        comparison: Option<&TrackComparison<'_>>,
    ) -> Result<Check, TrajectoryError> {
        let is_internal = self.report.audience == Audience::Internal;
        if is_internal && comparison.is_none() {
            expected.page.clone_from(&self.report.page);
            return Ok(Check::not_shown(CLAIM, WHICH));
        }
        let (path, name) = page_of(self.report.audience, &self.job.output, self.folder);
        let released: Vec<&[[f64; 2]]> =
            self.again.tracks.iter().map(|track| track.positions.as_slice()).collect();
        let members = self.report.made_of.iter().flatten().filter(|_| is_internal);
        let originals: Vec<&[[f64; 2]]> = members.map(|&member| self.sampled.set.track(member)).collect();
        let originals = is_internal.then_some(originals.as_slice());
        let made = BoundPage::new(self.report.clone(), &released, originals, &path)?;
        expected.page = made.report.page.map(|page| PageFacts { path: name, ..page });
        Ok(same_page(&made.html, &path))
    }
}

/// Why something is not shown.
const WHICH: &str = "it depends on the original of each trajectory, which the release does not show";

/// What depends on that.
const OF_ORIGINALS: [&str; 15] = [
    "insiders",
    "privacy[0].own_positions",
    "utility.total_translation_distortion",
    "utility.median_shift",
    "utility.nine_in_ten_shift",
    "utility.mean_shift",
    "utility.max_shift",
    "utility.mean_time_shift",
    "utility.trip_length_error",
    "linkage",
    "dangers",
    "objects.fewest_in_a_cluster",
    "objects.weakest_clusters",
    "objects.clusters_below_k",
    "objects.in_several_clusters",
];

/// What only the search knows.
const OF_SEARCH: [&str; 8] = [
    "search.evaluations",
    "search.seconds",
    "search.stopped",
    "search.hypervolume",
    "search.worst_distortion",
    "search.front",
    "search.chosen",
    "search.convergence",
];

fn objects_claim(k: usize) -> String {
    format!("every cluster has trajectories of at least {k} different objects")
}

/// The fewest different objects that this many trajectories can belong to: those with the most
/// trajectories.
fn objects_at_least(set: &TrajectorySet, trajectories: usize) -> usize {
    let mut counts = counts(set);
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let mut left = trajectories;
    let short = |count: &usize| {
        let is_short = left > 0;
        left = left.saturating_sub(*count);
        is_short
    };
    counts.iter().map(short).take_while(|&short| short).count()
}

/// Whether the objects have enough trajectories for this many clusters of k different ones each.
fn can_make(set: &TrajectorySet, clusters: usize, k: usize) -> bool {
    counts(set).iter().map(|&count| count.min(clusters)).sum::<usize>() >= k.saturating_mul(clusters)
}

/// Trajectories of each object.
fn counts(set: &TrajectorySet) -> Vec<usize> {
    let mut counts = vec![0; set.objects()];
    (0..set.len() as u32).filter_map(|one| set.object(one)).for_each(|object| counts[object as usize] += 1);
    counts
}

//! Every format: what is written is read the same, and nothing that is read panics.
#![allow(clippy::unwrap_used)]

use super::super::projection::Projection;
use super::super::time_text::TimeText;
use super::*;
use incog_io::FileFormat;
use proptest::prelude::*;
use std::fs;

const FORMATS: [(PointFormat, &str); 9] = [
    (PointFormat::Table, "out.csv"),
    (PointFormat::Table, "out.tsv"),
    (PointFormat::Table, "out.csv.gz"),
    (PointFormat::Table, "out.parquet"),
    (PointFormat::Table, "out.arrow"),
    (PointFormat::W4m, "out.txt"),
    (PointFormat::Plt, "out"),
    (PointFormat::Gpx, "out.gpx"),
    (PointFormat::Geojson, "out.geojson"),
];

fn layout(format: PointFormat) -> Layout {
    let names = ["id", "cluster", "time", "lon", "lat"].map(str::to_owned);
    let (degrees, time_text) = (format != PointFormat::W4m, TimeText::Rfc3339);
    let metres = ["id", "cluster", "time", "x", "y"].map(str::to_owned);
    Layout {
        format,
        names: if degrees { names } else { metres },
        degrees,
        time_text,
        file: FileFormat::default(),
    }
}

fn tracks() -> impl Strategy<Value = Vec<ReleasedTrack>> {
    let position = (-1_799_999_999_i64..1_799_999_999, -899_999_999_i64..899_999_999);
    let points = prop::collection::vec((1_i64..100_000, position), 1..6);
    prop::collection::vec((0_i64..4_000_000_000, points), 1..12).prop_map(|tracks| {
        let mut made = Vec::new();
        for (start, points) in tracks {
            let mut time = start;
            let point = |(step, (x, y)): (i64, (i64, i64))| {
                time += step;
                (time, [x as f64 / 1e7, y as f64 / 1e7])
            };
            let points = points.into_iter().map(point).collect();
            made.push(ReleasedTrack { number: made.len() + 1, cluster: 1, points });
        }
        made
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_written_is_read_the_same(tracks in tracks()) {
        for (format, name) in FORMATS {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            write(&path, &tracks, &layout(format)).unwrap();
            prop_assert_eq!(PointFormat::of_input(&path, None), format);
            let raw = read(&path, format, &layout(format).columns()).unwrap();
            prop_assert_eq!(raw.sha256.len(), 64);
            let wanted: Vec<(u32, i64, [f64; 2])> = tracks
                .iter()
                .flat_map(|track| track.points.iter().map(|point| (track.number as u32 - 1, point.0, point.1)))
                .collect();
            let step = if format == PointFormat::W4m { 0.5001e-3 } else { 0.5001e-7 };
            prop_assert_eq!(raw.rows.len(), wanted.len());
            for (row, (object, second, position)) in raw.rows.iter().zip(wanted) {
                let found = row.position.unwrap();
                prop_assert_eq!((row.object, row.time), (object, Some(second as f64)), "{}", name);
                prop_assert!((0..2).all(|axis| (found[axis] - position[axis]).abs() <= step), "{}", name);
            }
        }
    }

    #[test]
    fn hostile_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        hostile(&bytes);
    }

    #[test]
    fn cut_and_changed_files_do_not_panic(
        tracks in tracks(), cut in 0_usize..2000, place in 0_usize..2000, byte in any::<u8>(),
    ) {
        for (format, name) in FORMATS.into_iter().filter(|(format, _)| *format != PointFormat::Plt) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            write(&path, &tracks, &layout(format)).unwrap();
            let mut bytes = fs::read(&path).unwrap();
            let length = bytes.len();
            bytes[place % length] = byte;
            bytes.truncate(length - cut % length);
            fs::write(&path, bytes).unwrap();
            let _ = read(&path, format, &layout(format).columns());
        }
    }
}

/// Reads the bytes as every format there is.
fn hostile(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    for (format, name) in FORMATS {
        let name = if format == PointFormat::Plt { "out.plt" } else { name };
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let _ = PointFormat::of_input(&path, None);
        let _ = read(&path, format, &PointColumns::default());
    }
}

fn read_text(name: &str, text: &str) -> Result<RawPoints, TrajectoryError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    read(&path, PointFormat::of_input(&path, None), &PointColumns::default())
}

#[test]
fn nasty_texts_are_refused_or_counted() {
    let deep = "[".repeat(100_000);
    assert!(read_text("a.geojson", &deep).unwrap_err().to_string().contains("cannot read this GeoJSON file"));
    let bomb =
        "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><gpx><trk><name>&b;</name></trk></gpx>";
    assert!(read_text("a.gpx", bomb).unwrap_err().to_string().contains("cannot read this GPX file"));
    assert!(read_text("a.gpx", "<kml/>").unwrap_err().to_string().contains("its root element is not <gpx>"));
    assert!(read_text("a.plt", "").unwrap().rows.is_empty());
    let points = "<gpx><trk><trkseg><trkpt lat=\"91\" lon=\"1\"><time>2024-01-01T00:00:00Z</time></trkpt>\
                  <trkpt lat=\"9\" lon=\"1\"/><trkpt lat=\"NaN\" lon=\"1\"/></trkseg></trk></gpx>";
    let raw = read_text("a.gpx", points).unwrap();
    assert_eq!(raw.rows.iter().filter(|row| row.position.is_none()).count(), 2);
    assert_eq!(raw.rows.iter().filter(|row| row.time.is_none()).count(), 2);
}

#[test]
fn deep_wide_and_unfinished_gpx_files_end_soon() {
    let level = "<extensions>";
    let deep = format!("<gpx>{}", level.repeat(1_000_000));
    assert!(read_text("a.gpx", &deep).unwrap_err().to_string().contains("never closed"));
    let whole = deep + &"</extensions>".repeat(1_000_000) + "</gpx>";
    assert!(read_text("a.gpx", &whole).unwrap().rows.is_empty());
    let attributes: String = (0..200_000).map(|n| format!(" a{n}=\"1\"")).collect();
    let wide = format!(
        "<gpx{attributes}><trk><trkseg><trkpt{attributes} lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>"
    );
    let started = std::time::Instant::now();
    assert_eq!(read_text("a.gpx", &wide).unwrap().rows[0].position, Some([2.0, 1.0]));
    // The square of their number takes half a minute, their number a few milliseconds.
    assert!(started.elapsed().as_secs() < 10);
    for cut in ["", "<gpx", "<gpx>", "<gpx><trk><trkseg></trk></gpx>", "<gpx/><gpx/>", "<gpx>&none;</gpx>"] {
        assert!(
            read_text("a.gpx", cut).unwrap_err().to_string().contains("cannot read this GPX file"),
            "{cut}"
        );
    }
}

#[test]
fn names_and_times_of_gpx_are_the_first_ones_in_their_place() {
    let point = |id: usize| {
        format!(
            "<trkpt lat='1' lon='2'><extensions><time>no</time></extensions><time>2024-01-01T00:00:0{id}Z</time></trkpt>"
        )
    };
    let text = format!(
        "<?xml version='1.0'?><g:gpx xmlns:g='x'><g:trk><g:name> a&amp;<![CDATA[<b>]]>&#99; </g:name><name>other</name>\
         <trkseg>{}</trkseg><trkseg>{}</trkseg></g:trk><trk><trkseg>{}</trkseg><name>a&amp;&lt;b>c</name></trk>\
         <wpt><name>x</name></wpt><trk><trkseg/></trk></g:gpx>",
        point(1),
        point(2),
        point(3)
    );
    let raw = read_text("a.gpx", &text).unwrap();
    let rows: Vec<_> = raw.rows.iter().map(|row| (row.object, row.trip, row.time)).collect();
    let second = |second: f64| Some(1_704_067_200.0 + second);
    assert_eq!(rows, [(0, 0, second(1.0)), (0, 1, second(2.0)), (0, 2, second(3.0))]);
}

#[test]
fn a_folder_of_geolife_files_is_one_input() {
    let folder = tempfile::tempdir().unwrap();
    let head =
        "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n";
    for (person, trip) in [("000", "a"), ("000", "b"), ("001", "a")] {
        let trips = folder.path().join(person).join("Trajectory");
        fs::create_dir_all(&trips).unwrap();
        let line = "39.984702,116.318417,0,492,39744.1201851852,2008-10-23,02:53:04\r\nnothing\n";
        fs::write(trips.join(format!("{trip}.plt")), format!("{head}{line}")).unwrap();
    }
    fs::write(folder.path().join("readme.txt"), "not a trip").unwrap();
    let format = PointFormat::of_input(folder.path(), None);
    assert_eq!(format, PointFormat::Plt);
    let raw = read(folder.path(), format, &PointColumns::default()).unwrap();
    let good: Vec<(u32, u32)> =
        raw.rows.iter().filter(|row| row.time.is_some()).map(|row| (row.object, row.trip)).collect();
    assert_eq!((good, raw.rows.len()), (vec![(0, 0), (0, 1), (1, 2)], 6));
    let first = raw.rows[0];
    assert_eq!((first.time, first.position), (Some(1_224_730_384.0), Some([116.318417, 39.984702])));
}

#[test]
fn geojson_times_stand_in_many_places() {
    let line = |properties: &str, coordinates: &str| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":{properties},\"geometry\":{{\"type\":\"LineString\",\
             \"coordinates\":{coordinates}}}}}"
        )
    };
    let plain = "[[13.4,52.5],[13.5,52.5]]";
    for feature in [
        line("{\"id\":7,\"times\":[1000,1060]}", plain),
        line("{\"id\":7,\"coordTimes\":[\"1970-01-01T00:16:40Z\",\"1970-01-01T01:17:40+01:00\"]}", plain),
        line("{\"id\":7,\"coordinateProperties\":{\"times\":[1000,1060]}}", plain),
        line("{\"id\":7}", "[[13.4,52.5,0,1000],[13.5,52.5,0,1060]]"),
        line("{\"id\":7,\"times\":[[1000],[1060]]}", "[[[13.4,52.5]],[[13.5,52.5]]]"),
    ] {
        let raw = read_text("a.geojson", &feature).unwrap();
        let times: Vec<Option<f64>> = raw.rows.iter().map(|row| row.time).collect();
        assert_eq!(times, [Some(1000.0), Some(1060.0)], "{feature}");
        assert_eq!(raw.rows[1].position, Some([13.5, 52.5]));
    }
    let points = "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"id\":\"a\",\
                  \"time\":\"2024-01-01 00:00:00\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}},5,null]}";
    let raw = read_text("a.json", points).unwrap();
    assert_eq!(raw.rows[0].time, Some(1_704_067_200.0));
}

#[test]
fn metres_do_not_go_where_degrees_belong() {
    let layout = Layout { degrees: false, ..layout(PointFormat::Gpx) };
    let folder = tempfile::tempdir().unwrap();
    let refused = write(&folder.path().join("out.gpx"), &[], &layout).unwrap_err();
    assert!(refused.to_string().contains("need longitude and latitude"));
    let there = Projection { longitude: 13.4, latitude: 52.5 };
    let back = there.to_degrees(there.to_metres([13.5, 52.6]));
    assert!((back[0] - 13.5).abs() < 1e-12 && (back[1] - 52.6).abs() < 1e-12);
}

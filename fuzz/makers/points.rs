//! Points in every format; the first byte tells the target which.

/// The files.
pub fn files() -> Vec<Vec<u8>> {
    let made = [csv(), w4m(), plt(), gpx(), geojson()];
    (0..).zip(made).flat_map(|(kind, texts)| texts.into_iter().map(move |text| marked(kind, &text))).collect()
}

fn marked(kind: u8, text: &str) -> Vec<u8> {
    [&[kind], text.as_bytes()].concat()
}

/// Four objects with three points each, all near to each other.
fn points() -> impl Iterator<Item = (usize, usize, f64, f64)> {
    (0..12).map(|n| (n / 3, n % 3, 13.4 + n as f64 / 1e5, 52.5 + n as f64 / 2e5))
}

fn csv() -> Vec<String> {
    let rows = |time: fn(usize) -> String| -> String {
        points().map(|(id, n, x, y)| format!("{id},{},{x},{y}\n", time(n))).collect()
    };
    let header = "id,time,longitude,latitude\n";
    vec![
        format!("{header}{}", rows(|n| format!("{}", 1_700_000_000 + n * 60))),
        format!("{header}{}", rows(|n| format!("2024-05-06 08:0{n}:00"))),
        format!("id,t,x,y\n{}", rows(|n| format!("{}.5", n * 60))),
        format!("{header}{}", rows(|n| format!("2024-05-06T08:0{n}:00+02:00"))),
    ]
}

fn w4m() -> Vec<String> {
    vec![points().map(|(id, n, x, y)| format!("{id}\t{}\t{}\t{}\n", n * 60, x * 10.0, y * 10.0)).collect()]
}

fn plt() -> Vec<String> {
    let head =
        "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n";
    let rows: String = points()
        .map(|(id, n, x, y)| format!("{y},{x},0,492,39744.{id}{n},2008-10-23,02:5{id}:0{n}\r\n"))
        .collect();
    vec![format!("{head}{rows}")]
}

fn gpx() -> Vec<String> {
    let mut text =
        "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
            .to_owned();
    for (id, n, x, y) in points() {
        if n == 0 {
            text += &format!("<trk><name>o&#x31;&amp;{id}</name><trkseg>");
        }
        text += &format!("<trkpt lat=\"{y}\" lon='{x}'><time>2024-05-06T08:0{n}:00Z</time></trkpt>");
        if n == 2 {
            text += "</trkseg><!-- end --></trk>";
        }
    }
    vec![text + "</gpx>", "<gpx><trk><name><![CDATA[a]]></name><trkseg/></trk></gpx>".to_owned()]
}

fn geojson() -> Vec<String> {
    let feature = |id: usize| {
        let of: Vec<_> = points().filter(|point| point.0 == id).collect();
        let places: Vec<String> = of.iter().map(|(_, _, x, y)| format!("[{x},{y}]")).collect();
        let times: Vec<String> = of.iter().map(|(_, n, ..)| format!("\"2024-05-06T08:0{n}:00Z\"")).collect();
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"id\":{id},\"coordTimes\":[{}]}},\"geometry\":{{\"type\":\
             \"LineString\",\"coordinates\":[{}]}}}}",
            times.join(","),
            places.join(",")
        )
    };
    let features: Vec<String> = (0..4).map(feature).collect();
    vec![
        format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(",")),
        "{\"type\":\"Feature\",\"properties\":{\"id\":\"a\",\"time\":1000},\"geometry\":{\"type\":\"Point\",\
         \"coordinates\":[1,2]}}"
            .to_owned(),
        "{\"type\":\"Feature\",\"properties\":{\"times\":[[0],[60]]},\"geometry\":{\"type\":\"MultiLineString\",\
         \"coordinates\":[[[1,2]],[[3,4,0,7]]]}}"
            .to_owned(),
    ]
}

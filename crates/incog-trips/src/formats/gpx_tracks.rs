//! The tracks of a GPX text, read element by element.
//!
//! Nothing of the document is kept but its points, so neither deep nesting nor elements with very
//! many attributes cost more than their bytes.

use super::super::time_text::time_of_any_text;
use super::RawPoint;
use super::raw::{coordinate, degrees};
use super::tree::TextFile;
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// A track of a file.
#[derive(Debug, Default)]
pub struct Track {
    /// Its name; for a track without one, the name of the file and the track's place in it.
    pub name: String,
    /// Whether it has a name of its own.
    pub is_named: bool,
    /// The points of each segment, with object and trip still to be given.
    pub segments: Vec<Vec<RawPoint>>,
}

/// Reads the tracks of a file, or says why it is not a GPX file.
pub fn tracks(file: &TextFile) -> Result<Vec<Track>, String> {
    let mut reader = Reader::from_str(file.text.trim_start_matches('\u{feff}'));
    let mut walk = Walk::new(&file.stem);
    loop {
        // Where it is wrong, and not what stands there.
        let event = reader.read_event();
        let event =
            event.map_err(|_| format!("it is not well-formed XML at byte {}", reader.error_position()))?;
        match event {
            Event::Start(element) => walk.enter(&element)?,
            Event::Empty(element) => {
                walk.enter(&element)?;
                walk.leave();
            }
            Event::End(_) => walk.leave(),
            Event::Text(text) => walk.text(&text.xml10_content()),
            Event::CData(text) => walk.text(&text.xml10_content()),
            Event::GeneralRef(reference) => walk.text(&resolve(&reference)?),
            Event::DocType(_) => {
                return Err("it has a document type (<!DOCTYPE), which GPX files must not have".to_owned());
            }
            Event::Eof => return walk.finish(),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
}

/// A character named by its number, or one of the five that XML has names for.
fn resolve(reference: &BytesRef<'_>) -> Result<String, String> {
    let broken = |_| "it refers to a character that does not exist".to_owned();
    if let Some(character) = reference.resolve_char_ref().map_err(broken)? {
        return Ok(character.to_string());
    }
    let name = reference.xml10_content();
    let known = quick_xml::escape::resolve_xml_entity(&name);
    known.map(str::to_owned).ok_or_else(|| "it uses an entity that it does not declare".to_owned())
}

/// The elements that mean something, each inside the one before it (a name stands beside segments).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Gpx,
    Track,
    Name,
    Segment,
    Point,
    Time,
}

impl Element {
    /// What an element is inside its parent. Namespaces do not count: GPX 1.0 and 1.1 differ in
    /// theirs, and many files have none.
    fn child(parent: Option<Self>, name: &str) -> Option<Self> {
        match (parent, name) {
            (None, "gpx") => Some(Self::Gpx),
            (Some(Self::Gpx), "trk") => Some(Self::Track),
            (Some(Self::Track), "name") => Some(Self::Name),
            (Some(Self::Track), "trkseg") => Some(Self::Segment),
            (Some(Self::Segment), "trkpt") => Some(Self::Point),
            (Some(Self::Point), "time") => Some(Self::Time),
            _ => None,
        }
    }
}

struct Walk<'a> {
    stem: &'a str,
    /// Elements that are open.
    open: usize,
    /// Those of them that mean something, from the root on.
    known: Vec<Element>,
    tracks: Vec<Track>,
    /// The text of the first name of the track and of the first time of the point.
    name: Option<String>,
    time: Option<String>,
    position: Option<[f64; 2]>,
    /// Whether the name or time in hand is the first.
    is_first: bool,
    has_root: bool,
}

impl<'a> Walk<'a> {
    fn new(stem: &'a str) -> Self {
        let (known, tracks, has_root) = (Vec::new(), Vec::new(), false);
        Self {
            stem,
            open: 0,
            known,
            tracks,
            name: None,
            time: None,
            position: None,
            is_first: false,
            has_root,
        }
    }

    fn enter(&mut self, element: &BytesStart<'_>) -> Result<(), String> {
        let name = element.local_name();
        let name: &str = name.as_ref();
        let found =
            Element::child(self.known.last().copied(), name).filter(|_| self.open == self.known.len());
        if self.open == 0 && self.has_root {
            return Err("it has a second root element".to_owned());
        }
        if self.open == 0 && found.is_none() {
            return Err("its root element is not <gpx>".to_owned());
        }
        self.open += 1;
        self.has_root = true;
        let Some(found) = found else { return Ok(()) };
        self.known.push(found);
        match found {
            Element::Track => {
                self.tracks.push(Track::default());
                self.name = None;
            }
            Element::Segment => self.segments().push(Vec::new()),
            Element::Point => (self.time, self.position) = (None, position(element)?),
            Element::Name => self.is_first = self.name.is_none(),
            Element::Time => self.is_first = self.time.is_none(),
            Element::Gpx => {}
        }
        match found {
            Element::Name if self.is_first => self.name = Some(String::new()),
            Element::Time if self.is_first => self.time = Some(String::new()),
            _ => {}
        }
        Ok(())
    }

    /// Ends the innermost element; the reader has checked that it is open.
    fn leave(&mut self) {
        if self.open == self.known.len() {
            match self.known.pop() {
                Some(Element::Track) => self.name_track(),
                Some(Element::Point) => self.push_point(),
                _ => {}
            }
        }
        self.open = self.open.saturating_sub(1);
    }

    fn text(&mut self, text: &str) {
        let inside = self.known.last().filter(|_| self.open == self.known.len() && self.is_first);
        let buffer = match inside {
            Some(Element::Name) => &mut self.name,
            Some(Element::Time) => &mut self.time,
            _ => return,
        };
        buffer.get_or_insert_default().push_str(text);
    }

    fn finish(self) -> Result<Vec<Track>, String> {
        match (self.has_root, self.open) {
            (false, _) => Err("it has no root element, expected <gpx>".to_owned()),
            (_, 0) => Ok(self.tracks),
            (_, open) => Err(format!("it is cut short: {open} elements are never closed")),
        }
    }

    fn name_track(&mut self) {
        let own = || format!("{}\n{}", self.stem, self.tracks.len() - 1);
        let named = self.name.take().filter(|name| !name.is_empty());
        let is_named = named.is_some();
        let name = named.map_or_else(own, |name| name.trim().to_owned());
        if let Some(track) = self.tracks.last_mut() {
            (track.name, track.is_named) = (name, is_named);
        }
    }

    fn push_point(&mut self) {
        let time = self.time.take().and_then(|text| time_of_any_text(&text));
        let point = RawPoint { object: 0, trip: 0, time, position: self.position };
        if let Some(segment) = self.segments().last_mut() {
            segment.push(point);
        }
    }

    /// The segments of the track in hand; a segment is only entered inside of one.
    fn segments(&mut self) -> &mut Vec<Vec<RawPoint>> {
        if self.tracks.is_empty() {
            self.tracks.push(Track::default());
        }
        let last = self.tracks.len() - 1;
        &mut self.tracks[last].segments
    }
}

fn position(element: &BytesStart<'_>) -> Result<Option<[f64; 2]>, String> {
    let (mut longitude, mut latitude) = (None, None);
    // Twice the same attribute is not looked for: that takes the square of their number.
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let number = || coordinate(&attribute.value, 180.0);
        match attribute.key.as_ref() {
            "lon" => longitude = longitude.or_else(number),
            "lat" => latitude = latitude.or_else(number),
            _ => {}
        }
    }
    Ok(degrees(longitude, latitude))
}

//! Which encoding a text has.

use crate::compression::Compression;
use crate::decompression::{Source, io_error};
use crate::encoding_fault::EncodingFault;
use crate::text_encoding::TextEncoding;
use crate::utf8_tally::Utf8Tally;
use crate::{FileFault, ReadError, open_file};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use std::io::Read;
use std::path::Path;

const BLOCK: usize = 256 << 10;

/// UTF-16, by its byte order mark, or without one by the zero bytes of its ASCII characters.
pub(crate) fn utf16(sample: &[u8]) -> Option<TextEncoding> {
    match sample {
        [0xff, 0xfe, ..] => return Some(TextEncoding::UTF_16LE),
        [0xfe, 0xff, ..] => return Some(TextEncoding::UTF_16BE),
        _ => {}
    }
    let (pairs, _) = sample.as_chunks::<2>();
    let zeros = |place: usize| pairs.iter().filter(|pair| pair[place] == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    let is_most = |count: usize| pairs.len() > 3 && 2 * count > pairs.len();
    match (is_most(first), is_most(second)) {
        (false, true) if first == 0 => Some(TextEncoding::UTF_16LE),
        (true, false) if second == 0 => Some(TextEncoding::UTF_16BE),
        _ => None,
    }
}

/// The encoding of a text that is not UTF-8, by the detector of Firefox, from all of its bytes.
pub(crate) fn detect(path: &Path, compression: Option<&Compression>) -> Result<TextEncoding, ReadError> {
    let file = open_file(path).map_err(|fault: FileFault| ReadError::File { path: path.into(), fault })?;
    let error = |source| io_error(path, compression, source);
    let mut source = Source::new(file, compression).map_err(error)?;
    let (mut tally, mut detector) = (Utf8Tally::new(), EncodingDetector::new(Iso2022JpDetection::Deny));
    let mut block = vec![0; BLOCK];
    loop {
        let count = source.read(&mut block).map_err(error)?;
        tally.feed(&block[..count]);
        detector.feed(&block[..count], count == 0);
        if count == 0 {
            break;
        }
    }
    let guess = TextEncoding::new(detector.guess(None, Utf8Detection::Deny));
    check_unmixed(&mut tally, guess).map_err(|fault| ReadError::Encoding { path: path.into(), fault })?;
    Ok(guess)
}

/// A whole text as UTF-8; as it is where its encoding cannot be told, which readers then say.
///
/// ```
/// assert_eq!(incog_io::text_as_utf8(b"K\xf6ln;Rheinland".to_vec()), "Köln;Rheinland".as_bytes());
/// ```
pub fn text_as_utf8(bytes: Vec<u8>) -> Vec<u8> {
    let wide = utf16(&bytes);
    if wide.is_none() && std::str::from_utf8(&bytes).is_ok() {
        return bytes;
    }
    let (mut tally, mut detector) = (Utf8Tally::new(), EncodingDetector::new(Iso2022JpDetection::Deny));
    tally.feed(&bytes);
    detector.feed(&bytes, true);
    let guess = wide.unwrap_or_else(|| TextEncoding::new(detector.guess(None, Utf8Detection::Deny)));
    if wide.is_none() && check_unmixed(&mut tally, guess).is_err() {
        return bytes;
    }
    match guess.encoding().decode_with_bom_removal(&bytes) {
        (text, false) => text.into_owned().into_bytes(),
        (_, true) => bytes,
    }
}

/// Refuses a text of which lines are UTF-8 that the encoding would not make so by chance: in
/// encodings of one byte a character one in twenty may be, in others every third.
fn check_unmixed(tally: &mut Utf8Tally, guess: TextEncoding) -> Result<(), EncodingFault> {
    let cut_off = tally.unfinished().filter(|_| tally.other_lines == 0 && tally.utf8_lines > 0);
    if let Some(line) = cut_off {
        return Err(EncodingFault::CutOff { line });
    }
    tally.finish();
    let by_chance = tally.other_lines / if guess.is_single_byte() { 20 } else { 2 };
    match tally.first_other {
        Some(line) if tally.utf8_lines > by_chance => {
            Err(EncodingFault::Mixed { line, utf8_lines: tally.utf8_lines })
        }
        _ => Ok(()),
    }
}

//! A C interface for WebAssembly and `ctypes`: all files in one block, the findings as text.
//!
//! The caller asks for memory with [`incog_check_allocate`], writes the files into it, and calls
//! [`incog_check_run`]. A file is a line `NAME LENGTH\n` and as many bytes. Names are `release`,
//! `report`, `original`, `proof`, and `hierarchy:COLUMN`. The answer is a line for each finding:
//! verdict, claim and detail, divided by tabs. Or it is one line: `error`, a tab, and why.
//!
//! All `unsafe` of this crate stands here. It is sound if the caller passes back exactly what it
//! was given, and frees each block once.
#![allow(unsafe_code)]

use crate::heap::*;
use crate::{CheckedFiles, check};

/// Memory for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn incog_check_allocate(length: usize) -> *mut u8 {
    let block: alloc::boxed::Box<[u8]> = vec![0; length].into_boxed_slice();
    alloc::boxed::Box::into_raw(block).cast()
}

/// Frees a block.
///
/// # Safety
/// `block` and `length` are of [`incog_check_allocate`], or those of an answer, and are freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn incog_check_free(block: *mut u8, length: usize) {
    let slice = core::ptr::slice_from_raw_parts_mut(block, length);
    // SAFETY: by the contract it is the box that was given out.
    drop(unsafe { alloc::boxed::Box::from_raw(slice) });
}

/// Checks the files in a block, and frees it. The answer begins with its length in four bytes,
/// least first; the text follows. The whole, length and all, is freed by [`incog_check_free`].
///
/// # Safety
/// `block` and `length` are of [`incog_check_allocate`], whose memory the caller has written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn incog_check_run(block: *mut u8, length: usize) -> *mut u8 {
    let slice = core::ptr::slice_from_raw_parts_mut(block, length);
    // SAFETY: by the contract it is the box that was given out.
    let files = unsafe { alloc::boxed::Box::from_raw(slice) };
    let text = answer(&files);
    let length = u32::try_from(text.len()).unwrap_or(0);
    let mut whole: Vec<u8> = length.to_le_bytes().to_vec();
    whole.extend(text.bytes());
    alloc::boxed::Box::into_raw(whole.into_boxed_slice()).cast()
}

/// The text of the answer to a block of files.
pub fn answer(block: &[u8]) -> String {
    let Some(files) = unpack(block) else { return "error\tthe files cannot be read".to_string() };
    match check(&files) {
        Ok(found) => found
            .iter()
            .map(|found| format!("{}\t{}\t{}\n", found.verdict, found.claim, found.detail))
            .collect(),
        Err(why) => format!("error\t{why}"),
    }
}

/// `None` where the block has another form, a name twice, or no release and report.
fn unpack(mut block: &[u8]) -> Option<CheckedFiles<'_>> {
    let mut named: BTreeMap<String, &[u8]> = BTreeMap::new();
    while !block.is_empty() {
        let end = block.iter().position(|byte| *byte == b'\n')?;
        let (name, length) = core::str::from_utf8(&block[..end]).ok()?.rsplit_once(' ')?;
        let rest = &block[end + 1..];
        let bytes = rest.get(..length.parse().ok()?)?;
        block = &rest[bytes.len()..];
        named.insert(name.to_string(), bytes).is_none().then_some(())?;
    }
    let of_column = named.iter().filter_map(|(name, bytes)| Some((name.strip_prefix("hierarchy:")?, *bytes)));
    let hierarchies = of_column.map(|(name, bytes)| (name.to_string(), bytes)).collect();
    Some(CheckedFiles {
        release: named.get("release")?,
        report: named.get("report")?,
        original: named.get("original").copied(),
        proof: named.get("proof").copied(),
        hierarchies,
    })
}

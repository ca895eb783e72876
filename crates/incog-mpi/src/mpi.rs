//! The calls of MPI that are needed here, each with its return code, as safe functions.
//!
//! All `unsafe` of this crate stands here. What makes it sound: a [`Mpi`] exists only between
//! `MPI_Init_thread` and `MPI_Finalize`; the library gives it out once a process and it is neither
//! `Copy` nor `Clone`, so whoever holds it by `&mut` is alone, which is what
//! `MPI_THREAD_SERIALIZED` asks for; bytes that are under way are owned by a [`Sending`], which
//! frees them only when MPI says that it has done with them.

#![allow(unsafe_code)]

use mpi_sys::{
    MPI_Abort, MPI_Comm, MPI_Comm_rank, MPI_Comm_set_errhandler, MPI_Comm_size, MPI_Error_string,
    MPI_Finalize, MPI_Get_count, MPI_Init_thread, MPI_Iprobe, MPI_Isend, MPI_Recv, MPI_Request, MPI_Status,
    MPI_Test, RSMPI_COMM_WORLD, RSMPI_ERRORS_RETURN, RSMPI_STATUS_IGNORE, RSMPI_THREAD_SERIALIZED,
    RSMPI_UINT8_T,
};
use std::ffi::{c_char, c_int};
use std::mem::{ManuallyDrop, MaybeUninit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What MPI says is wrong.
pub type MpiFault = String;

/// MPI, initialized.
pub struct Mpi {
    world: MPI_Comm,
    /// Of this process, from 0.
    pub rank: usize,
    /// How many processes there are.
    pub ranks: usize,
}

// SAFETY: a communicator is a number or an address that any thread may use, one at a time
// (MPI_THREAD_SERIALIZED).
unsafe impl Send for Mpi {}

/// Bytes under way. Dropped before they have left, they are never freed.
pub struct Sending {
    request: MPI_Request,
    /// MPI reads them until the request is done; behind an `Arc` they stay where they are.
    bytes: ManuallyDrop<Arc<[u8]>>,
    is_done: bool,
}

impl Drop for Sending {
    fn drop(&mut self) {
        if self.is_done {
            // SAFETY: MPI has done with them, and nobody takes them twice.
            unsafe { ManuallyDrop::drop(&mut self.bytes) };
        }
    }
}

// SAFETY: as a communicator.
unsafe impl Send for Sending {}

static IS_TAKEN: AtomicBool = AtomicBool::new(false);

fn checked(code: c_int) -> Result<(), MpiFault> {
    // MPI_SUCCESS is 0 in every MPI.
    if code == 0 {
        return Ok(());
    }
    let mut text = vec![0u8; mpi_sys::MPI_MAX_ERROR_STRING as usize + 1];
    let mut length: c_int = 0;
    // SAFETY: the buffer has the length that the standard asks for.
    let told = unsafe { MPI_Error_string(code, text.as_mut_ptr().cast::<c_char>(), &raw mut length) };
    text.truncate(usize::try_from(length).unwrap_or(0));
    let text = String::from_utf8_lossy(&text).into_owned();
    Err(if told == 0 && !text.is_empty() { text } else { format!("error {code} of MPI") })
}

fn small(number: usize, what: &str) -> Result<c_int, MpiFault> {
    c_int::try_from(number).map_err(|_| format!("{what} of {number} is more than MPI can carry"))
}

impl Mpi {
    /// Initializes MPI, once in a process.
    pub fn begin() -> Result<Self, MpiFault> {
        if IS_TAKEN.swap(true, Ordering::SeqCst) {
            return Err("MPI was initialized before".into());
        }
        let (mut level, mut rank, mut ranks): (c_int, c_int, c_int) = (0, 0, 1);
        // SAFETY: null pointers stand for no arguments (MPI 2 and later); the constants are set by
        // the library before `main`.
        unsafe {
            checked(MPI_Init_thread(
                std::ptr::null_mut(),
                std::ptr::null_mut(),
                RSMPI_THREAD_SERIALIZED,
                &raw mut level,
            ))?;
            if level < RSMPI_THREAD_SERIALIZED {
                return Err("this MPI serves one thread only; incog needs MPI_THREAD_SERIALIZED".into());
            }
            let world = RSMPI_COMM_WORLD;
            checked(MPI_Comm_set_errhandler(world, RSMPI_ERRORS_RETURN))?;
            checked(MPI_Comm_rank(world, &raw mut rank))?;
            checked(MPI_Comm_size(world, &raw mut ranks))?;
            Ok(Self { world, rank: rank as usize, ranks: ranks as usize })
        }
    }

    /// Begins to send bytes, and does not wait.
    pub fn send(&mut self, to: usize, tag: usize, bytes: &Arc<[u8]>) -> Result<Sending, MpiFault> {
        let (count, to, tag) =
            (small(bytes.len(), "a message")?, small(to, "a number")?, small(tag, "a tag")?);
        let mut request = MaybeUninit::<MPI_Request>::uninit();
        // SAFETY: the bytes live in the `Sending` until `is_done`; MPI sets the request where it
        // succeeds.
        unsafe {
            let from = bytes.as_ptr().cast();
            checked(MPI_Isend(from, count, RSMPI_UINT8_T, to, tag, self.world, request.as_mut_ptr()))?;
            let bytes = ManuallyDrop::new(Arc::clone(bytes));
            Ok(Sending { request: request.assume_init(), bytes, is_done: false })
        }
    }

    /// Whether bytes have left.
    pub fn is_done(&mut self, sending: &mut Sending) -> Result<bool, MpiFault> {
        let mut flag: c_int = 0;
        // SAFETY: the request is one of MPI_Isend; done, it becomes MPI_REQUEST_NULL, of which
        // MPI_Test says that it is done.
        checked(unsafe { MPI_Test(&raw mut sending.request, &raw mut flag, RSMPI_STATUS_IGNORE) })?;
        sending.is_done = flag != 0;
        Ok(sending.is_done)
    }

    /// Bytes that have come from a process with this tag, if any have.
    pub fn received(&mut self, from: usize, tag: usize) -> Result<Option<Vec<u8>>, MpiFault> {
        let (from, tag) = (small(from, "a number")?, small(tag, "a tag")?);
        let (mut flag, mut count): (c_int, c_int) = (0, 0);
        let mut status = MaybeUninit::<MPI_Status>::zeroed();
        // SAFETY: where the flag is set, MPI has set the status; the buffer has the size that it
        // says, and nobody else receives meanwhile, since this is the only `Mpi`.
        unsafe {
            checked(MPI_Iprobe(from, tag, self.world, &raw mut flag, status.as_mut_ptr()))?;
            if flag == 0 {
                return Ok(None);
            }
            checked(MPI_Get_count(status.as_ptr(), RSMPI_UINT8_T, &raw mut count))?;
            let mut bytes = vec![0u8; usize::try_from(count).map_err(|_| "a message without a length")?];
            let to = bytes.as_mut_ptr().cast();
            checked(MPI_Recv(to, count, RSMPI_UINT8_T, from, tag, self.world, RSMPI_STATUS_IGNORE))?;
            Ok(Some(bytes))
        }
    }

    /// Ends all processes.
    pub fn abort(self, code: u8) -> ! {
        // SAFETY: MPI is initialized. It does not return; should it, the process ends anyhow.
        unsafe { MPI_Abort(self.world, c_int::from(code)) };
        std::process::exit(c_int::from(code))
    }

    /// Ends the use of MPI when all processes do.
    pub fn end(self) -> Result<(), MpiFault> {
        // SAFETY: this is the only `Mpi`, and it is gone afterwards.
        checked(unsafe { MPI_Finalize() })
    }
}

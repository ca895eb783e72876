//! Tables in and out by the Arrow PyCapsule interface.

use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{RecordBatchIterator, RecordBatchReader};
use incog::IncogError;
use incog::io::{ReadError, RowStream, WrittenRows};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;

/// The name that the interface gives to capsules of streams.
const NAME: &CStr = c"arrow_array_stream";

/// A stream that was handed over and not read yet.
pub struct GivenStream(FFI_ArrowArrayStream);

impl GivenStream {
    /// Takes the stream out of the capsule that `__arrow_c_stream__` of a table gives.
    pub fn of(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        let capsule = table.call_method0("__arrow_c_stream__")?;
        let capsule = capsule.cast::<PyCapsule>()?;
        let stream = capsule.pointer_checked(Some(NAME))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: a capsule of this name holds a valid stream (Arrow PyCapsule interface), whose producer keeps it alive as long
        // as the capsule, which this frame holds. `from_raw` moves it out and leaves a released one in its place, which
        // the interface demands of a consumer.
        #[allow(unsafe_code)]
        let given = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
        Ok(Self(given))
    }

    /// The rows; `name` is what messages call the table.
    pub fn rows(self, name: &str) -> Result<RowStream, IncogError> {
        let reader = ArrowArrayStreamReader::try_new(self.0);
        let reader = reader.map_err(|error| ReadError::Rows { path: name.into(), what: error.into() })?;
        Ok(RowStream { schema: reader.schema(), batches: Box::new(reader) })
    }
}

/// A capsule with the rows; nothing is copied.
pub fn stream<'py>(py: Python<'py>, rows: &WrittenRows) -> PyResult<Bound<'py, PyCapsule>> {
    let batches = rows.batches.clone().into_iter().map(Ok);
    let reader = RecordBatchIterator::new(batches, rows.schema.clone());
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), NAME)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

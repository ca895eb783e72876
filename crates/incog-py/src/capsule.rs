//! Tables in and out by the Arrow PyCapsule interface.

use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::ArrowError;
use incog::io::{ReadError, RowStream, WrittenRows};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyIterator};
use std::ffi::CStr;

/// The name that the interface gives to capsules of streams.
const NAME: &CStr = c"arrow_array_stream";

/// A table that was handed over and not read yet.
pub struct GivenStream {
    first: FFI_ArrowArrayStream,
    /// An iterator of the tables after the first, if it is handed over in several.
    others: Option<Py<PyIterator>>,
}

impl GivenStream {
    /// Takes over a table with `__arrow_c_stream__`, or one that hands itself over in several
    /// (`pieces`).
    pub fn new(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        if !table.hasattr("pieces")? {
            return Ok(Self { first: taken(table)?, others: None });
        }
        let mut pieces = table.call_method0("pieces")?.try_iter()?;
        let first = pieces.next().transpose()?.unwrap_or_else(|| table.clone());
        Ok(Self { first: taken(&first)?, others: Some(pieces.unbind()) })
    }

    /// The rows; `name` is what messages call the table.
    pub fn rows(self, name: &str) -> Result<RowStream, ReadError> {
        let reader = ArrowArrayStreamReader::try_new(self.first);
        let reader = reader.map_err(|error| ReadError::Rows { path: name.into(), what: error.into() })?;
        let schema = reader.schema();
        let batches = Pieces { current: reader, others: self.others };
        Ok(RowStream { schema, batches: Box::new(batches) })
    }
}

/// The batches of one table after the other; each is asked for when the one before is read.
struct Pieces {
    current: ArrowArrayStreamReader,
    others: Option<Py<PyIterator>>,
}

impl Pieces {
    /// The table after this one, if there is one.
    fn after(&self) -> Result<Option<ArrowArrayStreamReader>, ArrowError> {
        let Some(others) = &self.others else { return Ok(None) };
        let next = Python::attach(|py| {
            let next = others.bind(py).clone().next().transpose()?;
            next.map(|table| taken(&table)).transpose()
        });
        let next = next.map_err(|error| ArrowError::ExternalError(Box::new(error)))?;
        next.map(ArrowArrayStreamReader::try_new).transpose()
    }
}

impl Iterator for Pieces {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.current.next() {
                return Some(batch);
            }
            match self.after().transpose()? {
                Ok(table) => self.current = table,
                Err(error) => {
                    self.others = None;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// The stream in the capsule that `__arrow_c_stream__` of a table gives.
fn taken(table: &Bound<'_, PyAny>) -> PyResult<FFI_ArrowArrayStream> {
    let capsule = table.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(NAME))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a valid stream (Arrow PyCapsule interface), whose
    // producer keeps it alive as long as the capsule, which this frame holds. `from_raw` moves it
    // out and leaves a released one in its place, which the interface demands of a consumer.
    #[allow(unsafe_code)]
    let given = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    Ok(given)
}

/// A capsule with the rows; nothing is copied.
pub fn stream<'py>(py: Python<'py>, rows: &WrittenRows) -> PyResult<Bound<'py, PyCapsule>> {
    let RowStream { schema, batches } = rows.stream();
    let reader = RecordBatchIterator::new(batches, schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), NAME)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

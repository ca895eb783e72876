//! Files that several instances are made from, read once.

use super::manifest::sha256;
use crate::LabError;
use crate::instances::hospital_discharges;
use crate::suite::Discharges;
use incog_data::Table;
use incog_io::{ReadError, ReadOptions, read_table};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Tables and checksums by file.
#[derive(Default)]
pub(super) struct Sources {
    tables: Mutex<BTreeMap<PathBuf, Arc<Table>>>,
    made_up: Mutex<BTreeMap<(usize, u64), Arc<Table>>>,
    sums: Mutex<BTreeMap<PathBuf, String>>,
}

impl Sources {
    /// A table with a header; a thread that asks while another one is reading it waits.
    pub fn table(&self, path: &Path) -> Result<Arc<Table>, ReadError> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(path) {
            return Ok(table.clone());
        }
        let table = Arc::new(read_table(path, &ReadOptions::default())?.table);
        tables.insert(path.to_owned(), table.clone());
        Ok(table)
    }

    /// The hospital discharges, and the file they are from, if it exists.
    pub fn discharges(
        &self,
        wanted: &Discharges,
        folder: &Path,
    ) -> Result<(Arc<Table>, Option<PathBuf>), ReadError> {
        if let Some(file) = wanted.file.as_ref().map(|file| folder.join(file)).filter(|file| file.exists()) {
            return Ok((self.table(&file)?, Some(file)));
        }
        let mut made_up = self.made_up.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || Arc::new(hospital_discharges(wanted.rows, wanted.seed));
        Ok((made_up.entry((wanted.rows, wanted.seed)).or_insert_with(make).clone(), None))
    }

    /// SHA-256 of a file.
    pub fn sha256(&self, path: &Path) -> Result<String, LabError> {
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sum) = sums.get(path) {
            return Ok(sum.clone());
        }
        let sum = sha256(path)?;
        sums.insert(path.to_owned(), sum.clone());
        Ok(sum)
    }
}

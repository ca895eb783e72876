//! An engine in which a release is made.

use crate::EngineRunError;
use crate::IncogError;
use crate::job::{EngineTable, Job};
use crate::publish::recode::published_columns::{shown_labels, shown_quasi_identifiers};
use crate::publish::release::decision_figures::DecidedRows;
use crate::publish::release::medium::{Medium, ToWrite};
use incog_data::Table;
use incog_disclosure::read::counted_file::digest;
use incog_disclosure::read::engine_session::{CountedThere, EngineSession, failed};
use incog_io::ReadOptions;
use incog_sql::{CountedRelease, Publication, Relation, ReleaseStatements};

/// An engine in which a release is made, in a transaction that ends with [`InEngine::commit`], or
/// is taken back.
pub(in crate::publish) struct InEngine<'s, 'e> {
    session: &'s mut EngineSession<'e>,
    job: &'s Job,
    there: &'s CountedThere,
    target: &'s Relation,
    decided: Option<DecidedRows>,
    open: bool,
}

impl<'s, 'e> InEngine<'s, 'e> {
    pub fn new(
        session: &'s mut EngineSession<'e>,
        job: &'s Job,
        there: &'s CountedThere,
        target: &'s Relation,
    ) -> Self {
        Self { session, job, there, target, decided: None, open: false }
    }

    /// Publishes the release.
    pub fn commit(mut self) -> Result<(), IncogError> {
        let table = || self.target.to_string();
        self.session.engine.run("COMMIT").map_err(|source| match source.is_lost() {
            true => IncogError::Engine(EngineRunError::CommitUnknown { table: table() }),
            false => failed(&format!("{} was committed", table()), source).into(),
        })?;
        self.open = false;
        Ok(())
    }

    /// Takes away what `--force` replaces, unless the input goes with it.
    fn drop_old(&mut self) -> Result<(), IncogError> {
        let Some(EngineTable { source, .. }) = &self.job.engine else { return Ok(()) };
        let source = self.session.relation(source);
        let quoted = self.target.quoted(self.session.dialect)?;
        let doing = format!("{} was replaced", self.target);
        self.session.run(&doing, &format!("DROP TABLE IF EXISTS {quoted}"))?;
        let probe = format!("SELECT 1 FROM {} WHERE 1 = 0", source.quoted(self.session.dialect)?);
        self.session.engine.run(&probe).map_err(|error| match error.is_lost() {
            true => failed(&doing, error).into(),
            false => IncogError::Engine(EngineRunError::SourceReplaced { table: self.target.to_string() }),
        })
    }

    fn other(&self) -> IncogError {
        IncogError::Engine(EngineRunError::OtherThanDecided { table: self.target.to_string() })
    }
}

impl Drop for InEngine<'_, '_> {
    fn drop(&mut self) {
        if self.open {
            // Where this fails the connection is gone, and the transaction with it.
            let _ = self.session.engine.run("ROLLBACK");
        }
    }
}

impl Medium for InEngine<'_, '_> {
    fn write(&mut self, release: &ToWrite<'_>) -> Result<(), IncogError> {
        let decided = DecidedRows::decide(release)?;
        let rows = release.allocation.origins(&release.recoded.rows);
        let counted = &self.there.counted;
        let numbers = counted.numbers.as_deref().unwrap_or_default();
        let texts = shown_labels(&self.job.terms, &decided.table);
        let release =
            CountedRelease { table: &decided.table, rows: &rows, records: &decided.records, texts: &texts };
        let shown = shown_quasi_identifiers(&self.job.terms);
        let publication = Publication::new(release, &counted.table, numbers, shown)?;
        let statements = ReleaseStatements {
            dialect: self.session.dialect,
            publication: &publication,
            counted: &self.there.relation,
            number: &self.there.number,
            target: self.target,
            replace: false,
        };
        let statements = statements.all()?;
        let doing = format!("{} was made", self.target);
        self.session.run(&doing, "BEGIN")?;
        self.open = true;
        if self.job.force {
            self.drop_old()?;
        }
        statements.iter().try_for_each(|statement| self.session.run(&doing, statement))?;
        self.decided = Some(decided);
        Ok(())
    }

    fn read(&mut self, options: &ReadOptions) -> Result<(Table, String), IncogError> {
        let found = self.session.read_back(self.target, options)?;
        let decided = self.decided.take().ok_or_else(|| self.other())?;
        let released = decided.rows_of(&found).ok_or_else(|| self.other())?;
        Ok((released, digest(&found)?))
    }
}

//! Engines that are on this machine: PostgreSQL's programs, and DuckDB in a Python that has it.

mod duckdb;
mod postgresql;

use duckdb::DuckDb;
pub use postgresql::PostgreSql;

/// Rows as texts; `None` is `NULL`.
pub type Rows = Vec<Vec<Option<String>>>;

/// An empty database.
pub trait Engine {
    /// Its dialect.
    fn dialect(&self) -> &'static str;

    /// Carries out statements; in the end the rows of the last one, or what the engine says is
    /// wrong.
    fn run(&self, script: &str) -> Result<Rows, String>;
}

/// An empty database of each engine that is there; says which are not.
pub fn engines() -> Vec<Box<dyn Engine>> {
    let postgresql = PostgreSql::new().map(|engine| Box::new(engine) as Box<dyn Engine>);
    let duckdb = DuckDb::new().map(|engine| Box::new(engine) as Box<dyn Engine>);
    let found = [("PostgreSQL", postgresql), ("DuckDB", duckdb)].into_iter();
    let here =
        found.filter_map(|(name, engine)| engine.map_err(|why| eprintln!("skipped {name}: {why}")).ok());
    here.collect()
}

/// Rows as both engines' programs write them here.
fn rows(output: &str) -> Rows {
    let cell = |cell: &str| (cell != "\u{1d}").then(|| cell.to_owned());
    output.split_terminator('\u{1e}').map(|row: &str| row.split('\u{1f}').map(cell).collect()).collect()
}

"""Releases of tables in PostgreSQL and DuckDB: the database counts the records and makes the release, incog decides.

A DuckDB connection needs nothing else; a connection of ADBC, and ``"postgresql"``, need its driver manager::

    import duckdb, incog.databases

    connection = duckdb.connect("study.duckdb")
    release = incog.databases.anonymize(
        connection,
        table="patients",
        into="patients_release",
        quasi_identifiers={"age": incog.intervals(5, 10, 20)},
        identifiers="name",
        k=5,
    )
    connection.table("patients_release")
    release.verify()

incog reads groups of records with their counts, through a session of its own. The database makes the release in one
transaction; if anything is wrong, it is taken back. Report and page lie in the working directory, as those of the command.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from . import _incog
from ._calls import wishes_of, with_proposal
from ._database_sessions import Session, session_of
from ._forks import begin
from ._job import Job
from ._job_keys import as_json, checked_call, job_keys
from ._keywords import PresetKeywords, check_keywords, with_keywords_of
from ._names import PresetName
from ._report import Verification
from ._reported import Reported
from ._watch import Progress, Watch
from .errors import IncogError

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["TableRelease", "anonymize"]

# Keys and flags that messages name, and the keywords for them; the input of the job is a table here, and not a source.
_WORDS = {
    "source cannot be combined with output.table": "table cannot be combined with into",
    "input.adbc": "a database",
    "input.uri": "uri",
    "input.table": "table",
    "input.query": "query",
    "output.table": "into",
    "--force": "overwrite=True",
}


class TableRelease(Reported):
    """A release in a database, its report, and its page. Publish only the table, :attr:`report` and :attr:`page`."""

    def __init__(self, engine: _incog.EngineTable, job: _incog.EngineJob, session: Session, into: str) -> None:
        super().__init__(_Written(engine))
        self._job, self._session, self._into = job, session, into
        self.files: list[Path] = [Path(file) for file in engine.files()]

    def __len__(self) -> int:
        return int(self.report["release"]["rows"])

    @property
    def columns(self) -> list[str]:
        """The names of the columns of the table, which the database tells."""
        return list(self._rows(0).column_names)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self), len(self.columns)

    def head(self, rows: int = 5) -> Any:
        """So many rows of the table, as a pyarrow table; the database chooses which."""
        return self._rows(max(rows, 0))

    def _rows(self, most: int) -> Any:
        import pyarrow

        parts = re.findall(r'"((?:[^"]|"")*)"|([^."]+)', self._into)
        relation = ".".join('"' + (quoted or plain.replace('"', '""')) + '"' for quoted, plain in parts)
        return pyarrow.table(self._session.reader().query(f"SELECT * FROM {relation} LIMIT {most}"))

    def __copy__(self) -> TableRelease:
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> TableRelease:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a release in a database cannot be pickled, because it holds a connection; the table stays in the database, "
            "and report.to_json() and page are texts to keep"
        )

    def verify(self) -> Verification:
        """Checks every claim of the report against both tables, which the database counts again, with code that the
        search does not use."""
        return Verification(_incog.verify_in(self.files[0], self._job, self._session.connection(), self._session.driver))

    def __repr__(self) -> str:
        return f"<incog.databases.TableRelease of {len(self)} records, {self.report.summary()}>"


class _Written:
    """A release whose page is a file."""

    def __init__(self, engine: _incog.EngineTable) -> None:
        self.report, self.internal_report, self.stopped, self.job = engine.report, engine.internal_report, engine.stopped, engine.job
        self._page = Path(engine.files()[1])

    def page(self) -> str:
        return self._page.read_text(encoding="utf-8")


@with_keywords_of(Job)
def anonymize(
    connection: Any,
    *,
    table: str | None = None,
    query: str | None = None,
    into: str,
    uri: str | None = None,
    driver: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    preset: PresetName | None = None,
    progress: Progress = None,
    **job: Unpack[PresetKeywords],
) -> TableRelease:
    """Makes the best release of a table of a database that meets the privacy models, as a table of the same database.

    Args:
        connection: a DuckDB connection, an ADBC connection to PostgreSQL, or ``"postgresql"``.
        table: the table or view to publish.
        query: a statement that selects the records, instead of a table.
        into: the table to make.
        uri: the address for ``"postgresql"``, without a password; the driver takes that from the environment.
        driver: the shared library of the ADBC driver for ``"postgresql"``; default that of adbc-driver-postgresql.
        overwrite: whether an existing release is replaced.
        preset: models, limits and treatments chosen together, as in :func:`incog.anonymize`; incog then reads all rows to
            propose the roles of columns that no keyword names.
        progress: ``True`` for a tqdm bar, or a callable that receives each event as a dictionary.
        **job: the keywords of :func:`incog.anonymize`; at least one model, or a preset.

    Raises:
        UnsafeError: the release would be a danger to people.
        InfeasibleError: no release can meet the models.
        JobError, HierarchyError: the job or a hierarchy is invalid.
        IncogError: the database refuses a statement; its own message, which may quote values, is not shown.
    """
    check_keywords(Job.__init__, job, needs_columns=preset is None)
    session = session_of(connection, uri, driver)
    keys = job_keys(job)
    place = {"adbc": session.engine, "uri": session.uri, "table": table, "query": query}
    place = {name: said for name, said in place.items() if said is not None}
    begin()
    try:
        if preset is not None:
            wishes = wishes_of(keys, preset)
            proposed = _incog.propose_keys_in(as_json(place), session.connection(), session.driver, preset, wishes)
            keys = with_proposal(keys, json.loads(proposed))
        keys |= {"input": place, "output": {"table": into}}
        checked = checked_call(keys)
        with Watch(progress) as watch:
            made = _incog.publish_in(checked, session.connection(), session.driver, overwrite, watch)
    except IncogError as error:
        raise type(error)(_in_keywords(str(error))) from None
    return TableRelease(made, checked, session, into)


def _in_keywords(message: str) -> str:
    for known, word in _WORDS.items():
        message = message.replace(known, word)
    return message

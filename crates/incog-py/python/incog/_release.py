"""Releases: a table that you may publish, with its report and page."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from . import _incog
from ._frame_like import FrameLike, has_equal_rows
from ._kept import KeptRelease, written
from ._report import Report, Verification
from ._reported import Reported
from ._origin import Origin
from ._tables import given

__all__ = ["Release"]


class Release(Reported, FrameLike):
    """A release: a table that converts to pandas, polars or pyarrow, its report, and its page.

    It behaves like a frame: ``shape``, ``head()``, ``release["age"]``, ``for name in release``. Publish only the table,
    :attr:`report` and :attr:`page`: the object also keeps the original table, to save and verify the release. A pickle
    holds only what you may publish.

    >>> import incog, pyarrow
    >>> table = pyarrow.table({"age": [34, 36, 52, 58], "illness": ["flu", "gout", "flu", "gout"]})
    >>> release = incog.anonymize(table, quasi_identifiers={"age": incog.intervals(10, 20)}, k=2, suppression=0.0)
    >>> release.shape, list(release), release["age"].to_pylist()
    ((4, 2), ['age', 'illness'], ['30-39', '30-39', '50-59', '50-59'])
    """

    def __init__(self, engine: _incog.EngineRelease, origin: Origin) -> None:
        super().__init__(engine)
        self._engine: _incog.EngineRelease | KeptRelease = engine
        self._origin = origin

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._engine.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._engine)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._engine.columns()

    def to_pandas(self) -> Any:
        """The release as a pandas DataFrame; unchanged columns and a named index keep their types."""
        return self._origin.as_pandas(self.to_arrow(), self._untouched())

    def to_polars(self) -> Any:
        """The release as a polars DataFrame; unchanged columns keep their types."""
        import polars

        return self._origin.as_polars(polars.DataFrame(self), self._untouched())

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        overwrite: bool = False,
        replace_better: bool = False,
        internal: bool = False,
    ) -> list[Path]:
        """Writes the release with its report and page, as ``incog anonymize`` does; the file ending chooses the format.

        incog reads the file back and measures it. All files appear together or not at all. ``internal`` adds the
        internal report for the data steward. Only ``replace_better`` replaces a better release of the same ``source``.
        """
        files = self._engine.save(os.fspath(path), overwrite, replace_better, internal)
        return [Path(file) for file in files]

    def to_bytes(self, format: str = "csv") -> bytes:
        """The bytes of the file that :meth:`save` writes, for programs that upload it; ``report.to_json()`` and ``page``
        are the texts beside it.

        Args:
            format: the ending of the file, such as ``"csv"``, ``"csv.gz"``, ``"parquet"`` or ``"xlsx"``.

        Raises:
            OutputError: incog does not write files with this ending.
        """
        with TemporaryDirectory() as folder:
            path = Path(folder, f"release.{format}")
            self.save(path)
            return path.read_bytes()

    def verify(self, original: Any) -> Verification:
        """Checks every claim of the report against the release and the original table, with code that the search does
        not use."""
        return Verification(self._engine.verify(given(original)))

    def _untouched(self) -> list[str]:
        """The columns that keep their types: none where suppressed records may be rows of ``*``."""
        if self.report.job.get("suppression", {}).get("as") == "star":
            return []
        of_table = {column["name"]: column for column in self.report["columns"]}
        touched = {name for name, column in of_table.items() if column["role"] == "quasi-identifier" or column.get("publish")}
        # Bounds are columns that the table does not have.
        return [name for name in self.columns if name in of_table and name not in touched]

    def __eq__(self, other: object) -> bool:
        """Whether both publish the same rows in the same order, by the same job."""
        if not isinstance(other, Release):
            return NotImplemented
        return self is other or (self.report.job == other.report.job and has_equal_rows(self, other))

    def __hash__(self) -> int:
        return hash((*self.columns, len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        engine, origin = self._engine, self._origin.of_published(self, self._untouched())
        return _from_pickle, (written(self), self.report.to_json(), self.page, engine.stopped(), origin)

    def __repr__(self) -> str:
        return f"<incog.Release of {len(self)} records, {self.report.summary()}>"


def _from_pickle(rows: bytes, report: str, page: str, stopped: str, origin: Origin) -> Release:
    made = Release.__new__(Release)
    engine = KeptRelease(rows, report, page, stopped)
    made.__dict__.update(_described=engine, _engine=engine, _origin=origin, report=Report(report))
    return made

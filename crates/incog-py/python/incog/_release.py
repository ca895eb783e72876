"""Releases: a table that you may publish, with its report and page."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import _incog
from ._kept import KeptRelease, written
from ._report import Report, Verification
from ._reported import Reported
from ._origin import Origin
from ._tables import given

__all__ = ["Release"]


class Release(Reported):
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

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self), len(self.columns)

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __getitem__(self, key: Any) -> Any:
        """A column by its name, or whatever the frame of :meth:`to_native` gives for a key."""
        frame = self.to_native()
        if isinstance(key, str) and key in self._origin.index and self._origin.kind == "pandas":
            return frame.reset_index()[key]
        return frame[key]

    def head(self, rows: int = 5) -> Any:
        """The first rows, as a table of the kind that the release was made from."""
        if self._origin.kind in ("polars", "LazyFrame"):
            return self.to_native().head(rows)
        return self._origin.as_native(self.to_arrow().slice(0, max(rows, 0)), self._untouched())

    def to_native(self) -> Any:
        """The release as the kind of table that it was made from: of pandas, polars, pyarrow or DuckDB; of pyarrow for
        others."""
        return self._origin.as_native(self, self._untouched())

    def to_arrow(self) -> Any:
        """The release as a pyarrow table."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """The release as a pandas DataFrame; unchanged columns and a named index keep their types."""
        return self._origin.as_pandas(self.to_arrow().to_pandas(), self._untouched())

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

    def verify(self, original: Any) -> Verification:
        """Checks every claim of the report against the release and the original table, with code that the search does
        not use."""
        return Verification(self._engine.verify(given(original)))

    def _untouched(self) -> list[str]:
        touched = {column["name"] for column in self.report["columns"] if column["role"] == "quasi-identifier"}
        touched |= {column["name"] for column in self.report["columns"] if column.get("publish")}
        return [name for name in self.columns if name not in touched]

    def __eq__(self, other: object) -> bool:
        """Whether both publish the same rows in the same order, by the same job."""
        if not isinstance(other, Release):
            return NotImplemented
        return self is other or (self.report.job == other.report.job and _equal_rows(self, other))

    def __hash__(self) -> int:
        return hash((*self.columns, len(self)))

    def __copy__(self) -> Release:
        made = Release.__new__(Release)
        made.__dict__.update(self.__dict__)
        return made

    def __deepcopy__(self, _: dict[int, Any]) -> Release:
        made = self.__copy__()
        made.report = Report(self.report.to_json())
        return made

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


def _equal_rows(one: Release, other: Release) -> bool:
    """Whether two releases have equal columns; missing numbers are equal."""
    import pyarrow.compute

    left, right = one.to_arrow(), other.to_arrow()
    if left.schema != right.schema or left.num_rows != right.num_rows:
        return False
    for before, after in zip(left.columns, right.columns, strict=True):
        if pyarrow.types.is_floating(before.type):
            absent = pyarrow.compute.is_nan(before)
            if not absent.equals(pyarrow.compute.is_nan(after)):
                return False
            before, after = (pyarrow.compute.if_else(absent, 0.0, column) for column in (before, after))
        if not before.equals(after):
            return False
    return True

"""What releases have of a frame: a shape, columns by name, first rows."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ._origin import Origin

__all__ = ["FrameLike", "has_equal_rows"]

Self = TypeVar("Self", bound="FrameLike")


class FrameLike:
    """A table that knows the kind of table that it was made from."""

    _origin: Origin
    report: Any

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        raise NotImplementedError

    def _untouched(self) -> list[str]:
        """The columns that keep their types."""
        raise NotImplementedError

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self), len(self.columns)

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __array__(self, *_: object, **__: object) -> Any:
        raise TypeError("a release is no array, and pandas.DataFrame would read its names as rows; use to_pandas() or to_arrow()")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Frames have more than a release: the message says how to get one."""
            if name.startswith("_"):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            writes = "; save() writes a file" if name.startswith(("to_", "write_")) else ""
            raise AttributeError(f"a release has no {name}; take its frame first: to_native(), to_pandas() or to_polars(){writes}")

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

    def __copy__(self: Self) -> Self:
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def __deepcopy__(self: Self, memo: dict[int, Any]) -> Self:
        made = self.__copy__()
        made.report = copy.deepcopy(self.report, memo)
        return made


def has_equal_rows(one: FrameLike, other: FrameLike) -> bool:
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

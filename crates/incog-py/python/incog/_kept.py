"""What a pickle keeps of a release: what you may publish."""

from __future__ import annotations

from typing import Any, NoReturn

from .errors import IncogError

__all__ = ["KeptRelease", "written"]


def written(rows: Any) -> bytes:
    """A table as an Arrow stream of bytes."""
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    table = pyarrow.table(rows)
    with pyarrow.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


class KeptRelease:
    """A release of a pickle: its rows, public report and page, and nothing about the original table."""

    def __init__(self, rows: bytes, report: str, page: str, stopped: str) -> None:
        import pyarrow

        self._table: Any = pyarrow.ipc.open_stream(rows).read_all()
        self._report, self._page, self._stopped = report, page, stopped

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return self._table.num_rows  # type: ignore[no-any-return]

    def columns(self) -> list[str]:
        return self._table.column_names  # type: ignore[no-any-return]

    def report(self) -> str:
        return self._report

    def page(self) -> str:
        return self._page

    def stopped(self) -> str:
        return self._stopped

    def job(self) -> str:
        _refuse("has no job besides report.job")

    def internal_report(self) -> str:
        _refuse("has no internal report")

    def save(self, *_: object) -> list[Any]:
        _refuse("cannot be saved with its report")

    def verify(self, _: object) -> str:
        _refuse("cannot be verified")


def _refuse(what: str) -> NoReturn:
    raise IncogError(
        f"this release {what}: it comes from a pickle, which holds only what you may publish; do it before you pickle "
        "the release, or make the release again"
    )

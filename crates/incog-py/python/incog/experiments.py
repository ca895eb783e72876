"""Records of experiments, as `incog experiment` writes them, as tables.

    runs = experiments.runs("experiments/kgen/record/kgen").to_pandas()
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from .errors import TableError

__all__ = ["Runs", "runs"]


class Runs:
    """The runs of a suite, one row per run: settings, reason of the end, and measurements."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "runs.parquet"
        self.manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))

    def to_pandas(self) -> Any:
        """The runs as a pandas DataFrame."""
        import pandas

        return pandas.read_parquet(self._file)

    def to_polars(self) -> Any:
        """The runs as a polars DataFrame."""
        import polars

        return polars.read_parquet(self._file)

    def to_arrow(self) -> Any:
        """The runs as a pyarrow table."""
        import pyarrow.parquet

        return pyarrow.parquet.read_table(self._file)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<incog.experiments.Runs of {self.manifest['suite']}, finished {self.manifest['finished']}>"


def runs(folder: str | os.PathLike[str]) -> Runs:
    """The record of a suite: the folder that ``incog experiment suite.toml -o FOLDER`` wrote, or the record kept beside
    the suite.

    Raises:
        TableError: there is no record.
    """
    folder = Path(folder)
    missing = [name for name in ("manifest.json", "runs.parquet") if not (folder / name).is_file()]
    if missing:
        raise TableError(f"{folder}: this folder has no recorded experiment: there is no {' and no '.join(missing)}")
    return Runs(folder)

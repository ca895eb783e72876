"""Progress of a run: a bar, a callable, and warnings."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from typing import Any, Union

from .errors import IncogWarning

__all__ = ["Progress", "Watch", "warn"]

Progress = Union[bool, Callable[[dict[str, Any]], None], None]


def warn(message: str, category: type[IncogWarning] = IncogWarning) -> None:
    """Issues a warning at the line that called the package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == os.path.dirname(__file__):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


class Watch:
    """Receives the events of a run: shows a bar or calls a callable; notes become warnings."""

    def __init__(self, progress: Progress) -> None:
        self.tell = progress if callable(progress) else None
        self.bar: Any = None
        if progress is True:
            try:
                from tqdm.auto import tqdm
            except ModuleNotFoundError:
                raise ImportError("progress=True shows a bar of tqdm: pip install tqdm, or pass a callable") from None

            self.bar = tqdm(unit=" releases", desc="incog", leave=False)

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()

    def __call__(self, event: dict[str, Any]) -> None:
        if event["stage"] == "note":
            warn(event["note"])
        elif self.bar is not None:
            self.bar.set_description(event["stage"])
            if "points" in event:
                self.bar.unit, self.bar.total = " points", event["points"]
                self.bar.update(event["done"] - self.bar.n)
            if "evaluations" in event:
                self.bar.update(event["evaluations"] - self.bar.n)
        if self.tell is not None:
            self.tell(event)

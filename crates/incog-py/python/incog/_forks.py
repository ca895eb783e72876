"""Forked processes, which lack the threads that the engine has started."""

from __future__ import annotations

import os

from .errors import IncogError

__all__ = ["begin"]

_has_run = False
_is_orphaned = False


def begin() -> None:
    """Raises an exception instead of waiting for threads that do not exist."""
    global _has_run
    if _is_orphaned:
        raise IncogError(
            "this process was forked after incog had run, so incog's threads are missing; start processes with "
            'multiprocessing.get_context("spawn")'
        )
    _has_run = True


def _after_fork() -> None:
    global _is_orphaned
    _is_orphaned = _has_run


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

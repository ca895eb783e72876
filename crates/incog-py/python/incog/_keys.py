"""Keys of what columns become."""

from __future__ import annotations

import os
from pathlib import Path

from . import _incog

__all__ = ["new_key"]


def new_key(path: str | os.PathLike[str]) -> Path:
    """Makes a key of 32 random bytes for pseudonyms, shifted dates or a secret, in a new file that only its owner can read.

    Keep it: without it no later release has the same pseudonyms. Whoever has it can make the pseudonym of anybody.

    Raises:
        OutputError: the file is there already, or cannot be written.

    >>> import incog, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     os.path.getsize(incog.new_key(os.path.join(folder, "key.txt")))
    65
    """
    _incog.new_key(os.fspath(path))
    return Path(path)

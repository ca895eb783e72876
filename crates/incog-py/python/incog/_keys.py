"""Keys for pseudonyms, shifted dates and secrets."""

from __future__ import annotations

import os
from pathlib import Path

from . import _incog

__all__ = ["new_key"]


def new_key(path: str | os.PathLike[str]) -> Path:
    """Makes a key of 32 random bytes for pseudonyms, shifted dates or a secret, in a new file that only its owner can read.

    Keep it: later releases need it to have the same pseudonyms. Keep it secret: with it, anybody can compute the
    pseudonym of a person.

    Raises:
        OutputError: the file already exists or cannot be written.

    >>> import incog, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     os.path.getsize(incog.new_key(os.path.join(folder, "key.txt")))
    65
    """
    _incog.new_key(os.fspath(path))
    return Path(path)

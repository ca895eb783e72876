"""Results as a read-only dictionary."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["Facts"]


class Facts(Mapping[str, Any]):
    """All results as a dictionary, and their JSON text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._facts: dict[str, Any] = json.loads(text)

    def __getitem__(self, key: str) -> Any:
        return self._facts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def to_dict(self) -> dict[str, Any]:
        """A copy as an ordinary dictionary."""
        return json.loads(self._text)  # type: ignore[no-any-return]

    def to_json(self) -> str:
        """The JSON text."""
        return self._text

"""Values as JSON has them."""

from __future__ import annotations

from typing import Any

__all__ = ["as_list", "plain"]


def plain(value: Any) -> Any:
    """A numpy or pandas number as a Python number, for ``json.dumps``."""
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        return value.item()
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be a value of a job")


def as_list(names: Any) -> list[str]:
    """A list of names; a single name becomes a list of one, and none at all an empty one."""
    if names is None:
        return []
    return [names] if isinstance(names, str) else list(names)
